// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC4626} from "@openzeppelin/contracts/interfaces/IERC4626.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC4626} from "@openzeppelin/contracts/token/ERC20/extensions/ERC4626.sol";

import {AttestedOrderReceiver} from "../../../contracts/AttestedOrderReceiver.sol";
import {VaultDeposits} from "../../../contracts/examples/VaultDeposits.sol";
import {ReceivedFill} from "../../../contracts/interfaces/IFillRecipient.sol";
import {IFillDelivery} from "../../../contracts/interfaces/IFillDelivery.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../../contracts/types/Config.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {vm} from "../support/Vm.sol";

/// @notice A vault whose price anybody can raise by a gift, and that can be made to leave a part of each deposit.
contract Vault is ERC4626 {
    uint256 public kept;
    bool public isGreedy;

    constructor(MockToken asset_) ERC20("Vault", "VLT") ERC4626(asset_) {}

    function keepBack(uint256 amount) external {
        kept = amount;
    }

    /// @dev From now on it takes what is allowed besides.
    function takeAll() external {
        isGreedy = true;
    }

    function deposit(uint256 assets, address to) public override returns (uint256 shares) {
        shares = super.deposit(assets - kept, to);
        ERC20 token = ERC20(asset());
        if (isGreedy) token.transferFrom(msg.sender, address(this), token.balanceOf(msg.sender));
    }
}

contract VaultDepositsTest is FillproofTest {
    address internal beneficiary = makeUser("beneficiary");
    FillRequest internal request;
    AttestedOrderReceiver internal receiver;
    MockToken internal token;
    Vault internal vault;
    VaultDeposits internal deposits;

    function setUp() public {
        token = new MockToken("USD Coin", "USDC", 6);
        vault = new Vault(token);
        request = makeRequest(address(this));
        request.token = address(token);
        receiver = deployReceiver(makeConfig(request, address(this), 1));
        deposits = new VaultDeposits(address(receiver), vault);
        receiver.setRecipient(RecipientConfig({recipient: address(deposits), hook: true}));
        request.receiver = address(receiver);
        request.recipient = address(deposits);
        request.minimum = 1e6;
        token.mint(address(this), type(uint128).max);
        // Others have deposited before, one share for one unit.
        token.approve(address(vault), 1e6);
        vault.deposit(1e6, address(this));
    }

    function authorize(bytes memory data) internal returns (Payment memory payment) {
        payment = makePayment(request);
        payment.data = data;
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
    }

    /// @dev Whoever pays can do this first, in the same transaction.
    function movePrice() internal {
        token.transfer(address(vault), 1e6);
    }

    function expectRefusal(bytes memory reason) internal {
        vm.expectRevert(abi.encodeWithSelector(IFillDelivery.HookFailed.selector, address(deposits), reason));
    }

    function testFuzz_onFill_depositsForTheBeneficiary(uint64 minimum, uint64 surplus) public {
        request.minimum = uint256(minimum) + 1;
        request.maximum = request.minimum + surplus;
        Payment memory payment = authorize(abi.encode(beneficiary, request.minimum));
        vm.assertTrue(payCall(address(receiver), payment, request.maximum));
        vm.assertEq(vault.balanceOf(beneficiary), request.maximum);
        vm.assertEq(token.balanceOf(address(deposits)), 0);
        vm.assertEq(token.allowance(address(deposits), address(vault)), 0);
    }

    function testFuzz_onFill_emitsDeposited(uint64 minimum) public {
        request.minimum = uint256(minimum) + 1;
        Payment memory payment = authorize(abi.encode(beneficiary, 1));
        bytes32 id = receiver.hashPayment(payment);
        token.approve(address(receiver), request.minimum);
        vm.expectEmit(address(deposits));
        emit VaultDeposits.Deposited(id, beneficiary, request.minimum, request.minimum, 0);
        receiver.payAuthorized(payment);
    }

    /// The attack: a payer moves the price, and takes what the fill lost in it afterwards. With a limit near the price
    /// that the beneficiary saw nothing is paid, and the call stays payable; without one it would lose half its shares.
    function test_onFill_stopsAtTheLimitWhenThePriceWasMoved() public {
        Payment memory careless = authorize(abi.encode(beneficiary, 1));
        request.salt = 1;
        Payment memory careful = authorize(abi.encode(beneficiary, 0.99e6));
        movePrice();

        token.approve(address(receiver), 1e6);
        expectRefusal(abi.encodeWithSelector(VaultDeposits.TooFewShares.selector, 500_000, 0.99e6));
        receiver.payAuthorized(careful);
        vm.assertTrue(!receiver.isPaid(receiver.hashPayment(careful)));
        vm.assertEq(vault.balanceOf(beneficiary), 0);

        receiver.payAuthorized(careless);
        vm.assertEq(vault.balanceOf(beneficiary), 500_000);
    }

    /// The limit itself is enough.
    function testFuzz_onFill_acceptsTheLimit(uint64 minimum) public {
        uint256 shares = uint256(minimum) + 1;
        request.minimum = shares;
        Payment memory payment = authorize(abi.encode(beneficiary, shares));
        vm.assertTrue(payCall(address(receiver), payment, shares));
        request.salt = 1;
        payment = authorize(abi.encode(beneficiary, shares + 1));
        token.approve(address(receiver), shares);
        expectRefusal(abi.encodeWithSelector(VaultDeposits.TooFewShares.selector, shares, shares + 1));
        receiver.payAuthorized(payment);
    }

    /// What the vault does not take is the beneficiary's; what lay here before is not.
    function testFuzz_onFill_givesWhatIsLeft(uint64 left, uint64 stray) public {
        uint256 rest = left % 1e6;
        vault.keepBack(rest);
        token.transfer(address(deposits), stray);
        Payment memory payment = authorize(abi.encode(beneficiary, 1));
        vm.assertTrue(payCall(address(receiver), payment, 1e6));
        vm.assertEq(token.balanceOf(beneficiary), rest);
        vm.assertEq(vault.balanceOf(beneficiary), 1e6 - rest);
        vm.assertEq(token.balanceOf(address(deposits)), stray);
        vm.assertEq(token.allowance(address(deposits), address(vault)), 0);
    }

    /// A vault may take the fill, and not what lay here before.
    function testFuzz_onFill_allowsTheFillAlone(uint64 stray) public {
        vault.takeAll();
        token.transfer(address(deposits), uint256(stray) + 1);
        Payment memory payment = authorize(abi.encode(beneficiary, 1));
        token.approve(address(receiver), 1e6);
        (bool isPaid, ) = address(receiver).call(abi.encodeCall(receiver.payAuthorized, (payment)));
        vm.assertTrue(!isPaid);
        vm.assertEq(token.balanceOf(address(deposits)), uint256(stray) + 1);
    }

    function testFuzz_onFill_revertsForStrangers(address caller, ReceivedFill memory received) public {
        if (caller == address(receiver)) return;
        vm.expectRevert(abi.encodeWithSelector(VaultDeposits.CallerNotReceiver.selector, caller, address(receiver)));
        vm.prank(caller);
        deposits.onFill(received);
    }

    function testFuzz_onFill_revertsForOtherToken(uint8 decimals) public {
        MockToken other = new MockToken("Other", "OTH", decimals);
        other.mint(address(this), 1e6);
        receiver.setToken(address(other), 1, type(uint128).max);
        request.token = address(other);
        Payment memory payment = authorize(abi.encode(beneficiary, 1));
        other.approve(address(receiver), 1e6);
        expectRefusal(abi.encodeWithSelector(VaultDeposits.TokenNotDeposited.selector, address(other), address(token)));
        receiver.payAuthorized(payment);
    }

    /// Nobody, dirty bytes, no limit, too much or too little data, and a direct fill, which has none.
    function testFuzz_onFill_revertsForOtherData(bytes memory some, uint96 dirt) public {
        bytes[5] memory all = [
            some.length == 64 ? bytes("") : some,
            abi.encode(address(0), 1),
            abi.encode(beneficiary, 0),
            abi.encode((uint256(dirt == 0 ? 1 : dirt) << 160) | uint160(beneficiary), 1),
            bytes.concat(abi.encode(beneficiary, 1), bytes1(0))
        ];
        token.approve(address(receiver), type(uint256).max);
        for (uint256 i = 0; i < all.length; ++i) {
            request.salt = i;
            Payment memory payment = authorize(all[i]);
            expectRefusal(abi.encodeWithSelector(VaultDeposits.InvalidInstructions.selector, all[i]));
            receiver.payAuthorized(payment);
        }
        FillEvidence memory e = prove(directOrder(request), request);
        expectRefusal(abi.encodeWithSelector(VaultDeposits.InvalidInstructions.selector, ""));
        receiver.fill(e.attestation, e.signature, e.order, e.recipientProof, 1e6);
    }
}

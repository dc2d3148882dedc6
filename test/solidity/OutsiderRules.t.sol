// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "../../contracts/AttestedOrderReceiver.sol";
import {SignedOrderReceiver} from "../../contracts/SignedOrderReceiver.sol";
import {FillCredits} from "../../contracts/examples/FillCredits.sol";
import {IFillRecipient, ReceivedFill} from "../../contracts/interfaces/IFillRecipient.sol";
import {IFillSettlement} from "../../contracts/interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../contracts/interfaces/IFillVerifier.sol";
import {ForcedSend} from "../../contracts/mocks/hostile/ForcedSend.sol";
import {MockToken} from "../../contracts/mocks/service/MockToken.sol";
import {FillEvidence, FillproofTest, FillRequest, SignedFillEvidence} from "../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../contracts/types/Config.sol";
import {Order} from "../../contracts/types/Order.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {vm} from "./support/Vm.sol";

/// @notice A rule about tokens, which narrows, and so raises the epoch.
contract FreezingReceiver is SignedOrderReceiver {
    mapping(address token => bool) public isFrozen;

    error TokenFrozen(address token);

    function freeze(address token, bool inFlight) external {
        isFrozen[token] = true;
        if (inFlight) _raisePolicyEpoch();
    }

    function _checkToken(address token) internal view override returns (uint256 min, uint256 max) {
        if (isFrozen[token]) revert TokenFrozen(token);
        return super._checkToken(token);
    }
}

/// @notice The second rule of `LimitedReceiver` in docs/integration.md.
contract ShortReceiver is SignedOrderReceiver {
    error DeadlineTooFar(uint256 deadline);

    function _checkExpiry(uint256 deadline) internal view override {
        super._checkExpiry(deadline);
        if (deadline > block.timestamp + 1 days) revert DeadlineTooFar(deadline);
    }
}

/// @notice An auction whose bids are fills. Who is outbid gets the bid back, and can't stop the auction by refusing it, nor by
/// using up the gas.
contract Auction is IFillRecipient {
    address public bidder;
    uint256 public bid;

    receive() external payable {}

    function onFill(ReceivedFill calldata received) external returns (bytes4) {
        (address outbid, uint256 amount) = (bidder, bid);
        (bidder, bid) = (abi.decode(received.data, (address)), received.amount);
        // What is refused stays here, as in every auction that can't be blocked.
        // solhint-disable-next-line avoid-low-level-calls
        (bool sent, ) = outbid.call{value: amount, gas: 100_000}("");
        sent;
        return IFillRecipient.onFill.selector;
    }
}

/// @notice A bidder that wants to stay the highest.
contract Bidder {
    address private immutable _receiver;
    ForcedSend private immutable _sender = new ForcedSend();
    bool private _gives;

    constructor(address receiver) payable {
        _receiver = receiver;
    }

    receive() external payable {
        // solhint-disable-next-line gas-custom-errors
        if (!_gives) revert("refused");
        _sender.send{value: 1}(_receiver);
    }

    function give() external {
        _gives = true;
    }
}

/// Rules and amounts, each where its sentence is easily false, and a veto of somebody who is neither payer nor recipient.
contract OutsiderRulesTest is FillproofTest {
    FillRequest internal request;

    function setUp() public {
        request = makeRequest(makeUser("recipient"));
        vm.deal(address(this), 2 ** 100);
    }

    function use(SignedOrderReceiver implementation) internal returns (address proxy) {
        proxy = deployProxy(address(implementation), makeConfig(request, address(this), 1), makeChains(request));
        request.receiver = proxy;
    }

    function authorize(Order memory order) internal {
        SignedFillEvidence memory e = proveSigned(order, request);
        SignedOrderReceiver(request.receiver).authorizeFill(e.order, e.signature, e.recipientProof);
    }

    /// FillVerifier._checkToken: the payment of an authorized call asks it again only where the epoch was raised.
    function test_checkToken_isNotAskedByTheAuthorizedPayment() public {
        FreezingReceiver receiver = FreezingReceiver(use(new FreezingReceiver()));
        Payment memory payment = makeSignedPayment(request);
        authorize(authorizedOrder(request, payment));
        ++request.salt;
        Payment memory other = makeSignedPayment(request);
        authorize(authorizedOrder(request, other));
        receiver.freeze(address(0), false);

        assert(payCall(address(receiver), payment, payment.minimum));
        vm.assertEq(request.recipient.balance, 1 ether);
        receiver.freeze(address(0), true);
        vm.expectRevert(abi.encodeWithSelector(IFillSettlement.AuthorizationStale.selector, 1, 2));
        receiver.payAuthorized{value: other.minimum}(other);
        SignedFillEvidence memory e = proveSigned(authorizedOrder(request, other), request);
        vm.expectRevert(abi.encodeWithSelector(FreezingReceiver.TokenFrozen.selector, address(0)));
        receiver.authorizeFill(e.order, e.signature, e.recipientProof);
    }

    /// docs/integration.md, "Add rules": it sees the deadline of the call, never the order's, which is a week in the public service.
    function test_checkExpiry_neverSeesTheDeadlineOfAnOrderWithACall() public {
        use(new ShortReceiver());
        Payment memory payment = makeSignedPayment(request);
        Order memory order = authorizedOrder(request, payment);
        order.output.deadline = uint32(block.timestamp + 7 days);
        authorize(order);
        assert(payCall(request.receiver, payment, payment.minimum));
    }

    /// The highest bound is one, for calls and for direct fills.
    function test_setToken_hasAnUpperBoundInEveryCase() public {
        MockToken token = new MockToken("Many", "MANY", 0);
        request.token = address(token);
        (request.minimum, request.maximum) = (1, type(uint256).max);
        AttestedOrderReceiver receiver = deployReceiver(makeConfig(request, address(this), 1));
        request.receiver = address(receiver);
        (, uint128 max) = receiver.tokenRange(address(token));
        vm.assertEq(max, type(uint128).max);

        FillEvidence memory e = prove(authorizedOrder(request, makePayment(request)), request);
        vm.expectRevert(outOfRange(token, type(uint256).max));
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);

        uint256 amount = 2 ** 128;
        token.mint(address(this), amount);
        token.approve(address(receiver), amount);
        e = prove(directOrder(request), request);
        vm.expectRevert(outOfRange(token, amount));
        receiver.fill(e.attestation, e.signature, e.order, e.recipientProof, amount);
    }

    function outOfRange(MockToken token, uint256 amount) private pure returns (bytes memory) {
        bytes4 selector = IFillVerifier.TokenAmountOutOfRange.selector;
        return abi.encodeWithSelector(selector, address(token), amount, 1, type(uint128).max);
    }

    /// One unit that is sent while the hook runs, by whomever it reaches, stops no payment.
    function test_hook_nobodyItReachesVetoesThePayment() public {
        Auction auction = new Auction();
        address receiver = use(new SignedOrderReceiver());
        SignedOrderReceiver(receiver).setRecipient(RecipientConfig({recipient: address(auction), hook: true}));
        request.recipient = address(auction);
        Bidder thief = new Bidder{value: 10}(receiver);

        bid(address(thief));
        // A refusal stops nobody, nor does a gift to the receiver.
        bid(makeUser("honest"));
        assert(auction.bidder() == makeUser("honest") && address(auction).balance == 2 ether);
        bid(address(thief));
        thief.give();
        bid(makeUser("honest"));
        assert(auction.bidder() == makeUser("honest") && receiver.balance == 1);
    }

    function bid(address bidder) private {
        Payment memory payment = makeBid(bidder);
        assert(payCall(request.receiver, payment, payment.minimum));
    }

    function makeBid(address bidder) private returns (Payment memory payment) {
        ++request.salt;
        payment = makeSignedPayment(request);
        payment.data = abi.encode(bidder);
        authorize(authorizedOrder(request, payment));
    }

    /// docs/security.md, "Who can do what": the policy role can have a payment in flight made around the hook, for good. Anyone
    /// presents the evidence again, and the money lies where nobody is credited.
    function test_policyRole_hasAPaymentInFlightMadeAroundItsHook() public {
        MockToken token = new MockToken("USD Coin", "USDC", 6);
        request.token = address(token);
        SignedOrderReceiver receiver = SignedOrderReceiver(use(new SignedOrderReceiver()));
        FillCredits credits = new FillCredits(address(receiver), token);
        receiver.setRecipient(RecipientConfig({recipient: address(credits), hook: true}));
        address policy = makeUser("policy");
        receiver.grantRole(receiver.POLICY_ROLE(), policy);
        request.recipient = address(credits);
        address user = makeUser("user");
        Payment memory payment = makeBid(user);

        vm.prank(policy);
        receiver.setRecipient(RecipientConfig({recipient: address(credits), hook: false}));
        authorize(authorizedOrder(request, payment));
        token.mint(address(this), payment.minimum);
        assert(payCall(address(receiver), payment, payment.minimum));
        vm.assertEq(credits.creditOf(user), 0);
        vm.assertEq(token.balanceOf(address(credits)), payment.minimum);
        // No entry of the recipient or of the receiver gives it back, and the call is paid.
        assert(receiver.isCallPaid(receiver.hashPayment(payment)));
    }
}

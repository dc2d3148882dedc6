// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;
import {IFillRecipient, ReceivedFill} from "../../contracts/interfaces/IFillRecipient.sol";
import {LocalService} from "../../contracts/local/LocalService.sol";
import {FillproofTest, FillRequest, Payment} from "../../contracts/testing/FillproofTest.sol";

contract Credits is IFillRecipient {
    address private immutable _receiver;
    mapping(address token => mapping(address user => uint256 amount)) public creditOf;
    constructor(address receiver) {
        _receiver = receiver;
    }

    receive() external payable {}
    function onFill(ReceivedFill calldata fill) external returns (bytes4) {
        require(msg.sender == _receiver, "only the receiver");
        creditOf[fill.token][abi.decode(fill.data, (address))] += fill.amount;
        return IFillRecipient.onFill.selector;
    }
}

contract CreditsTest is FillproofTest {
    function test_creditsTheUserWithWhatArrived() public {
        LocalService service = new LocalService();
        address receiver = address(service.deployReceiver(address(this), 0.1 ether));
        Credits credits = new Credits(receiver);
        FillRequest memory request = openHook(receiver, address(credits));
        Payment memory payment = makeSignedPayment(request);
        payment.data = abi.encode(msg.sender);
        bytes32 id = service.quote(request, payment);
        service.authorize(id);
        service.deposit(id);
        service.fill(id);
        assert(credits.creditOf(address(0), msg.sender) == 1 ether);
    }
}

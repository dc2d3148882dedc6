// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {ReceivedFill} from "fillproof/contracts/interfaces/IFillRecipient.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Deciding} from "./Deciding.sol";
import {RecordingRecipient} from "./Models.sol";
import {vm} from "../common/Vm.sol";

/// What a recipient's hook is told of a payment with data.
contract Telling is Deciding {
    RecordingRecipient internal recorder;

    function setUp() public override {
        super.setUp();
        recorder = new RecordingRecipient();
    }

    function check_payAuthorized_tellsTheHookWhatArrived(Call memory call, Payment memory p) external {
        (p.token, p.recipient) = (address(0), address(recorder));
        vm.assume(call.caller != address(recorder) && p.refundTo != address(recorder));
        bytes32 id = hashOf(p);
        bool wasPaid = receiver.isCallMarked(id);
        uint256 held = address(recorder).balance;
        pay(call, p);
        bool isPaid = !wasPaid && receiver.isCallMarked(id);
        if (!isPaid) assert(recorder.count() == 0);
        if (recorder.count() == 0) return;
        bytes memory told = abi.encode(
            ReceivedFill(id, p.originChainId, p.originUser, p.originCurrency, address(0), call.value, p.data)
        );
        assert(recorder.count() == 1 && recorder.told() == keccak256(told));
        unchecked {
            assert(recorder.held() == held + call.value);
        }
    }
}

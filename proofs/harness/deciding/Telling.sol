// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {ReceivedFill} from "fillproof/contracts/interfaces/IFillRecipient.sol";
import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {Deciding} from "./Deciding.sol";
import {RecordingRecipient} from "../common/Recipients.sol";
import {vm} from "../common/Vm.sol";

/// When a recipient's hook is called, and what it is told.
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
        bool hasHook = receiver.callsHook(id);
        uint256 held = address(recorder).balance;
        pay(call, p);
        bool isPaid = !wasPaid && receiver.isCallMarked(id);
        assert(recorder.count() == (isPaid && hasHook ? 1 : 0));
        if (recorder.count() == 0) return;
        bytes memory told = abi.encode(
            ReceivedFill(id, p.originChainId, p.originUser, p.originCurrency, address(0), call.value, p.data)
        );
        assert(recorder.told() == keccak256(told));
        unchecked {
            assert(recorder.held() == held + call.value);
        }
    }

    function check_fill_tellsTheHookOnce(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        uint256 amount
    ) external {
        (e.token, e.recipient) = (address(0), address(recorder));
        vm.assume(call.caller != address(recorder));
        (, bool hook) = receiver.recipientStatus(address(recorder));
        bool ok = fill(call, a, e, amount);
        assert(recorder.count() == (ok && hook ? 1 : 0));
    }
}

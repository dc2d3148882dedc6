// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {ModelRecipient} from "../common/Recipients.sol";
import {Receiver, Subject} from "../subject/Subject.sol";
import {vm} from "../common/Vm.sol";

/// An initialized receiver in any state.
abstract contract Deciding is Subject {
    ModelRecipient internal model;

    function setUp() public virtual {
        model = new ModelRecipient();
        receiver = new Receiver();
        makeArbitrary(address(receiver));
    }

    function send(Call memory call, bytes memory data) internal returns (bool ok, bytes memory returned) {
        return sendTo(address(receiver), call, data);
    }

    function fill(Call memory call, Attestation memory a, Evidence memory e, uint256 amount) internal returns (bool ok) {
        (ok, ) = send(call, encodeFill(a, e, amount));
    }

    function authorize(Call memory call, Attestation memory a, Evidence memory e) internal returns (bool ok) {
        vm.assume(call.value == 0);
        (ok, ) = send(call, encodeAuthorization(a, e));
    }

    function pay(Call memory call, Payment memory p) internal returns (bool ok, uint256 delivered) {
        bytes memory returned;
        (ok, returned) = send(call, abi.encodeCall(receiver.payAuthorized, (p)));
        if (ok) delivered = abi.decode(returned, (uint256));
    }

    function hashOf(Payment memory p) internal view returns (bytes32) {
        return receiver.hashPayment(p);
    }

    /// No function pays a call without a solver, or takes its solver away: `payAuthorized_needsAnAuthorizationOfThisEpoch`,
    /// `payments_authorizeNothing`, `roles_markAndMoveNothing` and `authorizeFill_needsAnActiveSolverAndNoFailure`.
    function assumeAuthorizedIfPaid(Payment memory p) internal view {
        (address solver, ) = receiver.authorization(hashOf(p));
        vm.assume(!receiver.isCallMarked(hashOf(p)) || solver != address(0));
    }
}

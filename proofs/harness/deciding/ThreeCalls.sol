// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {Roles} from "./Roles.sol";
import {vm} from "../common/Vm.sol";

/// Three calls, of which the second is of any role and succeeds; what is refused changes nothing. In native currency, to
/// accounts without code.
contract ThreeCalls is Roles {
    function check_fill_paysEachIdOnceWhateverThePolicyDoes(
        Call[3] memory calls,
        Attestation[2] memory a,
        Evidence[2] memory e,
        uint256[2] memory amounts,
        Act memory x
    ) external {
        for (uint256 i = 0; i < 2; ++i) (e[i].id, e[i].token, e[i].recipient) = (e[0].id, address(0), RECIPIENT);
        if (!fill(calls[0], a[0], e[0], amounts[0])) return;
        if (!act(calls[1], x)) return;
        assert(!fill(calls[2], a[1], e[1], amounts[1]));
    }

    /// Evidence of today authorizes, the policy changes, and the call is made: it is paid, or reverts.
    function check_payAuthorized_paysOnlyInTheEpochOfItsEvidence(
        Call[3] memory calls,
        Attestation memory a,
        Evidence memory e,
        Act memory x,
        Payment memory p
    ) external {
        simplify(p);
        bytes32 id = hashOf(p);
        e.callHash = id;
        (address known, uint64 since) = receiver.authorization(id);
        vm.assume(known == address(0) && since == 0 && !receiver.isCallMarked(id) && receiver.policyEpoch() != 0);
        if (!authorize(calls[0], a, e)) return;
        uint64 epoch = receiver.policyEpoch();
        x.which = x.flag ? 0 : 8;
        if (!act(calls[1], x)) return;
        (bool ok, ) = pay(calls[2], p);
        assert(!ok || receiver.isCallMarked(id));
        if (ok) assert(receiver.policyEpoch() == epoch && receiver.isSolverActive(e.solver));
    }
}

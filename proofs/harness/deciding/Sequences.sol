// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {Roles} from "./Roles.sol";

/// Two calls, one after the other. What each of them does alone is proved without these limits: native currency, and
/// accounts without code.
contract Sequences is Roles {
    function simplify(Evidence memory e) private pure {
        e.token = address(0);
        e.recipient = RECIPIENT;
    }

    function check_fill_paysEachIdOnce(
        Call memory first,
        Call memory second,
        Attestation[2] memory a,
        Evidence[2] memory e,
        uint256[2] memory amounts
    ) external {
        e[1].id = e[0].id;
        simplify(e[0]);
        simplify(e[1]);
        if (fill(first, a[0], e[0], amounts[0])) assert(!fill(second, a[1], e[1], amounts[1]));
    }

    function check_payAuthorized_paysEachCallOnce(Call memory first, Call memory second, Payment memory p) external {
        simplify(p);
        assumeAuthorizedIfPaid(p);
        pay(first, p);
        if (!receiver.isCallMarked(hashOf(p))) return;
        (bool ok, ) = pay(second, p);
        assert(!ok);
    }

    function check_payAuthorized_neverAfterANarrowing(
        Call memory narrowing,
        Act memory x,
        Call memory payment,
        Payment memory p
    ) external {
        simplify(p);
        bytes32 id = hashOf(p);
        uint64 before = receiver.policyEpoch();
        (, uint64 epoch) = receiver.authorization(id);
        if (epoch > before || receiver.isCallMarked(id)) return;
        x.which = x.flag ? 0 : 7;
        act(narrowing, x);
        if (receiver.policyEpoch() == before) return;
        pay(payment, p);
        assert(!receiver.isCallMarked(id));
    }

    function check_authorizeFill_neverAfterThePayment(
        Call memory payment,
        Payment memory p,
        Call memory again,
        Attestation memory a,
        Evidence memory e
    ) external {
        simplify(p);
        e.callHash = hashOf(p);
        pay(payment, p);
        if (receiver.isCallMarked(e.callHash)) assert(!authorize(again, a, e));
    }
}

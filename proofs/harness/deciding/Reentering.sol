// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {Roles} from "./Roles.sol";

/// A recipient whose hook calls the receiver once more.
contract Reentering is Roles {
    function check_hook_cannotPayOrAuthorize(
        Call memory call,
        Attestation[2] memory a,
        Evidence[2] memory e,
        uint256 amount,
        uint8 which,
        Payment memory p
    ) external {
        e[0].token = address(0);
        e[0].recipient = address(model);
        reenter(which, a[1], e[1], amount, p);
        fill(call, a[0], e[0], amount);
        assert(!model.didReenter());
    }

    function check_hookOfACall_cannotPayOrAuthorize(
        Call memory call,
        Payment memory outer,
        Attestation memory a,
        Evidence memory e,
        uint256 amount,
        uint8 which,
        Payment memory p
    ) external {
        (outer.token, outer.recipient) = (address(0), address(model));
        reenter(which, a, e, amount, p);
        pay(call, outer);
        assert(!model.didReenter());
    }

    function reenter(
        uint8 which,
        Attestation memory a,
        Evidence memory e,
        uint256 amount,
        Payment memory p
    ) private {
        if (which == 0) model.reenterWith(encodeFill(a, e, amount));
        else if (which == 1) model.reenterWith(encodeAuthorization(a, e));
        else if (which == 2) model.reenterWith(abi.encodeCall(receiver.payAuthorized, (p)));
        else model.reenterWith(abi.encodeCall(receiver.rescue, (p.token, p.recipient, p.minimum)));
    }

    function check_hook_thatChangesThePolicyMarksNothingElse(
        Call memory call,
        Attestation memory a,
        Evidence memory e,
        uint256 amount,
        Act memory x,
        bytes32 other
    ) external {
        e.token = address(0);
        e.recipient = address(model);
        Funds memory before = fundsOf(address(receiver));
        bool wasMarked = receiver.isIdMarked(other);
        bool wasPaid = receiver.isCallMarked(other);
        x.which = x.flag ? 5 : 8;
        model.reenterWith(encode(x));
        bool ok = fill(call, a, e, amount);
        assert(receiver.isIdMarked(other) == (wasMarked || (ok && other == e.id)));
        assert(receiver.isCallMarked(other) == wasPaid);
        assert(same(before, fundsOf(address(receiver))));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {GuardHarness} from "fillproof/contracts/mocks/GuardHarness.sol";
import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {PayerTerms, PaymentOrder} from "fillproof/contracts/types/PaymentOrder.sol";
import {Guard, ModelDepository} from "./Models.sol";
import {HostileToken} from "../common/HostileToken.sol";
import {Proof} from "../common/Proof.sol";
import {vm} from "../common/Vm.sol";

/// A guard in any state.
abstract contract Guarding is Proof {
    Guard internal guard;
    HostileToken internal hostile;
    ModelDepository internal depository;
    GuardHarness internal plain;

    function setUp() public virtual {
        hostile = new HostileToken();
        depository = new ModelDepository();
        guard = new Guard();
        plain = new GuardHarness();
        makeArbitrary(address(guard));
        hostile.follow(address(guard));
    }

    function send(Call memory call, bytes memory data) internal returns (bool ok) {
        vm.assume(guard.depository() == address(depository));
        (ok, ) = sendTo(address(guard), call, data);
    }

    function payAttested(
        Call memory call,
        Attestation memory a,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) internal returns (bool ok) {
        return send(call, abi.encodeCall(guard.payAttested, (a, signature, order, terms)));
    }

    function paySigned(
        Call memory call,
        bytes memory signature,
        PaymentOrder memory order,
        PayerTerms memory terms
    ) internal returns (bool ok) {
        return send(call, abi.encodeCall(guard.paySigned, (order, signature, terms)));
    }

    /// The id of an order, and the hashes of its chains' names, by plain Solidity.
    function idOf(PaymentOrder memory order) internal view returns (bytes32 id) {
        (id, , ) = plain.readPlainly(order);
    }
}

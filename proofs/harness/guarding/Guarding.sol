// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {GuardHarness} from "fillproof/contracts/mocks/GuardHarness.sol";
import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {PayerTerms, PaymentOrder} from "fillproof/contracts/types/PaymentOrder.sol";
import {Guard, ModelDepository} from "./Models.sol";
import {HonestToken} from "../HonestToken.sol";
import {HostileToken} from "../HostileToken.sol";
import {vm} from "../Vm.sol";

/// A guard in any state, any balances, and calls by anyone at any time.
abstract contract Guarding {
    Guard internal guard;
    HonestToken internal token;
    HostileToken internal hostile;
    ModelDepository internal depository;
    GuardHarness internal plain;

    /// A payment that someone makes: its caller, time and value.
    struct Call {
        address caller;
        uint48 time;
        uint256 value;
    }

    /// The balances of one account.
    struct Funds {
        uint256 native;
        uint256 tokens;
    }

    function setUp() public virtual {
        token = new HonestToken();
        hostile = new HostileToken();
        depository = new ModelDepository();
        guard = new Guard();
        plain = new GuardHarness();
        // The constructor has locked the initializers; everything else may be anything.
        vm.setArbitraryStorage(address(guard));
        vm.setArbitraryStorage(address(token));
    }

    function send(Call memory call, bytes memory data) internal returns (bool ok) {
        vm.assume(call.caller != address(guard) && call.caller != address(token));
        vm.assume(guard.depository() == address(depository));
        vm.warp(call.time);
        vm.prank(call.caller);
        (ok, ) = address(guard).call{value: call.value}(data);
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

    function fundsOf(address account) internal view returns (Funds memory) {
        return Funds(account.balance, token.balanceOf(account));
    }

    function same(Funds memory a, Funds memory b) internal pure returns (bool) {
        return a.native == b.native && a.tokens == b.tokens;
    }

    /// The id of an order, and the hashes of its chains' names, by plain Solidity.
    function idOf(PaymentOrder memory order) internal view returns (bytes32 id) {
        (id, , ) = plain.readPlainly(order);
    }

    /// Only the honest token and native currency: what another token does with itself is not the guard's.
    function assumeKnownToken(address paid) internal view {
        vm.assume(paid == address(0) || paid == address(token));
    }
}

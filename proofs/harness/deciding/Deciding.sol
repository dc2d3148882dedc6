// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {OrderProof} from "fillproof/contracts/types/Order.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {Evidence} from "./ArbitraryTerms.sol";
import {ModelRecipient, Receiver} from "./Models.sol";
import {HonestToken} from "../HonestToken.sol";
import {vm} from "../Vm.sol";

/// An initialized receiver in any state, any balances, and calls by anyone at any time.
abstract contract Deciding {
    /// Accounts without code, where a property is about two calls or about sums.
    address internal constant RECIPIENT = address(0xb0b);
    address internal constant REFUND_TO = address(0xcafe);

    Receiver internal receiver;
    HonestToken internal token;
    ModelRecipient internal model;

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
        model = new ModelRecipient();
        receiver = new Receiver();
        // The constructor has locked the initializers; everything else may be anything.
        vm.setArbitraryStorage(address(receiver));
        vm.setArbitraryStorage(address(token));
    }

    function send(Call memory call, bytes memory data) internal returns (bool ok, bytes memory returned) {
        vm.assume(call.caller != address(receiver) && call.caller != address(token));
        vm.warp(call.time);
        vm.prank(call.caller);
        return address(receiver).call{value: call.value}(data);
    }

    function fill(Call memory call, Attestation memory a, Evidence memory e, uint256 amount) internal returns (bool ok) {
        OrderProof memory order;
        (ok, ) = send(call, abi.encodeCall(receiver.fill, (a, abi.encode(e), order, new bytes32[](0), amount)));
    }

    function authorize(Call memory call, Attestation memory a, Evidence memory e) internal returns (bool ok) {
        vm.assume(call.value == 0);
        OrderProof memory order;
        (ok, ) = send(call, abi.encodeCall(receiver.authorizeFill, (a, abi.encode(e), order, new bytes32[](0))));
    }

    function pay(Call memory call, Payment memory p) internal returns (bool ok, uint256 delivered) {
        bytes memory returned;
        (ok, returned) = send(call, abi.encodeCall(receiver.payAuthorized, (p)));
        if (ok) delivered = abi.decode(returned, (uint256));
    }

    function fundsOf(address account) internal view returns (Funds memory) {
        return Funds(account.balance, token.balanceOf(account));
    }

    function same(Funds memory a, Funds memory b) internal pure returns (bool) {
        return a.native == b.native && a.tokens == b.tokens;
    }

    function hashOf(Payment memory p) internal view returns (bytes32) {
        return receiver.hashPayment(p);
    }

    /// Only the honest token and native currency: what another token does with itself is not the receiver's.
    function assumeKnownToken(address paid) internal view {
        vm.assume(paid == address(0) || paid == address(token));
    }
}

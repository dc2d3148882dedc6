// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {SignedOrderReceiver} from "fillproof/contracts/SignedOrderReceiver.sol";
import {PaidRequests} from "fillproof/contracts/libraries/PaidRequests.sol";
import {ChainConfig} from "fillproof/contracts/types/Config.sol";
import {SignedOrderInput, SignedOrderProof} from "fillproof/contracts/types/SignedOrder.sol";
import {Overriding} from "./Overriding.sol";
import {vm} from "../Vm.sol";

/// The deployable contract, and views of its state.
contract SignedReceiver is SignedOrderReceiver {
    using PaidRequests for PaidRequests.State;

    /// The second word of `SignedOrdersStorage`: the names' hashes by chain id.
    uint256 private constant NAME_HASHES = 0x17d581aa34a91bcbad54df8cef2af9edf4c91a458bcd1f9ccb2922583ca89c01;

    function isIdMarked(bytes32 id) external view returns (bool) {
        return _verifierStorage().requests.isMarked(id);
    }

    function nameHashOf(uint256 chainId) external view returns (bytes32 nameHash) {
        bytes32 slot = keccak256(abi.encode(chainId, NAME_HASHES));
        assembly {
            nameHash := sload(slot)
        }
    }
}

/// What `SignedOrderReceiver` decides otherwise than `FillReceiver`: origins, and the names of chains.
contract Signed is Overriding {
    SignedReceiver internal receiver;

    function setUp() external {
        receiver = new SignedReceiver();
        setUpWith(receiver);
    }

    function fill(
        Call memory call,
        SignedOrderProof memory order,
        bytes memory signature,
        uint256 amount
    ) private returns (bool ok) {
        return
            send(call, receiver, abi.encodeCall(receiver.fill, (order, signature, new bytes32[](0), amount)));
    }

    /// What is paid in, and orders with calls, are no part of these properties.
    function makeDirect(SignedOrderProof memory order) private view {
        // What `Roles.route_isNeverOfNoChain` proves of every call.
        (, uint128 max) = receiver.route(0, 0);
        vm.assume(max == 0);
        order.output.payments[0].currency = new bytes(20);
        order.output.payments[0].recipient = abi.encodePacked(RECIPIENT);
        order.output.extraData = abi.encode(receiver);
    }

    function check_signedFill_needsARouteForEachInput(
        Call memory call,
        SignedOrderProof memory order,
        bytes memory signature,
        uint256 amount
    ) external {
        makeDirect(order);
        if (!fill(call, order, signature, amount)) return;
        assert(order.inputs.length != 0);
        for (uint256 i = 0; i < order.inputs.length; ++i) {
            (, uint256 max) = rangeOf(order.inputs[i]);
            assert(max != 0);
        }
    }

    function check_signedFill_needsEachAmountInItsRange(
        Call memory call,
        SignedOrderProof memory order,
        bytes memory signature,
        uint256 amount
    ) external {
        makeDirect(order);
        if (!fill(call, order, signature, amount)) return;
        for (uint256 i = 0; i < order.inputs.length; ++i) {
            (uint256 min, uint256 max) = rangeOf(order.inputs[i]);
            assert(min <= order.inputs[i].payment.amount && order.inputs[i].payment.amount <= max);
        }
    }

    /// The range of the route of an input whose currency is an address of 20 bytes.
    function rangeOf(SignedOrderInput memory input) private view returns (uint256 min, uint256 max) {
        (uint256 chainId, ) = receiver.chainOf(input.payment.chainId);
        bytes32 currency = bytes32(uint256(uint160(bytes20(input.payment.currency))));
        return receiver.route(chainId, currency);
    }

    /// A name stands for no chain, or for one that stands for it: two names never stand for one chain.
    function isPaired(string memory name) private view returns (bool) {
        (uint256 id, ) = receiver.chainOf(name);
        return id == 0 || receiver.nameHashOf(id) == keccak256(bytes(name));
    }

    function check_signedSetChain_keepsNamesOneToOne(
        Call memory call,
        ChainConfig memory config,
        string memory name
    ) external {
        vm.assume(call.value == 0 && isPaired(config.name) && isPaired(name));
        send(call, receiver, abi.encodeCall(receiver.setChain, (config)));
        assert(isPaired(name));
    }

    function check_signedSetChain_raisesTheEpochForAKnownName(Call memory call, ChainConfig memory config) external {
        vm.assume(call.value == 0 && receiver.policyEpoch() != 0);
        uint64 epoch = receiver.policyEpoch();
        (uint256 chainId, ) = receiver.chainOf(config.name);
        bool ok = send(call, receiver, abi.encodeCall(receiver.setChain, (config)));
        assert(receiver.policyEpoch() >= epoch);
        if (ok && chainId != 0) assert(receiver.policyEpoch() > epoch);
        if (ok) assert(receiver.hasRole(receiver.POLICY_ROLE(), call.caller));
    }

    function check_signedSetChain_marksAndMovesNothing(
        Call memory call,
        ChainConfig memory config,
        bytes32 id,
        address account
    ) external {
        vm.assume(call.value == 0);
        bool wasMarked = receiver.isIdMarked(id);
        (uint256 native, uint256 tokens) = (account.balance, token.balanceOf(account));
        send(call, receiver, abi.encodeCall(receiver.setChain, (config)));
        assert(receiver.isIdMarked(id) == wasMarked);
        assert(account.balance == native && token.balanceOf(account) == tokens);
    }
}

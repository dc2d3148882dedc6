// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {SignedOrderReceiver} from "fillproof/contracts/SignedOrderReceiver.sol";
import {Orders} from "fillproof/contracts/libraries/Orders.sol";
import {ChainConfig} from "fillproof/contracts/types/Config.sol";
import {OrderCall} from "fillproof/contracts/types/Order.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {SignedOrderInput, SignedOrderProof} from "fillproof/contracts/types/SignedOrder.sol";
import {SignedOrderIds} from "../common/SignedOrderIds.sol";
import {Overriding} from "./Overriding.sol";
import {vm} from "../common/Vm.sol";

/// The deployable contract, and views of its state.
contract SignedReceiver is SignedOrderReceiver {
    /// The second word of `SignedOrdersStorage`: the names' hashes by chain id.
    uint256 private constant NAME_HASHES = 0x17d581aa34a91bcbad54df8cef2af9edf4c91a458bcd1f9ccb2922583ca89c01;

    function isCallMarked(bytes32 callHash) external view returns (bool) {
        return _settlementStorage().calls[callHash].isPaid;
    }

    function nameHashOf(uint256 chainId) external view returns (bytes32 nameHash) {
        bytes32 slot = keccak256(abi.encode(chainId, NAME_HASHES));
        assembly {
            nameHash := sload(slot)
        }
    }
}

/// What `SignedOrderReceiver` decides otherwise than `AttestedOrderReceiver`: origins, and the names of chains.
contract Signed is Overriding, SignedOrderIds {
    SignedReceiver internal receiver;

    function setUp() external {
        receiver = new SignedReceiver();
        makeArbitrary(address(receiver));
    }

    /// Sends an order whose one call pays `p`, which is simplified and says what the order says. The contract refuses
    /// anything else.
    function authorize(
        Call memory call,
        SignedOrderProof memory order,
        bytes memory signature,
        Payment memory p,
        uint256 value
    ) private returns (bool ok) {
        simplify(p);
        // What `Roles.route_isNeverOfNoChain` proves of every call.
        (, uint128 max) = receiver.route(0, 0);
        vm.assume(max == 0);
        vm.assume(p.minimum != 0 && p.minimum <= p.maximum);
        vm.assume(p.deadline <= order.output.deadline && call.time <= p.deadline);
        (p.originChainId, p.originUser, p.originCurrency) = (0, 0, 0);
        if (order.inputs.length == 1) {
            (p.originChainId, ) = receiver.chainOf(order.inputs[0].payment.chainId);
            p.originCurrency = padded(address(bytes20(order.inputs[0].payment.currency)));
        }
        order.output.payments[0].currency = new bytes(20);
        order.output.payments[0].recipient = abi.encodePacked(RECIPIENT);
        order.output.calls[0] = Orders.encodeCall(
            OrderCall(address(receiver), abi.encodeCall(receiver.payAuthorized, (p)), value)
        );
        bytes memory data = abi.encodeCall(receiver.authorizeFill, (order, signature, new bytes32[](0)));
        return send(call, receiver, data);
    }

    function check_signedAuthorize_needsAnActiveSolverThatTheOrderNames(
        Call memory call,
        SignedOrderProof memory order,
        bytes memory signature,
        Payment memory p,
        uint256 value
    ) external {
        if (!authorize(call, order, signature, p, value)) return;
        assertListed(receiver, p.minimum, p.maximum);
        address signer = this.recover(digestOf(this.idOf(order)), signature);
        assert(signer != address(0) && signer == order.solver && receiver.isSolverActive(signer));
    }

    function check_signedAuthorize_marksAndMovesNothing(
        Call memory call,
        SignedOrderProof memory order,
        bytes memory signature,
        Payment memory p,
        uint256 value,
        bytes32 other,
        address account
    ) external {
        bool wasPaid = receiver.isCallMarked(other);
        Funds memory before = fundsOf(account);
        if (!authorize(call, order, signature, p, value)) return;
        assert(receiver.isCallMarked(other) == wasPaid);
        assert(same(before, fundsOf(account)));
    }

    function check_signedAuthorize_needsARouteForEachInput(
        Call memory call,
        SignedOrderProof memory order,
        bytes memory signature,
        Payment memory p,
        uint256 value
    ) external {
        if (!authorize(call, order, signature, p, value)) return;
        assert(order.inputs.length != 0);
        for (uint256 i = 0; i < order.inputs.length; ++i) {
            (, uint256 max) = rangeOf(order.inputs[i]);
            assert(max != 0);
        }
    }

    function check_signedAuthorize_needsEachAmountInItsRange(
        Call memory call,
        SignedOrderProof memory order,
        bytes memory signature,
        Payment memory p,
        uint256 value
    ) external {
        if (!authorize(call, order, signature, p, value)) return;
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

    /// A chain that has this name is the one that the name stands for.
    function isMirrored(uint256 chainId, string memory name) private view returns (bool) {
        (uint256 id, ) = receiver.chainOf(name);
        return id == chainId || receiver.nameHashOf(chainId) != keccak256(bytes(name));
    }

    function check_signedSetChain_keepsNamesOneToOne(
        Call memory call,
        ChainConfig memory config,
        string memory name,
        uint256 chainId
    ) external {
        vm.assume(call.value == 0 && chainId != 0 && isPaired(config.name) && isPaired(name));
        vm.assume(isMirrored(chainId, name) && isMirrored(config.chainId, config.name));
        send(call, receiver, abi.encodeCall(receiver.setChain, (config)));
        assert(isPaired(name) && isMirrored(chainId, name));
    }

    function check_signedSetChain_raisesTheEpochWhereItNarrows(Call memory call, ChainConfig memory config) external {
        vm.assume(call.value == 0 && receiver.policyEpoch() != type(uint64).max);
        vm.assume(isPaired(config.name) && isMirrored(config.chainId, config.name));
        uint64 epoch = receiver.policyEpoch();
        (uint256 chainId, bool isEvm) = receiver.chainOf(config.name);
        bool ok = send(call, receiver, abi.encodeCall(receiver.setChain, (config)));
        (uint256 newChainId, bool newIsEvm) = receiver.chainOf(config.name);
        bool narrows = chainId != 0 && (newChainId != chainId || newIsEvm != isEvm);
        assert(receiver.policyEpoch() == (narrows ? epoch + 1 : epoch));
        if (ok) assert(receiver.hasRole(receiver.POLICY_ROLE(), call.caller));
    }

    function check_signedSetChain_marksAndMovesNothing(
        Call memory call,
        ChainConfig memory config,
        bytes32 id,
        address account
    ) external {
        vm.assume(call.value == 0);
        bool wasPaid = receiver.isCallMarked(id);
        (address solver, uint64 epoch) = receiver.authorization(id);
        Funds memory before = fundsOf(account);
        send(call, receiver, abi.encodeCall(receiver.setChain, (config)));
        (address newSolver, uint64 newEpoch) = receiver.authorization(id);
        assert(receiver.isCallMarked(id) == wasPaid);
        assert(newSolver == solver && newEpoch == epoch);
        assert(same(before, fundsOf(account)));
    }
}

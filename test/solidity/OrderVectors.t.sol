// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OrderSigner} from "../../contracts/examples/OrderSigner.sol";
import {OrderHashes} from "../../contracts/testing/OrderHashes.sol";
import {
    Order,
    OrderFee,
    OrderInput,
    OrderOutput,
    OrderOutputPayment,
    OrderProof,
    OrderRefund
} from "../../contracts/types/Order.sol";
import {vm} from "./support/Vm.sol";

interface VmJson {
    function keyExistsJson(string calldata json, string calldata key) external view returns (bool);
    function parseJsonAddress(string calldata json, string calldata key) external pure returns (address);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function parseJsonBytes32(string calldata json, string calldata key) external pure returns (bytes32);
    function parseJsonString(string calldata json, string calldata key) external pure returns (string memory);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
    function readFile(string calldata path) external view returns (string memory);
    function toString(uint256 value) external pure returns (string memory);
}

/// The published vectors, as another language reads them.
contract OrderVectorsTest {
    VmJson internal constant vmJson = VmJson(address(vm));
    OrderSigner internal signer = new OrderSigner();
    string internal json = vmJson.readFile("vectors/orders.json");

    function test_orders_haveTheIdsOfTheVectors() external view {
        uint256 count;
        for (uint256 group = 0; group < 3; ++group) {
            for (uint256 i = 0; ; ++i) {
                string memory place = string.concat(_item(".testGroups", group), _item(".tests", i));
                if (!vmJson.keyExistsJson(json, place)) break;
                ++count;
                // Base58 is no encoding of the EVM: what Solidity hashes of Solana's accounts is their bytes.
                if (!_isSolana(place)) this.check(_readOrder(string.concat(place, ".orderData")), place);
            }
        }
        vm.assertEq(count, vmJson.parseJsonUint(json, ".numberOfTests"));
    }

    function check(Order calldata order, string calldata place) external view {
        bytes32 orderId = vmJson.parseJsonBytes32(json, string.concat(place, ".orderId"));
        vm.assertEq(OrderHashes.hash(order), orderId);
        bytes memory signature;
        address expected;
        if (vmJson.keyExistsJson(json, string.concat(place, ".signature"))) {
            signature = vmJson.parseJsonBytes(json, string.concat(place, ".signature"));
            if (_isText(string.concat(place, ".signer")))
                expected = vmJson.parseJsonAddress(json, string.concat(place, ".signer"));
        }
        (bytes32 found, address recovered) = signer.read(
            OrderProof({
                versionHash: keccak256(bytes(order.version)),
                solverChainIdHash: keccak256(bytes(order.solverChainId)),
                solver: order.solver,
                salt: order.salt,
                inputsHash: OrderHashes.hashInputs(order.inputs),
                output: order.output,
                feesHash: OrderHashes.hashFees(order.fees)
            }),
            signature
        );
        vm.assertEq(found, orderId);
        vm.assertEq(recovered, expected);
    }

    function _readOrder(string memory place) internal view returns (Order memory order) {
        order.version = _text(place, ".version");
        order.solverChainId = _text(place, ".solverChainId");
        order.solver = vmJson.parseJsonAddress(json, string.concat(place, ".solver"));
        order.salt = _uint(place, ".salt");
        order.inputs = new OrderInput[](_length(place, ".inputs"));
        for (uint256 i = 0; i < order.inputs.length; ++i) {
            string memory input = string.concat(place, _item(".inputs", i));
            OrderInput memory read = order.inputs[i];
            read.payment.chainId = _text(input, ".payment.chainId");
            read.payment.currency = _bytes(input, ".payment.currency");
            read.payment.amount = _uint(input, ".payment.amount");
            read.payment.weight = _uint(input, ".payment.weight");
            read.refunds = new OrderRefund[](_length(input, ".refunds"));
            for (uint256 j = 0; j < read.refunds.length; ++j) {
                read.refunds[j] = _readRefund(string.concat(input, _item(".refunds", j)));
            }
        }
        order.output = _readOutput(string.concat(place, ".output"));
        order.fees = new OrderFee[](_length(place, ".fees"));
        for (uint256 i = 0; i < order.fees.length; ++i) {
            string memory fee = string.concat(place, _item(".fees", i));
            order.fees[i].recipientChainId = _text(fee, ".recipientChainId");
            order.fees[i].recipient = _bytes(fee, ".recipient");
            order.fees[i].currencyChainId = _text(fee, ".currencyChainId");
            order.fees[i].currency = _bytes(fee, ".currency");
            order.fees[i].amount = _uint(fee, ".amount");
        }
    }

    function _readRefund(string memory place) internal view returns (OrderRefund memory refund) {
        refund.chainId = _text(place, ".chainId");
        refund.recipient = _bytes(place, ".recipient");
        refund.currency = _bytes(place, ".currency");
        refund.minimumAmount = _uint(place, ".minimumAmount");
        refund.deadline = uint32(_uint(place, ".deadline"));
        refund.extraData = _bytes(place, ".extraData");
    }

    function _readOutput(string memory place) internal view returns (OrderOutput memory output) {
        output.chainId = _text(place, ".chainId");
        output.payments = new OrderOutputPayment[](_length(place, ".payments"));
        for (uint256 i = 0; i < output.payments.length; ++i) {
            string memory payment = string.concat(place, _item(".payments", i));
            output.payments[i].recipient = _bytes(payment, ".recipient");
            output.payments[i].currency = _bytes(payment, ".currency");
            output.payments[i].minimumAmount = _uint(payment, ".minimumAmount");
            output.payments[i].expectedAmount = _uint(payment, ".expectedAmount");
        }
        output.calls = new bytes[](_length(place, ".calls"));
        for (uint256 i = 0; i < output.calls.length; ++i) output.calls[i] = _bytes(place, _item(".calls", i));
        output.deadline = uint32(_uint(place, ".deadline"));
        output.extraData = _bytes(place, ".extraData");
    }

    function _length(string memory place, string memory name) internal view returns (uint256 length) {
        while (vmJson.keyExistsJson(json, string.concat(place, _item(name, length)))) ++length;
    }

    function _isSolana(string memory place) internal view returns (bool) {
        string memory chain = vmJson.parseJsonString(json, string.concat(place, ".orderData.output.chainId"));
        return keccak256(bytes(chain)) == keccak256("solana");
    }

    /// `null` is no text.
    function _isText(string memory key) internal view returns (bool) {
        try vmJson.parseJsonAddress(json, key) returns (address) {
            return true;
        } catch {
            return false;
        }
    }

    function _text(string memory place, string memory name) internal view returns (string memory) {
        return vmJson.parseJsonString(json, string.concat(place, name));
    }

    function _bytes(string memory place, string memory name) internal view returns (bytes memory) {
        return vmJson.parseJsonBytes(json, string.concat(place, name));
    }

    function _uint(string memory place, string memory name) internal view returns (uint256) {
        return vmJson.parseJsonUint(json, string.concat(place, name));
    }

    function _item(string memory list, uint256 index) internal pure returns (string memory) {
        return string.concat(list, "[", vmJson.toString(index), "]");
    }
}

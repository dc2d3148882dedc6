// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {SignedOrderReceiver} from "../../../contracts/SignedOrderReceiver.sol";
import {IFillSettlement} from "../../../contracts/interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {ServiceContracts} from "../../../contracts/local/LocalContracts.sol";
import {LocalService, LocalSigning, LocalStatus} from "../../../contracts/local/LocalService.sol";
import {MetadataRouter} from "../../../contracts/local/MetadataRouter.sol";
import {MockHashRouter} from "../../../contracts/local/MockHashRouter.sol";
import {OlderRouter} from "../../../contracts/local/OlderRouter.sol";
import {RouterCalls, RouterKind} from "../../../contracts/local/RouterCalls.sol";
import {RouterCore} from "../../../contracts/local/RouterCore.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {FillproofTest, FillRequest, SignedFillEvidence} from "../../../contracts/testing/FillproofTest.sol";
import {RecipientConfig} from "../../../contracts/types/Config.sol";
import {Order, OrderCall, OrderRefund} from "../../../contracts/types/Order.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {Vm, vm} from "../support/Vm.sol";

/// What `LocalService` does in each case is what the mock does: test/local/agreement.test.ts compares it with the same rows.
contract AgreementTest is FillproofTest {
    string private constant ROWS = "test/vectors/local-service.txt";

    enum Kind {
        paid,
        returned,
        short,
        twice,
        forged,
        highS,
        changedOrder,
        late,
        revertingCall,
        refunded,
        expiredOrder
    }

    LocalService private service;
    SignedOrderReceiver private receiver;
    MockToken private token;
    FillRequest private request;
    bytes32 private callHash;
    bytes32 private requestId;

    address private user = makeUser("user of the agreement");
    address private recipient = makeUser("recipient");
    address private refundTo = makeUser("refunds");
    uint256[6] private held;
    bytes32[] private dataHashes;

    function test_native_hash() public {
        playAll("native v3.2 ", true, RouterKind.hash, 0);
    }

    function test_native_metadata() public {
        playAll("native v3 ", true, RouterKind.metadata, 1);
    }

    function test_native_plain() public {
        playAll("native v2.1 ", true, RouterKind.plain, 2);
    }

    function test_token_hash() public {
        playAll("token v3.2 ", false, RouterKind.hash, 3);
    }

    function test_token_metadata() public {
        playAll("token v3 ", false, RouterKind.metadata, 4);
    }

    function test_token_plain() public {
        playAll("token v2.1 ", false, RouterKind.plain, 5);
    }

    function playAll(string memory start, bool isNative, RouterKind kind, uint256 group) private {
        string[11] memory names = [
            "paid",
            "returned",
            "short",
            "twice",
            "forged",
            "high-s",
            "changed order",
            "late",
            "reverting call",
            "refunded",
            "expired order"
        ];
        for (uint256 i = 0; i < group * names.length; ++i) vm.readLine(ROWS);
        for (uint256 i = 0; i < names.length; ++i) {
            setUpWorld(isNative, kind);
            string memory row = string.concat(start, names[i], ": ", play(Kind(i)));
            vm.assertEq(row, vm.readLine(ROWS));
        }
    }

    function setUpWorld(bool isNative, RouterKind kind) private {
        vm.warp(1_800_000_000);
        service = new LocalService();
        service.setRouter(kind);
        token = new MockToken("USD Coin", "USDC", 6);
        token.mint(service.solver(), 10 ** 12);
        service.addToken(address(token), 1);
        receiver = service.deployReceiver(address(this), 1);
        receiver.setRecipient(RecipientConfig({recipient: recipient, hook: false}));
        request = makeRequest(recipient);
        request.receiver = address(receiver);
        request.refundTo = refundTo;
        request.originUser = user;
        request.token = isNative ? address(0) : address(token);
        request.minimum = isNative ? 10 ** 15 : 10 ** 9;
    }

    function play(Kind kind) private returns (string memory row) {
        Payment memory payment = makeSignedPayment(request);
        callHash = receiver.hashPayment(payment);
        OrderCall[] memory calls = RouterCalls.paying(service.router(), payment, address(receiver));
        delete dataHashes;
        for (uint256 i = 0; i < calls.length; ++i) dataHashes.push(keccak256(calls[i].data));
        requestId = service.quote(request, payment);
        row = describeOrder(service.orderOf(requestId));
        string memory refusal = kind == Kind.returned ? "not asked" : authorize(kind);
        row = string.concat(row, "; authorize ", refusal);
        bool isAuthorized = keccak256(bytes(refusal)) == keccak256("ok");
        if (isAuthorized || kind == Kind.returned) row = string.concat(row, "; ", payAndFill(kind));
    }

    function authorize(Kind kind) private returns (string memory) {
        LocalSigning signing =
            kind == Kind.forged
                ? LocalSigning.stranger
                : kind == Kind.highS
                    ? LocalSigning.highS
                    : LocalSigning.solver;
        SignedFillEvidence memory e = service.signedEvidence(requestId, signing);
        if (kind == Kind.changedOrder)
            e.order.salt = uint256(bytes32(hex"1111111111111111111111111111111111111111111111111111111111111111"));
        try receiver.authorizeFill(e.order, e.signature, e.recipientProof) {
            return "ok";
        } catch (bytes memory reason) {
            return describeError(reason);
        }
    }

    function payAndFill(Kind kind) private returns (string memory row) {
        if (kind == Kind.returned) service.depositTooEarly(requestId);
        else service.deposit(requestId);
        if (kind == Kind.late) vm.warp(block.timestamp + 7200);
        if (kind == Kind.expiredOrder) vm.warp(block.timestamp + 8 days);
        held = balances();
        vm.recordLogs();
        (bool isFilled, bytes memory reason) = makeFill(kind);
        Vm.Log[] memory logs = vm.getRecordedLogs();
        row = string.concat("fill ", isFilled ? "ok" : describeOutcome(reason));
        if (kind == Kind.twice) {
            (bool isAgain, bytes memory refused) = service.fillAgain(requestId);
            vm.assertTrue(!isAgain);
            row = string.concat(row, "; again ", describeError(refused));
        }
        row = string.concat(row, "; status ", describeStatus(service.statusOf(requestId)), "; gains ", describeGains());
        if (isFilled) row = string.concat(row, "; events", describeLogs(logs));
    }

    function makeFill(Kind kind) private returns (bool isFilled, bytes memory reason) {
        if (kind == Kind.short) return service.fillShort(requestId);
        if (kind == Kind.revertingCall) return service.fillWithRevert(requestId);
        if (kind != Kind.refunded) return service.fill(requestId);
        service.refund(requestId);
    }

    function balances() private view returns (uint256[6] memory all) {
        (address router, address proxy) = (service.router().router, service.router().approvalProxy);
        address[5] memory gainers = [recipient, refundTo, address(receiver), router, proxy];
        for (uint256 i = 0; i < 5; ++i) {
            all[i] = request.token == address(0) ? gainers[i].balance : token.balanceOf(gainers[i]);
        }
        all[5] = user.balance;
    }

    function describeGains() private view returns (string memory text) {
        string[6] memory names = ["recipient", "refundTo", "receiver", "router", "approvalProxy", "user"];
        uint256[6] memory now_ = balances();
        for (uint256 i = 0; i < 6; ++i) {
            uint256 gain = now_[i] - held[i];
            if (gain == 0) continue;
            string memory amount = i == 5 && gain == request.originAmount ? "the deposit" : vm.toString(gain);
            text = string.concat(text, bytes(text).length == 0 ? "" : ", ", names[i], " ", amount);
        }
    }

    function describeStatus(LocalStatus status) private pure returns (string memory) {
        if (status == LocalStatus.success) return "success";
        return status == LocalStatus.refund ? "refund" : "failure";
    }

    function describeOutcome(bytes memory reason) private view returns (string memory) {
        if (reason.length == 0) return "not made";
        if (bytes4(reason) == LocalService.OrderExpired.selector) return "order expired";
        return describeError(reason);
    }

    function describeOrder(Order memory order) private view returns (string memory text) {
        text = "order refunds ";
        for (uint256 i = 0; i < 2; ++i) {
            OrderRefund memory one = order.inputs[0].refunds[i];
            text = string.concat(text, i == 0 ? "" : ", ", nameBytes(one.recipient), " ", nameBytes(one.currency));
            text = string.concat(text, " ", vm.toString(one.minimumAmount), " ", nameBytes(one.extraData));
        }
        text = string.concat(text, ", pays ", nameBytes(order.output.payments[0].recipient));
        text = string.concat(text, " ", nameBytes(order.output.payments[0].currency));
        text = string.concat(text, " ", vm.toString(order.output.payments[0].minimumAmount));
        text = string.concat(text, " ", vm.toString(order.output.payments[0].expectedAmount), ", calls ");
        for (uint256 i = 0; i < order.output.calls.length; ++i) {
            bytes memory one = order.output.calls[i];
            text = string.concat(text, i == 0 ? "" : ", ", nameWord(wordAt(one, 0)), " ", nameWord(wordAt(one, 64)));
            text = string.concat(text, " ", vm.toString(one.length));
        }
        text = string.concat(text, ", through ", nameBytes(order.output.extraData));
    }

    function describeError(bytes memory reason) private view returns (string memory text) {
        text = string.concat(nameOf(bytes32(bytes4(reason))), "(");
        for (uint256 i = 4; i < reason.length; i += 32) {
            text = string.concat(text, i == 4 ? "" : ",", nameWord(wordAt(reason, i)));
        }
        text = string.concat(text, ")");
    }

    function describeLogs(Vm.Log[] memory logs) private view returns (string memory text) {
        for (uint256 i = 0; i < logs.length; ++i) text = string.concat(text, " ", describeLog(logs[i]));
    }

    function describeLog(Vm.Log memory log) private view returns (string memory text) {
        (bytes32 topic, bytes memory data) = (log.topics[0], log.data);
        text = string.concat(nameWord(toWord(log.emitter)), ".", nameOf(topic), "(");
        if (topic == OlderRouter.SolverCallExecuted.selector) {
            uint256 length = uint256(wordAt(data, 96));
            text = string.concat(text, nameWord(wordAt(data, 0)), ",", nameWord(wordAt(data, 64)), ",");
            text = string.concat(text, vm.toString(length));
            if (length != 0) text = string.concat(text, ",", vm.toString(abi.encodePacked(bytes4(wordAt(data, 128)))));
            return string.concat(text, ")");
        }
        for (uint256 i = 1; i < log.topics.length; ++i) {
            text = string.concat(text, i == 1 ? "" : ",", nameWord(log.topics[i]));
        }
        for (uint256 i = 0; i < data.length; i += 32) {
            text = string.concat(text, i + log.topics.length == 1 ? "" : ",", nameWord(wordAt(data, i)));
        }
        text = string.concat(text, ")");
    }

    function nameOf(bytes32 id) private pure returns (string memory) {
        if (id == ISolverPolicy.InvalidSignature.selector) return "InvalidSignature";
        if (id == ISolverPolicy.UnknownSolver.selector) return "UnknownSolver";
        if (id == ISolverPolicy.RequestExpired.selector) return "RequestExpired";
        if (id == ISolverPolicy.RequestAlreadyPaid.selector) return "RequestAlreadyPaid";
        if (id == IFillVerifier.PaymentTooLow.selector) return "PaymentTooLow";
        if (id == IFillVerifier.FillAccepted.selector) return "FillAccepted";
        if (id == IFillSettlement.PaymentReturned.selector) return "PaymentReturned";
        if (id == OlderRouter.SolverCallExecuted.selector) return "SolverCallExecuted";
        if (id == MockHashRouter.SolverCallExecuted.selector) return "SolverCallExecuted";
        if (id == RouterCore.SolverNativeTransfer.selector) return "SolverNativeTransfer";
        if (id == MetadataRouter.FundsMovement.selector) return "FundsMovement";
        if (id == IERC20.Transfer.selector) return "Transfer";
        if (id == IERC20.Approval.selector) return "Approval";
        return "undefined";
    }

    function nameBytes(bytes memory value) private view returns (string memory) {
        return nameWord(wordAt(value, 0) >> (value.length < 32 ? 256 - 8 * value.length : 0));
    }

    function nameWord(bytes32 word) private view returns (string memory) {
        if (word == callHash) return "callHash";
        if (word == service.orderIdOf(requestId)) return "orderId";
        if (word == keccak256("")) return "no data";
        for (uint256 i = 0; i < dataHashes.length; ++i) {
            if (word == dataHashes[i]) return string.concat("data of call ", vm.toString(i));
        }
        ServiceContracts memory all = service.contracts();
        address[9] memory accounts = [
            user,
            recipient,
            refundTo,
            address(receiver),
            service.router().router,
            service.router().approvalProxy,
            all.depository,
            service.solver(),
            address(token)
        ];
        string[9] memory names = [
            "user",
            "recipient",
            "refundTo",
            "receiver",
            "router",
            "approvalProxy",
            "depository",
            "solver",
            "token"
        ];
        for (uint256 i = 0; i < 9; ++i) if (word == toWord(accounts[i])) return names[i];
        uint256 value = uint256(word);
        if (value >= 2 ** 64) return "?";
        return value > 1_000_000_000 && value < 2 ** 32 ? "time" : vm.toString(value);
    }

    function wordAt(bytes memory data, uint256 start) private pure returns (bytes32 word) {
        assembly ("memory-safe") {
            word := mload(add(add(data, 32), start))
        }
        // What lies after the end is no part of it.
        uint256 left = data.length > start ? data.length - start : 0;
        if (left < 32) word &= bytes32(type(uint256).max << (256 - 8 * left));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {AttestedOrderReceiver} from "../../../contracts/AttestedOrderReceiver.sol";
import {IAttestedOrderReceiver} from "../../../contracts/interfaces/IAttestedOrderReceiver.sol";
import {IFillSettlement} from "../../../contracts/interfaces/IFillSettlement.sol";
import {ISolverPolicy} from "../../../contracts/interfaces/ISolverPolicy.sol";
import {IFillVerifier} from "../../../contracts/interfaces/IFillVerifier.sol";
import {MockToken} from "../../../contracts/mocks/service/MockToken.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../../contracts/testing/FillproofTest.sol";
import {RouteConfig, SolverConfig} from "../../../contracts/types/Config.sol";
import {Attestation} from "../../../contracts/types/Attestation.sol";
import {OrderProof} from "../../../contracts/types/Order.sol";
import {Payment} from "../../../contracts/types/Payment.sol";
import {vm} from "../support/Vm.sol";

/// A receiver at the boundaries of everything that it compares, at, below and above.
contract BoundariesFuzz is FillproofTest {
    address private recipient = makeSolver("recipient").addr;
    FillRequest private request;
    AttestedOrderReceiver private receiver;

    function setUp() public {
        request = makeRequest(recipient);
        receiver = deployReceiver(makeConfig(request, address(this), 1));
        request.receiver = address(receiver);
        vm.deal(address(this), type(uint128).max);
    }

    /// The solver counts from its start until before its stop, direct and authorized.
    function testFuzz_solverWindow(uint32 start, uint32 length, uint256 when) public {
        // Orders end with 32 bits of seconds.
        uint256 from = (uint256(start) % 2 ** 31) + 1;
        uint256 stop = from + uint256(length) + 1;
        // At, just before or just after a boundary, or anywhere.
        uint256[8] memory times = [
            from - 1,
            from,
            from + 1,
            stop - 1,
            stop,
            stop + 1,
            when % (stop + 10),
            when % 2 ** 40
        ];
        request.deadline = type(uint32).max;
        receiver.setSolver(SolverConfig(request.solver.addr, uint48(from), uint48(stop)));
        Payment memory payment = makePayment(request);
        vm.warp(from);
        present(prove(authorizedOrder(request, payment), request));
        uint256 time = times[when % 8];
        if (time > request.deadline) time = request.deadline;
        vm.warp(time);

        bool active = from <= time && time < stop;
        bytes memory failure = abi.encodeWithSelector(
            ISolverPolicy.UnknownSolver.selector,
            request.solver.addr,
            from,
            stop
        );
        FillEvidence memory e = prove(directOrder(request), request);
        vm.assertTrue(receiver.isSolverActive(request.solver.addr) == active);
        if (!active) vm.expectRevert(failure);
        fill(e, request.minimum);
        if (!active) vm.expectRevert(failure);
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.assertEq(recipient.balance, active ? 2 * request.minimum : 0);
    }

    /// An order is good until its deadline, that second included; so is an authorized call.
    function testFuzz_deadline(uint32 deadline, uint256 when, uint32 earlier) public {
        // The last second of 48 bits is nobody's: a window without an end ends before it.
        uint256 ever = when % (2 ** 48 - 1);
        uint256[5] memory times = [uint256(deadline), deadline + uint256(1), deadline, when % 2 ** 33, ever];
        uint256 time = times[when % 5];
        if (when % 5 == 2 && time > 0) --time;
        request.deadline = deadline;
        Payment memory payment = makePayment(request);
        payment.deadline = deadline - (earlier % (deadline == 0 ? 1 : deadline));
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        vm.warp(payment.deadline);
        present(e);
        vm.warp(time);

        e = prove(directOrder(request), request);
        if (time > deadline) {
            vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.RequestExpired.selector, time, deadline));
        }
        fill(e, request.minimum);
        if (time > payment.deadline) {
            vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.RequestExpired.selector, time, payment.deadline));
        }
        receiver.payAuthorized{value: payment.minimum}(payment);
    }

    /// A call must not outlive its order.
    function testFuzz_deadlineOfTheCall(uint32 deadline, uint48 later) public {
        request.deadline = deadline;
        Payment memory payment = makePayment(request);
        payment.deadline = uint48(uint256(deadline) + (later % 2 ** 40));
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        vm.warp(deadline);
        if (payment.deadline > deadline) {
            vm.expectRevert(
                abi.encodeWithSelector(
                    IFillVerifier.TermsMismatch.selector,
                    bytes32("deadline"),
                    uint256(payment.deadline),
                    uint256(deadline)
                )
            );
        }
        present(e);
    }

    /// What was sent lies in the route's range, its ends included.
    function testFuzz_amountSent(uint128 min, uint128 max, uint256 sent) public {
        if (min > max) (min, max) = (max, min);
        if (max == 0) max = 1;
        receiver.setRoute(RouteConfig(request.originChainId, 0, min, max));
        uint256 below = min == 0 ? 0 : uint256(min) - 1;
        uint256[6] memory amounts = [uint256(min), max, below, uint256(max) + 1, sent, sent % 2 ** 128];
        request.originAmount = amounts[sent % 6];
        FillEvidence memory e = prove(directOrder(request), request);
        if (request.originAmount < min || request.originAmount > max) {
            vm.expectRevert(
                abi.encodeWithSelector(IFillVerifier.AmountOutOfRange.selector, request.originAmount, min, max)
            );
        }
        fill(e, request.minimum);
    }

    /// An authorized call takes native value from its minimum to its maximum.
    function testFuzz_payAuthorized_takesNativeValueInRange(uint96 minimum, uint96 span, uint256 seed) public {
        request.minimum = uint256(minimum) + 1;
        request.maximum = request.minimum + span;
        Payment memory payment = makePayment(request);
        present(prove(authorizedOrder(request, payment), request));
        uint256[5] memory amounts = [
            payment.minimum,
            payment.maximum,
            payment.minimum - 1,
            payment.maximum + 1,
            seed % 2 ** 100
        ];
        uint256 amount = amounts[seed % 5];
        bool low = amount < payment.minimum;
        bool high = amount > payment.maximum;
        if (low) vm.expectRevert(abi.encodeWithSelector(IFillVerifier.PaymentTooLow.selector, amount, payment.minimum));
        if (high)
            vm.expectRevert(abi.encodeWithSelector(IFillVerifier.PaymentTooHigh.selector, amount, payment.maximum));
        receiver.payAuthorized{value: amount}(payment);
        vm.assertEq(recipient.balance, low || high ? 0 : amount);
        vm.assertEq(address(receiver).balance, 0);
    }

    /// Of a token it takes the least of balance, allowance and maximum, if that is enough.
    function testFuzz_payAuthorized_takesTheLeast(
        uint96 minimum,
        uint96 span,
        uint96 balance,
        uint96 allowance
    ) public {
        MockToken token = new MockToken("Token", "TKN", 18);
        receiver.setToken(address(token), 1, type(uint128).max);
        request.token = address(token);
        request.minimum = uint256(minimum) + 1;
        request.maximum = request.minimum + span;
        Payment memory payment = makePayment(request);
        present(prove(authorizedOrder(request, payment), request));
        token.mint(address(this), balance);
        token.approve(address(receiver), allowance);
        uint256 least = balance < allowance ? balance : allowance;
        if (least > payment.maximum) least = payment.maximum;
        bool low = least < payment.minimum;
        if (low) vm.expectRevert(abi.encodeWithSelector(IFillVerifier.PaymentTooLow.selector, least, payment.minimum));
        receiver.payAuthorized(payment);
        vm.assertEq(token.balanceOf(recipient), low ? 0 : least);
        vm.assertEq(token.balanceOf(address(this)), low ? balance : balance - least);
    }

    /// A recipient with anything in its upper 12 bytes is nobody's address.
    function testFuzz_dirtyRecipient(uint96 dirt) public {
        FillEvidence memory e = prove(directOrder(request), request);
        e.attestation.destinationUser |= bytes32(uint256(dirt) << 160);
        e.signature = sign(e.attestation, request.solver.key);
        if (dirt != 0) {
            bytes32 found = e.attestation.destinationUser;
            vm.expectRevert(abi.encodeWithSelector(IFillVerifier.InvalidRecipient.selector, found));
        }
        fill(e, request.minimum);
    }

    /// A currency with anything in its upper 12 bytes is another route, that nobody opened.
    function testFuzz_dirtyCurrency(uint96 dirt) public {
        if (dirt == 0) dirt = 1;
        FillEvidence memory e = prove(directOrder(request), request);
        bytes32 currency = e.attestation.originCurrency | bytes32(uint256(dirt) << 160);
        e.attestation.originCurrency = currency;
        e.signature = sign(e.attestation, request.solver.key);
        vm.expectRevert(
            abi.encodeWithSelector(IFillVerifier.OriginNotAccepted.selector, request.originChainId, currency)
        );
        fill(e, request.minimum);
    }

    /// The attestation of one chain is refused by the same receiver on another.
    function testFuzz_otherChain(uint64 chainId) public {
        FillEvidence memory e = prove(directOrder(request), request);
        uint256 here = block.chainid;
        if (chainId == here) ++chainId;
        vm.chainId(chainId);
        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.WrongDestinationChain.selector, here, chainId));
        fill(e, request.minimum);
        // Nor does an attestation help that names the new chain: the order's name stands for the old one.
        e.attestation.destinationChainId = chainId;
        e.signature = sign(e.attestation, request.solver.key);
        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.WrongDestinationChain.selector, here, chainId));
        fill(e, request.minimum);
        vm.chainId(here);
        fill(prove(directOrder(request), request), request.minimum);
    }

    /// What was authorized on one chain can't be paid on another.
    function testFuzz_otherChain_payAuthorized(uint64 chainId) public {
        Payment memory payment = makePayment(request);
        present(prove(authorizedOrder(request, payment), request));
        uint256 here = block.chainid;
        vm.chainId(chainId == here ? uint256(chainId) + 1 : chainId);
        bytes32 callHash = receiver.hashPayment(payment);
        vm.expectRevert(abi.encodeWithSelector(IFillSettlement.NotAuthorized.selector, callHash));
        receiver.payAuthorized{value: payment.minimum}(payment);
        vm.chainId(here);
        receiver.payAuthorized{value: payment.minimum}(payment);
    }

    /// An order for any other contract is refused here, even by a receiver of the same policy.
    function testFuzz_otherContract(address other) public {
        if (other == address(receiver)) other = address(1);
        request.receiver = other;
        FillEvidence memory e = prove(directOrder(request), request);
        vm.expectRevert(
            abi.encodeWithSelector(IFillVerifier.WrongFillContract.selector, abi.encode(other), 0, address(receiver))
        );
        fill(e, request.minimum);
        e = prove(authorizedOrder(request, makePayment(request)), request);
        vm.expectRevert(abi.encodeWithSelector(IFillVerifier.WrongFillContract.selector, "", 0, address(receiver)));
        present(e);
    }

    /// A flipped bit anywhere in the calldata of `fill`: refused, unless it changes nothing that is read.
    function testFuzz_fill_refusesFlippedBits(uint256 seed) public {
        FillEvidence memory e = prove(directOrder(request), request);
        bytes memory call = encode(e, request.minimum);
        // Where an empty list of calls begins means nothing, and what lies beyond the calldata is empty.
        flipBits(call, seed, request.minimum, placeOfCalls(call), this.reencode);
        fill(e, request.minimum);
        vm.assertEq(recipient.balance, request.minimum);
    }

    /// Nor in the calldata of `authorizeFill`, the order's call among it.
    function testFuzz_authorizeFill_refusesFlippedBits(uint256 seed) public {
        Payment memory payment = makePayment(request);
        FillEvidence memory e = prove(authorizedOrder(request, payment), request);
        bytes memory call = encodeAuthorization(e);
        flipBits(call, seed, 0, call.length, this.reencodeAuthorization);
        present(e);
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum));
    }

    /// @dev Makes calls with eight bits flipped, one at a time. One that succeeds must mean the same, and is undone.
    /// Nobody reads the word at `unread`.
    function flipBits(
        bytes memory call,
        uint256 seed,
        uint256 value,
        uint256 unread,
        function(bytes memory) external view returns (bytes memory) reencoded
    ) private {
        bytes32 genuine = keccak256(call);
        for (uint256 i = 0; i < 8; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            uint256 position = seed % call.length;
            bytes1 flip = bytes1(uint8(1 << ((seed >> 128) % 8)));
            call[position] ^= flip;
            bool matters = position < unread || position >= unread + 32;
            if (matters && this.succeeds(call, value)) vm.assertEq(keccak256(reencoded(call)), genuine);
            call[position] ^= flip;
        }
    }

    /// @dev Where the calldata of `fill` says where the list of calls begins.
    function placeOfCalls(bytes memory call) private pure returns (uint256 place) {
        place = 4 + wordAt(call, 4 + 8 * 32);
        place += wordAt(call, place + 5 * 32);
        return place + 3 * 32;
    }

    function wordAt(bytes memory data, uint256 place) private pure returns (uint256 word) {
        assembly ("memory-safe") {
            word := mload(add(add(data, 0x20), place))
        }
    }

    /// Whether the receiver takes a call. Nothing of it stays.
    function succeeds(bytes calldata call, uint256 value) external returns (bool) {
        try this.make(call, value) {
            return false;
        } catch (bytes memory answer) {
            return abi.decode(answer, (bool));
        }
    }

    /// Makes a call, and reverts with whether it succeeded.
    function make(bytes calldata call, uint256 value) external {
        // Some lengths need more memory than any transaction can pay for (EIP-7825).
        (bool ok, ) = address(receiver).call{value: value, gas: 2 ** 24}(call);
        assembly ("memory-safe") {
            mstore(0x00, ok)
            revert(0x00, 0x20)
        }
    }

    /// Every bit of the attestation and of the signature, in turn, at the receiver itself.
    function test_fill_refusesEveryFlippedBitOfTheSignedWords() public {
        FillEvidence memory e = prove(directOrder(request), request);
        bytes memory call = encode(e, request.minimum);
        uint256 signatureAt = 4 + 11 * 32 + 32;
        for (uint256 i = 0; i < 7 * 32 + 65; ++i) {
            uint256 position = i < 7 * 32 ? 4 + i : signatureAt + i - 7 * 32;
            for (uint256 bit = 0; bit < 8; ++bit) {
                call[position] ^= bytes1(uint8(1 << bit));
                (bool ok, ) = address(receiver).call{value: request.minimum}(call);
                vm.assertTrue(!ok);
                call[position] ^= bytes1(uint8(1 << bit));
            }
        }
        fill(e, request.minimum);
    }

    /// Decodes the arguments of `fill` as Solidity does, and encodes them again.
    function reencode(bytes calldata call) external pure returns (bytes memory) {
        require(bytes4(call) == IAttestedOrderReceiver.fill.selector);
        FillEvidence memory e;
        uint256 amount;
        (e.attestation, e.signature, e.order, e.recipientProof, amount) = abi.decode(
            call[4:],
            (Attestation, bytes, OrderProof, bytes32[], uint256)
        );
        return encode(e, amount);
    }

    /// The same for `authorizeFill`.
    function reencodeAuthorization(bytes calldata call) external pure returns (bytes memory) {
        require(bytes4(call) == IAttestedOrderReceiver.authorizeFill.selector);
        FillEvidence memory e;
        (e.attestation, e.signature, e.order, e.recipientProof) = abi.decode(
            call[4:],
            (Attestation, bytes, OrderProof, bytes32[])
        );
        return encodeAuthorization(e);
    }

    function encodeAuthorization(FillEvidence memory e) private pure returns (bytes memory) {
        return
            abi.encodeCall(
                IAttestedOrderReceiver.authorizeFill,
                (e.attestation, e.signature, e.order, e.recipientProof)
            );
    }

    function encode(FillEvidence memory e, uint256 amount) private pure returns (bytes memory) {
        return
            abi.encodeCall(
                IAttestedOrderReceiver.fill,
                (e.attestation, e.signature, e.order, e.recipientProof, amount)
            );
    }

    function fill(FillEvidence memory e, uint256 amount) private {
        receiver.fill{value: amount}(e.attestation, e.signature, e.order, e.recipientProof, amount);
    }

    function present(FillEvidence memory e) private {
        receiver.authorizeFill(e.attestation, e.signature, e.order, e.recipientProof);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {RegisteredTermsReceiver} from "fillproof/contracts/RegisteredTermsReceiver.sol";
import {Attestation} from "fillproof/contracts/types/Attestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {RegisteredTerms} from "fillproof/contracts/types/RegisteredTerms.sol";
import {Overriding} from "./Overriding.sol";
import {vm} from "../common/Vm.sol";

/// The deployable contract, and views of its marks.
contract RegisteredReceiver is RegisteredTermsReceiver {
    function isIdMarked(bytes32 id) external view returns (bool) {
        return _directFillsStorage().paid[id] != 0;
    }

    function isCallMarked(bytes32 callHash) external view returns (bool) {
        return _settlementStorage().calls[callHash].isPaid;
    }
}

/// What `RegisteredTermsReceiver` decides otherwise than `AttestedOrderReceiver`: registrars, and the requests of calls.
contract Registered is Overriding {
    /// `EIP712Storage` of OpenZeppelin, of which the third and fourth words are short strings.
    uint256 private constant EIP712 = 0xa16a46d94261c7517cc8ff89f61c0ce93598e3c849801011dee649a6a557d100;

    RegisteredReceiver internal receiver;

    function setUp() external {
        receiver = new RegisteredReceiver();
        makeArbitrary(address(receiver));
        // As `initialize` leaves it, and no function changes it.
        vm.store(address(receiver), bytes32(EIP712 + 2), bytes32("fillproof") | bytes32(uint256(2 * 9)));
        vm.store(address(receiver), bytes32(EIP712 + 3), bytes32("1") | bytes32(uint256(2 * 1)));
    }

    /// Both signatures of a request.
    struct Signatures {
        bytes attested;
        bytes terms;
    }

    /// What evidence says twice is equal, but the call may end earlier. The contract refuses anything else.
    function repeatEvidence(Payment memory p, Attestation memory a, RegisteredTerms memory terms) private pure {
        (p.originChainId, p.originUser, p.originCurrency) = (a.originChainId, a.originUser, a.originCurrency);
        (terms.token, terms.recipient) = (p.token, p.recipient);
        (terms.minimum, terms.maximum) = (p.minimum, p.maximum);
        vm.assume(p.deadline <= terms.deadline);
    }

    function fill(
        Call memory call,
        Attestation memory a,
        RegisteredTerms memory terms,
        Signatures memory signatures,
        uint256 amount
    ) private returns (bool ok) {
        (terms.token, terms.recipient) = (address(0), RECIPIENT);
        bytes memory data = abi.encodeCall(
            receiver.fill,
            (a, signatures.attested, terms, signatures.terms, new bytes32[](0), amount)
        );
        return send(call, receiver, data);
    }

    function pay(Call memory call, Payment memory p) private returns (bool ok) {
        return send(call, receiver, abi.encodeCall(receiver.payAuthorized, (p)));
    }

    /// Authorizes `p`, which is simplified, by terms that say so.
    function authorize(
        Call memory call,
        Attestation memory a,
        Payment memory p,
        RegisteredTerms memory terms,
        Signatures memory signatures
    ) private returns (bool ok) {
        simplify(p);
        repeatEvidence(p, a, terms);
        terms.authorizedCall = abi.encodeCall(receiver.payAuthorized, (p));
        bytes memory data = abi.encodeCall(
            receiver.authorizeFill,
            (a, signatures.attested, terms, signatures.terms, new bytes32[](0))
        );
        return send(call, receiver, data);
    }

    function assertSigners(Attestation memory a, bytes32 digest, Signatures memory signatures) private view {
        address registrar = this.recover(digest, signatures.terms);
        assert(registrar != address(0) && receiver.hasRole(receiver.REGISTRAR_ROLE(), registrar));
        address solver = this.recover(digestOf(keccak256(abi.encode(a))), signatures.attested);
        assert(solver != address(0) && receiver.isSolverActive(solver));
    }

    function check_registeredTerms_needsARegistrarAndASolver(
        Call memory call,
        Attestation memory a,
        RegisteredTerms memory terms,
        Signatures memory signatures,
        uint256 amount
    ) external {
        (terms.token, terms.recipient) = (address(0), RECIPIENT);
        bytes32 digest = receiver.hashRegisteredTerms(a, terms);
        if (!fill(call, a, terms, signatures, amount)) return;
        assertSigners(a, digest, signatures);
        assert(terms.minimum <= amount && amount <= terms.maximum && call.time <= terms.deadline);
        assert(a.destinationChainId == block.chainid && a.destinationUser == padded(RECIPIENT));
        assertListed(receiver, amount, amount);
        (bool allowed, ) = receiver.recipientStatus(RECIPIENT);
        assert(allowed && !receiver.isReserved(RECIPIENT));
    }

    function check_registeredAuthorize_needsARegistrarAndASolver(
        Call memory call,
        Attestation memory a,
        Payment memory p,
        RegisteredTerms memory terms,
        Signatures memory signatures
    ) external {
        if (!authorize(call, a, p, terms, signatures)) return;
        assertSigners(a, receiver.hashRegisteredTerms(a, terms), signatures);
        assertListed(receiver, p.minimum, p.maximum);
    }

    function check_registeredAuthorize_marksNothingAndNamesOneRequest(
        Call memory call,
        Attestation memory a,
        Payment memory p,
        RegisteredTerms memory terms,
        Signatures memory signatures,
        bytes32 other
    ) external {
        bytes32 request = receiver.requestOf(other);
        bool wasMarked = receiver.isIdMarked(other);
        bool wasPaid = receiver.isCallMarked(other);
        bool ok = authorize(call, a, p, terms, signatures);
        assert(receiver.isIdMarked(other) == wasMarked && receiver.isCallMarked(other) == wasPaid);
        bool isNamed = ok && other == receiver.hashPayment(p);
        assert(receiver.requestOf(other) == (isNamed ? a.requestId : request));
        if (isNamed) assert(!wasPaid && (request == 0 || request == a.requestId));
    }

    function check_registeredTerms_marksItsRequestOnce(
        Call memory call,
        Attestation memory a,
        RegisteredTerms memory terms,
        Signatures memory signatures,
        uint256 amount,
        bytes32 other
    ) external {
        bool wasMarked = receiver.isIdMarked(other);
        bool wasPaid = receiver.isCallMarked(other);
        bool ok = fill(call, a, terms, signatures, amount);
        assert(receiver.isIdMarked(other) == (wasMarked || (ok && other == a.requestId)));
        assert(receiver.isCallMarked(other) == wasPaid);
        if (ok && other == a.requestId) assert(!wasMarked);
    }

    function check_registeredPayAuthorized_marksItsRequestOnce(
        Call memory call,
        Payment memory p,
        bytes32 other
    ) external {
        simplify(p);
        bytes32 callHash = receiver.hashPayment(p);
        bytes32 request = receiver.requestOf(callHash);
        bool wasMarked = receiver.isIdMarked(other);
        bool wasPaid = receiver.isCallMarked(callHash);
        // Who authorizes a call names its request: `registeredAuthorize_marksNothingAndNamesOneRequest`.
        (address solver, ) = receiver.authorization(callHash);
        vm.assume(solver == address(0) || request != 0);
        pay(call, p);
        bool isPaid = !wasPaid && receiver.isCallMarked(callHash);
        assert(receiver.isIdMarked(other) == (wasMarked || (isPaid && other == request)));
        if (isPaid && other == request) assert(!wasMarked);
    }

    /// Also of an account that has renounced it: what it signed may be in flight. Renouncing alone raises nothing.
    function check_registrar_raisesTheEpochWhenItsRoleIsRevoked(
        Call memory call,
        bytes32 role,
        address account,
        uint8 which
    ) external {
        vm.assume(call.value == 0 && receiver.policyEpoch() != type(uint64).max);
        uint64 epoch = receiver.policyEpoch();
        bytes memory data = abi.encodeCall(receiver.grantRole, (role, account));
        if (which == 0) data = abi.encodeCall(receiver.revokeRole, (role, account));
        if (which == 1) data = abi.encodeCall(receiver.renounceRole, (role, account));
        bool ok = send(call, receiver, data);
        bool rises = ok && which == 0 && role == receiver.REGISTRAR_ROLE();
        assert(receiver.policyEpoch() == (rises ? epoch + 1 : epoch));
        if (rises) assert(!receiver.hasRole(role, account));
    }
}

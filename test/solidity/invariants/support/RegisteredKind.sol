// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

import {RegisteredTermsReceiver} from "../../../../contracts/RegisteredTermsReceiver.sol";
import {IFillSettlement} from "../../../../contracts/interfaces/IFillSettlement.sol";
import {IRegisteredTermsReceiver} from "../../../../contracts/interfaces/IRegisteredTermsReceiver.sol";
import {FillRequest, Solver, VM_FILLPROOF} from "../../../../contracts/testing/FillproofTest.sol";
import {Attestation} from "../../../../contracts/types/Attestation.sol";
import {Payment} from "../../../../contracts/types/Payment.sol";
import {RegisteredTerms} from "../../../../contracts/types/RegisteredTerms.sol";
import {EvidenceKind, Origin, Presented, Wish} from "./EvidenceKind.sol";

/// @notice Registered terms: an attested request that is no order, and what a registrar states about it. There are two
/// registrars, whose role comes and goes; now and then one states other terms for a request that it knows.
contract RegisteredKind is EvidenceKind {
    bytes32 private constant REGISTRAR_ROLE = keccak256("fillproof.REGISTRAR_ROLE");
    string private constant TERMS_TYPE =
        "RegisteredTerms(bytes32 attestationHash,bytes32 requestId,address token,uint256 minimum,uint256 maximum,address recipient,uint48 deadline,bytes32 authorizedCall)";

    mapping(address account => bool) private _isDismissed;
    address private _receiver;
    bytes32 private _lastRequest;

    function faults() external pure override returns (uint256) {
        return 25;
    }

    function fillCall(bytes calldata evidence, uint256 amount) external pure override returns (bytes memory) {
        (Attestation memory a, bytes memory s, RegisteredTerms memory terms, bytes memory by) = _decode(evidence);
        return abi.encodeCall(IRegisteredTermsReceiver.fill, (a, s, terms, by, new bytes32[](0), amount));
    }

    function authorizeCall(bytes calldata evidence) public pure override returns (bytes memory) {
        (Attestation memory a, bytes memory s, RegisteredTerms memory terms, bytes memory by) = _decode(evidence);
        return abi.encodeCall(IRegisteredTermsReceiver.authorizeFill, (a, s, terms, by, new bytes32[](0)));
    }

    /// @notice What comes after the arguments of the authorized call means nothing.
    function meaning(bytes calldata evidence) external pure override returns (bytes32) {
        (Attestation memory a, bytes memory s, RegisteredTerms memory terms, bytes memory by) = _decode(evidence);
        bytes memory made = terms.authorizedCall;
        if (made.length > 420) {
            uint256 end;
            assembly ("memory-safe") {
                end := mload(add(made, 0x1a4))
            }
            end = end < made.length - 420 ? 420 + end : made.length;
            assembly ("memory-safe") {
                mstore(made, end)
            }
        }
        return keccak256(abi.encode(a, _whole(s), terms, _whole(by)));
    }

    /// @notice Who stated the terms must be a registrar still.
    function holds(bytes32, bytes32 note, address, Origin calldata origin) external view override returns (bool) {
        return _world().inRange(origin) && !_isDismissed[address(uint160(uint256(note)))];
    }

    function paysRequests() external pure override returns (bool) {
        return true;
    }

    // The policy

    function _deploy(FillRequest memory request, address admin) internal override returns (address) {
        RegisteredTermsReceiver deployed = deployRegisteredTermsReceiver(
            makeConfig(request, address(this), 1),
            _registrar(true).addr
        );
        deployed.grantRole(REGISTRAR_ROLE, _registrar(false).addr);
        _share(deployed, admin);
        if (_receiver == address(0)) _receiver = address(deployed);
        return address(deployed);
    }

    function heal() external override returns (uint256 narrowed) {
        for (uint256 i = 0; i < 2; ++i) {
            address registrar = _registrar(i == 0).addr;
            if (_isDismissed[registrar]) narrowed += _appoint(registrar, true);
        }
    }

    function _administrate() internal override returns (uint256 narrowed) {
        return _appoint(_registrar(_draw(2) == 0).addr, _draw(2) == 0);
    }

    function _appoint(address registrar, bool appointed) private returns (uint256 narrowed) {
        if (appointed) IAccessControl(_receiver).grantRole(REGISTRAR_ROLE, registrar);
        else IAccessControl(_receiver).revokeRole(REGISTRAR_ROLE, registrar);
        // Also of one that has the role no more.
        if (!appointed) narrowed = 1;
        _isDismissed[registrar] = !appointed;
    }

    function _registrar(bool first) private pure returns (Solver memory) {
        return makeSolver(first ? "registrar" : "second registrar");
    }

    function _forbiddenCall() internal override returns (bytes memory) {
        if (_draw(2) == 0) return abi.encodeCall(IAccessControl.grantRole, (REGISTRAR_ROLE, thief));
        address[] memory registrars = new address[](1);
        registrars[0] = thief;
        return
            abi.encodeCall(IRegisteredTermsReceiver.initialize, (makeConfig(makeRequest(thief), thief, 1), registrars));
    }

    // The evidence

    function _present(Presented memory shown, Wish memory wish, uint256 fault) internal override {
        shown.namesRouter = false;
        _preparePayment(wish, fault);
        shown.sound = fault == 0 || (fault > 19 && !wish.authorized);

        Attestation memory a = _attestation(wish);
        RegisteredTerms memory terms = _termsOf(wish, fault);
        shown.maximum = terms.maximum;
        if (fault < 5) _spoilAttestation(a, fault);
        bytes memory signature = sign(a, wish.request.solver.key);
        if (fault > 4 && fault < 8) _spoilSignature(signature, fault - 4);
        bytes memory termsSignature = _signTerms(shown, a, terms, wish, fault);
        if (fault > 7 && fault < 13) _changeTerms(terms, fault);
        shown.id = a.requestId;
        shown.evidence = abi.encode(a, signature, terms, termsSignature);
    }

    function _preparePayment(Wish memory wish, uint256 fault) private view {
        if (!wish.authorized) return;
        // A whole word, so that every bit of the call is one that is read.
        if (wish.payment.data.length != 0) wish.payment.data = abi.encode("for the hook");
        if (fault == 23) wish.payment.deadline += 1;
        if (fault == 24) wish.payment.originUser = toWord(thief);
        if (fault == 25) wish.payment.originChainId += 1;
    }

    function _attestation(Wish memory wish) private returns (Attestation memory a) {
        FillRequest memory request = wish.request;
        bytes32 requestId = keccak256(abi.encode("request", request.salt));
        // The same request once more: other terms of it are not paid as well.
        if (_lastRequest != 0 && _draw(6) == 0) requestId = _lastRequest;
        if (wish.fault == 0) _lastRequest = requestId;
        return attestRequest(requestId, request);
    }

    function _termsOf(Wish memory wish, uint256 fault) private returns (RegisteredTerms memory terms) {
        FillRequest memory request = wish.request;
        (terms.token, terms.recipient, terms.deadline) = (request.token, request.recipient, request.deadline);
        (terms.minimum, terms.maximum) = (request.minimum, 3 * request.minimum + _draw(2));
        if (!wish.authorized) return terms;
        (terms.minimum, terms.maximum) = (wish.payment.minimum, wish.payment.maximum);
        terms.authorizedCall = payAuthorizedCall(wish.payment);
        if (fault == 20) terms.recipient = terms.recipient == plainRecipient ? trickyRecipient : plainRecipient;
        if (fault == 21) terms.minimum += 1;
        if (fault == 22) terms.maximum += 1;
    }

    function _spoilAttestation(Attestation memory a, uint256 fault) private view {
        if (fault == 1) a.destinationChainId = 10;
        if (fault == 2) a.requestId = 0;
        if (fault == 3) a.destinationUser |= bytes32(uint256(1) << 160);
        if (fault == 4) a.destinationUser = toWord(thief);
    }

    /// @dev Signed are the terms as they were.
    function _changeTerms(RegisteredTerms memory terms, uint256 fault) private view {
        if (fault == 8) terms.token = terms.token == _world().tokens(1) ? _world().tokens(2) : _world().tokens(1);
        if (fault == 9) terms.minimum = terms.minimum == 1 ? 2 : 1;
        if (fault == 10) terms.deadline += 1 days;
        if (fault == 11) terms.maximum = type(uint256).max;
        if (fault != 12) return;
        // Another word of the call; or a call where the terms have none.
        if (terms.authorizedCall.length != 0) terms.authorizedCall[4 + 9 * 32 - 1] ^= 0x01;
        else terms.recipient = terms.recipient == plainRecipient ? trickyRecipient : plainRecipient;
    }

    function _signTerms(
        Presented memory shown,
        Attestation memory a,
        RegisteredTerms memory terms,
        Wish memory wish,
        uint256 fault
    ) private returns (bytes memory signature) {
        Solver memory signer = _registrar(_draw(2) == 0);
        shown.note = toWord(signer.addr);
        if (fault == 13) signer = makeSolver("thief");
        if (fault == 14) signer = wish.request.solver;
        Attestation memory stated = abi.decode(abi.encode(a), (Attestation));
        if (fault == 18) stated.originAmount += 1;
        address domain = fault == 19 ? _world().otherReceiver() : _receiver;
        bytes32 digest = keccak256(bytes.concat(hex"1901", _domain(domain), _hashTerms(stated, terms, wish)));
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(signer.key, digest);
        signature = abi.encodePacked(r, s, v);
        if (fault > 14 && fault < 18) _spoilSignature(signature, fault - 14);
    }

    function _domain(address contract_) private view returns (bytes32) {
        return
            keccak256(
                abi.encode(
                    keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                    keccak256("fillproof"),
                    keccak256("1"),
                    block.chainid,
                    contract_
                )
            );
    }

    function _hashTerms(
        Attestation memory a,
        RegisteredTerms memory terms,
        Wish memory wish
    ) private view returns (bytes32) {
        bytes32 callHash;
        if (terms.authorizedCall.length != 0) {
            Payment memory p = wish.payment;
            callHash = keccak256(abi.encode(block.chainid, _receiver, IFillSettlement.payAuthorized.selector, p));
        }
        bytes memory raw = abi.encode(keccak256(bytes(TERMS_TYPE)), keccak256(abi.encode(a)), a.requestId, terms.token);
        raw = bytes.concat(raw, abi.encode(terms.minimum, terms.maximum, terms.recipient, terms.deadline));
        return keccak256(bytes.concat(raw, callHash));
    }

    function _decode(
        bytes calldata evidence
    ) private pure returns (Attestation memory, bytes memory, RegisteredTerms memory, bytes memory) {
        return abi.decode(evidence, (Attestation, bytes, RegisteredTerms, bytes));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

import {RegisteredFillReceiver} from "../../../../contracts/RegisteredFillReceiver.sol";
import {IFillSettlement} from "../../../../contracts/interfaces/IFillSettlement.sol";
import {IRegisteredFillReceiver} from "../../../../contracts/interfaces/IRegisteredFillReceiver.sol";
import {FillRequest, Solver, VM_FILLPROOF} from "../../../../contracts/test/FillproofTest.sol";
import {Attestation} from "../../../../contracts/types/Attestation.sol";
import {OrderCall} from "../../../../contracts/types/Order.sol";
import {Payment} from "../../../../contracts/types/Payment.sol";
import {RegisteredTerms} from "../../../../contracts/types/RegisteredTerms.sol";
import {Deal, Wish} from "./Deals.sol";
import {ReceiverHandler} from "./ReceiverHandler.sol";

/// @notice Registered terms: an attested request that is no order, and what a registrar states about it. There are two
/// registrars, whose role comes and goes; now and then one states other terms for a request that it knows.
abstract contract RegisteredHandler is ReceiverHandler {
    bytes32 private constant REGISTRAR_ROLE = keccak256("fillproof.REGISTRAR_ROLE");
    string private constant CALL_TYPE = "Call(address to,bytes data,uint256 value)";
    string private constant TERMS_TYPE =
        "RegisteredTerms(bytes32 attestationHash,bytes32 requestId,address token,uint256 minimum,uint256 maximum,address recipient,uint48 deadline,bytes32 authorizedCall,Call[] calls)";

    mapping(address account => bool) private _isDismissed;
    bytes32 private _lastRequest;

    function _deploy(FillRequest memory request) internal override returns (address) {
        address[] memory registrars = new address[](2);
        (registrars[0], registrars[1]) = (makeSolver("registrar").addr, makeSolver("second registrar").addr);
        bytes memory set = abi.encodeCall(
            IRegisteredFillReceiver.initialize,
            (makeConfig(request, address(this)), registrars)
        );
        return address(new ERC1967Proxy(address(new RegisteredFillReceiver()), set));
    }

    function _evidenceFaults() internal pure override returns (uint256) {
        return 25;
    }

    function _present(Wish memory wish) internal override returns (bytes32 id, bytes memory evidence, bool sound) {
        uint256 fault = wish.fault < FIRST_EVIDENCE_FAULT ? 0 : wish.fault - FIRST_EVIDENCE_FAULT + 1;
        Deal storage d = deals[deals.length - 1];
        d.namesRouter = false;
        _preparePayment(wish, fault);
        sound = fault == 0 || (fault > 20 && !wish.authorised);

        Attestation memory a = _attestation(wish);
        RegisteredTerms memory terms = _termsOf(wish);
        d.maximum = terms.maximum;
        if (fault < 5) _spoilAttestation(a, fault);
        if (fault == 20) _stateBothWays(terms, wish);
        bytes memory signature = sign(a, wish.request.solver.key);
        if (fault > 4 && fault < 8) _spoilSignature(signature, fault - 4);
        bytes memory termsSignature = _signTerms(a, terms, wish, fault);
        if (fault > 7 && fault < 13) _changeTerms(terms, fault);
        id = a.requestId;
        evidence = abi.encode(a, signature, terms, termsSignature);
    }

    /// @dev Who stated the terms must be a registrar still.
    function _kindHolds(Deal storage d) internal view override returns (bool) {
        address registrar = address(uint160(uint256(d.note)));
        return super._kindHolds(d) && !_isDismissed[registrar] && _requestOf(d) == d.id;
    }

    /// @dev A call that was authorised belongs to its request.
    function _requestOf(Deal storage d) private view returns (bytes32 id) {
        if (d.authorised) id = requestOf[d.callHash];
        if (id == 0) id = d.id;
    }

    function _noteRequest(Deal storage d) internal override {
        paid[_requestOf(d)] = true;
    }

    /// @dev A request is paid once, whichever of its terms is used.
    function _isSpent(Deal storage d) internal view override returns (bool) {
        return super._isSpent(d) || paid[_requestOf(d)];
    }

    function _fillCall(bytes memory evidence, uint256 amount) internal pure override returns (bytes memory) {
        (Attestation memory a, bytes memory s, RegisteredTerms memory terms, bytes memory by) = _decode(evidence);
        return abi.encodeCall(IRegisteredFillReceiver.fill, (a, s, terms, by, new bytes32[](0), amount));
    }

    function _authorizeCall(bytes memory evidence) internal pure override returns (bytes memory) {
        (Attestation memory a, bytes memory s, RegisteredTerms memory terms, bytes memory by) = _decode(evidence);
        return abi.encodeCall(IRegisteredFillReceiver.authorizeFill, (a, s, terms, by, new bytes32[](0)));
    }

    /// @dev What comes after the arguments of the authorised call means nothing.
    function _meaning(bytes memory evidence) internal pure override returns (bytes32) {
        (Attestation memory a, bytes memory s, RegisteredTerms memory terms, bytes memory by) = _decode(evidence);
        bytes memory made = terms.authorizedCall;
        if (made.length > 388) {
            uint256 end;
            assembly ("memory-safe") {
                end := mload(add(made, 0x184))
            }
            end = end < made.length - 388 ? 388 + end : made.length;
            assembly ("memory-safe") {
                mstore(made, end)
            }
        }
        return keccak256(abi.encode(a, s, terms, by));
    }

    // The policy

    function _administrateKind() internal override {
        _appoint(_registrar(_draw(2) == 0).addr, _draw(2) == 0);
    }

    function _healKind() internal override {
        for (uint256 i = 0; i < 2; ++i) {
            address registrar = _registrar(i == 0).addr;
            if (_isDismissed[registrar]) _appoint(registrar, true);
        }
    }

    function _appoint(address registrar, bool appointed) private {
        if (appointed) IAccessControl(receiver).grantRole(REGISTRAR_ROLE, registrar);
        else IAccessControl(receiver).revokeRole(REGISTRAR_ROLE, registrar);
        if (!appointed && !_isDismissed[registrar]) ++epochNow;
        _isDismissed[registrar] = !appointed;
    }

    function _registrar(bool first) private pure returns (Solver memory) {
        return makeSolver(first ? "registrar" : "second registrar");
    }

    function _forbiddenCallOfKind() internal override returns (bytes memory) {
        if (_draw(2) == 0) return abi.encodeCall(IAccessControl.grantRole, (REGISTRAR_ROLE, thief));
        address[] memory registrars = new address[](1);
        registrars[0] = thief;
        return abi.encodeCall(IRegisteredFillReceiver.initialize, (makeConfig(makeRequest(thief), thief), registrars));
    }

    // The evidence

    function _preparePayment(Wish memory wish, uint256 fault) private view {
        if (!wish.authorised) return;
        // A whole word, so that every bit of the call is one that is read.
        if (wish.payment.data.length != 0) wish.payment.data = abi.encode("for the hook");
        if (fault == 23) wish.payment.deadline += 1;
        if (fault == 24) wish.payment.originUser = toWord(thief);
        if (fault == 25) wish.payment.originChainId += 1;
    }

    function _attestation(Wish memory wish) private returns (Attestation memory a) {
        FillRequest memory request = wish.request;
        a.requestId = keccak256(abi.encode("request", request.salt));
        // The same request once more: other terms of it are not paid as well.
        if (_lastRequest != 0 && _draw(6) == 0) a.requestId = _lastRequest;
        if (wish.fault == 0) _lastRequest = a.requestId;
        a.originChainId = request.originChainId;
        a.originUser = toWord(request.originUser);
        a.originCurrency = toWord(request.originCurrency);
        a.originAmount = request.originAmount;
        a.destinationChainId = block.chainid;
        a.destinationUser = toWord(request.recipient);
    }

    function _termsOf(Wish memory wish) private returns (RegisteredTerms memory terms) {
        FillRequest memory request = wish.request;
        uint256 fault = wish.fault < FIRST_EVIDENCE_FAULT ? 0 : wish.fault - FIRST_EVIDENCE_FAULT + 1;
        (terms.token, terms.recipient, terms.deadline) = (request.token, request.recipient, request.deadline);
        (terms.minimum, terms.maximum) = (request.minimum, 3 * request.minimum + _draw(2));
        if (wish.authorised) {
            (terms.minimum, terms.maximum) = (wish.payment.minimum, wish.payment.maximum);
            terms.authorizedCall = payAuthorizedCall(wish.payment);
            if (fault == 21) terms.minimum += 1;
            if (fault == 22) terms.maximum += 1;
        } else {
            terms.calls = wish.calls;
        }
    }

    function _spoilAttestation(Attestation memory a, uint256 fault) private view {
        if (fault == 1) a.destinationChainId = 10;
        if (fault == 2) a.requestId = 0;
        if (fault == 3) a.destinationUser |= bytes32(uint256(1) << 160);
        if (fault == 4) a.destinationUser = toWord(thief);
    }

    /// @dev A direct fill that is an authorised one too, and the other way round.
    function _stateBothWays(RegisteredTerms memory terms, Wish memory wish) private view {
        if (!wish.authorised) {
            terms.authorizedCall = payAuthorizedCall(makePayment(wish.request));
            if (terms.calls.length != 0) return;
        }
        terms.calls = new OrderCall[](1);
        terms.calls[0].to = shop;
    }

    /// @dev Signed are the terms as they were.
    function _changeTerms(RegisteredTerms memory terms, uint256 fault) private view {
        if (fault == 8) terms.token = terms.token == tokens[1] ? tokens[2] : tokens[1];
        if (fault == 9) terms.minimum = terms.minimum == 1 ? 2 : 1;
        if (fault == 10) terms.deadline += 1 days;
        if (fault == 11) terms.maximum = type(uint256).max;
        if (fault == 12) {
            if (terms.authorizedCall.length != 0) terms.authorizedCall[4 + 9 * 32 - 1] ^= 0x01;
            terms.calls = new OrderCall[](1 + terms.calls.length);
            terms.calls[0].to = shop;
        }
    }

    function _signTerms(
        Attestation memory a,
        RegisteredTerms memory terms,
        Wish memory wish,
        uint256 fault
    ) private returns (bytes memory signature) {
        Solver memory signer = _registrar(_draw(2) == 0);
        deals[deals.length - 1].note = toWord(signer.addr);
        if (fault == 13) signer = makeSolver("thief");
        if (fault == 14) signer = wish.request.solver;
        Attestation memory stated = abi.decode(abi.encode(a), (Attestation));
        if (fault == 18) stated.originAmount += 1;
        bytes32 structHash = _hashTerms(stated, terms, wish);
        address domain = fault == 19 ? otherReceiver : receiver;
        bytes32 digest = keccak256(bytes.concat(hex"1901", _domain(domain), structHash));
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
        bytes memory calls;
        for (uint256 i = 0; i < terms.calls.length; ++i) {
            OrderCall memory call = terms.calls[i];
            bytes memory one = abi.encode(keccak256(bytes(CALL_TYPE)), call.to, keccak256(call.data), call.value);
            calls = bytes.concat(calls, keccak256(one));
        }
        bytes32 callHash;
        if (terms.authorizedCall.length != 0) {
            Payment memory p = wish.authorised ? wish.payment : makePayment(wish.request);
            callHash = keccak256(abi.encode(block.chainid, receiver, IFillSettlement.payAuthorized.selector, p));
        }
        bytes memory raw = abi.encode(
            keccak256(bytes(string.concat(TERMS_TYPE, CALL_TYPE))),
            keccak256(abi.encode(a)),
            a.requestId,
            terms.token
        );
        raw = bytes.concat(raw, abi.encode(terms.minimum, terms.maximum, terms.recipient, terms.deadline));
        return keccak256(bytes.concat(raw, callHash, keccak256(calls)));
    }

    function _decode(
        bytes memory evidence
    ) private pure returns (Attestation memory, bytes memory, RegisteredTerms memory, bytes memory) {
        return abi.decode(evidence, (Attestation, bytes, RegisteredTerms, bytes));
    }
}

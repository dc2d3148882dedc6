// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IFillSettlement} from "../../../../contracts/interfaces/IFillSettlement.sol";
import {FillRequest} from "../../../../contracts/testing/FillproofTest.sol";
import {Payment} from "../../../../contracts/types/Payment.sol";
import {Cast} from "./Cast.sol";
import {EvidenceKind, Origin, Presented, Wish} from "./EvidenceKind.sol";
import {PolicyModel} from "./PolicyModel.sol";
import {TrickyRecipient} from "./TrickyRecipient.sol";
import {TrickyToken} from "./TrickyToken.sol";
import {World} from "./World.sol";

/// @notice What is true of a piece of evidence, whatever a receiver makes of it.
struct Deal {
    bool authorized;
    /// No fault was built in that no policy and no time can heal.
    bool sound;
    bytes32 id;
    bytes32 callHash;
    address solver;
    Origin origin;
    address token;
    uint256 minimum;
    uint256 maximum;
    address recipient;
    uint256 deadline;
    /// The native value of the call in an authorized order.
    uint256 value;
    bool namesRouter;
    bytes evidence;
    bytes payment;
    /// What a kind of evidence notes for itself.
    bytes32 note;
}

/// @notice What an authorized call rests on.
struct Consent {
    address solver;
    uint256 epoch;
    bool hook;
}

/// @notice What becomes of a payment.
enum Outcome {
    Refused,
    Returned,
    Paid
}

/// @notice Makes evidence, good and bad, and says which of it a receiver should accept.
/// @dev The judgement is made from the rules alone: it reads nothing from the receiver under test.
abstract contract Deals is Cast, PolicyModel, World {
    EvidenceKind public immutable kind;
    bool internal immutable fillsDirectly;
    uint256 internal immutable firstEvidenceFault;
    address public receiver;
    address public otherReceiver;
    address public router;
    TrickyRecipient public trickyRecipient;
    /// A contract that is on no list, and gets tokens back.
    TrickyRecipient public wallet;

    /// What the list wants of each token.
    uint256 internal constant LEAST = 1000;

    Deal[] internal deals;
    mapping(bytes32 key => bool) internal paid;
    /// The first request for which a call was authorized.
    mapping(bytes32 callHash => bytes32 id) internal requestOf;
    mapping(bytes32 callHash => Consent) internal consents;
    uint256 private _seed;
    uint256 private _salt;

    constructor(EvidenceKind kind_) {
        kind = kind_;
        fillsDirectly = kind_.fillsDirectly();
        firstEvidenceFault = kind_.FIRST_EVIDENCE_FAULT();
    }

    // Making

    function _start(uint256 seed) internal {
        _seed = seed;
    }

    /// @dev One of `n`, by the seed.
    function _draw(uint256 n) internal returns (uint256) {
        _seed = uint256(keccak256(abi.encode(_seed)));
        return _seed % n;
    }

    function _drawSeed() internal returns (uint256) {
        return _draw(type(uint256).max);
    }

    /// @dev Makes a wish with nothing wrong in it.
    function _goodRequest() internal returns (FillRequest memory request) {
        request = makeRequest(_draw(2) == 0 ? plainRecipient : address(trickyRecipient));
        request.receiver = receiver;
        request.token = tokens[_draw(4)];
        request.originAmount = 1000;
        request.minimum = LEAST + _draw(1e18);
        request.salt = ++_salt;
        request.deadline = uint32(block.timestamp + _draw(1200));
        request.refundTo = _drawRefundTo(request.token);
        if (_draw(4) == 0) request.solver = makeSolver("second solver");
    }

    /// @dev Nobody; or somebody to whom money may go back, or never, or not always.
    function _drawRefundTo(address token) private returns (address) {
        if (_draw(2) == 0) return address(0);
        if (_draw(4) == 0) return _draw(2) == 0 ? _forbidden(token) : address(trickyRecipient);
        return [payer, unlisted, plainRecipient, address(wallet)][_draw(4)];
    }

    /// @dev Changes what only the policy or the time decides about.
    function _bend(FillRequest memory request, uint256 fault) internal {
        if (fault == 1) request.solver = makeSolver("thief");
        if (fault == 2) request.originChainId = 2;
        if (fault == 3) request.originCurrency = address(1);
        if (fault == 4) request.originAmount = [uint256(0), 9, 10, 1e6, 1e6 + 1][_draw(5)];
        if (fault == 5) request.deadline = uint32(block.timestamp + 1 - _draw(3));
        if (fault == 6) request.recipient = unlisted;
        if (fault == 7) request.recipient = _forbidden(request.token);
        if (fault == 8) request.minimum = 0;
        if (fault == 9) request.token = madeUp;
        // Less than the token's list wants, or more than any list takes.
        if (fault == 10) request.minimum = _draw(2) == 0 ? 1 + _draw(LEAST - 1) : 2 ** 128 + _draw(2);
    }

    function _forbidden(address token) internal returns (address) {
        address permit2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
        return [receiver, router, permit2, token][_draw(4)];
    }

    /// @dev Half of all deals are good, if the policy is.
    function _drawFault() internal returns (uint256) {
        return _draw(2) == 0 ? 0 : 1 + _draw(_countFaults());
    }

    function _countFaults() internal view returns (uint256) {
        return firstEvidenceFault - 1 + kind.faults();
    }

    function _makeDirect(FillRequest memory request, uint256 fault) internal returns (uint256 index) {
        Wish memory wish;
        wish.request = request;
        wish.fault = fault;
        _bend(request, fault);
        return _push(wish);
    }

    function _makeAuthorized(FillRequest memory request, uint256 fault) internal returns (uint256 index) {
        Wish memory wish;
        wish.request = request;
        wish.fault = fault;
        _bend(request, fault);
        request.maximum = request.minimum + _draw(3);
        if (fault == 6 && _draw(2) == 0) request.maximum = request.minimum == 0 ? 0 : request.minimum - 1;
        wish.payment = kind.namesUser() ? makePayment(request) : makeSignedPayment(request);
        wish.payment.maximum = request.maximum;
        if (request.token == tokens[1]) wish.payment.data = "for the hook";
        return _pushAuthorized(wish);
    }

    /// @dev Another order for the call of an earlier deal, perhaps by another solver.
    function _makeSecondOrder(Deal storage first) internal returns (uint256 index) {
        Wish memory wish;
        wish.request = _goodRequest();
        wish.payment = abi.decode(first.payment, (Payment));
        wish.request.recipient = wish.payment.recipient;
        wish.request.token = wish.payment.token;
        wish.request.minimum = wish.payment.minimum;
        wish.request.originChainId = wish.payment.originChainId;
        wish.request.originCurrency = address(uint160(uint256(wish.payment.originCurrency)));
        wish.request.deadline = uint32(wish.payment.deadline + _draw(2));
        return _pushAuthorized(wish);
    }

    function _pushAuthorized(Wish memory wish) private returns (uint256 index) {
        wish.authorized = true;
        wish.namesRouter = _draw(2) == 0;
        wish.paysRouter = _draw(wish.namesRouter ? 2 : 8) == 0;
        wish.paysRecipient = _draw(2) == 0;
        return _push(wish);
    }

    function _push(Wish memory wish) private returns (uint256 index) {
        FillRequest memory request = wish.request;
        Presented memory shown = kind.present(wish, _drawSeed());
        Deal storage d = deals.push();
        d.authorized = wish.authorized;
        d.solver = request.solver.addr;
        d.origin = Origin(request.originChainId, toWord(request.originCurrency), request.originAmount);
        d.token = request.token;
        d.minimum = request.minimum;
        d.maximum = shown.maximum;
        d.recipient = request.recipient;
        d.deadline = request.deadline;
        (d.id, d.evidence, d.sound, d.note) = (shown.id, shown.evidence, shown.sound, shown.note);
        if (wish.authorized) _notePayment(d, shown);
        return deals.length - 1;
    }

    function _notePayment(Deal storage d, Presented memory shown) private {
        Payment memory p = shown.payment;
        d.namesRouter = shown.namesRouter;
        (d.minimum, d.maximum) = (p.minimum, p.maximum);
        d.value = p.token == address(0) ? p.minimum : 0;
        d.payment = abi.encode(p);
        d.callHash = keccak256(abi.encode(block.chainid, receiver, IFillSettlement.payAuthorized.selector, p));
    }

    // Judging

    function _key(Deal storage d) internal view returns (bytes32) {
        return d.authorized ? d.callHash : d.id;
    }

    /// @dev A call that was authorized belongs to its request.
    function _requestOf(Deal storage d) internal view returns (bytes32 id) {
        if (d.authorized) id = requestOf[d.callHash];
        if (id == 0) id = d.id;
    }

    /// @dev Whether everything but the payment is as it should be.
    function _evidenceHolds(Deal storage d) internal view returns (bool) {
        return
            d.sound &&
            _active(d.solver) &&
            (!d.namesRouter || isRouterNow[router]) &&
            kind.holds(d.id, d.note, d.recipient, d.origin) &&
            d.minimum != 0 &&
            d.minimum <= d.maximum &&
            (!d.authorized || _mayBring(d.token, d.minimum, d.maximum)) &&
            block.timestamp <= d.deadline &&
            (!d.authorized || block.timestamp <= _paymentOf(d).deadline) &&
            _mayBePaid(d.recipient, d.token) &&
            (!kind.paysRequests() || _requestOf(d) == d.id) &&
            !_isSpent(d);
    }

    /// @dev Whether what the deal is for was paid. A request is paid once, whichever of its terms is used.
    function _isSpent(Deal storage d) internal view returns (bool) {
        return paid[_key(d)] || (kind.paysRequests() && paid[_requestOf(d)]);
    }

    /// @dev Whether `amount` arrives, is enough, and gets where it should.
    function _deliverable(Deal storage d, uint256 amount, bool hook) internal view returns (bool) {
        if (d.token == tokens[3] && _hostileToken().mode() != TrickyToken.Mode.Honest) return false;
        if (amount < d.minimum || amount > d.maximum || _net(d.token, amount) < d.minimum) return false;
        // Nobody else has a hook that answers.
        if (d.recipient != address(trickyRecipient)) return !hook;
        TrickyRecipient.Mode mode = trickyRecipient.mode();
        if (d.token == address(0) && mode == TrickyRecipient.Mode.RefusesNative) return false;
        return !hook || mode != TrickyRecipient.Mode.RefusesHook;
    }

    /// @dev Whether somebody authorized the call, and still counts.
    function _isAuthorized(Deal storage d) internal view returns (bool) {
        Consent memory consent = consents[d.callHash];
        return consent.epoch == epochNow && _active(consent.solver);
    }

    /// @dev What should become of a call of `payAuthorized` by `from`, who can pay `amount` and sends `value`.
    function _outcome(Deal storage d, address from, uint256 amount, uint256 value) internal view returns (Outcome) {
        Payment memory p = _paymentOf(d);
        if (isPausedNow || block.timestamp > p.deadline || paid[d.callHash]) return Outcome.Refused;
        if (kind.paysRequests() && paid[requestOf[d.callHash]]) return Outcome.Refused;
        if (value != (p.token == address(0) ? amount : 0)) return Outcome.Refused;
        if (consents[d.callHash].epoch != 0) {
            bool isPayable = _isAuthorized(d) && _deliverable(d, amount, consents[d.callHash].hook);
            return isPayable ? Outcome.Paid : Outcome.Refused;
        }
        return _isReturnable(p, from, amount) ? Outcome.Returned : Outcome.Refused;
    }

    function _isReturnable(Payment memory p, address from, uint256 amount) private view returns (bool) {
        if (p.refundTo == address(0) || !_mayBeReturnedTo(p.refundTo, p.token)) return false;
        if (p.minimum == 0 || amount < p.minimum || amount > p.maximum) return false;
        if (!_mayBring(p.token, p.minimum, p.maximum)) return false;
        if (p.token == address(0)) return true;
        // What comes back to the caller has not arrived anywhere.
        if (p.refundTo == from || _net(p.token, amount) < p.minimum) return false;
        TrickyToken.Mode mode = p.token == tokens[3] ? _hostileToken().mode() : TrickyToken.Mode.Honest;
        return mode == TrickyToken.Mode.Honest || mode == TrickyToken.Mode.TakesMore;
    }

    function _paymentOf(Deal storage d) internal view returns (Payment memory) {
        return abi.decode(d.payment, (Payment));
    }
}

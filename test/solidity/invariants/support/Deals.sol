// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {FillSettlement} from "../../../../contracts/FillSettlement.sol";
import {IFillSettlement} from "../../../../contracts/interfaces/IFillSettlement.sol";
import {FillproofTest, FillRequest} from "../../../../contracts/test/FillproofTest.sol";
import {OrderCall} from "../../../../contracts/types/Order.sol";
import {Payment} from "../../../../contracts/types/Payment.sol";
import {CallTarget} from "./CallTarget.sol";
import {PolicyModel} from "./PolicyModel.sol";
import {TrickyRecipient} from "./TrickyRecipient.sol";
import {TrickyToken} from "./TrickyToken.sol";
import {World} from "./World.sol";

/// @notice What one user asks of the service, before it becomes evidence.
struct Wish {
    FillRequest request;
    bool authorised;
    Payment payment;
    /// An authorised order names the router, or nothing.
    bool namesRouter;
    OrderCall[] calls;
    /// The fault that the evidence gets; 0 is none.
    uint256 fault;
}

/// @notice What is true of a piece of evidence, whatever a receiver makes of it.
struct Deal {
    bool authorised;
    /// No fault was built in that no policy and no time can heal.
    bool sound;
    bytes32 id;
    bytes32 callHash;
    address solver;
    uint256 originChainId;
    bytes32 originCurrency;
    uint256 originAmount;
    address token;
    uint256 minimum;
    uint256 maximum;
    address recipient;
    uint256 deadline;
    /// The native value of the call in an authorised order.
    uint256 value;
    bool namesRouter;
    bool hasCalls;
    bool callsFail;
    /// What the calls of a direct order use up.
    uint256 used;
    bytes evidence;
    bytes payment;
    /// What a kind of evidence notes for itself.
    bytes32 note;
}

/// @notice What an authorised call rests on.
struct Consent {
    address solver;
    uint256 epoch;
    bool hook;
}

/// @notice Makes evidence, good and bad, and says which of it a receiver should accept.
/// @dev The judgement is made from the rules alone: it reads nothing from the receiver under test.
abstract contract Deals is FillproofTest, PolicyModel, World {
    uint256 internal constant FIRST_EVIDENCE_FAULT = 9;

    address public receiver;
    address public otherReceiver;
    address public router;
    address internal payer = makeSolver("payer").addr;
    address internal thief = makeSolver("thief").addr;
    address internal victim = makeSolver("victim").addr;
    address internal shop = makeSolver("shop").addr;
    address internal unlisted = makeSolver("unlisted").addr;
    address internal plainRecipient = makeSolver("recipient").addr;
    TrickyRecipient public trickyRecipient;
    CallTarget public target;

    Deal[] internal deals;
    mapping(bytes32 key => bool) internal paid;
    /// The first request for which a call was authorised.
    mapping(bytes32 callHash => bytes32 id) internal requestOf;
    mapping(bytes32 callHash => Consent) internal consents;
    mapping(bytes32 id => bytes32 callHash) internal linked;
    uint256 private _seed;
    uint256 private _salt;

    // A kind of evidence

    /// @dev Deploys a receiver of the kind under test behind a proxy, with the default policy for `request`.
    function _deploy(FillRequest memory request) internal virtual returns (address);

    /// @dev Turns a wish into evidence. Returns what is paid once, and whether `wish.fault` left it sound. The last deal
    /// is the wish's.
    function _present(Wish memory wish) internal virtual returns (bytes32 id, bytes memory evidence, bool sound);

    /// @dev How many faults `_present` knows, from `FIRST_EVIDENCE_FAULT` on.
    function _evidenceFaults() internal view virtual returns (uint256);

    /// @dev Encodes the call of `fill`.
    function _fillCall(bytes memory evidence, uint256 amount) internal pure virtual returns (bytes memory);

    /// @dev Encodes the call of `authorizeFill`.
    function _authorizeCall(bytes memory evidence) internal pure virtual returns (bytes memory);

    /// @dev The origin user that a payment has to name.
    function _originUser(FillRequest memory request) internal view virtual returns (bytes32) {
        return toWord(request.originUser);
    }

    /// @dev Whether what this kind of evidence asks besides is so now: first of all of the origin.
    function _kindHolds(Deal storage d) internal view virtual returns (bool) {
        return _inRange(d.originChainId, d.originCurrency, d.originAmount);
    }

    /// @dev Who may be paid, if the policy is a good one.
    function _goodRecipient() internal virtual returns (address) {
        return _draw(2) == 0 ? plainRecipient : address(trickyRecipient);
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

    /// @dev Makes a wish with nothing wrong in it.
    function _goodRequest() internal returns (FillRequest memory request) {
        request = makeRequest(_goodRecipient());
        request.receiver = receiver;
        request.token = tokens[_draw(4)];
        request.originAmount = 1000;
        request.minimum = 1000 + _draw(1e18);
        request.salt = ++_salt;
        request.deadline = uint32(block.timestamp + _draw(1200));
        if (_draw(4) == 0) request.solver = makeSolver("second solver");
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
    }

    function _forbidden(address token) internal returns (address) {
        address permit2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
        return [receiver, router, permit2, FillSettlement(receiver).executorImplementation(), token][_draw(5)];
    }

    /// @dev Spoils a signature in one of three ways.
    function _spoilSignature(bytes memory signature, uint256 how) internal pure {
        if (how == 1) signature[signature.length / 3] ^= 0x10;
        if (how == 2) signature[64] = bytes1(uint8(signature[64]) - 27);
        if (how == 3) {
            uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
            assembly ("memory-safe") {
                mstore(add(signature, 0x40), sub(order, mload(add(signature, 0x40))))
            }
            signature[64] = signature[64] == 0x1b ? bytes1(0x1c) : bytes1(0x1b);
        }
    }

    /// @dev Half of all deals are good, if the policy is.
    function _drawFault() internal returns (uint256) {
        return _draw(2) == 0 ? 0 : 1 + _draw(FIRST_EVIDENCE_FAULT - 1 + _evidenceFaults());
    }

    function _makeDirect(FillRequest memory request, uint256 fault) internal returns (uint256 index) {
        Wish memory wish;
        wish.request = request;
        wish.fault = fault;
        _bend(request, fault);
        Deal storage d = _push(wish);
        d.maximum = type(uint256).max;
        if (_draw(2) == 0) _addCalls(d, wish);
        (d.id, d.evidence, d.sound) = _present(wish);
        return deals.length - 1;
    }

    /// @dev One or two calls: of the target, and of an account without code or of something that must refuse.
    function _addCalls(Deal storage d, Wish memory wish) private {
        FillRequest memory request = wish.request;
        bool native = request.token == address(0);
        uint256 kind = _draw(5);
        wish.calls = new OrderCall[](kind < 3 ? 1 : 2);
        // The minimum is what there is at most, less a fee.
        d.used = _draw(8) == 0 ? 2 * request.minimum : (request.minimum * 9) / 10;
        wish.calls[0].to = address(target);
        wish.calls[0].data = abi.encodeCall(CallTarget.act, (IERC20(request.token), d.used));
        if (native) wish.calls[0].value = d.used;
        if (kind == 3) {
            wish.calls[1].to = shop;
            if (_draw(4) == 0) wish.calls[1].data = hex"00";
            d.callsFail = wish.calls[1].data.length != 0;
        } else if (kind == 4) {
            // What a thief would have an order call: a currency in which others trust the receiver, and the forbidden.
            address other = request.token == tokens[1] ? tokens[2] : tokens[1];
            wish.calls[1].to = _draw(2) == 0 ? other : _forbidden(other);
            wish.calls[1].data = abi.encodeCall(IERC20.transferFrom, (victim, thief, 1));
            d.callsFail = true;
        }
        d.hasCalls = true;
    }

    function _makeAuthorised(FillRequest memory request, uint256 fault) internal returns (uint256 index) {
        Wish memory wish;
        wish.request = request;
        wish.authorised = true;
        wish.fault = fault;
        _bend(request, fault);
        request.maximum = request.minimum + _draw(3);
        if (fault == 6 && _draw(2) == 0) request.maximum = request.minimum == 0 ? 0 : request.minimum - 1;
        wish.payment = _paymentOf(request);
        return _pushAuthorised(wish);
    }

    /// @dev Another order for the call of an earlier deal, perhaps by another solver.
    function _makeSecondOrder(Deal storage first) internal returns (uint256 index) {
        Wish memory wish;
        wish.request = _goodRequest();
        wish.authorised = true;
        wish.payment = abi.decode(first.payment, (Payment));
        wish.request.recipient = wish.payment.recipient;
        wish.request.token = wish.payment.token;
        wish.request.minimum = wish.payment.minimum;
        wish.request.originChainId = wish.payment.originChainId;
        wish.request.originCurrency = address(uint160(uint256(wish.payment.originCurrency)));
        wish.request.deadline = uint32(wish.payment.deadline + _draw(2));
        return _pushAuthorised(wish);
    }

    function _pushAuthorised(Wish memory wish) private returns (uint256 index) {
        Deal storage d = _push(wish);
        d.authorised = true;
        d.namesRouter = wish.namesRouter = _draw(2) == 0;
        d.minimum = wish.payment.minimum;
        d.maximum = wish.payment.maximum;
        d.value = wish.request.token == address(0) ? wish.payment.minimum : 0;
        (d.id, d.evidence, d.sound) = _present(wish);
        d.payment = abi.encode(wish.payment);
        d.callHash = keccak256(
            abi.encode(block.chainid, receiver, IFillSettlement.payAuthorized.selector, wish.payment)
        );
        return deals.length - 1;
    }

    function _paymentOf(FillRequest memory request) private view returns (Payment memory payment) {
        payment = makePayment(request);
        payment.maximum = request.maximum;
        payment.originUser = _originUser(request);
        if (payment.token == tokens[1]) payment.data = "for the hook";
    }

    function _push(Wish memory wish) private returns (Deal storage d) {
        FillRequest memory request = wish.request;
        d = deals.push();
        d.solver = request.solver.addr;
        d.originChainId = request.originChainId;
        d.originCurrency = toWord(request.originCurrency);
        d.originAmount = request.originAmount;
        d.token = request.token;
        d.minimum = request.minimum;
        d.recipient = request.recipient;
        d.deadline = request.deadline;
    }

    // Judging

    function _key(Deal storage d) internal view returns (bytes32) {
        return d.authorised ? d.callHash : d.id;
    }

    /// @dev Whether everything but the payment is as it should be.
    function _evidenceHolds(Deal storage d) internal view returns (bool) {
        return
            d.sound &&
            !isPausedNow &&
            _active(d.solver) &&
            (!d.namesRouter || isRouterNow[router]) &&
            _kindHolds(d) &&
            d.minimum != 0 &&
            d.minimum <= d.maximum &&
            block.timestamp <= d.deadline &&
            (!d.authorised || block.timestamp <= _paymentDeadline(d)) &&
            _mayBePaid(d.recipient, d.token) &&
            !_isSpent(d);
    }

    /// @dev What else counts as paid with the deal.
    function _noteRequest(Deal storage d) internal virtual {}

    /// @dev Whether what the deal is for was paid.
    function _isSpent(Deal storage d) internal view virtual returns (bool) {
        return paid[_key(d)];
    }

    /// @dev Whether `amount` arrives, is enough, and gets where it should.
    function _deliverable(Deal storage d, uint256 amount, bool hook) internal view returns (bool) {
        TrickyRecipient.Mode mode = trickyRecipient.mode();
        bool tricky = d.recipient == address(trickyRecipient);
        if (d.token == tokens[3] && _hostileToken().mode() != TrickyToken.Mode.Honest) return false;
        uint256 rest = _net(d.token, amount);
        if (amount < d.minimum || amount > d.maximum || rest < d.minimum) return false;
        if (d.hasCalls) {
            if (d.callsFail || d.used > rest) return false;
            rest -= d.used;
        }
        // Nobody else has a hook that answers.
        if (hook && !d.hasCalls && !tricky) return false;
        bool refused = d.token == address(0) && rest != 0 && mode == TrickyRecipient.Mode.RefusesNative;
        return !(tricky && (refused || (hook && !d.hasCalls && mode == TrickyRecipient.Mode.RefusesHook)));
    }

    /// @dev Whether a call of `payAuthorized` should be accepted.
    function _consented(Deal storage d) internal view returns (bool) {
        Consent memory consent = consents[d.callHash];
        return
            !isPausedNow &&
            consent.epoch == epochNow &&
            _active(consent.solver) &&
            block.timestamp <= _paymentDeadline(d) &&
            !_isSpent(d);
    }

    /// @dev A call may end before what authorises it.
    function _paymentDeadline(Deal storage d) private view returns (uint256) {
        return abi.decode(d.payment, (Payment)).deadline;
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

import {IFillSettlement} from "../../../../contracts/interfaces/IFillSettlement.sol";
import {ITransfers} from "../../../../contracts/interfaces/ITransfers.sol";
import {ISolverPolicy} from "../../../../contracts/interfaces/ISolverPolicy.sol";
import {IFillVerifier} from "../../../../contracts/interfaces/IFillVerifier.sol";
import {ForcedSend} from "../../../../contracts/mocks/hostile/ForcedSend.sol";
import {FillRequest} from "../../../../contracts/testing/FillproofTest.sol";
import {RecipientConfig, RouteConfig, SolverConfig} from "../../../../contracts/types/Config.sol";
import {Payment} from "../../../../contracts/types/Payment.sol";
import {Router} from "../../support/Router.sol";
import {Vm, vm} from "../../support/Vm.sol";
import {Consent, Deal, Deals, Outcome} from "./Deals.sol";
import {EvidenceKind, Listing} from "./EvidenceKind.sol";
import {Mischief} from "./Mischief.sol";
import {TrickyRecipient} from "./TrickyRecipient.sol";
import {TrickyToken} from "./TrickyToken.sol";

/// @notice Plays everybody around a receiver: solvers, payers, a thief, a careless administrator, hostile tokens and
/// reentering recipients. Each action is drawn from one seed.
/// @dev The handler is the receiver's administrator. It predicts each call from its own model, and counts where the
/// receiver decided otherwise.
contract ReceiverHandler is Deals {
    /// How often an action was accepted, returned and refused.
    mapping(bytes4 action => uint256) public accepted;
    mapping(bytes4 action => uint256) public returnedBy;
    mapping(bytes4 action => uint256) public refused;

    /// What must never be: the invariants want zeros.
    uint256 public wronglyAccepted;
    uint256 public wronglyReturned;
    uint256 public wronglyRefused;
    uint256 public acceptedUnsound;
    uint256 public acceptedFromInactiveSolver;
    uint256 public acceptedTwice;
    uint256 public returnedAuthorized;
    uint256 public unannounced;
    uint256 public keptAway;
    uint256 public thiefGained;
    uint256 public privilegesTaken;

    /// What the hooks should have seen.
    uint256 public toldOwed;
    uint256 public toldAmountOwed;

    ForcedSend private _forced = new ForcedSend();
    uint256 private _now;

    constructor(EvidenceKind kind_) Deals(kind_) {
        _now = 1_000_000;
        vm.warp(_now);
        router = address(new Router());
        trickyRecipient = new TrickyRecipient();
        wallet = new TrickyRecipient();
        FillRequest memory request = makeRequest(plainRecipient);
        receiver = kind.deploy(request, address(trickyRecipient));
        otherReceiver = kind.deploy(request, address(trickyRecipient));
        _makeTokens(receiver);

        address[3] memory rich = [payer, thief, victim];
        for (uint256 i = 0; i < 3; ++i) {
            _follow(rich[i], WEALTH);
            for (uint256 j = 1; j < 4; ++j) {
                vm.prank(rich[i]);
                TrickyToken(tokens[j]).approve(receiver, type(uint256).max);
            }
        }
        TrickyToken(madeUp).mint(payer, WEALTH);
        _follow(address(trickyRecipient), WEALTH);
        _follow(address(wallet), 0);
        _follow(address(_hostileToken()), WEALTH);
        // What was donated is nobody's, and there to be taken.
        _follow(receiver, 1000);
        address[5] memory poor = [otherReceiver, router, plainRecipient, unlisted, treasury];
        for (uint256 i = 0; i < 5; ++i) _follow(poor[i], 0);

        isNeverPaid[receiver] = true;
        isNeverPaid[0x000000000022D473030F116dDEE9F6B43aC78BA3] = true;
        windows[request.solver.addr] = Window(true, 0, type(uint256).max);
        tokenRanges[address(0)] = Range(1, type(uint128).max);
        ranges[request.originChainId][0] = Range(1, type(uint128).max);
        entries[plainRecipient] = Entry(true, false);
        _setRouter(router, true);
        _heal();
    }

    /// @dev Each action starts at the handler's time with its own draws.
    modifier action(uint256 seed) {
        vm.warp(_now);
        _start(seed);
        uint256[4] memory before;
        for (uint256 i = 0; i < 4; ++i) before[i] = held(thief, tokens[i]);
        _;
        for (uint256 i = 0; i < 4; ++i) if (held(thief, tokens[i]) > before[i]) ++thiefGained;
    }

    // Actions: fills

    /// @notice A solver, or a thief who copies it, fills an order directly.
    function fillDirect(uint256 seed) external action(seed) {
        if (!fillsDirectly) return;
        uint256 index = _makeDirect(_goodRequest(), _drawFault());
        _fill(index, _draw(3) == 0 ? thief : payer, _drawAmount(deals[index]), _draw(8) == 0);
    }

    /// @notice Somebody tries again what was refused, or paid, before.
    function fillAgain(uint256 seed) external action(seed) {
        if (deals.length == 0 || !fillsDirectly) return;
        // Old deals are late, and refused for that alone.
        uint256 index = deals.length - 1 - _draw(deals.length < 20 ? deals.length : 20);
        _fill(index, _draw(2) == 0 ? thief : payer, deals[index].minimum * (1 + _draw(2)), false);
    }

    /// @notice Anybody presents an authorized order.
    function authorize(uint256 seed) external action(seed) {
        uint256 count = deals.length;
        uint256 index = count == 0 ? 0 : _draw(count);
        bool second = count != 0 && deals[index].authorized && deals[index].sound && _draw(2) == 0;
        _authorize(second ? _makeSecondOrder(deals[index]) : _makeAuthorized(_goodRequest(), _drawFault()));
    }

    /// @notice Anybody presents an order again, or one that is none.
    function authorizeAgain(uint256 seed) external action(seed) {
        if (deals.length != 0) _authorize(_draw(deals.length));
    }

    /// @notice Anybody pays an authorized call.
    function pay(uint256 seed) external action(seed) {
        (bool found, uint256 index) = _drawAuthorized();
        if (found) _pay(index, _draw(3) == 0 ? thief : payer, _drawAmount(deals[index]), _draw(8) == 0);
    }

    /// @notice A solver who knows nothing of receivers pays through its router.
    function payThroughRouter(uint256 seed) external action(seed) {
        (bool found, uint256 index) = _drawAuthorized();
        if (found) _payThroughRouter(index);
    }

    /// @notice A thief pays an authorized call with one of its words changed.
    function payChanged(uint256 seed) external action(seed) {
        (bool found, uint256 index) = _drawAuthorized();
        if (!found) return;
        Deal storage d = deals[index];
        bytes memory call = _payCall(d);
        // Of the words of the payment, each is part of what was authorized.
        uint256 position = 4 + 32 + _draw(11 * 32);
        call[position] ^= bytes1(uint8(1 << _draw(8)));
        Payment memory p;
        try this.paymentIn(call) returns (bytes memory changed) {
            p = abi.decode(changed, (Payment));
        } catch {}
        // An offset may lead to other zeros, also behind the calldata, which are the same empty data.
        if (keccak256(abi.encode(p)) == keccak256(d.payment)) return;
        _approve(thief, d.token, d.maximum);
        vm.prank(thief);
        (bool ok, bytes memory returned) = receiver.call{value: d.value}(call);
        _approve(thief, d.token, type(uint256).max);
        _count(ok);
        if (!ok) return;
        if (abi.decode(returned, (uint256)) != 0) ++wronglyAccepted;
        // Another call, that nobody authorized, may give the thief's money to whomever it names.
        uint256 most = p.token == address(0) ? d.value : d.maximum;
        _bookReturn(p, thief, most < p.maximum ? most : p.maximum);
    }

    /// @notice The payment in a call of `payAuthorized`, as a contract reads it from its calldata.
    function paymentIn(bytes calldata call) external view returns (bytes memory) {
        (bool ok, bytes memory read) = address(this).staticcall(bytes.concat(this.encodePayment.selector, call[4:]));
        require(ok);
        return abi.decode(read, (bytes));
    }

    /// @notice Encodes a payment that stands in calldata.
    function encodePayment(Payment calldata payment) external pure returns (bytes memory) {
        return abi.encode(payment);
    }

    /// @notice A thief flips one bit of the evidence, in any place.
    function flipBit(uint256 seed) external action(seed) {
        bool direct = fillsDirectly && _draw(2) == 0;
        uint256 index = direct ? _makeDirect(_goodRequest(), 0) : _makeAuthorized(_goodRequest(), 0);
        Deal storage d = deals[index];
        bytes memory evidence = d.evidence;
        uint256 position = _draw(evidence.length);
        evidence[position] ^= bytes1(uint8(1 << _draw(8)));
        // A changed bit may be one that nobody reads: between the values, or where the decoder looks no further.
        try this.flipped(d.authorized, evidence, d.minimum) returns (bytes memory call, bool same) {
            if (same) return;
            vm.prank(thief);
            (bool ok, ) = receiver.call{value: !d.authorized && d.token == address(0) ? d.minimum : 0}(call);
            _count(ok);
            if (ok) ++wronglyAccepted;
        } catch {
            _count(false);
        }
    }

    /// @notice Encodes a call from changed evidence, and says whether the change means anything.
    function flipped(
        bool authorized,
        bytes calldata evidence,
        uint256 amount
    ) external view returns (bytes memory call, bool same) {
        call = authorized ? kind.authorizeCall(evidence) : kind.fillCall(evidence, amount);
        same = kind.meaning(evidence) == kind.meaning(deals[deals.length - 1].evidence);
    }

    /// @notice A thief presents evidence in which all is well but one thing, and the thing is the seed's.
    function cheat(uint256 seed) external action(seed) {
        _heal();
        _behave(TrickyToken.Mode.Honest, TrickyRecipient.Mode.Honest);
        uint256 fault = 1 + (seed % _countFaults());
        if (!fillsDirectly || _draw(2) == 0) return _authorize(_makeAuthorized(_goodRequest(), fault));
        uint256 index = _makeDirect(_goodRequest(), fault);
        _fill(index, thief, 2 * deals[index].minimum, false);
    }

    /// @notice The recipient or the token calls the receiver while it pays, or who gets money back while it returns.
    function reenter(uint256 seed) external action(seed) {
        FillRequest memory request = _goodRequest();
        bool direct = fillsDirectly && _draw(2) == 0;
        // A contract gets money back in tokens alone, which reenter themselves.
        bool returns_ = !direct && _draw(2) == 0;
        Mischief one = trickyRecipient;
        if (returns_ || _draw(3) == 0) (one, request.token) = (_hostileToken(), tokens[3]);
        if (returns_) request.refundTo = address(wallet);
        else request.recipient = address(trickyRecipient);
        uint256 index = _makeReentered(request, direct, !returns_);

        // What it tries would work at any other time: another fill, or this one again.
        FillRequest memory next = _goodRequest();
        next.token = address(0);
        Deal storage d = deals[_draw(2) == 0 ? index : _makeReentered(next, direct, true)];
        uint256 again = d.authorized ? d.minimum : 2 * d.minimum;
        one.plan(
            receiver,
            d.token == address(0) ? again : 0,
            d.authorized ? _payCall(d) : kind.fillCall(d.evidence, again)
        );
        if (direct) _fill(index, payer, 2 * deals[index].minimum, false);
        else _pay(index, payer, deals[index].minimum, false);
        one.plan(address(0), 0, "");
    }

    function _makeReentered(FillRequest memory request, bool direct, bool authorized) private returns (uint256 index) {
        if (direct) return _makeDirect(request, 0);
        index = _makeAuthorized(request, 0);
        if (authorized) _authorize(index);
    }

    // Actions: the others

    /// @notice A thief calls what is not for it.
    function trespass(uint256 seed) external action(seed) {
        bytes memory data = _forbiddenCall(_draw(12));
        vm.prank(thief);
        (bool ok, ) = receiver.call(data);
        _count(ok);
        if (ok) ++privilegesTaken;
    }

    /// @notice An administrator changes the policy without much thought.
    function administrate(uint256 seed) external action(seed) {
        uint256 what = _draw(17);
        if (what < 4 || what > 13) _heal();
        else if (what == 4)
            _setSolver(_drawSolver(), _now - 100 + _draw(200), _draw(2) == 0 ? 0 : _now + 150 + _draw(900));
        else if (what == 5) _revoke(_drawSolver());
        else if (what == 6) _setRoute(_draw(2) * 5, _draw(2) == 0 ? 0 : 1e6);
        else if (what == 7) _setRecipient(_drawRecipient(), _draw(2) == 0);
        else if (what == 8) _removeRecipient(_drawRecipient());
        else if (what == 9) _setRouter(router, !isRouterNow[router]);
        else if (what == 10) _setReserved(_draw(2) == 0 ? address(wallet) : plainRecipient, _draw(2) == 0);
        else if (what == 11) _setToken(tokens[_draw(4)], _draw(3));
        else if (what == 12) _narrowed(kind.administrate(_drawSeed()));
        else _setPaused(!isPausedNow);
    }

    /// @notice Time passes.
    function wait(uint256 seed) external action(seed) {
        _now += _draw(600);
        vm.warp(_now);
    }

    /// @notice Somebody forces funds on the receiver, or the administrator takes such funds out.
    function donate(uint256 seed) external action(seed) {
        address token = tokens[_draw(4)];
        if (_draw(3) == 0) return _rescue(tokens[_draw(3)]);
        vm.prank(payer);
        if (token == address(0)) _forced.send{value: 100}(receiver);
        else TrickyToken(token).transfer(receiver, 100);
        _book(token, payer, receiver, 100);
    }

    /// @notice The hostile token and the hostile recipient change their minds.
    function misbehave(uint256 seed) external action(seed) {
        uint256 token = _draw(2) == 0 ? 0 : _draw(4);
        _behave(TrickyToken.Mode(token), TrickyRecipient.Mode(_draw(2) == 0 ? 0 : _draw(3)));
    }

    // For the invariants

    function countDeals() external view returns (uint256) {
        return deals.length;
    }

    /// @notice An id, and whether it should be paid.
    function idOf(uint256 index) external view returns (bytes32 id, bool isPaid, bytes32 callHash, bool isCallPaid) {
        Deal storage d = deals[index];
        id = d.id;
        return (id, paid[id], d.callHash, d.authorized && paid[d.callHash]);
    }

    function epoch() external view returns (uint256) {
        return epochNow;
    }

    /// @notice A call, and on what it rests.
    function consentOf(uint256 index) external view returns (bytes32 callHash, address solver, uint256 given) {
        callHash = deals[index].callHash;
        Consent storage consent = consents[callHash];
        return (callHash, consent.solver, consent.epoch);
    }

    // Fills

    function _drawAmount(Deal storage d) private returns (uint256) {
        uint256[4] memory near = [d.minimum, d.minimum + d.minimum / 50, d.minimum == 0 ? 0 : d.minimum - 1, d.maximum];
        uint256 amount = near[_draw(4)];
        if (d.maximum < WEALTH / 1e6 && _draw(8) == 0) amount = d.maximum + 1;
        return amount > WEALTH / 1e6 ? d.minimum * 2 : amount;
    }

    /// @dev A call that was authorized once, or just now; now and then one that was not.
    function _drawAuthorized() private returns (bool found, uint256 index) {
        if (_draw(2) == 0) {
            index = _makeAuthorized(_goodRequest(), 0);
            if (_draw(3) != 0) _authorize(index);
            return (true, index);
        }
        uint256 count = deals.length;
        uint256 first = count == 0 ? 0 : _draw(count);
        for (uint256 i = 0; i < count; ++i) {
            index = (first + i) % count;
            Deal storage d = deals[index];
            if (d.authorized && (consents[d.callHash].epoch != 0 || _draw(6) == 0)) return (true, index);
        }
    }

    function _fill(uint256 index, address from, uint256 amount, bool otherValue) private {
        Deal storage d = deals[index];
        bool hook = entries[d.recipient].hook;
        bool expected = !d.authorized && !otherValue && !isPausedNow && _evidenceHolds(d);
        uint256 arrives = _net(d.token, amount);
        expected = expected && _mayBring(d.token, arrives, arrives) && _deliverable(d, amount, hook);
        uint256 value = (d.token == address(0) ? amount : 0) + (otherValue ? 1 : 0);
        bytes memory call = kind.fillCall(d.evidence, amount);
        vm.prank(from);
        (bool ok, bytes memory returned) = receiver.call{value: value}(call);
        _count(ok);
        _judge(d, expected, ok, d.solver);
        if (ok) _settle(d, from, amount, hook, abi.decode(returned, (uint256)));
    }

    function _authorize(uint256 index) private {
        Deal storage d = deals[index];
        bool expected = d.authorized && _evidenceHolds(d) && d.value <= d.maximum;
        bytes memory call = kind.authorizeCall(d.evidence);
        vm.recordLogs();
        vm.prank(thief);
        (bool ok, ) = receiver.call(call);
        _judge(d, expected, ok, d.solver);
        bool isOwn = msg.sig == this.authorizeAgain.selector || msg.sig == this.cheat.selector;
        _count(isOwn ? msg.sig : this.authorize.selector, ok);
        if (!ok) return;
        if (requestOf[d.callHash] == 0) requestOf[d.callHash] = d.id;
        Consent memory current = consents[d.callHash];
        bool better = !_isAuthorized(d) || windows[d.solver].end > windows[current.solver].end;
        if (better) consents[d.callHash] = Consent(d.solver, epochNow, entries[d.recipient].hook);
        if (!_isAnnounced(d)) ++unannounced;
        (address stored, ) = IFillSettlement(receiver).authorization(d.callHash);
        if (!_active(stored)) ++keptAway;
    }

    /// @dev Whether the one event since `vm.recordLogs` says that the call was authorized.
    function _isAnnounced(Deal storage d) private returns (bool) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        if (logs.length != 1 || logs[0].emitter != receiver) return false;
        bytes32[3] memory words = [IFillSettlement.FillAuthorized.selector, d.id, d.callHash];
        for (uint256 i = 0; i < 3; ++i) if (logs[0].topics[i] != words[i]) return false;
        return keccak256(logs[0].data) == keccak256(abi.encode(_paymentOf(d).deadline));
    }

    function _pay(uint256 index, address from, uint256 amount, bool otherValue) private {
        Deal storage d = deals[index];
        bool native = d.token == address(0);
        _approve(from, d.token, amount);
        uint256 taken = native || amount <= d.maximum ? amount : d.maximum;
        uint256 value = (native ? amount : 0) + (otherValue ? 1 : 0);
        if (native) taken = value;
        Outcome expected = _outcome(d, from, taken, value);
        bytes memory call = _payCall(d);
        vm.recordLogs();
        vm.prank(from);
        (bool ok, bytes memory returned) = receiver.call{value: value}(call);
        _judgePayment(d, expected, ok, from, taken, ok ? abi.decode(returned, (uint256)) : 0);
        _approve(from, d.token, type(uint256).max);
    }

    function _approve(address from, address token, uint256 amount) private {
        if (token == address(0)) return;
        vm.prank(from);
        TrickyToken(token).approve(receiver, amount);
    }

    /// @dev As a solver does: the tokens go to the router first, which approves and calls; what is left goes back.
    function _payThroughRouter(uint256 index) private {
        Deal storage d = deals[index];
        bool native = d.token == address(0);
        uint256 amount = native ? d.minimum : d.maximum;
        if (amount > WEALTH / 1e6) return;
        uint256 brought = native ? amount : _net(d.token, amount);
        Outcome expected = _outcome(d, router, brought, native ? amount : 0);
        Router.Call[] memory calls = new Router.Call[](native ? 1 : 2);
        if (!native) {
            vm.prank(payer);
            TrickyToken(d.token).transfer(router, amount);
            calls[0].target = d.token;
            calls[0].data = abi.encodeCall(TrickyToken.approve, (receiver, amount));
        }
        _book(d.token, payer, router, amount);
        calls[calls.length - 1] = Router.Call({target: receiver, value: native ? amount : 0, data: _payCall(d)});
        vm.recordLogs();
        vm.prank(payer);
        try Router(payable(router)).run{value: native ? amount : 0}(calls) returns (bytes memory last) {
            _judgePayment(d, expected, true, router, brought, abi.decode(last, (uint256)));
        } catch {
            _judgePayment(d, expected, false, router, 0, 0);
            // The native currency of a failed call never left the payer.
            if (native) _book(address(0), router, payer, amount);
        }
        uint256 left = held(router, d.token);
        if (native || left == 0) return;
        vm.prank(router);
        TrickyToken(d.token).transfer(payer, left);
        _book(d.token, router, payer, left);
    }

    /// @dev Judges what became of a call of `payAuthorized`, and books it. A returned payment is told by an event that
    /// says all of it, and marks nothing.
    function _judgePayment(
        Deal storage d,
        Outcome expected,
        bool ok,
        address from,
        uint256 taken,
        uint256 delivered
    ) private {
        Consent memory consent = consents[d.callHash];
        Payment memory p = _paymentOf(d);
        bytes32 required;
        bool returned_ = ok && delivered == 0;
        if (returned_) {
            if (expected != Outcome.Returned) ++wronglyReturned;
            if (consent.epoch != 0) ++returnedAuthorized;
            uint256 arrived = _bookReturn(p, from, taken);
            required = keccak256(abi.encode(d.callHash, p.refundTo, abi.encode(from, p.token, arrived)));
            ++returnedBy[msg.sig];
        } else {
            _count(ok);
            _judge(d, expected == Outcome.Paid, ok, consent.solver);
            if (!ok && expected == Outcome.Returned) ++wronglyRefused;
            if (ok) _settle(d, from, taken, consent.hook, delivered);
        }
        // What is recorded of a call that reverted never happened.
        if (ok && _returnNoted() != required) ++wronglyReturned;
    }

    /// @dev What the receiver's events since `vm.recordLogs` say of a return; zero when there is none.
    function _returnNoted() private returns (bytes32 noted) {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].emitter != receiver || logs[i].topics[0] != IFillSettlement.PaymentReturned.selector) continue;
            // A second one in a call would be one too many.
            if (noted != 0) ++wronglyReturned;
            address refundTo = address(uint160(uint256(logs[i].topics[2])));
            noted = keccak256(abi.encode(logs[i].topics[1], refundTo, logs[i].data));
        }
    }

    /// @dev Books a return: nothing of it goes through the receiver's books.
    function _bookReturn(Payment memory p, address from, uint256 amount) private returns (uint256 arrived) {
        arrived = _book(p.token, from, p.refundTo, amount);
        // A token that takes from whoever moves it does so here too.
        if (p.token != tokens[3] || _hostileToken().mode() != TrickyToken.Mode.TakesMore) return arrived;
        owed[receiver][p.token] -= 1;
    }

    function _payCall(Deal storage d) private view returns (bytes memory) {
        return abi.encodeCall(IFillSettlement.payAuthorized, (abi.decode(d.payment, (Payment))));
    }

    function _count(bool ok) private {
        _count(msg.sig, ok);
    }

    function _count(bytes4 sig, bool ok) private {
        if (ok) ++accepted[sig];
        else ++refused[sig];
    }

    function _judge(Deal storage d, bool expected, bool ok, address solver) private {
        if (ok && !expected) ++wronglyAccepted;
        if (!ok && expected) ++wronglyRefused;
        // A call that another order authorized is paid by that one's evidence.
        if (ok && !d.sound && _requestOf(d) == d.id) ++acceptedUnsound;
        if (ok && !_active(solver)) ++acceptedFromInactiveSolver;
        if (ok && _isSpent(d)) ++acceptedTwice;
    }

    /// @dev Books what an accepted payment moves, and notes what others should be told of it.
    function _settle(Deal storage d, address from, uint256 amount, bool hook, uint256 returned) private {
        paid[_key(d)] = true;
        if (kind.paysRequests()) paid[_requestOf(d)] = true;
        uint256 delivered = _book(d.token, from, receiver, amount);
        if (returned != delivered) ++wronglyAccepted;
        _book(d.token, receiver, d.recipient, delivered);
        if (!hook) return;
        ++toldOwed;
        toldAmountOwed += delivered;
    }

    // The thief's calls

    function _forbiddenCall(uint256 which) private returns (bytes memory data) {
        SolverConfig memory solver = SolverConfig(thief, 0, 0);
        RecipientConfig memory recipient = RecipientConfig(thief, false);
        if (which == 0) data = abi.encodeCall(ISolverPolicy.setSolver, (solver));
        if (which == 1) data = abi.encodeCall(IFillVerifier.setRecipient, (recipient));
        if (which == 2) data = abi.encodeCall(IFillVerifier.setRoute, (RouteConfig(2, 0, 0, 1)));
        if (which == 3) data = abi.encodeCall(ISolverPolicy.revokeSolver, (makeSolver("solver").addr));
        if (which == 4) data = abi.encodeCall(IFillVerifier.removeRecipient, (plainRecipient));
        if (which == 5) data = abi.encodeCall(IFillVerifier.setRouter, (thief, true));
        if (which == 6) data = abi.encodeCall(IFillVerifier.setReserved, (plainRecipient, true));
        if (which == 7)
            data = isPausedNow ? abi.encodeCall(ISolverPolicy.unpause, ()) : abi.encodeCall(ISolverPolicy.pause, ());
        if (which == 8) data = abi.encodeCall(ITransfers.rescue, (tokens[_draw(4)], thief, 0));
        if (which == 9) data = abi.encodeCall(IAccessControl.grantRole, (bytes32(0), thief));
        if (which == 10) data = kind.forbiddenCall(_drawSeed());
        if (which == 11) data = abi.encodeCall(IFillVerifier.setToken, (madeUp, 1, 2));
    }

    // The administrator's

    /// @dev A kind's own part of the policy was changed.
    function _narrowed(uint256 times) private {
        epochNow += times;
        Listing memory now_ = kind.listing();
        hasRootNow = now_.hasRoot;
        if (now_.byTree) entries[address(trickyRecipient)] = Entry(now_.listed, now_.hook);
    }

    function _drawSolver() private returns (address) {
        return makeSolver(_draw(2) == 0 ? "solver" : "second solver").addr;
    }

    function _drawRecipient() private returns (address) {
        return [plainRecipient, address(trickyRecipient), _forbidden(tokens[1]), _forbidden(tokens[2])][_draw(4)];
    }

    /// @dev Makes the policy a good one.
    function _heal() private {
        address[2] memory solvers = [makeSolver("solver").addr, makeSolver("second solver").addr];
        for (uint256 i = 0; i < 2; ++i) _setSolver(solvers[i], 0, i * (_now + 1 days));
        _setRoute(10, 1e6);
        for (uint256 i = 0; i < 4; ++i) _setToken(tokens[i], 0);
        _setRecipient(plainRecipient, false);
        _setRecipient(address(trickyRecipient), true);
        for (uint256 i = 0; i < 4; ++i) {
            address forbidden =
                i == 0
                    ? receiver
                    : i == 1
                        ? router
                        : tokens[i];
            if (!entries[forbidden].listed) _setRecipient(forbidden, false);
        }
        if (isReservedNow[address(wallet)]) _setReserved(address(wallet), false);
        if (isReservedNow[plainRecipient]) _setReserved(plainRecipient, false);
        if (!isRouterNow[router]) _setRouter(router, true);
        if (isPausedNow) _setPaused(false);
        _narrowed(kind.heal());
    }

    function _behave(TrickyToken.Mode token, TrickyRecipient.Mode recipient) private {
        _hostileToken().setMode(token);
        trickyRecipient.setMode(recipient);
    }

    function _setSolver(address solver, uint256 start, uint256 stop) private {
        IFillVerifier(receiver).setSolver(SolverConfig(solver, uint48(start), uint48(stop)));
        _window(solver, start, stop);
    }

    function _revoke(address solver) private {
        IFillVerifier(receiver).revokeSolver(solver);
        _revoked(solver);
    }

    function _setRoute(uint256 min, uint256 max) private {
        if (max == 0) min = 0;
        IFillVerifier(receiver).setRoute(RouteConfig(1, 0, uint128(min), uint128(max)));
        _range(1, 0, min, max);
    }

    /// @dev A good range, no range, or one that is too narrow for most.
    function _setToken(address token, uint256 how) private {
        uint128 min = how == 0 ? uint128(LEAST) : uint128(how - 1) * 5e17;
        uint128 max = how == 0 ? type(uint128).max : uint128(how - 1) * 8e17;
        IFillVerifier(receiver).setToken(token, min, max);
        _tokenRange(token, min, max);
    }

    function _setRecipient(address recipient, bool hook) private {
        if (recipient == address(0)) return;
        if (_isInTree(recipient)) return _narrowed(kind.list(true, hook));
        IFillVerifier(receiver).setRecipient(RecipientConfig(recipient, hook));
        _entry(recipient, true, hook);
    }

    function _removeRecipient(address recipient) private {
        if (_isInTree(recipient)) return _narrowed(kind.list(false, false));
        IFillVerifier(receiver).removeRecipient(recipient);
        _entry(recipient, false, false);
    }

    /// @dev Some kinds keep the recipient with a hook in a tree.
    function _isInTree(address recipient) private view returns (bool) {
        return recipient == address(trickyRecipient) && kind.listing().byTree;
    }

    function _setRouter(address account, bool allowed) private {
        IFillVerifier(receiver).setRouter(account, allowed);
        _router(account, allowed);
    }

    function _setReserved(address account, bool reserved) private {
        IFillVerifier(receiver).setReserved(account, reserved);
        _reserved(account, reserved);
    }

    function _setPaused(bool paused) private {
        if (paused) IFillVerifier(receiver).pause();
        else IFillVerifier(receiver).unpause();
        isPausedNow = paused;
    }

    function _rescue(address token) private {
        uint256 amount = owed[receiver][token] / 2;
        IFillSettlement(receiver).rescue(token, treasury, amount);
        _book(token, receiver, treasury, amount);
    }
}

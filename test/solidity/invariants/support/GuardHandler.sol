// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

import {PaymentGuard} from "../../../../contracts/PaymentGuard.sol";
import {IPaymentGuard} from "../../../../contracts/interfaces/IPaymentGuard.sol";
import {ITransfers} from "../../../../contracts/interfaces/ITransfers.sol";
import {ISolverPolicy} from "../../../../contracts/interfaces/ISolverPolicy.sol";
import {ForcedSend} from "../../../../contracts/mocks/hostile/ForcedSend.sol";
import {FillproofTest, FillRequest, Solver, VM_FILLPROOF} from "../../../../contracts/testing/FillproofTest.sol";
import {Attestation} from "../../../../contracts/types/Attestation.sol";
import {ChainConfig, SolverConfig} from "../../../../contracts/types/Config.sol";
import {GuardConfig, PaidRecipient} from "../../../../contracts/types/GuardConfig.sol";
import {Order, OrderInput, OrderRefund} from "../../../../contracts/types/Order.sol";
import {PayerTerms, PaymentOrder} from "../../../../contracts/types/PaymentOrder.sol";
import {vm} from "../../support/Vm.sol";
import {TrickyDepository} from "./TrickyDepository.sol";
import {TrickyToken} from "./TrickyToken.sol";
import {World} from "./World.sol";

/// @notice A payment that somebody could make, and what is true of it.
struct GuardedDeal {
    bool attested;
    /// No fault was built in that no policy and no time can heal.
    bool sound;
    bytes32 id;
    address solver;
    address user;
    address token;
    uint256 amount;
    uint256 deadline;
    bool evm;
    bytes recipient;
    bytes call;
}

/// @notice Plays everybody around a guard: payers, a thief who copies them, a careless administrator, a hostile token
/// and a depository that reenters. Each action is drawn from one seed.
abstract contract GuardHandler is FillproofTest, World {
    uint256 private constant FAULTS = 43;
    uint256 private constant HERE = 31337;

    PaymentGuard public guard;
    TrickyDepository public depository;
    GuardedDeal[] internal deals;

    mapping(bytes4 action => uint256) public accepted;
    mapping(bytes4 action => uint256) public refused;
    uint256 public wronglyAccepted;
    uint256 public wronglyRefused;
    uint256 public acceptedUnsound;
    uint256 public acceptedFromInactiveSolver;
    uint256 public acceptedTwice;
    uint256 public thiefGained;
    uint256 public privilegesTaken;
    /// What the depository should have been told, under each id.
    mapping(bytes32 id => mapping(address token => uint256)) public receiptOwed;
    mapping(bytes32 id => address) public payerOf;
    uint256 public receiptsOwed;

    address internal payer = makeSolver("payer").addr;
    address internal thief = makeSolver("thief").addr;
    address internal victim = makeSolver("victim").addr;
    address internal treasury = makeSolver("treasury").addr;
    bytes internal recipient = abi.encodePacked(makeSolver("recipient").addr);
    bytes internal farRecipient = abi.encodePacked(keccak256("a recipient elsewhere"));
    /// On a chain without EVM addresses, 20 bytes and the same ones left-padded are two recipients. One is listed.
    address internal shortRecipient = makeSolver("short recipient").addr;
    bytes internal farRouter = abi.encodePacked(makeSolver("router").addr);
    ForcedSend private _forced = new ForcedSend();

    mapping(address solver => bool) private _isActive;
    mapping(bytes32 recipientHash => bool) private _isGone;
    mapping(bytes32 id => bool) private _isPaid;
    bool private _isPausedNow;
    uint256 private _seed;
    uint256 private _salt;
    uint256 private _now;

    constructor() {
        _now = 1_000_000;
        vm.warp(_now);
        vm.chainId(HERE);
        depository = new TrickyDepository();
        GuardConfig memory config;
        (config.admin, config.guardian, config.rescuer) = (address(this), address(this), address(this));
        config.depository = address(depository);
        config.chainName = "here";
        config.chains = new ChainConfig[](2);
        config.chains[0] = ChainConfig({name: "far", chainId: 10, isEvm: true});
        config.chains[1] = ChainConfig({name: "elsewhere", chainId: 20, isEvm: false});
        config.recipients = new PaidRecipient[](4);
        config.recipients[0] = PaidRecipient({chainId: 10, recipient: recipient});
        config.recipients[1] = PaidRecipient({chainId: 20, recipient: farRecipient});
        // An administrator that lists the router does no harm with it.
        config.recipients[2] = PaidRecipient({chainId: 10, recipient: farRouter});
        config.recipients[3] = PaidRecipient({chainId: 20, recipient: abi.encodePacked(shortRecipient)});
        bytes memory set = abi.encodeCall(IPaymentGuard.initialize, (config));
        guard = PaymentGuard(address(new ERC1967Proxy(address(new PaymentGuard()), set)));
        _makeTokens(address(guard));
        depository.setOpponent(address(guard));
        address[3] memory rich = [payer, thief, victim];
        for (uint256 i = 0; i < 3; ++i) {
            _follow(rich[i], WEALTH);
            for (uint256 j = 1; j < 4; ++j) {
                vm.prank(rich[i]);
                TrickyToken(tokens[j]).approve(address(guard), type(uint256).max);
            }
        }
        _follow(address(_hostileToken()), WEALTH);
        // What was donated is nobody's, and there to be taken.
        _follow(address(guard), 1000);
        _follow(address(depository), 0);
        _follow(treasury, 0);
        _heal();
    }

    /// @dev Each action starts at the handler's time with its own draws.
    modifier action(uint256 seed) {
        vm.warp(_now);
        _seed = seed;
        uint256[4] memory before;
        for (uint256 i = 0; i < 4; ++i) before[i] = held(thief, tokens[i]);
        _;
        for (uint256 i = 0; i < 4; ++i) if (held(thief, tokens[i]) > before[i]) ++thiefGained;
    }

    // Actions

    /// @notice A user pays an order of its own, which may have a fault.
    function payOrder(uint256 seed) external action(seed) {
        uint256 index = _make(_draw(2) == 0 ? 0 : 1 + _draw(FAULTS));
        _pay(index, deals[index].user, _draw(8) == 0 ? 1 : 0);
    }

    /// @notice Somebody pays again what was paid, or refused, before.
    function payAgain(uint256 seed) external action(seed) {
        if (deals.length == 0) return;
        uint256 index = deals.length - 1 - _draw(deals.length < 20 ? deals.length : 20);
        _pay(index, deals[index].user, 0);
    }

    /// @notice A thief copies a payment.
    function copy(uint256 seed) external action(seed) {
        uint256 index = _draw(2) == 0 || deals.length == 0 ? _make(0) : _draw(deals.length);
        _pay(index, deals[index].user == thief ? victim : thief, 0);
    }

    /// @notice An order in which all is well but one thing, and the thing is the seed's.
    function cheat(uint256 seed) external action(seed) {
        _heal();
        _hostileToken().setMode(TrickyToken.Mode.Honest);
        depository.setMode(TrickyDepository.Mode.Honest);
        uint256 index = _make(1 + (seed % FAULTS));
        _pay(index, deals[index].user, 0);
    }

    /// @notice The token or the depository pays again while a payment is made.
    function reenter(uint256 seed) external action(seed) {
        uint256 index = _make(0);
        GuardedDeal storage d = deals[_draw(2) == 0 ? index : _make(0)];
        bool byToken = _draw(2) == 0;
        uint256 value = d.token == address(0) ? d.amount : 0;
        if (byToken) _hostileToken().plan(address(guard), value, d.call);
        else depository.plan(address(guard), value, d.call);
        _pay(index, deals[index].user, 0);
        _hostileToken().plan(address(0), 0, "");
        depository.plan(address(0), 0, "");
    }

    /// @notice A thief calls what is not for it.
    function trespass(uint256 seed) external action(seed) {
        bytes memory data;
        uint256 which = _draw(7);
        if (which == 0) data = abi.encodeCall(ISolverPolicy.setSolver, (SolverConfig(thief, 0, 0)));
        if (which == 1) data = abi.encodeCall(IPaymentGuard.setRecipient, (10, abi.encodePacked(thief), true));
        if (which == 2) data = abi.encodeCall(IPaymentGuard.setChain, (ChainConfig("thief", 7, true)));
        if (which == 3) data = abi.encodeCall(ITransfers.rescue, (tokens[_draw(4)], thief, 0));
        if (which == 4) data = abi.encodeCall(ISolverPolicy.revokeSolver, (makeSolver("solver").addr));
        if (which == 5)
            data = _isPausedNow ? abi.encodeCall(ISolverPolicy.unpause, ()) : abi.encodeCall(ISolverPolicy.pause, ());
        if (which == 6) {
            GuardConfig memory config;
            (config.admin, config.guardian, config.rescuer) = (thief, thief, thief);
            (config.chainName, config.depository) = ("thief", address(depository));
            data = abi.encodeCall(IPaymentGuard.initialize, (config));
        }
        vm.prank(thief);
        (bool ok, ) = address(guard).call(data);
        _count(ok);
        if (ok) ++privilegesTaken;
    }

    /// @notice An administrator changes the policy without much thought.
    function administrate(uint256 seed) external action(seed) {
        uint256 what = _draw(8);
        if (what < 4) return _heal();
        address solver = makeSolver(_draw(2) == 0 ? "solver" : "second solver").addr;
        if (what == 4 || what == 5) {
            guard.revokeSolver(solver);
            _isActive[solver] = false;
        } else if (what == 6) {
            _allow(_draw(2) == 0, false);
        } else if (!_isPausedNow) {
            guard.pause();
            _isPausedNow = true;
        }
    }

    /// @notice Time passes.
    function wait(uint256 seed) external action(seed) {
        _now += _draw(600);
        vm.warp(_now);
    }

    /// @notice Somebody forces funds on the guard, or the administrator takes such funds out.
    function donate(uint256 seed) external action(seed) {
        address token = tokens[_draw(3)];
        if (_draw(2) == 0) {
            uint256 amount = owed[address(guard)][token] / 2;
            guard.rescue(token, treasury, amount);
            _book(token, address(guard), treasury, amount);
            return;
        }
        vm.prank(payer);
        if (token == address(0)) _forced.send{value: 100}(address(guard));
        else TrickyToken(token).transfer(address(guard), 100);
        _book(token, payer, address(guard), 100);
    }

    /// @notice The hostile token and the depository change their minds.
    function misbehave(uint256 seed) external action(seed) {
        _hostileToken().setMode(TrickyToken.Mode(_draw(2) == 0 ? 0 : _draw(4)));
        depository.setMode(TrickyDepository.Mode(_draw(2) == 0 ? 0 : _draw(4)));
    }

    // For the invariants

    function countDeals() external view returns (uint256) {
        return deals.length;
    }

    /// @notice An order, what it asks for, and whether it should be paid.
    function dealOf(uint256 index) external view returns (bytes32 id, address token, uint256 amount, bool isPaid) {
        GuardedDeal storage d = deals[index];
        return (d.id, d.token, d.amount, _isPaid[d.id]);
    }

    // Paying

    function _pay(uint256 index, address from, uint256 more) private {
        GuardedDeal storage d = deals[index];
        bool native = d.token == address(0);
        bool expected = _holds(d, from) && more == 0 && _arrives(d.token);
        bytes memory call = d.call;
        vm.prank(from);
        (bool ok, ) = address(guard).call{value: (native ? d.amount : 0) + more}(call);
        _count(ok);
        if (ok && !expected) ++wronglyAccepted;
        if (!ok && expected) ++wronglyRefused;
        if (!ok) return;
        if (!d.sound) ++acceptedUnsound;
        if (!_isActive[d.solver]) ++acceptedFromInactiveSolver;
        if (_isPaid[d.id]) ++acceptedTwice;
        _isPaid[d.id] = true;
        payerOf[d.id] = from;
        receiptOwed[d.id][d.token] += d.amount;
        ++receiptsOwed;
        _book(d.token, from, address(guard), d.amount);
        _book(d.token, address(guard), address(depository), d.amount);
    }

    /// @dev Whether the rules let `from` make this payment now.
    function _holds(GuardedDeal storage d, address from) private view returns (bool) {
        return
            d.sound &&
            from == d.user &&
            !_isPausedNow &&
            _isActive[d.solver] &&
            block.timestamp < d.deadline &&
            !_isGone[keccak256(d.recipient)] &&
            !_isPaid[d.id];
    }

    /// @dev Whether exactly the amount gets to the depository. A fee is never accepted.
    function _arrives(address token) private view returns (bool) {
        if (depository.mode() != TrickyDepository.Mode.Honest) return false;
        if (token == tokens[3] && _hostileToken().mode() != TrickyToken.Mode.Honest) return false;
        return token != tokens[2];
    }

    function _count(bool ok) private {
        if (ok) ++accepted[msg.sig];
        else ++refused[msg.sig];
    }

    // Making

    function _draw(uint256 n) private returns (uint256) {
        _seed = uint256(keccak256(abi.encode(_seed)));
        return _seed % n;
    }

    function _make(uint256 fault) private returns (uint256 index) {
        GuardedDeal storage d = deals.push();
        index = deals.length - 1;
        Solver memory solver = makeSolver(_draw(3) == 0 ? "second solver" : "solver");
        if (fault == 1) solver = makeSolver("thief");
        (d.attested, d.solver, d.user) = (_draw(2) == 0, solver.addr, _draw(4) == 0 ? thief : payer);
        d.token = tokens[_draw(5) == 0 ? 2 : _draw(2) * 3];
        if (_draw(4) == 0) d.token = tokens[1];
        (d.amount, d.deadline) = (1000 + _draw(1e18), block.timestamp + _draw(1200));
        if (fault == 2) d.deadline = block.timestamp - 1;
        if (fault == 42) d.deadline = block.timestamp;
        bool evm = (_draw(2) == 0 || fault == 30 || fault == 43) && (fault < 33 || fault > 35);
        d.evm = evm;
        d.recipient = evm ? recipient : farRecipient;
        if (fault == 30) d.recipient = farRouter;
        if (fault == 33) d.recipient = abi.encode(shortRecipient);
        if (fault == 34) d.recipient = abi.encodePacked(shortRecipient);
        // Faults of the attestation alone are none of a signed order, which has none.
        d.sound = fault == 0 || fault == 2 || fault == 42 || (fault > 20 && fault < 26 && !d.attested);

        Order memory order = _order(d, solver, evm);
        if (fault == 31 || fault == 35 || (fault != 30 && _draw(3) == 0)) _addCalls(order, evm);
        if (evm && _draw(3) == 0) _refundThere(order, 0);
        bytes[] memory agreed = new bytes[](_draw(3));
        for (uint256 i = 0; i < agreed.length; ++i) agreed[i] = abi.encode("a refund's fill contract", i);
        if (agreed.length != 0) order.inputs[0].refunds[0].extraData = agreed[agreed.length - 1];
        _spoilOrder(order, fault);
        d.id = hashOrder(order);
        PaymentOrder memory shown = showOrder(order);
        PayerTerms memory terms = PayerTerms({
            currency: d.token,
            amount: d.amount,
            destinationChainId: evm ? 10 : 20,
            recipient: d.recipient,
            outputCurrency: abi.encodePacked(address(0)),
            minimum: 900,
            refundTo: "",
            refundExtraData: agreed,
            callsHash: order.output.calls.length == 0 ? bytes32(0) : hashCalls(order.output.calls),
            extraData: order.output.extraData,
            minimumDeadline: 0,
            allowNoRefund: !_hasRefundHere(order)
        });
        _spoilTerms(terms, uint48(d.deadline), fault);
        if (fault == 16) shown.input.payment.amount -= 1;
        if (fault == 17) shown.output.deadline += 1 days;
        if (fault == 18) shown.feesHash = keccak256(abi.encode(shown.feesHash));
        d.call =
            d.attested
                ? _attestedCall(d, order, solver, shown, terms, fault)
                : _signedCall(d.id, solver, shown, terms, fault);
    }

    function _order(GuardedDeal storage d, Solver memory solver, bool evm) private returns (Order memory order) {
        FillRequest memory request = makeRequest(address(0));
        (request.solver, request.originChain, request.originUser) = (solver, "here", d.user);
        (request.originCurrency, request.originAmount) = (d.token, d.amount);
        (request.destinationChain, request.minimum) = (evm ? "far" : "elsewhere", 900);
        (request.salt, request.deadline) = (++_salt, uint32(d.deadline));
        order = directOrder(request);
        order.output.payments[0].recipient = d.recipient;
        order.output.extraData = abi.encode(address(bytes20(farRouter)));
    }

    /// @dev Calls, which the order's fill contract makes: on an EVM chain it may be paid for them.
    function _addCalls(Order memory order, bool evm) private {
        order.output.calls = new bytes[](1 + _draw(2));
        for (uint256 i = 0; i < order.output.calls.length; ++i) {
            order.output.calls[i] = abi.encode("what the payer wants done", i);
        }
        if (evm && _draw(2) == 0) order.output.payments[0].recipient = farRouter;
        OrderRefund memory refund = order.inputs[0].refunds[0];
        order.inputs[0].refunds = new OrderRefund[](2);
        (order.inputs[0].refunds[0], order.inputs[0].refunds[1]) = (refund, refund);
    }

    function _hasRefundHere(Order memory order) private pure returns (bool isHere) {
        OrderRefund[] memory refunds = order.inputs[0].refunds;
        for (uint256 i = 0; i < refunds.length; ++i) {
            if (keccak256(bytes(refunds[i].chainId)) == keccak256("here")) isHere = true;
        }
    }

    /// @dev A refund may also be in what the payer wants, where the payer wants it.
    function _refundThere(Order memory order, uint256 i) private pure {
        order.inputs[0].refunds[i].chainId = "far";
        order.inputs[0].refunds[i].currency = abi.encodePacked(address(0));
    }

    function _refundTooMuch(OrderInput memory input, uint256 i) private pure {
        (input.refunds[i].chainId, input.refunds[i].currency) = (input.payment.chainId, input.payment.currency);
        input.refunds[i].minimumAmount = input.payment.amount + 1;
    }

    function _spoilOrder(Order memory order, uint256 fault) private view {
        if (fault == 3) order.solver = thief;
        if (fault == 4) order.inputs[0].payment.chainId = "far";
        if (fault == 5) order.output.chainId = "nowhere";
        if (fault == 6) order.output.payments[0].recipient = abi.encodePacked(thief);
        if (fault == 7) order.inputs[0].refunds[0].recipient = abi.encodePacked(thief, uint8(0));
        if (fault == 8) order.inputs[0].refunds[0].recipient = abi.encodePacked(victim);
        if (fault == 9) order.output.payments[0].minimumAmount = 899;
        if (fault == 10) order.inputs[0].payment.currency = abi.encode(order.inputs[0].payment.currency);
        if (fault == 32) order.inputs[0].refunds[0].extraData = abi.encode(thief);
        if (fault == 34) order.output.payments[0].recipient = abi.encode(shortRecipient);
        if (fault == 29) order.inputs[0].refunds[0].currency = abi.encodePacked(thief);
        if (fault == 35) {
            OrderRefund memory refund = order.inputs[0].refunds[0];
            order.inputs[0].refunds = new OrderRefund[](1);
            order.inputs[0].refunds[0] = refund;
        }
        if (fault == 36) order.version = "v2";
        if (fault == 37) order.inputs[0].payment.weight = 0;
        if (fault == 38) order.inputs[0].refunds = new OrderRefund[](0);
        for (uint256 i = 0; i < order.inputs[0].refunds.length; ++i) {
            if (fault == 39) order.inputs[0].refunds[i].deadline = order.output.deadline - 1;
            if (fault == 40) _refundTooMuch(order.inputs[0], i);
            if (fault == 43) _refundThere(order, i);
        }
        if (fault == 11) {
            OrderInput memory input = order.inputs[0];
            order.inputs = new OrderInput[](2);
            (order.inputs[0], order.inputs[1]) = (input, input);
        }
    }

    function _spoilTerms(PayerTerms memory terms, uint48 deadline, uint256 fault) private view {
        if (fault == 12) terms.amount += 1;
        if (fault == 13) terms.currency = terms.currency == tokens[1] ? tokens[3] : tokens[1];
        if (fault == 14) terms.recipient = abi.encodePacked(thief);
        if (fault == 15) terms.destinationChainId = HERE;
        if (fault == 27) terms.callsHash = keccak256(abi.encode(terms.callsHash));
        if (fault == 28) terms.extraData = abi.encode(thief);
        if (fault == 31) terms.callsHash = 0;
        if (fault == 38 || fault == 43) terms.allowNoRefund = false;
        if (fault == 41) terms.minimumDeadline = deadline;
    }

    function _attestedCall(
        GuardedDeal storage d,
        Order memory order,
        Solver memory solver,
        PaymentOrder memory shown,
        PayerTerms memory terms,
        uint256 fault
    ) private view returns (bytes memory) {
        Attestation memory a = Attestation({
            requestId: hashOrder(order),
            originChainId: HERE,
            originUser: toWord(d.user),
            originCurrency: toWord(d.token),
            originAmount: d.amount,
            destinationChainId: d.evm ? 10 : 20,
            destinationUser: d.recipient.length == 20 ? toWord(address(bytes20(d.recipient))) : bytes32(d.recipient)
        });
        if (fault == 21) a.originAmount += 1;
        if (fault == 22) a.originUser = toWord(victim);
        if (fault == 23) a.requestId = keccak256(abi.encode(a.requestId));
        if (fault == 24) a.destinationUser = toWord(thief);
        if (fault == 25) a.originChainId = 10;
        bytes memory signature = sign(a, solver.key);
        if (fault == 26) a.originUser = toWord(thief) | bytes32(uint256(1) << 200);
        if (fault == 19) signature[20] ^= 0x01;
        if (fault == 20) signature = abi.encodePacked(signature, uint8(0));
        return abi.encodeCall(IPaymentGuard.payAttested, (a, signature, shown, terms));
    }

    function _signedCall(
        bytes32 id,
        Solver memory solver,
        PaymentOrder memory shown,
        PayerTerms memory terms,
        uint256 fault
    ) private pure returns (bytes memory) {
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", id));
        if (fault == 26) digest = id;
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(solver.key, digest);
        bytes memory signature = abi.encodePacked(r, s, v);
        if (fault == 19) signature[20] ^= 0x01;
        if (fault == 20) signature = abi.encodePacked(signature, uint8(0));
        return abi.encodeCall(IPaymentGuard.paySigned, (shown, signature, terms));
    }

    // The administrator's

    function _heal() private {
        address[2] memory solvers = [makeSolver("solver").addr, makeSolver("second solver").addr];
        for (uint256 i = 0; i < 2; ++i) {
            guard.setSolver(SolverConfig(solvers[i], 0, 0));
            _isActive[solvers[i]] = true;
            _allow(i == 0, true);
        }
        if (_isPausedNow) guard.unpause();
        _isPausedNow = false;
    }

    function _allow(bool far, bool allowed) private {
        bytes memory one = far ? recipient : farRecipient;
        guard.setRecipient(far ? 10 : 20, one, allowed);
        _isGone[keccak256(one)] = !allowed;
    }
}

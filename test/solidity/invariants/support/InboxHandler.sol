// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SignedFillEvidence, Solver} from "../../../../contracts/testing/FillproofTest.sol";
import {RecipientConfig, SolverConfig} from "../../../../contracts/types/Config.sol";
import {InboxTerms} from "../../../../contracts/types/InboxTerms.sol";
import {InboxTest} from "../../inbox/support/InboxTest.sol";
import {vm} from "../../support/Vm.sol";

/// @notice Plays everybody around a receiver of inboxes: payers, claimers, owners, strangers and a careless administrator.
/// Each action is drawn from one seed. A model says what must succeed.
abstract contract InboxHandler is InboxTest {
    uint256 private constant START = 1_700_000_000;
    uint256 private constant MINIMUM = 500;

    bytes[] private inboxes;
    bool private isPaused;
    bool private isRevoked;
    bool private isHookOff;
    mapping(address token => bool) private isOff;
    mapping(bytes32 id => bool) private isUsed;

    mapping(uint256 inbox => mapping(address token => uint256)) public arrived;
    mapping(uint256 inbox => mapping(address token => uint256)) public claimed;
    mapping(uint256 inbox => mapping(address token => uint256)) public refunded;
    mapping(uint256 inbox => uint256) public claimCount;
    mapping(address account => mapping(address token => uint256)) public credited;
    mapping(address token => uint256) public donated;
    mapping(bytes4 action => uint256) public accepted;
    mapping(bytes4 action => uint256) public refused;
    uint256 public wronglyAccepted;
    uint256 public wronglyRefused;
    uint256 public creditedTooMuch;
    uint256 public idsRepeated;
    uint256 public fellForAStranger;

    constructor() {
        vm.warp(START);
        setUp();
        // For each token: one inbox without a hook, one with a hook and a claimer; every second one ends.
        for (uint256 i = 0; i < tokens.length * 2; ++i) {
            InboxTerms memory terms = i < tokens.length ? newTerms(tokens[i]) : newHookTerms(tokens[i - tokens.length]);
            if (i >= tokens.length) terms.claimer = address(this);
            if (i % 2 == 1) terms.deadline = uint48(START + 2 days);
            inboxes.push(abi.encode(terms));
        }
    }

    function setUp() public override {
        if (address(receiver) == address(0)) super.setUp();
    }

    function pass(uint256 seed) external {
        vm.warp(block.timestamp + (seed % 12 hours));
    }

    /// Pays any token into any inbox, now and then more than the list allows at once.
    function payIn(uint256 seed) external {
        uint256 index = (seed >> 8) % inboxes.length;
        InboxTerms memory terms = termsOf(index);
        address token = seed % 4 == 0 ? tokens[(seed >> 16) % tokens.length] : terms.token;
        uint256 amount = (seed >> 32) % (seed % 5 == 0 ? 1_500_000 : 1500);
        pay(terms, token, amount);
        arrived[index][token] += amount;
    }

    function donate(uint256 seed) external {
        address token = tokens[(seed >> 8) % tokens.length];
        uint256 amount = seed % 100;
        donated[token] += amount;
        if (token == NATIVE) vm.deal(address(receiver), donated[token]);
        else mintToReceiver(token, amount);
    }

    function claimOne(uint256 seed) external {
        uint256 index = (seed >> 8) % inboxes.length;
        InboxTerms memory terms = termsOf(index);
        address caller = seed % 4 == 0 ? stranger : address(this);
        bool isForged = (seed >> 4) % 8 == 0;
        SignedFillEvidence memory e = evidence(terms, isForged);

        uint256 before = lying(terms);
        uint256 amount = before < 1_000_000 ? before : 1_000_000;
        bool isExpected = !isForged && mayClaim(terms, caller) && less(terms.token, amount) >= MINIMUM;
        vm.prank(caller);
        try receiver.claim(terms, e.order, e.signature, e.recipientProof) returns (uint256 amount_) {
            ++accepted[msg.sig];
            if (!isExpected) ++wronglyAccepted;
            note(index, terms, before - lying(terms), amount_);
        } catch {
            ++refused[msg.sig];
            if (isExpected) ++wronglyRefused;
        }
    }

    function refundOne(uint256 seed) external {
        uint256 index = (seed >> 8) % inboxes.length;
        InboxTerms memory terms = termsOf(index);
        address token = seed % 3 == 0 ? tokens[(seed >> 16) % tokens.length] : terms.token;
        address caller = seed % 2 == 0 ? owner : stranger;
        address inbox = receiver.inboxOf(terms);
        address to = [owner, stranger, inbox, address(receiver), address(0)][(seed >> 24) % 5];
        bool mayTake = caller == owner || (to == owner && (token != terms.token || block.timestamp > terms.deadline));
        uint256 before = balance(token, inbox);
        uint256 own = lying(terms);
        bool isExpected = mayTake && (to == owner || to == stranger) && before != 0;
        vm.prank(caller);
        try receiver.refund(terms, token, to) returns (uint256 amount) {
            ++accepted[msg.sig];
            if (!isExpected) ++wronglyAccepted;
            refunded[index][token] += amount;
            if (caller != owner && block.timestamp <= terms.deadline && lying(terms) < own) ++fellForAStranger;
        } catch {
            ++refused[msg.sig];
            if (isExpected) ++wronglyRefused;
        }
    }

    /// The administrator changes one thing.
    function govern(uint256 seed) external {
        uint256 what = seed % 4;
        if (what == 0) {
            isPaused = !isPaused;
            if (isPaused) receiver.pause();
            else receiver.unpause();
        } else if (what == 1) {
            isRevoked = !isRevoked;
            if (isRevoked) receiver.revokeSolver(request.solver.addr);
            else receiver.setSolver(SolverConfig(request.solver.addr, 0, 0));
        } else if (what == 2) {
            isHookOff = !isHookOff;
            receiver.setRecipient(RecipientConfig(address(hooked), !isHookOff));
        } else {
            address token = tokens[(seed >> 8) % tokens.length];
            isOff[token] = !isOff[token];
            if (isOff[token]) receiver.setToken(token, 0, 0);
            else receiver.setToken(token, 100, 1_000_000);
        }
    }

    function countInboxes() external view returns (uint256) {
        return inboxes.length;
    }

    function termsOf(uint256 index) public view returns (InboxTerms memory terms) {
        return abi.decode(inboxes[index], (InboxTerms));
    }

    function tokenList() external view returns (address[] memory) {
        return tokens;
    }

    function recipients() external view returns (address[2] memory) {
        return [recipient, address(hooked)];
    }

    function receiverHolds(address token) external view returns (uint256) {
        return balance(token, address(receiver));
    }

    function holds(address account, address token) external view returns (uint256) {
        return balance(token, account);
    }

    function inboxHolds(uint256 index, address token) external view returns (uint256) {
        return balance(token, receiver.inboxOf(termsOf(index)));
    }

    function countedClaims(uint256 index) external view returns (uint256) {
        return claimsOf(termsOf(index));
    }

    function mayClaim(InboxTerms memory terms, address caller) private view returns (bool) {
        if (isPaused || isRevoked || isOff[terms.token] || (terms.hook && isHookOff)) return false;
        return block.timestamp <= terms.deadline && (terms.claimer == address(0) || caller == terms.claimer);
    }

    function evidence(InboxTerms memory terms, bool isForged) private returns (SignedFillEvidence memory e) {
        Solver memory known = request.solver;
        if (isForged) request.solver = makeSolver("forger");
        (request.token, request.deadline) = (terms.token, uint32(block.timestamp + 1 hours));
        e = opens(terms);
        request.solver = known;
    }

    function note(uint256 index, InboxTerms memory terms, uint256 left, uint256 amount) private {
        claimed[index][terms.token] += left;
        credited[terms.recipient][terms.token] += amount;
        if (amount > left) ++creditedTooMuch;
        bytes32 id = receiver.claimId(receiver.hashInboxTerms(terms), ++claimCount[index]);
        if (isUsed[id]) ++idsRepeated;
        isUsed[id] = true;
    }

    function mintToReceiver(address token, uint256 amount) private {
        (bool ok, ) = token.call(abi.encodeWithSignature("mint(address,uint256)", address(receiver), amount));
        assert(ok);
    }
}

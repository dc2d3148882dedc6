// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {InboxReceiver} from "../../../../contracts/InboxReceiver.sol";
import {NoReturnToken} from "../../../../contracts/mocks/hostile/NoReturnToken.sol";
import {ScriptedRecipient} from "../../../../contracts/mocks/hostile/ScriptedRecipient.sol";
import {FillproofTest, FillRequest, SignedFillEvidence} from "../../../../contracts/testing/FillproofTest.sol";
import {Config, RecipientConfig, TokenConfig} from "../../../../contracts/types/Config.sol";
import {InboxTerms} from "../../../../contracts/types/InboxTerms.sol";
import {vm} from "../../support/Vm.sol";
import {BlockingToken, FeeToken, PlainToken} from "./InboxTokens.sol";

/// A receiver of inboxes with one token of each kind. The list's minimum is 100, an order's 500.
abstract contract InboxTest is FillproofTest {
    address internal constant NATIVE = address(0);

    address internal recipient = makeUser("recipient");
    address internal owner = makeUser("owner");
    address internal stranger = makeUser("stranger");
    ScriptedRecipient internal hooked = new ScriptedRecipient();
    BlockingToken internal blocking = new BlockingToken();
    address[] internal tokens;
    InboxReceiver internal receiver;
    FillRequest internal request;

    function setUp() public virtual {
        tokens = [
            NATIVE,
            address(new PlainToken()),
            address(new NoReturnToken()),
            address(new FeeToken()),
            address(blocking)
        ];
        request = makeRequest(recipient);
        request.minimum = 500;
        request.refundTo = owner;
        Config memory config = makeConfig(request, address(this), 100);
        config.tokens = new TokenConfig[](tokens.length);
        for (uint256 i = 0; i < tokens.length; ++i) config.tokens[i] = TokenConfig(tokens[i], 100, 1_000_000);
        receiver = deployInboxReceiver(config, makeChains(request));
        request.receiver = address(receiver);
        receiver.setRecipient(RecipientConfig(address(hooked), true));
    }

    /// Makes terms in a token, with a salt of their own.
    function newTerms(address token) internal returns (InboxTerms memory terms) {
        (request.token, request.salt) = (token, request.salt + 1);
        return makeInboxTerms(request);
    }

    /// Makes terms of a recipient with a hook.
    function newHookTerms(address token) internal returns (InboxTerms memory terms) {
        terms = newTerms(token);
        (terms.recipient, terms.hook, terms.data) = (address(hooked), true, "data");
    }

    /// Makes evidence that opens the inbox of `terms`. Each time another order.
    function opens(InboxTerms memory terms) internal returns (SignedFillEvidence memory e) {
        ++request.salt;
        return proveSigned(inboxOrder(request, terms), request);
    }

    /// Pays an inbox from nowhere.
    function pay(InboxTerms memory terms, address token, uint256 amount) internal {
        address inbox = receiver.inboxOf(terms);
        if (token == NATIVE) vm.deal(inbox, inbox.balance + amount);
        else PlainToken(token).mint(inbox, amount);
    }

    function pay(InboxTerms memory terms, uint256 amount) internal {
        pay(terms, terms.token, amount);
    }

    function claim(InboxTerms memory terms, SignedFillEvidence memory e) internal returns (uint256 credited) {
        return receiver.claim(terms, e.order, e.signature, e.recipientProof);
    }

    function claim(InboxTerms memory terms) internal returns (uint256 credited) {
        return claim(terms, opens(terms));
    }

    /// Expects that a claim with this evidence reverts with exactly `reason`, and changes nothing.
    function refuses(InboxTerms memory terms, SignedFillEvidence memory e, bytes memory reason) internal {
        vm.expectRevert(reason);
        claim(terms, e);
    }

    function refuses(InboxTerms memory terms, bytes memory reason) internal {
        refuses(terms, opens(terms), reason);
    }

    function refundAs(address caller, InboxTerms memory terms, address token, address to) internal returns (uint256) {
        vm.prank(caller);
        return receiver.refund(terms, token, to);
    }

    function refusesRefund(
        address caller,
        InboxTerms memory terms,
        address token,
        address to,
        bytes memory reason
    ) internal {
        vm.expectRevert(reason);
        vm.prank(caller);
        receiver.refund(terms, token, to);
    }

    function balance(address token, address account) internal view returns (uint256) {
        return token == NATIVE ? account.balance : IERC20(token).balanceOf(account);
    }

    function lying(InboxTerms memory terms) internal view returns (uint256) {
        return balance(terms.token, receiver.inboxOf(terms));
    }

    /// What arrives of an amount.
    function less(address token, uint256 amount) internal view returns (uint256) {
        return token == tokens[3] ? amount - amount / 100 : amount;
    }

    function claimsOf(InboxTerms memory terms) internal view returns (uint256) {
        return receiver.claims(receiver.hashInboxTerms(terms));
    }

    function refusal(bytes4 selector) internal pure returns (bytes memory) {
        return abi.encodePacked(selector);
    }

    function tooLow(uint256 found, uint256 required) internal pure returns (bytes memory) {
        return abi.encodeWithSignature("PaymentTooLow(uint256,uint256)", found, required);
    }
}

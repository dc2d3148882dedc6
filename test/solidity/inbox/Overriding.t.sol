// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {InboxReceiver} from "../../../contracts/InboxReceiver.sol";
import {Config, TokenConfig} from "../../../contracts/types/Config.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {Terms} from "../../../contracts/types/Terms.sol";
import {InboxTest} from "./support/InboxTest.sol";

/// A receiver of an integrator that accepts only inboxes of owners it knows.
contract KnownOwnersReceiver is InboxReceiver {
    mapping(address owner => bool) public isKnown;

    error UnknownOwner(address owner);

    function know(address owner) external {
        isKnown[owner] = true;
    }

    function _acceptClaim(Terms memory fill, uint256 amount, bytes32 inboxHash, address inbox) internal override {
        if (!isKnown[fill.refundTo]) revert UnknownOwner(fill.refundTo);
        super._acceptClaim(fill, amount, inboxHash, inbox);
    }
}

/// What a receiver that overrides the acceptance of claims sees.
contract OverridingTest is InboxTest {
    /// The owner of the inbox is in the terms of the fill.
    function test_claim_tellsTheOwner() public {
        Config memory config = makeConfig(request, address(this), 100);
        config.tokens = new TokenConfig[](tokens.length);
        for (uint256 i = 0; i < tokens.length; ++i) config.tokens[i] = TokenConfig(tokens[i], 100, 1_000_000);
        KnownOwnersReceiver known = KnownOwnersReceiver(
            deployProxy(address(new KnownOwnersReceiver()), config, makeChains(request))
        );
        receiver = known;
        request.receiver = address(known);
        for (uint256 i = 0; i < tokens.length; ++i) {
            request.refundTo = makeUser(string(abi.encodePacked("owner", i)));
            InboxTerms memory terms = newTerms(tokens[i]);
            pay(terms, 1000);
            refuses(terms, abi.encodeWithSelector(KnownOwnersReceiver.UnknownOwner.selector, terms.refundTo));
            known.know(terms.refundTo);
            claim(terms);
        }
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";

import {InboxReceiver} from "../../../contracts/InboxReceiver.sol";
import {IInboxReceiver} from "../../../contracts/interfaces/IInboxReceiver.sol";
import {Inboxes} from "../../../contracts/libraries/Inboxes.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {vm} from "../support/Vm.sol";
import {InboxTest} from "./support/InboxTest.sol";
import {PlainToken} from "./support/InboxTokens.sol";

/// Refuses money with a long reason.
contract LongRefusal {
    receive() external payable {
        assembly ("memory-safe") {
            mstore(0, 0xdead)
            revert(0, 1000)
        }
    }
}

/// The account behind an inbox. This test owns clones of its own, as a receiver does.
contract InboxCodeTest is InboxTest {
    bytes32 private constant SALT = "salt";
    address private inbox;
    PlainToken private coin = new PlainToken();

    function setUp() public override {
        super.setUp();
        inbox = Clones.cloneDeterministic(Inboxes.IMPLEMENTATION, SALT);
        vm.deal(inbox, 1000);
        coin.mint(inbox, 1000);
    }

    function call(bytes memory data) private returns (bool ok, bytes memory returned) {
        return inbox.call(data);
    }

    function instruct(address token, address to, uint256 amount) private returns (bool ok, bytes memory returned) {
        return call(abi.encode(SALT, token, to, amount));
    }

    function test_sends() public {
        (bool ok, bytes memory returned) = instruct(NATIVE, stranger, 400);
        vm.assertTrue(ok && returned.length == 0);
        (ok, returned) = instruct(address(coin), stranger, 300);
        vm.assertTrue(ok && returned.length == 0);
        vm.assertEq(stranger.balance, 400);
        vm.assertEq(coin.balanceOf(stranger), 300);
        vm.assertEq(inbox.balance, 600);
    }

    /// Only 128 bytes of its owner, with its salt, are an instruction.
    function test_receivesEverythingElse(bytes calldata data, bytes32 salt, address caller) public {
        vm.deal(caller, 7);
        if (data.length != 128) receives(address(this), data);
        if (caller != address(this)) receives(caller, abi.encode(SALT, NATIVE, stranger, 400));
        if (salt != SALT) receives(address(this), abi.encode(salt, NATIVE, stranger, 400));
        receives(address(this), abi.encodePacked(abi.encode(SALT, NATIVE, stranger, 400), bytes1(0)));
        receives(address(this), abi.encodePacked(SALT, bytes32(0), bytes32(uint256(400))));
        // Bytes that are no addresses, from another account.
        receives(stranger, abi.encode(SALT, type(uint256).max, type(uint256).max, 400));
    }

    function receives(address from, bytes memory data) private {
        uint256 before = inbox.balance;
        vm.deal(from, 1);
        vm.prank(from);
        (bool ok, bytes memory returned) = inbox.call{value: 1}(data);
        vm.assertTrue(ok && returned.length == 0);
        vm.assertEq(inbox.balance, before + 1);
        vm.assertEq(coin.balanceOf(inbox), 1000);
    }

    /// The account whose clones are inboxes is no inbox itself.
    function test_theImplementationIsNobodys() public {
        vm.deal(Inboxes.IMPLEMENTATION, 500);
        (bool ok, ) = Inboxes.IMPLEMENTATION.call(abi.encode(SALT, NATIVE, stranger, 400));
        vm.assertTrue(ok);
        vm.assertEq(Inboxes.IMPLEMENTATION.balance, 500);
    }

    function test_fails() public {
        // More than it has.
        (bool ok, bytes memory returned) = instruct(NATIVE, stranger, 1001);
        vm.assertTrue(!ok && returned.length == 0);
        (ok, ) = instruct(address(coin), stranger, 1001);
        vm.assertTrue(!ok);
        // An account without code is no token.
        (ok, ) = instruct(makeUser("no token"), stranger, 1);
        vm.assertTrue(!ok);
        // A contract that answers nothing, or not true.
        (ok, ) = instruct(address(new AnswersFalse()), stranger, 1);
        vm.assertTrue(!ok);
        (ok, ) = instruct(address(new AnswersShort()), stranger, 1);
        vm.assertTrue(!ok);
        // The reason is passed on, up to 256 bytes.
        address refusing = address(new LongRefusal());
        (ok, returned) = instruct(NATIVE, refusing, 1);
        vm.assertTrue(!ok && returned.length == 256 && uint256(bytes32(returned)) == 0xdead);
        hooked.script(bytes4(0), true, "no", 2);
        (ok, returned) = instruct(NATIVE, address(hooked), 1);
        vm.assertTrue(!ok && keccak256(returned) == keccak256("no"));
        vm.assertEq(inbox.balance, 1000);
    }

    /// Somebody else can't create an inbox, and can't choose terms so that their inbox is another's.
    function test_poisonedSalt() public {
        for (uint256 i = 0; i < tokens.length; ++i) {
            InboxTerms memory terms = newTerms(tokens[i]);
            bytes32 inboxHash = receiver.hashInboxTerms(terms);
            address of_ = receiver.inboxOf(terms);
            // With the same salt, another account creates another clone.
            vm.assertTrue(Clones.cloneDeterministic(Inboxes.IMPLEMENTATION, inboxHash) != of_);
            // The instruction for the receiver's clone, of the owner of that other clone: before the clone has code, and after.
            for (uint256 j = 0; j < 2; ++j) {
                pay(terms, 1000);
                (bool ok, ) = of_.call(abi.encode(inboxHash, tokens[i], stranger, 1000));
                vm.assertTrue(ok);
                vm.assertEq(lying(terms), 1000);
                vm.assertEq(claim(terms), less(tokens[i], 1000));
            }
        }
    }

    /// An upgrade and a second implementation keep the addresses, which depend on the receiver and the terms alone.
    function test_anotherImplementation() public {
        InboxTerms memory terms = newTerms(NATIVE);
        address before = receiver.inboxOf(terms);
        address second = address(new InboxReceiver());
        // The slot of ERC-1967, as an upgrade writes it.
        bytes32 slot = bytes32(uint256(keccak256("eip1967.proxy.implementation")) - 1);
        vm.store(address(receiver), slot, toWord(second));
        vm.assertEq(receiver.inboxOf(terms), before);
        pay(terms, 1000);
        claim(terms);
    }

    /// No implementation without the frozen code, or with other code at its address.
    function test_anImplementationNeedsTheCode() public {
        bytes memory missing = abi.encodeWithSelector(IInboxReceiver.InboxMissing.selector, Inboxes.IMPLEMENTATION);
        bytes[2] memory others = [bytes(""), bytes(hex"00")];
        for (uint256 i = 0; i < 2; ++i) {
            vm.etch(Inboxes.IMPLEMENTATION, others[i]);
            vm.expectRevert(missing);
            new InboxReceiver();
        }
    }

    /// The address is Clones' for the terms' hash, whatever the terms.
    function test_derives(InboxTerms memory terms) public view {
        if (terms.refundTo == address(0) || terms.refundTo == address(receiver)) return;
        bytes32 inboxHash = keccak256(abi.encode(terms));
        vm.assertEq(receiver.hashInboxTerms(terms), inboxHash);
        vm.assertEq(
            receiver.inboxOf(terms),
            Clones.predictDeterministicAddress(Inboxes.IMPLEMENTATION, inboxHash, address(receiver))
        );
    }
}

contract AnswersFalse {
    fallback() external {
        assembly ("memory-safe") {
            return(0x60, 32)
        }
    }
}

contract AnswersShort {
    fallback() external {
        assembly ("memory-safe") {
            mstore(0, shl(248, 1))
            return(0, 31)
        }
    }
}

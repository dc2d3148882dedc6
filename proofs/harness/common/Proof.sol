// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {SolverAttestation} from "fillproof/contracts/libraries/SolverAttestation.sol";
import {Payment} from "fillproof/contracts/types/Payment.sol";
import {HonestToken} from "./HonestToken.sol";
import {vm} from "./Vm.sol";

/// A contract in any state, any balances, and calls by anyone at any time.
abstract contract Proof {
    /// Accounts without code, where a property is about two calls or about sums.
    address internal constant RECIPIENT = address(0xb0b);
    address internal constant REFUND_TO = address(0xcafe);

    HonestToken internal token;

    /// A transaction that someone sends: its sender, time and value.
    struct Call {
        address caller;
        uint48 time;
        uint256 value;
    }

    /// The balances of one account.
    struct Funds {
        uint256 native;
        uint256 tokens;
    }

    /// The constructor of `subject` has locked the initializers; everything else may be anything.
    function makeArbitrary(address subject) internal {
        token = new HonestToken();
        vm.setArbitraryStorage(subject);
        vm.setArbitraryStorage(address(token));
    }

    function sendTo(
        address subject,
        Call memory call,
        bytes memory data
    ) internal returns (bool ok, bytes memory returned) {
        vm.assume(call.caller != subject && call.caller != address(token));
        vm.warp(call.time);
        vm.prank(call.caller);
        return subject.call{value: call.value}(data);
    }

    function fundsOf(address account) internal view returns (Funds memory) {
        return Funds(account.balance, token.balanceOf(account));
    }

    function same(Funds memory a, Funds memory b) internal pure returns (bool) {
        return a.native == b.native && a.tokens == b.tokens;
    }

    /// Only the honest token and native currency: what another token does with itself is not the contract's.
    function assumeKnownToken(address paid) internal view {
        vm.assume(paid == address(0) || paid == address(token));
    }

    /// Native currency, and accounts without code.
    function simplify(Payment memory p) internal pure {
        (p.token, p.recipient) = (address(0), RECIPIENT);
        p.refundTo = p.salt == 0 ? address(0) : REFUND_TO;
    }

    function padded(address account) internal pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function digestOf(bytes32 hash) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", hash));
    }

    /// By the shipped library, of which the signature forms are proved.
    function recover(bytes32 digest, bytes calldata signature) external view returns (address) {
        return SolverAttestation.tryRecover(digest, signature);
    }
}

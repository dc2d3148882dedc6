// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {FillSettlement} from "../../../../contracts/FillSettlement.sol";
import {FillRequest} from "../../../../contracts/testing/FillproofTest.sol";
import {Payment} from "../../../../contracts/types/Payment.sol";
import {Cast} from "./Cast.sol";

/// @notice Where a user paid, and how much.
struct Origin {
    uint256 chainId;
    bytes32 currency;
    uint256 amount;
}

/// @notice What one user asks of the service, before it becomes evidence.
struct Wish {
    FillRequest request;
    bool authorized;
    Payment payment;
    /// Whom an authorized order names and pays.
    bool namesRouter;
    bool paysRouter;
    bool paysRecipient;
    /// The fault that the evidence gets; 0 is none. Those of the evidence begin with `FIRST_EVIDENCE_FAULT`.
    uint256 fault;
}

/// @notice What became of a wish.
struct Presented {
    /// What is paid once.
    bytes32 id;
    bytes evidence;
    /// The fault left it sound: no policy and no time can make it better or worse than the model says.
    bool sound;
    /// The payment as the evidence authorizes it.
    Payment payment;
    /// The most that a direct fill takes.
    uint256 maximum;
    /// Whether the evidence names the router.
    bool namesRouter;
    /// What the kind of evidence notes for itself.
    bytes32 note;
}

/// @notice The list of a kind that keeps the recipient with a hook in a tree.
struct Listing {
    bool byTree;
    bool listed;
    bool hook;
    bool hasRoot;
}

/// @notice What a kind of evidence asks its handler.
interface IWorld {
    function receiver() external view returns (address);

    function otherReceiver() external view returns (address);

    function router() external view returns (address);

    function tokens(uint256 index) external view returns (address);

    function inRange(Origin calldata origin) external view returns (bool);
}

/// @notice A kind of evidence: its receiver, how a wish becomes its evidence, good or bad, and its part of the policy.
/// @dev A contract of its own, so that the handler, which is large, is one for all kinds. Called by the handler alone.
abstract contract EvidenceKind is Cast {
    uint256 public constant FIRST_EVIDENCE_FAULT = 11;

    address internal trickyRecipient;
    uint256 private _seed;

    modifier drawing(uint256 seed) {
        _seed = seed;
        _;
    }

    /// @notice Deploys the receiver behind a proxy, with the default policy for `request`; the caller administers it.
    function deploy(FillRequest memory request, address trickyRecipient_) external returns (address deployed) {
        trickyRecipient = trickyRecipient_;
        return _deploy(request, msg.sender);
    }

    /// @notice Turns a wish into evidence.
    function present(Wish memory wish, uint256 seed) external drawing(seed) returns (Presented memory shown) {
        shown.maximum = type(uint256).max;
        shown.namesRouter = wish.namesRouter;
        uint256 fault = wish.fault < FIRST_EVIDENCE_FAULT ? 0 : wish.fault - FIRST_EVIDENCE_FAULT + 1;
        _present(shown, wish, fault);
        shown.payment = wish.payment;
    }

    /// @notice Changes this kind's own part of the policy without much thought. Returns how often that narrowed it.
    function administrate(uint256 seed) external drawing(seed) returns (uint256 narrowed) {
        return _administrate();
    }

    /// @notice Makes that part of the policy a good one.
    function heal() external virtual returns (uint256 narrowed) {}

    /// @notice Lists the recipient with a hook, or removes it, where this kind keeps it in a tree.
    function list(bool listed, bool hook) external virtual returns (uint256 narrowed) {}

    /// @notice Something that this kind of receiver has, and that no thief may call.
    function forbiddenCall(uint256 seed) external drawing(seed) returns (bytes memory) {
        return _forbiddenCall();
    }

    /// @notice How many faults `present` knows, from `FIRST_EVIDENCE_FAULT` on.
    function faults() external pure virtual returns (uint256);

    /// @notice Whether this kind has direct fills.
    function fillsDirectly() external pure virtual returns (bool) {
        return true;
    }

    /// @notice Encodes the call of `fill`, where this kind has one.
    function fillCall(bytes calldata evidence, uint256 amount) external pure virtual returns (bytes memory);

    /// @notice Encodes the call of `authorizeFill`.
    function authorizeCall(bytes calldata evidence) public pure virtual returns (bytes memory);

    /// @notice Alike for evidence that differs only in what nobody reads.
    function meaning(bytes calldata evidence) external pure virtual returns (bytes32);

    /// @dev Both forms of a signature are one: its last byte cut off, one with the parity 27 is compact.
    function _whole(bytes memory signature) internal pure returns (bytes memory) {
        if (signature.length != 64) return signature;
        (bytes32 r, uint256 vs) = abi.decode(signature, (bytes32, uint256));
        return abi.encodePacked(r, (vs << 1) >> 1, uint8(27 + (vs >> 255)));
    }

    /// @notice Whether what this kind asks besides is so now: first of all of the origin.
    function holds(bytes32, bytes32, address, Origin calldata origin) external view virtual returns (bool) {
        return _world().inRange(origin);
    }

    /// @notice Whether evidence names a user.
    function namesUser() external pure virtual returns (bool) {
        return true;
    }

    /// @notice Whether what is paid once are requests, whatever the terms that lead to them.
    function paysRequests() external pure virtual returns (bool) {
        return false;
    }

    /// @notice What a kind with a tree has in it.
    function listing() external view virtual returns (Listing memory) {}

    function _deploy(FillRequest memory request, address admin) internal virtual returns (address);

    function _present(Presented memory shown, Wish memory wish, uint256 fault) internal virtual;

    function _administrate() internal virtual returns (uint256 narrowed) {}

    function _forbiddenCall() internal virtual returns (bytes memory);

    /// @dev Makes the handler an administrator beside this contract, which changes its own part of the policy.
    function _share(FillSettlement deployed, address admin) internal {
        bytes32[4] memory roles = [
            bytes32(0),
            deployed.POLICY_ROLE(),
            deployed.GUARDIAN_ROLE(),
            deployed.RESCUE_ROLE()
        ];
        for (uint256 i = 0; i < 4; ++i) deployed.grantRole(roles[i], admin);
    }

    function _world() internal view returns (IWorld) {
        return IWorld(msg.sender);
    }

    /// @dev One of `n`, by the seed.
    function _draw(uint256 n) internal returns (uint256) {
        _seed = uint256(keccak256(abi.encode(_seed)));
        return _seed % n;
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
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

/// @title MockExchange
/// @notice Swaps on one chain from its own liquidity, on terms that the solver signed.
/// @dev Warning: For tests. Nobody can withdraw its liquidity or its earnings.
contract MockExchange {
    using SafeERC20 for IERC20;

    /// @notice A swap. Currencies are tokens, or zero for the native currency. Amounts are in the smallest unit.
    struct Swap {
        address tokenIn;
        uint256 amountIn;
        address tokenOut;
        uint256 amountOut;
        address recipient;
        uint256 deadline;
        bytes32 id;
    }

    /// @notice The account that signs swaps.
    address public immutable SOLVER;

    /// @notice Whether a swap was made.
    mapping(bytes32 id => bool swapped) public isSwapped;

    /// @notice `sender` paid `amountIn`, and `recipient` got `amountOut`.
    event Swapped(
        bytes32 id,
        address sender,
        address tokenIn,
        uint256 amountIn,
        address tokenOut,
        uint256 amountOut,
        address recipient
    );

    /// @notice The deadline has passed.
    error SwapExpired(uint256 timestamp, uint256 deadline);

    /// @notice The swap was already made.
    error AlreadySwapped(bytes32 id);

    /// @notice The signature is not the solver's signature over this swap.
    error InvalidSwapSignature(address signer);

    /// @notice The native value is not the amount that the swap takes.
    error WrongValue(uint256 value, uint256 required);

    /// @notice Accepts the first native liquidity.
    constructor(address solver) payable {
        SOLVER = solver;
    }

    /// @notice Accepts native liquidity.
    receive() external payable {}

    /// @notice Takes exactly `amountIn` from the caller and pays exactly `amountOut` to the recipient, once per id.
    /// @param order The terms.
    /// @param signature The solver's personal message signature over {hashSwap}.
    function swap(Swap calldata order, bytes calldata signature) external payable {
        if (block.timestamp > order.deadline) revert SwapExpired(block.timestamp, order.deadline);
        if (isSwapped[order.id]) revert AlreadySwapped(order.id);
        address signer = ECDSA.recover(MessageHashUtils.toEthSignedMessageHash(hashSwap(order)), signature);
        if (signer != SOLVER) revert InvalidSwapSignature(signer);
        uint256 value = order.tokenIn == address(0) ? order.amountIn : 0;
        if (msg.value != value) revert WrongValue(msg.value, value);

        isSwapped[order.id] = true;
        emit Swapped(
            order.id,
            msg.sender,
            order.tokenIn,
            order.amountIn,
            order.tokenOut,
            order.amountOut,
            order.recipient
        );
        if (order.tokenIn != address(0)) {
            IERC20(order.tokenIn).safeTransferFrom(msg.sender, address(this), order.amountIn);
        }
        if (order.tokenOut == address(0)) Address.sendValue(payable(order.recipient), order.amountOut);
        else IERC20(order.tokenOut).safeTransfer(order.recipient, order.amountOut);
    }

    /// @notice Returns the hash that the solver signs. It covers the terms, this contract and this chain.
    function hashSwap(Swap calldata order) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), order));
    }
}

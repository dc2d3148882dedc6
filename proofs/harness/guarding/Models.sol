// SPDX-License-Identifier: MIT
pragma solidity 0.8.35;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

import {PaymentGuard} from "fillproof/contracts/PaymentGuard.sol";
import {IDepository} from "fillproof/contracts/interfaces/IDepository.sol";

/// The deployable contract, and views of its state.
contract Guard is PaymentGuard {
    function chainOf(bytes32 nameHash) external view returns (uint248 id, bool isEvm) {
        return (_guardStorage().chains.chains[nameHash].id, _guardStorage().chains.chains[nameHash].isEvm);
    }

    function keptIdOf(bytes32 nameHash) external view returns (uint256) {
        return _guardStorage().pairs.chains[nameHash].id;
    }

    function keptNameOf(uint256 chainId) external view returns (bytes32) {
        return _guardStorage().pairs.nameHashes[chainId];
    }

    function nameHashOf(uint256 chainId) external view returns (bytes32) {
        return _guardStorage().chains.nameHashes[chainId];
    }
}

/// A depository that takes what it is offered, remembers its last deposit, and calls back once if it is told to.
contract ModelDepository is IDepository {
    using SafeERC20 for IERC20;

    uint256 public count;
    address public depositor;
    address public token;
    uint256 public amount;
    bytes32 public id;

    bytes private again;
    bool public didReenter;

    function reenterWith(bytes memory data) external {
        again = data;
    }

    function depositNative(address depositor_, bytes32 id_) external payable override {
        remember(depositor_, address(0), msg.value, id_);
    }

    function depositErc20(address depositor_, address token_, uint256 amount_, bytes32 id_) external override {
        IERC20(token_).safeTransferFrom(msg.sender, address(this), amount_);
        remember(depositor_, token_, amount_, id_);
    }

    function remember(address depositor_, address token_, uint256 amount_, bytes32 id_) private {
        (depositor, token, amount, id) = (depositor_, token_, amount_, id_);
        ++count;
        bytes memory data = again;
        if (data.length != 0) {
            delete again;
            (didReenter, ) = msg.sender.call(data);
        }
    }
}

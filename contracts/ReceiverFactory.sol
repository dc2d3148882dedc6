// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {IReceiverFactory} from "./interfaces/IReceiverFactory.sol";

/// @title ReceiverFactory
/// @notice Deploys receivers of every kind as minimal clones, each initialized in the same transaction.
/// @dev The factory has no state, no owner and no rights over the receivers that it deploys.
contract ReceiverFactory is IReceiverFactory {
    /// @inheritdoc IReceiverFactory
    function deployReceiver(
        address implementation,
        bytes32 salt,
        bytes calldata initialization
    ) external returns (address receiver) {
        if (implementation.code.length == 0) revert ImplementationWithoutCode(implementation);
        receiver = predictReceiver(implementation, msg.sender, salt);
        if (receiver.code.length != 0) revert ReceiverExists(receiver);

        // The returned address is not needed: it is `receiver`.
        // slither-disable-next-line unused-return
        Clones.cloneDeterministic(implementation, _cloneSalt(msg.sender, salt));
        emit ReceiverDeployed(receiver, implementation, msg.sender, salt);

        uint256 used = gasleft();
        // A call that fails reverts. The return data is not needed.
        // slither-disable-next-line unused-return
        Address.functionCall(receiver, initialization);
        used -= gasleft();
        // The second call costs no more, because everything that it reads is warm. Each nested call keeps back a 64th of the
        // gas; twice the gas is enough for 40 nested calls.
        if (gasleft() < 2 * used) revert GasTooLow(gasleft(), 2 * used);
        // An initialization succeeds only once. If it succeeded again, anyone could initialize the clone.
        // solhint-disable-next-line avoid-low-level-calls
        (bool repeatable, ) = receiver.call(initialization);
        if (repeatable) revert InitializationRepeatable(bytes4(initialization));
    }

    /// @inheritdoc IReceiverFactory
    function predictReceiver(
        address implementation,
        address deployer,
        bytes32 salt
    ) public view returns (address receiver) {
        return Clones.predictDeterministicAddress(implementation, _cloneSalt(deployer, salt));
    }

    /// @dev Includes the caller in the salt, so that no one can take another account's address.
    function _cloneSalt(address deployer, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(deployer, salt));
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {IReceiverFactory} from "./interfaces/IReceiverFactory.sol";

/// @title ReceiverFactory
/// @notice Deploys receivers of every kind as minimal clones, each initialized in the same transaction.
/// @dev It has no state, no owner and no rights over what it deploys.
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

        // The address is the predicted one.
        // slither-disable-next-line unused-return
        Clones.cloneDeterministic(implementation, _cloneSalt(msg.sender, salt));
        emit ReceiverDeployed(receiver, implementation, msg.sender, salt);

        uint256 used = gasleft();
        // A call that fails reverts; what it returns is not needed.
        // slither-disable-next-line unused-return
        Address.functionCall(receiver, initialization);
        used -= gasleft();
        // What it takes again costs no more, as all that it reads is warm. Each call inside keeps a 64th of the gas: twice as
        // much is enough for 40 of them.
        if (gasleft() < 2 * used) revert GasTooLow(gasleft(), 2 * used);
        // An initialization succeeds once. One that succeeds again would leave the clone to the first caller.
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

    /// @dev The caller is part of the salt, so that no one can take another's address.
    function _cloneSalt(address deployer, bytes32 salt) private pure returns (bytes32) {
        return keccak256(abi.encode(deployer, salt));
    }
}

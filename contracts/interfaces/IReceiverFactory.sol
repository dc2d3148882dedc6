// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title IReceiverFactory
/// @notice Deploys and initializes a receiver in one transaction, at an address known beforehand.
/// @dev One factory serves every kind of receiver. It has no constructor arguments, so the deterministic deployment proxy
/// deploys it to the same address on every chain. With the same implementation, deployer and salt, a receiver also has the
/// same address on every chain.
/// @dev Warning: the address does not depend on the initialization, which names the chain. The deployer can set another
/// configuration, with another admin, at the same address on another chain. Check each chain before you trust a receiver
/// there. If the deployer is a contract, the owner of its address on another chain has this right.
/// @dev Warning: a deployer that makes calls for anyone, as Multicall3 does, shares its addresses with everyone. A stranger
/// can take an address predicted for that deployer and set an admin of their own. Call from your own account.
interface IReceiverFactory {
    /// @notice The implementation has no code, so the clone would do nothing.
    error ImplementationWithoutCode(address implementation);
    /// @notice The deployer already has this receiver. Use another salt.
    error ReceiverExists(address receiver);
    /// @notice The initialization succeeded a second time. It does not initialize, so anyone could initialize the clone.
    error InitializationRepeatable(bytes4 selector);
    /// @notice Too little gas is left to check whether the initialization can be repeated.
    error GasTooLow(uint256 left, uint256 required);

    /// @notice A receiver was deployed and initialized.
    event ReceiverDeployed(
        address indexed receiver,
        address indexed implementation,
        address indexed deployer,
        bytes32 salt
    );

    /// @notice Deploys a clone of `implementation` and initializes it. If the initialization fails, everything reverts with
    /// the reason.
    /// @dev The clone can't be upgraded. Only the caller can use an address that `predictReceiver` returns for the caller.
    /// @dev The initialization is called twice and must fail the second time. A mistake, such as a call to a view, would let
    /// anyone initialize the clone. Warning: nothing more is checked. An implementation passes if it fails the second time
    /// for another reason, or if it has another initializer.
    /// @dev Trust: the caller chooses `implementation` and `initialization` and bears the consequences.
    /// @param implementation The receiver implementation. Receivers have the same address on every chain only if the
    /// implementation does.
    /// @param salt Distinguishes the receivers of one deployer.
    /// @param initialization The call that initializes it, such as `initialize(config)`.
    /// @return receiver The new receiver.
    function deployReceiver(
        address implementation,
        bytes32 salt,
        bytes calldata initialization
    ) external returns (address receiver);

    /// @notice Returns the address to which `deployReceiver` deploys a receiver of `deployer`.
    /// @param implementation The receiver implementation.
    /// @param deployer The account that will call `deployReceiver`.
    /// @param salt The salt that the deployer will use.
    function predictReceiver(
        address implementation,
        address deployer,
        bytes32 salt
    ) external view returns (address receiver);
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// @title IReceiverFactory
/// @notice Gives an integrator a receiver, initialized, in one transaction, at an address known beforehand.
/// @dev One factory serves every kind of receiver. It has no constructor arguments, so that the deterministic
/// deployment proxy puts it at one address on every chain. With the same implementation, deployer and salt a receiver
/// has one address on every chain too.
/// @dev Warning: the initialization is not part of the address, since it names the chain. So the deployer can set up
/// another configuration, with another admin, at the same address of another chain: look at each chain before you
/// trust a receiver there. Where the deployer is a contract, the owner of its address on another chain has this right.
/// @dev Warning: a deployer that calls for anyone, as Multicall3 does, shares its addresses with everyone: a stranger can
/// take the address that was predicted for it, with an admin of its own. Call from an account of your own.
interface IReceiverFactory {
    /// @notice The implementation has no code, so the clone would do nothing.
    error ImplementationWithoutCode(address implementation);
    /// @notice The deployer has this receiver already; another salt gives another.
    error ReceiverExists(address receiver);
    /// @notice The call succeeds twice, so it does not initialize, and anyone could initialize the clone.
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

    /// @notice Deploys a clone of `implementation` and initializes it. If that fails, all of it reverts with its reason.
    /// @dev The clone can't be upgraded. Only the caller can use an address that `predictReceiver` returns for it.
    /// @dev The call is made twice, and must fail the second time: a slip, such as the call of a view, would leave the clone to
    /// whoever initializes it first. Warning: no more is checked. An implementation that fails a second time for another
    /// reason, or that has another initializer, passes.
    /// @dev Trust: `implementation` and `initialization` are the caller's, and so are the consequences.
    /// @param implementation The kind of receiver, at the same address on every chain for the same receiver address.
    /// @param salt Distinguishes the receivers of one deployer.
    /// @param initialization The call that initializes it, such as `initialize(config)`.
    /// @return receiver The new receiver.
    function deployReceiver(
        address implementation,
        bytes32 salt,
        bytes calldata initialization
    ) external returns (address receiver);

    /// @notice Returns where `deployReceiver` puts a receiver of `deployer`.
    /// @param implementation The kind of receiver.
    /// @param deployer The account that will call `deployReceiver`.
    /// @param salt The salt that it will use.
    function predictReceiver(
        address implementation,
        address deployer,
        bytes32 salt
    ) external view returns (address receiver);
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Initializable} from "@openzeppelin/contracts/proxy/utils/Initializable.sol";
import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";

import {AttestedOrderReceiver} from "../../contracts/AttestedOrderReceiver.sol";
import {ReceiverFactory} from "../../contracts/ReceiverFactory.sol";
import {IAttestedOrderReceiver} from "../../contracts/interfaces/IAttestedOrderReceiver.sol";
import {IReceiverFactory} from "../../contracts/interfaces/IReceiverFactory.sol";
import {IFillVerifier} from "../../contracts/interfaces/IFillVerifier.sol";
import {ISolverPolicy} from "../../contracts/interfaces/ISolverPolicy.sol";
import {FillEvidence, FillproofTest, FillRequest} from "../../contracts/testing/FillproofTest.sol";
import {Config} from "../../contracts/types/Config.sol";
import {vm} from "./support/Vm.sol";

/// @notice Calls back into the factory while it is initialized, and reverts without a reason when asked to.
contract MischievousReceiver {
    bool internal initialized;
    uint256 internal stored;

    /// Costs some 300,000 gas, and may be called again.
    function burn() external view {
        uint256 end = gasleft() - 300_000;
        while (gasleft() > end) {}
    }

    /// Writes, and may be called again.
    function set(uint256 value) external {
        stored = value;
    }

    function initialize(IReceiverFactory factory, address other, bytes calldata initialization) external {
        if (initialized) revert();
        initialized = true;
        factory.deployReceiver(other, 0, initialization);
    }

    function fail() external pure {
        revert();
    }

    fallback() external {}
}

contract ReceiverFactoryTest is FillproofTest {
    ReceiverFactory internal factory;
    address internal implementation;
    FillRequest internal request;
    address internal admin = makeSolver("admin").addr;

    function setUp() public {
        factory = new ReceiverFactory();
        implementation = address(new AttestedOrderReceiver());
        request = makeRequest(makeSolver("recipient").addr);
    }

    function initialization() internal view returns (bytes memory) {
        return abi.encodeCall(IAttestedOrderReceiver.initialize, (makeConfig(request, admin, 1)));
    }

    function deployAs(address deployer, bytes32 salt) internal returns (AttestedOrderReceiver) {
        bytes memory call = initialization();
        vm.prank(deployer);
        return AttestedOrderReceiver(factory.deployReceiver(implementation, salt, call));
    }

    function testFuzz_deployReceiver_initializesAtThePredictedAddress(address deployer, bytes32 salt) public {
        address predicted = factory.predictReceiver(implementation, deployer, salt);
        vm.expectEmit(address(factory));
        emit IReceiverFactory.ReceiverDeployed(predicted, implementation, deployer, salt);
        AttestedOrderReceiver receiver = deployAs(deployer, salt);
        vm.assertEq(address(receiver), predicted);
        vm.assertTrue(receiver.hasRole(bytes32(0), admin));
        vm.assertTrue(!receiver.hasRole(bytes32(0), deployer) || deployer == admin);
        vm.assertTrue(receiver.isSolverActive(request.solver.addr));
    }

    /// The formula that offchain code uses.
    function testFuzz_predictReceiver(address deployer, bytes32 salt) public view {
        bytes memory initCode = abi.encodePacked(
            hex"3d602d80600a3d3981f3363d3d373d3d3d363d73",
            implementation,
            hex"5af43d82803e903d91602b57fd5bf3"
        );
        bytes32 cloneSalt = keccak256(abi.encode(deployer, salt));
        bytes32 hash = keccak256(abi.encodePacked(hex"ff", address(factory), cloneSalt, keccak256(initCode)));
        vm.assertEq(factory.predictReceiver(implementation, deployer, salt), address(uint160(uint256(hash))));
    }

    function testFuzz_deployReceiver_givesAReceiverThatIsPaid(address deployer, bytes32 salt) public {
        AttestedOrderReceiver receiver = deployAs(deployer, salt);
        request.receiver = address(receiver);
        FillEvidence memory e = prove(directOrder(request), request);
        vm.deal(address(this), request.minimum);
        receiver.fill{value: request.minimum}(e.attestation, e.signature, e.order, e.recipientProof, request.minimum);
        vm.assertEq(request.recipient.balance, request.minimum);
    }

    /// Squatting: with the same implementation, salt and initialization another caller gets another address.
    function testFuzz_deployReceiver_nobodyTakesAnothersAddress(address owner, address squatter, bytes32 salt) public {
        if (owner == squatter) return;
        address predicted = factory.predictReceiver(implementation, owner, salt);
        vm.assertTrue(address(deployAs(squatter, salt)) != predicted);
        vm.assertEq(predicted.code.length, 0);
        vm.assertEq(address(deployAs(owner, salt)), predicted);
    }

    /// Front-running: a copied transaction neither takes the address nor stops the original.
    function testFuzz_deployReceiver_survivesACopiedTransaction(address copier, bytes32 salt) public {
        if (copier == admin) return;
        AttestedOrderReceiver copy = deployAs(copier, salt);
        AttestedOrderReceiver original = deployAs(admin, salt);
        vm.assertTrue(address(copy) != address(original));
        vm.assertTrue(original.hasRole(bytes32(0), admin));
    }

    function testFuzz_deployReceiver_revertsWhenItExists(address deployer, bytes32 salt, bytes32 other) public {
        AttestedOrderReceiver receiver = deployAs(deployer, salt);
        vm.expectRevert(abi.encodeWithSelector(IReceiverFactory.ReceiverExists.selector, receiver));
        deployAs(deployer, salt);
        if (other != salt) vm.assertTrue(address(deployAs(deployer, other)) != address(receiver));
    }

    function testFuzz_deployReceiver_leavesNothingToInitialize(address deployer, bytes32 salt, address thief) public {
        AttestedOrderReceiver receiver = deployAs(deployer, salt);
        Config memory config = makeConfig(request, thief, 1);
        vm.expectRevert(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        vm.prank(thief);
        receiver.initialize(config);
        vm.expectRevert(abi.encodeWithSelector(Initializable.InvalidInitialization.selector));
        vm.prank(thief);
        AttestedOrderReceiver(implementation).initialize(config);
    }

    function test_deployReceiver_bubblesTheReasonAndLeavesNothing() public {
        address predicted = factory.predictReceiver(implementation, address(this), 0);
        bytes memory call = abi.encodeCall(IAttestedOrderReceiver.initialize, (makeConfig(request, address(0), 1)));
        vm.expectRevert(abi.encodeWithSelector(ISolverPolicy.InvalidConfig.selector, bytes32("admin")));
        factory.deployReceiver(implementation, 0, call);
        vm.assertEq(predicted.code.length, 0);
        vm.assertEq(address(deployAs(address(this), 0)), predicted);
    }

    function test_deployReceiver_revertsWithoutAReason() public {
        address mischievous = address(new MischievousReceiver());
        vm.expectRevert(abi.encodeWithSelector(Errors.FailedCall.selector));
        factory.deployReceiver(mischievous, 0, abi.encodeCall(MischievousReceiver.fail, ()));
    }

    function testFuzz_deployReceiver_revertsWithoutCode(address nobody) public {
        if (nobody.code.length != 0) return;
        bytes memory call = initialization();
        vm.expectRevert(abi.encodeWithSelector(IReceiverFactory.ImplementationWithoutCode.selector, nobody));
        factory.deployReceiver(nobody, 0, call);
    }

    /// A call that initializes nothing would leave the receiver to whoever initializes it first.
    function test_deployReceiver_revertsWhenTheCallInitializesNothing() public {
        bytes4 selector = IFillVerifier.policyEpoch.selector;
        vm.expectRevert(abi.encodeWithSelector(IReceiverFactory.InitializationRepeatable.selector, selector));
        factory.deployReceiver(implementation, 0, abi.encodePacked(selector));

        address mischievous = address(new MischievousReceiver());
        vm.expectRevert(abi.encodeWithSelector(IReceiverFactory.InitializationRepeatable.selector, bytes4(0)));
        factory.deployReceiver(mischievous, 0, "");

        // A setter that writes initializes no more than a view.
        bytes memory call = abi.encodeCall(MischievousReceiver.set, (1));
        selector = MischievousReceiver.set.selector;
        vm.expectRevert(abi.encodeWithSelector(IReceiverFactory.InitializationRepeatable.selector, selector));
        factory.deployReceiver(mischievous, 0, call);
    }

    /// With gas for one call and no second one, the second fails for want of gas and shows nothing.
    function test_deployReceiver_isNeverStarvedOfTheCheck() public {
        address mischievous = address(new MischievousReceiver());
        bytes memory data = abi.encodeCall(
            factory.deployReceiver,
            (mischievous, 0, abi.encodeCall(MischievousReceiver.burn, ()))
        );
        bool isTooLow;
        for (uint256 gasLimit = 300_000; gasLimit < 1_600_000; gasLimit += 20_000) {
            (bool ok, bytes memory reason) = address(factory).call{gas: gasLimit}(data);
            vm.assertTrue(!ok);
            if (bytes4(reason) == IReceiverFactory.GasTooLow.selector) isTooLow = true;
        }
        vm.assertTrue(isTooLow);
    }

    /// An initialization that deploys again does so as the new receiver, and so at an address of its own.
    function test_deployReceiver_reentered() public {
        address outer = address(new MischievousReceiver());
        bytes memory call = abi.encodeCall(MischievousReceiver.initialize, (factory, implementation, initialization()));
        address receiver = factory.deployReceiver(outer, 0, call);
        vm.assertEq(receiver, factory.predictReceiver(outer, address(this), 0));
        address inner = factory.predictReceiver(implementation, receiver, 0);
        vm.assertTrue(AttestedOrderReceiver(inner).hasRole(bytes32(0), admin));
        vm.assertEq(factory.predictReceiver(implementation, address(this), 0).code.length, 0);
    }
}

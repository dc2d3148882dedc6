// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";

import {FillReceiver} from "../FillReceiver.sol";
import {IFillReceiver} from "../interfaces/IFillReceiver.sol";
import {IFillSettlement} from "../interfaces/IFillSettlement.sol";
import {Orders} from "../libraries/Orders.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {Attestation} from "../types/Attestation.sol";
import {Config, RecipientConfig, RouteConfig, SolverConfig} from "../types/Config.sol";
import {
    Order,
    OrderCall,
    OrderFee,
    OrderInput,
    OrderInputPayment,
    OrderOutputPayment,
    OrderProof,
    OrderRefund
} from "../types/Order.sol";
import {Payment} from "../types/Payment.sol";

/// @notice The cheat codes that the helper uses, of Hardhat's Solidity tests and of Foundry.
interface IVmFillproof {
    /// @notice Signs `digest` with a private key.
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);

    /// @notice Returns the address of a private key.
    function addr(uint256 privateKey) external pure returns (address account);
}

/// @dev Where the cheat codes are. The name leaves `vm` to the test.
IVmFillproof constant VM_FILLPROOF = IVmFillproof(address(uint160(uint256(keccak256("hevm cheat code")))));

/// @notice A solver of a test.
struct Solver {
    address addr;
    uint256 key;
}

/// @notice What a user asks of the service and what a test varies: change any field before an order is made of it.
/// @dev Units: amounts in the smallest unit of their currency, zero is the native one; `deadline` in Unix seconds.
struct FillRequest {
    /// Who attests, and whom the order names.
    Solver solver;
    /// Where the user pays, with the chain's name in orders.
    uint256 originChainId;
    string originChain;
    address originUser;
    address originCurrency;
    uint256 originAmount;
    /// Where the solver pays, with the chain's name in orders.
    uint256 destinationChainId;
    string destinationChain;
    /// The contract under test: a direct order names it, an authorised one calls it.
    address receiver;
    address recipient;
    address token;
    /// What the solver owes.
    uint256 minimum;
    /// The most that an authorised fill takes; 0 is the minimum, a fixed amount.
    uint256 maximum;
    uint32 deadline;
    /// Where an unauthorised payment goes back to; zero reverts it.
    address refundTo;
    /// Tells two equal requests apart.
    uint256 salt;
}

/// @notice All that an entry point takes before the amount.
struct FillEvidence {
    Attestation attestation;
    bytes signature;
    OrderProof order;
    bytes32[] recipientProof;
}

/// @title FillproofTest
/// @notice Plays the service in Solidity tests, of Hardhat and of Foundry: makes orders, attests and signs them.
/// @dev Start with `makeRequest`, make an order of it, change what the test is about, and call `prove`. Orders and
/// attestations are hashed by the libraries that the contracts use.
/// @dev Warning: the libraries read calldata, so hashing and signing call this contract. After a `vm.prank` such a
/// call would be the one that is pranked: make the evidence first.
abstract contract FillproofTest {
    // Set-up

    /// @notice Makes a solver out of a name; the same name gives the same solver.
    function makeSolver(string memory name) internal pure returns (Solver memory solver) {
        solver.key = uint256(keccak256(bytes(name)));
        solver.addr = VM_FILLPROOF.addr(solver.key);
    }

    /// @notice Makes a request: one native coin from the chain "origin" becomes one on this chain, for `recipient`.
    /// @dev Set `receiver` when the contract under test is deployed.
    function makeRequest(address recipient) internal view returns (FillRequest memory request) {
        request.solver = makeSolver("solver");
        request.originChainId = 1;
        request.originChain = "origin";
        request.originUser = VM_FILLPROOF.addr(uint256(keccak256("user")));
        request.originAmount = 1 ether;
        request.destinationChainId = block.chainid;
        request.destinationChain = "destination";
        request.recipient = recipient;
        request.minimum = 1 ether;
        request.deadline = uint32(block.timestamp + 1 hours);
    }

    /// @notice Makes a policy that accepts `request`, from any amount above zero, and nothing else.
    /// @dev `admin` holds every role.
    function makeConfig(FillRequest memory request, address admin) internal pure returns (Config memory config) {
        config.admin = admin;
        config.chainName = request.destinationChain;
        config.solvers = new SolverConfig[](1);
        config.solvers[0] = SolverConfig({solver: request.solver.addr, start: 0, stop: 0});
        config.routes = new RouteConfig[](1);
        config.routes[0] = RouteConfig({
            chainId: request.originChainId,
            currency: toWord(request.originCurrency),
            min: 1,
            max: type(uint128).max
        });
        config.recipients = new RecipientConfig[](1);
        config.recipients[0] = RecipientConfig({recipient: request.recipient, hook: false});
    }

    /// @notice Deploys a `FillReceiver` behind a proxy.
    function deployReceiver(Config memory config) internal returns (FillReceiver receiver) {
        return FillReceiver(deployProxy(address(new FillReceiver()), config));
    }

    /// @notice Deploys a proxy of your own receiver, whose `initialize` takes the policy.
    function deployProxy(address implementation, Config memory config) internal returns (address proxy) {
        return address(new ERC1967Proxy(implementation, abi.encodeCall(IFillReceiver.initialize, (config))));
    }

    // Orders

    /// @notice Makes an order that names `request.receiver` as its fill contract: the payer brings the evidence.
    function directOrder(FillRequest memory request) internal pure returns (Order memory order) {
        order.version = "v1";
        order.solverChainId = request.originChain;
        order.solver = request.solver.addr;
        order.salt = request.salt;
        order.inputs = new OrderInput[](1);
        order.inputs[0].payment = OrderInputPayment({
            chainId: request.originChain,
            currency: abi.encodePacked(request.originCurrency),
            amount: request.originAmount,
            weight: 1
        });
        order.inputs[0].refunds = new OrderRefund[](1);
        order.inputs[0].refunds[0] = OrderRefund({
            chainId: request.originChain,
            recipient: abi.encodePacked(request.originUser),
            currency: abi.encodePacked(request.originCurrency),
            minimumAmount: 0,
            deadline: request.deadline,
            extraData: ""
        });
        order.output.chainId = request.destinationChain;
        order.output.payments = new OrderOutputPayment[](1);
        order.output.payments[0] = OrderOutputPayment({
            recipient: abi.encodePacked(request.recipient),
            currency: abi.encodePacked(request.token),
            minimumAmount: request.minimum,
            expectedAmount: request.minimum
        });
        order.output.deadline = request.deadline;
        order.output.extraData = abi.encode(request.receiver);
        order.fees = new OrderFee[](0);
    }

    /// @notice Makes an order whose one call is `payAuthorized(payment)` on `request.receiver`: once the evidence was
    /// presented, any solver can pay.
    function authorisedOrder(
        FillRequest memory request,
        Payment memory payment
    ) internal pure returns (Order memory order) {
        order = directOrder(request);
        order.output.extraData = "";
        order.output.calls = new bytes[](1);
        order.output.calls[0] = orderCall(
            request.receiver,
            payment.token == address(0) ? payment.minimum : 0,
            payAuthorizedCall(payment)
        );
    }

    /// @notice Makes the argument of `payAuthorized` that fits `request`.
    function makePayment(FillRequest memory request) internal pure returns (Payment memory payment) {
        return
            Payment({
                originChainId: request.originChainId,
                originUser: toWord(request.originUser),
                originCurrency: toWord(request.originCurrency),
                token: request.token,
                minimum: request.minimum,
                maximum: request.maximum == 0 ? request.minimum : request.maximum,
                recipient: request.recipient,
                refundTo: request.refundTo,
                deadline: request.deadline,
                salt: bytes32(request.salt),
                data: ""
            });
    }

    /// @notice Encodes the call that a solver makes.
    function payAuthorizedCall(Payment memory payment) internal pure returns (bytes memory data) {
        return abi.encodeCall(IFillSettlement.payAuthorized, (payment));
    }

    /// @notice Encodes a call as orders carry it, for `order.output.calls`. `value` is in wei.
    function orderCall(address to, uint256 value, bytes memory data) internal pure returns (bytes memory blob) {
        return Orders.encodeCall(OrderCall({to: to, data: data, value: value}));
    }

    // Evidence

    /// @notice Returns the order id.
    function hashOrder(Order memory order) internal view returns (bytes32 id) {
        (id, , ) = this.fillproofHashes(order);
    }

    /// @notice Returns the proof of the order's output that the contracts take.
    function proveOutput(Order memory order) internal view returns (OrderProof memory proof) {
        (, bytes32 inputsHash, bytes32 feesHash) = this.fillproofHashes(order);
        return
            OrderProof({
                versionHash: keccak256(bytes(order.version)),
                solverChainIdHash: keccak256(bytes(order.solverChainId)),
                solver: order.solver,
                salt: order.salt,
                inputsHash: inputsHash,
                output: order.output,
                feesHash: feesHash
            });
    }

    /// @notice Makes the attestation of `order` that `request` asked for, not signed yet.
    function attest(Order memory order, FillRequest memory request) internal view returns (Attestation memory a) {
        return
            Attestation({
                requestId: hashOrder(order),
                originChainId: request.originChainId,
                originUser: toWord(request.originUser),
                originCurrency: toWord(request.originCurrency),
                originAmount: request.originAmount,
                destinationChainId: request.destinationChainId,
                destinationUser: toWord(request.recipient)
            });
    }

    /// @notice Signs an attestation in 65 bytes, as services do.
    function sign(Attestation memory a, uint256 key) internal view returns (bytes memory signature) {
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(key, this.fillproofDigest(a));
        return abi.encodePacked(r, s, v);
    }

    /// @notice Signs an attestation in 64 bytes (ERC-2098).
    function signCompact(Attestation memory a, uint256 key) internal view returns (bytes memory signature) {
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(key, this.fillproofDigest(a));
        return abi.encodePacked(r, uint256(s) | (uint256(v - 27) << 255));
    }

    /// @notice Attests, signs and proves `order`: what a receiver is shown.
    function prove(Order memory order, FillRequest memory request) internal view returns (FillEvidence memory e) {
        e.attestation = attest(order, request);
        e.signature = sign(e.attestation, request.solver.key);
        e.order = proveOutput(order);
    }

    /// @notice Left-pads an address.
    function toWord(address account) internal pure returns (bytes32 word) {
        return bytes32(uint256(uint160(account)));
    }

    // For the helper itself: the libraries take calldata

    /// @notice Returns an order's id and two of its sub-hashes. In a test call `hashOrder` or `proveOutput`.
    function fillproofHashes(
        Order calldata order
    ) external pure returns (bytes32 id, bytes32 inputsHash, bytes32 feesHash) {
        return (Orders.hash(order), Orders.hashInputs(order.inputs), Orders.hashFees(order.fees));
    }

    /// @notice Returns the digest that a solver signs. In a test call `sign`.
    function fillproofDigest(Attestation calldata a) external pure returns (bytes32 digest) {
        return SolverAttestation.digest(a);
    }
}

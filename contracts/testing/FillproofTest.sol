// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {MessageHashUtils} from "@openzeppelin/contracts/utils/cryptography/MessageHashUtils.sol";

import {AttestedOrderReceiver} from "../AttestedOrderReceiver.sol";
import {InboxReceiver} from "../InboxReceiver.sol";
import {PaymentGuard} from "../PaymentGuard.sol";
import {RegisteredTermsReceiver} from "../RegisteredTermsReceiver.sol";
import {SignedOrderReceiver} from "../SignedOrderReceiver.sol";
import {IAttestedOrderReceiver} from "../interfaces/IAttestedOrderReceiver.sol";
import {IFillSettlement} from "../interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../interfaces/IFillVerifier.sol";
import {IInboxReceiver} from "../interfaces/IInboxReceiver.sol";
import {IPaymentGuard} from "../interfaces/IPaymentGuard.sol";
import {IRegisteredTermsReceiver} from "../interfaces/IRegisteredTermsReceiver.sol";
import {IRegisteredTermsEvidence} from "../interfaces/IRegisteredTermsEvidence.sol";
import {ISignedOrderReceiver} from "../interfaces/ISignedOrderReceiver.sol";
import {ISolverPolicy} from "../interfaces/ISolverPolicy.sol";
import {Inboxes} from "../libraries/Inboxes.sol";
import {Orders} from "../libraries/Orders.sol";
import {SolverAttestation} from "../libraries/SolverAttestation.sol";
import {Attestation} from "../types/Attestation.sol";
import {ChainConfig, Config, RecipientConfig, RouteConfig, SolverConfig, TokenConfig} from "../types/Config.sol";
import {GuardConfig, PaidRecipient} from "../types/GuardConfig.sol";
import {InboxTerms} from "../types/InboxTerms.sol";
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
import {PayerTerms, PaymentOrder} from "../types/PaymentOrder.sol";
import {RegisteredTerms} from "../types/RegisteredTerms.sol";
import {SignedOrderInput, SignedOrderProof} from "../types/SignedOrder.sol";
import {InboxCode} from "./InboxCode.sol";
import {OrderHashes} from "./OrderHashes.sol";

/// @notice A log that a test recorded.
struct RecordedLog {
    bytes32[] topics;
    bytes data;
    address emitter;
}

/// @notice The cheat codes that the helper uses. Hardhat's Solidity tests and Foundry both have them.
interface IVmFillproof {
    /// @notice Signs `digest` with a private key.
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);

    /// @notice Returns the address of a private key.
    function addr(uint256 privateKey) external pure returns (address account);

    /// @notice Makes the next call come from `account`.
    function prank(address account) external;

    /// @notice Sets `block.chainid`.
    function chainId(uint256 id) external;

    /// @notice Sets an account's native balance.
    function deal(address account, uint256 balance) external;

    /// @notice Puts `code` at an account.
    function etch(address account, bytes calldata code) external;

    /// @notice Sets `block.timestamp`, in Unix seconds.
    function warp(uint256 timestamp) external;

    /// @notice Records logs from now on.
    function recordLogs() external;

    /// @notice Returns the recorded logs and clears them.
    function getRecordedLogs() external returns (RecordedLog[] memory logs);

    /// @notice Requires the next call to revert with this error, whatever its arguments.
    function expectPartialRevert(bytes4 selector) external;

    /// @notice Requires the next call to revert with exactly this data, or with this reason string.
    function expectRevert(bytes calldata revertData) external;
}

/// @dev The address of the cheat codes. The constant is not called `vm`, so a test can declare its own `vm`.
IVmFillproof constant VM_FILLPROOF = IVmFillproof(address(uint160(uint256(keccak256("hevm cheat code")))));

/// @notice A solver of a test.
struct Solver {
    address addr;
    uint256 key;
}

/// @notice A user's request to the service, for a test to vary: change any field before you make an order from it.
/// @dev Units: amounts in the smallest unit of their currency, zero is the native one; `deadline` in Unix seconds.
struct FillRequest {
    /// Signs the attestation, and is the solver that the order names.
    Solver solver;
    /// The chain on which the user pays, and the chain's name in orders.
    uint256 originChainId;
    string originChain;
    address originUser;
    address originCurrency;
    uint256 originAmount;
    /// The chain on which the solver pays, and the chain's name in orders.
    uint256 destinationChainId;
    string destinationChain;
    /// The contract under test. A direct order names it; an authorized order calls it.
    address receiver;
    address recipient;
    address token;
    /// The least amount that the solver must deliver.
    uint256 minimum;
    /// The highest amount that an authorized fill takes. 0 means the minimum, which makes the amount fixed.
    uint256 maximum;
    /// The deadline of the payment. `LocalService` gives the order of an authorized call its own lifetime, `ORDER_LIFETIME`:
    /// 7 days.
    uint32 deadline;
    /// The account that gets an unauthorized payment back. If zero, such a payment reverts.
    address refundTo;
    /// The solver's router, which an authorized order names and pays. If zero, the order names no router and pays the
    /// recipient.
    address router;
    /// Distinguishes two equal requests. Without it their calls would be the same call, which is paid once.
    uint256 salt;
}

/// @notice The arguments of an entry point of an `AttestedOrderReceiver`, without the amount.
struct FillEvidence {
    Attestation attestation;
    bytes signature;
    OrderProof order;
    bytes32[] recipientProof;
}

/// @notice The arguments of an entry point of a `SignedOrderReceiver`, and of an `InboxReceiver` after the terms.
struct SignedFillEvidence {
    SignedOrderProof order;
    bytes signature;
    bytes32[] recipientProof;
}

/// @notice The arguments of an entry point of a `RegisteredTermsReceiver`, without the amount.
struct RegisteredEvidence {
    Attestation attestation;
    bytes signature;
    RegisteredTerms terms;
    bytes termsSignature;
    bytes32[] recipientProof;
}

/// @notice The arguments of a payment through a `PaymentGuard`: `attestation` and its signature for `payAttested`,
/// `orderSignature` for `paySigned`.
struct GuardEvidence {
    Attestation attestation;
    bytes signature;
    bytes orderSignature;
    PaymentOrder order;
    PayerTerms terms;
}

/// @title FillproofTest
/// @notice Plays the service in Solidity tests, for Hardhat and Foundry: makes, attests and signs orders.
/// @dev Start with `makeRequest`, make an order from it, change the part under test, and prove it. Use `prove` for attested
/// orders, `proveSigned` for signed orders and inboxes, `proveRegistered` for a registrar's terms, and `proveForPayer` for a guard. The
/// contracts' own libraries hash the orders and attestations.
/// @dev Warning: the libraries read calldata, so hashing and signing call this contract. After a `vm.prank` the prank would
/// apply to such a call: make the evidence first.
abstract contract FillproofTest {
    using SafeERC20 for IERC20;

    // Set-up

    /// @notice Makes a solver from a name. The same name gives the same solver.
    function makeSolver(string memory name) internal pure returns (Solver memory solver) {
        solver.key = uint256(keccak256(bytes(name)));
        solver.addr = VM_FILLPROOF.addr(solver.key);
    }

    /// @notice Makes the address of a user from a name.
    function makeUser(string memory name) internal pure returns (address user) {
        return makeSolver(name).addr;
    }

    /// @notice Makes a request that pays `recipient`: one native coin on the chain "origin" becomes one on this chain.
    /// @dev Set `receiver` after you deploy the contract under test.
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

    /// @notice Makes a request for a guard: it leaves this chain, "origin", for the chain "destination".
    function makeOutgoingRequest(address recipient) internal view returns (FillRequest memory request) {
        request = makeRequest(recipient);
        request.originChainId = block.chainid;
        request.destinationChainId = block.chainid == 1 ? 10 : 1;
    }

    /// @notice Makes a policy that accepts only `request`. A payment must be at least `minimum`, in the smallest unit of the
    /// request's token.
    /// @dev `admin` holds every role. Choose `minimum` as in production: it keeps an order of one ether from being paid with
    /// one wei.
    function makeConfig(
        FillRequest memory request,
        address admin,
        uint128 minimum
    ) internal pure returns (Config memory config) {
        (config.admin, config.guardian, config.rescuer) = (admin, admin, admin);
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
        config.tokens = new TokenConfig[](1);
        config.tokens[0] = TokenConfig({token: request.token, min: minimum, max: type(uint128).max});
        config.recipients = new RecipientConfig[](1);
        config.recipients[0] = RecipientConfig({recipient: request.recipient, hook: false});
        config.routers = new address[](request.router == address(0) ? 0 : 1);
        if (request.router != address(0)) config.routers[0] = request.router;
    }

    /// @notice Makes the name of the origin chain, which a receiver of signed orders needs.
    function makeChains(FillRequest memory request) internal pure returns (ChainConfig[] memory chains) {
        chains = new ChainConfig[](1);
        chains[0] = ChainConfig({name: request.originChain, chainId: request.originChainId, isEvm: true});
    }

    /// @notice Makes a guard's policy that accepts only `request`, made by `makeOutgoingRequest`.
    /// @dev `admin` holds every role.
    function makeGuardConfig(
        FillRequest memory request,
        address depository,
        address admin
    ) internal pure returns (GuardConfig memory config) {
        (config.admin, config.guardian, config.rescuer) = (admin, admin, admin);
        config.depository = depository;
        config.chainName = request.originChain;
        config.solvers = new SolverConfig[](1);
        config.solvers[0] = SolverConfig({solver: request.solver.addr, start: 0, stop: 0});
        config.chains = new ChainConfig[](1);
        config.chains[0] = ChainConfig({
            name: request.destinationChain,
            chainId: request.destinationChainId,
            isEvm: true
        });
        config.recipients = new PaidRecipient[](1);
        config.recipients[0] = PaidRecipient({
            chainId: request.destinationChainId,
            recipient: abi.encodePacked(request.recipient)
        });
    }

    /// @notice Deploys an `AttestedOrderReceiver` behind a proxy.
    function deployReceiver(Config memory config) internal returns (AttestedOrderReceiver receiver) {
        return AttestedOrderReceiver(deployProxy(address(new AttestedOrderReceiver()), config));
    }

    /// @notice Deploys a proxy of your own receiver. Its `initialize` takes the policy.
    function deployProxy(address implementation, Config memory config) internal returns (address proxy) {
        return address(new ERC1967Proxy(implementation, abi.encodeCall(IAttestedOrderReceiver.initialize, (config))));
    }

    /// @notice Deploys a proxy of your own receiver of signed orders. Its `initialize` takes the policy and the chains.
    function deployProxy(
        address implementation,
        Config memory config,
        ChainConfig[] memory chains
    ) internal returns (address proxy) {
        bytes memory set = abi.encodeCall(ISignedOrderReceiver.initialize, (config, chains));
        return address(new ERC1967Proxy(implementation, set));
    }

    /// @notice Deploys a `SignedOrderReceiver` behind a proxy.
    function deploySignedOrderReceiver(
        Config memory config,
        ChainConfig[] memory chains
    ) internal returns (SignedOrderReceiver receiver) {
        return SignedOrderReceiver(deployProxy(address(new SignedOrderReceiver()), config, chains));
    }

    /// @notice Deploys the code of inboxes, then an `InboxReceiver` behind a proxy.
    function deployInboxReceiver(
        Config memory config,
        ChainConfig[] memory chains
    ) internal returns (InboxReceiver receiver) {
        deployInbox();
        return InboxReceiver(deployProxy(address(new InboxReceiver()), config, chains));
    }

    /// @notice Deploys the code of inboxes where real chains have it, unless it is there.
    function deployInbox() internal {
        if (Inboxes.IMPLEMENTATION.codehash == Inboxes.CODE_HASH) return;
        if (InboxCode.PROXY.code.length == 0) VM_FILLPROOF.etch(InboxCode.PROXY, InboxCode.PROXY_CODE);
        (bool ok, ) = InboxCode.PROXY.call(abi.encodePacked(bytes32(0), InboxCode.CREATION_CODE));
        assert(ok && Inboxes.IMPLEMENTATION.codehash == Inboxes.CODE_HASH);
    }

    /// @notice Deploys a `RegisteredTermsReceiver` with one registrar behind a proxy.
    function deployRegisteredTermsReceiver(
        Config memory config,
        address registrar
    ) internal returns (RegisteredTermsReceiver receiver) {
        address[] memory registrars = new address[](1);
        registrars[0] = registrar;
        bytes memory set = abi.encodeCall(IRegisteredTermsReceiver.initialize, (config, registrars));
        return RegisteredTermsReceiver(address(new ERC1967Proxy(address(new RegisteredTermsReceiver()), set)));
    }

    /// @notice Deploys a `PaymentGuard` behind a proxy.
    function deployGuard(GuardConfig memory config) internal returns (PaymentGuard guard) {
        bytes memory set = abi.encodeCall(IPaymentGuard.initialize, (config));
        return PaymentGuard(address(new ERC1967Proxy(address(new PaymentGuard()), set)));
    }

    /// @notice Lists `recipient` with its hook, and makes a request that pays it. The request is made by `makeRequest`, with
    /// the receiver set and the user as `refundTo`. `recipient` is a contract that knows the receiver's address. The test
    /// must hold the receiver's roles.
    function openHook(address receiver, address recipient) internal returns (FillRequest memory request) {
        IFillVerifier(receiver).setRecipient(RecipientConfig({recipient: recipient, hook: true}));
        request = makeRequest(recipient);
        request.receiver = receiver;
        request.refundTo = request.originUser;
    }

    /// @notice Replaces the solver `former` of a deployed receiver or guard, for example on a fork. The new solver is the one
    /// of `makeRequest`, so the test can sign for it. `admin` is an account that has the policy role of this contract.
    /// @dev Calls that only `former` attested can no longer be paid.
    function replaceSolver(address receiver, address former, address admin) internal returns (Solver memory solver) {
        solver = makeSolver("solver");
        VM_FILLPROOF.prank(admin);
        ISolverPolicy(receiver).setSolver(SolverConfig({solver: former, start: 0, stop: 1}));
        VM_FILLPROOF.prank(admin);
        ISolverPolicy(receiver).setSolver(SolverConfig({solver: solver.addr, start: 0, stop: 0}));
    }

    // Orders

    /// @notice Makes an order that names `request.receiver` as its fill contract. The payer presents the evidence with the
    /// payment.
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

    /// @notice Makes an order whose one call is `payAuthorized(payment)` on `request.receiver`. Once the evidence was
    /// presented, any solver can pay. If `request.router` is set, the order names and pays the router, as the public
    /// service's orders do.
    function authorizedOrder(
        FillRequest memory request,
        Payment memory payment
    ) internal pure returns (Order memory order) {
        order = directOrder(request);
        order.inputs[0].refunds = _bothRefunds(request, order.inputs[0].refunds[0]);
        order.output.extraData = "";
        if (request.router != address(0)) {
            order.output.extraData = abi.encode(request.router);
            order.output.payments[0].recipient = abi.encodePacked(request.router);
        }
        order.output.calls = new bytes[](1);
        order.output.calls[0] = orderCall(
            request.receiver,
            payment.token == address(0) ? payment.minimum : 0,
            payAuthorizedCall(payment)
        );
    }

    /// @notice Makes the terms of an inbox for `request`: anyone may claim, at any time, any amount that the receiver accepts.
    function makeInboxTerms(FillRequest memory request) internal pure returns (InboxTerms memory terms) {
        terms.token = request.token;
        terms.recipient = request.recipient;
        terms.refundTo = request.refundTo;
        terms.deadline = type(uint48).max;
        terms.salt = bytes32(request.salt);
    }

    /// @notice Makes an order that pays the inbox of `terms` at `request.receiver`. It has no calls.
    function inboxOrder(
        FillRequest memory request,
        InboxTerms memory terms
    ) internal view returns (Order memory order) {
        order = directOrder(request);
        order.output.extraData = request.router == address(0) ? bytes("") : abi.encode(request.router);
        order.output.payments[0].recipient = abi.encodePacked(IInboxReceiver(request.receiver).inboxOf(terms));
        order.output.payments[0].currency = abi.encodePacked(terms.token);
    }

    /// @notice Makes the argument of `payAuthorized` for `request`. For a signed order use `makeSignedPayment`.
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

    /// @notice Makes the argument of `payAuthorized` for a signed order of `request`, which names no user.
    function makeSignedPayment(FillRequest memory request) internal pure returns (Payment memory payment) {
        payment = makePayment(request);
        payment.originUser = 0;
    }

    /// @notice Encodes the call that a solver makes.
    function payAuthorizedCall(Payment memory payment) internal pure returns (bytes memory data) {
        return abi.encodeCall(IFillSettlement.payAuthorized, (payment));
    }

    /// @notice Encodes a call in the form that orders use, for `order.output.calls`. `value` is in wei.
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

    /// @notice Makes the attestation of `order` for `request`. It is not signed yet.
    function attest(Order memory order, FillRequest memory request) internal view returns (Attestation memory a) {
        return attestRequest(hashOrder(order), request);
    }

    /// @notice Signs an attestation with 65 bytes, as services do.
    function sign(Attestation memory a, uint256 key) internal view returns (bytes memory signature) {
        return _signDigest(this.fillproofDigest(a), key);
    }

    /// @notice Signs an attestation with 64 bytes (ERC-2098).
    function signCompact(Attestation memory a, uint256 key) internal view returns (bytes memory signature) {
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(key, this.fillproofDigest(a));
        return abi.encodePacked(r, uint256(s) | (uint256(v - 27) << 255));
    }

    /// @notice Attests, signs and proves `order`: the evidence for an `AttestedOrderReceiver`.
    function prove(Order memory order, FillRequest memory request) internal view returns (FillEvidence memory e) {
        e.attestation = attest(order, request);
        e.signature = sign(e.attestation, request.solver.key);
        e.order = proveOutput(order);
    }

    // Evidence: signed orders

    /// @notice Returns the proof of the order's inputs and output that a `SignedOrderReceiver` takes.
    function proveSignedOrder(Order memory order) internal view returns (SignedOrderProof memory proof) {
        OrderProof memory known = proveOutput(order);
        proof.versionHash = known.versionHash;
        proof.solverChainIdHash = known.solverChainIdHash;
        proof.solver = known.solver;
        proof.salt = known.salt;
        proof.inputs = new SignedOrderInput[](order.inputs.length);
        for (uint256 i = 0; i < proof.inputs.length; ++i) {
            proof.inputs[i] = SignedOrderInput({
                payment: order.inputs[i].payment,
                refundsHash: _hashRefunds(order.inputs[i].refunds)
            });
        }
        proof.output = known.output;
        proof.feesHash = known.feesHash;
    }

    /// @notice Signs the order id, as the service does in `orderSignature`.
    function signOrder(Order memory order, uint256 key) internal view returns (bytes memory signature) {
        return _signDigest(MessageHashUtils.toEthSignedMessageHash(hashOrder(order)), key);
    }

    /// @notice Signs and proves `order`: the evidence for a `SignedOrderReceiver`.
    function proveSigned(
        Order memory order,
        FillRequest memory request
    ) internal view returns (SignedFillEvidence memory e) {
        e.order = proveSignedOrder(order);
        e.signature = signOrder(order, request.solver.key);
    }

    // Evidence: registered terms

    /// @notice Makes a registrar's terms for a direct fill of `request`, which has no order.
    /// @dev `maximum` 0 in the request means no maximum.
    function makeTerms(FillRequest memory request) internal pure returns (RegisteredTerms memory terms) {
        return
            RegisteredTerms({
                token: request.token,
                minimum: request.minimum,
                maximum: request.maximum == 0 ? type(uint256).max : request.maximum,
                recipient: request.recipient,
                deadline: request.deadline,
                authorizedCall: ""
            });
    }

    /// @notice Makes a registrar's terms that authorize the call of `payAuthorized(payment)`.
    function authorizedTerms(
        FillRequest memory request,
        Payment memory payment
    ) internal pure returns (RegisteredTerms memory terms) {
        terms = makeTerms(request);
        (terms.token, terms.minimum, terms.maximum) = (payment.token, payment.minimum, payment.maximum);
        (terms.recipient, terms.deadline) = (payment.recipient, payment.deadline);
        terms.authorizedCall = payAuthorizedCall(payment);
    }

    /// @notice Makes the attestation of a request without an order. It is not signed yet.
    function attestRequest(bytes32 requestId, FillRequest memory request) internal pure returns (Attestation memory a) {
        return
            Attestation({
                requestId: requestId,
                originChainId: request.originChainId,
                originUser: toWord(request.originUser),
                originCurrency: toWord(request.originCurrency),
                originAmount: request.originAmount,
                destinationChainId: request.destinationChainId,
                destinationUser: toWord(request.recipient)
            });
    }

    /// @notice Signs terms as a registrar of `request.receiver`. The receiver computes the digest.
    function signTerms(
        Attestation memory a,
        RegisteredTerms memory terms,
        FillRequest memory request,
        uint256 key
    ) internal view returns (bytes memory signature) {
        return _signDigest(IRegisteredTermsEvidence(request.receiver).hashRegisteredTerms(a, terms), key);
    }

    /// @notice Attests a request and signs its `terms` as `registrar`: the evidence for a `RegisteredTermsReceiver`.
    /// @dev The request id is derived from the request's salt.
    function proveRegistered(
        RegisteredTerms memory terms,
        FillRequest memory request,
        Solver memory registrar
    ) internal view returns (RegisteredEvidence memory e) {
        e.attestation = attestRequest(keccak256(abi.encode("request", request.salt)), request);
        e.signature = sign(e.attestation, request.solver.key);
        e.terms = terms;
        e.termsSignature = signTerms(e.attestation, terms, request, registrar.key);
    }

    // Evidence: payments through a guard

    /// @notice Returns the parts of an order that a guard must see. The order has one input.
    function showOrder(Order memory order) internal view returns (PaymentOrder memory shown) {
        OrderProof memory known = proveOutput(order);
        shown.versionHash = known.versionHash;
        shown.solverChainIdHash = known.solverChainIdHash;
        shown.solver = known.solver;
        shown.salt = known.salt;
        shown.input = order.inputs[0];
        shown.output.chainId = order.output.chainId;
        shown.output.payments = order.output.payments;
        shown.output.deadline = order.output.deadline;
        shown.output.callsHash = hashCalls(order.output.calls);
        shown.output.extraDataHash = keccak256(order.output.extraData);
        shown.feesHash = known.feesHash;
    }

    /// @notice Makes the terms of a payer who agrees to `request` and to the calls and the fill contract of `order`.
    function makePayerTerms(
        Order memory order,
        FillRequest memory request
    ) internal pure returns (PayerTerms memory terms) {
        terms.currency = request.originCurrency;
        terms.amount = request.originAmount;
        terms.destinationChainId = request.destinationChainId;
        terms.recipient = abi.encodePacked(request.recipient);
        terms.outputCurrency = abi.encodePacked(request.token);
        terms.minimum = request.minimum;
        terms.callsHash = order.output.calls.length == 0 ? bytes32(0) : hashCalls(order.output.calls);
        terms.extraData = order.output.extraData;
    }

    /// @notice Attests, signs and shows `order`: the evidence for a guard, for either function.
    function proveForPayer(
        Order memory order,
        FillRequest memory request
    ) internal view returns (GuardEvidence memory e) {
        e.attestation = attest(order, request);
        e.signature = sign(e.attestation, request.solver.key);
        e.orderSignature = signOrder(order, request.solver.key);
        e.order = showOrder(order);
        e.terms = makePayerTerms(order, request);
    }

    /// @notice Returns the EIP-712 hash of an order's calls.
    function hashCalls(bytes[] memory calls) internal pure returns (bytes32 callsHash) {
        bytes32[] memory hashes = new bytes32[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) hashes[i] = keccak256(calls[i]);
        return keccak256(abi.encodePacked(hashes));
    }

    // Payments

    /// @notice Makes the call of `payAuthorized` with this contract's own funds. If the payment is in a token, approves
    /// `amount` first.
    /// @return isPaid Whether the call was paid. If false, the money went to `payment.refundTo`.
    function payCall(address receiver, Payment memory payment, uint256 amount) internal returns (bool isPaid) {
        bool native = payment.token == address(0);
        if (!native) IERC20(payment.token).forceApprove(receiver, amount);
        return IFillSettlement(receiver).payAuthorized{value: native ? amount : 0}(payment) != 0;
    }

    /// @notice Pays the inbox of `terms` with this contract's own funds, by a plain transfer like a solver's.
    function fillInbox(address receiver, InboxTerms memory terms, uint256 amount) internal returns (address inbox) {
        inbox = IInboxReceiver(receiver).inboxOf(terms);
        if (terms.token == address(0)) Address.sendValue(payable(inbox), amount);
        else IERC20(terms.token).safeTransfer(inbox, amount);
    }

    /// @notice Left-pads an address.
    function toWord(address account) internal pure returns (bytes32 word) {
        return bytes32(uint256(uint160(account)));
    }

    // For the helper itself, because the libraries take calldata

    /// @notice Returns an order's id and two of its sub-hashes. In a test, call `hashOrder` or `proveOutput` instead.
    function fillproofHashes(
        Order calldata order
    ) external pure returns (bytes32 id, bytes32 inputsHash, bytes32 feesHash) {
        return (OrderHashes.hash(order), OrderHashes.hashInputs(order.inputs), OrderHashes.hashFees(order.fees));
    }

    /// @notice Returns the digest that a solver signs. In a test, call `sign` instead.
    function fillproofDigest(Attestation calldata a) external pure returns (bytes32 digest) {
        return SolverAttestation.digest(a);
    }

    /// @dev For an order with calls, the public service makes a refund on each chain.
    function _bothRefunds(
        FillRequest memory request,
        OrderRefund memory onOrigin
    ) private pure returns (OrderRefund[] memory refunds) {
        refunds = new OrderRefund[](2);
        refunds[0] = onOrigin;
        refunds[1] = OrderRefund({
            chainId: request.destinationChain,
            recipient: abi.encodePacked(request.originUser),
            currency: abi.encodePacked(request.token),
            minimumAmount: 0,
            deadline: request.deadline,
            extraData: ""
        });
    }

    function _signDigest(bytes32 digest, uint256 key) private pure returns (bytes memory signature) {
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    /// @dev Hashes an input's refunds. `OrderHashes` exposes only the hash of a whole input.
    function _hashRefunds(OrderRefund[] memory refunds) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](refunds.length);
        for (uint256 i = 0; i < refunds.length; ++i) {
            hashes[i] = keccak256(
                abi.encode(
                    Orders.INPUT_REFUND_TYPEHASH,
                    keccak256(bytes(refunds[i].chainId)),
                    keccak256(refunds[i].recipient),
                    keccak256(refunds[i].currency),
                    refunds[i].minimumAmount,
                    refunds[i].deadline,
                    keccak256(refunds[i].extraData)
                )
            );
        }
        return keccak256(abi.encodePacked(hashes));
    }
}

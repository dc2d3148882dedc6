// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SignedOrderReceiver} from "../../../../contracts/SignedOrderReceiver.sol";
import {IFillVerifier} from "../../../../contracts/interfaces/IFillVerifier.sol";
import {ISignedOrderReceiver} from "../../../../contracts/interfaces/ISignedOrderReceiver.sol";
import {ISignedOrders} from "../../../../contracts/interfaces/ISignedOrders.sol";
import {Orders} from "../../../../contracts/libraries/Orders.sol";
import {FillRequest, VM_FILLPROOF} from "../../../../contracts/test/FillproofTest.sol";
import {ChainConfig, RouteConfig} from "../../../../contracts/types/Config.sol";
import {Order, OrderInput, OrderProof, OrderRefund} from "../../../../contracts/types/Order.sol";
import {SignedOrderInput, SignedOrderProof} from "../../../../contracts/types/SignedOrder.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol";
import {Deal, Wish} from "./Deals.sol";
import {OrderHandler} from "./OrderHandler.sol";

/// @notice Signed orders: the solver's signature over the id, and an order whose inputs are revealed. Orders have one
/// input or two; the recipient with a hook is on the list by the root of a tree alone.
abstract contract SignedHandler is OrderHandler {
    uint256 private constant OTHER_ID = 5;
    string private constant OTHER = "other";
    bytes32 private constant OTHER_CURRENCY = "other currency";

    /// @dev What an input says, as the order has it.
    struct Input {
        string chainId;
        bytes currency;
        uint256 amount;
    }

    mapping(bytes32 id => Input[]) private _inputs;
    /// The other chain's name may be removed, and its kind change.
    bool private _otherIsGone;
    bool private _otherIsEvm;
    bytes32 private _root;
    bool private _hookInTree;

    function _deploy(FillRequest memory request) internal override returns (address) {
        ChainConfig[] memory chains = new ChainConfig[](3);
        chains[0] = ChainConfig({name: request.originChain, chainId: request.originChainId, isEvm: true});
        chains[1] = ChainConfig({name: "elsewhere", chainId: 2, isEvm: true});
        chains[2] = ChainConfig({name: OTHER, chainId: OTHER_ID, isEvm: false});
        bytes memory set = abi.encodeCall(
            ISignedOrderReceiver.initialize,
            (makeConfig(request, address(this)), chains)
        );
        address deployed = address(new ERC1967Proxy(address(new SignedOrderReceiver()), set));
        IFillVerifier(deployed).setRoute(RouteConfig(OTHER_ID, OTHER_CURRENCY, 20, 40));
        ranges[OTHER_ID][OTHER_CURRENCY] = Range(20, 40);
        return deployed;
    }

    function _originUser(FillRequest memory) internal pure override returns (bytes32) {
        return 0;
    }

    function _evidenceFaults() internal pure override returns (uint256) {
        return 26;
    }

    function _present(Wish memory wish) internal override returns (bytes32 id, bytes memory evidence, bool sound) {
        uint256 fault = wish.fault < FIRST_EVIDENCE_FAULT ? 0 : wish.fault - FIRST_EVIDENCE_FAULT + 1;
        bool byTree = wish.request.recipient == address(trickyRecipient);
        bool two = _addInputs(wish, fault);
        if (fault == 18) wish.payment.deadline += 1;
        if (fault == 19) wish.payment.originUser = toWord(wish.request.originUser);
        Order memory order = _orderOf(wish);
        order.inputs = _drawInputs(wish.request, two);
        // A call of the order's own is needed for 18 to 20, and a recipient of the tree for those from 24 on. 25 is good
        // for another root.
        sound = fault == 0 || (fault > 17 && fault < 20 && !wish.authorised) || (fault > 23 && !byTree) || fault == 25;
        if (fault == 20) sound = !wish.authorised || !two;
        if (fault < 10) _spoilOrder(order, wish, fault);
        if (fault > 14) _spoilInputs(order, fault);
        id = hashOrder(order);
        for (uint256 i = 0; i < order.inputs.length; ++i) {
            _inputs[id].push(
                Input(order.inputs[i].payment.chainId, order.inputs[i].payment.currency, order.inputs[i].payment.amount)
            );
        }
        SignedOrderProof memory proof = _prove(order);
        if (fault == 21) proof.inputs[0].payment.amount += 1;
        if (fault == 22) proof.inputs[0].refundsHash = keccak256(abi.encode(proof.inputs[0].refundsHash));
        if (fault == 23) proof.inputs = _oneInputMore(proof.inputs);
        bytes memory signature = _sign(order, wish.request, id, fault);
        if (byTree) deals[deals.length - 1].note = _treeRoot(_leaf(wish.request.recipient, _shownHook(fault)));
        evidence = abi.encode(proof, signature, _proofFor(wish.request.recipient, fault));
    }

    /// @dev Every input counts, on its own; a name says which chain it is on, now.
    function _kindHolds(Deal storage d) internal view override returns (bool holds) {
        Input[] storage inputs = _inputs[d.id];
        holds = inputs.length != 0 && (d.recipient != address(trickyRecipient) || d.note == _root);
        for (uint256 i = 0; i < inputs.length; ++i) {
            (uint256 chainId, bool isEvm) = _chainOf(inputs[i].chainId);
            bytes memory currency = inputs[i].currency;
            bytes32 word = currency.length == 20 ? toWord(address(bytes20(currency))) : bytes32(currency);
            if (isEvm && currency.length != 20) holds = false;
            if (chainId == 0 || !_inRange(chainId, word, inputs[i].amount)) holds = false;
        }
    }

    function _fillCall(bytes memory evidence, uint256 amount) internal pure override returns (bytes memory) {
        (SignedOrderProof memory order, bytes memory signature, bytes32[] memory proof) = _decode(evidence);
        return abi.encodeCall(ISignedOrderReceiver.fill, (order, signature, proof, amount));
    }

    function _authorizeCall(bytes memory evidence) internal pure override returns (bytes memory) {
        (SignedOrderProof memory order, bytes memory signature, bytes32[] memory proof) = _decode(evidence);
        return abi.encodeCall(ISignedOrderReceiver.authorizeFill, (order, signature, proof));
    }

    // The policy

    function _administrateKind() internal override {
        uint256 what = _draw(3);
        if (what == 0) _nameOther(_otherIsGone, false);
        else if (what == 1) _nameOther(true, !_otherIsEvm);
        else _setRoot(_draw(2) == 0 ? bytes32(0) : _treeRoot(_leaf(unlisted, false)));
    }

    function _healKind() internal override {
        if (_otherIsGone || _otherIsEvm) _nameOther(true, false);
    }

    /// @dev The recipient with a hook is set and removed by its leaf.
    function _setRecipient(address recipient, bool hook) internal override {
        if (recipient != address(trickyRecipient)) return super._setRecipient(recipient, hook);
        _hookInTree = hook;
        _setRoot(_treeRoot(_leaf(recipient, hook)));
    }

    function _removeRecipient(address recipient) internal override {
        if (recipient != address(trickyRecipient)) return super._removeRecipient(recipient);
        _setRoot(_treeRoot(_leaf(thief, true)));
    }

    function _setRoot(bytes32 root) private {
        IFillVerifier(receiver).setRecipientRoot(root);
        if (_root != 0 && _root != root) ++epochNow;
        _root = root;
        bool listed = root == _treeRoot(_leaf(address(trickyRecipient), _hookInTree));
        entries[address(trickyRecipient)] = Entry(listed, listed && _hookInTree);
    }

    function _nameOther(bool named, bool isEvm) private {
        ISignedOrders(receiver).setChain(ChainConfig(OTHER, named ? OTHER_ID : 0, named && isEvm));
        if (!_otherIsGone) ++epochNow;
        _otherIsGone = !named;
        _otherIsEvm = named && isEvm;
    }

    function _chainOf(string memory name) private view returns (uint256 chainId, bool isEvm) {
        bytes32 nameHash = keccak256(bytes(name));
        if (nameHash == keccak256("origin")) return (1, true);
        if (nameHash == keccak256("elsewhere")) return (2, true);
        if (nameHash == keccak256(bytes(OTHER)) && !_otherIsGone) return (OTHER_ID, _otherIsEvm);
    }

    function _forbiddenCallOfKind() internal override returns (bytes memory) {
        if (_draw(3) == 0) return abi.encodeCall(ISignedOrders.setChain, (ChainConfig("thief", 7, true)));
        if (_draw(2) == 0) return abi.encodeCall(IFillVerifier.setRecipientRoot, (_leaf(thief, false)));
        ChainConfig[] memory none = new ChainConfig[](0);
        return abi.encodeCall(ISignedOrderReceiver.initialize, (makeConfig(makeRequest(thief), thief), none));
    }

    // The evidence

    /// @dev Decides how many inputs the order gets, and makes the payment say what it must then.
    function _addInputs(Wish memory wish, uint256 fault) private returns (bool two) {
        // The second order of a call is one of as many inputs as the first.
        bool isSecond = wish.authorised && wish.payment.originChainId == 0;
        two = isSecond || (_draw(3) == 0 && !_isRepeated(wish));
        if (isSecond) wish.request.originChainId = 1;
        if (wish.request.originChainId == 2) wish.request.originChain = "elsewhere";
        if (!two || !wish.authorised || fault == 20) return two;
        wish.payment.originChainId = 0;
        wish.payment.originCurrency = 0;
    }

    function _isRepeated(Wish memory wish) private pure returns (bool) {
        return wish.authorised && wish.payment.salt != bytes32(wish.request.salt);
    }

    /// @dev The second input is one of another chain, or one more of the first; in its range, at its ends, or not.
    function _drawInputs(FillRequest memory request, bool two) private returns (OrderInput[] memory inputs) {
        OrderInput memory first = directOrder(request).inputs[0];
        inputs = new OrderInput[](two ? 2 : 1);
        inputs[0] = first;
        if (!two) return inputs;
        OrderInput memory second = directOrder(request).inputs[0];
        second.payment.amount = [uint256(1e6), 1e6, 10, 9, 1e6 + 1][_draw(5)];
        if (_draw(2) == 0) {
            second.payment.chainId = OTHER;
            second.payment.currency = abi.encodePacked(OTHER_CURRENCY);
            second.payment.amount = [uint256(20), 40, 30, 19, 41][_draw(5)];
        }
        bool swapped = _draw(2) == 0;
        inputs[swapped ? 0 : 1] = second;
        inputs[swapped ? 1 : 0] = first;
    }

    function _spoilInputs(Order memory order, uint256 fault) private pure {
        if (fault == 15) order.inputs = new OrderInput[](0);
        if (fault == 16) order.inputs[0].payment.chainId = "Origin";
        if (fault == 17) order.inputs[0].payment.currency = new bytes(33);
    }

    function _sign(
        Order memory order,
        FillRequest memory request,
        bytes32 id,
        uint256 fault
    ) private view returns (bytes memory signature) {
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", id));
        // What a solver signs besides: an attestation of this very order, and the id of something else.
        if (fault == 10) return sign(attest(order, request), request.solver.key);
        if (fault == 11) digest = id;
        (uint8 v, bytes32 r, bytes32 s) = VM_FILLPROOF.sign(request.solver.key, digest);
        signature = abi.encodePacked(r, s, v);
        if (fault > 11 && fault < 15) _spoilSignature(signature, fault - 11);
    }

    function _prove(Order memory order) private view returns (SignedOrderProof memory proof) {
        OrderProof memory known = proveOutput(order);
        proof.versionHash = known.versionHash;
        proof.solverChainIdHash = known.solverChainIdHash;
        proof.solver = known.solver;
        proof.salt = known.salt;
        proof.output = known.output;
        proof.feesHash = known.feesHash;
        proof.inputs = new SignedOrderInput[](order.inputs.length);
        for (uint256 i = 0; i < order.inputs.length; ++i) {
            proof.inputs[i].payment = order.inputs[i].payment;
            proof.inputs[i].refundsHash = _hashRefund(order.inputs[i].refunds[0]);
        }
    }

    function _hashRefund(OrderRefund memory refund) private pure returns (bytes32) {
        bytes memory raw = abi.encode(
            Orders.INPUT_REFUND_TYPEHASH,
            keccak256(bytes(refund.chainId)),
            keccak256(refund.recipient),
            keccak256(refund.currency),
            refund.minimumAmount,
            refund.deadline,
            keccak256(refund.extraData)
        );
        return keccak256(abi.encode(keccak256(raw)));
    }

    /// @dev The same input twice, of which one was signed.
    function _oneInputMore(SignedOrderInput[] memory inputs) private pure returns (SignedOrderInput[] memory list) {
        list = new SignedOrderInput[](inputs.length + 1);
        for (uint256 i = 0; i < list.length; ++i) list[i] = inputs[i == 0 ? 0 : i - 1];
    }

    // The tree: one leaf that matters, and two others

    /// @dev The recipient's proof; and for those that are on no list, somebody else's.
    function _proofFor(address recipient, uint256 fault) private view returns (bytes32[] memory proof) {
        if (recipient == plainRecipient || fault == 24) return proof;
        proof = new bytes32[](3);
        proof[0] = bytes32(uint256(_shownHook(fault) ? 1 : 0));
        (proof[1], proof[2]) = (_leaf(shop, false), _leaf(victim, true));
        if (fault == 26) (proof[1], proof[2]) = (proof[2], proof[1]);
    }

    function _shownHook(uint256 fault) private view returns (bool) {
        return fault == 25 ? !_hookInTree : _hookInTree;
    }

    function _treeRoot(bytes32 leaf) private view returns (bytes32) {
        return _pair(_pair(leaf, _leaf(shop, false)), _leaf(victim, true));
    }

    function _leaf(address recipient, bool hook) private view returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(block.chainid, receiver, recipient, hook))));
    }

    function _pair(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
    }

    function _decode(
        bytes memory evidence
    ) private pure returns (SignedOrderProof memory, bytes memory, bytes32[] memory) {
        return abi.decode(evidence, (SignedOrderProof, bytes, bytes32[]));
    }
}

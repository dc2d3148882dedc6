// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SignedOrderReceiver} from "../../../../contracts/SignedOrderReceiver.sol";
import {IFillVerifier} from "../../../../contracts/interfaces/IFillVerifier.sol";
import {ISignedOrderReceiver} from "../../../../contracts/interfaces/ISignedOrderReceiver.sol";
import {ISignedOrders} from "../../../../contracts/interfaces/ISignedOrders.sol";
import {FillRequest, VM_FILLPROOF} from "../../../../contracts/testing/FillproofTest.sol";
import {ChainConfig, Config, RouteConfig} from "../../../../contracts/types/Config.sol";
import {Order, OrderInput} from "../../../../contracts/types/Order.sol";
import {SignedOrderInput, SignedOrderProof} from "../../../../contracts/types/SignedOrder.sol";
import {Listing, Origin, Presented, Wish} from "./EvidenceKind.sol";
import {OrderKind} from "./OrderKind.sol";

/// @notice Signed orders: the solver's signature over the id, and an order whose inputs are revealed. Orders have one
/// input or two; the recipient with a hook is on the list by the root of a tree alone.
contract SignedKind is OrderKind {
    uint256 private constant OTHER_ID = 5;
    string private constant OTHER = "other";
    bytes32 private constant OTHER_CURRENCY = "other currency";
    uint128 private constant OTHER_MIN = 20;
    uint128 private constant OTHER_MAX = 40;

    /// @dev What an input says, as the order has it.
    struct Input {
        string chainId;
        bytes currency;
        uint256 amount;
    }

    mapping(bytes32 id => Input[]) private _inputs;
    address private _receiver;
    /// The other chain's name may be removed, and its kind change.
    bool private _otherIsGone;
    bool private _otherIsEvm;
    bytes32 private _root;
    bool private _hookInTree;

    function faults() external pure override returns (uint256) {
        return 26;
    }

    function fillsDirectly() external pure override returns (bool) {
        return false;
    }

    function fillCall(bytes calldata, uint256) external pure override returns (bytes memory) {}

    function authorizeCall(bytes calldata evidence) public pure override returns (bytes memory) {
        (SignedOrderProof memory order, bytes memory signature, bytes32[] memory proof) = _decode(evidence);
        return abi.encodeCall(ISignedOrderReceiver.authorizeFill, (order, signature, proof));
    }

    function meaning(bytes calldata evidence) external pure override returns (bytes32) {
        (SignedOrderProof memory order, bytes memory signature, bytes32[] memory proof) = _decode(evidence);
        return keccak256(abi.encode(order, _whole(signature), proof));
    }

    function namesUser() external pure override returns (bool) {
        return false;
    }

    /// @notice Every input counts, on its own; a name says which chain it is on, now.
    function holds(
        bytes32 id,
        bytes32 note,
        address recipient,
        Origin calldata
    ) external view override returns (bool sound) {
        Input[] storage inputs = _inputs[id];
        sound = inputs.length != 0 && (recipient != trickyRecipient || note == _root);
        for (uint256 i = 0; i < inputs.length; ++i) {
            (uint256 chainId, bool isEvm) = _chainOf(inputs[i].chainId);
            bytes memory currency = inputs[i].currency;
            bytes32 word = currency.length == 20 ? toWord(address(bytes20(currency))) : bytes32(currency);
            if (isEvm && currency.length != 20) sound = false;
            if (chainId == 0 || !_inRange(chainId, word, inputs[i].amount)) sound = false;
        }
    }

    function _inRange(uint256 chainId, bytes32 currency, uint256 amount) private view returns (bool) {
        if (chainId != OTHER_ID) return _world().inRange(Origin(chainId, currency, amount));
        return currency == OTHER_CURRENCY && amount >= OTHER_MIN && amount <= OTHER_MAX;
    }

    // The policy

    function _deploy(FillRequest memory request, address admin) internal override returns (address) {
        Config memory config = makeConfig(request, address(this), 1);
        RouteConfig[] memory routes = new RouteConfig[](2);
        routes[0] = config.routes[0];
        routes[1] = RouteConfig({chainId: OTHER_ID, currency: OTHER_CURRENCY, min: OTHER_MIN, max: OTHER_MAX});
        config.routes = routes;
        ChainConfig[] memory chains = new ChainConfig[](3);
        chains[0] = makeChains(request)[0];
        chains[1] = ChainConfig({name: "elsewhere", chainId: 2, isEvm: true});
        chains[2] = ChainConfig({name: OTHER, chainId: OTHER_ID, isEvm: false});
        SignedOrderReceiver deployed = deploySignedOrderReceiver(config, chains);
        _share(deployed, admin);
        if (_receiver == address(0)) _receiver = address(deployed);
        return address(deployed);
    }

    function heal() external override returns (uint256 narrowed) {
        if (_otherIsGone || _otherIsEvm) return _nameOther(true, false);
    }

    /// @notice The recipient with a hook is set and removed by its leaf.
    function list(bool listed, bool hook) external override returns (uint256 narrowed) {
        if (!listed) return _setRoot(_treeRoot(_leaf(thief, true)));
        _hookInTree = hook;
        return _setRoot(_treeRoot(_leaf(trickyRecipient, hook)));
    }

    function listing() external view override returns (Listing memory now_) {
        bool listed = _root == _treeRoot(_leaf(trickyRecipient, _hookInTree));
        return Listing({byTree: true, listed: listed, hook: listed && _hookInTree, hasRoot: _root != 0});
    }

    function _administrate() internal override returns (uint256 narrowed) {
        uint256 what = _draw(3);
        if (what == 0) return _nameOther(_otherIsGone, false);
        if (what == 1) return _nameOther(true, !_otherIsEvm);
        return _setRoot(_draw(2) == 0 ? bytes32(0) : _treeRoot(_leaf(unlisted, false)));
    }

    function _setRoot(bytes32 root) private returns (uint256 narrowed) {
        IFillVerifier(_receiver).setRecipientRoot(root);
        if (_root != 0 && _root != root) narrowed = 1;
        _root = root;
    }

    function _nameOther(bool named, bool isEvm) private returns (uint256 narrowed) {
        ISignedOrders(_receiver).setChain(ChainConfig(OTHER, named ? OTHER_ID : 0, named && isEvm));
        // It has a name, which was removed, or whose kind changed.
        if (!_otherIsGone && (!named || isEvm != _otherIsEvm)) narrowed = 1;
        _otherIsGone = !named;
        _otherIsEvm = named && isEvm;
    }

    function _chainOf(string memory name) private view returns (uint256 chainId, bool isEvm) {
        bytes32 nameHash = keccak256(bytes(name));
        if (nameHash == keccak256("origin")) return (1, true);
        if (nameHash == keccak256("elsewhere")) return (2, true);
        if (nameHash == keccak256(bytes(OTHER)) && !_otherIsGone) return (OTHER_ID, _otherIsEvm);
    }

    function _forbiddenCall() internal override returns (bytes memory) {
        if (_draw(3) == 0) return abi.encodeCall(ISignedOrders.setChain, (ChainConfig("thief", 7, true)));
        if (_draw(2) == 0) return abi.encodeCall(IFillVerifier.setRecipientRoot, (_leaf(thief, false)));
        ChainConfig[] memory none = new ChainConfig[](0);
        return abi.encodeCall(ISignedOrderReceiver.initialize, (makeConfig(makeRequest(thief), thief, 1), none));
    }

    // The evidence

    function _present(Presented memory shown, Wish memory wish, uint256 fault) internal override {
        bool byTree = wish.request.recipient == trickyRecipient;
        bool two = _addInputs(wish, fault);
        if (fault == 18) wish.payment.deadline += 1;
        if (fault == 19) wish.payment.originUser = toWord(wish.request.originUser);
        Order memory order = _orderOf(wish);
        order.inputs = _drawInputs(wish.request, two);
        // A recipient of the tree is needed for the faults from 24 on. 25 is good for another root.
        bool sound = fault == 0 || (fault > 23 && !byTree) || (fault == 20 && !two);
        shown.sound = (sound || fault == 25) && _mayPay(wish);
        if (fault < 10) _spoilOrder(order, wish, fault);
        if (fault > 14) _spoilInputs(order, fault);
        shown.id = hashOrder(order);
        for (uint256 i = 0; i < order.inputs.length; ++i) {
            _inputs[shown.id].push(
                Input(order.inputs[i].payment.chainId, order.inputs[i].payment.currency, order.inputs[i].payment.amount)
            );
        }
        SignedOrderProof memory proof = proveSignedOrder(order);
        if (fault == 21) proof.inputs[0].payment.amount += 1;
        if (fault == 22) proof.inputs[0].refundsHash = keccak256(abi.encode(proof.inputs[0].refundsHash));
        if (fault == 23) proof.inputs = _oneInputMore(proof.inputs);
        bytes memory signature = _sign(order, wish.request, shown.id, fault);
        if (byTree) shown.note = _treeRoot(_leaf(wish.request.recipient, _shownHook(fault)));
        shown.evidence = abi.encode(proof, signature, _proofFor(wish.request.recipient, fault));
    }

    /// @dev Decides how many inputs the order gets, and makes the payment say what it must then.
    function _addInputs(Wish memory wish, uint256 fault) private returns (bool two) {
        // The second order of a call is one of as many inputs as the first.
        bool isSecond = wish.payment.originChainId == 0;
        two = isSecond || (_draw(3) == 0 && !_isRepeated(wish));
        if (isSecond) wish.request.originChainId = 1;
        if (wish.request.originChainId == 2) wish.request.originChain = "elsewhere";
        if (!two || fault == 20) return two;
        wish.payment.originChainId = 0;
        wish.payment.originCurrency = 0;
    }

    function _isRepeated(Wish memory wish) private pure returns (bool) {
        return wish.payment.salt != bytes32(wish.request.salt);
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

    /// @dev The same input twice, of which one was signed.
    function _oneInputMore(SignedOrderInput[] memory inputs) private pure returns (SignedOrderInput[] memory more) {
        more = new SignedOrderInput[](inputs.length + 1);
        for (uint256 i = 0; i < more.length; ++i) more[i] = inputs[i == 0 ? 0 : i - 1];
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
        return keccak256(bytes.concat(keccak256(abi.encode(block.chainid, _receiver, recipient, hook))));
    }

    function _pair(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(bytes.concat(a, b)) : keccak256(bytes.concat(b, a));
    }

    function _decode(
        bytes calldata evidence
    ) private pure returns (SignedOrderProof memory, bytes memory, bytes32[] memory) {
        return abi.decode(evidence, (SignedOrderProof, bytes, bytes32[]));
    }
}

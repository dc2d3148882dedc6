// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {InboxReceiver} from "../InboxReceiver.sol";
import {SignedOrderReceiver} from "../SignedOrderReceiver.sol";
import {FillproofTest, VM_FILLPROOF} from "../testing/FillproofTest.sol";
import {ChainConfig, Config, RouteConfig, SolverConfig, TokenConfig} from "../types/Config.sol";
import {LocalContracts, ServiceContracts} from "./LocalContracts.sol";
import {FillRouter, RouterKind} from "./RouterCalls.sol";

/// @title LocalSettings
/// @notice The chains, tokens and contracts of a `LocalService`, and the policy of a receiver that accepts it.
abstract contract LocalSettings is FillproofTest {
    /// @notice Whether request ids are order ids, as in the service's specification. In the public service they differ.
    bool public areOrderIds;

    /// @notice The kind of the router through which the solver fills. Defaults to `hash`, the router in use.
    RouterKind public routerKind;

    ServiceContracts internal _contracts;
    ChainConfig[] private _chains;
    TokenConfig[] private _tokens;

    /// @notice No chain has this id. Name the chain with `setChain`.
    error UnknownChain(uint256 chainId);

    /// @notice Names the chains of `makeRequest`: "origin" is chain 1, and "destination" is the chain of the test.
    constructor() {
        setChain(1, "origin");
        setChain(block.chainid, "destination");
        setContracts(LocalContracts.published());
        VM_FILLPROOF.deal(solver(), 1_000_000 ether);
    }

    /// @notice Sets the name that orders give to a chain. The last call wins.
    function setChain(uint256 chainId, string memory name) public {
        uint256 index = _indexOf(chainId);
        if (index == _chains.length) _chains.push();
        _chains[index] = ChainConfig({name: name, chainId: chainId, isEvm: true});
    }

    /// @notice Uses the contracts at other addresses, and deploys those that have no code there.
    function setContracts(ServiceContracts memory places) public {
        _contracts = places;
        LocalContracts.place(places);
    }

    /// @notice Adds a token of the test to the policy of `makePolicy`. A payment must be at least `minimum`, in the token's
    /// smallest unit. Give the solver some of the token, so that it can pay.
    function addToken(address token, uint128 minimum) external {
        _tokens.push(TokenConfig({token: token, min: minimum, max: type(uint128).max}));
    }

    /// @notice Fills through the router of this kind.
    function setRouter(RouterKind kind) external {
        routerKind = kind;
    }

    /// @notice Makes request ids equal to order ids, as an `AttestedOrderReceiver` requires.
    function setOrderIds(bool areUsed) external {
        areOrderIds = areUsed;
    }

    /// @notice Deploys a `SignedOrderReceiver` that accepts this service. A payment in native currency must be at least
    /// `minimum` wei. `admin` holds every role.
    function deployReceiver(address admin, uint128 minimum) external returns (SignedOrderReceiver receiver) {
        Config memory config = makePolicy(admin, minimum);
        return SignedOrderReceiver(deployProxy(address(new SignedOrderReceiver()), config, chains()));
    }

    /// @notice Deploys the code of inboxes, then an `InboxReceiver` that accepts this service. The arguments are those of
    /// `deployReceiver`.
    function deployInboxReceiver(address admin, uint128 minimum) external returns (InboxReceiver receiver) {
        return deployInboxReceiver(makePolicy(admin, minimum), chains());
    }

    /// @notice Makes a receiver's policy for this chain. It accepts this solver, its routers, native currency from `minimum`
    /// wei on, and the listed tokens, from all chains. It has no recipients.
    function makePolicy(address admin, uint128 minimum) public view returns (Config memory config) {
        (config.admin, config.guardian, config.rescuer) = (admin, admin, admin);
        config.chainName = _nameOf(block.chainid);
        config.solvers = new SolverConfig[](1);
        config.solvers[0] = SolverConfig({solver: solver(), start: 0, stop: 0});
        uint256 count = _tokens.length + 1;
        config.tokens = new TokenConfig[](count);
        config.routes = new RouteConfig[](count * (_chains.length - 1));
        uint256 routes;
        for (uint256 i = 0; i < count; ++i) {
            config.tokens[i] =
                i == 0 ? TokenConfig({token: address(0), min: minimum, max: type(uint128).max}) : _tokens[i - 1];
            bytes32 currency = toWord(config.tokens[i].token);
            for (uint256 j = 0; j < _chains.length; ++j) {
                if (_chains[j].chainId == block.chainid) continue;
                config.routes[routes++] = RouteConfig(_chains[j].chainId, currency, 1, type(uint128).max);
            }
        }
        config.routers = new address[](3);
        config.reserved = new address[](5);
        for (uint256 i = 0; i < 3; ++i) {
            FillRouter memory via = routerOf(RouterKind(i));
            (config.routers[i], config.reserved[i]) = (via.router, via.approvalProxy);
        }
        (config.reserved[3], config.reserved[4]) = (_contracts.depository, _contracts.permit2);
    }

    /// @notice Returns the names of the other chains, which a receiver of signed orders needs.
    function chains() public view returns (ChainConfig[] memory others) {
        others = new ChainConfig[](_chains.length - 1);
        uint256 count;
        for (uint256 i = 0; i < _chains.length; ++i) {
            if (_chains[i].chainId != block.chainid) others[count++] = _chains[i];
        }
    }

    /// @notice Returns the solver's account.
    function solver() public pure returns (address account) {
        return makeSolver("solver").addr;
    }

    /// @notice Returns the addresses of the service's contracts.
    function contracts() external view returns (ServiceContracts memory places) {
        return _contracts;
    }

    /// @notice Returns the router through which the solver fills.
    function router() public view returns (FillRouter memory via) {
        return routerOf(routerKind);
    }

    /// @notice Returns the router of a kind.
    function routerOf(RouterKind kind) public view returns (FillRouter memory via) {
        ServiceContracts memory all = _contracts;
        via = FillRouter(all.router, all.approvalProxy, kind);
        if (kind == RouterKind.metadata) {
            (via.router, via.approvalProxy) = (all.metadataRouter, all.metadataApprovalProxy);
        }
        if (kind == RouterKind.plain) (via.router, via.approvalProxy) = (all.plainRouter, all.plainApprovalProxy);
    }

    function _nameOf(uint256 id) internal view returns (string memory name) {
        uint256 index = _indexOf(id);
        if (index == _chains.length) revert UnknownChain(id);
        return _chains[index].name;
    }

    function _indexOf(uint256 id) internal view returns (uint256 index) {
        while (index < _chains.length && _chains[index].chainId != id) ++index;
    }
}

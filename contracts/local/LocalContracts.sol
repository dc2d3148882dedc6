// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {VM_FILLPROOF} from "../testing/FillproofTest.sol";
import {MockMetadataApprovalProxy} from "./MockMetadataApprovalProxy.sol";
import {MockMsgValueApprovalProxy} from "./MockMsgValueApprovalProxy.sol";
import {MockPlainApprovalProxy} from "./MockPlainApprovalProxy.sol";
import {MockDepository} from "./MockDepository.sol";
import {MockHashRouter} from "./MockHashRouter.sol";
import {MockMetadataRouter} from "./MockMetadataRouter.sol";
import {MockPlainRouter} from "./MockPlainRouter.sol";

/// @notice The addresses of the service's contracts, the same on every chain of a test.
struct ServiceContracts {
    address router;
    address approvalProxy;
    address metadataRouter;
    address metadataApprovalProxy;
    address plainRouter;
    address plainApprovalProxy;
    address depository;
    address permit2;
}

/// @title LocalContracts
/// @notice Deploys the service's contracts to the addresses that a test expects.
library LocalContracts {
    /// @notice Returns the addresses of the public service on most chains.
    function published() internal pure returns (ServiceContracts memory places) {
        places.router = 0x0729E2a4716d9f7dD17858d5d504426D228697f7;
        places.approvalProxy = 0x5567954cD026CEbFE486062cb75848e0f1c12E58;
        places.metadataRouter = 0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f;
        places.metadataApprovalProxy = 0xCcC88a9d1B4ED6b0EABA998850414b24f1c315bE;
        places.plainRouter = 0x3eC130B627944cad9b2750300ECB0A695DA522B6;
        places.plainApprovalProxy = 0x58cC3e0aA6CD7bf795832A225179ec2d848cE3e7;
        places.depository = 0x4cD00E387622C35bDDB9b4c962C136462338BC31;
        places.permit2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    }

    /// @notice Deploys each contract whose address has no code. On a fork, the service's own contracts stay. Permit2 is never
    /// deployed.
    function place(ServiceContracts memory places) internal {
        _place(places.router, type(MockHashRouter).creationCode);
        _place(places.metadataRouter, type(MockMetadataRouter).creationCode);
        _place(places.plainRouter, type(MockPlainRouter).creationCode);
        address permit2 = places.permit2;
        _placeProxy(places.approvalProxy, type(MockMsgValueApprovalProxy).creationCode, places.router, permit2);
        _placeProxy(
            places.metadataApprovalProxy,
            type(MockMetadataApprovalProxy).creationCode,
            places.metadataRouter,
            permit2
        );
        _placeProxy(places.plainApprovalProxy, type(MockPlainApprovalProxy).creationCode, places.plainRouter, permit2);
        _place(places.depository, type(MockDepository).creationCode);
    }

    function _placeProxy(address where, bytes memory creationCode, address router, address permit2) private {
        _place(where, abi.encodePacked(creationCode, abi.encode(address(this), router, permit2)));
    }

    /// @dev Runs the constructor at the address itself, so that the storage and the immutables are set there.
    function _place(address where, bytes memory creationCode) private {
        if (where.code.length != 0) return;
        VM_FILLPROOF.etch(where, creationCode);
        (bool success, bytes memory code) = where.call("");
        assert(success && code.length != 0);
        VM_FILLPROOF.etch(where, code);
    }
}

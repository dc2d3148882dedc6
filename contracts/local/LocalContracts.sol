// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {VM_FILLPROOF} from "../testing/FillproofTest.sol";
import {MockApprovalProxy} from "./MockApprovalProxy.sol";
import {MockApprovalProxyV2} from "./MockApprovalProxyV2.sol";
import {MockDepository} from "./MockDepository.sol";
import {MockRouter} from "./MockRouter.sol";
import {MockRouterV2} from "./MockRouterV2.sol";

/// @notice Where the service's contracts are, on every chain of a test.
struct ServiceContracts {
    address router;
    address approvalProxy;
    address routerV2;
    address approvalProxyV2;
    address depository;
    address permit2;
}

/// @title LocalContracts
/// @notice Puts the service's contracts where a test expects them.
library LocalContracts {
    /// @notice Returns the addresses of the public service on most chains.
    function published() internal pure returns (ServiceContracts memory places) {
        places.router = 0xb92fe925DC43a0ECdE6c8b1a2709c170Ec4fFf4f;
        places.approvalProxy = 0xCcC88a9d1B4ED6b0EABA998850414b24f1c315bE;
        places.routerV2 = 0x3eC130B627944cad9b2750300ECB0A695DA522B6;
        places.approvalProxyV2 = 0x58cC3e0aA6CD7bf795832A225179ec2d848cE3e7;
        places.depository = 0x4cD00E387622C35bDDB9b4c962C136462338BC31;
        places.permit2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    }

    /// @notice Puts each contract where no code is yet; on a fork the service's own stay. Permit2 is left alone.
    function place(ServiceContracts memory places) internal {
        _place(places.router, type(MockRouter).creationCode);
        _place(places.routerV2, type(MockRouterV2).creationCode);
        _place(
            places.approvalProxy,
            abi.encodePacked(
                type(MockApprovalProxy).creationCode,
                abi.encode(address(this), places.router, places.permit2)
            )
        );
        _place(
            places.approvalProxyV2,
            abi.encodePacked(
                type(MockApprovalProxyV2).creationCode,
                abi.encode(address(this), places.routerV2, places.permit2)
            )
        );
        _place(places.depository, type(MockDepository).creationCode);
    }

    /// @dev Runs the constructor at the address itself, so that its storage and its immutables are there.
    function _place(address where, bytes memory creationCode) private {
        if (where.code.length != 0) return;
        VM_FILLPROOF.etch(where, creationCode);
        (bool success, bytes memory code) = where.call("");
        assert(success && code.length != 0);
        VM_FILLPROOF.etch(where, code);
    }
}

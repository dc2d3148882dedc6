// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Inboxes} from "../../../contracts/libraries/Inboxes.sol";
import {InboxTerms} from "../../../contracts/types/InboxTerms.sol";
import {vm} from "../support/Vm.sol";

interface VmJson {
    function keyExistsJson(string calldata json, string calldata key) external view returns (bool);
    function parseJsonAddress(string calldata json, string calldata key) external pure returns (address);
    function parseJsonBool(string calldata json, string calldata key) external pure returns (bool);
    function parseJsonBytes(string calldata json, string calldata key) external pure returns (bytes memory);
    function parseJsonBytes32(string calldata json, string calldata key) external pure returns (bytes32);
    function parseJsonUint(string calldata json, string calldata key) external pure returns (uint256);
    function readFile(string calldata path) external view returns (string memory);
}

/// The published inboxes, as another language reads them.
contract InboxVectorsTest {
    VmJson private constant vmJson = VmJson(address(vm));

    function test_inboxes_haveTheAddressesOfTheVectors() external view {
        string memory json = vmJson.readFile("vectors/inboxes.json");
        uint256 count;
        for (uint256 group = 0; group < 2; ++group) {
            for (uint256 i = 0; ; ++i) {
                string memory place = string.concat(item(".testGroups", group), item(".tests", i));
                if (!vmJson.keyExistsJson(json, place)) break;
                ++count;
                bytes32 inboxHash = this.hash(readTerms(json, string.concat(place, ".terms")));
                vm.assertEq(inboxHash, vmJson.parseJsonBytes32(json, string.concat(place, ".inboxHash")));
                vm.assertEq(
                    Inboxes.locate(inboxHash, vmJson.parseJsonAddress(json, string.concat(place, ".receiver"))),
                    vmJson.parseJsonAddress(json, string.concat(place, ".inbox"))
                );
            }
        }
        vm.assertTrue(count > 50);
        vm.assertEq(count, vmJson.parseJsonUint(json, ".numberOfTests"));
    }

    function hash(InboxTerms calldata terms) external pure returns (bytes32) {
        return Inboxes.hash(terms);
    }

    function readTerms(string memory json, string memory place) private pure returns (InboxTerms memory terms) {
        terms.token = vmJson.parseJsonAddress(json, string.concat(place, ".token"));
        terms.recipient = vmJson.parseJsonAddress(json, string.concat(place, ".recipient"));
        terms.hook = vmJson.parseJsonBool(json, string.concat(place, ".hook"));
        terms.refundTo = vmJson.parseJsonAddress(json, string.concat(place, ".refundTo"));
        terms.claimer = vmJson.parseJsonAddress(json, string.concat(place, ".claimer"));
        terms.deadline = uint48(vmJson.parseJsonUint(json, string.concat(place, ".deadline")));
        terms.minimum = vmJson.parseJsonUint(json, string.concat(place, ".minimum"));
        terms.salt = vmJson.parseJsonBytes32(json, string.concat(place, ".salt"));
        terms.data = vmJson.parseJsonBytes(json, string.concat(place, ".data"));
    }

    function item(string memory list, uint256 index) private pure returns (string memory) {
        return string.concat(list, "[", vm.toString(index), "]");
    }
}

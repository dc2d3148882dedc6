// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {Address} from "@openzeppelin/contracts/utils/Address.sol";

import {AttestedOrders} from "../evidence/AttestedOrders.sol";
import {Attestation} from "../types/Attestation.sol";
import {Config} from "../types/Config.sol";
import {OrderProof} from "../types/Order.sol";
import {Terms} from "../types/Terms.sol";

/// @title AttestedDeposits
/// @notice Takes attested fills in native currency and keeps them for merchants, who can withdraw at any time.
/// @dev The merchants are the allowed recipients. Each order must name this contract as its fill contract.
/// @dev Native currency only. A token that stays here makes no `Transfer` to the order's recipient, so the service doesn't
/// count the fill and doesn't repay the solver. For tokens use a receiver, and a recipient with a hook.
/// @dev Warning: a deposit proves that a solver attested the order and that the money is here. It proves neither a payment on
/// the origin chain nor who paid here: a merchant can fill its own order.
contract AttestedDeposits is AttestedOrders {
    /// @notice The amount that a merchant can withdraw, in wei.
    mapping(address merchant => uint256) public balanceOf;

    /// @notice A merchant took its balance.
    event Withdrawn(address indexed merchant, uint256 amount);

    constructor() {
        _disableInitializers();
    }

    /// @notice Sets up a proxy or a clone, once: the solvers, the accepted origins, and the merchants.
    function initialize(Config memory config) external initializer {
        __FillPolicy_init(config);
    }

    /// @notice Fills an order with the value of this call, and credits its recipient.
    /// @dev Only orders in native currency pass.
    function deposit(
        Attestation calldata attestation,
        bytes calldata signature,
        OrderProof calldata order,
        bytes32[] calldata recipientProof
    ) external payable nonReentrant {
        Terms memory terms = _acceptNativeAndReport(attestation, signature, order, recipientProof);

        // All checks have passed and the order is marked paid. Nothing below calls out.
        balanceOf[terms.recipient] += msg.value;
        emit FillAccepted(terms.id, terms.recipient, terms.solver, msg.sender, address(0), msg.value);
    }

    /// @notice Sends the caller its balance. A pause does not stop it.
    /// @dev Warning: never list a merchant's contract that can't receive native currency. It could not withdraw.
    function withdraw() external nonReentrant {
        uint256 amount = balanceOf[msg.sender];
        balanceOf[msg.sender] = 0;
        emit Withdrawn(msg.sender, amount);
        Address.sendValue(payable(msg.sender), amount);
    }
}

// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {SignedOrderReceiver} from "../../contracts/SignedOrderReceiver.sol";
import {IFillSettlement} from "../../contracts/interfaces/IFillSettlement.sol";
import {IFillVerifier} from "../../contracts/interfaces/IFillVerifier.sol";
import {FillproofTest, FillRequest, SignedFillEvidence} from "../../contracts/testing/FillproofTest.sol";
import {ChainConfig} from "../../contracts/types/Config.sol";
import {Payment} from "../../contracts/types/Payment.sol";
import {vm} from "./support/Vm.sol";

/// What receivers of signed orders have beside the others: names of chains, and no direct fills.
contract SignedOrderReceiverTest is FillproofTest {
    address private recipient = makeSolver("recipient").addr;
    FillRequest private request;
    Payment private payment;
    SignedOrderReceiver private receiver;

    function setUp() public {
        request = makeRequest(recipient);
        request.refundTo = makeSolver("refunds").addr;
        receiver = deploySignedOrderReceiver(makeConfig(request, address(this), 1), makeChains(request));
        request.receiver = address(receiver);
        payment = makeSignedPayment(request);
        vm.deal(address(this), 2 ** 100);
    }

    /// A name that is removed, or whose addresses take another form, makes authorizations stale; a new name does not, nor one
    /// that is set as it is.
    function test_setChain_raisesWhatItNarrows() public {
        setChain("other", 5, false, 0);
        setChain("other", 5, false, 0);
        setChain("other", 5, true, 1);
        setChain("other", 5, true, 0);
        setChain("other", 5, false, 1);
        setChain("other", 0, false, 1);
        setChain("other", 0, false, 0);
        setChain("never", 0, false, 0);
    }

    /// An order that names the receiver as its fill contract is one for a direct fill, and there is none.
    function test_authorizeFill_refusesDirectOrders() public {
        SignedFillEvidence memory e = proveSigned(directOrder(request), request);
        vm.expectRevert(
            abi.encodeWithSelector(
                IFillVerifier.WrongFillContract.selector,
                abi.encode(address(receiver)),
                0,
                address(receiver)
            )
        );
        receiver.authorizeFill(e.order, e.signature, e.recipientProof);
    }

    function setChain(string memory name, uint256 chainId, bool isEvm, uint64 raised) private {
        ++request.salt;
        payment = makeSignedPayment(request);
        SignedFillEvidence memory e = proveSigned(authorizedOrder(request, payment), request);
        receiver.authorizeFill(e.order, e.signature, e.recipientProof);
        uint64 epoch = receiver.policyEpoch();
        receiver.setChain(ChainConfig(name, chainId, isEvm));
        vm.assertEq(receiver.policyEpoch(), epoch + raised, name);
        if (raised != 0) {
            vm.expectRevert(abi.encodeWithSelector(IFillSettlement.AuthorizationStale.selector, epoch, epoch + raised));
            receiver.payAuthorized{value: payment.minimum}(payment);
            receiver.authorizeFill(e.order, e.signature, e.recipientProof);
        }
        vm.assertTrue(payCall(address(receiver), payment, payment.minimum), name);
    }
}

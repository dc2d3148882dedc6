// Orders that guards pay, with both kinds of evidence, whose every byte is the same in each run.
import { type Address, type Hex, keccak256, toHex, zeroAddress, zeroHash } from 'viem'
import {
  type AttestationV1,
  encodeOrderCall,
  hashOrderCalls,
  type OrderCall,
  type OrderData,
  type OrderInputPayment,
  padAddress,
  proveOrderOutput,
  provePayment,
} from '../../src/index.js'
import { hashProof } from '../../src/protocol/order/hashStructs.js'
import {
  amount,
  attest,
  chainName,
  deadline,
  originChainId,
  originChainName,
  solver,
} from './makeEvidence.js'
import type { Chain } from './startChain.js'

export type PaymentEvidenceOverrides = { input?: Partial<OrderInputPayment>; calls?: OrderCall[] }
export type PaymentEvidence = Awaited<ReturnType<typeof makePaymentEvidence>>

/** The proof of an order that the guard of `chain` pays, what is signed, and the payer's terms. */
export async function makePaymentEvidence(
  chain: Chain,
  salt: number,
  { calls = [], input }: PaymentEvidenceOverrides = {},
) {
  const currency = (input?.currency ?? zeroAddress) as Address
  const refund = {
    recipient: chain.payer,
    minimumAmount: 0n,
    deadline,
    extraData: padAddress(chain.router),
  }
  const orderData: OrderData = {
    version: 'v1',
    solverChainId: 'base',
    solver: solver.address,
    salt: keccak256(toHex(salt)),
    inputs: [
      {
        payment: { chainId: chainName, currency: zeroAddress, amount, weight: 1n, ...input },
        refunds: [
          { chainId: chainName, currency, ...refund },
          { chainId: originChainName, currency: zeroAddress, ...refund },
        ],
      },
    ],
    fees: [],
    output: {
      chainId: originChainName,
      payments: [
        {
          recipient: chain.recipient,
          currency: zeroAddress,
          minimumAmount: amount,
          expectedAmount: amount,
        },
      ],
      calls: calls.map(encodeOrderCall),
      deadline,
      extraData: padAddress(chain.router),
    },
  }
  const proof = provePayment(orderData)
  const id = hashProof(proveOrderOutput(orderData))
  const attestation: AttestationV1 = {
    layout: 'v1',
    requestId: id,
    originChainId: await chain.publicClient.getChainId(),
    originUser: padAddress(chain.payer),
    originCurrency: padAddress(currency),
    originAmount: amount,
    destinationChainId: originChainId,
    destinationUser: padAddress(chain.recipient),
  }
  return {
    ...(await attest(attestation)),
    orderSignature: await solver.signMessage({ message: { raw: id } }),
    proof,
    terms: makeTerms(chain, currency, calls),
  }
}

/** Makes the terms that the payer agrees to. */
function makeTerms({ recipient, router }: Chain, currency: Address, calls: OrderCall[]) {
  return {
    currency,
    amount,
    destinationChainId: BigInt(originChainId),
    recipient: recipient as Hex,
    outputCurrency: zeroAddress as Hex,
    minimum: amount,
    refundTo: '0x' as Hex,
    refundExtraData: [padAddress(router)],
    callsHash: calls.length ? hashOrderCalls(calls) : zeroHash,
    extraData: padAddress(router),
    minimumDeadline: 0,
    allowNoRefund: false,
  }
}

// Orders and attestations whose every byte is the same in each run.
import { encodeFunctionData, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import {
  type AttestationV1,
  encodeAttestation,
  encodeOrderCall,
  type OrderCall,
  type OrderData,
  type OrderOutput,
  type OrderOutputPayment,
  padAddress,
  proveOrderOutput,
} from '../../src/index.js'
import { hashProof } from '../../src/protocol/order/hashStructs.js'
import type { Payment } from '../../src/protocol/payment/payment.js'
import type { Chain } from './startChain.js'

export const solver = privateKeyToAccount(keccak256(toHex('the solver of the gas comparison')))
export const chainName = 'base'
export const originChainId = 10
export const originChainName = 'optimism'
export const amount = 97_980_620_418_202_611n
export const deadline = 0x7fb91e27

export type EvidenceOverrides = {
  output?: Partial<OrderOutput>
  payment?: Partial<OrderOutputPayment>
  calls?: OrderCall[]
}
export type Evidence = Awaited<ReturnType<typeof makeEvidence>>

/** The proof of an order that the receiver of `chain` accepts, and its attestation. */
export async function makeEvidence(
  chain: Chain & { receiver: Hex },
  salt: number,
  { calls = [], ...overrides }: EvidenceOverrides = {},
) {
  const refund = {
    recipient: chain.user,
    currency: zeroAddress,
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
        payment: { chainId: originChainName, currency: zeroAddress, amount, weight: 1n },
        refunds: [
          { chainId: originChainName, ...refund },
          { chainId: 'base', ...refund },
        ],
      },
    ],
    fees: [],
    output: {
      chainId: chainName,
      payments: [
        {
          recipient: chain.recipient,
          currency: zeroAddress,
          minimumAmount: amount,
          expectedAmount: amount,
          ...overrides.payment,
        },
      ],
      calls: calls.map(encodeOrderCall),
      deadline,
      extraData: padAddress(chain.receiver),
      ...overrides.output,
    },
  }
  const proof = proveOrderOutput(orderData)
  const attestation: AttestationV1 = {
    layout: 'v1',
    requestId: hashProof(proof),
    originChainId,
    originUser: padAddress(chain.user),
    originCurrency: padAddress(zeroAddress),
    originAmount: amount,
    destinationChainId: await chain.publicClient.getChainId(),
    destinationUser: padAddress(chain.recipient),
  }
  return { ...(await attest(attestation)), proof, orderData }
}

/** An attestation as contracts take it, signed. */
export async function attest(attestation: AttestationV1) {
  const { layout: _, signature: __, originChainId, destinationChainId, ...words } = attestation
  return {
    a: {
      ...words,
      originChainId: BigInt(originChainId),
      destinationChainId: BigInt(destinationChainId),
    },
    signature: await solver.signMessage({ message: { raw: keccak256(encodeAttestation(attestation)) } }),
  }
}

/** Makes the payment of an authorized call. */
export function makePayment(chain: Chain, salt: number, overrides: Partial<Payment> = {}): Payment {
  return {
    originChainId: BigInt(originChainId),
    originUser: padAddress(chain.user),
    originCurrency: padAddress(zeroAddress),
    token: zeroAddress,
    minimum: amount,
    maximum: amount,
    recipient: chain.recipient,
    refundTo: zeroAddress,
    deadline,
    salt: keccak256(toHex(salt)),
    data: '0x',
    ...overrides,
  }
}

/** Makes the overrides by which `makeEvidence` has an order contain the call of `payAuthorized` with `payment`. */
export function authorizing(
  { receiver, router }: Chain & { receiver: Hex },
  payment: Payment,
): EvidenceOverrides & { calls: OrderCall[] } {
  const data = encodeFunctionData({
    abi: attestedOrderReceiverAbi,
    functionName: 'payAuthorized',
    args: [payment],
  })
  const value = payment.token === zeroAddress ? payment.minimum : 0n
  return {
    calls: [{ to: receiver, data, value }],
    payment: { currency: payment.token },
    output: { extraData: padAddress(router) },
  }
}

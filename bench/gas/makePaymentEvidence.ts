// Orders that guards pay, with both kinds of evidence, whose every byte is the same in each run.
import { type Address, type Hex, keccak256, toHex, zeroAddress } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import {
  type AttestationV1,
  encodeOrderCall,
  type OrderCall,
  type OrderData,
  type OrderInputPayment,
  type OrderInputRefund,
  type OrderOutput,
  type OrderOutputPayment,
  padAddress,
  proveOrderOutput,
  provePayment,
} from '../../src/index.js'
import { hashInput, hashList, hashProof } from '../../src/order/hashStructs.js'
import { parseOrder } from '../../src/order/parseOrder.js'
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

type Terms = ReturnType<typeof makeTerms> & { currency: Address }
export type PaymentEvidenceOverrides = {
  attestation?: Partial<AttestationV1>
  order?: Partial<OrderData>
  input?: Partial<OrderInputPayment>
  refund?: Partial<OrderInputRefund>
  output?: Partial<OrderOutput>
  payment?: Partial<OrderOutputPayment>
  terms?: Partial<Terms>
  calls?: OrderCall[]
  signer?: LocalAccount
  /** Replaces the input's currency after it was encoded: what the library itself would refuse. */
  encodedCurrency?: Hex
}
export type PaymentEvidence = Awaited<ReturnType<typeof makePaymentEvidence>>

/** An order that the guard of `chain` pays, in both of the forms that contenders take, and what is signed. */
export async function makePaymentEvidence(
  chain: Chain,
  salt: number,
  { signer = solver, calls = [], ...overrides }: PaymentEvidenceOverrides = {},
) {
  const refund = {
    recipient: chain.payer,
    currency: zeroAddress,
    minimumAmount: 0n,
    deadline,
    extraData: padAddress(chain.router),
  }
  const orderData: OrderData = {
    version: 'v1',
    solverChainId: 'base',
    solver: signer.address,
    salt: keccak256(toHex(salt)),
    inputs: [
      {
        payment: { chainId: chainName, currency: zeroAddress, amount, weight: 1n, ...overrides.input },
        refunds: [
          { chainId: chainName, ...refund },
          { chainId: originChainName, ...refund, ...overrides.refund },
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
          ...overrides.payment,
        },
      ],
      calls: calls.map(encodeOrderCall),
      deadline,
      extraData: padAddress(chain.router),
      ...overrides.output,
    },
    ...overrides.order,
  }
  const order = parseOrder(orderData)
  const proof = provePayment(orderData)
  if (overrides.encodedCurrency) {
    proof.input.payment.currency = overrides.encodedCurrency
    order.inputs = [proof.input]
  }
  const id = hashProof({ ...proveOrderOutput(orderData), inputsHash: hashList(order.inputs, hashInput) })
  const currency = (overrides.input?.currency ?? zeroAddress) as Address
  const attestation: AttestationV1 = {
    layout: 'v1',
    requestId: id,
    originChainId: await chain.publicClient.getChainId(),
    originUser: padAddress(chain.payer),
    originCurrency: padAddress(currency),
    originAmount: amount,
    destinationChainId: originChainId,
    destinationUser: padAddress(chain.recipient),
    ...overrides.attestation,
  }
  return {
    id,
    ...(await attest(attestation, signer)),
    orderSignature: await signer.signMessage({ message: { raw: id } }),
    order,
    proof,
    terms: { ...makeTerms(chain), currency, ...overrides.terms },
  }
}

/** What the payer agrees to. */
function makeTerms({ recipient }: Chain) {
  return {
    amount,
    destinationChainId: BigInt(originChainId),
    recipient: recipient as Hex,
    outputCurrency: zeroAddress as Hex,
    minimum: amount,
    refundTo: '0x' as Hex,
  }
}

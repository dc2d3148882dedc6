import type { Address, Hex } from 'viem'
import { hashAttestation } from '../../protocol/attestation/hashAttestation.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import type { OrderProof } from '../../protocol/order/types.js'
import { hashPayment } from '../../protocol/payment/hashPayment.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import { type FillTerms, readWay } from '../../rules/accepts/readWay.js'
import type { Contradiction, HappenedKind } from '../../rules/happened/facts.js'
import { happenedRules } from '../../rules/happened/happenedRules.js'
import { judge } from '../../rules/verdict.js'
import type { GivenTerms } from '../order/givenOrder.js'
import type { FoundPayment } from './findPayment.js'

export type JudgePaymentParameters = {
  chainId: number
  receiver: Address
  payment: FoundPayment
  attestation: Attestation | undefined
  /** The signer of the attestation or the order. */
  signer: Address | null
  trusted: readonly Address[]
  /** The caller's order, or the one in the payment's evidence. */
  order: (Pick<OrderProof, 'solver' | 'output'> & { orderId: Hex }) | undefined
  terms: GivenTerms | undefined
}

/** Checks a payment against the known evidence. Returns the first contradiction of each kind. */
export function judgePayment(parameters: JudgePaymentParameters): (Contradiction & { kind: HappenedKind })[] {
  const { chainId, payment, attestation, signer, trusted, order } = parameters
  const { timestamp: blockTime, ...fill } = payment
  const terms = readTerms(parameters)
  const hash = attestation ? hashAttestation(attestation) : order?.orderId
  // For a direct fill, no other signer is possible. For a call there may be several orders, and the receiver's event names only
  // one signer.
  const isDirect = payment.id === (attestation?.requestId ?? order?.orderId)
  const verdicts = judge(happenedRules, {
    chainId,
    fill: { ...fill, blockTime },
    solvers: trusted,
    acceptedHash: null,
    ...(terms && { terms }),
    ...(hash && { claim: { hash, signer } }),
    ...(isDirect && { otherSigners: [] }),
    ...(attestation && {
      words: {
        destinationChainId: BigInt(attestation.destinationChainId),
        destinationUser: attestation.destinationUser,
      },
    }),
  })
  const found = verdicts.flatMap((verdict) =>
    verdict.ok === false ? verdict.faults.map((fault) => ({ kind: verdict.check, ...fault })) : [],
  )
  return found.filter(({ kind }, index) => found.findIndex((one) => one.kind === kind) === index)
}

/** Returns the terms to which the payment's id commits. Undefined if the evidence does not have these terms. */
function readTerms({
  chainId,
  receiver,
  payment: { id },
  attestation,
  order,
  terms: given,
}: JudgePaymentParameters): FillTerms | undefined {
  const registered = given && { terms: toContractTerms(given.terms), signature: given.termsSignature }
  const way = readWay({ attestation, ...(order && { order }), ...(registered && { registered }) }, receiver)
  const own = registered ? attestation?.requestId : order?.orderId
  const named = way.payment ? hashPayment({ chainId, receiver, payment: way.payment }) : own
  return named === id ? way.terms : undefined
}

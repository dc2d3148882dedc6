import type { Address, Hex } from 'viem'
import type { ServiceClient } from '../client/serviceClient.js'
import { checkOrderDeadline } from '../protocol/attestation/checkExpected.js'
import { proveOrderOutput } from '../protocol/order/proveOrderOutput.js'
import type { OrderData } from '../protocol/order/types.js'
import { type JudgeOrderReturnType, judgeOrderSignature } from '../rules/happened/judgeOrder.js'
import type { KeptOrder } from '../service/orders/keptOrder.js'
import type { ServiceProfile } from '../service/profile/types.js'
import { EvidenceTextError } from './errors.js'
import { type FindAttestationParameters, findAttestation } from './evidence/findAttestation.js'
import type { ParsedEvidence } from './evidence/parseEvidence.js'
import type { OrderFile } from './order/givenOrder.js'
import { type LoneTransaction, reportTransaction } from './receiver/reportTransaction.js'
import { type ReceiverTarget, reportAttestation } from './reportRequest.js'
import type { RequestOutcome } from './state/findOutcome.js'
import { isGenuine, type Verification } from './verification.js'

export type ReportEvidenceParameters = FindAttestationParameters & {
  profile: ServiceProfile
  /** Looks up names. Defaults to `client`. */
  namesClient?: ServiceClient | undefined
  trusted: readonly Address[]
  /** Whether the caller named the service. If not, evidence with an attestation is verified offline. */
  isServiceNamed: boolean
  /** An order from another source. The order in the evidence takes precedence. */
  given: OrderFile
  /** Unix seconds. */
  now: number
}

/** An order without an attestation, and the reason why there is no attestation. */
export type LoneOrder = JudgeOrderReturnType &
  RequestOutcome & {
    /** Whether the order is genuine. */
    valid: boolean
    /** Null if the order is not signed. */
    genuine: boolean | null
    orderData: OrderData
    orderSignature?: Hex
    problem: string
  }

export type EvidenceReport =
  | { verification: Verification }
  | { order: LoneOrder }
  | { transaction: LoneTransaction }

/**
 * Inspects evidence as {@link reportRequest} does. If the evidence has no attestation, searches for it first.
 *
 * @throws {@link EvidenceTextError} if no request can be found for the evidence, and the errors of {@link reportRequest}.
 */
export async function reportEvidence(parameters: ReportEvidenceParameters): Promise<EvidenceReport> {
  const { evidence, client, target: named, trusted, now } = parameters
  const { recipientProof } = evidence
  const target = named && { ...named, ...(recipientProof && { recipientProof }) }
  const given = evidence.order ?? parameters.given
  const found = evidence.attestation ? evidence : await findAttestation(parameters)
  const attestation = found.attestation
  const ended = 'problem' in found ? found.problem : undefined
  const order = evidence.order?.order
  const lone = attestation || order || !target ? undefined : await findTransaction(evidence, target)
  if (lone) return { transaction: lone }
  const requestId = attestation?.requestId ?? (ended && findRequestId(evidence))
  if (requestId) {
    const isOffline = evidence.attestation && !parameters.isServiceNamed
    const service = isOffline ? { client: undefined, namesClient: undefined } : {}
    return {
      verification: await reportAttestation({
        ...parameters,
        ...service,
        requestId,
        attestation,
        problem: ended,
        given,
        target,
        fill: evidence.hashes?.find((hash) => hash !== requestId),
      }),
    }
  }
  const problem = client
    ? 'The service has no attestation for this.'
    : 'There is no attestation: name the service, or paste its record of the request.'
  if (!order) throw new EvidenceTextError(problem, adviceFor(evidence, target))
  const { orderData, orderSignature } = order
  const checked = await checkLoneOrder(order, trusted, now)
  const genuine = checked.order.evidence === 'none' ? null : isGenuine(checked.checks)
  const outcome = { outcome: 'unknown', outcomeSource: null } as const
  return {
    order: {
      valid: genuine === true,
      genuine,
      ...outcome,
      ...checked,
      orderData,
      ...(orderSignature && { orderSignature }),
      problem,
    },
  }
}

async function findTransaction(
  { hashes = [] }: ParsedEvidence,
  target: ReceiverTarget,
): Promise<LoneTransaction | undefined> {
  for (const hash of hashes) {
    const transaction = await reportTransaction(target, hash)
    if (transaction) return transaction
  }
  return undefined
}

/** Finds the request id. The quote's ids come first, since a hash next to a quote may be the hash of a transaction. */
function findRequestId({ hashes = [], order }: ParsedEvidence): Hex | undefined {
  const { requestIds = [], orderId } = order?.order ?? {}
  return requestIds.find((id) => hashes.includes(id)) ?? requestIds[0] ?? hashes[0] ?? orderId
}

function adviceFor({ hashes }: ParsedEvidence, target: ReceiverTarget | undefined): string[] {
  if (hashes === undefined) return ['Paste the request id in front of it.']
  return target ? [] : ['To look for a transaction, name a node and a receiver.']
}

/** Checks an order without the attestation of its request. */
async function checkLoneOrder(
  order: KeptOrder,
  trusted: readonly Address[],
  now: number,
): Promise<JudgeOrderReturnType> {
  const { orderId, orderSignature } = order
  const { deadline } = proveOrderOutput(order.orderData, order).output
  const report = { orderId, source: 'file', deadline } as const
  if (orderSignature === undefined) return { order: { ...report, evidence: 'none' }, checks: [] }
  const checks = await judgeOrderSignature(order, orderSignature, trusted)
  return { order: { ...report, evidence: 'signed' }, checks: [...checks, checkOrderDeadline(deadline, now)] }
}

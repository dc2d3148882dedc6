import type { Hex } from 'viem'
import type { ChainTransaction, Receipt } from '../chainView.js'
import type { FillResult, FindingKind } from '../types.js'
import { findRequest } from './findRequest.js'
import { findClaimed, judgeClaim } from './judgeClaim.js'
import { judgeFill, type Outcome } from './judgeFill.js'
import { findRefunded, judgeRefund } from './judgeRefund.js'
import { judgeReturned } from './judgeReturned.js'
import { judgeSettlement } from './judgeSettlement.js'
import type { JudgePaidFillParameters } from './parameters.js'
import { type FillFacts, listEvidence, readCalls, readFacts } from './readFacts.js'
import { readStatus } from './readStatus.js'
import { isAuthorized, toFacts } from './toFacts.js'
import { toFinding } from './toFinding.js'

/** The result of the check, or the time until which the check must wait. */
export type JudgePaidFillReturnType =
  | { result: FillResult }
  /** `notes` are for the next check of the same fill. */
  | { waitUntilMs: number; notes: string | null }

type Call = { transaction: ChainTransaction; receipt: Receipt }

/**
 * Checks one fill against the service's attestation and status, and against the effects of its transaction.
 *
 * - Reports each contradiction once, without its consequences.
 * - Reports facts that can't be known as unchecked.
 * - Trust: the node's and the service's answers are believed, and must agree.
 *
 * @throws `ServiceError` or `ChainUnreachableError` if the service or the chain can't be reached now.
 */
export async function judgePaidFill(parameters: JudgePaidFillParameters): Promise<JudgePaidFillReturnType> {
  const { fill, isLive = true, notes = null, chain, nowMs } = parameters
  if (!isLive) return judgeGone(parameters)
  const [transaction, receipt] = await Promise.all([
    chain.readTransaction(fill.transactionHash),
    chain.readReceipt(fill.transactionHash),
  ])
  // The next comparison of block hashes will show whether the chain was reorganized.
  if (!transaction || receipt?.blockHash !== fill.blockHash) return { waitUntilMs: nowMs + 1000, notes }
  if (!fill.isReturned) return judgeAccepted(parameters, { transaction, receipt })
  const refunded = findRefunded(parameters, receipt)
  if (refunded) return end(parameters, null, judgeRefund(parameters, transaction, refunded))
  const { requestId, outcomes } = await judgeReturned(parameters, transaction)
  return end(parameters, requestId, outcomes)
}

/**
 * Judges a fill that a reorganization removed. The removal is a contradiction, unless the present chain has a fill with the same
 * id, or it was a returned payment or a refund.
 */
async function judgeGone(parameters: JudgePaidFillParameters): Promise<JudgePaidFillReturnType> {
  const { fill, requestId = null, store, service } = parameters
  const isBack = fill.isReturned || (await store.findFills([fill.id])).length > 0
  if (isBack) return end(parameters, requestId, [])
  const answer = requestId === null ? await service.readAttestation(fill.id) : null
  const isKnown = answer !== null && 'value' in answer && answer.value !== null
  return end(parameters, isKnown ? fill.id : requestId, [
    {
      kind: 'reorganized',
      expected: `a fill in block ${fill.blockNumber}, ${fill.blockHash}`,
      actual: 'no fill',
      message: `A reorganization removed the fill of ${fill.id}, and the fill did not come back.`,
    },
  ])
}

async function judgeAccepted(
  parameters: JudgePaidFillParameters,
  call: Call,
): Promise<JudgePaidFillReturnType> {
  const { fill, notes = null, service } = parameters
  const claimed = findClaimed(parameters, call)
  if (claimed) return end(parameters, null, await judgeClaim(parameters, call, claimed))
  const calls = await readCalls(parameters, call.transaction)
  const unauthorized = judgeFill({ facts: { fill, isAuthorized: isAuthorized(calls) } })
  if (unauthorized.length > 0) return end(parameters, null, unauthorized)

  const { requestId, unchecked } = await findRequest(service, fill, calls)
  const attestation = requestId === undefined ? undefined : await service.readAttestation(requestId)
  const isUnknown = attestation !== undefined && 'value' in attestation && attestation.value === null
  if (isUnknown && !isGraceOver(parameters)) return wait(parameters, notes)

  const facts = await readFacts(parameters, { ...call, calls, requestId, attestation })
  const known = toFacts(facts)
  const outcomes = [...unchecked, ...judgeFill(known)]
  if (!isContradicted(outcomes)) outcomes.push(...(await readSettlement(parameters, call, facts)))
  if (requestId === undefined || !service.readStatus || hidesStatus(outcomes)) {
    return end(parameters, requestId ?? null, outcomes)
  }

  const isKnown = isContradicted(outcomes)
  const status = readStatus(await service.readStatus(requestId), {
    isKnown,
    isGraceOver: isGraceOver(parameters),
  })
  // Records the attested hash, so that a later change is noticed.
  if (status === 'wait') return wait(parameters, notes ?? known.facts.published ?? null)
  return end(parameters, requestId, [
    ...outcomes,
    ...judgeFill({ ...status, facts: { fill, ...status.facts } }),
  ])
}

async function readSettlement(
  parameters: JudgePaidFillParameters,
  call: Call,
  facts: FillFacts,
): Promise<Outcome[]> {
  const orders = listEvidence(facts).flatMap(({ id, order }) => (order ? [{ id, output: order.output }] : []))
  const { fill, requestId } = facts
  const found = await judgeSettlement({ ...parameters, ...call, fill, orders, requestId })
  if (!found) return []
  return ['problem' in found ? { reason: found.problem } : found.claim]
}

/** After findings of these kinds, the status adds nothing new. */
const hiding: readonly FindingKind[] = [
  'attestationMissing',
  'wrongChain',
  'paidTwice',
  'notSettled',
  'otherOrder',
]

function hidesStatus(outcomes: readonly Outcome[]): boolean {
  return outcomes.some((outcome) => 'kind' in outcome && hiding.includes(outcome.kind))
}

function isContradicted(outcomes: readonly Outcome[]): boolean {
  return outcomes.some((outcome) => 'kind' in outcome)
}

/**
 * Returns the end of the grace in Unix milliseconds. The grace begins at the block's time, or when the fill was first seen, if
 * that is earlier: a node's clock may be ahead of this machine's.
 */
function readGraceEnd({ fill, seenAtMs = 0, graceMs }: JudgePaidFillParameters): number {
  return Math.min(fill.blockTime * 1000, seenAtMs) + graceMs
}

function isGraceOver(parameters: JudgePaidFillParameters): boolean {
  return parameters.nowMs >= readGraceEnd(parameters)
}

function wait(parameters: JudgePaidFillParameters, notes: string | null): JudgePaidFillReturnType {
  const { attempts = 0, nowMs } = parameters
  const delayMs = Math.min(250 * 2 ** Math.min(attempts, 7), 30_000)
  return { waitUntilMs: Math.min(nowMs + delayMs, readGraceEnd(parameters)), notes }
}

/** Ends a check with the first contradiction of each kind, because contradictions of one kind have the same id. */
function end(
  { job, fill }: JudgePaidFillParameters,
  requestId: Hex | null,
  outcomes: readonly Outcome[],
): JudgePaidFillReturnType {
  const claims = outcomes.filter((outcome) => 'kind' in outcome)
  const first = claims.filter(({ kind }, index) => claims.findIndex((one) => one.kind === kind) === index)
  const reasons = new Set(outcomes.filter((outcome) => 'reason' in outcome).map(({ reason }) => reason))
  return {
    result: {
      requestId,
      findings: first.map((claim) => toFinding({ job, fill, requestId, claim })),
      unchecked: [...reasons].map((reason) => ({ reason })),
    },
  }
}

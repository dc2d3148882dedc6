import { isAddressEqual } from 'viem'
import { padAddress } from '../../protocol/address/padAddress.js'
import { toContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import { noOrderListed } from '../../service/orders/findOrder.js'
import { describeUser, type ServiceAnswer } from '../service.js'
import type { FillEvent, Unchecked } from '../types.js'
import type { CallFacts, FillFacts } from './readFacts.js'
import type { Claim } from './toFinding.js'

/** A contradiction, or the reason why something could not be checked. */
export type RuleResult = Claim | Unchecked

type Rule = (facts: FillFacts) => readonly RuleResult[]

const rules: readonly Rule[] = [
  checkOrder,
  checkAmount,
  checkDeadline,
  checkPaidOnce,
  checkAttested,
  checkChanged,
  checkSigner,
  checkSolver,
  checkDestination,
]

export function applyRules(facts: FillFacts): RuleResult[] {
  return rules.flatMap((rule) => rule(facts))
}

/** A call that was paid without evidence needs an authorization. */
export function checkAuthorized(
  { evidence, authorizations, isRemembered }: CallFacts,
  { id }: Pick<FillEvent, 'id'>,
): Claim | undefined {
  if (evidence?.functionName !== 'payAuthorized' || authorizations.length > 0 || isRemembered)
    return undefined
  return {
    kind: 'attestationMissing',
    expected: 'an authorization by an attested request',
    actual: 'none',
    message: `The call ${id} was not authorized.`,
  }
}

const unclear =
  'the order has another form than receivers take, or the transaction shows several: the terms are not known'

function checkOrder({ evidence, otherId, fill }: FillFacts): RuleResult[] {
  const hidden = { reason: 'the transaction does not show the call: its terms are not known' }
  if (otherId !== undefined) {
    const message = `The fill of ${fill.id} was made with the evidence of ${otherId}.`
    return [{ kind: 'orderMismatch', expected: fill.id, actual: otherId, message }, hidden]
  }
  if (!evidence) return [hidden]
  const { terms } = evidence
  if (!terms) return [{ reason: unclear }]
  const outcomes: RuleResult[] = []
  if (!isAddressEqual(terms.token, fill.token)) {
    const message = 'The fill paid another token than the order names.'
    outcomes.push({ kind: 'orderMismatch', expected: terms.token, actual: fill.token, message })
  }
  if (!isAddressEqual(terms.recipient, fill.recipient)) {
    const message = 'The fill paid another recipient than the order names.'
    outcomes.push({ kind: 'recipientMismatch', expected: terms.recipient, actual: fill.recipient, message })
  }
  return outcomes
}

function checkAmount({ evidence, delivery, fill }: FillFacts): RuleResult[] {
  const minimum = evidence?.terms?.minimum
  if (minimum !== undefined && fill.amount < minimum) {
    const message = 'The fill paid less than the order asks for at least.'
    return [{ kind: 'amountShort', expected: `at least ${minimum}`, actual: fill.amount, message }]
  }
  if ('problem' in delivery) return [{ reason: `the payment: ${delivery.problem}` }]
  const { amount } = delivery
  if (amount >= fill.amount) return []
  const message = 'Less arrived than the receiver says.'
  return [{ kind: 'amountShort', expected: fill.amount, actual: amount < 0n ? 0n : amount, message }]
}

function checkDeadline({ evidence, authorizations, fill }: FillFacts): RuleResult[] {
  const authorized = authorizations.map(({ event }) => event.deadline)
  const deadline = Math.min(
    evidence?.terms?.deadline ?? Number.POSITIVE_INFINITY,
    authorized.length > 0 ? Math.max(...authorized) : Number.POSITIVE_INFINITY,
  )
  if (fill.blockTime <= deadline) return []
  const message = `The fill came ${fill.blockTime - deadline} s after the deadline.`
  const expected = `a block at ${deadline} or before`
  return [{ kind: 'expired', expected, actual: fill.blockTime, message }]
}

/** Finds an earlier payment of the same order: the later one is the contradiction. */
function checkPaidOnce({ firstFill, fill }: FillFacts): RuleResult[] {
  if (!firstFill || !isEarlier(firstFill, fill)) return []
  const expected = `one fill, in ${firstFill.transactionHash}`
  const message = `${fill.id} was paid before.`
  return [{ kind: 'paidTwice', expected, actual: `another in ${fill.transactionHash}`, message }]
}

function isEarlier(one: FillEvent, other: FillEvent): boolean {
  return one.blockNumber === other.blockNumber
    ? one.logIndex < other.logIndex
    : one.blockNumber < other.blockNumber
}

function checkAttested({ attested, requestId, used }: FillFacts): RuleResult[] {
  if (!attested) return []
  // Where no attestation is published, the evidence is what the receiver took.
  if (isRetired(attested)) return used ? [] : [{ reason: noOrderListed }]
  if ('problem' in attested) return [{ reason: `the attestation: ${attested.problem}` }]
  if (attested.value === null) {
    const message = `The service knows no attestation of ${requestId}.`
    return [{ kind: 'attestationMissing', expected: 'an attestation', actual: 'none', message }]
  }
  return used ? [] : [{ reason: 'the transaction does not show which attestation was used' }]
}

/** Compares what the service attests now with what was used, or with what an earlier check saw. */
function checkChanged({ attested, hashBefore, ...facts }: FillFacts): RuleResult[] {
  const now = readValue(attested)?.hash
  const before = readUsed(facts)?.hash ?? hashBefore
  if (now === undefined || before === null || before === now) return []
  const message = 'The service attests other terms now than the fill was accepted with.'
  return [{ kind: 'attestationChanged', expected: before, actual: now, message }]
}

/** The service's signature counts while it attests what was used, and the signature that was used always does. */
function checkSigner(facts: FillFacts): RuleResult[] {
  const attested = readValue(facts.attested)
  if (!attested && !isRetired(facts.attested)) return []
  const isChanged = checkChanged(facts).length > 0
  const signatures = [...(isChanged || !attested ? [] : [attested]), ...(facts.used ? [facts.used] : [])]
  const { solver } = facts.fill
  return signatures
    .filter(({ signer }) => signer === null || !isAddressEqual(signer, solver))
    .map(({ signer }) => ({
      kind: 'solverMismatch',
      expected: signer ?? 'no address, since the signature is invalid',
      actual: solver,
      message: 'The receiver names a solver other than the signer.',
    }))
}

function checkSolver({ attested, used, solvers, fill: { solver } }: FillFacts): RuleResult[] {
  const isSigned = isRetired(attested) ? used : readValue(attested)
  if (!isSigned || solvers.some((trusted) => isAddressEqual(trusted, solver))) return []
  const message = 'The fill names a solver that is not trusted.'
  return [{ kind: 'solverMismatch', expected: solvers.join(', '), actual: solver, message }]
}

function checkDestination({ attested, job, fill, ...facts }: FillFacts): RuleResult[] {
  const published = readValue(attested)?.attestation
  const attestation =
    (published || isRetired(attested) ? readUsed(facts)?.evidence.attestation : undefined) ??
    (published && toContractAttestation(published))
  if (!attestation) return []
  const { destinationChainId, destinationUser } = attestation
  const outcomes: RuleResult[] = []
  if (destinationChainId !== BigInt(job.chainId)) {
    const message = `The attested request is for chain ${destinationChainId}.`
    outcomes.push({ kind: 'wrongChain', expected: destinationChainId, actual: job.chainId, message })
  }
  if (destinationUser.toLowerCase() !== padAddress(fill.recipient).toLowerCase()) {
    const message = 'The fill paid another recipient than the attestation names.'
    const expected = describeUser(destinationUser)
    outcomes.push({ kind: 'recipientMismatch', expected, actual: fill.recipient, message })
  }
  return outcomes
}

/** The evidence that attests this very request. */
function readUsed({ used, requestId }: Pick<FillFacts, 'used' | 'requestId'>): FillFacts['used'] {
  const attestedId = used?.evidence.attestation?.requestId
  return attestedId !== undefined && attestedId === requestId ? used : undefined
}

function isRetired(answer: ServiceAnswer<unknown> | undefined): boolean {
  return answer !== undefined && 'problem' in answer && answer.isRetired === true
}

function readValue<value>(answer: ServiceAnswer<value> | undefined): value | undefined {
  return answer && 'value' in answer ? (answer.value ?? undefined) : undefined
}

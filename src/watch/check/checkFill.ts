import { type Address, type Hex, isAddressEqual } from 'viem'
import { cleanText } from '../../base/cleanText.js'
import { parseFillAccepted } from '../../contract/parseFillAccepted.js'
import { hashAttestation } from '../../protocol/attestation/hashAttestation.js'
import { toContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import { recoverSigner } from '../../protocol/signature/recoverSigner.js'
import type { Receipt, Transaction, WatchChain } from '../chain.js'
import { describeUser, type SignedAttestation, type WatchService } from '../service.js'
import type {
  AuthorizationEvent,
  FillEvent,
  FillResult,
  FillTask,
  Finding,
  FindingKind,
  WatchJob,
  WatchStore,
} from '../types.js'
import { checkReturned } from './checkReturned.js'
import { checkSettlement } from './checkSettlement.js'
import {
  type Evidence,
  findEvidence,
  type GivenAttestation,
  hashGivenAttestation,
  isAddressWord,
} from './findEvidence.js'
import { findingId } from './findingId.js'
import { readDelivery } from './readDelivery.js'

export type CheckFillParameters = {
  task: FillTask
  job: WatchJob
  chain: WatchChain
  service: WatchService
  store: Pick<WatchStore, 'findFills' | 'findAuthorizations'>
  /** Who may have signed. */
  solvers: readonly Address[]
  /** For how long after its block the service may not have finished a request. */
  graceMs: number
  nowMs: number
}

/** Either the check's end, or that it must wait. */
export type CheckFillReturnType =
  | { result: FillResult }
  /** `notes` are for the next check of the same fill. */
  | { waitUntilMs: number; notes: string | null }

/**
 * Checks one fill against the service's attestation and status, and against what its transaction did.
 *
 * - Rule: one lie is told once: what follows from a contradiction is no other one.
 * - Rule: what can't be known is told as unchecked.
 * - Trust: the node and the service are believed to tell what they know; of what they tell each must fit the other's.
 *
 * @throws `ServiceError` or `ChainUnreachableError` when somebody can't be asked now.
 */
export async function checkFill(parameters: CheckFillParameters): Promise<CheckFillReturnType> {
  return parameters.task.isLive ? createCheck(parameters).run() : checkGone(parameters)
}

/** A fill that a reorganization took away is well when its request is paid in the branch that there is now. */
async function checkGone({ task, job, store, service }: CheckFillParameters): Promise<CheckFillReturnType> {
  const { fill } = task
  if (fill.isReturned) return { result: { requestId: task.requestId, findings: [], unchecked: [] } }
  const back = await store.findFills([fill.id])
  if (back.length > 0) return { result: { requestId: task.requestId, findings: [], unchecked: [] } }
  const answer = task.requestId === null ? await service.readAttestation(fill.id) : null
  const isKnown = answer !== null && 'value' in answer && answer.value !== null
  const requestId = task.requestId ?? (isKnown ? fill.id : null)
  const finding = toFinding(job, fill, requestId, {
    kind: 'reorganised',
    expected: `a fill in block ${fill.blockNumber}, ${fill.blockHash}`,
    actual: 'no fill',
    message: `A reorganization took the fill of ${fill.id} away, and it did not come back.`,
  })
  return { result: { requestId, findings: [finding], unchecked: [] } }
}

type Claim = { kind: FindingKind; expected: string; actual: string; message: string }

function toFinding(job: WatchJob, fill: FillEvent, requestId: Hex | null, claim: Claim): Finding {
  const { kind, expected, actual, message } = claim
  return {
    id: findingId(job, kind, fill),
    kind,
    requestId,
    transactionHash: fill.transactionHash,
    blockNumber: Number(fill.blockNumber),
    expected,
    actual,
    message,
  }
}

/** What the chain shows of a fill. */
type Shown = {
  /** The fill's own call. */
  evidence: Evidence | undefined
  /** The calls that authorized it, each with its event. */
  authorizations: { event: AuthorizationEvent; evidence: Evidence | undefined }[]
}

function createCheck({ task, job, chain, service, store, solvers, graceMs, nowMs }: CheckFillParameters) {
  const { fill } = task
  const { chainId, receiver } = job
  // A node's clock may be ahead of this one.
  const graceEndsMs = Math.min(fill.blockTime * 1000, task.seenAtMs) + graceMs
  const claims: Claim[] = []
  const unchecked = new Set<string>()
  const claim = (kind: FindingKind, expected: unknown, actual: unknown, message: string) => {
    // One finding of a kind: its id says so.
    if (claims.some((other) => other.kind === kind)) return
    claims.push({ kind, expected: String(expected), actual: String(actual), message })
  }

  const end = (requestId: Hex | null): CheckFillReturnType => ({
    result: {
      requestId,
      findings: claims.map((one) => toFinding(job, fill, requestId, one)),
      unchecked: [...unchecked].map((reason) => ({ reason })),
    },
  })

  /** Undefined when the grace is over. */
  const wait = (notes: string | null = task.notes): CheckFillReturnType | undefined => {
    if (nowMs >= graceEndsMs) return undefined
    const delayMs = Math.min(250 * 2 ** Math.min(task.attempts, 7), 30_000)
    return { waitUntilMs: Math.min(nowMs + delayMs, graceEndsMs), notes }
  }

  async function run(): Promise<CheckFillReturnType> {
    const [transaction, receipt] = await Promise.all([
      chain.readTransaction(fill.transactionHash),
      chain.readReceipt(fill.transactionHash),
    ])
    if (!transaction || receipt?.blockHash !== fill.blockHash) {
      // The next look at the chain's hashes will tell whether it was reorganized.
      return { waitUntilMs: nowMs + 1000, notes: task.notes }
    }
    return fill.isReturned ? runReturned(transaction) : runAccepted(transaction, receipt)
  }

  async function runReturned(transaction: Transaction): Promise<CheckFillReturnType> {
    const parameters = { task, job, chain, service, store, transaction }
    const { requestId, message, problem } = await checkReturned(parameters)
    if (problem !== undefined) unchecked.add(problem)
    if (message !== undefined) {
      claim('returned', 'a payment to the recipient', `${fill.amount} to ${fill.recipient}`, message)
    }
    return end(requestId)
  }

  async function runAccepted(transaction: Transaction, receipt: Receipt): Promise<CheckFillReturnType> {
    const calls = findEvidence({ chainId, receiver, transaction })
    const shown: Shown = {
      evidence: calls.find(({ id, functionName }) => id === fill.id && functionName !== 'authorizeFill'),
      authorizations: await readAuthorizations(),
    }
    const requestId = await findRequest(shown)
    if (claims.length > 0) return end(null)

    checkOrder(shown, calls, transaction.to)
    await checkAmount(transaction, receipt, shown)
    checkDeadline(shown)
    await checkPaidOnce(shown)
    const waits = requestId === undefined ? undefined : await checkAttestation(requestId, shown)
    if (waits) return waits
    await checkSettled(requestId, transaction, receipt, shown)
    if (requestId === undefined) return end(null)
    return (await checkStatus(requestId)) ?? end(requestId)
  }

  async function readAuthorizations(): Promise<Shown['authorizations']> {
    const events = await store.findAuthorizations({ callHashes: [fill.id] })
    return Promise.all(
      events.map(async (event) => {
        const transaction = await chain.readTransaction(event.transactionHash)
        const found = transaction ? findEvidence({ chainId, receiver, transaction }) : []
        const evidence = found.find(
          ({ id, functionName }) => id === event.id && functionName === 'authorizeFill',
        )
        return { event, evidence }
      }),
    )
  }

  /** The request that the fill pays. Undefined, with the reason told, where nobody knows it. */
  async function findRequest({ evidence, authorizations }: Shown): Promise<Hex | undefined> {
    if (authorizations.length > 0) {
      const ids = [...new Set(authorizations.map(({ event }) => event.id))]
      const requests = await Promise.all(
        ids.map((id) => toRequest(id, authorizations.find(({ event }) => event.id === id)?.evidence)),
      )
      const known = requests.filter((id) => id !== undefined)
      // Several orders may name one call: the fill belongs to the one that the service paid with it.
      for (const id of known.length > 1 ? known : []) {
        const answer = await service.readStatus(id)
        if ('value' in answer && answer.value?.transactions.includes(fill.transactionHash)) return id
      }
      return known[0]
    }
    const isAuthorized = !evidence?.signature && (await chain.isAuthorized(fill.id))
    if (isAuthorized) {
      unchecked.add('the call was authorized before the first block that is looked at: see --lookback')
      return undefined
    }
    if (evidence?.functionName === 'payAuthorized') {
      const message = `Nobody authorized the call ${fill.id}.`
      claim('attestationMissing', 'an authorization by an attested request', 'none', message)
      return undefined
    }
    return toRequest(fill.id, evidence)
  }

  /** The id of an order that was signed, and not attested, may be another than its request's. */
  async function toRequest(id: Hex, evidence?: Evidence): Promise<Hex | undefined> {
    const attestation = await service.readAttestation(id)
    const isUnknown = 'value' in attestation && attestation.value === null
    if (!isUnknown || evidence?.attestation !== undefined) return id
    const answer = await service.findRequest(id)
    if ('value' in answer) return answer.value ?? id
    // Only an order that its solver signed is known to have another id than its request.
    if (evidence?.signature === undefined) return id
    unchecked.add(`the request of the order: ${answer.problem}`)
    return undefined
  }

  function checkOrder({ evidence }: Shown, calls: readonly Evidence[], to: Address | null): void {
    const terms = evidence?.terms
    if (!evidence) {
      const other = calls.find(({ functionName }) => functionName === 'fill')
      const isOwn = to !== null && isAddressEqual(to, receiver)
      if (isOwn && other) {
        const message = `The fill of ${fill.id} was made with the evidence of ${other.id}.`
        claim('orderMismatch', fill.id, other.id, message)
      }
      unchecked.add('the transaction does not show the call: its terms are not known')
    } else if (!terms) {
      unchecked.add('the order has another form than receivers take: its terms are not known')
    } else {
      if (!isAddressEqual(terms.token, fill.token)) {
        claim('orderMismatch', terms.token, fill.token, 'The fill paid another token than the order names.')
      }
      if (!isAddressEqual(terms.recipient, fill.recipient)) {
        const message = 'The fill paid another recipient than the order names.'
        claim('recipientMismatch', terms.recipient, fill.recipient, message)
      }
    }
  }

  async function checkAmount(transaction: Transaction, receipt: Receipt, { evidence }: Shown): Promise<void> {
    const terms = evidence?.terms
    if (terms && fill.amount < terms.minimum) {
      const message = 'The fill paid less than the order asks for at least.'
      return claim('amountShort', `at least ${terms.minimum}`, fill.amount, message)
    }
    const siblings = readSiblings(receipt)
    const delivery = await readDelivery({ chain, receiver, fill, siblings, transaction, receipt })
    if ('problem' in delivery) unchecked.add(`the payment: ${delivery.problem}`)
    else if (!delivery.isEnough) {
      const message = 'Less arrived than the receiver says.'
      claim('amountShort', fill.amount, delivery.amount, message)
    }
  }

  function readSiblings(receipt: Receipt): FillEvent[] {
    const logs = parseFillAccepted({ receiver, receipt: { logs: receipt.logs as never[] } })
    return logs.map(({ args, logIndex }) => ({ ...fill, ...args, logIndex }))
  }

  function checkDeadline({ evidence, authorizations }: Shown): void {
    const deadlines = [
      ...(evidence?.terms ? [evidence.terms.deadline] : []),
      ...(authorizations.length > 0 ? [Math.max(...authorizations.map(({ event }) => event.deadline))] : []),
    ]
    const deadline = Math.min(...deadlines)
    if (fill.blockTime > deadline) {
      const message = `The fill came ${fill.blockTime - deadline} s after the deadline.`
      claim('expired', `a block at ${deadline} or before`, fill.blockTime, message)
    }
  }

  /** Of two payments the later one is the contradiction. */
  async function checkPaidOnce({ authorizations }: Shown): Promise<void> {
    const ids = authorizations.map(({ event }) => event.id)
    const others = await store.findAuthorizations({ ids: [fill.id, ...ids] })
    const paid = await store.findFills([
      ...new Set([fill.id, ...ids, ...others.map(({ callHash }) => callHash)]),
    ])
    const first = paid[0]
    if (first && isEarlier(first, fill)) {
      const expected = `one fill, in ${first.transactionHash}`
      claim('paidTwice', expected, `another in ${fill.transactionHash}`, `${fill.id} was paid before.`)
    }
  }

  /** Returns a wait where the service may not know the request yet. */
  async function checkAttestation(requestId: Hex, shown: Shown): Promise<CheckFillReturnType | undefined> {
    const answer = await service.readAttestation(requestId)
    if ('problem' in answer) {
      unchecked.add(`the attestation: ${answer.problem}`)
      return undefined
    }
    const { value: attestation } = answer
    if (attestation === null) {
      const waits = wait()
      if (waits) return waits
      const message = `The service knows no attestation of ${requestId}.`
      claim('attestationMissing', 'an attestation', 'none', message)
      return undefined
    }
    const used = findUsed(requestId, shown)
    const basis = used?.attestation ?? toContractAttestation(attestation)
    const isChanged = checkChanged(attestation, used?.attestation)
    await checkSolver(attestation, isChanged, used ?? findSigned(shown))
    if (basis.destinationChainId !== BigInt(chainId)) {
      const message = `The attested request is for chain ${basis.destinationChainId}.`
      claim('wrongChain', basis.destinationChainId, chainId, message)
    }
    if (!isAddressWord(basis.destinationUser, fill.recipient)) {
      const message = 'The fill paid another recipient than the attestation names.'
      claim('recipientMismatch', describeUser(basis.destinationUser), fill.recipient, message)
    }
    return undefined
  }

  /** The evidence with which the receiver accepted the request. */
  function findUsed(
    requestId: Hex,
    { evidence, authorizations }: Shown,
  ): (Evidence & { attestation: GivenAttestation }) | undefined {
    const all = [evidence, ...authorizations.map((one) => one.evidence)]
    const found = all.find((one) => one?.attestation?.requestId === requestId)
    if (found?.attestation) return { ...found, attestation: found.attestation }
    const isOrderSigned = findSigned({ evidence, authorizations }) !== undefined
    if (!isOrderSigned) unchecked.add('the transaction does not show which attestation was used')
    return undefined
  }

  function findSigned({ evidence, authorizations }: Shown): Evidence | undefined {
    return [evidence, ...authorizations.map((one) => one.evidence)].find((one) => one?.signature)
  }

  /** Compares what the service attests now with what was used, and with what an earlier check of the fill saw. */
  function checkChanged(now: SignedAttestation, used: GivenAttestation | undefined): boolean {
    const hash = hashAttestation(now)
    const before = used ? hashGivenAttestation(used) : task.notes
    if (before === null || before === hash) return false
    const message = 'The service attests other terms now than the fill was accepted with.'
    claim('attestationChanged', before, hash, message)
    return true
  }

  /** Every signature must be of the solver that the event names, whom the caller trusts. */
  async function checkSolver(
    now: SignedAttestation,
    isChanged: boolean,
    used: Evidence | undefined,
  ): Promise<void> {
    const signatures = [
      ...(isChanged ? [] : [{ hash: hashAttestation(now), signature: now.signature }]),
      ...(used?.signature
        ? [
            {
              hash: used.attestation ? hashGivenAttestation(used.attestation) : used.id,
              signature: used.signature,
            },
          ]
        : []),
    ]
    for (const { hash, signature } of signatures) {
      const signer = await recoverSigner(hash, signature).catch(() => null)
      if (signer === null || !isAddressEqual(signer, fill.solver)) {
        const message = 'The receiver names another solver than who signed.'
        claim('solverMismatch', signer ?? 'nobody, as the signature is invalid', fill.solver, message)
      }
    }
    if (!solvers.some((solver) => isAddressEqual(solver, fill.solver))) {
      claim('solverMismatch', solvers.join(', '), fill.solver, 'The fill names a solver that is not trusted.')
    }
  }

  /** What contradicts already needs no second finding. */
  async function checkSettled(
    requestId: Hex | undefined,
    transaction: Transaction,
    receipt: Receipt,
    { evidence, authorizations }: Shown,
  ): Promise<void> {
    if (claims.length > 0) return
    const orders = [evidence, ...authorizations.map((one) => one.evidence)].flatMap((one) =>
      one?.output ? [{ id: one.id, output: one.output }] : [],
    )
    const found = await checkSettlement({
      job,
      fill,
      transaction,
      receipt,
      orders,
      requestId,
      service,
      store,
    })
    if (!found) return
    if ('problem' in found) unchecked.add(found.problem)
    else claim(found.claim.kind, found.claim.expected, found.claim.actual, found.claim.message)
  }

  /** Returns a wait while the service has not finished. */
  async function checkStatus(requestId: Hex): Promise<CheckFillReturnType | undefined> {
    const hides: FindingKind[] = ['attestationMissing', 'wrongChain', 'paidTwice', 'notSettled', 'otherOrder']
    if (claims.some(({ kind }) => hides.includes(kind))) return undefined
    const answer = await service.readStatus(requestId)
    if ('problem' in answer) {
      unchecked.add(`the status: ${answer.problem}`)
      return undefined
    }
    const status = cleanText(answer.value?.status ?? 'unknown to the service')
    if (status === 'success') {
      checkTransactions(answer.value?.transactions ?? [])
      return undefined
    }
    const isFinal = status === 'failure' || status === 'refund' || status === 'fallback'
    if (!isFinal) {
      if (claims.length > 0) {
        unchecked.add('the status: it was not waited for, as the fill contradicts already')
        return undefined
      }
      const waits = wait(await readNotes(requestId))
      if (waits) return waits
    }
    claim('notSuccessful', 'success', status, `The service says that the request is ${status}.`)
    return undefined
  }

  /** What is attested while the status is waited for, so that a later change is seen. */
  async function readNotes(requestId: Hex): Promise<string | null> {
    if (task.notes !== null) return task.notes
    const answer = await service.readAttestation(requestId)
    return 'value' in answer && answer.value ? hashAttestation(answer.value) : null
  }

  function checkTransactions(transactions: readonly string[]): void {
    if (transactions.length === 0) {
      unchecked.add('the status: it names no transaction')
    } else if (!transactions.includes(fill.transactionHash)) {
      const message = 'The service names another transaction for the request.'
      claim('otherTransaction', fill.transactionHash, cleanText(transactions.join(', ')), message)
    }
  }

  return { run }
}

function isEarlier(one: FillEvent, other: FillEvent): boolean {
  return one.blockNumber === other.blockNumber
    ? one.logIndex < other.logIndex
    : one.blockNumber < other.blockNumber
}

import { type Address, type Hex, isAddressEqual } from 'viem'
import { type Evidence, findEvidence, hashSigned } from '../../contract/findEvidence.js'
import { hashAttestation } from '../../protocol/attestation/hashAttestation.js'
import { recoverSigner } from '../../protocol/signature/recoverDigest.js'
import type { SignedHash } from '../../rules/happened/facts.js'
import type { ChainTransaction, Receipt } from '../chainView.js'
import type { ServiceAnswer, SignedAttestation } from '../service.js'
import type { AuthorizationEvent, FillEvent } from '../types.js'
import { chooseEvidence } from './chooseEvidence.js'
import type { FillPlace, JudgePaidFillParameters } from './parameters.js'
import { type Delivered, readDelivery } from './readDelivery.js'

/** What the calls in transactions show about a fill. */
export type CallFacts = {
  /** The evidence of the fill's own call. Undefined if the transaction does not show the call. */
  evidence: Evidence | undefined
  /** The events that authorized the fill's call, each with the evidence that its transaction shows. */
  authorizations: { event: AuthorizationEvent; evidence: Evidence | undefined }[]
  /** The id in the transaction's call of `fill`, if that id is not this fill's. Only for a transaction to the receiver itself. */
  otherId: Hex | undefined
  /** Whether the receiver remembers an authorization of the call, although no event of it was read. */
  isRemembered: boolean
}

/** Everything that was read about a fill. */
export type FillFacts = CallFacts & {
  job: JudgePaidFillParameters['job']
  solvers: readonly Address[]
  fill: FillEvent
  /** The hash of the attestation at an earlier check of the fill. */
  hashBefore: string | null
  /** Undefined if the request is unknown. No attestation is then requested. */
  requestId: Hex | undefined
  delivery: Delivered
  /** The first fill of the same request, order or call. */
  firstFill: FillPlace | undefined
  /** The current attestation. */
  attested: ServiceAnswer<SignedHash & { attestation: SignedAttestation }> | undefined
  /** The evidence that the receiver accepted. */
  used: (SignedHash & { evidence: Evidence }) | undefined
  /**
   * The signers of the call's other authorizations. Undefined if a signer can't be read from the transaction of an
   * authorization.
   */
  otherSigners: readonly Address[] | undefined
}

export async function readCalls(
  parameters: JudgePaidFillParameters,
  transaction: ChainTransaction,
): Promise<CallFacts> {
  const {
    fill,
    job: { chainId, receiver },
    chain,
    store,
  } = parameters
  const calls = findEvidence({ chainId, receiver, transaction })
  const isOfFill = ({ id, functionName }: Evidence) => id === fill.id && functionName !== 'authorizeFill'
  const evidence = await chooseEvidence(calls.filter(isOfFill), transaction, parameters)
  const isOwn = transaction.to !== null && isAddressEqual(transaction.to, receiver)
  const events = await store.findAuthorizations({ callHashes: [fill.id] })
  const authorizations = await Promise.all(
    events.map(async (event) => {
      const transaction = await chain.readTransaction(event.transactionHash)
      if (!transaction) return { event, evidence: undefined }
      const found = findEvidence({ chainId, receiver, transaction })
      const isOfEvent = ({ id, functionName }: Evidence) =>
        id === event.id && functionName === 'authorizeFill'
      return { event, evidence: await chooseEvidence(found.filter(isOfEvent), transaction, parameters) }
    }),
  )
  const isKnown = events.length > 0 || evidence?.signature !== undefined
  return {
    evidence,
    authorizations,
    otherId: isOwn && !evidence ? calls.find(({ functionName }) => functionName === 'fill')?.id : undefined,
    isRemembered: !isKnown && (await chain.isAuthorized(fill.id)),
  }
}

export function listEvidence({ evidence, authorizations }: CallFacts): Evidence[] {
  return [evidence, ...authorizations.map((one) => one.evidence)].filter((one) => one !== undefined)
}

export type ReadFactsParameters = {
  calls: CallFacts
  requestId: Hex | undefined
  attestation: ServiceAnswer<SignedAttestation> | undefined
  transaction: ChainTransaction
  receipt: Receipt
}

export async function readFacts(
  parameters: JudgePaidFillParameters,
  { calls, requestId, attestation, transaction, receipt }: ReadFactsParameters,
): Promise<FillFacts> {
  const { fill, notes = null, job, chain, solvers } = parameters
  const { receiver } = job
  const used = await readUsed(calls, requestId)
  return {
    ...calls,
    job,
    solvers,
    fill,
    hashBefore: notes,
    requestId,
    delivery: await readDelivery({ chain, receiver, fill, transaction, receipt }),
    firstFill: await readFirstFill(parameters, calls),
    attested: attestation && (await readAttested(attestation)),
    used,
    otherSigners: await readOtherSigners(calls, used?.evidence),
  }
}

async function readFirstFill({ fill, store }: JudgePaidFillParameters, { authorizations }: CallFacts) {
  const ids = [fill.id, ...authorizations.map(({ event }) => event.id)]
  const others = await store.findAuthorizations({ ids })
  const [first] = await store.findFills([...new Set([...ids, ...others.map(({ callHash }) => callHash)])])
  return first
}

async function readAttested(answer: ServiceAnswer<SignedAttestation>): Promise<FillFacts['attested']> {
  if ('problem' in answer) return answer
  const { value: attestation } = answer
  if (attestation === null) return { value: null }
  return {
    value: { attestation, ...(await readSigned(hashAttestation(attestation), attestation.signature)) },
  }
}

/** Reads evidence that attests the request itself, or else a signed order, which does not name a request. */
async function readUsed(calls: CallFacts, requestId: Hex | undefined): Promise<FillFacts['used']> {
  if (requestId === undefined) return undefined
  const all = listEvidence(calls)
  const evidence =
    all.find(({ attestation }) => attestation?.requestId === requestId) ??
    all.find(({ signature }) => signature !== undefined)
  if (!evidence?.signature) return undefined
  return { evidence, ...(await readSigned(hashSigned(evidence), evidence.signature)) }
}

async function readOtherSigners(
  { authorizations }: CallFacts,
  used: Evidence | undefined,
): Promise<Address[] | undefined> {
  const others = authorizations.map(({ evidence }) => evidence).filter((evidence) => evidence !== used)
  const signers = await Promise.all(
    others.map(
      async (evidence) =>
        evidence?.signature && (await readSigned(hashSigned(evidence), evidence.signature)).signer,
    ),
  )
  return signers.every((signer) => signer) ? (signers as Address[]) : undefined
}

async function readSigned(hash: Hex, signature: Hex): Promise<SignedHash> {
  return { hash, signer: await recoverSigner(hash, signature).catch(() => null) }
}

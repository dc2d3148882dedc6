import { type Address, type Hex, type PublicClient, zeroAddress, zeroHash } from 'viem'
import type { CallReceiverKind, FillEvidence, InboxEvidence } from '../../contract/evidence.js'
import { type FillFailure, listFailures } from '../../contract/facts/failures.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import { inspectFill } from '../../contract/inspectFill.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { computeInboxAddress } from '../../protocol/inbox/computeInboxAddress.js'
import { InboxFieldError } from '../../protocol/inbox/errors.js'
import type { InboxTerms } from '../../protocol/inbox/inboxTerms.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import { acceptRules } from '../../rules/accepts/acceptRules.js'
import { type FillCheck, fillChecks } from '../../rules/accepts/checks.js'
import type { GivenInbox } from '../../rules/accepts/claims.js'
import { readWay } from '../../rules/accepts/readWay.js'
import { judge, type Verdict } from '../../rules/verdict.js'
import type { KeptOrder } from '../../service/orders/keptOrder.js'
import type { GivenTerms } from '../order/givenOrder.js'
import type { ReceiverState } from './readState.js'
import type { Need, ReceiverCheck, ReceiverReport } from './receiverReport.js'

export type JudgeEvidenceParameters = EvidenceSources & {
  receiver: Address
  /** Null if the signature recovers no address. */
  signer: Address | null
  payer?: Address | undefined
}

type Results = Pick<ReceiverReport, 'checks' | 'unknown' | 'inspection' | 'terms'>

/**
 * Judges evidence. If the evidence is complete, `inspectFill` makes every check. Otherwise only those checks have a result that
 * the receiver's state decides.
 */
export async function judgeEvidence(
  client: PublicClient,
  kind: ReceiverKind,
  state: ReceiverState,
  isPaid: boolean | null,
  parameters: JudgeEvidenceParameters,
): Promise<Results> {
  const { attestation, signer } = parameters
  const isSignedOrder = kind === 'signedOrderReceiver' || kind === 'inboxReceiver'
  const takesLayout = isSignedOrder || attestation?.layout === 'v1'
  const assembled = !takesLayout
    ? undefined
    : kind === 'inboxReceiver'
      ? assembleClaim(parameters)
      : assembleEvidence(kind, parameters)
  if (assembled && 'evidence' in assembled)
    return judgeAssembled(client, assembled.evidence, state, parameters)
  const needs = takesLayout
    ? missingEvidence[kind]
    : attestation
      ? 'the attestation of layout v1'
      : 'an attestation'
  const facts = {
    ...state.facts,
    // For a signed order, signature, destination and inputs come from the order, not the attestation.
    ...(!isSignedOrder && state.attested),
    ...(isPaid !== null && { paid: [{ id: zeroHash, isPaid }] }),
  }
  return addUnknown(toChecks(judge(acceptRules, facts), signer), () => needs)
}

/** The part that completes the evidence for each kind of receiver. */
const missingEvidence: Record<ReceiverKind, Need> = {
  attestedOrderReceiver: 'the order',
  signedOrderReceiver: 'the order with its orderSignature',
  registeredTermsReceiver: "the registrar's terms and termsSignature",
  inboxReceiver: 'the order with its orderSignature, and the terms of the inbox',
}

async function judgeAssembled(
  client: PublicClient,
  evidence: FillEvidence | InboxEvidence,
  { recipientRoot }: ReceiverState,
  { receiver, payer, signer, recipientProof }: JudgeEvidenceParameters,
): Promise<Results> {
  const terms = readTerms(evidence, receiver)
  // A claim takes the balance of the inbox, no matter who paid it.
  const question = evidence.inboxTerms
    ? undefined
    : { payer: payer ?? signer ?? zeroAddress, amount: terms?.minimum ?? 0n }
  const { failures } = await inspectFill(client, { receiver, ...evidence, ...(question ?? { payer }) })
  const failing = failures.map(({ check }) => check)
  // Without the payer or the recipient's proof, these checks may fail only because of that, so they stay open.
  const isOpen: Partial<Record<FillCheck, boolean>> = {
    payment: question !== undefined && payer === undefined,
    recipient: recipientProof === undefined && recipientRoot !== zeroHash,
  }
  const checks = fillChecks
    .filter((name) => !(failing.includes(name) && isOpen[name]))
    .map((name): ReceiverCheck => {
      const failure = failures.find(({ check }) => check === name)
      return failure
        ? { name, ok: false, message: failure.message, remedy: failure.remedy }
        : { name, ok: true }
    })
  const results = addUnknown(checks, (name) => (name === 'payment' ? 'the payer' : "the recipient's proof"))
  return { ...results, ...(question && { inspection: question }), ...(terms && { terms }) }
}

/** Reads the payment terms that the receiver would apply to evidence. Undefined if the evidence has none for this receiver. */
function readTerms(evidence: FillEvidence | InboxEvidence, receiver: Address): ReceiverReport['terms'] {
  const { attestation, terms, termsSignature: signature, inboxTerms, orderData } = evidence
  const inbox = inboxTerms && locate(inboxTerms, receiver)
  if (inboxTerms && !inbox) return undefined
  const given = terms
    ? { registered: { terms: toContractTerms(terms), signature } }
    : { order: proveOrderOutput(orderData, evidence), ...(inbox && { inbox }) }
  const found = readWay({ attestation, ...given }, receiver).terms
  return found && { token: found.token, minimum: found.minimum, deadline: found.deadline }
}

/** Locates an inbox. Undefined if the receiver can't have one with these terms. */
function locate(terms: InboxTerms, receiver: Address): GivenInbox | undefined {
  try {
    return { terms, address: computeInboxAddress({ receiver, terms }) }
  } catch (error) {
    if (error instanceof InboxFieldError) return undefined
    throw error
  }
}

function addUnknown(checks: ReceiverCheck[], needs: (name: FillCheck) => Need): Results {
  const names = checks.map(({ name }) => name)
  const unknown = fillChecks.filter((name) => !names.includes(name))
  return { checks, unknown: unknown.map((name) => ({ name, needs: needs(name) })) }
}

/** Converts the known verdicts to checks. */
function toChecks(verdicts: readonly Verdict<FillCheck, unknown>[], signer: Address | null): ReceiverCheck[] {
  return fillChecks.flatMap((name): ReceiverCheck[] => {
    const own = verdicts.filter(({ check }) => check === name)
    const [failure] = listFailures(own)
    if (failure) return [{ name, ok: false, ...describe(failure, signer) }]
    return own.length > 0 && own.every(({ ok }) => ok) ? [{ name, ok: true }] : []
  })
}

/** Describes a failure by the facts that are known without the complete evidence. */
function describe({ check, message, remedy }: FillFailure, signer: Address | null) {
  if (check === 'duplicate') return { message: 'It was paid here before.' }
  if (check !== 'signature') return { message, ...(remedy && { remedy }) }
  return {
    message: `The receiver does not accept ${signer ? `${signer} as a solver` : 'this signature'} now.`,
  }
}

export type EvidenceSources = {
  attestation?: Attestation | undefined
  order?: KeptOrder | undefined
  terms?: GivenTerms | undefined
  inboxTerms?: InboxTerms | undefined
  recipientProof?: readonly Hex[] | undefined
}

export type EvidencePart = 'attestation' | 'orderData' | 'orderSignature' | 'terms' | 'inboxTerms'

/** Assembles the evidence of a claim, or names the missing parts. */
export function assembleClaim({
  order: { orderData, orderSignature, evmChains } = {} as KeptOrder,
  inboxTerms,
  recipientProof,
}: EvidenceSources): { evidence: InboxEvidence } | { missing: EvidencePart[] } {
  if (!orderData || !orderSignature || !inboxTerms) {
    return { missing: listMissing({ orderData, orderSignature, inboxTerms }) }
  }
  const proof = recipientProof && { recipientProof }
  return { evidence: { orderData, orderSignature, inboxTerms, ...(evmChains && { evmChains }), ...proof } }
}

/** Assembles the evidence that a kind of receiver takes, or names the missing parts. */
export function assembleEvidence(
  kind: CallReceiverKind,
  { attestation, order, terms, recipientProof }: EvidenceSources,
): { evidence: FillEvidence } | { missing: EvidencePart[] } {
  const { orderData, orderSignature, evmChains } = order ?? {}
  const proof = recipientProof && { recipientProof }
  const chains = evmChains && { evmChains }
  switch (kind) {
    case 'signedOrderReceiver':
      if (orderData && orderSignature) return { evidence: { orderData, orderSignature, ...chains, ...proof } }
      return { missing: listMissing({ orderData, orderSignature }) }
    case 'registeredTermsReceiver':
      if (attestation && terms) return { evidence: { attestation, ...terms, ...proof } }
      return { missing: listMissing({ attestation, terms }) }
    case 'attestedOrderReceiver':
      if (attestation && orderData) return { evidence: { attestation, orderData, ...chains, ...proof } }
      return { missing: listMissing({ attestation, orderData }) }
  }
}

function listMissing(parts: Partial<Record<EvidencePart, unknown>>): EvidencePart[] {
  return (Object.keys(parts) as EvidencePart[]).filter((name) => parts[name] === undefined)
}

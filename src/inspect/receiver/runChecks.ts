import { type Address, type Hex, type PublicClient, zeroAddress, zeroHash } from 'viem'
import { type FillCheck, fillChecks } from '../../contract/checks.js'
import type { FillEvidence } from '../../contract/evidence.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { explainError } from '../../contract/inspection/failures.js'
import { listCallPayments } from '../../contract/listAuthorizedCalls.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import type { KeptOrder } from '../../service/orders/keptOrder.js'
import type { GivenTerms } from '../order/givenOrder.js'
import { type ReceiverState, toEvmAddress } from './readState.js'
import type { Need, ReceiverCheck, ReceiverReport } from './report.js'

export type RunChecksParameters = EvidenceSources & {
  receiver: Address
  /** Null when the signature recovers no address. */
  signer: Address | null
  payer?: Address | undefined
}

type Results = Pick<ReceiverReport, 'checks' | 'unknown' | 'inspection'>

/** Makes every check with `inspectFill` where the evidence is complete, else those that follow from the state. */
export async function runChecks(
  client: PublicClient,
  kind: ReceiverKind,
  state: ReceiverState,
  isPaid: boolean | null,
  parameters: RunChecksParameters,
): Promise<Results> {
  const { attestation, signer } = parameters
  const takesLayout = kind === 'signedOrderReceiver' || attestation?.layout === 'v1'
  const assembled = takesLayout ? assembleEvidence(kind, parameters) : undefined
  if (assembled && 'evidence' in assembled) return inspect(client, assembled.evidence, state, parameters)
  const needs = takesLayout
    ? missingEvidence[kind]
    : attestation
      ? 'the attestation of layout v1'
      : 'an attestation'
  const known = [
    ...checkState(kind, state, attestation, signer),
    ...(isPaid === null ? [] : [checkDuplicate(isPaid)]),
  ]
  return addUnknown(known, () => needs)
}

/** The part that completes the evidence of each kind. */
const missingEvidence: Record<ReceiverKind, Need> = {
  attestedOrderReceiver: 'the order',
  signedOrderReceiver: 'the order with its orderSignature',
  registeredTermsReceiver: "the registrar's terms and termsSignature",
}

async function inspect(
  client: PublicClient,
  evidence: FillEvidence,
  { recipientRoot }: ReceiverState,
  { receiver, payer, signer, recipientProof }: RunChecksParameters,
): Promise<Results> {
  const question = { payer: payer ?? signer ?? zeroAddress, amount: minimumOf(evidence, receiver) }
  const { failures } = await inspectFill(client, { receiver, ...evidence, ...question })
  const failing = failures.map(({ check }) => check)
  // Without the payer or the recipient's proof, these failures prove nothing.
  const isOpen: Partial<Record<FillCheck, boolean>> = {
    payment: payer === undefined,
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
  return { ...results, inspection: question }
}

function checkDuplicate(isPaid: boolean): ReceiverCheck {
  return isPaid
    ? { name: 'duplicate', ok: false, message: 'It was paid here before.' }
    : { name: 'duplicate', ok: true }
}

function minimumOf({ terms, orderData }: FillEvidence, receiver: Address): bigint {
  if (terms) return terms.minimum
  const [payment] = listCallPayments(orderData, receiver)
  if (payment) return payment.minimum
  return proveOrderOutput(orderData).output.payments[0]?.minimumAmount ?? 0n
}

function addUnknown(checks: ReceiverCheck[], needs: (name: FillCheck) => Need): Results {
  const names = checks.map(({ name }) => name)
  const unknown = fillChecks.filter((name) => !names.includes(name))
  return { checks, unknown: unknown.map((name) => ({ name, needs: needs(name) })) }
}

/** Makes the checks that follow from a receiver's state, without the evidence. */
function checkState(
  kind: ReceiverKind,
  state: ReceiverState,
  attestation: Attestation | undefined,
  signer: Address | null,
): ReceiverCheck[] {
  const { isPaused, recipientStatus, recipientRoot } = state
  if (!attestation) return [toCheck('paused', !isPaused, 'EnforcedPause')]
  const allowed = recipientStatus?.allowed === true
  return [
    toCheck('paused', !isPaused, 'EnforcedPause'),
    // A signed order has its own signature, destination and inputs.
    ...(kind === 'signedOrderReceiver' ? [] : checkAttestation(state, attestation, signer)),
    ...(allowed || recipientRoot === zeroHash ? [checkRecipient(allowed, attestation)] : []),
  ]
}

function checkRecipient(allowed: boolean, { destinationUser }: Attestation): ReceiverCheck {
  const recipient = toEvmAddress(destinationUser)
  return recipient
    ? toCheck('recipient', allowed, 'RecipientNotAllowed', recipient)
    : toCheck('recipient', allowed, 'InvalidRecipient', destinationUser)
}

function checkAttestation(
  { chainId, isSolverActive, route }: ReceiverState,
  attestation: Attestation,
  signer: Address | null,
): ReceiverCheck[] {
  const { originChainId, originCurrency, destinationChainId } = attestation
  const isHere = chainId === destinationChainId
  return [
    isSolverActive
      ? { name: 'signature', ok: true }
      : {
          name: 'signature',
          ok: false,
          message: `The receiver does not take ${signer ?? 'this signature'} for a solver now.`,
        },
    toCheck('destination', isHere, 'WrongDestinationChain', BigInt(destinationChainId), BigInt(chainId)),
    toCheck(
      'origin',
      route !== null && route.max !== 0n,
      'OriginNotAccepted',
      BigInt(originChainId),
      originCurrency,
    ),
    ...checkAmount(attestation, route),
  ]
}

/** Layout v2 signs no amount, and a contract takes only v1. */
function checkAmount(attestation: Attestation, route: ReceiverState['route']): ReceiverCheck[] {
  if (attestation.layout !== 'v1') {
    const message = `The contracts take layout v1, and this is ${attestation.layout}.`
    return [{ name: 'requestId', ok: false, message }]
  }
  if (!route || route.max === 0n) return []
  const { min, max } = route
  const { originAmount } = attestation
  const ok = originAmount >= min && originAmount <= max
  return [toCheck('amountSent', ok, 'AmountOutOfRange', originAmount, min, max)]
}

/** A check, with the revert that its failure leads to. */
function toCheck(name: FillCheck, ok: boolean, errorName: string, ...args: unknown[]): ReceiverCheck {
  if (ok) return { name, ok }
  const { message, remedy } = explainError(errorName, args)
  return { name, ok, message, remedy }
}

export type EvidenceSources = {
  attestation?: Attestation | undefined
  order?: KeptOrder | undefined
  terms?: GivenTerms | undefined
  recipientProof?: readonly Hex[] | undefined
}

export type EvidencePart = 'attestation' | 'orderData' | 'orderSignature' | 'terms'

/** Puts together the evidence that a kind of receiver takes, or names the missing parts. */
export function assembleEvidence(
  kind: ReceiverKind,
  { attestation, order, terms, recipientProof }: EvidenceSources,
): { evidence: FillEvidence } | { missing: EvidencePart[] } {
  const proof = recipientProof && { recipientProof }
  const { orderData, orderSignature } = order ?? {}
  if (kind === 'signedOrderReceiver') {
    if (orderData && orderSignature) return { evidence: { orderData, orderSignature, ...proof } }
    return { missing: listMissing({ orderData, orderSignature }) }
  }
  if (kind === 'registeredTermsReceiver') {
    if (attestation && terms) return { evidence: { attestation, ...terms, ...proof } }
    return { missing: listMissing({ attestation, terms }) }
  }
  if (attestation && orderData) return { evidence: { attestation, orderData, ...proof } }
  return { missing: listMissing({ attestation, orderData }) }
}

function listMissing(parts: Partial<Record<EvidencePart, unknown>>): EvidencePart[] {
  return (Object.keys(parts) as EvidencePart[]).filter((name) => parts[name] === undefined)
}

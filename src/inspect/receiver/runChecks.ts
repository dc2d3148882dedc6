import { type Address, type PublicClient, zeroAddress, zeroHash } from 'viem'
import { type FillCheck, fillChecks } from '../../contract/checks.js'
import type { FillEvidence } from '../../contract/evidence.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { listCallPayments } from '../../contract/listAuthorizedCalls.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import { assembleEvidence, type EvidenceSources } from './assembleEvidence.js'
import { checkState } from './checkState.js'
import type { ReceiverState } from './readState.js'
import type { ReceiverCheck, ReceiverReport } from './report.js'

export type RunChecksParameters = EvidenceSources & {
  attestation: Attestation
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
  const takesLayout = kind === 'signedOrderReceiver' || attestation.layout === 'v1'
  const assembled = takesLayout ? assembleEvidence(kind, parameters) : undefined
  if (assembled && 'evidence' in assembled) return inspect(client, assembled.evidence, state, parameters)
  const needs = takesLayout ? missingEvidence[kind] : 'the attestation of layout v1: leave --layout out'
  const known = [
    ...checkState(kind, state, attestation, signer),
    ...(isPaid === null ? [] : [checkDuplicate(isPaid)]),
  ]
  return addUnknown(known, () => needs)
}

/** What completes the evidence of each kind. */
const missingEvidence: Record<ReceiverKind, string> = {
  attestedOrderReceiver: 'the order: say --order QUOTE',
  signedOrderReceiver: 'the order with its orderSignature: say --order QUOTE',
  registeredTermsReceiver: "the registrar's terms and termsSignature: say --order FILE",
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
  const results = addUnknown(checks, (name) =>
    name === 'payment' ? 'who would pay: say --payer' : "the recipient's proof: say --recipient-proof",
  )
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

function addUnknown(checks: ReceiverCheck[], needs: (name: FillCheck) => string): Results {
  const names = checks.map(({ name }) => name)
  const unknown = fillChecks.filter((name) => !names.includes(name))
  return { checks, unknown: unknown.map((name) => ({ name, needs: needs(name) })) }
}

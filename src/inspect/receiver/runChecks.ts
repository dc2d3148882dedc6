import { type Address, type PublicClient, zeroAddress, zeroHash } from 'viem'
import type { FillEvidence } from '../../contract/evidence.js'
import { type FillCheck, fillChecks } from '../../contract/fillChecks.js'
import type { ReceiverKind } from '../../contract/getReceiverKind.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { listCallPayments } from '../../contract/listAuthorizedCalls.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import { assembleEvidence, type EvidenceSources } from './assembleEvidence.js'
import { checkState } from './checkState.js'
import type { ReceiverState } from './readState.js'
import { makeCheck, type ReceiverCheck, type ReceiverReport } from './report.js'

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
  const known = [
    ...checkState(kind, state, attestation, signer),
    ...(isPaid === null ? [] : [makeCheck('duplicate', !isPaid)]),
  ]
  const takesLayout = kind === 'signedOrderReceiver' || attestation.layout === 'v1'
  const assembled = takesLayout ? assembleEvidence(kind, parameters) : undefined
  if (assembled && 'evidence' in assembled)
    return inspect(client, assembled.evidence, state, known, parameters)
  const needs = takesLayout ? missingEvidence[kind] : 'the attestation of layout v1: leave --layout out'
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
  known: readonly ReceiverCheck[],
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
    .map((name) => {
      const { message } =
        failures.find(({ check }) => check === name) ?? known.find((check) => check.name === name) ?? {}
      return makeCheck(name, !failing.includes(name), message)
    })
  const results = addUnknown(checks, (name) =>
    name === 'payment' ? 'who would pay: say --payer' : "the recipient's proof: say --recipient-proof",
  )
  return { ...results, inspection: question }
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

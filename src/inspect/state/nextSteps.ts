import type { FillCheck } from '../../contract/fillChecks.js'
import type { Verification } from '../verification.js'
import { requestState } from './requestState.js'

/** What to do about a check that a receiver fails. */
const remedies: Readonly<Partial<Record<FillCheck, string>>> = {
  paused: 'Unpause the receiver, or wait until it is.',
  signature: 'Make the signer an active solver of the receiver with setSolver, if you trust it.',
  destination: "Send it on the request's own chain, to the receiver there.",
  origin: 'Open a route for this origin with setRoute, or get a quote from another origin.',
  amountSent: 'Get a quote for an amount within the route, or widen the route with setRoute.',
  requestId: 'Take the order and the attestation of one request.',
  terms: 'Get a quote that names this receiver, and compare its terms.',
  recipient: "Add the recipient to the receiver's list, or pass its proof.",
  payment: 'Give the payer the balance and the allowance.',
}

/** What to do next, the most urgent first. */
export function nextSteps(verification: Verification, now: number): string[] {
  const { checks, solver, onchain } = verification
  const hasFailed = (name: string) => checks.some((check) => check.name === name && !check.ok)
  if (hasFailed('signature')) return ['Get the record again from the service: this signature proves nothing.']
  if (hasFailed('solver')) {
    return [
      `Don't act on it: ${solver ?? 'no one'} signed it. Trust that solver only if you know that it is one.`,
    ]
  }
  if (hasFailed('orderId') || hasFailed('orderSignature') || hasFailed('orderSolver')) {
    return ['Take the quote of this request: the order and the attestation do not belong together.']
  }
  const state = requestState(verification)
  if (onchain && (state === 'paid' || state === 'returned')) return stepsAfter(verification)
  const deadline = verification.order?.deadline
  if (deadline !== undefined && deadline < now) {
    return ['The deadline has passed. Look for the refund on the origin chain, and get a new quote.']
  }
  return [...stepsOfReceiver(verification), ...stepsOfEvidence(verification)]
}

/** After the solver paid. */
function stepsAfter({ onchain }: Verification): string[] {
  const { returned, settlement } = onchain ?? {}
  const refused = settlement?.rows.find(({ name, ok }) => ok === false && name !== 'finality')
  const settling = refused
    ? [`The solver will not be settled: the rule ${refused.name} fails.`]
    : settlement?.settled === false
      ? ['Wait for finality: then the solver is settled.']
      : []
  if (returned) {
    return [
      `${returned.refundTo} has the money. Get a new quote, and authorize its call before it is paid.`,
      ...settling,
    ]
  }
  return settling.length > 0 ? settling : ['Nothing: the receiver was paid.']
}

function stepsOfReceiver({ onchain }: Verification): string[] {
  if (!onchain) return ['Name a node and a receiver to see whether it was paid.']
  const failed = onchain.checks.filter(({ ok }) => !ok)
  if (failed.length > 0) return failed.flatMap(({ name }) => remedies[name] ?? [])
  if (onchain.isAuthorized) return ['Wait: any solver can pay the call until the deadline.']
  if (onchain.isAuthorized === false) return ['Authorize the call: fillproof authorize.']
  return onchain.unknown.length === 0 ? ['Wait: the solver can fill it until the deadline.'] : []
}

function stepsOfEvidence({ order, termsDeadline }: Verification): string[] {
  if (termsDeadline !== undefined) return []
  if (!order) return ['Paste the quote below it to check the order and its deadline.']
  if (order.evidence === 'none')
    return ['Get the quote with includeProtocolData: it has the order signature.']
  return []
}

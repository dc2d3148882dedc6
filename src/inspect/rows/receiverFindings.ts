import type { FillCheck } from '../../contract/checks.js'
import type { ReceiverReport } from '../receiver/report.js'
import type { Verification } from '../verification.js'
import { describeTime } from './describeTime.js'

export type Findings = { found?: string; required?: string }

/** What a check of a receiver found, and what it requires, where the receiver tells. */
export function receiverFindings(name: string, verification: Verification, now: number): Findings {
  const { onchain } = verification
  const check = onchain?.checks.find((check) => check.name === name)
  if (!onchain || !check) return {}
  return readers[name as FillCheck]?.(verification, onchain, check.ok, now) ?? {}
}

type Reader = (verification: Verification, onchain: ReceiverReport, ok: boolean, now: number) => Findings

const readers: Partial<Record<FillCheck, Reader>> = {
  paused: (_, __, ok) => ({ found: ok ? 'not paused' : 'paused', required: 'not paused' }),
  signature: ({ solver }, { isSolverActive }) => ({
    found: solver === null ? 'no signer' : `${solver}${isSolverActive ? '' : ', not active'}`,
    required: 'an active solver',
  }),
  destination: ({ attestation }, { chainId }) => ({
    found: String(attestation.destinationChainId),
    required: String(chainId),
  }),
  origin: ({ attestation }, { route }) => ({
    found: route.max === 0n ? 'no route' : `a route from ${attestation.originChainId}`,
    required: 'a route',
  }),
  amountSent: ({ attestation }, { route }) => ({
    found: attestation.layout === 'v1' ? String(attestation.originAmount) : 'not signed',
    required: `${route.min} to ${route.max}`,
  }),
  requestId: ({ requestId, order }) => ({ found: requestId, required: order?.orderId }),
  terms: (_, { receiver }) => ({ required: `terms that name ${receiver}` }),
  token: () => ({ required: 'an accepted token and amount' }),
  expiry: ({ order, termsDeadline }, _, __, now) => {
    const deadline = order?.deadline ?? termsDeadline
    return deadline === undefined
      ? {}
      : { found: describeTime(now, now), required: describeTime(deadline, now) }
  },
  recipient: ({ decoded }, _, ok) => ({
    found: `${decoded.destinationUser.address}${ok ? '' : ', not listed'}`,
    required: 'a listed recipient',
  }),
  duplicate: (_, __, ok) => ({ found: ok ? 'not paid' : 'paid', required: 'not paid' }),
  payment: (_, { inspection }) =>
    inspection ? { found: `paid by ${inspection.payer}`, required: String(inspection.amount) } : {},
  call: (_, __, ok) => ({ found: ok ? 'succeeds' : 'reverts', required: 'succeeds' }),
}

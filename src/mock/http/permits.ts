import type { FastifyInstance } from 'fastify'
import type { Hex } from 'viem'
import * as z from 'zod'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import { findLedgerRequest, readInput } from '../readInput.js'
import { SubmitError } from '../solver/submit.js'

export const permitBody = z.looseObject({
  kind: z.enum(['eip3009', 'permit2', 'claim'], 'must be eip3009, permit2 or claim'),
  requestId: z.string(),
})

const signatureRule = 'must be a query parameter of hex'

export const permitQuery = z.looseObject({
  signature: z.string(signatureRule).regex(/^0x([0-9a-fA-F]{2})*$/, signatureRule),
})

/** Registers the routes that accept the signatures of permits and of claims. */
export function registerPermits(server: FastifyInstance, context: MockContext): void {
  server.post('/execute/permits', async ({ body, query }) => {
    const { kind, requestId } = readInput(permitBody, body)
    if (kind !== 'claim') return takePermit(context, { body, query })
    const signature = readInput(permitQuery, query).signature as Hex
    await context.appFees.claim(requestId as Hex, signature, context.filler.pay)
    return { message: 'Claim submitted' }
  })
}

/** Accepts the signature of a permit. */
export async function takePermit(
  context: MockContext,
  { body, query }: { body: unknown; query: unknown },
): Promise<{ message: string }> {
  const { kind, requestId } = readInput(permitBody, body)
  const signature = readInput(permitQuery, query).signature as Hex
  if (kind !== 'eip3009') throw new CallerError('PERMIT_FAILED', `kind: the mock takes no ${kind} here.`)
  await submitPermit(context, requestId, signature)
  return { message: 'Permit submitted' }
}

async function submitPermit(
  { ledger, filler }: MockContext,
  requestId: string,
  signature: Hex,
): Promise<void> {
  const record = findLedgerRequest(ledger, requestId)
  if (record.terms.payment !== 'permit') {
    throw new CallerError('PERMIT_FAILED', `Request ${record.id} is not paid by a permit.`)
  }
  if (record.status !== 'waiting') {
    throw new CallerError('PERMIT_FAILED', `Request ${record.id} is no longer waiting: ${record.status}.`)
  }
  try {
    await filler.submitPermit(record, signature)
  } catch (error) {
    if (!(error instanceof SubmitError)) throw error
    throw new CallerError('PERMIT_FAILED', `The token rejects the permit: ${error.message}.`)
  }
}

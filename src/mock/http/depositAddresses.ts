import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Hash } from 'viem'
import * as z from 'zod'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import type { LedgerRequest } from '../ledger.js'
import { hexOf, readInput, textQuery } from '../readInput.js'
import { depositAddressIdOf } from '../solver/createSweeper.js'

export const addressQuery = z.object({
  address: hexOf(20, textQuery).optional(),
  requestId: hexOf(32, textQuery).optional(),
})

/** Registers the routes that look up and disable a deposit address. The solver ignores payments to a disabled address. */
export function registerDepositAddresses(
  server: FastifyInstance,
  { keys, ledger, filler }: MockContext,
): void {
  const find = (request: FastifyRequest) => {
    keys.requireKey(request)
    const { address, requestId } = readInput(addressQuery, request.query)
    if (address === undefined && requestId === undefined) {
      throw new CallerError('UNKNOWN_ERROR', 'address: must be given, or requestId.')
    }
    return findLast(
      ({ id, terms }) =>
        (address === undefined || terms.depositAddress?.toLowerCase() === address) &&
        (requestId === undefined || id === requestId),
    )
  }
  const findLast = (isAsked: (record: LedgerRequest) => boolean) => {
    const record = ledger.list().findLast((each) => each.terms.depositAddress && isAsked(each))
    if (!record) throw new CallerError('UNKNOWN_ERROR', 'No such deposit address.', { status: 404 })
    return record
  }

  server.get('/deposit-addresses/v1', (request) => {
    const { id, terms, createdAt } = find(request)
    return {
      depositAddress: terms.depositAddress!.toLowerCase(),
      type: terms.isStrict ? 'strict' : 'open',
      requestId: id,
      chainId: terms.originChainId,
      createdAt: new Date(createdAt).toISOString(),
      currency: terms.originCurrency.toLowerCase(),
      refundTo: terms.refundTo?.toLowerCase() ?? null,
    }
  })

  server.get('/deposit-addresses/v2', (request) => {
    const { depositAddress } = find(request).terms
    const records = ledger.list().filter(({ terms }) => terms.depositAddress === depositAddress)
    const toEntry = (txHash: Hash) => ({ txHash })
    return {
      deposits: records
        .flatMap(({ depositAddressPayment }) => depositAddressPayment?.txHash ?? [])
        .map(toEntry),
      sweeps: records.flatMap(({ inTxHashes }) => inTxHashes).map(toEntry),
    }
  })

  server.post('/deposit-addresses/:depositAddressId/disable/v2', (request) => {
    keys.requireKey(request)
    const { depositAddressId } = request.params as { depositAddressId: string }
    const { terms } = findLast(({ terms }) => depositAddressIdOf(terms.depositAddress!) === depositAddressId)
    filler.depositAddresses.disable(terms.depositAddress!)
    return {}
  })
}

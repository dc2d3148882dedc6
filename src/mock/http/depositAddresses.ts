import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import type { MockContext } from '../context.js'
import type { RequestRecord } from '../ledger.js'
import { bytes32Query, evmAddressQuery, readInput } from './readInput.js'
import { ServiceError } from './serviceError.js'

const addressQuery = z.object({ address: evmAddressQuery.optional(), requestId: bytes32Query.optional() })

export function registerDepositAddresses(
  server: FastifyInstance,
  { keys, ledger }: Pick<MockContext, 'keys' | 'ledger'>,
): void {
  server.get('/deposit-addresses/v1', (request) => {
    keys.requireKey(request)
    const { address, requestId } = readInput(addressQuery, request.query)
    if (address === undefined && requestId === undefined) {
      throw new ServiceError('INVALID_REQUEST', 'address: must be given, or requestId.')
    }
    const isAsked = ({ id, terms }: RequestRecord) =>
      terms.depositAddress !== undefined &&
      (address === undefined || terms.depositAddress.toLowerCase() === address) &&
      (requestId === undefined || id === requestId)
    const record = ledger.list().findLast(isAsked)
    if (!record) throw new ServiceError('NOT_FOUND', 'No such deposit address.', { status: 404 })
    const { id, terms, createdAt } = record
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
}

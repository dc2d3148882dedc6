import type { FastifyInstance } from 'fastify'
import { type Hex, isHex } from 'viem'
import * as z from 'zod'
import type { MockContext } from '../context.js'
import type { GaslessCall } from '../solver/createGasless.js'
import { describeSimulationFailure } from '../solver/describeSimulationFailure.js'
import { openExecution } from '../solver/openExecution.js'
import { SubmitError } from '../solver/submit.js'
import { findChain, findRecord, hexOf, readInput } from './readInput.js'
import { ServiceError } from './serviceError.js'

const bytes = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0, 'must be hex of whole bytes')

const executeBody = z.looseObject({
  executionKind: z.literal('rawCalls', 'must be rawCalls'),
  data: z.looseObject({
    chainId: z.int(),
    to: hexOf(20),
    data: bytes,
    value: z.string().regex(/^\d{1,78}$/, 'must be a decimal string in wei'),
    authorizationList: z
      .array(
        z.looseObject({
          chainId: z.int(),
          address: hexOf(20),
          nonce: z.int(),
          yParity: z.int(),
          r: bytes,
          s: bytes,
        }),
      )
      .optional(),
  }),
  requestId: z.string().optional(),
})

const fastFillBody = z.looseObject({
  requestId: z.string(),
  solverInputCurrencyAmount: z.string().optional(),
  maxFillAmountUsd: z.union([z.number(), z.string()]).optional(),
})

/** For the owner of an API key the service sends a user's call and pays the gas, or fills at once. */
export function registerExecution(server: FastifyInstance, context: MockContext): void {
  const { chains, ledger, filler, keys, random } = context

  server.post('/execute', async (request) => {
    const apiKey = keys.requireKey(request)
    const { data, requestId } = readInput(executeBody, request.body)
    findChain(chains, data.chainId)
    const { chainId, to, data: callData, value, authorizationList } = data
    const call: GaslessCall = { chainId, to, data: callData, value: BigInt(value), authorizationList }
    const record = requestId === undefined ? undefined : findRecord(ledger, requestId)
    if (record && record.status !== 'waiting') {
      throw new ServiceError('UNKNOWN_ERROR', `Request ${record.id} is not waiting: ${record.status}.`)
    }
    try {
      const txHash = await filler.execute(call, record?.id)
      const { id } = record ?? (await openExecution(context, { call, txHash, apiKey, request: request.body }))
      return { message: 'Transaction submitted', requestId: id }
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error
      throw new ServiceError('UNKNOWN_ERROR', 'Simulation failed', {
        fields: {
          message: `The call would revert: ${error.message}`,
          requestId: record?.id ?? random.bytes32('requestId'),
          details: describeSimulationFailure(call, error.revert?.data ?? '0x'),
        },
      })
    }
  })

  server.post('/fast-fill', async (request) => {
    const apiKey = keys.requireKey(request)
    const { requestId } = readInput(fastFillBody, request.body)
    const record = findRecord(ledger, requestId, 404)
    if (!keys.sponsor(apiKey)?.balance) {
      throw new ServiceError('FORBIDDEN', 'The key’s owner has no balance for fast fills.', { status: 403 })
    }
    if (record.status !== 'waiting' || filler.isAccelerated(record.id)) {
      const message = `Request ${record.id} is filled already, or will be: ${record.status}.`
      throw new ServiceError('UNKNOWN_ERROR', message, { status: 409 })
    }
    await filler.accelerate(record)
    return { message: 'Fast fill triggered' }
  })
}

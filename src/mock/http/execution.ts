import type { FastifyInstance } from 'fastify'
import { getAddress, type Hex, isHex } from 'viem'
import * as z from 'zod'
import { toBytes } from '../../base/values.js'
import type { MockContext } from '../context.js'
import type { GaslessCall } from '../solver/createGasless.js'
import { describeSimulationFailure } from '../solver/describeSimulationFailure.js'
import { openExecution } from '../solver/openExecution.js'
import { SubmitError } from '../solver/submit.js'
import { findRecord } from './findRecord.js'
import { findChain, readInput } from './readInput.js'
import { ServiceError } from './serviceError.js'

const address = z.string().transform((text, context) => {
  const value = toBytes(text, [20])
  if (value) return getAddress(value)
  context.addIssue({ code: 'custom', message: 'must be hex of 20 bytes' })
  return z.NEVER
})

const bytes = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0, 'must be hex of whole bytes')

const executeBody = z.looseObject({
  executionKind: z.literal('rawCalls', 'must be rawCalls'),
  data: z.looseObject({
    chainId: z.int(),
    to: address,
    data: bytes,
    value: z.string().regex(/^\d{1,78}$/, 'must be a decimal string in wei'),
    authorizationList: z
      .array(
        z.looseObject({
          chainId: z.int(),
          address,
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

type ExecutionContext = Pick<
  MockContext,
  'chains' | 'ledger' | 'filler' | 'keys' | 'random' | 'clock' | 'solver' | 'idForm' | 'orderLifetime'
>

/** What the service does for the owner of an API key: it sends a user's call and pays the gas, or fills at once. */
export function registerExecution(server: FastifyInstance, context: ExecutionContext): void {
  const { chains, ledger, filler, keys, random } = context

  server.post('/execute', async (request) => {
    const apiKey = keys.requireKey(request)
    const { data, requestId } = readInput(executeBody, request.body)
    findChain(chains, data.chainId)
    const call: GaslessCall = {
      chainId: data.chainId,
      to: data.to,
      data: data.data,
      value: BigInt(data.value),
      authorizationList: data.authorizationList,
    }
    const record = requestId === undefined ? undefined : findRecord(ledger, requestId)
    if (record && record.status !== 'waiting') {
      throw new ServiceError('INVALID_REQUEST', `Request ${record.id} does not wait: ${record.status}.`)
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
    const record = findKnown(context, requestId)
    if (!keys.sponsor(apiKey)?.balance) {
      throw new ServiceError('FORBIDDEN', 'The key’s owner has no balance for fast fills.', { status: 403 })
    }
    if (record.status !== 'waiting' || filler.isAccelerated(record.id)) {
      const message = `Request ${record.id} is filled already, or will be: ${record.status}.`
      throw new ServiceError('CONFLICT', message, { status: 409 })
    }
    await filler.accelerate(record)
    return { message: 'Fast fill triggered' }
  })
}

/** A request that is not known is answered with 404 here. */
function findKnown({ ledger }: Pick<MockContext, 'ledger'>, requestId: string) {
  try {
    return findRecord(ledger, requestId)
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'REQUEST_NOT_FOUND') throw error
    throw new ServiceError(error.code, error.message, { status: 404 })
  }
}

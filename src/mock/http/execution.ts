import type { FastifyInstance } from 'fastify'
import { type Hash, type Hex, isHex, size, sliceHex, zeroAddress } from 'viem'
import * as z from 'zod'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import { isPublic } from '../forms.js'
import type { LedgerRequest, RequestTerms } from '../ledger.js'
import { attest } from '../quote/attest.js'
import { findLedgerRequest, findServedChain, hexOf, readInput } from '../readInput.js'
import type { GaslessCall } from '../solver/createGasless.js'
import { decodeRevert } from '../solver/readRevert.js'
import { SubmitError } from '../solver/submit.js'

const bytes = z.custom<Hex>((value) => isHex(value) && value.length % 2 === 0, 'must be hex of whole bytes')

export const executeBody = z.looseObject({
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
  requestId: hexOf(32).optional(),
})

export const fastFillBody = z.looseObject({
  requestId: hexOf(32),
  solverInputCurrencyAmount: z.string().optional(),
  maxFillAmountUsd: z.union([z.number(), z.string()]).optional(),
})

/** Registers the routes for owners of an API key: send a user's call and pay the gas, or fill at once. */
export function registerExecution(server: FastifyInstance, context: MockContext): void {
  const { chains, ledger, filler, keys, random } = context

  server.post('/execute', async (request) => {
    const apiKey = keys.requireKey(request)
    const { data, requestId } = readInput(executeBody, request.body)
    findServedChain(chains, data.chainId)
    const { chainId, to, data: callData, value, authorizationList } = data
    const call: GaslessCall = { chainId, to, data: callData, value: BigInt(value), authorizationList }
    const record = requestId === undefined ? undefined : findLedgerRequest(ledger, requestId)
    if (record && record.status !== 'waiting') {
      throw new CallerError('UNKNOWN_ERROR', `Request ${record.id} is not waiting: ${record.status}.`)
    }
    try {
      const txHash = await filler.execute(call, record?.id)
      const { id } = record ?? (await openExecution(context, { call, txHash, apiKey, request: request.body }))
      return { message: 'Transaction submitted', requestId: id }
    } catch (error) {
      if (!(error instanceof SubmitError)) throw error
      throw new CallerError('UNKNOWN_ERROR', 'Simulation failed', {
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
    const record = findLedgerRequest(ledger, requestId, 404)
    if (!keys.sponsor(apiKey)?.balance) {
      throw new CallerError('FORBIDDEN', 'The key’s owner has no balance for fast fills.', { status: 403 })
    }
    if (record.status !== 'waiting' || filler.isAccelerated(record.id)) {
      const message = `Request ${record.id} is filled already, or will be: ${record.status}.`
      throw new CallerError('UNKNOWN_ERROR', message, { status: 409 })
    }
    await filler.accelerate(record)
    return { message: 'Fast fill triggered' }
  })
}

/** Opens a request for a call that has no quote. The request's only known transaction is the call's. */
async function openExecution(
  { ledger, random, clock, chains, solver, idForm, orderLifetime }: MockContext,
  { call, txHash, apiKey, request }: { call: GaslessCall; txHash: Hash; apiKey: string; request: unknown },
): Promise<LedgerRequest> {
  const chain = chains.find(({ id }) => id === call.chainId)!
  const account = solver.current
  const orderData = {
    version: 'v1',
    solverChainId: chain.name,
    solver: account.address.toLowerCase(),
    salt: random.bytes32('salt'),
    inputs: [],
    output: {
      chainId: chain.name,
      payments: [],
      calls: [],
      deadline: (await clock.chainSeconds(chain)) + orderLifetime,
      extraData: '0x',
    },
    fees: [],
  }
  const evmChains = [chain.name]
  const orderId = hashOrder(orderData, { evmChains })
  const id: Hex = isPublic(idForm, 'requestId') ? random.bytes32('requestId') : orderId
  const terms: RequestTerms = {
    payment: 'deposit',
    user: call.to,
    recipient: call.to,
    originChainId: chain.id,
    destinationChainId: chain.id,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    inputAmount: call.value,
    expectedAmount: call.value,
    calls: [],
    orderData,
    evmChains,
  }
  const attestation = await attest({ id, terms }, account)
  ledger.open({ id, orderId, terms, attestation, request: request as Record<string, unknown>, apiKey })
  ledger.move(id, 'depositing', { inTxHashes: [txHash] })
  ledger.move(id, 'pending')
  ledger.move(id, 'submitted', { txHashes: [txHash] })
  return ledger.move(id, 'success')
}

/** The selectors of `Error(string)` and `Panic(uint256)`. */
const errorString = '0x08c379a0'
const panic = '0x4e487b71'

/** Describes a call that would revert, in the form of POST /execute. The mock reports only the outermost call. */
function describeSimulationFailure({ to, data }: Pick<GaslessCall, 'to' | 'data'>, revert: Hex) {
  const described = describeRevert(revert)
  const frame = {
    type: 'CALL',
    address: to.toLowerCase(),
    ...(size(data) >= 4 && { selector: sliceHex(data, 0, 4) }),
    error: 'execution reverted',
    revertReason: described.message,
  }
  return { topLevel: frame, innermost: frame, path: [frame], revert: described }
}

function describeRevert(data: Hex) {
  if (size(data) < 4) {
    return { type: 'empty', label: 'EMPTY_REVERT', message: 'The call reverted and gave no reason.' }
  }
  const selector = sliceHex(data, 0, 4)
  const decoded = decodeRevert(data)
  if (!decoded) {
    return {
      type: 'unknownCustomError',
      label: `UNKNOWN_CUSTOM_ERROR_${selector}`,
      message: `The call reverted with the unknown error ${selector}.`,
      selector,
      rawArgsHex: size(data) > 4 ? sliceHex(data, 4) : '0x',
    }
  }
  const args = decoded.args.map(String)
  if (selector === errorString) {
    const [reason = ''] = args
    return { type: 'errorString', label: reason, message: reason, selector, name: 'Error', args }
  }
  const type = selector === panic ? 'panic' : 'customError'
  const message = `${decoded.errorName}(${args.join(', ')})`
  return { type, label: decoded.errorName, message, selector, name: decoded.errorName, args }
}

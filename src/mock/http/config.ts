import type { FastifyInstance } from 'fastify'
import { type Address, isAddress } from 'viem'
import * as z from 'zod'
import type { Currency } from '../chains/chain.js'
import type { MockContext } from '../context.js'
import { fromMicroUsd, type Pricing } from '../pricing.js'
import { readBalance } from '../quote/priceRequest.js'
import { findPlace } from '../quote/readQuoteRequest.js'
import { ServiceError } from './serviceError.js'

const chainId = z.string().regex(/^[1-9]\d{0,15}$/, 'must be a chain id')

const configQuery = z.object({
  originChainId: chainId,
  destinationChainId: chainId,
  user: z
    .string()
    .refine((value) => isAddress(value, { strict: false }), 'must be an EVM address')
    .optional(),
  currency: z.string().optional(),
})

/** The deprecated configuration of a pair of chains. Every failure is answered with 500. */
export function registerConfig(server: FastifyInstance, context: MockContext): void {
  server.get('/config/v2', async ({ query }) => {
    try {
      return await readConfig(query, context)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      throw new ServiceError(error.code, error.message, { status: 500 })
    }
  })
}

async function readConfig(query: unknown, context: MockContext) {
  const result = configQuery.safeParse(query)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new ServiceError('INVALID_REQUEST', `${issue?.path.join('.') || 'query'}: ${issue?.message}`)
  }
  const { user } = result.data
  const origin = findPlace(context, Number(result.data.originChainId))
  const destination = findPlace(context, Number(result.data.destinationChainId))
  const { currency } = result.data
  const delivered = findById(destination.currencies, currency)
  const paid = findById(origin.currencies, currency)
  const fee = fromMicroUsd(feeOf(context.pricing), paid, context.pricing.prices)
  const [solverBalance, userBalance] = await Promise.all([
    readBalance(context, destination, delivered, context.solver.address),
    user === undefined ? undefined : readBalance(context, origin, paid, user as Address),
  ])
  return {
    enabled: origin.id !== destination.id,
    ...(userBalance !== undefined && {
      user: {
        balance: userBalance.toString(),
        maxBridgeAmount: (userBalance > fee ? userBalance - fee : 0n).toString(),
      },
    }),
    fee: fee.toString(),
    solver: {
      address: context.solver.address.toLowerCase(),
      balance: solverBalance.toString(),
      capacityPerRequest: solverBalance.toString(),
    },
    supportsExternalLiquidity: false,
  }
}

/** A currency's id is its symbol in lower case; without one it is the chain's first currency, the native one. */
function findById(currencies: readonly Currency[], id: string | undefined): Currency {
  const found =
    id === undefined ? currencies[0] : currencies.find(({ symbol }) => symbol.toLowerCase() === id)
  if (found) return found
  const known = currencies.map(({ symbol }) => symbol.toLowerCase()).join(', ')
  throw new ServiceError('UNSUPPORTED_CURRENCY', `currency: must be one of ${known}.`)
}

/** A bridge of one currency costs the flat fee and the fill's gas. Micro-USD. */
function feeOf({ executionFee, gasFee }: Pricing): bigint {
  return executionFee + gasFee
}

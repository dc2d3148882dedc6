import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { configCurrencies } from '../../service/resources/config.js'
import { CallerError } from '../callerError.js'
import type { ChainCurrency } from '../chains/chain.js'
import type { MockContext } from '../context.js'
import { fromMicroUsd } from '../pricing.js'
import { readBalanceAt } from '../quote/priceRequest.js'
import { findPlace } from '../quote/readQuoteRequest.js'
import { chainIdQuery, hexOf, readInput, textQuery } from '../readInput.js'

export const configQuery = z.object({
  originChainId: chainIdQuery,
  destinationChainId: chainIdQuery,
  user: hexOf(20, textQuery).optional(),
  currency: textQuery
    .pipe(z.enum(configCurrencies, `must be one of ${configCurrencies.join(', ')}`))
    .optional(),
})

/** Registers the deprecated route for the configuration of a chain pair. It answers every failure with 500. */
export function registerConfig(server: FastifyInstance, context: MockContext): void {
  server.get('/config/v2', async ({ query }) => {
    try {
      return await readConfig(query, context)
    } catch (error) {
      if (!(error instanceof CallerError)) throw error
      throw new CallerError(error.code, error.message, { status: 500 })
    }
  })
}

async function readConfig(query: unknown, context: MockContext) {
  const { originChainId, destinationChainId, user, currency } = readInput(configQuery, query)
  const origin = findPlace(context, originChainId)
  const destination = findPlace(context, destinationChainId)
  const delivered = findById(destination.currencies, currency)
  const paid = findById(origin.currencies, currency)
  const { executionFee, gasFee, prices } = context.pricing
  const fee = fromMicroUsd(executionFee + gasFee, paid, prices)
  const [solverBalance, userBalance] = await Promise.all([
    readBalanceAt(context, destination, delivered, context.solver.current.address),
    user === undefined ? undefined : readBalanceAt(context, origin, paid, user),
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
      address: context.solver.current.address.toLowerCase(),
      balance: solverBalance.toString(),
      capacityPerRequest: solverBalance.toString(),
    },
    supportsExternalLiquidity: false,
  }
}

/** Finds a currency by id: the symbol in lower case. Defaults to the native currency, the chain's first. */
function findById(currencies: readonly ChainCurrency[], id: string | undefined): ChainCurrency {
  const found =
    id === undefined ? currencies[0] : currencies.find(({ symbol }) => symbol.toLowerCase() === id)
  if (found) return found
  const ids = currencies.map(({ symbol }) => symbol.toLowerCase())
  const known = ids.filter((one) => (configCurrencies as readonly string[]).includes(one))
  throw new CallerError('UNSUPPORTED_CURRENCY', `currency: must be one of ${known.join(', ')}.`)
}

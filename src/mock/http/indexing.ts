import type { FastifyInstance } from 'fastify'
import { getAddress } from 'viem'
import * as z from 'zod'
import { parseJson } from '../../base/parseJson.js'
import { CallerError } from '../callerError.js'
import type { MockContext } from '../context.js'
import { findCurrency, findLedgerRequest, findServedChain, hexOf, readInput } from '../readInput.js'

/** A chain id, as a number or as text. */
const chainIdField = z
  .union([z.int(), z.string().regex(/^\d{1,16}$/)], 'must be a chain id')
  .transform(Number)

export const indexBody = z.looseObject({
  chainId: chainIdField,
  txHash: hexOf(32),
  requestId: z.string().optional(),
})

export const singleBody = z.looseObject({ chainId: chainIdField, requestId: hexOf(32), tx: z.string() })

const singleTransaction = z.looseObject({ txHash: hexOf(32) })
export const singleRule = 'tx: must be JSON text of an object with txHash, 32 bytes of hex.'

export const reindexBody = z.looseObject({
  chainId: chainIdField,
  depositAddress: hexOf(20),
  targetChainId: chainIdField.optional(),
  currency: z.string().optional(),
})

/** The minimum time between two calls for the same address. */
const reindexIntervalMs = 5_000

/** Registers the routes that report a payment to the solver, which may otherwise notice it late or never. */
export function registerIndexing(
  server: FastifyInstance,
  { chains, ledger, filler, clock }: MockContext,
): void {
  const reindexedAt = new Map<string, number>()
  ledger.onDrop(({ terms }) => reindexedAt.delete(terms.depositAddress?.toLowerCase() ?? ''))

  server.post('/transactions/index', async ({ body }) => {
    const { chainId, txHash } = readInput(indexBody, body)
    const { client } = findServedChain(chains, chainId)
    const transaction = await client.getTransaction({ hash: txHash }).catch(() => undefined)
    if (!transaction) {
      throw new CallerError('UNKNOWN_ERROR', `No transaction ${txHash} on chain ${chainId}.`, { status: 404 })
    }
    await filler.look()
    return { message: 'Success' }
  })

  server.post('/transactions/single', async ({ body }) => {
    const { chainId, requestId, tx } = readInput(singleBody, body)
    findServedChain(chains, chainId)
    findLedgerRequest(ledger, requestId)
    if (!singleTransaction.safeParse(parseJson(tx)).success)
      throw new CallerError('UNKNOWN_ERROR', singleRule)
    await filler.look()
    return { message: 'Success' }
  })

  server.post('/transactions/deposit-address/reindex', async ({ body }) => {
    const { chainId, targetChainId, depositAddress, currency } = readInput(reindexBody, body)
    findServedChain(chains, chainId)
    const chain = findServedChain(chains, targetChainId ?? chainId)
    const currencies = currency === undefined ? chain.currencies : [findCurrency(chain, currency)]
    const record = filler.depositAddresses.findRequest(depositAddress)
    if (!record) {
      const message = `No deposit address ${getAddress(depositAddress)}.`
      throw new CallerError('UNKNOWN_ERROR', message, { status: 404 })
    }
    const now = clock.now()
    if (now - (reindexedAt.get(depositAddress) ?? Number.NEGATIVE_INFINITY) < reindexIntervalMs) {
      const message = 'This deposit address was reindexed just now. Try again in a few seconds.'
      throw new CallerError('UNKNOWN_ERROR', message, { status: 429 })
    }
    reindexedAt.set(depositAddress, now)
    const triggeredCurrencies: { currency: string; symbol: string; balance: string }[] = []
    for (const { address, symbol } of currencies) {
      const balance = await filler.reindex(record, chain.id, address)
      if (balance === 0n) continue
      triggeredCurrencies.push({ currency: address.toLowerCase(), symbol, balance: balance.toString() })
    }
    return {
      message: 'Reindex triggered',
      triggeredCurrencies,
      checkedCurrencies: currencies.length,
      failedCurrencies: 0,
    }
  })
}

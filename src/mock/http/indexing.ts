import type { FastifyInstance } from 'fastify'
import { type Address, getAddress, type Hex } from 'viem'
import * as z from 'zod'
import { toBytes } from '../../base/values.js'
import type { MockContext } from '../context.js'
import { findRecord } from './findRecord.js'
import { findChain, findCurrency, readInput } from './readInput.js'
import { ServiceError } from './serviceError.js'

/** A number, or its text. */
const chainIdField = z
  .union([z.int(), z.string().regex(/^\d{1,16}$/)], 'must be a chain id')
  .transform(Number)

const hex = (size: number, requirement: string) =>
  z.string().transform((text, context): Hex => {
    const value = toBytes(text, [size])
    if (value) return value
    context.addIssue({ code: 'custom', message: `must be ${requirement}` })
    return z.NEVER
  })

const indexBody = z.looseObject({
  chainId: chainIdField,
  txHash: hex(32, 'hex of 32 bytes'),
  requestId: z.string().optional(),
})

const singleBody = z.looseObject({
  chainId: chainIdField,
  requestId: z.string(),
  tx: z.string(),
})

const singleTransaction = z.looseObject({ txHash: hex(32, 'hex of 32 bytes') })

const reindexBody = z.looseObject({
  chainId: chainIdField,
  depositAddress: hex(20, 'hex of 20 bytes'),
  targetChainId: chainIdField.optional(),
  currency: z.string().optional(),
})

/** Between two looks at one address. */
const reindexIntervalMs = 5_000

/** What a caller tells so that a payment is seen sooner, or at all. */
export function registerIndexing(
  server: FastifyInstance,
  { chains, ledger, filler, clock }: Pick<MockContext, 'chains' | 'ledger' | 'filler' | 'clock'>,
): void {
  const reindexedAt = new Map<string, number>()

  server.post('/transactions/index', async ({ body }) => {
    const { chainId, txHash } = readInput(indexBody, body)
    const { client } = findChain(chains, chainId)
    const transaction = await client.getTransaction({ hash: txHash }).catch(() => undefined)
    if (!transaction) {
      throw new ServiceError('NOT_FOUND', `No transaction ${txHash} on chain ${chainId}.`, { status: 404 })
    }
    await filler.look()
    return { message: 'Success' }
  })

  server.post('/transactions/single', async ({ body }) => {
    const { chainId, requestId, tx } = readInput(singleBody, body)
    findChain(chains, chainId)
    findRecord(ledger, requestId)
    readInput(singleTransaction, parseJson(tx))
    await filler.look()
    return { message: 'Success' }
  })

  server.post('/transactions/deposit-address/reindex', async ({ body }) => {
    const { chainId, targetChainId, depositAddress, currency } = readInput(reindexBody, body)
    findChain(chains, chainId)
    const chain = findChain(chains, targetChainId ?? chainId)
    const currencies = currency === undefined ? chain.currencies : [findCurrency(chain, currency)]
    const record = filler.findOwner(depositAddress as Address)
    if (!record) {
      const message = `No deposit address ${getAddress(depositAddress)}.`
      throw new ServiceError('NOT_FOUND', message, { status: 404 })
    }
    const now = clock.now()
    if (now - (reindexedAt.get(depositAddress) ?? Number.NEGATIVE_INFINITY) < reindexIntervalMs) {
      const message = 'This deposit address was looked at just now. Try again in a few seconds.'
      throw new ServiceError('TOO_MANY_REQUESTS', message, { status: 429 })
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ServiceError('INVALID_REQUEST', 'tx: must be a transaction as JSON text.')
  }
}

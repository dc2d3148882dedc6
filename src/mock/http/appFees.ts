import type { FastifyInstance } from 'fastify'
import { type Address, getAddress } from 'viem'
import * as z from 'zod'
import { toBytes, toUint256 } from '../../base/values.js'
import type { FeeClaim } from '../appFees.js'
import { CallerError } from '../callerError.js'
import type { ChainCurrency } from '../chains/chain.js'
import type { MockContext } from '../context.js'
import type { Prices } from '../pricing.js'
import { createStep } from '../quote/steps.js'
import { toAmountRecord, toUsdNumber } from '../quote/toAmountRecord.js'
import { findCurrency, findServedChain, limitQuery, readInput, textQuery } from '../readInput.js'
import { takePage } from './paging.js'

export const claimBody = z.object({
  chainId: z.int().positive(),
  currency: z.string(),
  recipient: z.string().meta({ pattern: '^0x[0-9a-fA-F]{40}$' }),
  amount: z
    .string()
    .refine((amount) => (toUint256(amount) ?? 0n) > 0n, 'must be a whole number above 0, as a string')
    .optional(),
})

export const claimsQuery = z.object({ limit: limitQuery.default(20), continuation: textQuery.optional() })

type WalletPath = { Params: { wallet: string } }

/** Registers the routes for integrators' balances and payouts. */
export function registerAppFees(
  server: FastifyInstance,
  { appFees, chains, pricing: { prices } }: MockContext,
): void {
  const usdc = chains[0]!.currencies.find(({ symbol }) => symbol === 'USDC')!

  server.get<WalletPath>('/app-fees/:wallet/balances', ({ params }) => {
    const balance = appFees.balanceOf(readWallet('wallet', params.wallet))
    return {
      balances: balance === 0n ? [] : [toAmountRecord(usdc, balance, prices)],
      totalBalanceUsd: toUsdNumber(balance),
      outstandingFastFillBalanceUsd: 0,
      availableBalanceUsd: toUsdNumber(balance),
    }
  })

  server.post<WalletPath>('/app-fees/:wallet/claim', ({ params, body }) => {
    const wallet = readWallet('wallet', params.wallet)
    const fields = readInput(claimBody, body)
    const currency: ChainCurrency = findCurrency(findServedChain(chains, fields.chainId), fields.currency)
    const claim = appFees.prepare({
      wallet,
      recipient: readWallet('recipient', fields.recipient),
      currency,
      ...(fields.amount !== undefined && { amount: BigInt(fields.amount) }),
    })
    return { steps: [toStep(claim)] }
  })

  server.get<WalletPath>('/app-fees/:wallet/claims', ({ params, query }) => {
    const { limit, continuation } = readInput(claimsQuery, query)
    const claims = appFees.claimsOf(readWallet('wallet', params.wallet))
    const positions = claims.map((claim, index) => ({ item: claim, value: claims.length - index, index: 0 }))
    const page = takePage(positions, { limit, continuation, direction: 'desc' })
    return { claims: page.items.map((claim) => toRecord(claim, prices)), ...page.next }
  })
}

function toStep({ id, hash }: FeeClaim) {
  const { requestId, depositAddress, ...step } = createStep('authorize', {
    description: 'Claim app fees',
    requestId: id,
    data: {
      sign: { signatureKind: 'eip191', message: hash },
      post: { endpoint: '/execute/permits', method: 'POST', body: { kind: 'claim', requestId: id } },
    },
  })
  return step
}

function toRecord(
  { id, wallet, recipient, currency, amount, txHash, status, createdAt }: FeeClaim,
  prices: Prices,
) {
  return {
    claimId: id,
    wallet: wallet.toLowerCase(),
    recipient: recipient.toLowerCase(),
    currency: toAmountRecord(currency, amount, prices),
    txHash: txHash ?? null,
    status,
    createdAt: new Date(createdAt).toISOString(),
  }
}

function readWallet(field: string, value: string): Address {
  const address = toBytes(value, [20])
  if (address) return getAddress(address)
  throw new CallerError('INVALID_ADDRESS', `${field}: must be hex of 20 bytes.`)
}

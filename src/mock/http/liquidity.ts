import type { FastifyInstance } from 'fastify'
import { erc20Abi, type Hex } from 'viem'
import * as z from 'zod'
import { type Chain, type Currency, isNative } from '../chains/chain.js'
import type { MockContext } from '../context.js'
import { toMicroUsd } from '../pricing.js'
import { formatUsd } from '../quote/toAmountRecord.js'
import { chainIdQuery, findChain, readInput } from './readInput.js'

const liquidityQuery = z.object({ chainId: chainIdQuery })

/** What the solver has now, by currency. */
export function registerLiquidity(
  server: FastifyInstance,
  { chains, solver, pricing }: Pick<MockContext, 'chains' | 'solver' | 'pricing'>,
): void {
  server.get('/chains/liquidity', async ({ query }) => {
    const chain = findChain(chains, readInput(liquidityQuery, query).chainId)
    return {
      liquidity: await Promise.all(
        chain.currencies.map(async (currency) => {
          const balance = await readBalance(chain, currency, solver.address)
          return {
            chainId: chain.id,
            currencyId: currency.symbol.toLowerCase(),
            symbol: currency.symbol,
            address: currency.address.toLowerCase(),
            decimals: currency.decimals,
            balance: balance.toString(),
            amountUsd: formatUsd(toMicroUsd(balance, currency, pricing.prices)),
          }
        }),
      ),
    }
  })
}

function readBalance({ client }: Chain, { address }: Currency, holder: Hex): Promise<bigint> {
  if (isNative(address)) return client.getBalance({ address: holder })
  return client.readContract({ abi: erc20Abi, address, functionName: 'balanceOf', args: [holder] })
}

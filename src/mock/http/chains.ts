import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { type Chain, type ChainCurrency, readBalance } from '../chains/chain.js'
import type { ChainContracts } from '../chains/contracts.js'
import type { MockContext } from '../context.js'
import { toMicroUsd } from '../pricing.js'
import { formatUsd } from '../quote/toAmountRecord.js'
import type { Venue } from '../venue/createVenue.js'
import { chainIdQuery, findServedChain, listQuery, readInput } from './readInput.js'

export const chainsQuery = z.object({ includeChains: listQuery.optional() })
export const healthQuery = z.object({ chainId: chainIdQuery.optional() })
export const liquidityQuery = z.object({ chainId: chainIdQuery })

export function registerChains(
  server: FastifyInstance,
  { chains, solver, venue, pricing }: MockContext,
): void {
  server.get('/chains', ({ query }) => {
    readInput(chainsQuery, query)
    const address = solver.current.address.toLowerCase()
    return {
      chains: [...chains.map((chain) => toChainRecord(chain, address)), toVenueRecord(venue, address)],
    }
  })

  server.get('/chains/health', async ({ query }) => {
    const { chainId } = readInput(healthQuery, query)
    const asked = chainId === undefined ? chains : [findServedChain(chains, chainId)]
    const answers = await Promise.all(asked.map(isAnswering))
    return { healthy: answers.every(Boolean) }
  })

  server.get('/chains/liquidity', async ({ query }) => {
    const chain = findServedChain(chains, readInput(liquidityQuery, query).chainId)
    return {
      liquidity: await Promise.all(
        chain.currencies.map(async (currency) => {
          const balance = await readBalance(chain, currency.address, solver.current.address)
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

async function isAnswering({ client, id }: Chain): Promise<boolean> {
  const found = await client.getChainId().catch(() => undefined)
  return found === id
}

function toChainRecord(chain: Chain, solver: string) {
  const { rpcUrl, contracts, router } = chain
  return {
    ...describePlace(chain, contracts.depository, solver),
    httpRpcUrl: rpcUrl,
    wsRpcUrl: rpcUrl.replace(/^http/, 'ws'),
    contracts: describeRouters(contracts, router.label),
    vmType: 'evm',
  }
}

/** The newer router has its own field. A service that fills through the older one doesn't list it. */
function describeRouters(contracts: ChainContracts, inUse: string) {
  return {
    erc20Router: contracts.routerV2.toLowerCase(),
    approvalProxy: contracts.approvalProxyV2.toLowerCase(),
    ...(inUse === 'v3' && {
      v3: {
        erc20Router: contracts.router.toLowerCase(),
        approvalProxy: contracts.approvalProxy.toLowerCase(),
      },
    }),
  }
}

/** The venue has no JSON-RPC, and no contracts but its depository. */
function toVenueRecord({ currencies, depository }: Venue, solver: string) {
  const { chainId, chainName } = mockProfile.venue
  return {
    ...describePlace({ id: chainId, name: chainName, currencies }, depository, solver),
    vmType: 'hypevm',
  }
}

/** Describes the fields of every chain. The first currency pays the fees. */
function describePlace(
  { id, name, currencies }: { id: number; name: string; currencies: readonly ChainCurrency[] },
  depository: string,
  solver: string,
) {
  const [native, ...tokens] = currencies.map(toSolverCurrency)
  return {
    id,
    name,
    displayName: name,
    explorerPaths: null,
    explorerQueryParams: null,
    depositEnabled: true,
    tokenSupport: 'Limited',
    disabled: false,
    partialDisableLimit: 0,
    blockProductionLagging: false,
    currency: { ...native, supportsBridging: true },
    withdrawalFee: 0,
    depositFee: 0,
    surgeEnabled: false,
    featuredTokens: tokens.map((token) => ({
      ...token,
      supportsBridging: true,
      metadata: { logoURI: '' },
    })),
    erc20Currencies: tokens.map((token) => ({
      ...token,
      supportsBridging: true,
      supportsPermit: id !== mockProfile.venue.chainId,
      withdrawalFee: 0,
      depositFee: 0,
      surgeEnabled: false,
    })),
    solverCurrencies: [native, ...tokens],
    iconUrl: null,
    logoUrl: null,
    brandColor: null,
    baseChainId: id,
    statusMessage: null,
    solverAddresses: [solver],
    tags: [],
    protocol: { v2: { chainId: name, depository: depository.toLowerCase() } },
  }
}

function toSolverCurrency({ address, symbol, name, decimals }: ChainCurrency) {
  return { id: symbol.toLowerCase(), symbol, name, address: address.toLowerCase(), decimals }
}

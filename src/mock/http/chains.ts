import type { FastifyInstance } from 'fastify'
import type { Address } from 'viem'
import * as z from 'zod'
import { mockProfile, mockRouterKinds } from '../../service/profile/mockProfile.js'
import { type Chain, type ChainCurrency, readBalance } from '../chains/chain.js'
import type { ChainContracts } from '../chains/contracts.js'
import type { FillRouter } from '../chains/router.js'
import type { MockContext } from '../context.js'
import { toMicroUsd } from '../pricing.js'
import { formatUsd } from '../quote/toAmountRecord.js'
import { chainIdQuery, findServedChain, listQuery, readInput } from '../readInput.js'
import type { Venue } from '../venue/createVenue.js'

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
    contracts: describeRouters(contracts, router),
    vmType: 'evm',
  }
}

/**
 * Lists routers as the public service does. The fields without a version, such as `erc20Router`, name the newest router
 * if the solver fills through it, otherwise the plain router.
 */
function describeRouters(contracts: ChainContracts, { callLog, form }: FillRouter) {
  const hash = describePair(contracts.hashRouter, contracts.hashApprovalProxy)
  const metadata = describePair(contracts.metadataRouter, contracts.metadataApprovalProxy)
  const plain = describePair(contracts.plainRouter, contracts.plainApprovalProxy)
  const isNewest = callLog === 'hash'
  return {
    ...(isNewest ? hash : plain),
    ...(form === 'metadata' && { [mockRouterKinds.metadata.label]: metadata }),
    ...(isNewest && { [mockRouterKinds.hash.label]: hash }),
  }
}

function describePair(router: Address, approvalProxy: Address) {
  return { erc20Router: router.toLowerCase(), approvalProxy: approvalProxy.toLowerCase() }
}

/** Describes the venue, which has no JSON-RPC and no contract except its depository. */
function toVenueRecord({ currencies, depository }: Venue, solver: string) {
  const { chainId, chainName } = mockProfile.venue
  return {
    ...describePlace({ id: chainId, name: chainName, currencies }, depository, solver),
    vmType: 'hypevm',
  }
}

/** Describes the fields that chains and the venue have in common. The first currency pays the fees. */
function describePlace(
  { id, name, currencies }: { id: number; name: string; currencies: readonly ChainCurrency[] },
  depository: string,
  solver: string,
) {
  const [native, ...tokens] = currencies.map(toSolverCurrency)
  return {
    id,
    name,
    displayName: name.charAt(0).toUpperCase() + name.slice(1),
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
    featuredTokens: tokens.map((token) => ({ ...token, supportsBridging: true, metadata: { logoURI: '' } })),
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

import type { FastifyInstance } from 'fastify'
import { zeroAddress } from 'viem'
import * as z from 'zod'
import { mockProfile } from '../../service/profile/mockProfile.js'
import type { RouterVersion } from '../../service/profile/types.js'
import type { Chain, Currency } from '../chains/chain.js'
import type { ChainContracts } from '../chains/contracts.js'
import type { MockContext } from '../context.js'
import type { Venue } from '../venue/createVenue.js'
import { chainIdQuery, findChain, listQuery, readInput } from './readInput.js'

const chainsQuery = z.object({ includeChains: listQuery.optional() })
const healthQuery = z.object({ chainId: chainIdQuery.optional() })

export function registerChains(
  server: FastifyInstance,
  { chains, solver, venue }: Pick<MockContext, 'chains' | 'solver' | 'venue'>,
): void {
  server.get('/chains', ({ query }) => {
    readInput(chainsQuery, query)
    const address = solver.address.toLowerCase()
    return {
      chains: [...chains.map((chain) => toChainRecord(chain, address)), toVenueRecord(venue, address)],
    }
  })

  server.get('/chains/health', async ({ query }) => {
    const { chainId } = readInput(healthQuery, query)
    const asked = chainId === undefined ? chains : [findChain(chains, chainId)]
    const answers = await Promise.all(asked.map(isAnswering))
    return { healthy: answers.every(Boolean) }
  })
}

async function isAnswering({ client, id }: Chain): Promise<boolean> {
  const found = await client.getChainId().catch(() => undefined)
  return found === id
}

function toChainRecord({ id, name, rpcUrl, currencies, contracts, router }: Chain, solver: string) {
  return {
    ...describePlace({ id, name, currencies, solver, depository: contracts.depository }),
    httpRpcUrl: rpcUrl,
    wsRpcUrl: rpcUrl.replace(/^http/, 'ws'),
    contracts: describeRouters(contracts, router.version),
    vmType: 'evm',
  }
}

/** The newer router has a place of its own. A service that fills through the older one doesn't know it. */
function describeRouters(contracts: ChainContracts, inUse: RouterVersion) {
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

/** The venue has no JSON-RPC and no contracts. */
function toVenueRecord({ currencies, depository }: Venue, solver: string) {
  const { chainId, chainName } = mockProfile.venue
  return {
    ...describePlace({ id: chainId, name: chainName, currencies, solver, depository }),
    httpRpcUrl: null,
    wsRpcUrl: null,
    contracts: null,
    vmType: 'hypevm',
  }
}

/** What all chains have. The first currency is the one that fees are paid in. */
function describePlace({
  id,
  name,
  currencies,
  solver,
  depository,
}: {
  id: number
  name: string
  currencies: readonly Currency[]
  solver: string
  depository: string
}) {
  const [native, ...tokens] = currencies.map(toRecord)
  return {
    id,
    name,
    displayName: name,
    explorerUrl: null,
    explorerName: null,
    explorerPaths: null,
    explorerQueryParams: null,
    depositEnabled: true,
    tokenSupport: 'Limited',
    disabled: false,
    partialDisableLimit: 0,
    blockProductionLagging: false,
    currency: native,
    withdrawalFee: 0,
    depositFee: 0,
    surgeEnabled: false,
    featuredTokens: tokens,
    erc20Currencies: tokens.map((token) => ({
      ...token,
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

function toRecord({ address, symbol, name, decimals }: Currency) {
  return {
    id: symbol.toLowerCase(),
    symbol,
    name,
    address: address.toLowerCase(),
    decimals,
    supportsBridging: true,
    metadata: { logoURI: '', verified: true, isNative: address === zeroAddress },
  }
}

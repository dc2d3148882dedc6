import type { FastifyInstance } from 'fastify'
import type { LocalAccount } from 'viem'
import type { Chain, Currency } from '../chains/chain.js'

export function registerChains(
  server: FastifyInstance,
  { chains, solver }: { chains: readonly Chain[]; solver: LocalAccount },
): void {
  server.get('/chains', () => ({ chains: chains.map((chain) => toChainRecord(chain, solver)) }))
}

function toChainRecord({ id, name, rpcUrl, currencies, contracts }: Chain, solver: LocalAccount) {
  const [native, ...tokens] = currencies.map(toRecord)
  return {
    id,
    name,
    displayName: name,
    httpRpcUrl: rpcUrl,
    depositEnabled: true,
    disabled: false,
    vmType: 'evm',
    currency: native,
    erc20Currencies: tokens,
    solverCurrencies: [native, ...tokens],
    contracts: { v3: { erc20Router: contracts.router.toLowerCase() } },
    solverAddresses: [solver.address.toLowerCase()],
    protocol: { v2: { chainId: name, depository: contracts.depository.toLowerCase() } },
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
  }
}

import type { Address, EIP1193Provider, Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import type { RouterVersion } from '../../service/profile/types.js'
import { allocator, createDeployer, type MockAccount, relayer } from '../accounts.js'
import type { IdForm } from '../context.js'
import { type Chain, createCurrencies } from './chain.js'
import { planContracts } from './contracts.js'
import { createChainClient, type NativeCurrency } from './createChainClient.js'
import { deployContracts, exchangeFunds } from './deployContracts.js'
import { solverFunds } from './fundSolver.js'
import { prepareEndpoint } from './prepareEndpoint.js'
import { readTokens } from './readTokens.js'
import { listRouters } from './router.js'
import { serveProvider } from './serveProvider.js'
import { startChainServers } from './startChainServers.js'

const ether = 10n ** 18n

/** Native currency on every chain. */
const balances = {
  account: 10_000n * ether,
  solver: BigInt(solverFunds.native) * ether,
  relayer: 1_000n * ether,
  deployer: (exchangeFunds.native + 100n) * ether,
}

/** A chain to run, or one to use if it has `rpcUrl` or `provider`. */
export type ChainOptions = {
  id: number
  name: string
  nativeCurrency?: NativeCurrency
  rpcUrl?: string
  /** Any EIP-1193 provider, such as a Hardhat connection's. The mock serves it at a URL of its own. */
  provider?: Pick<EIP1193Provider, 'request'>
  /** Your own ERC-20 tokens on an existing chain: traded next to the mock's. A symbol without a price is worth 1 USD. */
  tokens?: readonly Address[]
}

export type StartChainsParameters = {
  chains: readonly ChainOptions[]
  /** Funded everywhere, and allowed recipients of every receiver. The first is their admin. */
  accounts: readonly MockAccount[]
  /** The version through which the solver fills. */
  router: RouterVersion
  idForm: IdForm
  solverKey: Hex
  host: string
  unref: boolean
}

type Genesis = readonly { privateKey: Hex; balance: bigint }[]

type Endpoint = {
  rpcUrl: string
  provider?: EIP1193Provider
  isEmbedded: boolean
  close(): Promise<void>
}

type PreparedChain = { chain: Chain; deployer: PrivateKeyAccount; firstNonce: bigint }

/** Starts the chains, deploys the service's contracts and funds the accounts. */
export async function startChains(
  parameters: StartChainsParameters,
): Promise<{ chains: Chain[]; close(): Promise<void> }> {
  const { chains, accounts, solverKey } = parameters
  const genesis: Genesis = [
    ...accounts.map(({ privateKey }) => ({ privateKey, balance: balances.account })),
    { privateKey: solverKey, balance: balances.solver },
    { privateKey: relayer.privateKey, balance: balances.relayer },
    ...chains.map(({ name }) => ({
      privateKey: createDeployer(name).privateKey,
      balance: balances.deployer,
    })),
  ]
  const endpoints = await openEndpoints(parameters, genesis)
  const close = async () => {
    await Promise.all(endpoints.map((endpoint) => endpoint.close()))
  }
  try {
    const prepared = await Promise.all(
      chains.map((options, index) => prepareChain(options, endpoints[index]!, genesis, parameters.router)),
    )
    const started = prepared.map(({ chain }) => chain)
    await Promise.all(prepared.map((one) => deploy(one, started, parameters)))
    return { chains: started, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Whether the chain has no endpoint, so that Hardhat runs it. */
export function isEmbedded({ rpcUrl, provider }: ChainOptions): boolean {
  return rpcUrl === undefined && !provider
}

/** Runs the chains that have no endpoint, and serves those that have a provider. */
async function openEndpoints(
  { chains, host, unref }: StartChainsParameters,
  genesis: Genesis,
): Promise<Endpoint[]> {
  const embedded = chains.filter(isEmbedded)
  const ids = embedded.map(({ id }) => id)
  const servers = ids.length > 0 ? await startChainServers(ids, genesis, host) : []
  return Promise.all(
    chains.map(async (options): Promise<Endpoint> => {
      const { rpcUrl, provider: callers } = options
      if (rpcUrl !== undefined) return { rpcUrl, isEmbedded: false, close: async () => {} }
      if (!callers) return { ...servers[embedded.indexOf(options)]!, isEmbedded: true }
      const provider = callers as EIP1193Provider
      return { ...(await serveProvider(provider, { host, unref })), provider, isEmbedded: false }
    }),
  )
}

async function prepareChain(
  { id, name, nativeCurrency, tokens = [] }: ChainOptions,
  { rpcUrl, provider, isEmbedded }: Endpoint,
  genesis: Genesis,
  routerVersion: RouterVersion,
): Promise<PreparedChain> {
  const client = createChainClient({ id, name, rpcUrl, provider, native: nativeCurrency })
  const deployer = createDeployer(name).account
  const funds = genesis.map(({ privateKey, balance }) => ({
    address: privateKeyToAddress(privateKey),
    balance,
  }))
  const { firstBlock, firstNonce } = isEmbedded
    ? { firstBlock: 0n, firstNonce: 0n }
    : await prepareEndpoint(client, deployer.address, funds)
  const contracts = planContracts(deployer.address, firstNonce)
  const currencies = [
    ...createCurrencies(id, contracts, nativeCurrency),
    ...(await readTokens(client, tokens)),
  ]
  const [router] = listRouters(contracts, routerVersion)
  const chain = { id, name, rpcUrl, isEmbedded, firstBlock, client, contracts, router, currencies }
  return { chain, deployer, firstNonce }
}

function deploy(
  { chain, ...prepared }: PreparedChain,
  chains: readonly Chain[],
  { accounts, idForm, solverKey }: StartChainsParameters,
): Promise<void> {
  return deployContracts({
    ...prepared,
    chain,
    others: chains.filter((other) => other !== chain),
    accounts: accounts.map(({ address }) => address),
    solver: privateKeyToAccount(solverKey),
    allocator: allocator.address,
    idForm,
  })
}

import type { Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import type { RouterVersion } from '../../service/profile/types.js'
import { allocator, createDeployer, type MockAccount, relayer, solverKey } from '../accounts.js'
import type { IdForm } from '../context.js'
import { type Chain, createCurrencies } from './chain.js'
import { planContracts } from './contracts.js'
import { createChainClient, type NativeCurrency } from './createChainClient.js'
import { deployContracts, exchangeFunds } from './deployContracts.js'
import { prepareEndpoint } from './prepareEndpoint.js'
import { listRouters } from './router.js'
import { type ChainServer, startChainServers } from './startChainServers.js'

const ether = 10n ** 18n

/** Native currency on every chain. */
const balances = {
  account: 10_000n * ether,
  solver: 1_000_000n * ether,
  relayer: 1_000n * ether,
  deployer: (exchangeFunds.native + 100n) * ether,
}

/** A chain to run, or an endpoint to use if it has `rpcUrl`. */
export type ChainOptions = { id: number; name: string; nativeCurrency?: NativeCurrency; rpcUrl?: string }

export type StartChainsParameters = {
  chains: readonly ChainOptions[]
  /** Funded everywhere, and allowed recipients of every receiver. The first is their admin. */
  accounts: readonly MockAccount[]
  /** The version through which the solver fills. */
  router: RouterVersion
  idForm: IdForm
}

type Genesis = readonly { privateKey: Hex; balance: bigint }[]

type PreparedChain = { chain: Chain; deployer: PrivateKeyAccount; firstNonce: bigint }

/** Starts the chains, deploys the service's contracts and funds the accounts. */
export async function startChains(
  parameters: StartChainsParameters,
): Promise<{ chains: Chain[]; close(): Promise<void> }> {
  const { chains, accounts } = parameters
  const genesis: Genesis = [
    ...accounts.map(({ privateKey }) => ({ privateKey, balance: balances.account })),
    { privateKey: solverKey, balance: balances.solver },
    { privateKey: relayer.privateKey, balance: balances.relayer },
    ...chains.map(({ name }) => ({
      privateKey: createDeployer(name).privateKey,
      balance: balances.deployer,
    })),
  ]
  const embedded = chains.filter(({ rpcUrl }) => rpcUrl === undefined)
  const servers = await startChainServers(
    embedded.map(({ id }) => id),
    genesis,
  )
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()))
  }
  try {
    const prepared = await Promise.all(
      chains.map((options) =>
        prepareChain(options, servers[embedded.indexOf(options)], genesis, parameters.router),
      ),
    )
    const started = prepared.map(({ chain }) => chain)
    await Promise.all(prepared.map((one) => deploy(one, started, parameters)))
    return { chains: started, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function prepareChain(
  { id, name, nativeCurrency, rpcUrl: externalUrl }: ChainOptions,
  server: ChainServer | undefined,
  genesis: Genesis,
  routerVersion: RouterVersion,
): Promise<PreparedChain> {
  const rpcUrl = externalUrl ?? server!.rpcUrl
  const client = createChainClient({ id, name, rpcUrl, provider: server?.provider, native: nativeCurrency })
  const deployer = createDeployer(name).account
  const funds = genesis.map(({ privateKey, balance }) => ({
    address: privateKeyToAddress(privateKey),
    balance,
  }))
  const { firstBlock, firstNonce } = server
    ? { firstBlock: 0n, firstNonce: 0n }
    : await prepareEndpoint(client, deployer.address, funds)
  const contracts = planContracts(deployer.address, firstNonce)
  const currencies = createCurrencies(id, contracts, nativeCurrency)
  const [router] = listRouters(contracts, routerVersion)
  const isEmbedded = server !== undefined
  const chain = { id, name, rpcUrl, isEmbedded, firstBlock, client, contracts, router, currencies }
  return { chain, deployer, firstNonce }
}

function deploy(
  { chain, ...prepared }: PreparedChain,
  chains: readonly Chain[],
  { accounts, idForm }: StartChainsParameters,
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

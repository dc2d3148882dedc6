import { type Address, type EIP1193Provider, erc20Abi, type Hex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { allocator, createDeployer, type MockAccount, relayer } from '../accounts.js'
import { MockOptionError } from '../errors.js'
import type { IdForm } from '../forms.js'
import { type Chain, type ChainCurrency, createCurrencies } from './chain.js'
import { planContracts } from './contracts.js'
import { type ChainClient, createChainClient, type NativeCurrency } from './createChainClient.js'
import { deployContracts, exchangeFunds } from './deployContracts.js'
import { solverFunds } from './funds.js'
import { type FillRouterLabel, listRouters } from './router.js'
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

/** A chain that the mock runs, or an existing chain if `rpcUrl` or `provider` is set. */
export type ChainOptions = {
  id: number
  name: string
  nativeCurrency?: NativeCurrency
  rpcUrl?: string
  /** Any EIP-1193 provider, such as a Hardhat connection's. The mock serves it at a URL of its own. */
  provider?: { request(call: { method: string; params?: readonly unknown[] }): Promise<unknown> }
  /** Your own ERC-20 tokens on an existing chain, traded next to the mock's. A symbol without a price is worth 1 USD. */
  tokens?: readonly Address[]
  /** The recipients that the chain's receiver lists. Defaults to the mock's accounts. */
  recipients?: readonly Address[]
}

type StartChainsParameters = {
  chains: readonly ChainOptions[]
  /** Funded on every chain. Chains without `recipients` list these accounts. The first is the admin of the receivers. */
  accounts: readonly MockAccount[]
  router: FillRouterLabel
  idForm: IdForm
  solverKey: Hex
  host: string
  /** The ports of the chains without `rpcUrl`, in order. */
  rpcPorts: readonly number[]
  unref: boolean
}

type Genesis = readonly { privateKey: Hex; balance: bigint }[]

type Endpoint = { rpcUrl: string; provider?: EIP1193Provider; isEmbedded: boolean; close(): Promise<void> }

type PreparedChain = {
  chain: Chain
  deployer: PrivateKeyAccount
  firstNonce: bigint
  recipients: readonly Address[] | undefined
}

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

/** Whether Hardhat runs the chain, because it has no endpoint. */
export function isEmbedded({ rpcUrl, provider }: ChainOptions): boolean {
  return rpcUrl === undefined && !provider
}

/** Starts the chains without an endpoint, and serves those with a provider. */
async function openEndpoints(
  { chains, host, rpcPorts, unref }: StartChainsParameters,
  genesis: Genesis,
): Promise<Endpoint[]> {
  const embedded = chains.filter(isEmbedded)
  const served = chains.filter(({ rpcUrl }) => rpcUrl === undefined)
  const portOf = (chain: ChainOptions) => rpcPorts[served.indexOf(chain)]!
  const servers =
    embedded.length > 0
      ? await startChainServers(
          embedded.map((chain) => ({ id: chain.id, port: portOf(chain) })),
          genesis,
          host,
        )
      : []
  return Promise.all(
    chains.map(async (options): Promise<Endpoint> => {
      const { rpcUrl, provider: callers } = options
      if (rpcUrl !== undefined) return { rpcUrl, isEmbedded: false, close: async () => {} }
      if (!callers) return { ...servers[embedded.indexOf(options)]!, isEmbedded: true }
      const provider = callers as EIP1193Provider
      return {
        ...(await serveProvider(provider, { host, port: portOf(options), unref })),
        provider,
        isEmbedded: false,
      }
    }),
  )
}

async function prepareChain(
  { id, name, nativeCurrency, tokens = [], recipients }: ChainOptions,
  { rpcUrl, provider, isEmbedded }: Endpoint,
  genesis: Genesis,
  inUse: FillRouterLabel,
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
  const [router] = listRouters(contracts, inUse)
  const chain = { id, name, rpcUrl, isEmbedded, firstBlock, client, contracts, router, currencies }
  return { chain, deployer, firstNonce, recipients }
}

function deploy(
  { chain, recipients, ...prepared }: PreparedChain,
  chains: readonly Chain[],
  { accounts, idForm, solverKey }: StartChainsParameters,
): Promise<void> {
  const addresses = accounts.map(({ address }) => address)
  return deployContracts({
    ...prepared,
    recipients: recipients ?? addresses,
    chain,
    others: chains.filter((other) => other !== chain),
    accounts: addresses,
    solver: privateKeyToAccount(solverKey),
    allocator: allocator.address,
    idForm,
  })
}

/**
 * Funds the mock's accounts on an external endpoint.
 *
 * @returns The block and the deployer's nonce from which the service starts.
 * @throws {@link MockOptionError} if the endpoint does not answer, is another chain, or can't fund accounts.
 */
async function prepareEndpoint(
  client: ChainClient,
  deployer: Address,
  funds: readonly { address: Address; balance: bigint }[],
): Promise<{ firstBlock: bigint; firstNonce: bigint }> {
  const { id } = client.chain
  const found = await client.getChainId().catch(() => undefined)
  if (found === undefined) throw optionError(id, 'an endpoint that answers', 'one that does not')
  if (found !== id) throw optionError(id, 'an endpoint of that chain', `chain ${found}`)
  try {
    await Promise.all(funds.map(({ address, balance }) => client.setBalance({ address, value: balance })))
  } catch {
    const requirement =
      'an endpoint on which accounts can be funded by hardhat_setBalance, such as Hardhat or anvil'
    throw optionError(id, requirement, 'one that refuses it')
  }
  const [firstBlock, nonce] = await Promise.all([
    client.getBlockNumber(),
    client.getTransactionCount({ address: deployer }),
  ])
  return { firstBlock, firstNonce: BigInt(nonce) }
}

/** Creates an error that names the chain, but never the URL, which may contain a key. */
function optionError(chainId: number, requirement: string, value: string): MockOptionError {
  return new MockOptionError({ option: `chains.rpcUrl (chain ${chainId})`, value, requirement })
}

/** The most decimals of a token, because prices are computed with 18 decimals. */
const maxDecimals = 18

/** Reads the caller's own tokens. @throws {@link MockOptionError} if a contract is not an ERC-20. */
function readTokens(client: ChainClient, tokens: readonly Address[]): Promise<ChainCurrency[]> {
  const chainId = client.chain.id
  return Promise.all(
    tokens.map(async (address) => {
      const read = <name extends 'symbol' | 'name' | 'decimals'>(functionName: name) =>
        client.readContract({ abi: erc20Abi, address, functionName })
      try {
        const [symbol, name, decimals] = await Promise.all([read('symbol'), read('name'), read('decimals')])
        if (decimals <= maxDecimals) return { chainId, address, symbol, name, decimals }
      } catch {}
      throw new MockOptionError({
        option: `chains.tokens (chain ${chainId})`,
        value: address,
        requirement: `ERC-20 tokens of that chain with at most ${maxDecimals} decimals`,
      })
    }),
  )
}

import type { Address, Hex } from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import type { RouterVersion } from '../../service/profile/types.js'
import { createDeployer, type MockAccount } from '../accounts.js'
import type { IdForm } from '../context.js'
import { type Chain, createCurrencies } from './chain.js'
import { createChainClient, type NativeCurrency } from './createChainClient.js'
import { deployContracts, planContracts } from './deployContracts.js'
import { prepareEndpoint } from './prepareEndpoint.js'
import { listRouters } from './router.js'
import { startChainServers } from './startChainServers.js'

const ether = 10n ** 18n

/** What everybody holds on every chain: native in wei, tokens in whole units. */
const accountFunds = { native: 10_000n * ether, token: 10_000_000n }
const solverFunds = { native: 1_000_000n * ether, token: 1_000_000_000n }
const relayerFunds = 1_000n * ether
/** In whole units. */
const exchangeFunds = { native: 100_000n, token: 1_000_000_000n }
const deployerFunds = exchangeFunds.native * ether + 100n * ether

/** A chain to run, or with `rpcUrl` an endpoint to use. */
export type ChainOptions = { id: number; name: string; nativeCurrency?: NativeCurrency; rpcUrl?: string }

export type StartChainsParameters = {
  chains: readonly ChainOptions[]
  /** Funded everywhere, allowed recipients of every receiver; the first one is their admin. */
  accounts: readonly MockAccount[]
  solverKey: Hex
  /** Sends what others pay for, and has native currency alone. */
  relayer: MockAccount
  /** Signs what leaves the depositories. */
  allocator: Address
  /** The version through which the solver fills. */
  router: RouterVersion
  idForm: IdForm
}

/** Starts the chains and puts the service's contracts and everybody's funds on them. */
export async function startChains(
  parameters: StartChainsParameters,
): Promise<{ chains: Chain[]; close(): Promise<void> }> {
  const { accounts, solverKey, relayer, allocator, idForm } = parameters
  const solver = privateKeyToAccount(solverKey)
  const deployers = parameters.chains.map(({ name }) => createDeployer(name))
  const genesis = [
    ...accounts.map(({ privateKey }) => ({ privateKey, balance: accountFunds.native })),
    { privateKey: solverKey, balance: solverFunds.native },
    { privateKey: relayer.privateKey, balance: relayerFunds },
    ...deployers.map(({ privateKey }) => ({ privateKey, balance: deployerFunds })),
  ]
  const embedded = parameters.chains.filter(({ rpcUrl }) => rpcUrl === undefined)
  const servers = await startChainServers(
    embedded.map(({ id }) => id),
    genesis,
  )
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()))
  }
  try {
    const funds = genesis.map(({ privateKey, balance }) => ({
      address: privateKeyToAddress(privateKey),
      balance,
    }))
    const chains = await Promise.all(
      parameters.chains.map(async (options, index) => {
        const { id, name, nativeCurrency, rpcUrl = servers[embedded.indexOf(options)]!.rpcUrl } = options
        const isEmbedded = options.rpcUrl === undefined
        const client = createChainClient({ id, name, rpcUrl, native: nativeCurrency })
        const deployer = deployers[index]!.account.address
        const { firstBlock, firstNonce } = isEmbedded
          ? { firstBlock: 0n, firstNonce: 0n }
          : await prepareEndpoint(client, deployer, funds)
        const contracts = planContracts(deployer, firstNonce)
        const currencies = createCurrencies(id, contracts, nativeCurrency)
        const [router] = listRouters(contracts, parameters.router)
        const chain: Chain = {
          id,
          name,
          rpcUrl,
          isEmbedded,
          firstBlock,
          client,
          contracts,
          router,
          currencies,
        }
        return { chain, firstNonce }
      }),
    )
    await Promise.all(
      chains.map(({ chain, firstNonce }, index) =>
        deployContracts({
          client: chain.client,
          isEmbedded: chain.isEmbedded,
          deployer: deployers[index]!.account,
          firstNonce,
          contracts: chain.contracts,
          chainName: chain.name,
          admin: accounts[0]!.address,
          solver,
          allocator,
          idForm,
          recipients: accounts.map(({ address }) => address),
          holders: listHolders(accounts, solver.address),
          exchangeFunds,
          others: chains
            .filter((other) => other.chain !== chain)
            .map((other) => ({
              chainId: other.chain.id,
              name: other.chain.name,
              contracts: other.chain.contracts,
            })),
        }),
      ),
    )
    return { chains: chains.map(({ chain }) => chain), close }
  } catch (error) {
    await close()
    throw error
  }
}

function listHolders(accounts: readonly MockAccount[], solver: Address) {
  return [
    ...accounts.map(({ address }) => ({ address, amount: accountFunds.token })),
    { address: solver, amount: solverFunds.token },
  ]
}

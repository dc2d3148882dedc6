import type { Hex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { createDeployer, type MockAccount } from '../accounts.js'
import { type Chain, createCurrencies } from './chain.js'
import { createChainClient } from './createChainClient.js'
import { deployContracts, planContracts } from './deployContracts.js'
import { startChainServers } from './startChainServers.js'

const ether = 10n ** 18n
const usdc = 10n ** 6n

/** What everybody holds on every chain: native in wei, tokens in their smallest unit. */
const accountFunds = { native: 10_000n * ether, token: 10_000_000n * usdc }
const solverFunds = { native: 1_000_000n * ether, token: 1_000_000_000n * usdc }
const deployerFunds = 100n * ether

export type StartChainsParameters = {
  chains: readonly { id: number; name: string }[]
  /** Funded everywhere, allowed recipients of every receiver; the first one is their admin. */
  accounts: readonly MockAccount[]
  solverKey: Hex
}

/** Starts the chains and puts the service's contracts and everybody's funds on them. */
export async function startChains(
  parameters: StartChainsParameters,
): Promise<{ chains: Chain[]; close(): Promise<void> }> {
  const { accounts, solverKey } = parameters
  const solver = privateKeyToAddress(solverKey)
  const plans = parameters.chains.map((chain) => {
    const deployer = createDeployer(chain.name)
    return { ...chain, deployer, contracts: planContracts(deployer.account.address) }
  })
  const servers = await startChainServers(
    plans.map(({ id }) => id),
    [
      ...accounts.map(({ privateKey }) => ({ privateKey, balance: accountFunds.native })),
      { privateKey: solverKey, balance: solverFunds.native },
      ...plans.map(({ deployer }) => ({ privateKey: deployer.privateKey, balance: deployerFunds })),
    ],
  )
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()))
  }
  try {
    const chains = plans.map(({ id, name, contracts }, index): Chain => {
      const rpcUrl = servers[index]!.rpcUrl
      const client = createChainClient({ id, name, rpcUrl })
      return { id, name, rpcUrl, client, contracts, currencies: createCurrencies(id, contracts.token) }
    })
    await Promise.all(
      plans.map((plan, index) =>
        deployContracts({
          client: chains[index]!.client,
          deployer: plan.deployer.account,
          contracts: plan.contracts,
          chainName: plan.name,
          admin: accounts[0]!.address,
          solver,
          recipients: accounts.map(({ address }) => address),
          holders: [
            ...accounts.map(({ address }) => ({ address, amount: accountFunds.token })),
            { address: solver, amount: solverFunds.token },
          ],
          origins: plans
            .filter(({ id }) => id !== plan.id)
            .map(({ id, contracts }) => ({ chainId: id, token: contracts.token })),
        }),
      ),
    )
    return { chains, close }
  } catch (error) {
    await close()
    throw error
  }
}

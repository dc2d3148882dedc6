// Chains served over HTTP, and what is deployed on them.
import {
  type Address,
  createTestClient,
  getAddress,
  type Hex,
  http,
  keccak256,
  publicActions,
  stringToHex,
  walletActions,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { type DeployConfig, readDeployConfig } from '../../src/deploy/config/readDeployConfig.js'
import { createChain, type DeployChain } from '../../src/deploy/createChain.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import type { DeployStep, DeployTransaction } from '../../src/deploy/record.js'
import { type RunDeploymentParameters, runDeployment } from '../../src/deploy/runDeployment.js'
import { mockDepositoryBytecode } from '../../src/generated/bytecode/mockDepository.js'
import { startChainServers } from '../../src/mock/chains/startChainServers.js'

export const chainIds = [31101, 31102] as const
const keyOf = (name: string) => keccak256(stringToHex(`fillproof deploy test ${name}`))
export const deployerKey = keyOf('deployer')
export const adminKey = keyOf('admin')
export const deployer = privateKeyToAccount(deployerKey)
export const admin = privateKeyToAccount(adminKey)
export const solver: Address = '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'
export const recipient: Address = '0x2222222222222222222222222222222222222222'
export const router: Address = '0x3333333333333333333333333333333333333333'
export const depository: Address = '0x4444444444444444444444444444444444444444'
export const native = `0x${'00'.repeat(20)}` as const

/** The content of a configuration file for both chains. */
export const file = {
  kind: 'attestedOrderReceiver',
  admin: admin.address,
  solvers: [solver],
  routes: [{ chainId: 1, currency: native, min: '1', max: '1000' }],
  tokens: [{ token: native, min: '1', max: '1000' }],
  recipients: [{ recipient, hook: true }],
  routers: [router],
  reserved: [depository],
  chains: { 31101: { chainName: 'mockorigin' }, 31102: { chainName: 'mockdestination' } },
}

/** Starts chains on which deployer and admin have funds. */
export function startServers(ids: readonly number[] = chainIds.slice(0, 1)) {
  const balance = 10n ** 21n
  const chains = ids.map((id) => ({ id, port: 0 }))
  return startChainServers(chains, [
    { privateKey: deployerKey, balance },
    { privateKey: adminKey, balance },
  ])
}

export function clientOf(rpcUrl: string) {
  return createTestClient({ mode: 'hardhat', transport: http(rpcUrl), cacheTime: 0, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions)
}

/** Restores the chain of a URL after each test. */
export function restoreAfterEach(rpcUrl: () => string) {
  let id: Hex
  beforeEach(async () => {
    id = await clientOf(rpcUrl()).snapshot()
  })
  afterEach(() => clientOf(rpcUrl()).revert({ id }))
}

/** Deploys a contract that a guard can take for its depository. */
export async function deployDepository(rpcUrl: string): Promise<Address> {
  const client = clientOf(rpcUrl)
  const contract = { abi: [], bytecode: mockDepositoryBytecode }
  const hash = await client.deployContract({ account: deployer, chain: null, ...contract })
  return getAddress((await client.waitForTransactionReceipt({ hash })).contractAddress!)
}

export function connect(rpcUrl: string, account: Parameters<typeof createChain>[0]['account'] = deployer) {
  return createChain({ rpcUrl, account, pollMs: 20 })
}

export type AttestedOrderReceiverWanted = Extract<DeployConfig, { kind: 'attestedOrderReceiver' }>

export function configOf(
  chainId: number,
  options: Record<string, unknown> = {},
): AttestedOrderReceiverWanted {
  return readDeployConfig({ file, options, chainId }) as AttestedOrderReceiverWanted
}

export type Run = { found: DeployStep[]; transactions: DeployTransaction[] }

/** Deploys, and tells what was done. `cut` throws when it is told of so many events: a process that was killed. */
export async function run(
  chain: DeployChain,
  options: Partial<RunDeploymentParameters> & { wanted?: DeployConfig; cut?: number } = {},
): Promise<Run> {
  const { wanted = configOf(chain.id), cut = Number.POSITIVE_INFINITY, ...rest } = options
  const plan = planDeployment(wanted, chain.client.account.address)
  const found: DeployStep[] = []
  const transactions: DeployTransaction[] = []
  await runDeployment({
    chain,
    plan,
    onFound: (step) => found.push(step),
    onTransaction: async (transaction) => {
      if (transactions.push(transaction) > cut) throw new Error('killed')
    },
    ...rest,
  })
  return { found, transactions }
}

/** The steps whose transactions were mined. */
export function minedSteps({ transactions }: Pick<Run, 'transactions'>): DeployStep[] {
  return transactions.filter(({ block }) => block !== undefined).map(({ step }) => step)
}

export const allSteps: DeployStep[] = [
  'fundProxyDeployer',
  'installProxy',
  'implementation',
  'factory',
  'receiver',
]

import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hash,
  type Hex,
  maxUint128,
  type PrivateKeyAccount,
} from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { erc1967ProxyAbi } from '../../generated/abi/erc1967Proxy.js'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { mockExchangeAbi } from '../../generated/abi/mockExchange.js'
import { mockMsgValueApprovalProxyAbi } from '../../generated/abi/mockMsgValueApprovalProxy.js'
import { mockTokenAbi } from '../../generated/abi/mockToken.js'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import { signedOrderReceiverAbi } from '../../generated/abi/signedOrderReceiver.js'
import { attestedOrderReceiverBytecode } from '../../generated/bytecode/attestedOrderReceiver.js'
import { erc1967ProxyBytecode } from '../../generated/bytecode/erc1967Proxy.js'
import { mockDepositoryBytecode } from '../../generated/bytecode/mockDepository.js'
import { mockExchangeBytecode } from '../../generated/bytecode/mockExchange.js'
import { mockHashRouterBytecode } from '../../generated/bytecode/mockHashRouter.js'
import { mockMetadataApprovalProxyBytecode } from '../../generated/bytecode/mockMetadataApprovalProxy.js'
import { mockMetadataRouterBytecode } from '../../generated/bytecode/mockMetadataRouter.js'
import { mockMsgValueApprovalProxyBytecode } from '../../generated/bytecode/mockMsgValueApprovalProxy.js'
import { mockPlainApprovalProxyBytecode } from '../../generated/bytecode/mockPlainApprovalProxy.js'
import { mockPlainRouterBytecode } from '../../generated/bytecode/mockPlainRouter.js'
import { mockTokenBytecode } from '../../generated/bytecode/mockToken.js'
import { paymentGuardBytecode } from '../../generated/bytecode/paymentGuard.js'
import { signedOrderReceiverBytecode } from '../../generated/bytecode/signedOrderReceiver.js'
import { padAddress } from '../../protocol/address/padAddress.js'
import { permit2Of } from '../../service/profile/permit2.js'
import { type IdForm, isPublic } from '../forms.js'
import { type Chain, isWrapOf, mockTokens } from './chain.js'
import type { ChainContracts } from './contracts.js'
import { encodeApprovals, setTokenBalance, solverFunds } from './funds.js'
import { listRouters } from './router.js'

/** The gas limit of every transaction below. A fixed limit saves the requests for gas estimates. */
const gas = 12_000_000n

/** In whole units. */
const tokenFunds = { account: 10_000_000n, solver: BigInt(solverFunds.token) }
export const exchangeFunds = { native: 100_000n, token: 1_000_000_000n }

type DeployContractsParameters = {
  chain: Chain
  /** The other chains. The receiver accepts their native currency and tokens in any amount, and the guard pays to them. */
  others: readonly Chain[]
  deployer: PrivateKeyAccount
  /** The nonce that was passed to {@link planContracts}. */
  firstNonce: bigint
  /** Token holders on every chain, whom the guard may pay. The first is the admin. */
  accounts: readonly Address[]
  /** The recipients that the receiver lists. */
  recipients: readonly Address[]
  /** The solver. It approves the approval proxies, but no router: anyone can have a router make a call. */
  solver: PrivateKeyAccount
  allocator: Address
  idForm: IdForm
}

type SetUpTransaction = { to?: Address; data: Hex; value?: bigint }

/** Creates the service's contracts on a chain, in the order of {@link planContracts}, and mints tokens. */
export async function deployContracts(parameters: DeployContractsParameters): Promise<void> {
  const { chain, deployer, firstNonce, solver } = parameters
  const { client, isEmbedded } = chain
  const transactions = encodeTransactions(parameters)
  const gasPrice = (await client.getGasPrice()) * 2n
  const hashes: Hash[] = []
  const send = async (account: PrivateKeyAccount, first: number, list: readonly SetUpTransaction[]) => {
    for (const [index, transaction] of list.entries()) {
      // An embedded chain holds the keys and signs faster, and its chain id is known.
      const sender = isEmbedded
        ? ({ account: account.address, chain: null } as const)
        : ({ account, chain: client.chain } as const)
      hashes.push(
        await client.sendTransaction({ ...transaction, ...sender, nonce: first + index, gas, gasPrice }),
      )
    }
  }
  if (isEmbedded) await client.setAutomine(false)
  await send(deployer, Number(firstNonce), transactions)
  const solverNonce = await client.getTransactionCount(solver)
  const approvals = encodeApprovals(chain)
  await send(solver, solverNonce, approvals)
  if (isEmbedded) {
    // Each block moves the chain's time by a second, so all transactions share a few blocks.
    const nonce = Number(firstNonce) + transactions.length
    const isOpen = async () =>
      (await client.getTransactionCount(deployer)) < nonce ||
      (await client.getTransactionCount(solver)) < solverNonce + approvals.length
    while (await isOpen()) await client.mine({ blocks: 1 })
    await client.setAutomine(true)
  }
  await Promise.all(
    hashes.map(async (hash, index) => {
      const { status } = await client.waitForTransactionReceipt({ hash })
      if (status !== 'success') throw new Error(`Transaction ${index} of the set-up reverted: ${hash}`)
    }),
  )
  await fundOwnTokens(parameters)
}

/** Gives the solver, the exchange and the accounts the same amounts of the caller's own tokens as of the mock's tokens. */
async function fundOwnTokens({ chain, accounts, solver }: DeployContractsParameters): Promise<void> {
  const { client, currencies, contracts } = chain
  const shares = [
    [solver.address, tokenFunds.solver],
    [contracts.exchange, exchangeFunds.token],
    ...accounts.map((account) => [account, tokenFunds.account] as const),
  ] as const
  for (const token of currencies.slice(1 + mockTokens.length)) {
    const { address, decimals } = token
    const unit = 10n ** BigInt(decimals)
    for (const [holder, amount] of shares) await setTokenBalance(client, address, holder, amount * unit)
    if (!isWrapOf(currencies[0]!, token)) continue
    const total = shares.reduce((sum, [, amount]) => sum + amount, 0n)
    const value = (await client.getBalance({ address })) + total * unit
    await client.setBalance({ address, value })
  }
}

function encodeTransactions(parameters: DeployContractsParameters): SetUpTransaction[] {
  const { deployer, accounts, solver, allocator, idForm } = parameters
  const { contracts } = parameters.chain
  const owner = deployer.address
  const [usdc, ...otherTokens] = mockTokens
  return [
    { data: mockDepositoryBytecode },
    { data: mockMetadataRouterBytecode },
    encodeToken(usdc),
    { data: isPublic(idForm, 'receiver') ? signedOrderReceiverBytecode : attestedOrderReceiverBytecode },
    encodeProxy(contracts.receiverImplementation, encodeReceiver(parameters)),
    ...otherTokens.map(encodeToken),
    {
      data: encodeDeployData({
        abi: mockExchangeAbi,
        bytecode: mockExchangeBytecode,
        args: [solver.address],
      }),
      value: exchangeFunds.native * 10n ** 18n,
    },
    { data: paymentGuardBytecode },
    encodeProxy(contracts.guardImplementation, encodeGuard(parameters)),
    { data: mockPlainRouterBytecode },
    encodeApprovalProxy(mockMetadataApprovalProxyBytecode, owner, contracts.metadataRouter),
    encodeApprovalProxy(mockPlainApprovalProxyBytecode, owner, contracts.plainRouter),
    { data: mockHashRouterBytecode },
    encodeApprovalProxy(mockMsgValueApprovalProxyBytecode, owner, contracts.hashRouter),
    {
      to: contracts.depository,
      data: encodeFunctionData({ abi: mockDepositoryAbi, functionName: 'setAllocator', args: [allocator] }),
    },
    ...encodeMints(contracts, [
      ...accounts.map((to) => ({ to, amount: tokenFunds.account })),
      { to: solver.address, amount: tokenFunds.solver },
      { to: contracts.exchange, amount: exchangeFunds.token },
    ]),
  ]
}

/** Encodes the mints of every token. Units: `amount` in whole units. */
function encodeMints(
  contracts: ChainContracts,
  shares: readonly { to: Address; amount: bigint }[],
): SetUpTransaction[] {
  return mockTokens.map(({ contract, decimals }) => {
    const mints = shares.map(({ to, amount }) => ({ to, amount: amount * 10n ** BigInt(decimals) }))
    return {
      to: contracts[contract],
      data: encodeFunctionData({ abi: mockTokenAbi, functionName: 'mintAll', args: [mints] }),
    }
  })
}

function encodeToken({ name, symbol, decimals }: (typeof mockTokens)[number]): { data: Hex } {
  const args = [name, symbol, decimals] as const
  return { data: encodeDeployData({ abi: mockTokenAbi, bytecode: mockTokenBytecode, args }) }
}

/** Encodes the deployment of an approval proxy. All of them have the same constructor. */
function encodeApprovalProxy(bytecode: Hex, owner: Address, router: Address): { data: Hex } {
  const args = [owner, router, permit2Of()] as const
  return { data: encodeDeployData({ abi: mockMsgValueApprovalProxyAbi, bytecode, args }) }
}

function encodeProxy(implementation: Address, initialize: Hex): { data: Hex } {
  const args = [implementation, initialize]
  return { data: encodeDeployData({ abi: erc1967ProxyAbi as Abi, bytecode: erc1967ProxyBytecode, args }) }
}

function encodeReceiver(parameters: DeployContractsParameters): Hex {
  const { chain, others, idForm, recipients } = parameters
  const { contracts } = chain
  const routes = others.flatMap((other) =>
    other.currencies.map(({ address }) => ({
      chainId: BigInt(other.id),
      currency: padAddress(address),
      min: 1n,
      max: maxUint128,
    })),
  )
  const routers = listRouters(contracts)
  const approvalProxies = routers.map(({ approvalProxy }) => approvalProxy)
  const config = {
    ...policyOf(parameters),
    routes,
    tokens: chain.currencies.map(({ address: token }) => ({ token, min: 1n, max: maxUint128 })),
    recipients: recipients.map((recipient) => ({ recipient, hook: false })),
    routers: routers.map(({ address }) => address),
    reserved: [contracts.depository, contracts.guard, ...approvalProxies, permit2Of()],
  }
  return isPublic(idForm, 'receiver')
    ? encodeFunctionData({
        abi: signedOrderReceiverAbi,
        functionName: 'initialize',
        args: [config, listChains(others)],
      })
    : encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName: 'initialize', args: [config] })
}

/** Encodes the guard's configuration, which lists every account as a recipient on every chain. */
function encodeGuard(parameters: DeployContractsParameters): Hex {
  const { chain, others, accounts } = parameters
  const config = {
    ...policyOf(parameters),
    depository: chain.contracts.depository,
    chains: listChains(others),
    recipients: [chain, ...others].flatMap(({ id }) =>
      accounts.map((recipient) => ({ chainId: BigInt(id), recipient })),
    ),
  }
  return encodeFunctionData({ abi: paymentGuardAbi, functionName: 'initialize', args: [config] })
}

function policyOf({ accounts, chain, solver }: DeployContractsParameters) {
  const [admin] = accounts as [Address]
  return {
    ...{ admin, guardian: admin, rescuer: admin },
    chainName: chain.name,
    solvers: [{ solver: solver.address, start: 0, stop: 0 }],
  }
}

function listChains(chains: readonly Chain[]) {
  return chains.map(({ id, name }) => ({ name, chainId: BigInt(id), isEvm: true }))
}

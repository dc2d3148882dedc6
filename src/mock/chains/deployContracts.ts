import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hash,
  type Hex,
  maxUint128,
  maxUint256,
  type PrivateKeyAccount,
  zeroHash,
} from 'viem'
import { erc1967ProxyAbi } from '../../generated/abi/erc1967Proxy.js'
import { fillReceiverAbi } from '../../generated/abi/fillReceiver.js'
import { mockApprovalProxyAbi } from '../../generated/abi/mockApprovalProxy.js'
import { mockApprovalProxyV2Abi } from '../../generated/abi/mockApprovalProxyV2.js'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { mockExchangeAbi } from '../../generated/abi/mockExchange.js'
import { mockTokenAbi } from '../../generated/abi/mockToken.js'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import { signedOrderReceiverAbi } from '../../generated/abi/signedOrderReceiver.js'
import { erc1967ProxyBytecode } from '../../generated/bytecode/erc1967Proxy.js'
import { fillReceiverBytecode } from '../../generated/bytecode/fillReceiver.js'
import { mockApprovalProxyBytecode } from '../../generated/bytecode/mockApprovalProxy.js'
import { mockApprovalProxyV2Bytecode } from '../../generated/bytecode/mockApprovalProxyV2.js'
import { mockDepositoryBytecode } from '../../generated/bytecode/mockDepository.js'
import { mockExchangeBytecode } from '../../generated/bytecode/mockExchange.js'
import { mockRouterBytecode } from '../../generated/bytecode/mockRouter.js'
import { mockRouterV2Bytecode } from '../../generated/bytecode/mockRouterV2.js'
import { mockTokenBytecode } from '../../generated/bytecode/mockToken.js'
import { paymentGuardBytecode } from '../../generated/bytecode/paymentGuard.js'
import { signedOrderReceiverBytecode } from '../../generated/bytecode/signedOrderReceiver.js'
import { padAddress } from '../../protocol/address/padAddress.js'
import { permit2 } from '../../service/profile/permit2.js'
import type { IdForm } from '../context.js'
import { mockTokens } from './chain.js'
import type { ChainContracts } from './contracts.js'
import type { ChainClient } from './createChainClient.js'
import { listRouters } from './router.js'

/** Estimates cost a round trip each; this is enough for every transaction below. */
const gas = 12_000_000n

/**
 * Where the contracts of a deployer will be, as the receivers of two chains name each other's tokens.
 *
 * @param firstNonce - Of the deployer, which is not zero on an endpoint that served a mock before.
 */
export function planContracts(deployer: Address, firstNonce = 0n): ChainContracts {
  const at = (nonce: bigint) => getContractAddress({ from: deployer, nonce: firstNonce + nonce })
  return {
    depository: at(0n),
    router: at(1n),
    token: at(2n),
    receiver: at(4n),
    wbtc: at(5n),
    dai: at(6n),
    exchange: at(7n),
    guard: at(9n),
    routerV2: at(10n),
    approvalProxy: at(11n),
    approvalProxyV2: at(12n),
  }
}

export type DeployContractsParameters = {
  client: ChainClient
  isEmbedded: boolean
  deployer: PrivateKeyAccount
  /** As given to {@link planContracts}. */
  firstNonce: bigint
  contracts: ChainContracts
  chainName: string
  admin: Address
  /** Approves the approval proxies, and nothing else that makes calls. */
  solver: PrivateKeyAccount
  allocator: Address
  idForm: IdForm
  recipients: readonly Address[]
  /** Token holders and what they get of each token, in whole units. */
  holders: readonly { address: Address; amount: bigint }[]
  /** What the exchange starts with, in whole units of every currency. */
  exchangeFunds: { native: bigint; token: bigint }
  /** The other chains: the receiver accepts their native currency and tokens in any amount, the guard pays to them. */
  others: readonly { chainId: number; name: string; contracts: ChainContracts }[]
}

type SetUpTransaction = { to?: Address; data: Hex; value?: bigint }

/** Puts the service's contracts on a chain, in the order that {@link planContracts} counts on, and mints. */
export async function deployContracts(parameters: DeployContractsParameters): Promise<void> {
  const { client, isEmbedded, deployer, firstNonce, contracts, holders, exchangeFunds, solver } = parameters
  const { allocator, idForm } = parameters
  const at = (nonce: bigint) => getContractAddress({ from: deployer.address, nonce: firstNonce + nonce })
  const [usdc, ...otherTokens] = mockTokens
  const shares = [...holders, { address: contracts.exchange, amount: exchangeFunds.token }]
  const transactions: SetUpTransaction[] = [
    { data: mockDepositoryBytecode },
    { data: mockRouterBytecode },
    encodeToken(usdc),
    { data: idForm === 'specification' ? fillReceiverBytecode : signedOrderReceiverBytecode },
    encodeProxy(at(3n), encodeReceiver(parameters)),
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
    encodeProxy(at(8n), encodeGuard({ ...parameters, chainId: client.chain.id })),
    { data: mockRouterV2Bytecode },
    ...encodeApprovalProxies(deployer.address, contracts),
    {
      to: contracts.depository,
      data: encodeFunctionData({ abi: mockDepositoryAbi, functionName: 'setAllocator', args: [allocator] }),
    },
    ...mockTokens.map(({ contract, decimals }) => ({
      to: contracts[contract],
      data: encodeFunctionData({
        abi: mockTokenAbi,
        functionName: 'mintAll',
        args: [
          shares.map(({ address, amount }) => ({ to: address, amount: amount * 10n ** BigInt(decimals) })),
        ],
      }),
    })),
  ]
  const gasPrice = (await client.getGasPrice()) * 2n
  const hashes: Hash[] = []
  const send = async (account: PrivateKeyAccount, first: number, list: readonly SetUpTransaction[]) => {
    for (const [index, transaction] of list.entries()) {
      // An embedded chain has the keys, and signs faster.
      const sender = isEmbedded ? account.address : account
      const fees = { nonce: first + index, gas, gasPrice, chain: null }
      hashes.push(await client.sendTransaction({ ...transaction, account: sender, ...fees }))
    }
  }
  if (isEmbedded) await client.setAutomine(false)
  await send(deployer, Number(firstNonce), transactions)
  const solverNonce = await client.getTransactionCount(solver)
  const approvals = encodeApprovals(contracts)
  await send(solver, solverNonce, approvals)
  if (isEmbedded) {
    // Each block moves the chain's time on by a second, so a few must do.
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
}

function encodeToken({ name, symbol, decimals }: (typeof mockTokens)[number]): { data: Hex } {
  const args = [name, symbol, decimals] as const
  return { data: encodeDeployData({ abi: mockTokenAbi, bytecode: mockTokenBytecode, args }) }
}

function encodeApprovalProxies(owner: Address, { router, routerV2 }: ChainContracts): { data: Hex }[] {
  return [
    encodeDeployData({
      abi: mockApprovalProxyAbi,
      bytecode: mockApprovalProxyBytecode,
      args: [owner, router, permit2],
    }),
    encodeDeployData({
      abi: mockApprovalProxyV2Abi,
      bytecode: mockApprovalProxyV2Bytecode,
      args: [owner, routerV2, permit2],
    }),
  ].map((data) => ({ data }))
}

/** The solver's, of every token to both approval proxies. */
function encodeApprovals(contracts: ChainContracts): SetUpTransaction[] {
  return mockTokens.flatMap(({ contract }) =>
    listRouters(contracts).map(({ approvalProxy }) => ({
      to: contracts[contract],
      data: encodeFunctionData({
        abi: mockTokenAbi,
        functionName: 'approve',
        args: [approvalProxy, maxUint256],
      }),
    })),
  )
}

function encodeProxy(implementation: Address, initialize: Hex): { data: Hex } {
  const args = [implementation, initialize]
  return { data: encodeDeployData({ abi: erc1967ProxyAbi as Abi, bytecode: erc1967ProxyBytecode, args }) }
}

function encodeReceiver(parameters: DeployContractsParameters): Hex {
  const { admin, chainName, solver, others, recipients, contracts, idForm } = parameters
  const routes = others.flatMap(({ chainId, contracts }) =>
    [zeroHash, ...mockTokens.map(({ contract }) => padAddress(contracts[contract]))].map((currency) => ({
      chainId: BigInt(chainId),
      currency,
      min: 1n,
      max: maxUint128,
    })),
  )
  const routers = listRouters(contracts)
  const config = {
    admin,
    chainName,
    solvers: [{ solver: solver.address, start: 0, stop: 0 }],
    routes,
    recipients: recipients.map((recipient) => ({ recipient, hook: false })),
    routers: routers.map(({ address }) => address),
    reserved: [
      contracts.depository,
      contracts.guard,
      ...routers.map(({ approvalProxy }) => approvalProxy),
      permit2,
    ],
  }
  if (idForm === 'specification') {
    return encodeFunctionData({ abi: fillReceiverAbi, functionName: 'initialize', args: [config] })
  }
  return encodeFunctionData({
    abi: signedOrderReceiverAbi,
    functionName: 'initialize',
    args: [config, encodeChains(others)],
  })
}

function encodeChains(others: DeployContractsParameters['others']) {
  return others.map(({ chainId, name }) => ({ name, chainId: BigInt(chainId), isEvm: true }))
}

/** Everybody may be paid on every chain. */
function encodeGuard(parameters: DeployContractsParameters & { chainId: number }): Hex {
  const { admin, chainId: ownChainId, chainName, solver, others, recipients, contracts } = parameters
  return encodeFunctionData({
    abi: paymentGuardAbi,
    functionName: 'initialize',
    args: [
      {
        admin,
        depository: contracts.depository,
        chainName,
        solvers: [{ solver: solver.address, start: 0, stop: 0 }],
        chains: encodeChains(others),
        recipients: [ownChainId, ...others.map(({ chainId }) => chainId)].flatMap((chainId) =>
          recipients.map((recipient) => ({ chainId: BigInt(chainId), recipient })),
        ),
      },
    ],
  })
}

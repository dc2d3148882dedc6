import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hash,
  type Hex,
  maxUint128,
  type PrivateKeyAccount,
  zeroHash,
} from 'viem'
import { erc1967ProxyAbi } from '../../abi/erc1967Proxy.js'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { mockExchangeAbi } from '../../abi/mockExchange.js'
import { mockTokenAbi } from '../../abi/mockToken.js'
import { paymentGuardAbi } from '../../abi/paymentGuard.js'
import { padAddress } from '../../address/padAddress.js'
import { erc1967ProxyBytecode } from '../../bytecode/erc1967Proxy.js'
import { fillReceiverBytecode } from '../../bytecode/fillReceiver.js'
import { mockDepositoryBytecode } from '../../bytecode/mockDepository.js'
import { mockExchangeBytecode } from '../../bytecode/mockExchange.js'
import { mockRouterBytecode } from '../../bytecode/mockRouter.js'
import { mockTokenBytecode } from '../../bytecode/mockToken.js'
import { paymentGuardBytecode } from '../../bytecode/paymentGuard.js'
import { type ChainContracts, mockTokens } from './chain.js'
import type { ChainClient } from './createChainClient.js'

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
  solver: Address
  recipients: readonly Address[]
  /** Token holders and what they get of each token, in whole units. */
  holders: readonly { address: Address; amount: bigint }[]
  /** What the exchange starts with, in whole units of every currency. */
  exchangeFunds: { native: bigint; token: bigint }
  /** The other chains: the receiver accepts their native currency and tokens in any amount, the guard pays to them. */
  others: readonly { chainId: number; name: string; contracts: ChainContracts }[]
}

/** Puts the service's contracts on a chain, in the order that {@link planContracts} counts on, and mints. */
export async function deployContracts(parameters: DeployContractsParameters): Promise<void> {
  const { client, isEmbedded, deployer, firstNonce, contracts, holders, exchangeFunds, solver } = parameters
  const at = (nonce: bigint) => getContractAddress({ from: deployer.address, nonce: firstNonce + nonce })
  const [usdc, ...otherTokens] = mockTokens
  const shares = [...holders, { address: contracts.exchange, amount: exchangeFunds.token }]
  const transactions: { to?: Address; data: Hex; value?: bigint }[] = [
    { data: mockDepositoryBytecode },
    { data: mockRouterBytecode },
    encodeToken(usdc),
    { data: fillReceiverBytecode },
    encodeProxy(at(3n), encodeReceiver(parameters)),
    ...otherTokens.map(encodeToken),
    {
      data: encodeDeployData({ abi: mockExchangeAbi, bytecode: mockExchangeBytecode, args: [solver] }),
      value: exchangeFunds.native * 10n ** 18n,
    },
    { data: paymentGuardBytecode },
    encodeProxy(at(8n), encodeGuard({ ...parameters, chainId: client.chain.id })),
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
  if (isEmbedded) await client.setAutomine(false)
  for (const [index, transaction] of transactions.entries()) {
    const nonce = Number(firstNonce) + index
    hashes.push(await client.sendTransaction({ ...transaction, account: deployer, nonce, gas, gasPrice }))
  }
  if (isEmbedded) {
    // Each block moves the chain's time on by a second, so a few must do.
    const nonce = Number(firstNonce) + transactions.length
    while ((await client.getTransactionCount(deployer)) < nonce) await client.mine({ blocks: 1 })
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

function encodeProxy(implementation: Address, initialize: Hex): { data: Hex } {
  const args = [implementation, initialize]
  return { data: encodeDeployData({ abi: erc1967ProxyAbi as Abi, bytecode: erc1967ProxyBytecode, args }) }
}

function encodeReceiver(parameters: DeployContractsParameters): Hex {
  const { admin, chainName, solver, others, recipients, contracts } = parameters
  const routes = others.flatMap(({ chainId, contracts }) =>
    [zeroHash, ...mockTokens.map(({ contract }) => padAddress(contracts[contract]))].map((currency) => ({
      chainId: BigInt(chainId),
      currency,
      min: 1n,
      max: maxUint128,
    })),
  )
  return encodeFunctionData({
    abi: fillReceiverAbi,
    functionName: 'initialize',
    args: [
      {
        admin,
        chainName,
        solvers: [{ solver, start: 0, stop: 0 }],
        routes,
        recipients: recipients.map((recipient) => ({ recipient, hook: false })),
        routers: [contracts.router],
        reserved: [contracts.depository, contracts.guard],
      },
    ],
  })
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
        solvers: [{ solver, start: 0, stop: 0 }],
        chains: others.map(({ chainId, name }) => ({ name, chainId: BigInt(chainId), isEvm: true })),
        recipients: [ownChainId, ...others.map(({ chainId }) => chainId)].flatMap((chainId) =>
          recipients.map((recipient) => ({ chainId: BigInt(chainId), recipient })),
        ),
      },
    ],
  })
}

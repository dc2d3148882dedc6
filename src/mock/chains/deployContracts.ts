import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  maxUint128,
  type PrivateKeyAccount,
  zeroHash,
} from 'viem'
import { erc1967ProxyAbi } from '../../abi/erc1967Proxy.js'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { mockTokenAbi } from '../../abi/mockToken.js'
import { padAddress } from '../../address/padAddress.js'
import { erc1967ProxyBytecode } from '../../bytecode/erc1967Proxy.js'
import { fillReceiverBytecode } from '../../bytecode/fillReceiver.js'
import { mockDepositoryBytecode } from '../../bytecode/mockDepository.js'
import { mockRouterBytecode } from '../../bytecode/mockRouter.js'
import { mockTokenBytecode } from '../../bytecode/mockToken.js'
import type { ChainContracts } from './chain.js'
import type { ChainClient } from './createChainClient.js'

/** Estimates cost a round trip each; this is enough for every transaction below. */
const gas = 12_000_000n

/** Where the contracts of a deployer will be, as the receivers of two chains name each other's tokens. */
export function planContracts(deployer: Address): ChainContracts {
  const at = (nonce: bigint) => getContractAddress({ from: deployer, nonce })
  return { depository: at(0n), router: at(1n), token: at(2n), receiver: at(4n) }
}

export type DeployContractsParameters = {
  client: ChainClient
  deployer: PrivateKeyAccount
  contracts: ChainContracts
  chainName: string
  admin: Address
  solver: Address
  recipients: readonly Address[]
  /** Token holders and what they get, in the token's smallest unit. */
  holders: readonly { address: Address; amount: bigint }[]
  /** Chains whose native currency and token the receiver accepts, in any amount. */
  origins: readonly { chainId: number; token: Address }[]
}

/** Puts the service's contracts on a chain, in the order that {@link planContracts} counts on, and mints. */
export async function deployContracts(parameters: DeployContractsParameters): Promise<void> {
  const { client, deployer, contracts, holders } = parameters
  const implementation = getContractAddress({ from: deployer.address, nonce: 3n })
  const transactions: { to?: Address; data: Hex }[] = [
    { data: mockDepositoryBytecode },
    { data: mockRouterBytecode },
    {
      data: encodeDeployData({
        abi: mockTokenAbi,
        bytecode: mockTokenBytecode,
        args: ['USD Coin', 'USDC', 6],
      }),
    },
    { data: fillReceiverBytecode },
    {
      data: encodeDeployData({
        abi: erc1967ProxyAbi as Abi,
        bytecode: erc1967ProxyBytecode,
        args: [implementation, encodeInitialize(parameters)],
      }),
    },
    ...holders.map(({ address, amount }) => ({
      to: contracts.token,
      data: encodeFunctionData({ abi: mockTokenAbi, functionName: 'mint', args: [address, amount] }),
    })),
  ]
  for (const [nonce, transaction] of transactions.entries()) {
    const hash = await client.sendTransaction({ ...transaction, account: deployer, nonce, gas })
    const { status } = await client.getTransactionReceipt({ hash })
    if (status !== 'success') throw new Error(`Transaction ${nonce} of the set-up reverted: ${hash}`)
  }
}

function encodeInitialize(parameters: DeployContractsParameters): Hex {
  const { admin, chainName, solver, origins, recipients, contracts } = parameters
  const routes = origins.flatMap(({ chainId, token }) =>
    [zeroHash, padAddress(token)].map((currency) => ({
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
        reserved: [contracts.depository],
      },
    ],
  })
}

import { type Address, encodeFunctionData, type Hash, type LocalAccount, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { erc1967ProxyAbi } from '../../src/generated/abi/erc1967Proxy.js'
import { mockTokenAbi } from '../../src/generated/abi/mockToken.js'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { erc1967ProxyBytecode } from '../../src/generated/bytecode/erc1967Proxy.js'
import { mockTokenBytecode } from '../../src/generated/bytecode/mockToken.js'
import { signedOrderReceiverBytecode } from '../../src/generated/bytecode/signedOrderReceiver.js'
import { padAddress } from '../../src/protocol/address/padAddress.js'
import type { ServiceProfileChain } from '../../src/service/profile/types.js'
import type { ForkNode } from './connect.js'
import type { ForkRouter } from './findContracts.js'

/** The contracts that the test deploys or creates. */
export type ForkContracts = {
  receiver: Address
  token: Address
  /** Receives the accepted payments: an account without code. */
  recipient: Address
  /** Signs the orders. */
  solver: LocalAccount
}

const supply = 10n ** 24n

/** Deploys a token and a receiver that accepts orders of a new solver, paid on the same chain. */
export async function deployContracts({
  node,
  chain,
  depository,
  routers,
}: {
  node: ForkNode
  chain: ServiceProfileChain
  depository: Address
  routers: readonly ForkRouter[]
}): Promise<ForkContracts> {
  const { client, account } = node
  const confirm = async (hash: Promise<Hash>) => node.confirm(await hash)
  const owner = account.address
  const { contractAddress: token } = await confirm(
    client.deployContract({
      abi: mockTokenAbi,
      bytecode: mockTokenBytecode,
      args: ['Fork token', 'FORK', 18],
    }),
  )
  const solver = privateKeyToAccount(generatePrivateKey())
  const recipient = privateKeyToAccount(generatePrivateKey()).address
  const config = {
    ...{ admin: owner, guardian: owner, rescuer: owner },
    chainName: chain.name,
    solvers: [{ solver: solver.address, start: 0, stop: 0 }],
    routes: [zeroAddress, token!].map((currency) => ({
      chainId: BigInt(chain.id),
      currency: padAddress(currency),
      min: 1n,
      max: supply,
    })),
    tokens: [zeroAddress, token!].map((accepted) => ({ token: accepted, min: 1n, max: supply })),
    recipients: [{ recipient, hook: false }],
    routers: routers.map(({ address }) => address),
    reserved: [depository, ...routers.map(({ approvalProxy }) => approvalProxy)],
  }
  const data = encodeFunctionData({
    abi: signedOrderReceiverAbi,
    functionName: 'initialize',
    args: [config, [{ name: chain.name, chainId: BigInt(chain.id), isEvm: true }]],
  })
  const implementation = await confirm(
    client.deployContract({ abi: signedOrderReceiverAbi, bytecode: signedOrderReceiverBytecode }),
  )
  const args = [implementation.contractAddress!, data] as const
  const receiver = await confirm(
    client.deployContract({ abi: erc1967ProxyAbi, bytecode: erc1967ProxyBytecode, args }),
  )
  await confirm(
    client.writeContract({ abi: mockTokenAbi, address: token!, functionName: 'mint', args: [owner, supply] }),
  )
  return { receiver: receiver.contractAddress!, token: token!, recipient, solver }
}

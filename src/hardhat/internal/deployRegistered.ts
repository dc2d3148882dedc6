import { type Address, encodeDeployData, encodeFunctionData, maxUint128, zeroAddress } from 'viem'
import { erc1967ProxyAbi } from '../../generated/abi/erc1967Proxy.js'
import { registeredTermsReceiverAbi } from '../../generated/abi/registeredTermsReceiver.js'
import { erc1967ProxyBytecode } from '../../generated/bytecode/erc1967Proxy.js'
import { registeredTermsReceiverBytecode } from '../../generated/bytecode/registeredTermsReceiver.js'
import type { MockChain, MockService } from '../../mock/index.js'
import { padAddress } from '../../protocol/address/padAddress.js'
import type { AccountClient } from './clients.js'

/** Deploys a receiver on the destination that trusts the mock's solver and a registrar. */
export async function deployRegistered(
  admin: AccountClient,
  { chains, solver }: MockService,
  registrar: Address,
): Promise<Address> {
  const [origin, destination] = chains as [MockChain, MockChain]
  const { address } = admin.account
  const config = {
    ...{ admin: address, guardian: address, rescuer: address },
    chainName: destination.name,
    solvers: [{ solver, start: 0, stop: 0 }],
    routes: [zeroAddress, ...origin.tokens.map(({ address }) => address)].map((currency) => ({
      chainId: BigInt(origin.id),
      currency: padAddress(currency),
      min: 1n,
      max: maxUint128,
    })),
    tokens: [zeroAddress, ...destination.tokens.map(({ address }) => address)].map((token) => ({
      token,
      min: 1n,
      max: maxUint128,
    })),
    recipients: [],
    routers: destination.routers.map(({ address }) => address),
    reserved: [destination.depository, destination.guard],
  }
  const data = encodeFunctionData({
    abi: registeredTermsReceiverAbi,
    functionName: 'initialize',
    args: [config, [registrar]],
  })
  const implementation = await create(admin, registeredTermsReceiverBytecode)
  return create(
    admin,
    encodeDeployData({ abi: erc1967ProxyAbi, bytecode: erc1967ProxyBytecode, args: [implementation, data] }),
  )
}

async function create(client: AccountClient, data: `0x${string}`): Promise<Address> {
  const hash = await client.sendTransaction({ data })
  return (await client.waitForTransactionReceipt({ hash })).contractAddress!
}

import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  maxUint128,
  zeroAddress,
  zeroHash,
} from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { erc1967ProxyAbi } from '../../generated/abi/erc1967Proxy.js'
import { attestedOrderReceiverBytecode } from '../../generated/bytecode/attestedOrderReceiver.js'
import { erc1967ProxyBytecode } from '../../generated/bytecode/erc1967Proxy.js'
import type { Demo } from './setup.js'

/** Deploys another receiver on the destination chain, which trusts another solver as well. */
export async function deploySecondReceiver(demo: Demo, otherSolver: Address): Promise<Address> {
  const { destination, origin, mock, admin, recipient } = demo
  const config = {
    admin: admin.address,
    chainName: destination.name,
    solvers: [mock.solver, otherSolver].map((solver) => ({ solver, start: 0, stop: 0 })),
    routes: [{ chainId: BigInt(origin.id), currency: zeroHash, min: 1n, max: maxUint128 }],
    tokens: [{ token: zeroAddress, min: 1n, max: maxUint128 }],
    recipients: [{ recipient: recipient.address, hook: false }],
    routers: [destination.router],
    reserved: [destination.depository],
  }
  const initialize = encodeFunctionData({
    abi: attestedOrderReceiverAbi,
    functionName: 'initialize',
    args: [config],
  })
  const implementation = await deploy(demo, attestedOrderReceiverBytecode)
  const data = encodeDeployData({
    abi: erc1967ProxyAbi,
    bytecode: erc1967ProxyBytecode,
    args: [implementation, initialize],
  })
  return deploy(demo, data)
}

async function deploy({ destination: { client }, admin }: Demo, data: Hex): Promise<Address> {
  const hash = await client.sendTransaction({ data, account: admin })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  return contractAddress ?? zeroAddress
}

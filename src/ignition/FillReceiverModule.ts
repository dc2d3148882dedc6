import { buildModule } from '@nomicfoundation/ignition-core'
import { fillReceiverAbi as abi } from '../generated/abi/fillReceiver.js'
import { fillReceiverBytecode as bytecode } from '../generated/bytecode/fillReceiver.js'
import { proxiedContract } from './proxiedContract.js'

/**
 * A Hardhat Ignition module that deploys a `FillReceiver` behind an ERC-1967 proxy, which initializes it in its
 * constructor.
 *
 * - Rule: the code is what the package ships, so the project need not compile it. The parameter `config` is what
 *   `initialize` takes, with amounts as `bigint`, or as `"100n"` in a file of parameters. It gives back `implementation`,
 *   `proxy`, and `receiver`, the proxy with the receiver's functions.
 * - Warning: an ordinary deployment, at an address that follows from the deployer and its nonce. For the same address on
 *   every chain, use the command `fillproof deploy`.
 */
export const FillReceiverModule = buildModule('FillReceiver', (builder) => {
  const { implementation, proxy, contract } = proxiedContract(builder, {
    name: 'FillReceiver',
    abi,
    bytecode,
    parameters: ['config'],
  })
  return { implementation, proxy, receiver: contract }
})

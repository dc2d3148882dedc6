import { buildModule } from '@nomicfoundation/ignition-core'
import { attestedOrderReceiverAbi as abi } from '../generated/abi/attestedOrderReceiver.js'
import { attestedOrderReceiverBytecode as bytecode } from '../generated/bytecode/attestedOrderReceiver.js'
import { proxiedContract } from './proxiedContract.js'

/**
 * A Hardhat Ignition module that deploys an `AttestedOrderReceiver` and an ERC-1967 proxy for it. The proxy's constructor
 * initializes the receiver.
 *
 * - It deploys the compiled code in this package.
 * - The parameter `config` is the argument of `initialize`, with amounts as `bigint`, or as `"100n"` in a parameters
 *   file.
 * - Returns `implementation`, `proxy`, and `receiver`, which is the proxy with the receiver's functions.
 * - Warning: the address depends on the deployer's nonce. For the same address on every chain, use `fillproof deploy`.
 */
export const AttestedOrderReceiverModule = buildModule('AttestedOrderReceiver', (builder) => {
  const { implementation, proxy, contract } = proxiedContract(builder, {
    name: 'AttestedOrderReceiver',
    abi,
    bytecode,
    parameters: ['config'],
  })
  return { implementation, proxy, receiver: contract }
})

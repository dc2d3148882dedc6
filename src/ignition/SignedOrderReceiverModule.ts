import { buildModule } from '@nomicfoundation/ignition-core'
import { signedOrderReceiverAbi as abi } from '../generated/abi/signedOrderReceiver.js'
import { signedOrderReceiverBytecode as bytecode } from '../generated/bytecode/signedOrderReceiver.js'
import { proxiedContract } from './proxiedContract.js'

/**
 * A Hardhat Ignition module that deploys a `SignedOrderReceiver`, like {@link AttestedOrderReceiverModule}.
 *
 * - The parameters are the arguments of `initialize`: `config`, and `chains` with the names of the origin chains.
 * - Warning: the address depends on the deployer's nonce. For the same address on every chain, use `fillproof deploy`.
 */
export const SignedOrderReceiverModule = buildModule('SignedOrderReceiver', (builder) => {
  const { implementation, proxy, contract } = proxiedContract(builder, {
    name: 'SignedOrderReceiver',
    abi,
    bytecode,
    parameters: ['config', 'chains'],
  })
  return { implementation, proxy, receiver: contract }
})

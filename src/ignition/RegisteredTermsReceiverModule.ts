import { buildModule } from '@nomicfoundation/ignition-core'
import { registeredTermsReceiverAbi as abi } from '../generated/abi/registeredTermsReceiver.js'
import { registeredTermsReceiverBytecode as bytecode } from '../generated/bytecode/registeredTermsReceiver.js'
import { proxiedContract } from './proxiedContract.js'

/**
 * A Hardhat Ignition module that deploys a `RegisteredTermsReceiver`, like {@link AttestedOrderReceiverModule}.
 *
 * - The parameters are the arguments of `initialize`: `config`, and `registrars`, the addresses that state terms.
 * - Warning: the address depends on the deployer's nonce. For the same address on every chain, use `fillproof deploy`.
 */
export const RegisteredTermsReceiverModule = buildModule('RegisteredTermsReceiver', (builder) => {
  const { implementation, proxy, contract } = proxiedContract(builder, {
    name: 'RegisteredTermsReceiver',
    abi,
    bytecode,
    parameters: ['config', 'registrars'],
  })
  return { implementation, proxy, receiver: contract }
})

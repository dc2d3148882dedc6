import { buildModule } from '@nomicfoundation/ignition-core'
import { registeredFillReceiverAbi as abi } from '../generated/abi/registeredFillReceiver.js'
import { registeredFillReceiverBytecode as bytecode } from '../generated/bytecode/registeredFillReceiver.js'
import { proxiedContract } from './proxiedContract.js'

/**
 * As {@link FillReceiverModule}, for a `RegisteredFillReceiver`.
 *
 * - Rule: the parameters are the arguments of `initialize`: `config`, and `registrars`, the addresses that state terms.
 * - Warning: the address depends on the deployer's nonce. For the same address on every chain, use `fillproof deploy`.
 */
export const RegisteredFillReceiverModule = buildModule('RegisteredFillReceiver', (builder) => {
  const { implementation, proxy, contract } = proxiedContract(builder, {
    name: 'RegisteredFillReceiver',
    abi,
    bytecode,
    parameters: ['config', 'registrars'],
  })
  return { implementation, proxy, receiver: contract }
})

import { buildModule } from '@nomicfoundation/ignition-core'
import { paymentGuardAbi as abi } from '../generated/abi/paymentGuard.js'
import { paymentGuardBytecode as bytecode } from '../generated/bytecode/paymentGuard.js'
import { proxiedContract } from './proxiedContract.js'

/**
 * As {@link FillReceiverModule}, for a `PaymentGuard`, which it gives back as `guard`.
 *
 * - Rule: the parameter `config` is what `initialize` takes. Its `depository` must be there already.
 * - Warning: an ordinary deployment, at an address that follows from the deployer and its nonce. For the same address on
 *   every chain, use the command `fillproof deploy`.
 */
export const PaymentGuardModule = buildModule('PaymentGuard', (builder) => {
  const { implementation, proxy, contract } = proxiedContract(builder, {
    name: 'PaymentGuard',
    abi,
    bytecode,
    parameters: ['config'],
  })
  return { implementation, proxy, guard: contract }
})

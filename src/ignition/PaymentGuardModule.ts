import { buildModule } from '@nomicfoundation/ignition-core'
import { paymentGuardAbi as abi } from '../generated/abi/paymentGuard.js'
import { paymentGuardBytecode as bytecode } from '../generated/bytecode/paymentGuard.js'
import { proxiedContract } from './proxiedContract.js'

/**
 * A Hardhat Ignition module that deploys a `PaymentGuard`, like {@link AttestedOrderReceiverModule}. Returns it as
 * `guard`.
 *
 * - The parameter `config` is the argument of `initialize`. `config.depository` must already exist.
 * - Warning: the address depends on the deployer's nonce. For the same address on every chain, use `fillproof deploy`.
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

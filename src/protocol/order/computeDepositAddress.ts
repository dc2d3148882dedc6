import { type Address, concatHex, getContractAddress, type Hex, keccak256 } from 'viem'
import type { OrderFieldError } from './errors.js'
import { readEvmAddress, readOrderBytes32 } from './readOrderField.js'

export type ComputeDepositAddressParameters = {
  /** The factory on the deposit's chain. The factory and its implementation are not published, so read both onchain. */
  factory: Address
  implementation: Address
  orderId: Hex
  /** The account that the factory credits with the money that arrives. */
  depositor: Address
}

export type ComputeDepositAddressErrorType = OrderFieldError

/**
 * Computes the strict deposit address of an order.
 *
 * - The address is the one at which the factory deploys with CREATE2. The salt is keccak256 of the order id and the depositor.
 *   The init code is the 53 bytes of a clone.
 * - Trust: factory, implementation and depositor come from the caller. Compare the result with the factory's own
 *   `computeDepositAddress` before you pay.
 *
 * @returns The address, with its checksum.
 * @throws {@link OrderFieldError} when a value is malformed.
 *
 * @example
 * import { computeDepositAddress } from 'fillproof'
 *
 * computeDepositAddress({
 *   factory: '0x1111111111111111111111111111111111111111',
 *   implementation: '0x2222222222222222222222222222222222222222',
 *   orderId: '0x67ffde85c03352d45f9b073ef15fc73c656115d1c472de76aff9c66580eb5dc7',
 *   depositor: '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd',
 * })
 * // '0x41817bb8c2f4dE5bAa1DD0C745bd2B2b3dfB7FCe'
 */
export function computeDepositAddress(parameters: ComputeDepositAddressParameters): Address {
  const { factory, implementation, orderId, depositor } = parameters
  const target = readEvmAddress(implementation, 'implementation')
  const initCode = concatHex([
    '0x602c3d8160093d39f33d3d3d3d363d3d37363d73',
    target,
    '0x5af43d3d93803e602a57fd5bf3',
  ])
  return getContractAddress({
    opcode: 'CREATE2',
    from: readEvmAddress(factory, 'factory'),
    salt: keccak256(
      concatHex([readOrderBytes32(orderId, 'orderId'), readEvmAddress(depositor, 'depositor')]),
    ),
    bytecodeHash: keccak256(initCode),
  })
}

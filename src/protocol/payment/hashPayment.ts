import { type Address, encodeAbiParameters, getAbiItem, type Hex, keccak256, toFunctionSelector } from 'viem'
import { createOptionReader } from '../../base/createOptionReader.js'
import { payAuthorizedAbi } from './payAuthorizedAbi.js'
import { needPaymentField, type Payment } from './payment.js'

const readOptions = /* @__PURE__ */ createOptionReader(needPaymentField, {
  chainId: ['chainId'],
  address: ['receiver'],
  record: ['payment'],
})

export type HashPaymentParameters = {
  /** The chain that the receiver is on. */
  chainId: number
  receiver: Address
  payment: Payment
}

/**
 * Identifies the call of `payAuthorized` with these terms, on this receiver and this chain.
 *
 * - keccak256 of (chain id, receiver, selector, terms), ABI-encoded. Twin: `Payments.hash`.
 * - Warning: the hash proves nothing. Ask the receiver whether the call is authorized or paid.
 *
 * @returns The `callHash` of `FillAuthorized`, and the `id` of `FillAccepted` when the call is paid.
 *
 * @example
 * import { hashPayment } from 'fillproof/contract'
 * import { zeroAddress, zeroHash } from 'viem'
 *
 * hashPayment({
 *   chainId: 8453,
 *   receiver: '0x1234567890123456789012345678901234567890',
 *   payment: {
 *     originChainId: 1n,
 *     originUser: zeroHash,
 *     originCurrency: zeroHash,
 *     token: zeroAddress,
 *     minimum: 1n,
 *     maximum: 1n,
 *     recipient: '0x1234567890123456789012345678901234567890',
 *     refundTo: zeroAddress,
 *     deadline: 1800000000,
 *     salt: zeroHash,
 *     data: '0x',
 *   },
 * })
 * // '0x88fc58b98d0b912f314c9a2b06f35268929df20c87cc954f42ac0901c0a10afa'
 */
export function hashPayment(parameters: HashPaymentParameters): Hex {
  const { chainId, receiver, payment } = readOptions(parameters, 'chainId', 'receiver', 'payment')
  const payAuthorized = getAbiItem({ abi: payAuthorizedAbi, name: 'payAuthorized' })
  for (const { name } of payAuthorized.inputs[0].components) {
    needPaymentField(payment[name], `payment.${name}`, payment[name], 'given')
  }
  return keccak256(
    encodeAbiParameters(
      [{ type: 'uint256' }, { type: 'address' }, { type: 'bytes4' }, payAuthorized.inputs[0]],
      [BigInt(chainId), receiver, toFunctionSelector(payAuthorized), payment],
    ),
  )
}

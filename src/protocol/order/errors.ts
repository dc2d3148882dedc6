import { defineError, describeField } from '../../base/defineError.js'
import { describeValue } from '../../base/describeValue.js'

/**
 * A field of an order, of an order's proof, or of a call in an order is invalid. `field` is the path, such as
 * `inputs[0].refunds[1].deadline`.
 */
export class OrderFieldError extends /* @__PURE__ */ defineError('OrderFieldError', describeField) {}

/**
 * An order, or a deposit to verify, names a chain that this version does not know.
 *
 * Each virtual machine encodes addresses in its own way. If an unknown chain were read as an EVM chain, the order's id could be
 * wrong. If you know that the chain is an EVM chain, add it to your profile with `extendProfile`. For a single order, name it in
 * the option `evmChains`.
 */
export class UnknownChainError extends /* @__PURE__ */ defineError(
  'UnknownChainError',
  (error: {
    /** The path from the order, such as `inputs[0].refunds[1].chainId`. */
    field: string
    chainName: string
  }) => `${error.field} must be a chain that is known, found ${describeValue(error.chainName)}.`,
  [
    'Each virtual machine encodes addresses in its own way, so that an unknown chain is not taken for an EVM chain.',
    'If it is one, add it to your profile with extendProfile, or name it for one order with the option evmChains.',
  ],
) {}

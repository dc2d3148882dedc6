import { describeValue } from '../../base/describeValue.js'
import { FillproofError } from '../../base/FillproofError.js'

/**
 * A field of an order, of its proof, or of one of its calls is invalid. `field` is its path, such as
 * `inputs[0].refunds[1].deadline`.
 */
export class OrderFieldError extends FillproofError<'OrderFieldError'> {
  /** The path from the order, such as `inputs[0].refunds[1].deadline`. */
  readonly field: string
  readonly value: unknown

  constructor({ field, value, requirement }: { field: string; value: unknown; requirement: string }) {
    super('OrderFieldError', `${field} must be ${requirement}, found ${describeValue(value)}.`)
    this.field = field
    this.value = value
  }
}

/**
 * An order, or a deposit to verify, names a chain that this version does not know.
 *
 * Each virtual machine encodes addresses in its own way, so an unknown chain is never read as an EVM chain: the order's id
 * would be wrong. If it is an EVM chain, add it to your profile with `extendProfile`, or name it for one order with
 * `withEvmChains`.
 */
export class UnknownChainError extends FillproofError<'UnknownChainError'> {
  /** The path from the order, such as `inputs[0].refunds[1].chainId`. */
  readonly field: string
  readonly chainName: string

  constructor({ field, chainName }: { field: string; chainName: string }) {
    super('UnknownChainError', `${field} must be a chain that is known, found ${describeValue(chainName)}.`, {
      metaMessages: [
        'Each virtual machine encodes addresses in its own way, so that an unknown chain is not taken for an EVM chain.',
        'If it is one, add it to your profile with extendProfile, or name it for one order with withEvmChains.',
      ],
    })
    this.field = field
    this.chainName = chainName
  }
}

import type { Hex, LocalAccount } from 'viem'
import type { InvalidAccountError, InvalidSignatureError } from '../signature/errors.js'
import { signHash } from '../signature/signHash.js'
import type { OrderFieldError, UnknownChainError } from './errors.js'
import { hashOrder } from './hashOrder.js'
import type { OrderChains, OrderData } from './types.js'

export type SignOrderParameters = OrderChains & { orderData: OrderData; account: LocalAccount }

export type SignOrderErrorType =
  | OrderFieldError
  | UnknownChainError
  | InvalidAccountError
  | InvalidSignatureError

/**
 * Signs an order as its solver does. The result is the quote's `protocol.v2.orderSignature`.
 *
 * - Signs a personal message (EIP-191) over the 32 raw bytes of the order id.
 * - Warning: a contract requires that the signer is the order's `solver`; this function does not.
 *
 * @returns 65 bytes: r, low s, v of 27 or 28.
 * @throws {@link OrderFieldError}, {@link UnknownChainError}, {@link InvalidAccountError}, or {@link InvalidSignatureError}
 * when the account makes a signature that a contract would refuse.
 *
 * @example
 * import { signOrder } from 'fillproof'
 * import { privateKeyToAccount } from 'viem/accounts'
 *
 * const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
 * const orderData = { ...quote.protocol.v2.orderData, solver: account.address }
 *
 * signOrder({ orderData, account })
 * // '0x32840b80c764e7a5ca28f38785a48e138ac0bd50f4e905ef95ff1e0167f2dc853d5b9e5960042cbee5ae5c210ad17154edf31ceb58849c61bad6de126b3c68141c'
 */
export async function signOrder({ orderData, account, ...chains }: SignOrderParameters): Promise<Hex> {
  return signHash(account, hashOrder(orderData, chains))
}

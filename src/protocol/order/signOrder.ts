import type { Hex, LocalAccount } from 'viem'
import type { InvalidAccountError, InvalidSignatureError } from '../signature/errors.js'
import { signHash } from '../signature/signHash.js'
import type { UnknownChainError } from './errors.js'
import { hashOrder } from './hashOrder.js'
import type { OrderChains, OrderData } from './types.js'

export type SignOrderParameters = OrderChains & { orderData: OrderData; account: LocalAccount }

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
 * const orderData = {
 *   version: 'v1',
 *   solverChainId: 'base',
 *   solver: account.address,
 *   salt: '0x01',
 *   inputs: [],
 *   output: { chainId: 'base', payments: [], calls: [], deadline: 1791082506, extraData: '0x' },
 *   fees: [],
 * }
 *
 * signOrder({ orderData, account })
 * // '0xfad876aaabe4e1a58f12fc022501b66d581825e4da40d10b232885bf283bc85e3f72095006fdf01d8c6cc0b036b66f0e63580347492e71071ceeed6fb238129e1c'
 */
export async function signOrder({ orderData, account, ...chains }: SignOrderParameters): Promise<Hex> {
  return signHash(account, hashOrder(orderData, chains))
}

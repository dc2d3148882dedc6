import type { Address } from 'viem'
import { isSame } from './isSame.js'

/** Where EIP-7708 lets the Transfer of native currency come from. */
const nativeLogger: Address = '0xfffffffffffffffffffffffffffffffffffffffe'

/** Why what depends on such a log is not known. */
export const notKnown =
  'it depends on the log of a native transfer (EIP-7708), which the oracle may count or not'

/** Whether an address emits the logs of native transfers. It is not a token. */
export function isNativeLogger(address: Address): boolean {
  return isSame(address, nativeLogger)
}

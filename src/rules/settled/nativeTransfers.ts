import type { Address } from 'viem'
import { isSame } from './isSame.js'

/** The address that emits Transfer logs of the native currency by EIP-7708. */
const nativeLogger: Address = '0xfffffffffffffffffffffffffffffffffffffffe'

/** The reason why a result that depends on such a log is not known. */
export const notKnown =
  'it depends on the log of a native transfer (EIP-7708), which the oracle may count or not'

/** Whether an address emits the logs of native transfers. It is not a token. */
export function isNativeLogger(address: Address): boolean {
  return isSame(address, nativeLogger)
}

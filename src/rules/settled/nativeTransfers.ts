import type { Address } from 'viem'
import { isSame } from './isSame.js'

/** The address that emits the Transfer logs of the native currency, as EIP-7708 defines. */
const nativeLogger: Address = '0xfffffffffffffffffffffffffffffffffffffffe'

/** The reason why a result is not known if it depends on the log of a native transfer. */
export const notKnown =
  'it depends on the log of a native transfer (EIP-7708), which the oracle may count or not'

/** Whether an address emits the logs of native transfers. Such an address is not a token. */
export function isNativeLogger(address: Address): boolean {
  return isSame(address, nativeLogger)
}

import { type Address, decodeAbiParameters, type Hex } from 'viem'

/** Reads the contract whose logs count from an order's `extraData`. Undefined if the bytes do not name a contract. */
export function readFillContract(extraData: Hex): Address | undefined {
  try {
    const [fillContract] = decodeAbiParameters([{ type: 'address' }], extraData)
    return fillContract
  } catch {
    return undefined
  }
}

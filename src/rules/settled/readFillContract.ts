import { type Address, decodeAbiParameters, type Hex } from 'viem'

/** Reads an order's `extraData`, which names the contract whose logs count. Undefined if the bytes do not name a contract. */
export function readFillContract(extraData: Hex): Address | undefined {
  try {
    const [fillContract] = decodeAbiParameters([{ type: 'address' }], extraData)
    return fillContract
  } catch {
    return undefined
  }
}

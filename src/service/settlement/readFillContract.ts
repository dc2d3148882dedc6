import { type Address, decodeAbiParameters, type Hex } from 'viem'

/** The contract whose logs count, as an order's `extraData` names it. Undefined where the bytes name none. */
export function readFillContract(extraData: Hex): Address | undefined {
  try {
    const [fillContract] = decodeAbiParameters([{ type: 'address' }], extraData)
    return fillContract
  } catch {
    return undefined
  }
}

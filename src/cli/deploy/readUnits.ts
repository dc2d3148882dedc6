import { type Address, erc20Abi, zeroAddress } from 'viem'
import { cleanText } from '../../base/cleanText.js'
import type { DeployChain } from '../../deploy/createChain.js'

/** A token's symbol and decimals. Trust: the token contract's own claim. */
export type Unit = { symbol: string; decimals: number }

/** Reads the symbols and decimals of tokens. A token that does not answer is absent. */
export async function readUnits(
  { client }: DeployChain,
  tokens: readonly Address[],
): Promise<ReadonlyMap<Address, Unit>> {
  const units = await Promise.all(
    tokens
      .filter((token) => token !== zeroAddress)
      .map(async (address) => {
        const read = <name extends 'symbol' | 'decimals'>(functionName: name) =>
          client.readContract({ address, abi: erc20Abi, functionName })
        const unit = await Promise.all([read('symbol'), read('decimals')]).catch(() => undefined)
        return [address, unit && { symbol: cleanText(unit[0]), decimals: unit[1] }] as const
      }),
  )
  return new Map(units.flatMap(([address, unit]) => (unit ? [[address, unit] as const] : [])))
}

import { type Address, erc20Abi, zeroAddress } from 'viem'
import { cleanText } from '../../base/cleanText.js'
import type { DeployChain } from '../../deploy/createChain.js'

/** What a token's contract says of itself. */
export type Unit = { symbol: string; decimals: number }

/** Asks the listed tokens for their symbols and decimals; those that do not answer are absent. */
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

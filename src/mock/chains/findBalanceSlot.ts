import {
  type Address,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  keccak256,
  numberToHex,
  type PublicClient,
} from 'viem'

/** The slot of the balances in OpenZeppelin's upgradeable ERC-20 (ERC-7201). */
const openZeppelinSlot = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n

const candidates = [...Array.from({ length: 64 }, (_, slot) => BigInt(slot)), openZeppelinSlot]

/** A number that no token holds as a balance. */
const marker = numberToHex(2n ** 100n + 1n, { size: 32 })

/**
 * Finds the storage slot of a holder's token balance. Returns undefined if the token stores balances in none of the usual
 * mappings.
 */
export async function findBalanceSlot(
  client: Pick<PublicClient, 'readContract'>,
  token: Address,
  holder: Address,
): Promise<Hex | undefined> {
  for (const candidate of candidates) {
    const slot = keccak256(
      encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, candidate]),
    )
    const balance = await client
      .readContract({
        abi: erc20Abi,
        address: token,
        functionName: 'balanceOf',
        args: [holder],
        stateOverride: [{ address: token, stateDiff: [{ slot, value: marker }] }],
      })
      .catch(() => undefined)
    if (balance === BigInt(marker)) return slot
  }
  return undefined
}

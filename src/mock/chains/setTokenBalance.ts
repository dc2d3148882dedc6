import { type Address, encodeAbiParameters, erc20Abi, type Hex, keccak256, numberToHex, pad } from 'viem'
import { MockOptionError } from '../errors.js'
import type { ChainClient } from './createChainClient.js'

/** Where OpenZeppelin's upgradeable ERC-20 keeps its balances (ERC-7201). */
const openZeppelinSlot = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n

const candidates = [...Array.from({ length: 64 }, (_, slot) => BigInt(slot)), openZeppelinSlot]

/**
 * Writes a balance into the storage of a token that has no open `mint`. Its total supply stays.
 *
 * @throws {@link MockOptionError} when its balances are in none of the usual places.
 */
export async function setTokenBalance(
  client: ChainClient,
  token: Address,
  holder: Address,
  balance: bigint,
): Promise<void> {
  const value = numberToHex(balance, { size: 32 })
  for (const slot of candidates) {
    const index = keccak256(encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [holder, slot]))
    if (!(await isBalance(client, token, holder, index))) continue
    await client.setStorageAt({ address: token, index, value })
    return
  }
  throw new MockOptionError({
    option: 'currency',
    value: token,
    requirement: 'a token whose balances are in a mapping of its first 64 slots',
  })
}

async function isBalance(
  client: ChainClient,
  address: Address,
  holder: Address,
  slot: Hex,
): Promise<boolean> {
  const marker = 2n ** 100n + 1n
  const balance = await client
    .readContract({
      abi: erc20Abi,
      address,
      functionName: 'balanceOf',
      args: [holder],
      stateOverride: [{ address, stateDiff: [{ slot, value: pad(numberToHex(marker)) }] }],
    })
    .catch(() => undefined)
  return balance === marker
}

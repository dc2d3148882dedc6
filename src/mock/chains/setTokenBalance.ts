import { type Address, numberToHex } from 'viem'
import { MockOptionError } from '../errors.js'
import type { ChainClient } from './createChainClient.js'
import { findBalanceSlot } from './findBalanceSlot.js'

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
  const index = await findBalanceSlot(client, token, holder)
  if (!index) {
    throw new MockOptionError({
      option: 'currency',
      value: token,
      requirement: 'a token whose balances are in a mapping of its first 64 slots',
    })
  }
  await client.setStorageAt({ address: token, index, value: numberToHex(balance, { size: 32 }) })
}

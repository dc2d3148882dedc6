import { type Hex, type LocalAccount, serializeSignature } from 'viem'
import { InvalidAccountError } from './errors.js'
import { splitSignature } from './splitSignature.js'

/** Signs the 32 raw bytes of `hash` as a personal message (EIP-191), and checks that a contract would accept the result. */
export async function signHash(account: LocalAccount, hash: Hex): Promise<Hex> {
  if (typeof account?.signMessage !== 'function') throw new InvalidAccountError()
  return serializeSignature(splitSignature(await account.signMessage({ message: { raw: hash } })))
}

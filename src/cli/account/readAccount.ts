import type { Account, Address } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { UsageError } from '../errors.js'
import { readAddressOption } from '../options.js'
import { warn } from '../output.js'
import { readKeystore } from './readKeystore.js'

/** The options of every command that sends. */
export type AccountOptions = { keystore?: string; passwordFile?: string; unlocked?: string }

/** The environment variable with the key that signs transactions. */
export const keyVariable = 'FILLPROOF_PRIVATE_KEY'

export const waysToSend = `--keystore FILE, a key in ${keyVariable}, or --unlocked ADDRESS for an account of the node`

/**
 * Reads the sending account: from a keystore file, the node, or else the environment. Undefined if none is named.
 *
 * - Trust: no message shows the key. A command line option would put the key in the process list and the shell's history.
 *
 * @throws {@link UsageError}
 */
export async function readAccount(
  { keystore, passwordFile, unlocked }: AccountOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Account | Address | undefined> {
  if (keystore !== undefined && unlocked !== undefined) {
    throw new UsageError('--keystore and --unlocked exclude each other.')
  }
  if (passwordFile !== undefined && keystore === undefined) {
    throw new UsageError('--password-file needs --keystore.')
  }
  if (keystore !== undefined) {
    const account = privateKeyToAccount(await readKeystore(keystore, passwordFile))
    warn(`The address of the keystore is ${account.address}.`)
    return account
  }
  if (unlocked !== undefined) return readAddressOption('--unlocked', unlocked)
  const key = environment[keyVariable]
  if (key === undefined || key === '') return undefined
  const hex = key.startsWith('0x') ? key : `0x${key}`
  try {
    if (/^0x[0-9a-fA-F]{64}$/.test(hex)) return privateKeyToAccount(hex as `0x${string}`)
  } catch {
    // The key is zero, or above the curve's order.
  }
  throw new UsageError(`${keyVariable} must be a private key, 32 bytes of hex.`)
}

export function addressOf(account: Account | Address): Address {
  return typeof account === 'string' ? account : account.address
}

import type { Keystore as KeystoreFile } from 'ox/Keystore'
import { type Hex, pad } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import * as z from 'zod'
import { toBytes } from '../../base/values.js'
import { readMismatch } from '../../service/resources/readMismatch.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { readJsonObject } from '../readJsonFile.js'
import { askPassword, readPasswordFile } from './readPassword.js'

const hex = (least: number, most = least) => {
  const requirement = `must be hex of ${least === most ? '' : `${least} to `}${most} bytes`
  return z.string().regex(new RegExp(`^([0-9a-fA-F]{2}){${least},${most}}$`), requirement)
}

/** The most memory of scrypt, in units of 128 bytes: 1 GiB, and the 1 KiB that scrypt adds if r = 8 and p = 1. */
const mostMemory = 2 ** 23 + 2 ** 3

/** The parameters that make each password guess slow. The limits bound the memory and time of decryption. */
const parameters = {
  scrypt: z
    .looseObject({
      dklen: z.literal(32),
      n: z.int().min(2),
      r: z.int().min(1),
      p: z.int().min(1),
      salt: hex(1, 64),
    })
    .refine(({ n }) => Number.isInteger(Math.log2(n)), { path: ['n'], message: 'must be a power of 2' })
    // scrypt needs 128 * r * (n + p) bytes. Above the limit of 1 GiB, its failure would look like a wrong password.
    .refine(({ n, r }) => r * (n + 1) <= mostMemory, {
      path: ['n'],
      message: 'must need at most 1 GiB of memory',
    })
    .refine(({ n, r, p }) => r * (n + p) <= mostMemory && n * r * p <= 2 ** 25, {
      path: ['p'],
      message: 'must be smaller',
    }),
  pbkdf2: z.looseObject({
    dklen: z.literal(32),
    c: z.int().min(1).max(20_000_000),
    prf: z.literal('hmac-sha256'),
    salt: hex(1, 64),
  }),
}

const cipher = {
  cipher: z.literal('aes-128-ctr'),
  cipherparams: z.looseObject({ iv: hex(16) }),
  /** Old versions of geth left out leading zeros of the key. */
  ciphertext: hex(1, 32),
  mac: hex(32),
}

const keystoreSchema = z.looseObject({
  version: z.literal(3),
  id: z.string(),
  /** Optional in the format. The address is never trusted: it must equal the address of the key. */
  address: z.string().optional(),
  crypto: z.discriminatedUnion('kdf', [
    z.looseObject({ ...cipher, kdf: z.literal('scrypt'), kdfparams: parameters.scrypt }),
    z.looseObject({ ...cipher, kdf: z.literal('pbkdf2'), kdfparams: parameters.pbkdf2 }),
  ]),
})

/**
 * Reads the private key in a keystore file: Web3 Secret Storage, version 3, of geth, Foundry, ethers and others.
 *
 * - Source: https://ethereum.org/en/developers/docs/data-structures-and-encoding/web3-secret-storage
 * - Trust: the file's owner. No message shows the key or the password.
 *
 * @throws {@link UsageError}
 */
export async function readKeystore(path: string, passwordFile: string | undefined): Promise<Hex> {
  if (/^(0x)?[0-9a-f]{64}$/i.test(path)) {
    throw new UsageError('--keystore must be a file, found 32 bytes of hex.', {
      metaMessages: ["If that is a private key, it is now in the shell's history: move its funds."],
    })
  }
  const name = `The keystore ${printable(path)}`
  const file = await readJsonObject('--keystore', path)
  // ethers writes the name with a capital.
  const value = { ...file, crypto: file.crypto ?? file.Crypto }
  const { success, data, error } = keystoreSchema.safeParse(value)
  if (!success) {
    const { path: field, requirement } = readMismatch(error, value)
    throw new UsageError(
      `${name} is not a keystore of version 3 (Web3 Secret Storage): ${field} ${requirement}.`,
    )
  }
  const password =
    passwordFile === undefined
      ? await askPassword(`Password of ${printable(path)}: `)
      : await readPasswordFile(passwordFile)
  const Keystore = await import('ox/Keystore')
  let key: Hex
  try {
    const keystore = data as KeystoreFile
    key = pad(Keystore.decrypt(keystore, Keystore.toKey(keystore, { password })), { size: 32 })
  } catch {
    throw new UsageError(`The password does not open ${printable(path)}, or the file is damaged.`)
  }
  const address = addressOfKey(key, name)
  const claimed = data.address?.toLowerCase().replace(/^(0x)?/, '0x')
  if (claimed === undefined || toBytes(claimed, [20]) === address.toLowerCase()) return key
  throw new UsageError(`${name} names the address ${printable(claimed)}, but its key has ${address}.`)
}

function addressOfKey(key: Hex, name: string) {
  try {
    return privateKeyToAddress(key)
  } catch {
    throw new UsageError(`${name} holds no private key.`)
  }
}

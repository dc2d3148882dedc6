import { chmod } from 'node:fs/promises'
import { Keystore } from 'ox'
import type { Hex } from 'viem'
import type { Folder } from './makeFolder.js'

/** Encrypts a key into a keystore file's content, with the cheapest parameters. */
export function makeKeystore(privateKey: Hex, password: string) {
  const [key, options] = Keystore.scrypt({ password, n: 2, r: 8, p: 1 })
  return Keystore.encrypt(privateKey, key, options)
}

/** Writes a password into a file that nobody else may read, or of another mode. */
export async function writePassword({ write }: Folder, text: string, mode = 0o600): Promise<string> {
  const path = await write(text, 'txt')
  await chmod(path, mode)
  return path
}

/** Writes a keystore and its password, and returns the options that name them. */
export async function writeKeystore(folder: Folder, privateKey: Hex, password = 'a password') {
  const keystore = await folder.write(makeKeystore(privateKey, password))
  return ['--keystore', keystore, '--password-file', await writePassword(folder, 'a password\n')]
}

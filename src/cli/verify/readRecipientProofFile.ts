import type { Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { readJsonObject } from '../readJsonFile.js'

/** Reads the output of `recipients prove --json`. @throws {@link UsageError} */
export async function readRecipientProofFile(path: string): Promise<Hex[]> {
  const { recipientProof } = await readJsonObject('--recipient-proof', path)
  const words = Array.isArray(recipientProof)
    ? recipientProof.map((word) => toBytes(word, [32]))
    : [undefined]
  const found = words.filter((word) => word !== undefined)
  if (found.length === words.length) return found
  throw new UsageError(`The file ${printable(path)} has no recipientProof, a list of 32 bytes of hex each.`)
}

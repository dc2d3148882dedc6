import { open } from 'node:fs/promises'
import { UsageError } from './errors.js'
import { printable } from './output.js'

const mebibyte = 2 ** 20

/** The most bytes of the files that are read at once. */
export const mostBytes = {
  /** A configuration, a profile, a call, an order, or a proof. */
  json: 16 * mebibyte,
  /** A list of recipients or of kept quotes. */
  list: 256 * mebibyte,
  /** A tree's dump: 59 MB for a million recipients. */
  dump: 400 * mebibyte,
} as const

/**
 * Reads a whole file of at most `most` bytes. A device or a pipe without an end is cut there, too.
 *
 * @throws {@link UsageError} for a larger one, or the system's error.
 */
export async function readFileWithin(path: string, most: number): Promise<Buffer> {
  const handle = await open(path)
  try {
    const blocks: Buffer[] = []
    let bytes = 0
    for await (const block of handle.createReadStream({ end: most, autoClose: false })) {
      blocks.push(block)
      bytes += block.length
    }
    if (bytes <= most) return Buffer.concat(blocks)
  } finally {
    await handle.close()
  }
  throw new UsageError(`The file "${printable(path)}" has more than ${most / mebibyte} MiB.`)
}

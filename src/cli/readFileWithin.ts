import { open } from 'node:fs/promises'
import { UsageError } from './errors.js'
import { printable } from './output.js'

const mebibyte = 2 ** 20

/** The size limits, in bytes, of files that are read as a whole. */
export const mostBytes = {
  /** A configuration, a profile, a call, an order, or a proof. */
  json: 16 * mebibyte,
  /** A list of recipients or of kept quotes. */
  list: 256 * mebibyte,
  /** A dump of a recipient tree. A million recipients take 59 MB. */
  dump: 400 * mebibyte,
} as const

/**
 * Reads a whole file of at most `most` bytes. Endless devices and pipes also stop at this limit.
 *
 * @throws {@link UsageError} if the file is larger, or the system's error.
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

import { fstatSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { UsageError } from '../errors.js'
import type { Input } from '../input/openInput.js'
import { printable } from '../output.js'

export type InvalidFile = {
  /** Writes lines of JSON. */
  write(lines: readonly string[]): Promise<void>
  /** Waits until the written lines are on disk. */
  sync(): Promise<void>
  close(): Promise<void>
}

/** Empties the file of `--invalid`. @throws {@link UsageError} when it can't be written, or is an input or the output. */
export async function openInvalidFile(
  path: string,
  inputs: readonly Input['identity'][],
): Promise<InvalidFile> {
  const handle = await openFile(path)
  try {
    const stats = await handle.stat()
    if (inputs.some(({ ino, dev }) => stats.ino === ino && stats.dev === dev)) {
      throw new UsageError('--invalid must not be a file that is read.')
    }
    if (!stats.isFile()) throw new UsageError('--invalid must be a regular file.')
    const output = fstatSync(process.stdout.fd)
    if (stats.ino === output.ino && stats.dev === output.dev) {
      throw new UsageError('--invalid must not be the output.')
    }
    await handle.truncate()
  } catch (error) {
    await handle.close()
    throw error
  }

  return {
    async write(lines) {
      await handle.appendFile(lines.map((line) => `${line}\n`).join(''))
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  }
}

/** Opens a file to read and write. Creates a missing file, and keeps the content of an existing one. */
async function openFile(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'r+').catch(() => open(path, 'wx+'))
  } catch (cause) {
    throw new UsageError(`The file "${printable(path)}" can't be written.`, { cause })
  }
}

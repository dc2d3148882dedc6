import { createReadStream, fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { type Pipe, readPipe } from './readPipe.js'

export type InputFile = { path: string; size: number; mtimeMs: number; dev: number; ino: number }

export type Input = {
  /** Undefined for standard input and pipes, which can't be read again. */
  file: InputFile | undefined
  /** Reads from an offset into the uncompressed bytes; a pipe reuses its block. @throws {@link UsageError} */
  read(from: number): AsyncIterable<Uint8Array>
  /** Bytes of the file that were read. */
  bytesRead(): number
  /** Ends the reading, also while it waits for input. */
  stop(): void
}

type Stream = Pipe | (Readable & { bytesRead: number })

const blockBytes = 2 ** 18

/** Opens a file, or standard input for `-`; decompresses a name that ends in `.gz`. @throws {@link UsageError} */
export async function openInput(path: string): Promise<Input> {
  if (path === '-') return createInput('standard input', undefined, openStandardInput)
  const file = await readStats(path)
  return createInput(path, file, (start) => createReadStream(path, { start, highWaterMark: blockBytes }))
}

function openStandardInput(): Stream {
  const stats = fstatSync(0)
  return stats.isFIFO() || stats.isSocket() ? readPipe(0) : process.stdin
}

async function readStats(path: string): Promise<InputFile | undefined> {
  try {
    const handle = await open(path)
    const stats = await handle.stat().finally(() => handle.close())
    if (stats.isDirectory()) throw new Error('It is a folder.')
    const { size, mtimeMs, dev, ino } = stats
    return stats.isFile() ? { path, size, mtimeMs, dev, ino } : undefined
  } catch (cause) {
    throw new UsageError(`The file "${printable(path)}" can't be read.`, { cause })
  }
}

function createInput(
  name: string,
  file: InputFile | undefined,
  openStream: (start: number) => Stream,
): Input {
  const isCompressed = name.endsWith('.gz')
  let stream: ReturnType<typeof openStream> | undefined
  let start = 0
  return {
    file,
    async *read(from) {
      start = isCompressed || !file ? 0 : from
      stream = openStream(start)
      const bytes = isCompressed
        ? pipeline(stream, createGunzip({ chunkSize: blockBytes }), () => {})
        : stream
      let toSkip = from - start
      try {
        for await (const block of bytes as AsyncIterable<Uint8Array>) {
          const skipped = Math.min(toSkip, block.length)
          toSkip -= skipped
          if (skipped < block.length) yield block.subarray(skipped)
        }
      } catch (cause) {
        throw new UsageError(`"${printable(name)}" can't be read to its end.`, { cause })
      }
    },
    bytesRead: () => start + (stream?.bytesRead ?? 0),
    stop: () => {
      stream?.destroy()
    },
  }
}

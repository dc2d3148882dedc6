import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  type Stats,
  statSync,
} from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { type Pipe, readPipe } from './readPipe.js'

/** One of `count` parts of a file; `index` starts at 1. */
export type Shard = { index: number; count: number }

type Range = { from: number; to: number }

export type Input = {
  /** The size of the whole file in bytes; undefined for standard input and pipes. */
  fileSize: number | undefined
  /** Identifies the file or pipe, whatever its name. */
  identity: { dev: number; ino: number }
  /** The offset of the first byte: 0, except for a shard. */
  from: number
  /** The number of bytes of the file to read; undefined for a pipe. */
  size: number | undefined
  /** Reads the uncompressed bytes. A pipe reuses the same block of memory for each read. @throws {@link UsageError} */
  read(): AsyncGenerator<Uint8Array, void>
  bytesRead(): number
  /** Stops reading, even while a read waits for input. */
  stop(): void
}

type Stream = Pipe | (Readable & { bytesRead: number })

const blockBytes = 2 ** 18

/**
 * Opens a file, a pipe, or standard input for `-`. Decompresses a file whose name ends in `.gz`.
 *
 * @param shard - Reads only this shard of the file. Shards are cut at lines, so each line is in exactly one shard.
 * @throws {@link UsageError}
 */
export function openInput(path: string, shard?: Shard): Input {
  const { fd, stats, isInherited } = openDescriptor(path)
  const { size: fileSize, dev, ino } = stats
  const name = path === '-' ? 'standard input' : path
  const identity = { dev, ino }
  if (stats.isFile() && !isInherited) {
    const range = shard && !path.endsWith('.gz') ? cutShard(fd, fileSize, shard) : undefined
    closeSync(fd)
    if (shard && !range) throw new UsageError('--shard needs an uncompressed file: decompress it first.')
    return createInput({ name, identity, fileSize, range }, () =>
      createReadStream(path, {
        highWaterMark: blockBytes,
        ...(range && { start: range.from, end: range.to - 1 }),
      }),
    )
  }
  if (shard) throw new UsageError('--shard needs a file, which can be read from any byte.')
  const isPipe = stats.isFIFO() || stats.isSocket()
  return createInput({ name, identity, fileSize: undefined }, () => (isPipe ? readPipe(fd) : openStream(fd)))
}

/** Finds the byte range of the lines that begin in a shard's part of the file. */
function cutShard(fd: number, size: number, { index, count }: Shard): Range {
  const cut = (shares: number) => findLine(fd, size, Math.floor((size * shares) / count))
  return { from: cut(index - 1), to: cut(index) }
}

/** Finds the offset of the first line that begins at or after an offset; the file's size if none does. */
function findLine(fd: number, size: number, offset: number): number {
  if (offset === 0) return 0
  const block = Buffer.allocUnsafe(blockBytes)
  for (let at = offset - 1; at < size; ) {
    const read = readSync(fd, block, 0, block.length, at)
    if (read === 0) break
    const found = block.subarray(0, read).indexOf('\n')
    if (found >= 0) return at + found + 1
    at += read
  }
  return size
}

function openStream(fd: number): Stream {
  if (fd === 0 && process.stdin.isTTY) return process.stdin
  return createReadStream('', { fd, highWaterMark: blockBytes })
}

function createInput(
  parameters: Pick<Input, 'identity' | 'fileSize'> & { name: string; range?: Range | undefined },
  openStream: () => Stream,
): Input {
  const { name, identity, fileSize, range } = parameters
  const isCompressed = name.endsWith('.gz')
  let stream: ReturnType<typeof openStream> | undefined
  let isStopped = false
  return {
    fileSize,
    identity,
    from: range?.from ?? 0,
    size: range ? range.to - range.from : fileSize,
    async *read() {
      if (isStopped || (range && range.from === range.to)) return
      stream = openStream()
      const gunzip = isCompressed ? createGunzip({ chunkSize: blockBytes }) : undefined
      const bytes = gunzip ? pipeline(stream, gunzip, () => {}) : stream
      try {
        yield* bytes as AsyncIterable<Uint8Array>
      } catch (cause) {
        throw new UsageError(`"${printable(name)}" can't be read to its end.`, { cause })
      }
      // If a zero byte follows a gzip member, the stream ends there without an error, and the rest is not read.
      if (gunzip && gunzip.bytesWritten < stream.bytesRead) {
        stream.destroy()
        throw new UsageError(
          `"${printable(name)}" can't be read to its end: byte ${gunzip.bytesWritten} does not begin a gzip member.`,
          { metaMessages: ['The rest was not read. Check how the file was made.'] },
        )
      }
    },
    bytesRead: () => stream?.bytesRead ?? 0,
    stop: () => {
      isStopped = true
      stream?.destroy()
    },
  }
}

type Descriptor = {
  fd: number
  stats: Stats
  /** Whether the shell opened the input: standard input, or a pipe of `<(…)`. */
  isInherited: boolean
}

/** Opens a file, or takes the descriptor that the path names; `-` is standard input. @throws {@link UsageError} */
function openDescriptor(path: string): Descriptor {
  const inherited = readInherited(path)
  const isInherited = inherited !== undefined
  const [fd, stats] = open(inherited, path)
  if (fd === 0 && isClosed())
    throw new UsageError('Standard input is closed: pass a file, or pipe the records.')
  if (!stats.isDirectory()) return { fd, stats, isInherited }
  if (!isInherited) closeSync(fd)
  const name = path === '-' ? 'Standard input' : `The file "${printable(path)}"`
  throw new UsageError(`${name} can't be read: it is a folder.`)
}

function open(inherited: number | undefined, path: string): [fd: number, stats: Stats] {
  try {
    // Without O_NONBLOCK, opening a named FIFO blocks until it has a writer, and no signal ends that.
    const fd = inherited ?? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    return [fd, fstatSync(fd)]
  } catch (cause) {
    throw new UsageError(`The file "${printable(path)}" can't be read.`, { cause })
  }
}

/** Returns the descriptor of a path that is already open. Opening such a path again can fail, for example for a socket. */
function readInherited(path: string): number | undefined {
  if (path === '-' || path === '/dev/stdin') return 0
  const digits = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Detects that standard input is closed. In that case, Node has opened /dev/null to read and write. If the user redirects
 * /dev/null to the command, the shell opens it only to read.
 */
function isClosed(): boolean {
  try {
    return (
      /^flags:\s+\d*2$/m.test(readFileSync('/proc/self/fdinfo/0', 'utf8')) &&
      fstatSync(0).rdev === statSync('/dev/null').rdev
    )
  } catch {
    return false
  }
}

import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  readFileSync,
  type Stats,
  statSync,
} from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'
import { type Pipe, readPipe } from './readPipe.js'

export type InputFile = { path: string; size: number; mtimeMs: number; dev: number; ino: number }

export type Input = {
  /** Undefined for standard input and pipes, which can't be read again. */
  file: InputFile | undefined
  /** Of what is read, whatever its name. */
  identity: Pick<InputFile, 'dev' | 'ino'>
  /** Reads from an offset into the uncompressed bytes; a pipe reuses its block. @throws {@link UsageError} */
  read(from: number): AsyncIterable<Uint8Array>
  /** Bytes of the file that were read. */
  bytesRead(): number
  /** Ends the reading, also while it waits for input. */
  stop(): void
}

type Stream = Pipe | (Readable & { bytesRead: number })

const blockBytes = 2 ** 18

/** Opens a file, a pipe, or standard input for `-`; decompresses a name that ends in `.gz`. @throws {@link UsageError} */
export function openInput(path: string): Input {
  const { fd, stats, isInherited } = openDescriptor(path)
  const { size, mtimeMs, dev, ino } = stats
  const name = path === '-' ? 'standard input' : path
  const identity = { dev, ino }
  if (stats.isFile() && !isInherited) {
    closeSync(fd)
    const file = { path, size, mtimeMs, dev, ino }
    return createInput({ name, identity, file }, (start) =>
      createReadStream(path, { start, highWaterMark: blockBytes }),
    )
  }
  const isPipe = stats.isFIFO() || stats.isSocket()
  return createInput({ name, identity, file: undefined }, () => (isPipe ? readPipe(fd) : openStream(fd)))
}

function openStream(fd: number): Stream {
  if (fd === 0 && process.stdin.isTTY) return process.stdin
  return createReadStream('', { fd, highWaterMark: blockBytes })
}

function createInput(
  { name, identity, file }: Pick<Input, 'identity' | 'file'> & { name: string },
  openStream: (start: number) => Stream,
): Input {
  const isCompressed = name.endsWith('.gz')
  let stream: ReturnType<typeof openStream> | undefined
  let start = 0
  let isStopped = false
  return {
    file,
    identity,
    async *read(from) {
      if (isStopped) return
      start = isCompressed || !file ? 0 : from
      stream = openStream(start)
      const gunzip = isCompressed ? createGunzip({ chunkSize: blockBytes }) : undefined
      const bytes = gunzip ? pipeline(stream, gunzip, () => {}) : stream
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
      // It ends without an error at a zero byte after a member.
      if (gunzip && gunzip.bytesWritten < stream.bytesRead) {
        stream.destroy()
        throw new UsageError(
          `"${printable(name)}" can't be read to its end: byte ${gunzip.bytesWritten} begins no gzip member.`,
          { metaMessages: ['What follows was not read. Check how the file was made.'] },
        )
      }
    },
    bytesRead: () => start + (stream?.bytesRead ?? 0),
    stop: () => {
      isStopped = true
      stream?.destroy()
    },
  }
}

type Descriptor = {
  fd: number
  stats: Stats
  /** Opened by the shell: standard input, or what `<(…)` names. */
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
    // Without O_NONBLOCK a named FIFO blocks until it has a writer, and no signal ends that.
    const fd = inherited ?? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    return [fd, fstatSync(fd)]
  } catch (cause) {
    throw new UsageError(`The file "${printable(path)}" can't be read.`, { cause })
  }
}

/** Such paths can't always be opened again: a socket refuses. */
function readInherited(path: string): number | undefined {
  if (path === '-' || path === '/dev/stdin') return 0
  const digits = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/.exec(path)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** In place of a closed standard input Node opens /dev/null, to read and write. A shell opens it to read. */
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

import { closeSync, constants, fstatSync, openSync, readFileSync, type Stats, statSync } from 'node:fs'
import { UsageError } from '../errors.js'
import { printable } from '../output.js'

export type Descriptor = {
  fd: number
  stats: Stats
  /** Opened by the shell: standard input, or what `<(…)` names. */
  isInherited: boolean
}

/** Opens a file, or takes the descriptor that the path names; `-` is standard input. @throws {@link UsageError} */
export function openDescriptor(path: string): Descriptor {
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

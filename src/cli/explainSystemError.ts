import { FillproofError } from '../base/FillproofError.js'
import { UsageError } from './errors.js'
import { printable } from './output.js'

const changePermission = 'Change the permission, or run the command as a user who has it.'
const freeSpace = 'Free some space, then run the same command again.'

/** System faults that the user can fix: the problem and the remedy. */
const faults: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  ENOSPC: ['the disk is full', freeSpace],
  EDQUOT: ['the disk quota is used up', freeSpace],
  EFBIG: ['the file is too large for its file system', 'Write it to another file system.'],
  EROFS: ['the file system is read-only', 'Write to another folder.'],
  EACCES: ['permission is denied', changePermission],
  EPERM: ['the system does not permit it', changePermission],
  EMFILE: ['too many files are open', 'Raise the limit with ulimit -n.'],
  ENFILE: ['too many files are open on this machine', 'Close other programs.'],
  EIO: ['the device fails', 'Check the disk or the terminal.'],
  EADDRINUSE: ['the port is in use', 'Choose another port.'],
  EPIPE: ['the reader of the output has closed it', 'Run it again with a reader that reads to the end.'],
}

/** {@link faults} for paths that the user names. On other paths these faults are bugs. */
const pathFaults: typeof faults = {
  ENOENT: ['there is no such file or folder', 'Check the path.'],
  ENOTDIR: ['a part of the path is not a folder', 'Check the path.'],
  EISDIR: ['it is a folder', 'Name a file.'],
}

/**
 * Turns a system fault into a {@link UsageError}, even if the fault is the cause of another error. Returns other errors
 * as they are.
 *
 * @param next - More advice for the message.
 */
export function explainSystemError(error: unknown, next: readonly string[] = []): unknown {
  if (error instanceof UsageError) {
    const found = findFault(error.cause, { ...faults, ...pathFaults })
    if (!found) return error
    const message = `${error.shortMessage.replace(/\.$/, '')}: ${found.problem} (${found.code}).`
    return new UsageError(message, { metaMessages: [...error.metaMessages, found.remedy, ...next] })
  }
  const found = error instanceof FillproofError ? undefined : findFault(error, faults)
  if (!found) return error
  const { problem, remedy, code, path } = found
  const where = path === undefined ? '' : `: ${printable(path)}`
  const message = `${problem.charAt(0).toUpperCase()}${problem.slice(1)}${where} (${code}).`
  return new UsageError(message, { metaMessages: [remedy, ...next] })
}

function findFault(error: unknown, known: typeof faults) {
  if (!(error instanceof Error)) return undefined
  const { code = '', path } = error as NodeJS.ErrnoException
  const fault = known[code]
  return fault && { problem: fault[0], remedy: fault[1], code, path }
}

import { FillproofError } from '../base/FillproofError.js'
import { UsageError } from './errors.js'
import { printable } from './output.js'

const again = 'then run the same command again. To resume the check of a file, add --resume.'

/** Faults of the machine that the user can mend: what happened, and what to do. */
const faults: Readonly<Record<string, readonly [problem: string, remedy: string]>> = {
  ENOSPC: ['The disk is full', `Free some space, ${again}`],
  EDQUOT: ['The disk quota is used up', `Free some space, ${again}`],
  EFBIG: ['The file is too large for its file system', 'Write it to another file system.'],
  EROFS: ['The file system is read-only', 'Write to another folder.'],
  EACCES: ['Permission is denied', 'Change the permission, or run it as a user who has it.'],
  EPERM: ['The system does not permit it', 'Change the permission, or run it as a user who has it.'],
  EMFILE: ['Too many files are open', 'Raise the limit with ulimit -n.'],
  ENFILE: ['Too many files are open on this machine', 'Close other programs.'],
  EIO: ['The device fails', 'Check the disk or the terminal.'],
  EADDRINUSE: ['The port is in use', 'Choose another port.'],
  EPIPE: ['The reader of the output has closed it', 'Run it again with a reader that reads to the end.'],
}

/** An ordinary fault of the system as wrong usage; other errors stay. */
export function explainSystemError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof FillproofError) return error
  const { code, path } = error as NodeJS.ErrnoException
  const fault = code === undefined ? undefined : faults[code]
  if (!fault) return error
  const [problem, remedy] = fault
  const where = path === undefined ? '' : `: ${printable(path)}`
  return new UsageError(`${problem}${where} (${code}).`, { metaMessages: [remedy] })
}

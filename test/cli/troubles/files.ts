import type { Trouble } from './types.js'

const build = 'fillproof recipients build recipients.txt --chain-id 31102 --receiver $RECEIVER'

export const ofCheck: Trouble[] = [
  {
    trouble: 'The file is missing',
    command: 'fillproof check record.ndjson',
    status: 2,
    line: `error: The file "record.ndjson" can't be read: there is no such file or folder (ENOENT).`,
  },
  {
    trouble: 'The file is a folder',
    command: 'fillproof check .',
    status: 2,
    line: `error: The file "." can't be read: it is a folder.`,
  },
  {
    trouble: 'The file may not be read',
    command: 'fillproof check locked.ndjson',
    status: 2,
    line: `error: The file "locked.ndjson" can't be read: permission is denied (EACCES).`,
    isUnprivileged: true,
  },
  {
    trouble: 'The standard input is closed',
    command: 'fillproof check - <&-',
    status: 2,
    line: 'error: Standard input is closed: pass a file, or pipe the records.',
    isProcess: true,
    remedy: { command: 'cat records.ndjson | fillproof check - --threads 0', status: 0 },
  },
  {
    trouble: 'The lines that are not valid would replace the input',
    command: 'fillproof check records.ndjson --invalid ./records.ndjson',
    status: 2,
    line: 'error: --invalid must not be a file that is read.',
  },
  {
    trouble: 'The same, by redirection',
    command: 'fillproof check - --invalid records.ndjson < records.ndjson',
    status: 2,
    line: 'error: --invalid must not be a file that is read.',
    isProcess: true,
  },
  {
    trouble: 'The lines that are not valid would replace the result',
    command: 'fillproof check records.ndjson --invalid out.txt > out.txt',
    status: 2,
    line: 'error: --invalid must not be the output.',
    isProcess: true,
  },
  {
    trouble: 'The disk is full',
    command: 'fillproof check records.ndjson --threads 0 > /dev/full',
    status: 2,
    line: 'error: The disk is full (ENOSPC).',
    isProcess: true,
  },
  {
    trouble: 'The reader of the output ends early',
    command: 'fillproof check records.ndjson --threads 0 | true',
    status: 2,
    line: 'error: The reader of the output has closed it (EPIPE).',
    isProcess: true,
  },
]

export const ofRecipients: Trouble[] = [
  {
    trouble: 'A file may not grow further',
    command: `ulimit -f 0; ${build} --out dump.json`,
    status: 2,
    line: `error: The file "dump.json" can't be written: the file is too large for its file system (EFBIG).`,
    isProcess: true,
  },
  {
    trouble: 'The folder of the dump may not be written',
    command: `${build} --out locked/dump.json`,
    status: 2,
    line: `error: The file "locked/dump.json" can't be written: permission is denied (EACCES).`,
    isUnprivileged: true,
  },
  {
    trouble: 'The folder of the dump is missing',
    command: `${build} --out dumps/dump.json`,
    status: 2,
    line: `error: The file "dumps/dump.json" can't be written: there is no such file or folder (ENOENT).`,
  },
  {
    trouble: 'The dump is a folder',
    command: 'fillproof recipients prove . $ADMIN',
    status: 2,
    line: `error: The dump "." can't be read: it is a folder (EISDIR).`,
  },
  {
    trouble: 'A recipient has a wrong checksum',
    command: 'fillproof recipients build wrong.txt --chain-id 31102 --receiver $RECEIVER',
    status: 2,
    line: 'error: Line 1 of "wrong.txt" must have a valid checksum, found "$WRONG_CHECKSUM".',
    remedy: {
      command: 'fillproof recipients build wrong.txt --chain-id 31102 --receiver $RECEIVER --any-checksum',
      status: 0,
    },
  },
  {
    trouble: 'A recipient is listed twice',
    command: 'fillproof recipients build twice.txt --chain-id 31102 --receiver $RECEIVER',
    status: 2,
    line: 'error: Lines 1 and 2 of "twice.txt" are both $ADMIN.',
  },
]

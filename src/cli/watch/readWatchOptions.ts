import type { ServiceProfile } from '../../service/profile/types.js'
import { UsageError } from '../errors.js'
import {
  type ChecksumOptions,
  type GlobalOptions,
  readAddressOption,
  readServiceUrl,
  readSolverOption,
  readUrlOption,
} from '../options.js'
import { printable } from '../output.js'
import { readSeconds } from '../readSeconds.js'

/** The options of a job, from the command line or a file. */
export type JobOptions = {
  receiver?: string
  fromBlock?: string
  untilBlock?: string
  webhook?: string
  out?: string
  url?: string
  order?: string
  solver?: string[]
  grace?: string
  inboxes?: string
  claimDelay?: string
  confirmations?: string
  lookback?: string
  pollInterval?: string
  patience?: string
  maxLag?: string
}

export type WatchOptions = GlobalOptions &
  ChecksumOptions &
  JobOptions & {
    rpcUrl?: string[]
    perSecond?: string
    jobs?: string
    db?: string
    listen?: string
    rejudge?: boolean
  }

export type JobRequest = ReturnType<typeof readJobOptions>

/** Returns the name of an option for a message. */
export type NameOption = (name: keyof JobOptions) => string

/** Reads the options of a job without any network request. @throws {@link UsageError} */
export function readJobOptions(
  options: JobOptions & ChecksumOptions,
  profile: ServiceProfile,
  name: NameOption,
) {
  const { anyChecksum = false } = options
  const fromBlock = BigInt(readWhole(name('fromBlock'), readGiven(name, options, 'fromBlock')))
  const untilBlock = readUntil(name('untilBlock'), options.untilBlock)
  if (typeof untilBlock === 'bigint' && untilBlock < fromBlock) {
    throw new UsageError(
      `${name('untilBlock')} must not be below ${name('fromBlock')}, found ${untilBlock} and ${fromBlock}.`,
    )
  }
  const readUrl = (key: 'url' | 'webhook') =>
    options[key] === undefined ? undefined : readUrlOption(name(key), options[key])
  return {
    receiver: readAddressOption(name('receiver'), readGiven(name, options, 'receiver'), { anyChecksum }),
    fromBlock,
    untilBlock,
    webhook: readUrl('webhook'),
    out: options.out,
    order: options.order,
    inboxes: options.inboxes,
    claimDelay: readSeconds(name('claimDelay'), options.claimDelay ?? '3600') / 1000,
    url: readUrl('url') ?? readServiceUrl(undefined, profile),
    solvers:
      options.solver?.map((value) => readAddressOption(name('solver'), value, { anyChecksum })) ??
      readSolverOption({ anyChecksum }, profile),
    graceMs: readSeconds(name('grace'), options.grace ?? '600'),
    confirmations:
      options.confirmations === undefined
        ? undefined
        : BigInt(readWhole(name('confirmations'), options.confirmations)),
    lookback: BigInt(readWhole(name('lookback'), options.lookback ?? '10000')),
    pollMs: readSeconds(name('pollInterval'), options.pollInterval ?? '2'),
    patienceMs: readPositive(name('patience'), options.patience ?? '60'),
    maxLagMs: readPositive(name('maxLag'), options.maxLag ?? '300'),
  }
}

function readGiven(name: NameOption, options: JobOptions, key: 'receiver' | 'fromBlock'): string {
  const value = options[key]
  if (value === undefined) throw new UsageError(`${name(key)} is required.`)
  return value
}

/** Reads `--db`. A value that may contain a password must be a URL, since messages show file names. @throws {@link UsageError} */
export function readDatabase(value: string): string {
  // With these values SQLite would not store the state in a file.
  if (/^(sqlite:(\/\/)?)?(:memory:)?$/.test(value))
    throw new UsageError('--db must be a file, or a URL of PostgreSQL.')
  const hasScheme = /^[a-z][a-z0-9+.-]+:/i.test(value)
  if (hasScheme || !/@|:\/\/|password|^\W*postgres(ql)?[^\w.-]/i.test(value)) return value
  throw new UsageError('--db must be a file, or a URL that begins with postgresql://.', {
    metaMessages: [
      'Check the URL for blanks, quotes and its first letters. For a file with this name, write sqlite:FILE.',
    ],
  })
}

/** Reads the most requests per second to a node. @throws {@link UsageError} */
export function readPerSecond(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : 0
  if (number > 0) return number
  throw new UsageError(`${option} must be a number above 0, found "${printable(value)}".`)
}

function readPositive(option: string, value: string): number {
  const ms = readSeconds(option, value)
  if (ms > 0) return ms
  throw new UsageError(`${option} must be more than 0 seconds.`)
}

/** Reads `--until-block`. `latest` is the last confirmed block when the command starts. */
function readUntil(option: string, value: string | undefined): bigint | 'latest' | undefined {
  if (value === undefined || value === 'latest') return value
  return BigInt(readWhole(option, value, ' or latest'))
}

function readWhole(option: string, value: string, other = ''): number {
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw new UsageError(`${option} must be a whole number${other}, found "${printable(value)}".`)
}

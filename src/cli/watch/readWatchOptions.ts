import type { ServiceProfile } from '../../service/profile/types.js'
import { UsageError } from '../errors.js'
import {
  type ChecksumOptions,
  type GlobalOptions,
  readAddressOption,
  readApiKey,
  readServiceUrl,
  readSolverOption,
  readUrlOption,
} from '../options.js'
import { printable } from '../output.js'

export type WatchOptions = GlobalOptions &
  ChecksumOptions & {
    rpcUrl: string
    receiver: string
    fromBlock: string
    untilBlock?: string
    db?: string
    webhook?: string
    out?: string
    url?: string
    order?: string
    solver?: string[]
    grace: string
    confirmations: string
    lookback: string
    pollInterval: string
    patience: string
    rejudge?: boolean
  }

export type WatchRequest = ReturnType<typeof readWatchOptions>

/** Reads every option before any request. @throws {@link UsageError} */
export function readWatchOptions(options: WatchOptions, profile: ServiceProfile) {
  const fromBlock = BigInt(readWhole('--from-block', options.fromBlock))
  const untilBlock = readUntil(options.untilBlock)
  if (typeof untilBlock === 'bigint' && untilBlock < fromBlock) {
    throw new UsageError(
      `--until-block must not be below --from-block, found ${untilBlock} and ${fromBlock}.`,
    )
  }
  return {
    rpcUrl: readUrlOption('--rpc-url', options.rpcUrl),
    receiver: readAddressOption('--receiver', options.receiver, options),
    fromBlock,
    untilBlock,
    db: options.db === undefined ? undefined : readDatabase(options.db),
    webhook: options.webhook === undefined ? undefined : readUrlOption('--webhook', options.webhook),
    out: options.out,
    url: readServiceUrl(options.url, profile),
    apiKey: readApiKey(),
    solvers: readSolverOption(options, profile),
    graceMs: readSeconds('--grace', options.grace),
    confirmations: BigInt(readWhole('--confirmations', options.confirmations)),
    lookback: BigInt(readWhole('--lookback', options.lookback)),
    pollMs: readSeconds('--poll-interval', options.pollInterval),
    patienceMs: readPatience(options.patience),
    isRejudged: options.rejudge === true,
    json: options.json === true,
  }
}

/** Messages name a file, so what may hold a password must be read as a URL. @throws {@link UsageError} */
function readDatabase(value: string): string {
  const hasScheme = /^[a-z][a-z0-9+.-]+:/i.test(value)
  if (hasScheme || !/@|:\/\/|password|^\W*postgres(ql)?[^\w.-]/i.test(value)) return value
  throw new UsageError('--db must be a file, or a URL that begins with postgresql://.', {
    metaMessages: [
      'It looks like another URL: check it for blanks, quotes and its first letters. A file may be sqlite:FILE.',
    ],
  })
}

function readPatience(value: string): number {
  const patienceMs = readSeconds('--patience', value)
  if (patienceMs > 0) return patienceMs
  throw new UsageError('--patience must be more than 0 seconds.')
}

/** `latest` is the head when the command begins. */
function readUntil(value: string | undefined): bigint | 'latest' | undefined {
  if (value === undefined || value === 'latest') return value
  return BigInt(readWhole('--until-block', value, ' or latest'))
}

function readWhole(option: string, value: string, other = ''): number {
  if (/^\d{1,15}$/.test(value)) return Number(value)
  throw new UsageError(`${option} must be a whole number${other}, found "${printable(value)}".`)
}

/** Returns milliseconds. A day is long enough for a wait. */
function readSeconds(option: string, value: string): number {
  const seconds = /^\d{1,6}(\.\d{1,3})?$/.test(value) ? Number(value) : Number.NaN
  if (seconds <= 86_400) return seconds * 1000
  throw new UsageError(`${option} must be seconds, from 0 to 86400, found "${printable(value)}".`)
}

import type { Hex } from 'viem'
import * as z from 'zod'
import { operationOf } from '../../service/profile/operations.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { bytes32Text } from '../../service/resources/schema.js'
import type { Connection } from '../connection.js'
import { ClientOptionError } from '../errors.js'
import { readParameters } from '../validate.js'

/** Returns the status operation, which errors name while a request is followed. */
export const statusOperation = ({ profile }: Pick<Connection, 'profile'>) =>
  `GET ${operationOf(profile, 'status').path}`

/** The defaults of {@link FollowParameters}, in milliseconds. */
export const followDefaults = {
  timeoutMs: 600_000,
  pollingIntervalMs: 1000,
  failureGraceMs: 2000,
  notFoundGraceMs: 10_000,
} as const

/** Polls the mock more often: it runs on this machine, so longer waits would only slow down tests. */
export function defaultPollingIntervalMs({ name }: ServiceProfile): number {
  return name === 'mock' ? 50 : followDefaults.pollingIntervalMs
}

export type FollowParameters = {
  requestId: Hex
  /** The longest time to follow the request. Defaults to 600000 (10 minutes). */
  timeoutMs?: number | undefined
  /** The pause between an answer of the status endpoint and the next request. Defaults to 1000, or 50 with the mock's profile. */
  pollingIntervalMs?: number | undefined
  /** How long a failure must last before it is final, since a refund may follow. Defaults to 2000. */
  failureGraceMs?: number | undefined
  /** How long the service may answer 400 or 404 before the request counts as unknown. Defaults to 10000. */
  notFoundGraceMs?: number | undefined
  /**
   * `auto` (the default) uses the websocket if the client has a URL for it, and polls while the websocket does not deliver.
   * `websocket` does the same and requires the URL. `polling` uses only HTTP.
   */
  transport?: 'auto' | 'polling' | 'websocket' | undefined
  /** Stops following at once. */
  signal?: AbortSignal | undefined
}

export type FollowSettings = ReturnType<typeof readFollowParameters>

// A websocket can die without a sign. A change then stays unseen for at most this long.
const safetyIntervalMs = 15_000

// A longer timer fires at once.
const milliseconds = z.int().max(2 ** 31 - 1)

const waitsSchema = z.object({
  timeoutMs: milliseconds.positive().default(followDefaults.timeoutMs),
  pollingIntervalMs: milliseconds.positive().optional(),
})

const followSchema = waitsSchema.extend({
  requestId: bytes32Text.transform((id) => id.toLowerCase() as Hex),
  failureGraceMs: milliseconds.nonnegative().default(followDefaults.failureGraceMs),
  notFoundGraceMs: milliseconds.nonnegative().default(followDefaults.notFoundGraceMs),
  transport: z.enum(['auto', 'polling', 'websocket']).default('auto'),
  signal: z.instanceof(AbortSignal, { error: 'must be an AbortSignal' }).optional(),
  /** Only for `waitForRequest`. */
  onStatus: z.custom((value) => typeof value === 'function', 'must be a function').optional(),
})

export type Waits = Pick<FollowParameters, 'timeoutMs' | 'pollingIntervalMs'>

/** Checks the timeouts and intervals, and fills in the defaults. */
export function readWaits(profile: ServiceProfile, waits: Waits, operation: string) {
  const { timeoutMs, pollingIntervalMs } = readParameters(waitsSchema, waits, operation)
  return { timeoutMs, pollingIntervalMs: pollingIntervalMs ?? defaultPollingIntervalMs(profile) }
}

/** Checks the parameters against their types, and fills in the defaults. */
export function readFollowParameters(connection: Connection, parameters: FollowParameters) {
  const settings = readParameters(followSchema, parameters, statusOperation(connection))
  if (settings.transport === 'websocket' && !connection.profile.wsUrl) {
    throw new ClientOptionError({
      option: 'wsUrl',
      value: connection.profile.wsUrl,
      requirement: 'the URL of the websocket, or a transport other than websocket',
    })
  }
  const { pollingIntervalMs = defaultPollingIntervalMs(connection.profile) } = settings
  return { ...settings, pollingIntervalMs, safetyIntervalMs }
}

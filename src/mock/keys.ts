import type { IncomingHttpHeaders } from 'node:http'
import { ServiceError } from './http/serviceError.js'
import type { Ledger } from './ledger.js'
import type { Random } from './random.js'

/** An API key and what its owner has for sponsoring fees. */
export type KeyRecord = {
  apiKey: string
  /** USD with 6 decimals. */
  sponsorBalance: bigint
}

/** What a key's owner can spend on the fees of others. */
export type Sponsor = {
  /** USD with 6 decimals. It changes only when a request is filled, or by control. */
  readonly balance: bigint
}

export type Keys = {
  /** The key that exists from the start. */
  defaultKey: string
  list(): KeyRecord[]
  /** Makes a key, or takes the caller's own. @returns the key */
  create(options?: { apiKey?: string; sponsorBalance?: bigint }): string
  /** Whether there was such a key. */
  remove(apiKey: string): boolean
  has(apiKey: string): boolean
  /** The caller's key; undefined without one. @throws {@link ServiceError} 401 on one that is not known. */
  readKey(request: { headers: IncomingHttpHeaders }): string | undefined
  /** The caller's key if it is known. */
  findKnown(request: { headers: IncomingHttpHeaders }): string | undefined
  /** The caller's key. @throws {@link ServiceError} 401 */
  requireKey(request: { headers: IncomingHttpHeaders }): string
  /** Who pays for the fees that are sponsored; undefined without a known key. */
  sponsor(apiKey: string | undefined): Sponsor | undefined
  /** Sets what a key's owner can spend, in USD with 6 decimals. Whether there is such a key. */
  setSponsorBalance(apiKey: string, balance: bigint): boolean
}

/** Of the key that exists from the start: 1000 USD. */
const defaultSponsorBalance = 1_000_000_000n

/**
 * Creates the service's API keys, with one that exists from the start.
 *
 * - Rule: a sponsor pays when a request is filled, what its terms say (`sponsoredUsd`), and never below zero.
 */
export function createKeys({ random, ledger }: { random: Random; ledger: Ledger }): Keys {
  const keys = new Map<string, KeyRecord>()

  const create: Keys['create'] = ({ apiKey = makeKey(random), sponsorBalance = 0n } = {}) => {
    keys.set(apiKey, { apiKey, sponsorBalance })
    return apiKey
  }

  const readKey: Keys['readKey'] = ({ headers }) => {
    const apiKey = findKey(headers)
    if (apiKey === undefined || keys.has(apiKey)) return apiKey
    const fields = { errorCode: 'UNAUTHORIZED' }
    throw new ServiceError('UNAUTHORIZED', 'The API key is not known.', { status: 401, fields })
  }

  ledger.onMove(({ status, apiKey, terms: { sponsoredUsd } }) => {
    const record = apiKey === undefined ? undefined : keys.get(apiKey)
    if (status !== 'success' || !record || !sponsoredUsd) return
    const { sponsorBalance } = record
    record.sponsorBalance = sponsorBalance > sponsoredUsd ? sponsorBalance - sponsoredUsd : 0n
  })

  return {
    defaultKey: create({ sponsorBalance: defaultSponsorBalance }),
    list: () => [...keys.values()].map((record) => ({ ...record })),
    create,
    remove: (apiKey) => keys.delete(apiKey),
    has: (apiKey) => keys.has(apiKey),
    readKey,
    findKnown({ headers }) {
      const apiKey = findKey(headers)
      return apiKey !== undefined && keys.has(apiKey) ? apiKey : undefined
    },
    requireKey(request) {
      const apiKey = readKey(request)
      if (apiKey !== undefined) return apiKey
      throw new ServiceError('UNAUTHORIZED', 'This operation needs an API key, in the header x-api-key.', {
        status: 401,
      })
    },
    sponsor(apiKey) {
      const record = apiKey === undefined ? undefined : keys.get(apiKey)
      return record && { balance: record.sponsorBalance }
    },
    setSponsorBalance(apiKey, sponsorBalance) {
      const record = keys.get(apiKey)
      if (record) record.sponsorBalance = sponsorBalance
      return record !== undefined
    },
  }
}

/** The header `x-api-key`, or `Authorization: Bearer`, which some callers send. */
function findKey(headers: IncomingHttpHeaders): string | undefined {
  const header = headers['x-api-key']
  if (typeof header === 'string' && header !== '') return header
  return /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
}

/** In the form of a UUID, as those of the public service. */
function makeKey(random: Random): string {
  const hex = random.bytes32('apiKey').slice(2)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

import type { IncomingHttpHeaders } from 'node:http'
import type { Hex } from 'viem'
import { CallerError } from './callerError.js'
import type { Ledger } from './ledger.js'
import { createRandom, type Random } from './random.js'

/** An API key and the sponsor balance of its owner. */
export type KeyRecord = {
  apiKey: string
  /** USD with 6 decimals. */
  sponsorBalance: bigint
}

export type Keys = ReturnType<typeof createKeys>

type Headers = { headers: IncomingHttpHeaders }

/** The sponsor balance of the default key: 1000 USD. */
const defaultSponsorBalance = 1_000_000_000n

/**
 * Creates the service's API keys, with a default key that depends only on the seed. Without a seed, the default key is
 * the same in every run.
 *
 * When a request is filled, the owner of the request's key pays the `sponsoredUsd` of the request's terms, but never
 * more than the owner's balance.
 */
export function createKeys(parameters: {
  random: Random
  seed?: string | undefined
  ledger: Ledger
  /** Unix milliseconds. */
  now?: () => number
}) {
  const { random, seed = '', ledger, now = Date.now } = parameters
  const keys = new Map<string, KeyRecord>()
  ledger.savepoints.keep(keys)
  const tokens = createAccessTokens(random, now)
  const findKey = (headers: IncomingHttpHeaders) => readHeaders(headers, tokens.keyOf)

  function create({
    apiKey = toUuid(random.bytes32('apiKey')),
    sponsorBalance = 0n,
  }: {
    apiKey?: string
    sponsorBalance?: bigint
  } = {}): string {
    keys.set(apiKey, { apiKey, sponsorBalance })
    return apiKey
  }

  /** Returns the caller's key, or undefined without one. @throws {@link CallerError} 401 for an unknown key. */
  function readKey({ headers }: Headers): string | undefined {
    const apiKey = findKey(headers)
    if (apiKey === undefined || keys.has(apiKey)) return apiKey
    const fields = { errorCode: 'UNAUTHORIZED' }
    throw new CallerError('UNAUTHORIZED', 'The API key is unknown.', { status: 401, fields })
  }

  ledger.onMove(({ status, apiKey, terms: { sponsoredUsd } }) => {
    const record = apiKey === undefined ? undefined : keys.get(apiKey)
    if (status !== 'success' || !record || !sponsoredUsd) return
    const { sponsorBalance } = record
    record.sponsorBalance = sponsorBalance > sponsoredUsd ? sponsorBalance - sponsoredUsd : 0n
  })

  return {
    defaultKey: create({
      apiKey: toUuid(createRandom(seed).bytes32('default apiKey')),
      sponsorBalance: defaultSponsorBalance,
    }),
    list: (): KeyRecord[] => [...keys.values()].map((record) => ({ ...record })),
    /** Registers the given key, or a new one. Returns the key. */
    create,
    /** Removes a key. Returns false if it was unknown. */
    remove: (apiKey: string): boolean => keys.delete(apiKey),
    has: (apiKey: string): boolean => keys.has(apiKey),
    readKey,
    createToken: tokens.create,
    /** Returns the caller's key if it is known. */
    findKnown({ headers }: Headers): string | undefined {
      const apiKey = findKey(headers)
      return apiKey !== undefined && keys.has(apiKey) ? apiKey : undefined
    },
    /** Returns the caller's key. @throws {@link CallerError} 401 without a known key. */
    requireKey(request: Headers): string {
      const apiKey = readKey(request)
      if (apiKey !== undefined) return apiKey
      const message = 'This operation needs an API key, in the header x-api-key.'
      throw new CallerError('UNAUTHORIZED', message, { status: 401 })
    },
    /** Returns the sponsor balance of a key's owner, in USD with 6 decimals, or undefined if the key is unknown. */
    sponsor(apiKey: string | undefined): { readonly balance: bigint } | undefined {
      const record = keys.get(apiKey ?? '')
      return record && { balance: record.sponsorBalance }
    },
    /** Sets the sponsor balance of a key's owner. Returns false if the key is unknown. */
    setSponsorBalance(apiKey: string, sponsorBalance: bigint): boolean {
      const record = keys.get(apiKey)
      if (record) record.sponsorBalance = sponsorBalance
      return record !== undefined
    },
  }
}

/**
 * Returns the key in `x-api-key`, or the key of the token in `Authorization: Bearer`. Some callers send the key itself as
 * the token.
 */
function readHeaders(
  headers: IncomingHttpHeaders,
  keyOf: (token?: string) => string | undefined,
): string | undefined {
  const header = headers['x-api-key']
  if (typeof header === 'string' && header !== '') return header
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  return keyOf(bearer) ?? bearer
}

/** Formats a key as the public service does. */
function toUuid(value: Hex): string {
  const hex = value.slice(2)
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    '-',
  )
}

/** Creates and looks up the access tokens of API keys. */
function createAccessTokens(random: Random, now: () => number) {
  const tokens = new Map<string, { apiKey: string; expiresMs: number }>()
  return {
    create(apiKey: string, expiresMs: number): string {
      const token = random.bytes32('access token').slice(2)
      tokens.set(token, { apiKey, expiresMs })
      return token
    },
    /** Returns the API key of a token that has not expired. */
    keyOf(token = ''): string | undefined {
      const found = tokens.get(token)
      return found && found.expiresMs > now() ? found.apiKey : undefined
    },
  }
}

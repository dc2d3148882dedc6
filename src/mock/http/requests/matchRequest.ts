import type { RequestRecord } from '../../ledger.js'
import { ServiceError } from '../serviceError.js'
import type { Listed } from './listed.js'

type Values = readonly (string | number | undefined)[]

/** What a record has under each key of a filter; nothing where that is absent. */
const valuesOf: Readonly<Record<string, (listed: Listed) => Values>> = {
  id: ({ record }) => [record.id],
  orderId: ({ record }) => [record.orderId],
  user: ({ record }) => [record.terms.user, record.depositAddressPayment?.depositor],
  sender: ({ record }) => [record.terms.user],
  recipient: ({ record }) => [record.terms.recipient],
  depositAddress: ({ record }) => [record.terms.depositAddress],
  depositTxHash: ({ record }) => [...record.inTxHashes, record.depositAddressPayment?.txHash],
  fillTxHash: ({ record }) => record.txHashes,
  refundTxHash: ({ record }) => refundHashesOf(record),
  hash: ({ record }) => hashesOf(record),
  originChainId: ({ record }) => [record.terms.originChainId],
  destinationChainId: ({ record }) => [record.terms.destinationChainId],
  chainId: ({ record }) => [record.terms.originChainId, record.terms.destinationChainId],
  status: ({ record }) => [record.status],
  failReason: ({ record }) => [unlessNone(record.failReason)],
  refundFailReason: ({ record }) => [unlessNone(record.refundFailReason)],
  apiKey: ({ record }) => [record.apiKey],
  referrer: ({ record }) => [referrerOf(record) ?? undefined],
  requestType: ({ type }) => [type],
  features: ({ features }) => features,
  currencyInChainId: ({ record }) => [record.terms.originChainId],
  currencyInAddress: ({ record }) => [record.terms.originCurrency],
  currencyInSymbol: ({ record }) => [record.quote?.details.currencyIn.currency.symbol],
  currencyOutChainId: ({ record }) => [record.terms.destinationChainId],
  currencyOutAddress: ({ record }) => [record.terms.destinationCurrency],
  currencyOutSymbol: ({ record }) => [record.quote?.details.currencyOut.currency.symbol],
  term: ({ record }) => [
    record.id,
    record.orderId,
    record.terms.user,
    record.terms.recipient,
    record.terms.refundTo,
    record.terms.depositAddress,
    record.depositAddressPayment?.depositor,
    record.depositAddressPayment?.txHash,
    ...hashesOf(record),
  ],
}

/** Whether a record has one of `wanted` under `key`; hex and names are compared in any case. */
export function hasValue(listed: Listed, key: string, wanted: readonly unknown[]): boolean {
  const found = valuesOf[key]!(listed).filter((value) => value !== undefined)
  return wanted.some((value) =>
    value === null
      ? found.length === 0
      : found.some((candidate) => String(candidate).toLowerCase() === String(value).toLowerCase()),
  )
}

/**
 * Reads the parameter `filters`: groups of which one must match, with keys that must all match. `not:` before a key
 * negates it, a list is any of it, and null is absent.
 *
 * @throws {@link ServiceError}
 */
export function readFilters(text: string): (listed: Listed) => boolean {
  const groups = readGroups(text)
  return (listed) =>
    groups.some((group) =>
      Object.entries(group).every(([name, value]) => {
        const key = name.replace(/^not:/, '')
        return hasValue(listed, key, [value].flat()) === (key === name)
      }),
    )
}

function readGroups(text: string): Record<string, unknown>[] {
  const refuse = (requirement: string) => new ServiceError('INVALID_REQUEST', `filters: ${requirement}.`)
  let groups: unknown
  try {
    groups = JSON.parse(text)
  } catch {
    throw refuse('must be JSON')
  }
  if (!Array.isArray(groups) || groups.length === 0) throw refuse('must be a list of groups')
  for (const group of groups) {
    if (typeof group !== 'object' || group === null || Array.isArray(group)) {
      throw refuse('must be a list of objects')
    }
    for (const [name, value] of Object.entries(group)) {
      if (!Object.hasOwn(valuesOf, name.replace(/^not:/, ''))) throw refuse(`has no key ${name.slice(0, 40)}`)
      const isPlain = [value].flat().every((entry) => entry === null || typeof entry !== 'object')
      if (!isPlain) throw refuse(`must have plain values for ${name}`)
    }
  }
  return groups
}

export function hashesOf(record: RequestRecord): string[] {
  return [...record.inTxHashes, ...record.txHashes, ...refundHashesOf(record)]
}

export function refundHashesOf({ details }: RequestRecord): `0x${string}`[] {
  return [
    details?.refundTxHash,
    details?.excess?.refundTxHash,
    ...(details?.doubleSpends ?? []).map(({ refundTxHash }) => refundTxHash),
  ].filter((hash) => hash !== undefined)
}

export function referrerOf({ request }: RequestRecord): string | null {
  return typeof request.referrer === 'string' ? request.referrer : null
}

function unlessNone(reason: string): string | undefined {
  return reason === 'N/A' ? undefined : reason
}

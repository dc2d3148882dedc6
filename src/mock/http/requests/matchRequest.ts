import * as z from 'zod'
import { parseJson } from '../../../base/parseJson.js'
import { toRecord } from '../../../base/values.js'
import { isSame } from '../../../rules/settled/isSame.js'
import { readInput } from '../../readInput.js'
import { hashesOf, referrerOf, refundHashesOf, unlessNone } from '../../record.js'
import type { Listed } from './listed.js'

type Values = readonly (string | number | undefined)[]

/** Returns a record's values for each key of a filter or a query. */
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

/** The query parameters that match a record's values of the same name. `id` and `user` have rules of their own. */
export const matchedKeys = Object.keys(valuesOf).filter((key) => key !== 'id' && key !== 'user')

/** Whether one of a record's values under `key` is in `wanted`. Hex and names match in any case. */
export function hasValue(listed: Listed, key: string, wanted: readonly unknown[]): boolean {
  const found = valuesOf[key]!(listed).filter((value) => value !== undefined)
  return wanted.some((value) =>
    value === null ? found.length === 0 : found.some((candidate) => isSame(`${candidate}`, `${value}`)),
  )
}

const plainValue = z.union([z.string(), z.number(), z.boolean(), z.null()])

const groupsSchema = z
  .array(
    z
      .custom((group) => Object.keys(toRecord(group) ?? {}).every(isKnownKey), 'must have only known keys')
      .pipe(z.record(z.string(), z.union([plainValue, z.array(plainValue)], 'must be plain values'))),
    'must be a JSON list of groups',
  )
  .min(1, 'must be a JSON list of groups')

/**
 * Reads the parameter `filters`, a list of groups. A request matches if it matches all keys of at least one group. `not:`
 * before a key negates the key, a list matches any of its values, and null matches an absent value.
 *
 * @throws {@link CallerError}
 */
export function readFilters(text: string): (listed: Listed) => boolean {
  const { filters } = readInput(z.object({ filters: groupsSchema }), { filters: parseJson(text) })
  return (listed) =>
    filters.some((group) =>
      Object.entries(group).every(([name, value]) => {
        const key = name.replace(/^not:/, '')
        return hasValue(listed, key, [value].flat()) === (key === name)
      }),
    )
}

function isKnownKey(name: string): boolean {
  return Object.hasOwn(valuesOf, name.replace(/^not:/, ''))
}

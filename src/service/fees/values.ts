import Big from 'big.js'
import { createNeed } from '../../base/createNeed.js'
import { createOptionReader } from '../../base/createOptionReader.js'
import { FeeInputError } from './errors.js'
import { platformFeeBps, type TransactionType } from './schedule.js'

const decimal = /^\d{1,78}(\.\d{1,78})?$/
const wholeBps = /^\d{1,5}$/
const maxBps = 10_000

export const needFeeInput = createNeed(FeeInputError)

/** @throws {@link FeeInputError} */
export const readFeeOptions = /* @__PURE__ */ createOptionReader(needFeeInput, {
  list: ['appFees', 'sponsoredFeeComponents'],
  flag: ['subsidizeFees', 'isDepositAddress', 'isGasless', 'isWrap', 'hasApiKey', 'isVerified'],
  record: ['components', 'origin', 'destination'],
})

/** Reads a decimal string of USD that is not negative. */
export function readUsd(value: unknown, field: string): Big {
  const isDecimal = typeof value === 'string' && decimal.test(value)
  return needFeeInput(
    isDecimal ? Big(value) : undefined,
    field,
    value,
    'a decimal string of USD, not negative',
  )
}

/** Reads a decimal string of USD, which is negative if the user gains. */
export function readSignedUsd(value: unknown, field: string): Big {
  const isDecimal = typeof value === 'string' && decimal.test(value.replace(/^-/, ''))
  return needFeeInput(isDecimal ? Big(value) : undefined, field, value, 'a decimal string of USD')
}

/** Writes USD with all digits and without an exponent. */
export function writeUsd(value: Big): string {
  return value.eq(0) ? '0' : value.toFixed()
}

/** Reads an amount in the smallest unit, without fractions. */
export function readFeeAmount(value: unknown, field: string): bigint {
  const isAmount = typeof value === 'bigint' && value >= 0n
  return needFeeInput(
    isAmount ? value : undefined,
    field,
    value,
    'a bigint of the smallest unit, not negative',
  )
}

/** Reads basis points as a number, or as a decimal string of the wire. */
export function readBps(value: unknown, field: string): number {
  const number = typeof value === 'string' && wholeBps.test(value) ? Number(value) : value
  const isBps = Number.isInteger(number) && (number as number) >= 0 && (number as number) <= maxBps
  return needFeeInput(
    isBps ? (number as number) : undefined,
    field,
    value,
    'whole basis points from 0 to 10000',
  )
}

export function readTransactionType(value: unknown): TransactionType {
  const isType = typeof value === 'string' && Object.hasOwn(platformFeeBps, value)
  const requirement = `one of ${Object.keys(platformFeeBps).join(', ')}`
  return needFeeInput(isType ? (value as TransactionType) : undefined, 'type', value, requirement)
}

/** Computes a share of USD, exactly. */
export function shareOfUsd(value: Big, bps: number): Big {
  return value.times(bps).times('0.0001')
}

/** Computes a share of an amount, rounded down. */
export function shareOfAmount(amount: bigint, bps: number): bigint {
  return (amount * BigInt(bps)) / BigInt(maxBps)
}

import { type Address, bytesToHex, getAddress, type Hex, zeroAddress, zeroHash } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { toAddressWord, toAmount, toBytes, toDeadline } from '../../base/values.js'
import { PaymentFieldError } from './errors.js'

/**
 * The terms of an authorized payment, as `payAuthorized` takes them.
 *
 * Amounts are in the smallest unit of `token`, `deadline` is in Unix seconds, and a zero `token` is the native currency.
 * `originUser` and `originCurrency` are left-padded to 32 bytes. A signed order names no user, so `originUser` is zero. If a
 * signed order has several inputs, it names no single origin, so all three words of the origin are zero.
 */
export type Payment = {
  originChainId: bigint
  originUser: Hex
  originCurrency: Hex
  token: Address
  minimum: bigint
  maximum: bigint
  recipient: Address
  /** The account that gets the money back if the call is not authorized. If zero, the call reverts instead. */
  refundTo: Address
  deadline: number
  salt: Hex
  data: Hex
}

/** A {@link Payment} with defaults: a fixed amount, a random salt, no data. Addresses may have 20 bytes. */
export type PaymentInput = Omit<Payment, 'originChainId' | 'maximum' | 'salt' | 'data'> & {
  originChainId: number | bigint
  /** The most that is paid. Set it above the minimum if the amount that arrives may vary. Defaults to the minimum. */
  maximum?: bigint | undefined
  salt?: Hex | undefined
  /** Passed to the recipient's hook. */
  data?: Hex | undefined
}

export const needPaymentField = createNeed(PaymentFieldError)

/**
 * Checks the terms against the rules of a receiver, and fills in the defaults.
 *
 * @throws {@link PaymentFieldError}
 */
export function readPayment(input: PaymentInput): Payment {
  const { minimum, maximum = minimum, deadline, salt = randomSalt(), data = '0x' } = input
  const originUser = readWord(input.originUser, 'originUser')
  const originCurrency = readWord(input.originCurrency, 'originCurrency')
  // An order with several inputs names no single origin. Then all three words are zero.
  const leastChainId = originUser === zeroHash && originCurrency === zeroHash ? 0n : 1n
  return {
    originChainId: needPaymentField(
      toChain(input.originChainId, leastChainId),
      'originChainId',
      input.originChainId,
      'a chain id above 0, or zero as the other two words of the origin',
    ),
    originUser,
    originCurrency,
    token: readAddress(input.token, 'token', 'an address, zero for the native currency'),
    minimum: needPaymentField(toAmount(minimum, 1n), 'minimum', minimum, 'a bigint above 0'),
    maximum: needPaymentField(
      toAmount(maximum, minimum),
      'maximum',
      maximum,
      'a bigint of at least the minimum',
    ),
    recipient: readPaymentAddress(input.recipient, 'recipient'),
    refundTo: readAddress(input.refundTo, 'refundTo', 'an address, zero to revert instead'),
    deadline: needPaymentField(
      toDeadline(deadline),
      'deadline',
      deadline,
      'Unix seconds, a whole number of at most 48 bits',
    ),
    salt: needPaymentField(toBytes(salt, [32]), 'salt', salt, '32 bytes of hex'),
    data: needPaymentField(toBytes(data), 'data', data, 'hex of whole bytes'),
  }
}

/** Reads an address that is not zero. */
export function readPaymentAddress(value: Address, field: string): Address {
  const requirement = 'an address other than zero'
  const address = readAddress(value, field, requirement)
  return needPaymentField(address === zeroAddress ? undefined : address, field, value, requirement)
}

function readAddress(value: Address, field: string, requirement: string): Address {
  return getAddress(needPaymentField(toBytes(value, [20]), field, value, requirement))
}

function readWord(value: Hex, field: string): Hex {
  return needPaymentField(toAddressWord(value), field, value, 'hex of 20 or 32 bytes')
}

function toChain(value: number | bigint, least: bigint): bigint | undefined {
  const isWhole = typeof value === 'bigint' || Number.isSafeInteger(value)
  return isWhole ? toAmount(BigInt(value), least) : undefined
}

function randomSalt(): Hex {
  return bytesToHex(globalThis.crypto.getRandomValues(new Uint8Array(32)))
}

import { type Address, getAddress, type Hex, isAddress, isHex, maxUint256, size, zeroAddress } from 'viem'
import { padAddress } from '../address/padAddress.js'
import { PaymentFieldError } from '../errors/contract.js'

/**
 * The terms of an authorised payment, as `payAuthorized` takes them.
 *
 * Amounts are in the smallest unit of `token`, `deadline` in Unix seconds; `token` zero is the native currency;
 * `originUser` and `originCurrency` are left-padded to 32 bytes.
 */
export type Payment = {
  originChainId: bigint
  originUser: Hex
  originCurrency: Hex
  token: Address
  minimum: bigint
  maximum: bigint
  recipient: Address
  deadline: number
  salt: Hex
  data: Hex
}

/** As {@link Payment}, with defaults: a fixed amount, a random salt, no data. Addresses may have 20 bytes. */
export type PaymentInput = Omit<Payment, 'originChainId' | 'maximum' | 'salt' | 'data'> & {
  originChainId: number | bigint
  /** More than the minimum when the amount that arrives varies. */
  maximum?: bigint | undefined
  salt?: Hex | undefined
  /** Handed to the recipient's hook. */
  data?: Hex | undefined
}

export type ReadPaymentErrorType = PaymentFieldError

const maxUint48 = 2 ** 48 - 1

/** Holds the terms to what a receiver takes, and fills in the defaults. */
export function readPayment(input: PaymentInput): Payment {
  const { minimum, maximum = minimum, salt = randomSalt(), data = '0x' } = input
  need('originChainId', input.originChainId, isChainId(input.originChainId), 'a chain id above 0')
  need(
    'token',
    input.token,
    isAddress(input.token, { strict: false }),
    'an address, zero for the native currency',
  )
  need('minimum', minimum, isAmount(minimum) && minimum > 0n, 'a bigint above 0')
  need('maximum', maximum, isAmount(maximum) && maximum >= minimum, 'a bigint of at least the minimum')
  const recipientOk = isAddress(input.recipient, { strict: false }) && BigInt(input.recipient) !== 0n
  need('recipient', input.recipient, recipientOk, 'an address other than zero')
  const { deadline } = input
  const deadlineOk = Number.isInteger(deadline) && deadline > 0 && deadline <= maxUint48
  need('deadline', deadline, deadlineOk, 'Unix seconds, a whole number of at most 48 bits')
  need('salt', salt, isHex(salt) && size(salt) === 32, '32 bytes of hex')
  need('data', data, isHex(data) && data.length % 2 === 0, 'hex of whole bytes')
  return {
    originChainId: BigInt(input.originChainId),
    originUser: readWord('originUser', input.originUser),
    originCurrency: readWord('originCurrency', input.originCurrency),
    token: getAddress(input.token),
    minimum,
    maximum,
    recipient: getAddress(input.recipient),
    deadline,
    salt,
    data,
  }
}

/** Reads an address that other terms are held to. */
export function readContractAddress(field: string, value: Address): Address {
  const ok = isAddress(value, { strict: false }) && value !== zeroAddress
  need(field, value, ok, 'an address other than zero')
  return getAddress(value)
}

export function need(field: string, value: unknown, ok: boolean, requirement: string): void {
  if (!ok) throw new PaymentFieldError({ field, value, requirement })
}

function readWord(field: string, value: Hex): Hex {
  try {
    return padAddress(value)
  } catch {
    throw new PaymentFieldError({ field, value, requirement: 'hex of 20 or 32 bytes' })
  }
}

function isChainId(value: unknown): boolean {
  return (typeof value === 'bigint' || Number.isSafeInteger(value)) && BigInt(value as number) > 0n
}

function isAmount(value: unknown): value is bigint {
  return typeof value === 'bigint' && value >= 0n && value <= maxUint256
}

function randomSalt(): Hex {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(32))
  return `0x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

import {
  type Address,
  getAddress,
  type Hex,
  isAddressEqual,
  maxUint256,
  pad,
  size,
  slice,
  zeroAddress,
  zeroHash,
} from 'viem'
import { readContract } from 'viem/actions'
import { decodeOrderCall } from '../../protocol/order/decodeOrderCall.js'
import type { OrderCall } from '../../protocol/order/encodeOrderCall.js'
import { OrderFieldError } from '../../protocol/order/errors.js'
import type { OrderProof } from '../../protocol/order/types.js'
import type { Payment } from '../../protocol/payment/payment.js'
import { decodeAuthorizedCall } from '../../protocol/registrar/decodeAuthorizedCall.js'
import { unlistedRouter } from '../checks.js'
import type { Claims } from './readClaims.js'
import type { FillInspection, FillTerms } from './startInspection.js'
import { toField, toWord } from './words.js'

/** How evidence wants to be filled. Without terms it can't be, and the failures say why. */
export type Way = {
  terms?: FillTerms | undefined
  /** The argument of the authorized call. */
  payment?: Payment | undefined
  /** The native value that the order gives the call. */
  value: bigint
}

/** Reads the terms of a fill: of the order's one payment, of its call of `payAuthorized`, or of a registrar. */
export async function readWay(
  { order, registered, attestation }: Claims,
  inspection: FillInspection,
): Promise<Way> {
  if (registered) return readRegistered(registered.terms, inspection)
  if (!order) return { value: 0n }
  const { output } = order
  const filler = readFillContract(output.extraData)
  const isHere = filler !== undefined && isAddressEqual(filler, inspection.receiver)
  // A signed order is filled by its call alone.
  if (attestation && isHere) return readDirect(output, inspection)
  return readAuthorized(output, filler, inspection)
}

function readDirect(output: OrderProof['output'], { fail }: FillInspection): Way {
  const { payments, calls, deadline } = output
  if (calls.length > 0) {
    fail('terms', 'CallsNotSupported', BigInt(calls.length))
    return { value: 0n }
  }
  checkAddresses(payments, fail)
  const [payment, ...others] = payments
  const minimum = payment && others.length === 0 ? payment.minimumAmount : 0n
  if (!payment || minimum === 0n) {
    fail('terms', 'UnsupportedOutput', BigInt(payments.length), 0n, maxUint256)
    return { value: 0n }
  }
  if (size(payment.currency) !== 20 || size(payment.recipient) !== 20) return { value: 0n }
  const [token, recipient] = [getAddress(payment.currency), getAddress(payment.recipient)]
  return { terms: { token, minimum, maximum: maxUint256, recipient, deadline: BigInt(deadline) }, value: 0n }
}

async function readAuthorized(
  { payments, calls, extraData, deadline }: OrderProof['output'],
  filler: Address | undefined,
  { client, contract, receiver, fail, failBecause }: FillInspection,
): Promise<Way> {
  const here = calls.flatMap((blob, index) => {
    const call = decodeCall(blob)
    if (!call) fail('terms', 'InvalidOrderCall', BigInt(index), blob)
    return call && isAddressEqual(call.to, receiver) ? [call] : []
  })
  const isNamed = filler
    ? await readContract(client, { ...contract, functionName: 'isRouter', args: [filler] })
    : extraData === '0x'
  const [call] = here.slice(-1)
  const payment = call && decodeAuthorizedCall(call.data)
  const wrong = ['WrongFillContract', extraData, BigInt(here.length), receiver] as const
  if (!payment || here.length !== 1) fail('terms', ...wrong)
  else if (!isNamed && filler) {
    const message = unlistedRouter.says.replace('{router}', filler)
    failBecause('terms', { message, remedy: unlistedRouter.remedy }, ...wrong)
  } else if (!isNamed) fail('terms', ...wrong)
  checkAddresses(payments, fail)
  if (!call || !payment) return { value: 0n }
  checkRange(payment.minimum, payment.maximum, fail)
  for (const { recipient } of payments) {
    const paid = size(recipient) >= 20 ? slice(recipient, 0, 20) : recipient
    if (size(paid) === 20 && !isAddressEqual(paid, filler ?? payment.recipient)) {
      match('recipient', pad(payment.recipient), pad(paid), fail)
    }
  }
  checkDeadline(payment, BigInt(deadline), fail)
  return { terms: toTerms(payment), payment, value: call.value }
}

async function readRegistered(
  terms: NonNullable<Claims['registered']>['terms'],
  { fail }: FillInspection,
): Promise<Way> {
  const { token, minimum, maximum, recipient, deadline, authorizedCall } = terms
  checkRange(minimum, maximum, fail)
  const payment = decodeAuthorizedCall(authorizedCall)
  if (!payment) {
    return { terms: { token, minimum, maximum, recipient, deadline: BigInt(deadline) }, value: 0n }
  }
  match('token', pad(payment.token), pad(token), fail)
  match('minimum', toWord(payment.minimum), toWord(minimum), fail)
  match('maximum', toWord(payment.maximum), toWord(maximum), fail)
  match('recipient', pad(payment.recipient), pad(recipient), fail)
  checkDeadline(payment, BigInt(deadline), fail)
  const value = payment.token === zeroAddress ? payment.minimum : 0n
  return { terms: toTerms(payment), payment, value }
}

const toTerms = ({ token, minimum, maximum, recipient, deadline }: Payment): FillTerms => ({
  token,
  minimum,
  maximum,
  recipient,
  deadline: BigInt(deadline),
})

function checkAddresses(payments: OrderProof['output']['payments'], fail: FillInspection['fail']): void {
  for (const address of payments.flatMap(({ currency, recipient }) => [currency, recipient])) {
    if (size(address) !== 20) fail('terms', 'InvalidOrderAddress', address)
  }
}

function checkRange(minimum: bigint, maximum: bigint, fail: FillInspection['fail']): void {
  if (minimum === 0n || minimum > maximum) fail('terms', 'UnsupportedOutput', 1n, minimum, maximum)
}

function checkDeadline({ deadline }: Payment, last: bigint, fail: FillInspection['fail']): void {
  if (BigInt(deadline) > last) match('deadline', toWord(deadline), toWord(last), fail)
}

function match(field: string, found: Hex, required: Hex, fail: FillInspection['fail']): void {
  if (found.toLowerCase() !== required.toLowerCase()) {
    fail('terms', 'TermsMismatch', toField(field), found, required)
  }
}

function readFillContract(extraData: Hex): Address | undefined {
  if (size(extraData) !== 32 || slice(extraData, 0, 12) !== slice(zeroHash, 0, 12)) return undefined
  return getAddress(slice(extraData, 12))
}

function decodeCall(blob: Hex): OrderCall | undefined {
  try {
    return decodeOrderCall(blob)
  } catch (error) {
    if (error instanceof OrderFieldError) return undefined
    throw error
  }
}

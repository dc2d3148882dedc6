import { type Address, getAddress, isAddressEqual, maxUint256, pad, size, slice, zeroAddress } from 'viem'
import { readEvmWord } from '../../protocol/address/readEvmWord.js'
import { tryDecodeOrderCall } from '../../protocol/order/decodeOrderCall.js'
import type { OrderProof } from '../../protocol/order/types.js'
import type { Payment } from '../../protocol/payment/payment.js'
import { decodeAuthorizedCall } from '../../protocol/registrar/decodeAuthorizedCall.js'
import type { ContractTerms } from '../../protocol/registrar/types.js'
import { mismatch, toWord } from '../mismatch.js'
import { type Explanation, type Fault, fault } from '../verdict.js'
import { unlistedRouter } from './checks.js'
import type { Claims, GivenInbox } from './claims.js'

export type FillTerms = Pick<Payment, 'token' | 'minimum' | 'maximum' | 'recipient' | 'deadline'>

/** The way in which evidence can be filled. If there are no terms, the evidence can't be filled, and `faults` lists why. */
export type FillWay = {
  terms?: FillTerms | undefined
  /** The argument of the authorized call. */
  payment?: Payment | undefined
  /** The native value that the order attaches to the call. */
  value: bigint
  /** The inbox that the order pays. A claim takes the balance there. */
  inbox?: GivenInbox | undefined
  /** The fill contract that must be a router of the receiver, and the fault if it is not one. */
  router?: { address: Address; fault: Fault }
  faults: readonly Fault[]
}

/**
 * Reads the terms of a fill: from the order's one payment, from its call of `payAuthorized`, from a registrar's terms, or from an
 * order and the terms of the inbox that it pays.
 */
export function readWay(
  claims: Pick<Claims, 'order' | 'registered' | 'inbox'> & { attestation?: unknown },
  receiver: Address,
): FillWay {
  const { order, registered, inbox, attestation } = claims
  if (registered) return readRegistered(registered.terms)
  if (!order) return { value: 0n, faults: [] }
  const { output } = order
  if (inbox) return readClaim(output, inbox)
  const filler = readEvmWord(output.extraData)
  const isHere = filler !== undefined && isAddressEqual(filler, receiver)
  // Without an attestation, a signed order is filled only by its call of `payAuthorized`.
  if (attestation && isHere) return readDirect(output)
  return readAuthorized(output, filler, receiver)
}

function readDirect({ payments, calls, deadline }: OrderProof['output']): FillWay {
  if (calls.length > 0) return { value: 0n, faults: [fault('CallsNotSupported', BigInt(calls.length))] }
  const faults = listAddressFaults(payments)
  const [payment, ...others] = payments
  if (!payment || others.length > 0 || payment.minimumAmount === 0n) {
    return {
      value: 0n,
      faults: [...faults, fault('UnsupportedOutput', BigInt(payments.length), 0n, maxUint256)],
    }
  }
  if (faults.length > 0) return { value: 0n, faults }
  const { minimumAmount: minimum } = payment
  const [token, recipient] = [getAddress(payment.currency), getAddress(payment.recipient)]
  return { terms: { token, minimum, maximum: maxUint256, recipient, deadline }, value: 0n, faults }
}

/**
 * Reads the terms of a claim: the larger minimum and the earlier deadline of the order and the inbox. The order's fill contract
 * does not matter, since the receiver measures the inbox's balance.
 */
function readClaim(output: OrderProof['output'], inbox: GivenInbox): FillWay {
  const { terms, faults } = readDirect(output)
  if (!terms) return { value: 0n, inbox, faults }
  const { token, recipient, minimum, deadline } = inbox.terms
  return {
    terms: {
      token,
      recipient,
      minimum: minimum > terms.minimum ? minimum : terms.minimum,
      maximum: maxUint256,
      deadline: Math.min(deadline, terms.deadline),
    },
    value: 0n,
    inbox,
    faults: [
      ...faults,
      ...mismatch('token', pad(terms.token), pad(token)),
      ...mismatch('recipient', pad(terms.recipient), pad(inbox.address)),
    ],
  }
}

function readAuthorized(
  { payments, calls, extraData, deadline }: OrderProof['output'],
  filler: Address | undefined,
  receiver: Address,
): FillWay {
  const decoded = calls.map(tryDecodeOrderCall)
  const here = decoded.filter((call) => call !== undefined && isAddressEqual(call.to, receiver))
  const call = here.at(-1)
  const payment = call && decodeAuthorizedCall(call.data)
  const wrong = fault('WrongFillContract', extraData, BigInt(here.length), receiver)
  const isForm = payment && here.length === 1 && (filler !== undefined || extraData === '0x')
  const faults = [
    ...calls.flatMap((blob, index) => (decoded[index] ? [] : fault('InvalidOrderCall', BigInt(index), blob))),
    ...(isForm ? [] : [wrong]),
    ...listAddressFaults(payments),
  ]
  if (!call || !payment) return { value: 0n, faults }
  const paid = payments
    .map(({ recipient }) => (size(recipient) >= 20 ? slice(recipient, 0, 20) : recipient))
    .filter((recipient) => size(recipient) === 20 && !isAddressEqual(recipient, filler ?? payment.recipient))
  return {
    terms: payment,
    payment,
    value: call.value,
    ...(isForm && filler && { router: { address: filler, fault: { ...wrong, words: nameRouter(filler) } } }),
    faults: [
      ...faults,
      ...listRangeFaults(payment),
      ...paid.flatMap((recipient) => mismatch('recipient', pad(payment.recipient), pad(recipient))),
      ...listDeadlineFaults(payment, deadline),
    ],
  }
}

function readRegistered(terms: ContractTerms): FillWay {
  const payment = decodeAuthorizedCall(terms.authorizedCall)
  const faults = listRangeFaults(terms)
  if (!payment) return { terms, value: 0n, faults }
  return {
    terms: payment,
    payment,
    value: payment.token === zeroAddress ? payment.minimum : 0n,
    faults: [
      ...faults,
      ...mismatch('token', pad(payment.token), pad(terms.token)),
      ...mismatch('minimum', toWord(payment.minimum), toWord(terms.minimum)),
      ...mismatch('maximum', toWord(payment.maximum), toWord(terms.maximum)),
      ...mismatch('recipient', pad(payment.recipient), pad(terms.recipient)),
      ...listDeadlineFaults(payment, terms.deadline),
    ],
  }
}

function nameRouter(router: Address): Explanation {
  return { ...unlistedRouter, says: unlistedRouter.says.replace('{router}', router) }
}

function listAddressFaults(payments: OrderProof['output']['payments']): Fault[] {
  return payments
    .flatMap(({ currency, recipient }) => [currency, recipient])
    .filter((address) => size(address) !== 20)
    .map((address) => fault('InvalidOrderAddress', address))
}

function listRangeFaults({ minimum, maximum }: Pick<FillTerms, 'minimum' | 'maximum'>): Fault[] {
  return minimum === 0n || minimum > maximum ? [fault('UnsupportedOutput', 1n, minimum, maximum)] : []
}

function listDeadlineFaults({ deadline }: Payment, last: number): Fault[] {
  return deadline > last ? mismatch('deadline', toWord(deadline), toWord(last)) : []
}

import { type Address, encodeFunctionData, getAddress, type Hex, zeroAddress } from 'viem'
import { createNeed } from '../../base/createNeed.js'
import { toAmount, toBytes, toDeadline, toRecord } from '../../base/values.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import type { Payment } from '../payment/payment.js'
import { decodeAuthorizedCall } from './decodeAuthorizedCall.js'
import { TermsFieldError } from './errors.js'
import type { ContractTerms, RegisteredTerms } from './types.js'

export type ToContractTermsErrorType = TermsFieldError

export const needTermsField = createNeed(TermsFieldError)

/**
 * Converts terms to the struct that the contracts take.
 *
 * - The terms are for an authorized fill if they have an `authorizedCall`, otherwise for a direct fill.
 * - Trust: nothing is verified here. The registrar vouches for the terms only once the registrar signed them.
 *
 * @param terms - {@link RegisteredTerms}
 * @throws {@link TermsFieldError} with the path of the first malformed term.
 *
 * @example
 * import { toContractTerms } from 'fillproof'
 * import { zeroAddress } from 'viem'
 *
 * toContractTerms({
 *   token: zeroAddress,
 *   minimum: 700000000000000000n,
 *   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   deadline: 1800000000,
 * })
 * // {
 * //   token: '0x0000000000000000000000000000000000000000',
 * //   minimum: 700000000000000000n,
 * //   maximum: 700000000000000000n,
 * //   recipient: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 * //   deadline: 1800000000,
 * //   authorizedCall: '0x',
 * // }
 */
export function toContractTerms(terms: RegisteredTerms): ContractTerms {
  needTermsField(toRecord(terms), 'terms', terms, 'an object')
  const { minimum, maximum = minimum, recipient, deadline } = terms
  return {
    token: readAddress(terms.token, 'terms.token', 'an address of 20 bytes, zero for the native currency'),
    minimum: needTermsField(toAmount(minimum, 1n), 'terms.minimum', minimum, 'a bigint above 0'),
    maximum: needTermsField(
      toAmount(maximum, minimum),
      'terms.maximum',
      maximum,
      'a bigint of at least the minimum',
    ),
    recipient: readTermsAddress(recipient, 'terms.recipient'),
    deadline: needTermsField(
      toDeadline(deadline),
      'terms.deadline',
      deadline,
      'Unix seconds, a whole number of at most 48 bits',
    ),
    authorizedCall: readAuthorizedCall(terms.authorizedCall),
  }
}

function readAuthorizedCall(value: Payment | Hex | undefined): Hex {
  if (value === undefined || value === '0x') return '0x'
  const field = 'terms.authorizedCall'
  const data = needTermsField(
    typeof value === 'object' ? encodeCall(value) : toBytes(value),
    field,
    value,
    'a payment, or the calldata of payAuthorized',
  )
  needTermsField(decodeAuthorizedCall(data), field, value, 'a payment, or the calldata of payAuthorized')
  return data
}

function encodeCall(payment: Payment): Hex | undefined {
  try {
    return encodeFunctionData({
      abi: attestedOrderReceiverAbi,
      functionName: 'payAuthorized',
      args: [payment],
    })
  } catch {
    return undefined
  }
}

/** Reads an address that is not zero. */
export function readTermsAddress(value: unknown, field: string): Address {
  const requirement = 'an address of 20 bytes other than zero'
  const address = readAddress(value, field, requirement)
  return needTermsField(address === zeroAddress ? undefined : address, field, value, requirement)
}

function readAddress(value: unknown, field: string, requirement: string): Address {
  return getAddress(needTermsField(toBytes(value, [20]), field, value, requirement))
}

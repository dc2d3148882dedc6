import { type Address, getAbiItem, type Hex, toFunctionSelector, zeroAddress } from 'viem'
import { payAuthorizedAbi as abi } from '../../protocol/payment/payAuthorizedAbi.js'
import type { Payment } from '../../protocol/payment/payment.js'
import { decodeAuthorizedCall } from '../../protocol/registrar/decodeAuthorizedCall.js'
import { StepOptionError } from './errors.js'
import type { StepRequest } from './types.js'

const selector = toFunctionSelector(getAbiItem({ abi, name: 'payAuthorized' }))

/** A call of `payAuthorized` and its terms. */
export type AuthorizedCall = { receiver: Address; payment: Payment }

/** Whether data is a call of a receiver's `payAuthorized`. */
export function isAuthorizedCall(data: unknown): data is Hex {
  return typeof data === 'string' && data.toLowerCase().startsWith(selector)
}

/**
 * Reads the calls of `payAuthorized` among those of a request.
 *
 * @throws {@link StepOptionError} if every receiver would reject one of the calls.
 */
export function readAuthorizedCalls({ txs = [] }: StepRequest): AuthorizedCall[] {
  return txs
    .filter(({ data }) => isAuthorizedCall(data))
    .map(({ to, data, value }) => {
      const payment = need(decodeAuthorizedCall(data as Hex), 'that can be decoded')
      const { token, minimum, maximum } = payment
      const isNative = token === zeroAddress
      need(
        BigInt(value) === (isNative ? minimum : 0n),
        'with the minimum as the value, or no value for a token',
      )
      need(!isNative || maximum === minimum, 'with a maximum that equals the minimum for the native currency')
      return { receiver: to as Address, payment }
    })
}

function need<value>(value: value | undefined | false, problem: string): value {
  if (value) return value
  const requirement = `calls of payAuthorized ${problem}, as prepareAuthorizedCall makes them`
  throw new StepOptionError({ option: 'request.txs', requirement })
}

import {
  type AbiParameterToPrimitiveType,
  type Address,
  decodeFunctionData,
  getAbiItem,
  type Hex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { StepOptionError } from './errors.js'
import type { StepRequest } from './types.js'

const payAuthorized = getAbiItem({ abi: attestedOrderReceiverAbi, name: 'payAuthorized' })
const selector = toFunctionSelector(payAuthorized)

/** A call of `payAuthorized` and its terms. */
export type AuthorizedCall = {
  receiver: Address
  payment: AbiParameterToPrimitiveType<(typeof payAuthorized)['inputs'][0]>
}

/** Whether a call's data is one of `payAuthorized` of a receiver. */
export function isAuthorizedCall(data: unknown): data is Hex {
  return typeof data === 'string' && data.toLowerCase().startsWith(selector)
}

/**
 * Reads the calls of `payAuthorized` among those of a request.
 *
 * @throws {@link StepOptionError} when no receiver would take one of them.
 */
export function readAuthorizedCalls({ txs = [] }: StepRequest): AuthorizedCall[] {
  return txs
    .filter(({ data }) => isAuthorizedCall(data))
    .map(({ to, data, value }) => {
      const payment = readPayment(data as Hex)
      const { token, minimum, maximum } = payment
      const isNative = token === zeroAddress
      need(BigInt(value) === (isNative ? minimum : 0n), 'with the minimum as its value, or none for a token')
      need(!isNative || maximum === minimum, 'with a maximum equal to the minimum of the native currency')
      return { receiver: to as Address, payment }
    })
}

function readPayment(data: Hex): AuthorizedCall['payment'] {
  try {
    return decodeFunctionData({ abi: [payAuthorized], data }).args[0]
  } catch {
    throw notTaken('that can be decoded')
  }
}

function need(holds: boolean, problem: string): void {
  if (!holds) throw notTaken(problem)
}

function notTaken(requirement: string): StepOptionError {
  return new StepOptionError({
    option: 'request.txs',
    requirement: `calls of payAuthorized as prepareAuthorizedCall makes them, ${requirement}`,
  })
}

import type { Address } from 'viem'
import { readPaymentAddress } from '../protocol/payment/payment.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import * as actions from './clientActions.js'
import type { GuardParameters } from './paymentEvidence.js'
import { readOptions } from './readOptions.js'

export type FillproofActionsParameters<receiver extends Address | undefined = Address | undefined> = {
  /** The receiver of every action that does not name one. */
  receiver?: receiver
}

/** The parameters of an action. `receiver` is optional if the decorator has one. */
type Bound<parameters extends ReceiverParameters | GuardParameters, receiver> = receiver extends Address
  ? WithoutReceiver<parameters>
  : parameters

/** Distributes over a union type, so that the kinds of evidence stay apart. */
type WithoutReceiver<parameters> = parameters extends GuardParameters
  ? parameters
  : Omit<parameters, 'receiver'> & { receiver?: Address | undefined }

/** Each action with its client bound. A mapped type keeps the docstrings. */
type BoundActions<receiver> = {
  [name in keyof typeof actions]: (typeof actions)[name] extends (
    client: ReceiverClient,
    parameters: infer parameters extends ReceiverParameters | GuardParameters,
  ) => infer result
    ? (parameters: Bound<parameters, receiver>) => result
    : never
}

type Action = (client: ReceiverClient, parameters: ReceiverParameters) => unknown

/**
 * Adds the actions of this entry to a viem client as methods.
 *
 * - Each method is the action of the same name with the client bound. Methods that send need an account.
 *
 * @returns The argument of viem's `client.extend`. The methods throw {@link PaymentFieldError} without a receiver.
 *
 * @example
 * import { fillproofActions } from 'fillproof/contract'
 * import { createPublicClient, custom } from 'viem'
 *
 * const client = createPublicClient({ transport: custom(window.ethereum) }).extend(fillproofActions({ receiver: '0x1234567890123456789012345678901234567890' }))
 *
 * client.isPaid({ id: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a' })
 * // true
 */
export function fillproofActions<const receiver extends Address | undefined = undefined>({
  receiver,
}: FillproofActionsParameters<receiver> = {}) {
  readOptions({ receiver })
  return (client: ReceiverClient): BoundActions<receiver> => {
    const bind = (action: Action) => (parameters: Partial<ReceiverParameters>) => {
      if ('guard' in parameters) return action(client, parameters as ReceiverParameters)
      // Without an address, the transaction would create a contract.
      const named = readPaymentAddress(parameters.receiver ?? (receiver as Address), 'receiver')
      return action(client, { ...parameters, receiver: named })
    }
    const bound = Object.entries(actions).map(([name, action]) => [name, bind(action as Action)])
    return Object.fromEntries(bound)
  }
}

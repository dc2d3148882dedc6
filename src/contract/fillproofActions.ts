import type { Address } from 'viem'
import { readPaymentAddress } from '../protocol/payment/payment.js'
import { authorizeFill } from './authorizeFill.js'
import type { ReceiverClient, ReceiverParameters } from './call.js'
import { fill } from './fill.js'
import { findOrderPayment } from './findOrderPayment.js'
import { getAuthorization } from './getAuthorization.js'
import { getFillAcceptedEvents } from './getFillAcceptedEvents.js'
import { getFillAuthorizedEvents } from './getFillAuthorizedEvents.js'
import { getReceiverKind } from './getReceiverKind.js'
import { getRecipientStatus } from './getRecipientStatus.js'
import { getRoute } from './getRoute.js'
import { getSolverWindow } from './getSolverWindow.js'
import { getTokenRange } from './getTokenRange.js'
import { inspectFill } from './inspectFill.js'
import { isCallPaid } from './isCallPaid.js'
import { isPaid } from './isPaid.js'
import { isPaused } from './isPaused.js'
import { pause } from './pause.js'
import { payAuthorized } from './payAuthorized.js'
import type { GuardParameters } from './paymentEvidence.js'
import { removeRecipient } from './removeRecipient.js'
import { revokeSolver } from './revokeSolver.js'
import { setChain } from './setChain.js'
import { setPaidRecipient } from './setPaidRecipient.js'
import { setRecipient } from './setRecipient.js'
import { setRecipientRoot } from './setRecipientRoot.js'
import { setReserved } from './setReserved.js'
import { setRoute } from './setRoute.js'
import { setRouter } from './setRouter.js'
import { setSolver } from './setSolver.js'
import { setToken } from './setToken.js'
import { simulateAuthorizeFill } from './simulateAuthorizeFill.js'
import { simulateFill } from './simulateFill.js'
import { simulatePayAuthorized } from './simulatePayAuthorized.js'
import { unpause } from './unpause.js'
import { watchFillAccepted } from './watchFillAccepted.js'
import { watchFillAuthorized } from './watchFillAuthorized.js'

export type FillproofActionsParameters<receiver extends Address | undefined = Address | undefined> = {
  /** The receiver of every action that does not name one. */
  receiver?: receiver
}

/** The parameters of an action; `receiver` is optional, since the decorator may have one. */
type Bound<parameters extends ReceiverParameters | GuardParameters, receiver> = receiver extends Address
  ? WithoutReceiver<parameters>
  : parameters

/** Distributes over a union, so the kinds of evidence stay apart. */
type WithoutReceiver<parameters> = parameters extends GuardParameters
  ? parameters
  : Omit<parameters, 'receiver'> & { receiver?: Address | undefined }

/**
 * Adds the actions of this entry to a viem client as methods.
 *
 * - Rule: each method is the action of the same name with the client bound. Methods that send need an account.
 *
 * @param parameters - {@link FillproofActionsParameters}
 * @returns The argument of viem's `client.extend`. The methods throw {@link PaymentFieldError} without a receiver.
 *
 * @example
 * import { fillproofActions } from 'fillproof/contract'
 * import { createPublicClient, custom, pad } from 'viem'
 *
 * const client = createPublicClient({
 *   transport: custom({ request: async () => pad('0x01') }), // in place of http(rpcUrl)
 * }).extend(fillproofActions({ receiver: '0x1234567890123456789012345678901234567890' }))
 *
 * client.isPaid({ id: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a' })
 * // true
 */
export function fillproofActions<const receiver extends Address | undefined = undefined>({
  receiver,
}: FillproofActionsParameters<receiver> = {}) {
  return (client: ReceiverClient) => {
    const bind =
      <parameters extends ReceiverParameters | GuardParameters, result>(
        action: (client: ReceiverClient, parameters: parameters) => result,
      ) =>
      (parameters: Bound<parameters, receiver>): result => {
        const given = parameters as parameters
        if ('guard' in given) return action(client, given)
        // A transaction without a receiver would create a contract.
        const named = readPaymentAddress(given.receiver ?? (receiver as Address), 'receiver')
        return action(client, { ...given, receiver: named })
      }
    return {
      authorizeFill: bind(authorizeFill),
      fill: bind(fill),
      getAuthorization: bind(getAuthorization),
      getFillAcceptedEvents: bind(getFillAcceptedEvents),
      getFillAuthorizedEvents: bind(getFillAuthorizedEvents),
      getReceiverKind: bind(getReceiverKind),
      getRecipientStatus: bind(getRecipientStatus),
      getRoute: bind(getRoute),
      getTokenRange: bind(getTokenRange),
      findOrderPayment: bind(findOrderPayment),
      isCallPaid: bind(isCallPaid),
      getSolverWindow: bind(getSolverWindow),
      inspectFill: bind(inspectFill),
      isPaid: bind(isPaid),
      isPaused: bind(isPaused),
      payAuthorized: bind(payAuthorized),
      pause: bind(pause),
      removeRecipient: bind(removeRecipient),
      revokeSolver: bind(revokeSolver),
      setChain: bind(setChain),
      setPaidRecipient: bind(setPaidRecipient),
      setRecipient: bind(setRecipient),
      setRecipientRoot: bind(setRecipientRoot),
      setReserved: bind(setReserved),
      setRoute: bind(setRoute),
      setRouter: bind(setRouter),
      setToken: bind(setToken),
      setSolver: bind(setSolver),
      unpause: bind(unpause),
      simulateAuthorizeFill: bind(simulateAuthorizeFill),
      simulateFill: bind(simulateFill),
      simulatePayAuthorized: bind(simulatePayAuthorized),
      watchFillAccepted: bind(watchFillAccepted),
      watchFillAuthorized: bind(watchFillAuthorized),
    }
  }
}

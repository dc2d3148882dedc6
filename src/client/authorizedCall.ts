import { type Hex, toFunctionSelector } from 'viem'
import { fillReceiverAbi } from '../abi/fillReceiver.js'

const payAuthorized = fillReceiverAbi.find(
  (item) => item.type === 'function' && item.name === 'payAuthorized',
) as Extract<(typeof fillReceiverAbi)[number], { name: 'payAuthorized' }>

/** Whether a call's data is one of `payAuthorized` of a receiver. */
export function isAuthorizedCall(data: unknown): data is Hex {
  return typeof data === 'string' && data.toLowerCase().startsWith(toFunctionSelector(payAuthorized))
}

import { type Address, zeroAddress } from 'viem'
import { type PayReceiverParameters, payReceiver, type ReceiverCall } from '../../client/index.js'
import { connect, type Demo } from './setup.js'

/** A currency on each chain; the zero address is the native one. */
export type DemoCurrency = { origin: Address; destination: Address; symbol: string; decimals: number }

export const native: DemoCurrency = {
  origin: zeroAddress,
  destination: zeroAddress,
  symbol: 'ETH',
  decimals: 18,
}

/** In wei. */
export const ether = 10n ** 18n

export type PayCallParameters = {
  currency: DemoCurrency
  tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT'
  /** Units: the smallest of the currency. */
  amount: bigint
} & Pick<PayReceiverParameters, 'keep' | 'onProgress'>

const pollingIntervalMs = 5
const timeoutMs = 10_000

/** Pays the destination's receiver with `payReceiver`. Returns the kept call too. */
export async function payCall(demo: Demo, { currency, ...parameters }: PayCallParameters) {
  const { service, origin, destination, user, recipient } = demo
  const { tradeType, amount, keep = () => {}, onProgress } = parameters
  let kept: ReceiverCall | undefined
  const { txHashes, outcome } = await payReceiver(service, {
    receiver: destination.receiver,
    request: {
      originChainId: origin.id,
      destinationChainId: destination.id,
      originCurrency: currency.origin,
      destinationCurrency: currency.destination,
      tradeType,
      amount,
    },
    payment: { recipient: recipient.address },
    maximumAmountIn: amount * 2n,
    walletClient: connect(origin, user),
    authorizer: connect(destination, user),
    originClient: origin.client,
    destinationClient: destination.client,
    pollingIntervalMs,
    timeoutMs,
    onProgress,
    keep: (call) => {
      kept = call
      return keep(call)
    },
  })
  return { call: kept as ReceiverCall, txHashes, outcome }
}

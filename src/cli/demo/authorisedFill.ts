import { type Address, formatUnits, parseEventLogs, zeroAddress } from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import {
  type Payment,
  type PaymentInput,
  prepareAuthorizedCall,
  type QuoteCall,
} from '../../contract/index.js'
import { createAuthorization, deposit, followStatus, getEvidence, getQuote, type Quote } from './service.js'
import { type Demo, readBalance, readIsPaid, readTime } from './setup.js'
import { showFill, showRouterSwept } from './showFill.js'
import { showVerification } from './showVerification.js'
import { send } from './transactions.js'

/** An hour, well before the order's own deadline. */
export const callLifetime = 3600

export type AuthorisedFillParameters = {
  /** Names the rows of the gas table. */
  label: string
  /** On each chain; the zero address is the native currency. */
  currency: { origin: Address; destination: Address; symbol: string; decimals: number }
  /** Units: the smallest of the output's currency. */
  amount: { minimum: bigint; maximum?: bigint }
  /** The fields of the quote that set the amount. */
  quote: { tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT'; amount: string }
}

/** Lets an unmodified solver pay the receiver through its router, step by step. Returns the terms that were paid. */
export async function showAuthorisedFill(demo: Demo, parameters: AuthorisedFillParameters): Promise<Payment> {
  const { report, destination } = demo
  const { label, currency } = parameters
  const show = (amount: bigint) => `${formatUnits(amount, currency.decimals)} ${currency.symbol}`

  report.step('Quote with the call that pays the receiver (prepareAuthorizedCall)')
  const prepared = prepareAuthorizedCall({
    chainId: destination.id,
    receiver: destination.receiver,
    router: destination.router,
    payment: await createTerms(demo, parameters),
  })
  const { payment, callHash } = prepared
  const quote = await quoteCall(demo, parameters, prepared.txs)
  report.fact('requestId', quote.protocol.v2.orderId)
  report.fact('callHash', callHash)
  report.fact('calls in the order', prepared.txs.length)
  report.fact('user pays', show(BigInt(quote.details.currencyIn.amount)))
  report.fact('receiver takes', describeRange(payment, show))

  report.step('Fetch the attestation: it is public from the quote on')
  const evidence = await getEvidence(demo, quote)
  report.fact('signature', evidence.signature)

  report.step('Verify it offchain, order and all')
  await showVerification(demo, evidence, { payment, quote })

  report.step('Present it to the receiver on the destination chain (authorizeFill), before anything is paid')
  const { gasUsed, logs } = await send(
    destination,
    demo.user,
    createAuthorization(destination.receiver, evidence),
  )
  const [authorised] = parseEventLogs({ abi: fillReceiverAbi, logs, eventName: 'FillAuthorized' })
  report.expect('FillAuthorized names the call', authorised?.args.callHash === callHash)
  report.gas(`authorizeFill (${label})`, destination.name, gasUsed)

  const before = await readBalance(destination, currency.destination, demo.recipient.address)
  report.step('Pay on the origin chain: the steps of the quote')
  const [{ seen, last }] = await Promise.all([
    followStatus(demo, evidence.requestId),
    deposit(demo, quote, label),
  ])

  report.step('The solver, which knows nothing of fillproof, makes the call through its router')
  await showFill(demo, label, last.txHashes[0], payment, callHash)

  report.step('Follow the request')
  report.expect('statuses', seen.at(-1) === 'success', seen.join(' → '))
  const received = (await readBalance(destination, currency.destination, demo.recipient.address)) - before
  const isRight = received >= payment.minimum && received <= payment.maximum
  report.expect('the recipient received', isRight, show(received))
  if (currency.destination !== zeroAddress) await showRouterSwept(demo, currency.destination)

  report.step('The receiver knows that it was paid')
  report.expect('isPaid(requestId)', await readIsPaid(destination, evidence.requestId))
  return payment
}

async function createTerms(
  demo: Demo,
  { currency, amount }: AuthorisedFillParameters,
): Promise<PaymentInput> {
  return {
    originChainId: demo.origin.id,
    originUser: demo.user.address,
    originCurrency: currency.origin,
    token: currency.destination,
    recipient: demo.recipient.address,
    deadline: (await readTime(demo.destination)) + callLifetime,
    ...amount,
  }
}

function quoteCall(
  demo: Demo,
  { currency, quote }: AuthorisedFillParameters,
  txs: QuoteCall[],
): Promise<Quote> {
  return getQuote(demo, {
    originCurrency: currency.origin,
    destinationCurrency: currency.destination,
    ...quote,
    txs,
  })
}

function describeRange({ minimum, maximum }: Payment, show: (amount: bigint) => string): string {
  return minimum === maximum ? show(minimum) : `${show(minimum)} to ${show(maximum)}`
}

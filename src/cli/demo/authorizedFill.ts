import { formatUnits, type Hash, zeroAddress } from 'viem'
import {
  type PayReceiverProgress,
  type ReceiverCall,
  readCallEvidence,
  readCallPayment,
} from '../../client/index.js'
import { verifyOrderSignature } from '../../protocol/order/verifyOrderSignature.js'
import { type DemoCurrency, type PayCallParameters, payCall } from './payCall.js'
import { type Demo, type DemoChain, readDemoBalance, readIsPaid } from './setup.js'
import { showFill, showRouterSwept } from './showFill.js'
import { showKeptQuote } from './showKeptQuote.js'

export type AuthorizedFillParameters = Pick<PayCallParameters, 'tradeType' | 'amount'> & {
  /** Names the rows of the gas table. */
  label: string
  currency: DemoCurrency
}

/** Lets an unmodified solver pay the receiver through its router. Returns the kept call. */
export async function showAuthorizedFill(
  demo: Demo,
  { label, ...parameters }: AuthorizedFillParameters,
): Promise<ReceiverCall> {
  const { report, origin, destination, recipient } = demo
  const { currency } = parameters
  const { destination: token } = currency
  const show = (amount: bigint | string) =>
    `${formatUnits(BigInt(amount), currency.decimals)} ${currency.symbol}`
  const before = await readDemoBalance(destination, token, recipient.address)

  const { seen, onProgress } = createProgress(demo, show)
  const { call, txHashes, outcome } = await payCall(demo, {
    ...parameters,
    onProgress,
    keep: async (call) => {
      if (call.state === 'quoted') await showCall(demo, call, show)
    },
  })
  const payment = readCallPayment(call)
  report.expect('statuses', outcome.status === 'success', seen.statuses.join(' → '))

  report.step('The solver, which knows nothing of fillproof, made the call through its router')
  const [filled] = outcome.txHashes ?? []
  await showFill(demo, filled as Hash | undefined, payment, call.callHash)
  const received = (await readDemoBalance(destination, token, recipient.address)) - before
  const isRight = received >= payment.minimum && received <= payment.maximum
  report.expect('the recipient received', isRight, show(received))
  if (token !== zeroAddress) await showRouterSwept(demo, token)

  report.step('payReceiver succeeds, since the receiver itself says that it was paid')
  report.expect('isPaid(callHash)', await readIsPaid(destination, call.callHash))
  const transactions: [string, DemoChain, string | undefined][] = [
    [`authorizeFill (${label})`, destination, seen.authorization],
    ...txHashes.map((hash, index): [string, DemoChain, Hash] => [
      `${index === txHashes.length - 1 ? 'deposit' : 'approve'} (${label})`,
      origin,
      hash,
    ]),
    [`fill of the solver (${label})`, destination, filled],
  ]
  for (const [step, chain, hash] of transactions) {
    const { gasUsed } = await chain.client.getTransactionReceipt({ hash: hash as Hash })
    report.gas(step, chain.name, gasUsed)
  }
  return call
}

/** The quote, which the library has checked against the request. */
async function showCall(demo: Demo, call: ReceiverCall, show: (amount: string) => string): Promise<void> {
  const { report, mock } = demo
  const { payment, quote, callHash } = call
  const { minimum, maximum } = payment
  report.step('Quote: the service simulates the call, which is not authorized yet, and quotes it')
  report.fact('requestId', quote.steps[0]?.requestId)
  report.fact('orderId', quote.protocol?.v2?.orderId)
  report.fact('callHash', callHash)
  report.fact('calls in the order', call.request.txs.length)
  report.fact('user pays', show(quote.details?.currencyIn?.amount ?? '0'))
  report.fact('receiver takes', minimum === maximum ? show(minimum) : `${show(minimum)} to ${show(maximum)}`)
  report.fact('refundTo of the call', payment.refundTo)
  const { orderData, orderSignature } = readCallEvidence(call)
  if (!orderData || !orderSignature) throw new Error('The mock signs its orders here.')
  const { valid } = await verifyOrderSignature({ orderData, signature: orderSignature, solver: mock.solver })
  report.expect('the order is signed by the solver', valid, mock.solver)
  await showKeptQuote(demo, quote)
}

/** Reports the progress of payReceiver. */
function createProgress({ report }: Demo, show: (amount: bigint) => string) {
  const seen: { authorization?: Hash; statuses: string[] } = { statuses: [] }
  let isPaying = false
  const onProgress = (progress: PayReceiverProgress): void => {
    if (progress.type === 'priced') {
      report.step('Price, since the amount varies')
      report.fact('least that arrives', show(progress.minimum))
    } else if (progress.type === 'authorizationSent') {
      seen.authorization = progress.txHash
      report.step('authorizeFill: presents the evidence on the destination chain before anything is paid')
      report.fact('transaction', progress.txHash)
    } else if (progress.type === 'authorized') {
      report.fact('authorized', progress.callHash)
    } else if (progress.type === 'transactionRequested' && !isPaying) {
      isPaying = true
      report.step('Pay on the origin chain, now that the call is authorized')
    } else if (progress.type === 'transactionSent') {
      report.fact(progress.step, progress.txHash)
    } else if (progress.type === 'status' && seen.statuses.at(-1) !== progress.record.status) {
      seen.statuses.push(progress.record.status)
    }
  }
  return { seen, onProgress }
}

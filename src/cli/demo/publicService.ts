import { type Address, erc20Abi, formatUnits, type Hash, isAddressEqual, zeroAddress } from 'viem'
import {
  CallNotPaidError,
  type ReceiverCall,
  readCallEvidence,
  readCallPayment,
  ServiceHttpError,
} from '../../client/index.js'
import { parseFillAccepted, prepareAuthorizedCall, setRouter } from '../../contract/index.js'
import { verifyOrderSignature } from '../../index.js'
import { showCallAttacks, showFrontRun } from './callAttacks.js'
import {
  type Demo,
  ether,
  isPaidHere,
  mined,
  type Paying,
  pay,
  readDemoBalance,
  requestOf,
} from './openDemo.js'

/** Runs the main flow, which works with the public service: any solver can make the calls of a signed order. */
export async function showPublicService(demo: Demo): Promise<void> {
  const { report, origin, destination } = demo
  report.part('The public service: a signed order, and any solver, through its v3 router')
  await showUnquotable(demo)
  report.part('payReceiver: native currency, an exact output')
  const paid = await showPayment(demo, { tradeType: 'EXACT_OUTPUT', amount: ether })
  report.part('payReceiver: a token, an exact input, so the output varies')
  await showPayment(demo, {
    tradeType: 'EXACT_INPUT',
    amount: 250n * 10n ** 6n,
    tokens: [origin.tokens[0]!.address, destination.tokens[0]!.address],
  })
  report.part('Attacks on the call')
  await showCallAttacks(demo, paid)
  await showFrontRun(demo)
  report.part('Paid, or refunded: the policy is narrowed between deposit and fill')
  await showRefund(demo)
}

/** Shows a call that the service refuses to quote. The service simulates the call, which reverts until it is authorized. */
async function showUnquotable(demo: Demo): Promise<void> {
  const { report, service, origin, destination, user, recipient, admin } = demo
  report.step('A call without a refundTo reverts until it is authorized')
  const { timestamp } = await admin.getBlock()
  const { txs } = prepareAuthorizedCall({
    ...{ chainId: destination.id, receiver: destination.receiver, profile: 'mock' },
    payment: {
      ...{ originChainId: origin.id, originUser: user.origin.account.address, originCurrency: zeroAddress },
      ...{ token: zeroAddress, minimum: ether, recipient, refundTo: zeroAddress },
      deadline: Number(timestamp) + 3600,
    },
  })
  const answer = await service.getQuote(requestOf(demo, { txs })).catch((error: unknown) => error)
  const code = answer instanceof ServiceHttpError ? answer.code : undefined
  report.expect('the service refuses to quote it', code === 'DESTINATION_TX_FAILED', code ?? 'it was quoted')
}

/** Lets an unmodified solver pay the receiver through the solver's router. Returns the stored call. */
async function showPayment(demo: Demo, paying: Paying): Promise<ReceiverCall> {
  const { report, mock, user, recipient } = demo
  const [, token] = paying.tokens ?? [zeroAddress, zeroAddress]
  const [symbol, decimals] = paying.tokens ? ['USDC', 6] : ['ETH', 18]
  const show = (amount: bigint) => `${formatUnits(amount, decimals)} ${symbol}`
  const before = await readDemoBalance(user.destination, token, recipient)
  const statuses: string[] = []
  let authorization: Hash | undefined
  const { call, txHashes, outcome } = await pay(demo, {
    ...paying,
    keep: async (call) => {
      if (call.state === 'quoted') await showQuote(demo, call, show)
    },
    onProgress: (progress) => {
      if (progress.type === 'authorizationSent') {
        report.step('authorizeFill: presents the evidence before anything is paid')
        authorization = progress.txHash
        report.fact('transaction', authorization)
      } else if (progress.type === 'authorized') {
        report.step('Pay on the origin chain, now that the call is authorized')
      } else if (progress.type === 'status' && statuses.at(-1) !== progress.record.status) {
        statuses.push(progress.record.status)
      }
    },
  })
  report.expect('statuses', outcome.status === 'success', statuses.join(' → '))

  report.step('The solver, unaware of fillproof, made the call through its router')
  const payment = readCallPayment(call)
  const filled = outcome.txHashes?.[0] as Hash
  const receipt = await user.destination.getTransactionReceipt({ hash: filled })
  const [event] = parseFillAccepted({ receiver: demo.destination.receiver, receipt })
  report.fact('transaction', filled)
  report.expect('from the solver', isAddressEqual(receipt.from, mock.solver), receipt.from)
  report.expect('FillAccepted names the call', event?.args.id === call.callHash, event?.args.id)
  const received = (await readDemoBalance(user.destination, token, recipient)) - before
  const isRight = received >= payment.minimum && received <= payment.maximum
  report.expect('the recipient received', isRight && received === event?.args.amount, show(received))
  if (paying.tokens) await showRouter(demo, token)

  report.step('payReceiver succeeds, since the receiver itself says that it was paid')
  report.expect('isPaid(callHash)', await isPaidHere(demo, call.callHash))
  await report.gas(`authorizeFill (${symbol})`, user.destination, authorization)
  for (const [index, hash] of txHashes.entries())
    await report.gas(`${index < txHashes.length - 1 ? 'approve' : 'deposit'} (${symbol})`, user.origin, hash)
  await report.gas(`fill of the solver (${symbol})`, user.destination, filled)
  return call
}

/** Shows the quote, which `payReceiver` has checked against the request. */
async function showQuote(
  { report, mock }: Demo,
  call: ReceiverCall,
  show: (amount: bigint) => string,
): Promise<void> {
  const { minimum, maximum } = call.payment
  report.step('Quote: the service simulates the call before it is authorized')
  report.fact('requestId', call.quote.steps[0]?.requestId)
  report.fact('orderId', call.quote.protocol?.v2?.orderId)
  report.fact('callHash', call.callHash)
  report.fact('receiver takes', `${show(BigInt(minimum))} to ${show(BigInt(maximum))}`)
  report.fact('refundTo of the call', call.payment.refundTo)
  const { orderData, orderSignature: signature } = readCallEvidence(call)
  const signed =
    orderData && signature && (await verifyOrderSignature({ orderData, signature, solver: mock.solver }))
  report.expect('the order is signed by the solver', !!signed && signed.valid, mock.solver)
}

async function showRouter({ report, destination, admin }: Demo, token: Address): Promise<void> {
  const { router, receiver } = destination
  const left = await readDemoBalance(admin, token, router)
  const args = [router, receiver] as const
  const allowance = await admin.readContract({
    abi: erc20Abi,
    address: token,
    functionName: 'allowance',
    args,
  })
  report.expect('left in the router', left === 0n, left)
  report.expect('left of the approval', allowance === 0n, allowance)
}

/** Shows a refund: the solver's call reverts, and the origin is refunded. */
async function showRefund(demo: Demo): Promise<void> {
  const { report, destination, admin, recipient } = demo
  report.step('payReceiver, while the administrator removes a router before the deposit')
  const unused = destination.routers[1]!.address
  const before = await admin.getBalance({ address: recipient })
  const statuses: string[] = []
  const answer = await pay(demo, {
    ...{ tradeType: 'EXACT_OUTPUT', amount: ether },
    onProgress: (progress) => {
      if (progress.type === 'status') statuses.push(progress.record.status)
    },
    keep: async ({ state }) => {
      if (state !== 'depositing') return
      const change = { receiver: destination.receiver, router: unused, allowed: false }
      await mined(admin, await setRouter(admin, change))
    },
  }).catch((error: unknown) => error)
  report.expect('the service says', statuses.at(-1) === 'refund', statuses.at(-1))
  const isNamed = answer instanceof CallNotPaidError
  report.expect('payReceiver throws', isNamed, isNamed ? answer.name : answer)
  const received = (await admin.getBalance({ address: recipient })) - before
  report.expect('the recipient received', received === 0n, received)
}

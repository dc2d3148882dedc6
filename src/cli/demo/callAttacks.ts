import { formatEther, keccak256, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type ReceiverCall, readCallPayment } from '../../client/index.js'
import {
  authorizeFill,
  hashPayment,
  type Payment,
  parsePaymentReturned,
  prepareAuthorizedCall,
  type SignedOrderEvidence,
  simulateAuthorizeFill,
  simulatePayAuthorized,
} from '../../contract/index.js'
import { hashOrder, signOrder } from '../../index.js'
import {
  type Demo,
  ether,
  isPaidHere,
  mined,
  pay,
  readQuotedOrder,
  requestOf,
  tryAttack,
} from './openDemo.js'

/** Tries attacks with the attacker's own quotes and public data. */
export async function showCallAttacks(demo: Demo, paid: ReceiverCall): Promise<void> {
  const { report, destination, attacker } = demo
  const { receiver } = destination
  const known = readCallPayment(paid)
  const terms = { ...known, salt: keccak256(known.salt) }
  const evidence = await quoteCall(demo, terms)
  const authorize = (changed: Partial<SignedOrderEvidence>) => () =>
    simulateAuthorizeFill(attacker, { receiver, ...evidence, ...changed })
  const call = (changed: Partial<Payment>) => () =>
    simulatePayAuthorized(attacker, { receiver, payment: { ...terms, ...changed } })

  const { orderData } = evidence
  const orderSignature = await signOrder({ orderData, account: attacker.account })
  const forged = [
    'A stranger signs the order in place of the solver',
    'forged solver',
    'UnknownSolver',
  ] as const
  await tryAttack(demo, forged, authorize({ orderSignature }))

  const [payment, ...others] = orderData.output.payments
  const lower = { ...payment!, minimumAmount: String(BigInt(payment!.minimumAmount) - 1n) }
  const output = { ...orderData.output, payments: [lower, ...others] }
  const title = 'The order is changed by one unit: the signature then recovers a stranger'
  await tryAttack(
    demo,
    [title, 'changed order', 'UnknownSolver'],
    authorize({ orderData: { ...orderData, output } }),
  )

  const stranger = privateKeyToAddress(generatePrivateKey())
  const theirs = await quoteCall(demo, { ...terms, recipient: stranger })
  const toStranger = [
    'A genuine order has a call that pays a stranger',
    'stranger as recipient',
    'RecipientNotAllowed',
  ] as const
  await tryAttack(demo, toStranger, authorize(theirs))

  await tryAttack(demo, ['A paid call is made again', 'paid twice', 'RequestAlreadyPaid'], call(known))
  const bare = ['An unauthorized call, without a refundTo', 'changed argument', 'NotAuthorized'] as const
  await tryAttack(demo, bare, call({ refundTo: zeroAddress }))
  const toRouter = [
    'An unauthorized call that would return money to a router',
    'returned to a router',
    'InvalidRefundTo',
  ] as const
  await tryAttack(demo, toRouter, call({ refundTo: destination.router }))

  report.step('The same call with its refundTo: the money goes there, nothing else happens')
  const { request } = await simulatePayAuthorized(attacker, { receiver, payment: terms })
  const receipt = await mined(attacker, await attacker.writeContract(request))
  const [returned] = parsePaymentReturned({ receiver, receipt })
  report.expect(
    'PaymentReturned alone',
    receipt.logs.length === 1 && !!returned,
    returned && `${formatEther(returned.args.amount)} ETH`,
  )
  const id = hashPayment({ chainId: destination.id, receiver, payment: terms })
  report.expect('isPaid(callHash)', !(await isPaidHere(demo, id)), false)
}

async function quoteCall(demo: Demo, payment: Payment): Promise<SignedOrderEvidence> {
  const { id: chainId, receiver } = demo.destination
  const { txs } = prepareAuthorizedCall({ chainId, receiver, profile: 'mock', payment })
  const { recipient, minimum: amount } = payment
  return readQuotedOrder(await demo.service.getQuote(requestOf(demo, { recipient, amount, txs })))
}

/** Shows an attacker who quotes another order with the victim's call and authorizes it first. The victim is paid anyway. */
export async function showFrontRun(demo: Demo): Promise<void> {
  const { report, service, destination, attacker } = demo
  const { receiver } = destination
  report.step("An attacker authorizes the victim's call first, with its own order")
  let evidence: SignedOrderEvidence | undefined
  const { call, outcome } = await pay(demo, {
    ...{ tradeType: 'EXACT_OUTPUT', amount: ether },
    keep: async ({ state, request: { tradeType, amount, txs } }) => {
      if (state !== 'quoted') return
      const user = attacker.account.address
      evidence = readQuotedOrder(await service.getQuote(requestOf(demo, { user, tradeType, amount, txs })))
      await mined(attacker, await authorizeFill(attacker, { receiver, ...evidence }))
    },
  })
  if (!evidence) throw new Error('The attacker was not quoted.')
  const attack = evidence
  report.expect('the victim succeeds', outcome.status === 'success', outcome.status)
  report.expect('isPaid(callHash)', await isPaidHere(demo, call.callHash))
  const isOrderPaid = await isPaidHere(demo, hashOrder(attack.orderData))
  report.expect("isPaid of the attacker's order, which has no payment of its own", !isOrderPaid, isOrderPaid)
  const again = ['The call is made a second time', 'squatted authorization', 'RequestAlreadyPaid'] as const
  const payment = readCallPayment(call)
  await tryAttack(demo, again, () => simulatePayAuthorized(attacker, { receiver, payment }))
  const title = 'The call is authorized a second time, with the order of the attacker'
  const authorized = [title, 'authorized again', 'RequestAlreadyPaid'] as const
  await tryAttack(demo, authorized, () => simulateAuthorizeFill(attacker, { receiver, ...attack }))
}

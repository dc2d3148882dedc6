import { formatEther, keccak256, parseEventLogs, zeroAddress } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { type ReceiverCall, readCallPayment } from '../../client/index.js'
import {
  hashPayment,
  type Payment,
  prepareAuthorizedCall,
  type SignedOrderEvidence,
} from '../../contract/index.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { signOrder } from '../../protocol/order/signOrder.js'
import { tryAttack } from './attacks.js'
import { quoteSigned } from './quotes.js'
import { type Demo, readIsPaid } from './setup.js'
import { createAuthorization, createPaymentTransaction, sendAndWait } from './transactions.js'

/** Tries to cheat a receiver of signed orders with the attacker's own quotes and all public data. */
export async function showCallAttacks(demo: Demo, paid: ReceiverCall): Promise<void> {
  const { report, destination, attacker } = demo
  const { receiver } = destination
  report.part('Attacks on the call: each is simulated to learn the reason, then mined anyway')
  const known = readCallPayment(paid)
  const terms = { ...known, salt: keccak256(known.salt) }
  const evidence = await quoteCall(demo, terms)
  const authorize = (changed: Partial<SignedOrderEvidence>) =>
    createAuthorization(receiver, { ...evidence, ...changed })

  report.step('A stranger signs the order in place of the solver')
  const { orderData } = evidence
  const orderSignature = await signOrder({ orderData, account: attacker })
  await tryAttack(demo, 'forged solver', 'UnknownSolver', authorize({ orderSignature }))

  report.step('The order is changed by one unit: the signature then recovers a stranger')
  const [payment, ...others] = orderData.output.payments
  if (!payment) throw new Error('An order pays something.')
  const minimumAmount = String(BigInt(payment.minimumAmount) - 1n)
  const output = { ...orderData.output, payments: [{ ...payment, minimumAmount }, ...others] }
  const changed = authorize({ orderData: { ...orderData, output } })
  await tryAttack(demo, 'changed order', 'UnknownSolver', changed)

  report.step('A genuine order has a call that pays a stranger')
  const stranger = privateKeyToAddress(generatePrivateKey())
  const theirs = await quoteCall(demo, { ...terms, recipient: stranger })
  const toStranger = createAuthorization(receiver, theirs)
  await tryAttack(demo, 'stranger as recipient', 'RecipientNotAllowed', toStranger)

  report.step('A paid call is made again')
  await tryAttack(demo, 'paid twice', 'RequestAlreadyPaid', createPaymentTransaction(receiver, known))

  report.step('An unauthorized call, without a refundTo')
  const bare = createPaymentTransaction(receiver, { ...terms, refundTo: zeroAddress })
  await tryAttack(demo, 'changed argument', 'NotAuthorized', bare)

  report.step('An unauthorized call that would return money to a router')
  const toRouter = createPaymentTransaction(receiver, { ...terms, refundTo: destination.router })
  await tryAttack(demo, 'returned to a router', 'InvalidRefundTo', toRouter)

  report.step('The same call with its refundTo: the attacker pays the refundTo, and nothing else happens')
  const { logs } = await sendAndWait(destination, attacker, createPaymentTransaction(receiver, terms))
  const [returned, ...more] = parseEventLogs({ abi: attestedOrderReceiverAbi, logs })
  const isReturned = returned?.eventName === 'PaymentReturned' && more.length === 0
  report.expect('PaymentReturned alone', isReturned, isReturned && `${formatEther(returned.args.amount)} ETH`)
  const id = hashPayment({ chainId: destination.id, receiver, payment: terms })
  report.expect('isPaid(callHash)', !(await readIsPaid(destination, id)), false)
}

/** Quotes an order that makes this call. */
function quoteCall(demo: Demo, payment: Payment): Promise<SignedOrderEvidence> {
  const { id: chainId, receiver } = demo.destination
  const { txs } = prepareAuthorizedCall({ chainId, receiver, profile: 'mock', payment })
  const { recipient, minimum: amount } = payment
  return quoteSigned(demo, { recipient, tradeType: 'EXACT_OUTPUT', amount, txs })
}

import { formatEther, zeroAddress } from 'viem'
import { type ReceiverCall, readCallPayment } from '../../client/index.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { tryAttack } from './attacks.js'
import { ether, native, payCall } from './payCall.js'
import { quoteSigned } from './quotes.js'
import { type Demo, readDemoBalance, readIsPaid } from './setup.js'
import {
  createAuthorization,
  createPaymentTransaction,
  type DemoTransaction,
  sendAndWait,
} from './transactions.js'

/** An attacker quotes another order with the victim's call, and authorizes it first. The victim is paid anyway. */
export async function showFrontRun(demo: Demo): Promise<void> {
  const { report, destination, recipient, attacker } = demo
  const { receiver } = destination
  report.step("An attacker authorizes the victim's call with its own order, before the victim does")
  const before = await readDemoBalance(destination, zeroAddress, recipient.address)
  let attack: { id: `0x${string}`; authorization: DemoTransaction } | undefined
  const authorizeFirst = async ({ state, request: { tradeType, amount, txs } }: ReceiverCall) => {
    if (state !== 'quoted') return
    const evidence = await quoteSigned(demo, { user: attacker.address, tradeType, amount, txs })
    const authorization = createAuthorization(receiver, evidence)
    await sendAndWait(destination, attacker, authorization)
    attack = { id: hashOrder(evidence.orderData), authorization }
  }
  const { call, outcome } = await payCall(demo, {
    currency: native,
    tradeType: 'EXACT_OUTPUT',
    amount: ether,
    keep: authorizeFirst,
  })
  if (!attack) throw new Error('The attacker was not quoted.')
  report.fact('victim', call.quote.protocol?.v2?.orderId)
  report.fact('attacker', attack.id)
  report.fact('callHash of both', call.callHash)
  report.expect('the victim succeeds', outcome.status === 'success', outcome.status)
  const received = (await readDemoBalance(destination, zeroAddress, recipient.address)) - before
  report.expect('the recipient received, once', received === ether, `${formatEther(received)} ETH`)
  report.expect('isPaid(callHash)', await readIsPaid(destination, call.callHash))
  const isOrderPaid = await readIsPaid(destination, attack.id)
  report.expect("isPaid of the attacker's order, which has no payment of its own", !isOrderPaid, isOrderPaid)

  report.step('The call is made a second time')
  const again = createPaymentTransaction(receiver, readCallPayment(call))
  await tryAttack(demo, 'squatted authorization', 'RequestAlreadyPaid', again)
  report.step('The call is authorized a second time, with the order of the attacker')
  await tryAttack(demo, 'authorized again', 'RequestAlreadyPaid', attack.authorization)
}

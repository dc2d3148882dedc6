import { concat, isAddressEqual, parseEventLogs, zeroAddress } from 'viem'
import { authorizeFill, isPaid } from '../../src/contract/index.js'
import { signedOrderReceiverAbi as abi } from '../../src/generated/abi/signedOrderReceiver.js'
import { deposit } from './deposit.js'
import { findRevert } from './findRevert.js'
import { makeOrder } from './makeOrder.js'
import type { Flow } from './prepareFlow.js'
import { settle } from './settle.js'

/** Authorizes the call, deposits, and fills as the service's solver does. The receiver must accept the fill only once. */
export async function fillOrder(flow: Flow): Promise<void> {
  const { node, depository, router, receiver, recipient, token, amount, callHash, step, balanceOf } = flow
  const { client, account, confirm } = node
  const { orderData, orderSignature, orderId } = await makeOrder({
    ...flow,
    router: router.address,
    user: account.address,
  })
  await confirm(await authorizeFill(client, { receiver, orderData, orderSignature }))
  step('the receiver authorizes the call', true)
  const depositHash = await deposit({ node, depository, token, amount, orderId })
  step(`deposited for the order ${orderId}`, true)

  const transaction = { ...flow.transaction, data: concat([flow.transaction.data, orderId]) }
  const before = await balanceOf(recipient)
  const {
    logs,
    gasUsed,
    transactionHash: fillHash,
  } = await confirm(await client.sendTransaction(transaction))
  const accepted = parseEventLogs({ abi, eventName: 'FillAccepted', logs })
  const [event] = accepted
  const isAccepted =
    accepted.length === 1 && isAddressEqual(event!.args.recipient, recipient) && event!.args.amount === amount
  step(`the receiver accepts the fill ${fillHash} for ${gasUsed} gas`, isAccepted, accepted.length)
  step('the call is paid', await isPaid(client, { receiver, id: callHash }))
  const got = (await balanceOf(recipient)) - before
  step('the recipient got the amount', got === amount, got)
  const inRouter = token === zeroAddress ? 0n : await balanceOf(router.address)
  const left = inRouter + (await balanceOf(receiver))
  step('the receiver and the router keep nothing', left === 0n, left)

  const report = await settle({ client, depository, orderData, orderSignature, depositHash, fillHash })
  const unmet = report.rows.filter(({ ok }) => ok !== true).map(({ name }) => name)
  step("every rule of the service's oracle holds", report.settled === true, unmet)
  const reason = await findRevert(client.call({ account, ...transaction }))
  step('the same fill is refused the second time', reason === 'RequestAlreadyPaid', reason)
}

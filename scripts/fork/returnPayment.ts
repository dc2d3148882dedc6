import { erc20Abi, parseEventLogs, zeroAddress } from 'viem'
import { isPaid } from '../../src/contract/index.js'
import { signedOrderReceiverAbi as abi } from '../../src/generated/abi/signedOrderReceiver.js'
import { findRevert } from './findRevert.js'
import type { Flow } from './prepareFlow.js'

/** Makes the unauthorized call, as the service's simulation of a quote does. The money returns to `refundTo`. */
export async function returnPayment(flow: Flow): Promise<void> {
  const { node, router, receiver, token, amount, refundTo, callHash, transaction, step, balanceOf } = flow
  const { client, account, confirm } = node
  if (token !== zeroAddress) {
    // The approval is for this transaction, the fill, and the repeated fill.
    const args = [router.approvalProxy, 3n * amount] as const
    const approval = { abi: erc20Abi, address: token, functionName: 'approve', args } as const
    await confirm(await client.writeContract(approval))
  }
  const reason = await findRevert(client.call({ account, ...transaction }))
  step('the unauthorized calls can be simulated', reason === null, reason)

  const { logs } = await confirm(await client.sendTransaction(transaction))
  const [event] = parseEventLogs({ abi, eventName: 'PaymentReturned', logs })
  const isReported = event?.args.callHash === callHash && event.args.amount === amount
  step('the receiver reports the payment as returned', isReported)
  const got = await balanceOf(refundTo)
  step('refundTo got it back', got === amount, got)
  step('the call is not paid', !(await isPaid(client, { receiver, id: callHash })))
}

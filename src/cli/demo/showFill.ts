import { type Address, erc20Abi, type Hash, isAddressEqual, parseEventLogs, zeroAddress } from 'viem'
import type { Payment } from '../../contract/index.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { type Demo, readDemoBalance } from './setup.js'

/** Shows the solver's transaction, and checks the receiver's event against the terms. */
export async function showFill(
  { report, destination, mock, recipient }: Demo,
  hash: Hash | undefined,
  payment: Payment,
  callHash: Hash,
): Promise<void> {
  if (!hash) {
    report.expect('a transaction of the solver', false, 'none')
    return
  }
  const receipt = await destination.client.getTransactionReceipt({ hash })
  report.fact('transaction', hash)
  report.expect('from the solver', isAddressEqual(receipt.from, mock.solver), mock.solver)
  // Tokens go through the proxy, which transfers them to the router.
  const entry = payment.token === zeroAddress ? destination.router : destination.approvalProxy
  report.expect("to the service's own contract", isAddressEqual(receipt.to ?? zeroAddress, entry), entry)
  const events = parseEventLogs({
    abi: attestedOrderReceiverAbi,
    logs: receipt.logs,
    eventName: 'FillAccepted',
  })
  const args = events[0]?.args
  report.expect('FillAccepted events', events.length === 1, events.length)
  report.expect('id (the callHash)', args?.id === callHash, args?.id)
  report.expect('recipient', args?.recipient === recipient.address, args?.recipient)
  report.expect('solver', args?.solver === mock.solver, args?.solver)
  report.expect('payer (the router)', args?.payer === destination.router, args?.payer)
  report.expect('token', args?.token === payment.token, args?.token)
  report.expect('amount', args !== undefined && args.amount >= payment.minimum, args?.amount)
}

/** Shows that the router keeps no tokens, and no approval. */
export async function showRouterSwept({ report, destination }: Demo, token: Address): Promise<void> {
  const { client, router, receiver } = destination
  const [left, allowance] = await Promise.all([
    readDemoBalance(destination, token, router),
    client.readContract({
      abi: erc20Abi,
      address: token,
      functionName: 'allowance',
      args: [router, receiver],
    }),
  ])
  report.expect('left in the router', left === 0n, left)
  report.expect('left of the approval', allowance === 0n, allowance)
}

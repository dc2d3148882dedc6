import { encodeFunctionData, type Hash, zeroAddress } from 'viem'
import { CallNotPaidError } from '../../client/index.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { ether, native, payCall } from './payCall.js'
import { type Demo, readDemoBalance, readIsPaid } from './setup.js'
import { sendAndWait } from './transactions.js'

/** The policy is narrowed between deposit and fill: the solver's call reverts, and the origin is refunded. */
export async function showRefunded(demo: Demo): Promise<void> {
  const { report, destination, user, recipient } = demo
  report.part('Paid, or refunded: the policy is narrowed between deposit and fill')
  report.step('payReceiver, while the administrator removes a router just before the deposit')
  const readBoth = () =>
    Promise.all([user, recipient].map(({ address }) => readDemoBalance(destination, zeroAddress, address)))
  let isNarrowed = false
  let before: bigint[] = []
  const statuses: string[] = []
  const answer = await payCall(demo, {
    currency: native,
    tradeType: 'EXACT_OUTPUT',
    amount: ether,
    onProgress: (progress) => {
      if (progress.type === 'status') statuses.push(progress.record.status)
    },
    keep: async ({ state }) => {
      if (state !== 'depositing' || isNarrowed) return
      isNarrowed = true
      await narrowPolicy(demo)
      before = await readBoth()
    },
  }).catch((error: unknown) => error)
  report.expect('the service says', statuses.at(-1) === 'refund', statuses.at(-1))
  if (!(answer instanceof CallNotPaidError)) {
    report.expect('payReceiver throws CallNotPaidError', false, answer)
    return
  }
  report.expect('payReceiver throws', true, answer.name)
  const after = await readBoth()
  const [returned, received] = after.map((balance, index) => balance - (before[index] ?? 0n))
  report.expect('nothing was returned on the destination chain', returned === 0n, returned)
  report.expect('the recipient received', received === 0n, received)
  report.expect('isPaid(callHash)', !(await readIsPaid(destination, answer.callHash as Hash)), false)
}

/** Raises the policy's epoch, which makes earlier authorizations stale. */
async function narrowPolicy({ destination, admin }: Demo): Promise<void> {
  const [, unused] = destination.routers
  if (!unused) throw new Error('The mock has two routers on each chain.')
  const data = encodeFunctionData({
    abi: attestedOrderReceiverAbi,
    functionName: 'setRouter',
    args: [unused.address, false],
  })
  await sendAndWait(destination, admin, { to: destination.receiver, data })
}

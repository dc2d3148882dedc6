import { formatEther, parseEventLogs, zeroAddress } from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { prepareAuthorizedCall } from '../../contract/index.js'
import { createPayment, tryAttack } from './attacks.js'
import { callLifetime } from './authorisedFill.js'
import {
  createAuthorization,
  deposit,
  type Evidence,
  followStatus,
  getEvidence,
  getQuote,
} from './service.js'
import { type Demo, readBalance, readIsPaid, readTime } from './setup.js'
import { send } from './transactions.js'

const amount = 10n ** 18n

/** An attacker quotes another order with the victim's call, and authorises it first. The victim is paid all the same. */
export async function showSquatting(demo: Demo): Promise<void> {
  const { report, origin, destination, user, recipient, attacker } = demo
  report.step("An attacker authorises the victim's call with an order of its own, before the victim does")
  const { txs, payment, callHash } = prepareAuthorizedCall({
    chainId: destination.id,
    receiver: destination.receiver,
    payment: {
      originChainId: origin.id,
      originUser: user.address,
      originCurrency: zeroAddress,
      token: zeroAddress,
      minimum: amount,
      recipient: recipient.address,
      deadline: (await readTime(destination)) + callLifetime,
    },
  })
  const fields = { tradeType: 'EXACT_OUTPUT', amount: String(amount), txs }
  const quote = await getQuote(demo, fields)
  const squatting = await getEvidence(demo, await getQuote(demo, { ...fields, refundTo: attacker.address }))
  const victim = await getEvidence(demo, quote)
  await send(destination, attacker, createAuthorization(destination.receiver, squatting))
  report.fact('victim', victim.requestId)
  report.fact('attacker', squatting.requestId)
  report.fact('callHash of both', callHash)

  report.step('The victim authorises and pays')
  const { logs } = await send(destination, user, createAuthorization(destination.receiver, victim))
  const [authorised] = parseEventLogs({ abi: fillReceiverAbi, logs, eventName: 'FillAuthorized' })
  report.expect("the victim's authorisation succeeds", authorised?.args.id === victim.requestId)
  const before = await readBalance(destination, zeroAddress, recipient.address)
  const [{ seen }] = await Promise.all([
    followStatus(demo, victim.requestId),
    deposit(demo, quote, 'squatted'),
  ])
  report.expect('statuses', seen.at(-1) === 'success', seen.join(' → '))
  const received = (await readBalance(destination, zeroAddress, recipient.address)) - before
  report.expect('the recipient received, once', received === amount, `${formatEther(received)} ETH`)
  await showBothPaid(demo, victim, squatting)

  report.step('The call is made a second time')
  await tryAttack(demo, 'squatted authorisation', 'RequestAlreadyPaid', createPayment(demo, payment))
  report.step('The call is authorised a second time, with the order of the attacker')
  const again = createAuthorization(destination.receiver, squatting)
  await tryAttack(demo, 'authorised again', 'RequestAlreadyPaid', again)
}

async function showBothPaid(
  { report, destination }: Demo,
  victim: Evidence,
  squatting: Evidence,
): Promise<void> {
  report.expect("isPaid of the victim's request", await readIsPaid(destination, victim.requestId))
  report.expect(
    "isPaid of the attacker's, by the same call",
    await readIsPaid(destination, squatting.requestId),
  )
}

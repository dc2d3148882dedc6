import { formatEther, isAddressEqual, parseEventLogs, zeroAddress } from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { deposit, type Evidence, followStatus, getEvidence, getQuote } from './service.js'
import { type Demo, readBalance, readIsPaid } from './setup.js'

const amount = 10n ** 18n

/** Lets a solver that knows receivers fill directly: it brings evidence and funds in one call. Returns the evidence. */
export async function showDirectFill(demo: Demo): Promise<Evidence> {
  const { report, destination, recipient } = demo
  report.part('Direct fill: the order names the receiver, and the payer brings the attestation')
  report.step("Quote with the mock's `fillContract`, and fetch the attestation")
  const quote = await getQuote(demo, {
    tradeType: 'EXACT_INPUT',
    amount: String(amount),
    fillContract: destination.receiver,
  })
  const evidence = await getEvidence(demo, quote)
  report.fact('requestId', evidence.requestId)
  report.fact('fill contract in the order', evidence.orderData.output.extraData)

  report.step('Pay on the origin chain; the solver calls fill')
  const before = await readBalance(destination, zeroAddress, recipient.address)
  const [{ seen, last }] = await Promise.all([
    followStatus(demo, evidence.requestId),
    deposit(demo, quote, 'direct'),
  ])
  report.expect('statuses', seen.at(-1) === 'success', seen.join(' → '))
  const [hash] = last.txHashes
  if (hash) {
    const receipt = await destination.client.getTransactionReceipt({ hash })
    const events = parseEventLogs({ abi: fillReceiverAbi, logs: receipt.logs, eventName: 'FillAccepted' })
    report.expect('to the receiver', isAddressEqual(receipt.to ?? zeroAddress, destination.receiver))
    report.expect('FillAccepted names the request', events[0]?.args.id === evidence.requestId)
    report.gas('fill of the solver (direct, native)', destination.name, receipt.gasUsed)
  }
  const received = (await readBalance(destination, zeroAddress, recipient.address)) - before
  report.expect(
    'the recipient received',
    String(received) === quote.details.currencyOut.amount,
    `${formatEther(received)} ETH`,
  )
  report.expect('isPaid(requestId)', await readIsPaid(destination, evidence.requestId))
  return evidence
}

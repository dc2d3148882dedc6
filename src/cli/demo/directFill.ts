import { formatEther, type Hash, isAddressEqual, parseEventLogs, zeroAddress } from 'viem'
import type { AttestedOrderEvidence } from '../../contract/index.js'
import { attestedOrderReceiverAbi } from '../../generated/abi/attestedOrderReceiver.js'
import { verifyAttestation } from '../../protocol/attestation/verifyAttestation.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { ether } from './payCall.js'
import { getEvidence, makeRequest } from './quotes.js'
import { connect, type Demo, readDemoBalance, readIsPaid } from './setup.js'

/** Lets a solver that supports receivers fill directly, with evidence and funds in one call. Returns the evidence. */
export async function showDirectFill(demo: Demo): Promise<AttestedOrderEvidence> {
  const { report, service, origin, destination, user, recipient } = demo
  report.part('The specification: an attested order names the receiver, and the payer brings the attestation')
  report.step("Quote with the mock's `fillContract`, and fetch the attestation, which is public from then on")
  const request = makeRequest(demo, {
    tradeType: 'EXACT_INPUT',
    amount: ether,
    fillContract: destination.receiver,
  })
  const quote = await service.getQuote(request)
  const evidence = await getEvidence(demo, quote)
  const { attestation, orderData } = evidence
  const orderId = hashOrder(orderData)
  report.expect('the request id is the order id', attestation.requestId === orderId, orderId)
  report.fact('fill contract in the order', orderData.output.extraData)

  report.step('Verify it offchain, with its order')
  const { timestamp } = await destination.client.getBlock()
  const { valid, checks } = await verifyAttestation({
    attestation,
    solver: demo.mock.solver,
    expected: {
      originChainId: origin.id,
      originUser: user.address,
      originCurrency: zeroAddress,
      originAmount: ether,
      destinationChainId: destination.id,
      destinationUser: recipient.address,
      orderData,
      now: Number(timestamp),
    },
  })
  for (const { name, ok, actual, message } of checks)
    report.expect(name, ok, message ?? actual ?? 'well formed')
  report.expect('valid', valid)

  report.step('Pay on the origin chain; the solver calls fill')
  const before = await readDemoBalance(destination, zeroAddress, recipient.address)
  const { txHashes, outcome } = await service.executeSteps({
    quote,
    request,
    walletClient: connect(origin, user),
    pollingIntervalMs: 5,
  })
  const [filled] = outcome?.txHashes ?? []
  report.expect('the service says', outcome?.status === 'success', outcome?.status)
  const deposited = await origin.client.getTransactionReceipt({ hash: txHashes.at(-1) as Hash })
  const receipt = await destination.client.getTransactionReceipt({ hash: filled as Hash })
  const [event] = parseEventLogs({
    abi: attestedOrderReceiverAbi,
    logs: receipt.logs,
    eventName: 'FillAccepted',
  })
  report.expect('to the receiver', isAddressEqual(receipt.to ?? zeroAddress, destination.receiver))
  report.expect('FillAccepted names the order', event?.args.id === orderId)
  const received = (await readDemoBalance(destination, zeroAddress, recipient.address)) - before
  report.expect('the recipient received', received === event?.args.amount, `${formatEther(received)} ETH`)
  report.expect('isPaid(orderId)', await readIsPaid(destination, orderId))
  report.gas('deposit (direct)', origin.name, deposited.gasUsed)
  report.gas('fill of the solver (direct, native)', destination.name, receipt.gasUsed)
  return evidence
}

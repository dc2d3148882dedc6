import type { AttestedOrderEvidence } from '../../contract/index.js'
import { tryAttack } from './attacks.js'
import { ether } from './payCall.js'
import { getEvidence, makeRequest } from './quotes.js'
import { type Demo, readIsPaid } from './setup.js'
import { createFill } from './transactions.js'

export type ShowFillAttacksParameters = {
  /** The evidence of the direct fill. */
  paid: AttestedOrderEvidence
  /** Another receiver on the destination chain. */
  otherReceiver: `0x${string}`
}

/** Tries to cheat a receiver of attested orders with direct fills. */
export async function showFillAttacks(
  demo: Demo,
  { paid, otherReceiver }: ShowFillAttacksParameters,
): Promise<void> {
  const { report, destination, mock } = demo
  const { receiver } = destination
  report.part('Attacks on the direct fill')
  const evidence = await quoteDirect(demo)
  const { attestation, orderData } = evidence

  report.step('The amount sent is changed by one: the signature then recovers a stranger')
  const originAmount = (attestation.originAmount ?? 0n) + 1n
  const changed = { ...evidence, attestation: { ...attestation, originAmount } as typeof attestation }
  await tryAttack(demo, 'changed amount', 'UnknownSolver', createFill(receiver, changed, ether))

  report.step('A genuine attestation comes with the genuine order of another request')
  const mixed = { attestation, orderData: paid.orderData }
  await tryAttack(demo, 'another order', 'OrderMismatch', createFill(receiver, mixed, ether))

  report.step('A fill is repeated')
  await tryAttack(demo, 'filled twice', 'RequestAlreadyPaid', createFill(receiver, paid, ether))

  report.step('One unit less than the minimum is paid')
  const minimum = BigInt(orderData.output.payments[0]?.minimumAmount ?? 0)
  await tryAttack(demo, 'short payment', 'PaymentTooLow', createFill(receiver, evidence, minimum - 1n))

  report.step('The evidence is presented to another receiver on the same chain, which trusts the same solver')
  const elsewhere = createFill(otherReceiver, evidence, ether)
  await tryAttack(demo, 'other receiver', 'WrongFillContract', elsewhere)

  report.step('The request is filled one second after its deadline')
  const { timestamp } = await destination.client.getBlock()
  await mock.control.increaseTime(destination.id, orderData.output.deadline - Number(timestamp) + 1)
  await tryAttack(demo, 'expired', 'RequestExpired', createFill(receiver, evidence, ether))

  const isPaid = await readIsPaid(destination, attestation.requestId)
  report.expect('the request that was attacked is unpaid', !isPaid)
}

async function quoteDirect(demo: Demo): Promise<AttestedOrderEvidence> {
  const { receiver: fillContract } = demo.destination
  const request = makeRequest(demo, { tradeType: 'EXACT_OUTPUT', amount: ether, fillContract })
  return getEvidence(demo, await demo.service.getQuote(request))
}

import { encodeFunctionData } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { signAttestation } from '../../attestation/signAttestation.js'
import type { Payment } from '../../contract/index.js'
import { createFill, type Evidence, getEvidence, getQuote } from './service.js'
import { type Demo, readIsPaid } from './setup.js'
import { attempt, type Transaction } from './transactions.js'

const amount = 10n ** 18n

/** Tries one attack and holds it to the error that was told. */
export async function tryAttack(
  demo: Demo,
  attack: string,
  expected: string,
  transaction: Transaction,
): Promise<void> {
  const { explained, isReverted } = await attempt(demo.destination, demo.attacker, transaction)
  const error = explained?.name
  demo.report.attack({
    attack,
    expected,
    ...(explained && { error, message: explained.message }),
    refused: isReverted && error === expected,
  })
}

export type ShowAttacksParameters = {
  /** The direct fill that was made. */
  paid: Evidence
  /** The terms of the authorised fill that was made. */
  payment: Payment
  /** Another receiver on the destination chain. */
  otherReceiver: `0x${string}`
}

/** Tries to cheat the receiver with what an attacker can get: a quote of its own and everything that is public. */
export async function showAttacks(
  demo: Demo,
  { paid, payment, otherReceiver }: ShowAttacksParameters,
): Promise<void> {
  const { report, destination, attacker } = demo
  const { receiver } = destination
  report.part('Attacks: each is simulated, to learn the reason, and mined all the same')
  const evidence = await quoteDirect(demo, demo.recipient.address)

  report.step('A stranger signs the attestation in the place of the solver')
  const signature = await signAttestation({ attestation: evidence.attestation, account: attacker })
  await tryAttack(
    demo,
    'forged solver',
    'UnknownSolver',
    createFill(receiver, { ...evidence, signature }, amount),
  )

  report.step('The amount sent is changed by one: the signature then recovers a stranger')
  const { contractAttestation } = evidence
  const changed = { ...contractAttestation, originAmount: contractAttestation.originAmount + 1n }
  const forged = { ...evidence, contractAttestation: changed }
  await tryAttack(demo, 'changed amount', 'UnknownSolver', createFill(receiver, forged, amount))

  report.step('A fill that was made is made again')
  await tryAttack(demo, 'paid twice', 'RequestAlreadyPaid', createFill(receiver, paid, amount))

  report.step('A genuine request pays a stranger')
  const stranger = await quoteDirect(demo, privateKeyToAddress(generatePrivateKey()))
  await tryAttack(
    demo,
    'stranger as recipient',
    'RecipientNotAllowed',
    createFill(receiver, stranger, amount),
  )

  report.step('One unit less than the minimum is paid')
  const minimum = BigInt(evidence.orderData.output.payments[0]?.minimumAmount ?? 0)
  await tryAttack(demo, 'short payment', 'PaymentTooLow', createFill(receiver, evidence, minimum - 1n))

  report.step('The evidence is presented to another receiver on the same chain, which trusts the same solver')
  await tryAttack(demo, 'other receiver', 'WrongFillContract', createFill(otherReceiver, evidence, amount))

  report.step('The authorised call is made with one argument changed: the recipient')
  const call = { ...payment, recipient: attacker.address }
  await tryAttack(demo, 'changed argument', 'NotAuthorized', createPayment(demo, call))

  report.expect(
    'the request that was attacked is unpaid',
    !(await readIsPaid(destination, evidence.requestId)),
  )
}

/** The last attack: afterwards every order on this chain has expired. */
export async function showExpired(demo: Demo): Promise<void> {
  const { report, destination, mock } = demo
  report.step('A genuine request is filled one second after its deadline')
  const evidence = await quoteDirect(demo, demo.recipient.address)
  const { timestamp } = await destination.client.getBlock()
  const left = evidence.orderData.output.deadline - Number(timestamp)
  await mock.control.increaseTime(destination.id, left + 1)
  const late = createFill(destination.receiver, evidence, amount)
  await tryAttack(demo, 'expired', 'RequestExpired', late)
}

/** The call of `payAuthorized` with these terms. */
export function createPayment({ destination }: Demo, payment: Payment): Transaction {
  const data = encodeFunctionData({ abi: fillReceiverAbi, functionName: 'payAuthorized', args: [payment] })
  return { to: destination.receiver, data, value: payment.minimum }
}

async function quoteDirect(demo: Demo, recipient: string): Promise<Evidence> {
  const { receiver: fillContract } = demo.destination
  const quote = await getQuote(demo, {
    recipient,
    fillContract,
    tradeType: 'EXACT_OUTPUT',
    amount: String(amount),
  })
  return getEvidence(demo, quote)
}

import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, encodeFunctionData, type Hash, type Hex, zeroAddress } from 'viem'
import { fillReceiverAbi } from '../../abi/fillReceiver.js'
import { parseAttestation } from '../../attestation/parseAttestation.js'
import { type ContractAttestation, toContractAttestation } from '../../attestation/toContractAttestation.js'
import type { AttestationV1 } from '../../attestation/types.js'
import { proveOrderOutput } from '../../order/proveOrderOutput.js'
import type { OrderData, OrderProof } from '../../order/types.js'
import type { Demo } from './setup.js'
import { send, type Transaction } from './transactions.js'

/** What the demo reads of a quote. */
export type Quote = {
  steps: { id: string; items: { data: { to: Address; data: Hex; value: string; chainId: number } }[] }[]
  details: { currencyIn: { amount: string }; currencyOut: { amount: string; minimumAmount: string } }
  protocol: { v2: { orderId: Hex; orderData: OrderData } }
}

/** What the demo reads of a status record. */
export type Status = {
  status: string
  txHashes: Hash[]
  details: { revert?: { message: string } } | null
  failReason: string
}

/** Everything with which a receiver is convinced, in the order of its arguments. */
export type Evidence = {
  requestId: Hex
  orderData: OrderData
  attestation: AttestationV1
  contractAttestation: ContractAttestation
  signature: Hex
  proof: OrderProof
}

/** Asks for a quote from the origin to the destination; native currency where nothing else is said. */
export async function getQuote(demo: Demo, fields: Record<string, unknown>): Promise<Quote> {
  const body = {
    user: demo.user.address,
    recipient: demo.recipient.address,
    originChainId: demo.origin.id,
    destinationChainId: demo.destination.id,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    ...fields,
  }
  return request(demo, '/quote/v2', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Fetches the attestation of a quote, and puts the order's proof beside it. */
export async function getEvidence(demo: Demo, { protocol }: Quote): Promise<Evidence> {
  const { orderId: requestId, orderData } = protocol.v2
  const record = await request<Record<string, unknown>>(demo, `/requests/${requestId}/signature`)
  const attestation = parseAttestation({ ...record, requestId } as Parameters<typeof parseAttestation>[0])
  if (attestation.layout !== 'v1' || !attestation.signature)
    throw new Error('The mock attests with layout v1.')
  return {
    requestId,
    orderData,
    attestation,
    contractAttestation: toContractAttestation(attestation),
    signature: attestation.signature,
    proof: proveOrderOutput(orderData),
  }
}

/** The transaction that presents evidence to the destination's receiver. */
export function createAuthorization(receiver: Address, evidence: Evidence): Transaction {
  const { contractAttestation, signature, proof } = evidence
  const data = encodeFunctionData({
    abi: fillReceiverAbi,
    functionName: 'authorizeFill',
    args: [contractAttestation, signature, proof, []],
  })
  return { to: receiver, data }
}

/** The transaction that fills an order directly, in native currency. Units: `amount` in wei. */
export function createFill(
  receiver: Address,
  { contractAttestation, signature, proof }: Pick<Evidence, 'contractAttestation' | 'signature' | 'proof'>,
  amount: bigint,
): Transaction {
  const data = encodeFunctionData({
    abi: fillReceiverAbi,
    functionName: 'fill',
    args: [contractAttestation, signature, proof, [], amount],
  })
  return { to: receiver, data, value: amount }
}

/** Sends the quote's steps from the user, and reports each one's gas. */
export async function deposit(demo: Demo, { steps }: Quote, label: string): Promise<void> {
  for (const { id, items } of steps) {
    for (const { data } of items) {
      const { gasUsed } = await send(demo.origin, demo.user, { ...data, value: BigInt(data.value) })
      demo.report.gas(`${id} (${label})`, demo.origin.name, gasUsed)
    }
  }
}

const ends = ['success', 'refund']
const pollMs = 5
const timeoutMs = 10_000

/** Polls a request until it ends, and returns the distinct statuses on the way with the last record. */
export async function followStatus(demo: Demo, requestId: Hex): Promise<{ seen: string[]; last: Status }> {
  const seen: string[] = []
  for (const startedMs = performance.now(); ; ) {
    const last = await request<Status>(demo, `/intents/status/v3?requestId=${requestId}`)
    if (seen.at(-1) !== last.status) seen.push(last.status)
    if (ends.includes(last.status)) return { seen, last }
    if (performance.now() - startedMs > timeoutMs) throw new Error(`${requestId} is still ${last.status}.`)
    await sleep(pollMs)
  }
}

async function request<result>({ mock }: Demo, path: string, init: RequestInit = {}): Promise<result> {
  const response = await fetch(`${mock.url}${path}`, { ...init, signal: AbortSignal.timeout(timeoutMs) })
  const body = await response.json()
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}: ${body.message}`)
  return body
}

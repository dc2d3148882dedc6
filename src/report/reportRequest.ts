import type { Address, Hex, PublicClient } from 'viem'
import { toAddressWord } from '../base/values.js'
import type { AnyServiceClient } from '../client/serviceClient.js'
import type { Attestation } from '../protocol/attestation/types.js'
import {
  type VerifyAttestationReturnType,
  verifyAttestation,
} from '../protocol/attestation/verifyAttestation.js'
import { verifyOrderSignature } from '../protocol/order/verifyOrderSignature.js'
import { type JudgeOrderReturnType, judgeAttestedOrder, judgeOrder } from '../rules/happened/judgeOrder.js'
import type { ServiceProfile } from '../service/profile/types.js'
import { type CurrencyPlace, fetchNames, type Names } from './fetchNames.js'
import { findRefundPlace } from './order/findRefundPlace.js'
import type { OrderFile } from './order/givenOrder.js'
import { type SelectedOrder, selectOrder } from './order/selectOrder.js'
import type { ShownOrder } from './receiver/readFill.js'
import type { ReceiverReport } from './receiver/receiverReport.js'
import { type ReportReceiverReturnType, reportReceiver } from './receiver/reportReceiver.js'
import { type FetchedRecord, fetchRecord, noRecord } from './service/fetchRecord.js'
import { nameRevert } from './service/nameRevert.js'
import { findOutcome } from './state/findOutcome.js'
import { isGenuine, isValid, type Verification } from './verification.js'
import { decodeWords } from './words/decodeWords.js'

export type ReceiverTarget = {
  /** A client for the destination chain. */
  client: PublicClient
  receiver: Address
  /** The account that would pay. Defaults to the signer. */
  payer?: Address | undefined
  recipientProof?: readonly Hex[] | undefined
  /** The oldest block of the search for the payment. */
  fromBlock?: bigint | undefined
  /** A client for the origin chain, to read the deposits that the service names. */
  originClient?: PublicClient | undefined
}

export type ReportAttestationParameters = {
  requestId: Hex
  /** Undefined if the service publishes no attestations. */
  attestation: Attestation | undefined
  /** Why there is no attestation. */
  problem?: string | undefined
  /** The profile, for the names and the finality of chains. */
  profile: ServiceProfile
  /** The service to ask. Without a client, the service is not asked. */
  client?: AnyServiceClient | undefined
  /** Looks up names, on which no check depends. Defaults to `client`. */
  namesClient?: AnyServiceClient | undefined
  trusted: readonly Address[]
  /** The order or the terms that the caller stored. */
  given: OrderFile
  /** Whether the client has a key. With a key the service reports more. */
  hasKey: boolean
  target?: ReceiverTarget | undefined
  /** A transaction that may pay the request. Used only with the order, whose call the transaction must pay. */
  fill?: Hex | undefined
  /** Unix seconds. */
  now: number
}

export type ReportRequestParameters = Omit<ReportAttestationParameters, 'attestation' | 'profile'> & {
  client: AnyServiceClient
  layout: 'v1' | 'v2'
}

/**
 * Fetches and verifies the attestation of a request, checks the order against the attestation, and reads the receiver
 * if `target` is set.
 *
 * - Trust: the trusted solvers come from the caller, never from the service.
 *
 * @throws {@link ServiceError} if there is no attestation, {@link ReceiverNotFoundError}, or viem's error if the node
 * does not answer.
 */
export async function reportRequest({
  requestId,
  layout,
  ...parameters
}: ReportRequestParameters): Promise<Verification> {
  const { client } = parameters
  const attestation = await client.getAttestation({ requestId, layout })
  return reportAttestation({ ...parameters, requestId, attestation, profile: client.profile })
}

/** Inspects a given attestation, or a request without an attestation, as {@link reportRequest} does. */
export async function reportAttestation(parameters: ReportAttestationParameters): Promise<Verification> {
  const { requestId, attestation, profile, client, trusted, given, hasKey, now } = parameters
  const [attested, fetched] = await Promise.all([
    attestation && verifyAttestation({ attestation, solver: trusted }),
    client ? fetchRecord(client, requestId, hasKey) : noRecord,
  ])
  const selected = selectOrder(requestId, given, fetched.record)
  const report = attested ?? { solver: await readOrderSigner(selected, trusted), checks: [] }
  const asked = await askReceiver(parameters, report, fetched, selected)
  const onchain = asked?.report
  const order = await checkSelected(selected, asked?.shown, parameters, fetched, report)
  const places = placesOf(attestation, onchain)
  const names = await fetchNames(profile, parameters.namesClient ?? client, places)
  const checks = [...report.checks, ...(order?.checks ?? [])]
  const named = onchain && addNames(onchain, names)
  const isSigned = attestation !== undefined || order?.order.evidence === 'signed'
  const genuine = isSigned || !isGenuine(checks) ? isGenuine(checks) : null
  const deadline = order?.order.deadline ?? given.terms?.terms.deadline
  const outcome = findOutcome({ onchain, record: fetched.record, deadline, now })
  const isProven = genuine === true && order !== undefined && order.order.evidence !== 'none'
  const refundPlace = findRefundPlace({
    record: fetched.record,
    signed: isProven && 'order' in selected ? selected.order.orderData : undefined,
    chainNameOf: (id) => profile.chains?.find((chain) => chain.id === id)?.name,
  })
  return {
    valid: isValid({ ...outcome, genuine, onchain, checks }),
    genuine,
    ...outcome,
    requestId,
    attestation: attestation ?? null,
    decoded: attestation ? decodeWords(attestation, names) : null,
    solver: report.solver,
    checks,
    ...(order && { order: order.order }),
    ...(given.kept && !order && 'problem' in selected && { orderProblem: selected.problem }),
    ...(given.terms && { termsDeadline: given.terms.terms.deadline }),
    ...(fetched.record && { record: nameRevert(fetched.record, named?.terms) }),
    ...(refundPlace && { refundPlace }),
    ...(named && { onchain: named }),
    notes: [
      ...fetched.notes,
      ...(asked?.isFillSaid ? [fillSaid] : []),
      ...(isUnknownFill(parameters.fill, onchain)
        ? [`${parameters.fill} is not known to pay this request.`]
        : []),
      ...(parameters.problem ? [describeProblem(parameters.problem, isSigned)] : []),
    ],
  }
}

function describeProblem(problem: string, isSigned: boolean): string {
  const evidence = `${problem}; the evidence is the order that the solver signed`
  return isSigned ? `${evidence}.` : `${evidence}: pass the quote you kept (--order).`
}

async function readOrderSigner(selected: SelectedOrder, solver: readonly Address[]): Promise<Address | null> {
  if (!('order' in selected)) return null
  const { orderSignature: signature, ...order } = selected.order
  return signature ? (await verifyOrderSignature({ ...order, signature, solver })).solver : null
}

function isUnknownFill(fill: Hex | undefined, onchain: ReceiverReport | undefined): boolean {
  const { payment, returned } = onchain ?? {}
  return fill !== undefined && ![payment?.transactionHash, returned?.transactionHash].includes(fill)
}

const fillSaid = 'Only the service says that the fill belongs to this request. The quote would show it.'

type Signer = Pick<VerifyAttestationReturnType, 'solver'>

async function checkSelected(
  selected: SelectedOrder,
  shown: ShownOrder | undefined,
  { requestId, attestation, profile, trusted, now }: ReportAttestationParameters,
  { record }: FetchedRecord,
  { solver: signer }: Signer,
): Promise<JudgeOrderReturnType | undefined> {
  if ('order' in selected) {
    const chainNameOf = (id: number) => profile.chains?.find((chain) => chain.id === id)?.name
    const { order } = selected
    return judgeOrder({ order, requestId, attestation, chainNameOf, signer, trusted, record, now })
  }
  if (!attestation || shown?.orderId !== requestId) return undefined
  return judgeAttestedOrder({ requestId, signer, now, source: 'calldata', order: shown })
}

async function askReceiver(
  parameters: ReportAttestationParameters,
  { solver: signer }: Signer,
  fetched: FetchedRecord,
  selected: SelectedOrder,
): Promise<ReportReceiverReturnType | undefined> {
  const { requestId, attestation, profile, given, target, trusted } = parameters
  if (!target) return undefined
  return reportReceiver({
    ...target,
    requestId,
    trusted,
    attestation,
    signer,
    order: 'order' in selected ? selected.order : undefined,
    terms: given.terms,
    inboxTerms: given.inboxTerms,
    statedOrderId: fetched.record?.orderId,
    statedFills: fetched.record?.fillTransactions ?? [],
    statedDeposits: fetched.record?.depositTransactions ?? [],
    namedFill: parameters.fill,
    profile,
  })
}

function placesOf(
  attestation: Attestation | undefined,
  onchain: ReceiverReport | undefined,
): CurrencyPlace[] {
  const { payment, returned, terms } = onchain ?? {}
  const tokens = [payment, returned, terms].flatMap((part) => toAddressWord(part?.token) ?? [])
  return [
    ...(attestation ? [{ chainId: attestation.originChainId, currency: attestation.originCurrency }] : []),
    ...(attestation?.layout === 'v2'
      ? [{ chainId: attestation.destinationChainId, currency: attestation.destinationCurrency }]
      : []),
    ...(onchain ? tokens.map((currency) => ({ chainId: onchain.chainId, currency })) : []),
  ]
}

function addNames(onchain: ReceiverReport, names: Names): ReceiverReport {
  const { chainId, payment, returned, terms } = onchain
  const unitOf = (token: Address) => {
    const currency = toAddressWord(token)
    const { symbol = null, decimals = null } = (currency && names.token({ chainId, currency })) ?? {}
    return { symbol, decimals }
  }
  return {
    ...onchain,
    chain: names.chain(chainId) ?? null,
    ...(payment && { payment: { ...payment, ...unitOf(payment.token) } }),
    ...(returned && { returned: { ...returned, ...unitOf(returned.token) } }),
    ...(terms && { terms: { ...terms, ...unitOf(terms.token) } }),
  }
}

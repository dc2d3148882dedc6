import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  type Hex,
  isAddressEqual,
  type PublicClient,
  TransactionNotFoundError,
} from 'viem'
import { toBytes } from '../../base/values.js'
import { FillRevertedError } from '../../contract/errors.js'
import { getAuthorization } from '../../contract/getAuthorization.js'
import { getReceiverKind, type ReceiverKind } from '../../contract/getReceiverKind.js'
import { getInbox } from '../../contract/inbox/getInbox.js'
import { isCallPaid } from '../../contract/isCallPaid.js'
import { isPaid as readIsPaid } from '../../contract/isPaid.js'
import { listAuthorizedCalls } from '../../contract/listAuthorizedCalls.js'
import { orUndefined } from '../../contract/rpc/orUndefined.js'
import { InboxFieldError } from '../../protocol/inbox/errors.js'
import type { InboxTerms } from '../../protocol/inbox/inboxTerms.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import { readFillContract } from '../../rules/settled/readFillContract.js'
import { finalityOf } from '../../service/profile/finalityOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { ReceiverNotFoundError } from '../errors.js'
import {
  type FindPaymentReturnType,
  type FoundPayment,
  findAuthorizedCall,
  findPayment,
  isOnlyEvidence,
  isPlainCall,
  toFoundPayment,
} from './findPayment.js'
import { findReturned } from './findReturned.js'
import { type JudgeEvidenceParameters, judgeEvidence } from './judgeEvidence.js'
import { judgePayment } from './judgePayment.js'
import { endsWithId, type ReadFill, readShownOrder, readStatedFill, type ShownOrder } from './readFill.js'
import { readDeposits, readSettlement, type Settlement } from './readSettlement.js'
import { readState } from './readState.js'
import type { ReceiverReport } from './receiverReport.js'

export type ReportReceiverParameters = JudgeEvidenceParameters & {
  requestId: Hex
  trusted: readonly Address[]
  /** A client for the destination chain. */
  client: PublicClient
  /** The oldest block of the search for the payment. */
  fromBlock?: bigint | undefined
  /** The order id, as the service reports it. */
  statedOrderId: Hex | undefined
  /** The transactions of fills and deposits, as the service reports them. */
  statedFills: readonly string[]
  statedDeposits: readonly string[]
  /**
   * A fill that the caller names. Used only if the order's calls are known, since anyone can append an order id to a transaction.
   */
  namedFill: Hex | undefined
  /** A client for the origin chain. */
  originClient?: PublicClient | undefined
  /** The profile of the service. Its rules decide whether the fill is settled. */
  profile: ServiceProfile
}

export type ReportReceiverReturnType = {
  report: ReceiverReport
  /** The payment's order, read from its transaction. Set only if the caller gave no order. */
  shown?: ShownOrder
  /** Whether nothing but the service's word shows that the payment or the return belongs to the request. */
  isFillSaid: boolean
}

/**
 * Reads a receiver's report of a request: `inspectFill` if the evidence is complete, otherwise the receiver's state.
 *
 * - The receiver's kind decides which evidence the receiver takes, and under which id it records the payment.
 *
 * @throws {@link ReceiverNotFoundError}, or viem's error if the node does not answer.
 */
export async function reportReceiver(
  parameters: ReportReceiverParameters,
): Promise<ReportReceiverReturnType> {
  try {
    return await read(parameters)
  } catch (error) {
    throw isRefusal(error)
      ? new ReceiverNotFoundError({ receiver: parameters.receiver, cause: error })
      : error
  }
}

async function read(given: ReportReceiverParameters): Promise<ReportReceiverReturnType> {
  const { client, receiver, requestId, attestation, signer, statedFills } = given
  const state = await readState(client, receiver, attestation, signer)
  const { chainId, timestamp, isSolverActive, route, recipientStatus } = state
  const kind = await getReceiverKind(client, { receiver })
  // An attested order with another id belongs to another request.
  const isForeign = kind === 'attestedOrderReceiver' && given.order?.orderId !== requestId
  const parameters = isForeign ? { ...given, order: undefined } : given
  const { order } = parameters
  const callHashes = order ? listAuthorizedCalls({ ...order, chainId, receiver }) : []
  const knownId = findOrderId(kind, parameters)
  const { namedFill } = parameters
  const fills = callHashes.length > 0 && namedFill ? [namedFill, ...statedFills] : statedFills
  const statedFill = await readStatedFill(client, receiver, fills, knownId)
  const orderId = knownId ?? statedFill?.orderId
  // A registrar's request is recorded under its own id, even if an order with calls was given.
  const isRegistered = kind === 'registeredTermsReceiver'
  const id = isRegistered ? requestId : orderId
  const ids = { id, callHashes: isRegistered ? [] : callHashes }
  const isKnown = isRegistered || knownId !== undefined
  const stated = statedFill && isKnown ? await keepOwn(statedFill, parameters, ids) : statedFill
  const known = { ...ids, stated, isMore: stated?.accepted.length !== statedFill?.accepted.length }
  // An inbox counts claims. No view shows whether an order was paid.
  const isInbox = kind === 'inboxReceiver'
  const isPaid = isInbox ? null : await readPaid(kind, parameters, known)
  const inbox = isInbox && given.inboxTerms ? await readInbox(given, given.inboxTerms) : undefined
  const results = await judgeEvidence(client, kind, state, isPaid, given)
  const found = isPaid ? await locatePayment(parameters, known) : undefined
  const payment = found && describePayment(found)
  const isOwnFill = isPaid ? await readOwnFill(parameters, known, orderId, payment?.payment) : undefined
  const returned =
    (isPaid && isOwnFill !== false) || orderId === undefined
      ? undefined
      : await findReturned({ ...parameters, orderId, callHashes, statedFill: stated })
  const own = isOwnFill === false ? undefined : payment?.payment
  const fill = own?.transactionHash ?? returned?.transactionHash ?? statedFills[0]
  const isAuthorized = isPaid ? undefined : await readAuthorized(parameters, callHashes)
  const shown = await readShown(chainId, found, parameters, id)
  const contradictions = own ? judge(own, given, { chainId, shown }) : []
  const settlement = fill && (await settle(fill, parameters, shown))
  const report = {
    chainId,
    timestamp,
    receiver,
    kind,
    isSolverActive,
    route,
    recipientStatus,
    isPaid,
    ...(isOwnFill !== undefined && { isOwnFill }),
    ...(isAuthorized !== undefined && { isAuthorized }),
    ...results,
    ...(inbox && { inbox }),
    ...payment,
    ...(payment?.payment && { payment: namePayer(payment.payment, order?.orderData ?? shown) }),
    ...(contradictions.length > 0 && { contradictions }),
    ...(returned && { returned: { ...returned, timestamp: await readTime(client, returned.block) } }),
    ...(settlement && { settlement }),
  }
  const isOwnId = isRegistered || orderId === requestId
  const isFillSaid = !order && (returned !== undefined || (isPaid === true && !isOwnId))
  return { report, isFillSaid, ...(shown && { shown }) }
}

/** Reads an inbox. Undefined if the receiver can't have one with these terms: `results` then says so. */
async function readInbox(
  { client, receiver, recipientProof }: ReportReceiverParameters,
  terms: InboxTerms,
): Promise<ReceiverReport['inbox']> {
  const found = await getInbox(client, { receiver, terms, recipientProof }).catch(
    orUndefined(InboxFieldError),
  )
  if (!found) return undefined
  const { inbox: address, inboxHash, balance, claims, failures } = found
  const { token, refundTo } = terms
  // An empty inbox has nothing to claim, which is no failure.
  const failing = failures
    .filter(({ check }) => balance > 0n || check !== 'payment')
    .map(({ message }) => message)
  return { address, inboxHash, token, balance, refundTo, claims, failing }
}

function judge(
  payment: FoundPayment,
  { order, ...given }: ReportReceiverParameters,
  { chainId, shown }: { chainId: number; shown: ShownOrder | undefined },
) {
  const own = order && { orderId: order.orderId, ...proveOrderOutput(order.orderData, order) }
  return judgePayment({
    ...given,
    chainId,
    payment,
    terms: given.terms,
    attestation: given.attestation,
    order: own ?? shown,
  })
}

/** Finds the order id. An attested order's id is the requestId. */
function findOrderId(
  kind: ReceiverKind,
  { requestId, order, statedOrderId }: ReportReceiverParameters,
): Hex | undefined {
  return kind === 'attestedOrderReceiver' ? requestId : (order?.orderId ?? statedOrderId)
}

/** Keeps only the payments of the request: a transaction may also pay other requests. */
async function keepOwn(
  fill: ReadFill,
  parameters: ReportReceiverParameters,
  { id, callHashes }: Pick<KnownPayment, 'id' | 'callHashes'>,
): Promise<ReadFill> {
  const ids: (Hex | undefined)[] = [id, ...callHashes]
  if (callHashes.length === 0 && id !== undefined && fill.accepted.length > 0) {
    const found = await findAuthorizedCall({ ...parameters, id })
    if ('log' in found) ids.push(found.log.args.callHash)
  }
  return { ...fill, accepted: fill.accepted.filter(({ args }) => ids.includes(args.id)) }
}

type KnownPayment = {
  /** The id of a direct fill, or of a registrar's request. */
  id: Hex | undefined
  /** The hashes of the order's calls that pay this receiver. */
  callHashes: readonly Hex[]
  /** The order's fill, as the service reports it. */
  stated: ReadFill | undefined
  /** Whether the fill made other payments, which cannot be matched to the request without its order. */
  isMore: boolean
}

/**
 * Returns whether the request was paid; null if that is unknown.
 *
 * - If the order has a call, the payment of the call counts. If the order is not known, the call's hash comes from the
 *   `FillAuthorized` event.
 */
async function readPaid(
  kind: ReceiverKind,
  parameters: ReportReceiverParameters,
  { id, callHashes, stated, isMore }: KnownPayment,
): Promise<boolean | null> {
  const { client, receiver, order } = parameters
  if (stated && stated.accepted.length > 0) return true
  if (callHashes.length > 0) {
    const paid = await Promise.all(callHashes.map((callHash) => isCallPaid(client, { receiver, callHash })))
    return paid.includes(true)
  }
  if (id === undefined) return null
  if (await readIsPaid(client, { receiver, id })) return true
  if (kind === 'registeredTermsReceiver' || order) return false
  const found = await findAuthorizedCall({ ...parameters, id })
  if ('log' in found) return isCallPaid(client, { receiver, callHash: found.log.args.callHash })
  // `isMore`: without the order, it is unknown whether another payment of the fill belongs to the request. `searchedFrom`: an
  // earlier block may have an authorization.
  return isMore || found.searchedFrom > 0n ? null : false
}

/**
 * Returns whether the payment is this order's own fill; null if that is unknown. Undefined if the request's own id is paid:
 * another order's fill can't pay that id.
 */
async function readOwnFill(
  parameters: ReportReceiverParameters,
  { id, stated }: KnownPayment,
  orderId: Hex | undefined,
  payment: FoundPayment | undefined,
): Promise<boolean | null | undefined> {
  const { client, receiver } = parameters
  if (id !== undefined && (await readIsPaid(client, { receiver, id }))) return undefined
  if (!payment || orderId === undefined) return null
  const { transactionHash: hash, id: callHash } = payment
  if (hash === stated?.transactionHash && stated.orderId === orderId) return true
  const transaction = await client.getTransaction({ hash }).catch(orUndefined(TransactionNotFoundError))
  if (!transaction) return null
  if (endsWithId(transaction, orderId)) return true
  if (!isPlainCall(transaction, receiver)) return false
  return isOnlyEvidence({ ...parameters, id: orderId, callHash })
}

/** Finds the payment. Without the caller's order, also searches for the evidence of an authorized call. */
async function locatePayment(
  parameters: ReportReceiverParameters,
  { id, callHashes, stated }: KnownPayment,
): Promise<FindPaymentReturnType | undefined> {
  const { client, order } = parameters
  const ids = [...(id ? [id] : []), ...callHashes]
  const accepted = stated?.accepted[0]
  const isEnough = order !== undefined || (accepted && ids.includes(accepted.args.id))
  if (accepted && isEnough) return toFoundPayment(client, accepted, accepted)
  let found: FindPaymentReturnType | undefined
  for (const id of ids) {
    found = await findPayment({ ...parameters, id })
    if ('payment' in found) return found
  }
  return accepted ? toFoundPayment(client, accepted, accepted) : found
}

async function readTime(client: PublicClient, blockNumber: bigint): Promise<number> {
  return Number((await client.getBlock({ blockNumber })).timestamp)
}

/** Returns whether a call of the order has a usable authorization; undefined if no call of the order pays this receiver. */
async function readAuthorized(
  { client, receiver }: ReportReceiverParameters,
  callHashes: readonly Hex[],
): Promise<boolean | undefined> {
  if (callHashes.length === 0) return undefined
  const found = await Promise.all(
    callHashes.map((callHash) => getAuthorization(client, { receiver, callHash })),
  )
  return found.some((authorization) => authorization?.isUsable)
}

/** Reads the order from the payment's evidence, unless the caller gave the order. */
async function readShown(
  chainId: number,
  found: FindPaymentReturnType | undefined,
  { client, receiver, order }: ReportReceiverParameters,
  orderId: Hex | undefined,
): Promise<ShownOrder | undefined> {
  if (order || orderId === undefined || !found || !('payment' in found)) return undefined
  return readShownOrder({ client, chainId, receiver, orderId, transactionHash: found.evidencedIn })
}

async function settle(
  fill: string,
  { client, order: kept, profile, originClient, statedDeposits, receiver }: ReportReceiverParameters,
  shown: ShownOrder | undefined,
): Promise<Settlement | undefined> {
  const transactionHash = toBytes(fill, [32])
  const order = kept ?? shown
  if (!order || !transactionHash) return undefined
  const { output } = 'orderData' in order ? order.orderData : order
  const { depository, routers } = profile.chains?.find(({ name }) => name === output.chainId) ?? {}
  const finality = finalityOf(profile, output.chainId)
  const deposits =
    kept && originClient ? await readDeposits(originClient, kept.orderData, statedDeposits, profile) : []
  const place = { client, transactionHash, finality, depository, routers, receiver }
  return readSettlement({ ...place, order, deposits })
}

function describePayment(found: FindPaymentReturnType): Pick<ReceiverReport, 'payment' | 'paymentNote'> {
  if ('payment' in found) return { payment: found.payment }
  const { searchedFrom, refusal } = found
  const reason = refusal === undefined ? '' : ` Older ones could not be read: ${refusal}`
  return { paymentNote: `No FillAccepted of it from block ${searchedFrom} on.${reason}` }
}

/** Says who paid, as far as the order tells. */
function namePayer(
  payment: FoundPayment,
  order: { output: { extraData: string } } | undefined,
): ReceiverReport['payment'] {
  const { payer, solver } = payment
  if (isAddressEqual(payer, solver)) return { ...payment, payerIs: 'solver' }
  if (!order) return payment
  const fillContract = readFillContract(order.output.extraData as Hex)
  const isByOrder = fillContract !== undefined && isAddressEqual(payer, fillContract)
  return { ...payment, payerIs: isByOrder ? 'fillContract' : 'other' }
}

/** Returns whether the address has no code, or its contract rejected a call that every receiver answers. */
function isRefusal(error: unknown): boolean {
  if (error instanceof FillRevertedError) return true
  const isCause = (cause: unknown) =>
    cause instanceof ContractFunctionZeroDataError || cause instanceof ContractFunctionRevertedError
  return error instanceof BaseError && error.walk(isCause) !== null
}

import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  type Hex,
  type PublicClient,
  zeroAddress,
  zeroHash,
} from 'viem'
import { toBytes } from '../../base/values.js'
import { FillRevertedError } from '../../contract/errors.js'
import type { FillEvidence } from '../../contract/evidence.js'
import { type FillCheck, fillChecks } from '../../contract/fillChecks.js'
import { getReceiverKind, type ReceiverKind } from '../../contract/getReceiverKind.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { listAuthorizedCalls } from '../../contract/listAuthorizedCalls.js'
import { fillReceiverAbi } from '../../generated/abi/fillReceiver.js'
import { unpadAddress } from '../../protocol/address/unpadAddress.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import type { ServiceFinality } from '../../service/profile/types.js'
import { UsageError } from '../../cli/errors.js'
import { checkMeanings } from './checkMeanings.js'
import { connectChain, toUnreachable } from '../../cli/verify/connectChain.js'
import { type FindPaymentReturnType, findPayment, type Payment } from './findPayment.js'
import { findReturned, type Returned } from './findReturned.js'
import type { GivenOrder, GivenTerms } from '../../cli/verify/readOrderFile.js'
import { readSettlement, type Settlement } from './readSettlement.js'
import type { ReceiverTarget } from '../../cli/verify/readVerifyOptions.js'

/** A check that a receiver makes, told by `inspectFill` or foretold from its state; names are those of `fillChecks`. */
export type ReceiverCheck = { name: FillCheck; ok: boolean; message?: string }

/** What a receiver says of a request. Amounts are in the smallest unit. */
export type ReceiverReport = {
  chainId: number
  /** Its name; null is unknown, and absent not looked up. */
  chain?: string | null
  receiver: Address
  kind: ReceiverKind
  isSolverActive: boolean
  /** Both zero where there is no route. */
  route: { min: bigint; max: bigint }
  recipientStatus: { allowed: boolean; hook: boolean }
  /** Whether this receiver has measured a delivery for the request; null where the order is needed to know its id. */
  isPaid: boolean | null
  checks: ReceiverCheck[]
  /** Checks that can't be told, and what it takes. */
  unknown: { name: FillCheck; needs: string }[]
  /** What `inspectFill` was asked and answered; absent without what it takes. Bit n is `fillChecks[n]`. */
  inspection?: { payer: Address; amount: bigint; failed: bigint }
  /** The payment, when there was one and it was found. */
  payment?: Payment & {
    /** Of the token, by the service's word; null is unknown, and absent not looked up. */
    symbol?: string | null
    decimals?: number | null
  }
  /** Why a payment was not found. */
  paymentNote?: string
  /** The order's payment, where the receiver gave it back instead of accepting it. */
  returned?: Returned
  /** Of the fill's transaction, where it and the order are known. */
  settlement?: Settlement
}

export type ReadReceiverParameters = ReceiverTarget & {
  attestation: Attestation
  /** Who signed; null when nobody can be recovered. */
  signer: Address | null
  order: GivenOrder | undefined
  terms: GivenTerms | undefined
  /** What the service says is the order's id. */
  statedOrderId: Hex | undefined
  /** What the service says are the fills. */
  statedFills: readonly string[]
  /** How long the service's oracle waits on a chain, by its name in orders. */
  finalityOf(chainName: string): ServiceFinality | undefined
}

/**
 * Asks a receiver what it says of a request: all of `inspectFill` where its evidence is given, else what its state tells.
 *
 * - Rule: the receiver's kind decides which evidence it takes, and under which id it is paid.
 *
 * @throws {@link UnreachableError}, or {@link UsageError} when there is no receiver.
 */
export async function readReceiver(parameters: ReadReceiverParameters): Promise<ReceiverReport> {
  const { rpcUrl, receiver } = parameters
  try {
    return await read(connectChain(rpcUrl), parameters)
  } catch (error) {
    throw explain(error, rpcUrl, receiver)
  }
}

async function read(client: PublicClient, parameters: ReadReceiverParameters): Promise<ReceiverReport> {
  const { receiver, attestation, signer } = parameters
  const recipient = toEvmAddress(attestation.destinationUser)
  const state = await readState(client, receiver, attestation, signer, recipient)
  const kind = await getReceiverKind(client, { receiver })
  const [chainId, , isSolverActive, [min, max], [allowed, hook]] = state
  const id = findId(kind, parameters)
  const isPaid =
    id === undefined
      ? null
      : await client.readContract({ ...contractAt(receiver), functionName: 'isPaid', args: [id] })
  const foretold = [
    ...foretell(kind, state, parameters),
    ...(isPaid === null ? [] : [check('duplicate', !isPaid)]),
  ]
  const evidence = findEvidence(kind, parameters)
  const judged = evidence
    ? await inspect(client, evidence, foretold, parameters)
    : { checks: foretold, needs: () => needsOf(kind, attestation) }
  const known = new Set(judged.checks.map(({ name }) => name))
  const payment = isPaid && id ? describePayment(await findPayment({ ...parameters, client, id })) : {}
  const returned = isPaid ? undefined : await readReturned(client, chainId, parameters)
  const fill = payment.payment?.transactionHash ?? returned?.transactionHash ?? parameters.statedFills[0]
  const settlement = fill && (await settle(client, fill, parameters))
  return {
    chainId,
    receiver,
    kind,
    isSolverActive,
    route: { min, max },
    recipientStatus: { allowed, hook },
    isPaid,
    checks: judged.checks,
    unknown: fillChecks
      .filter((name) => !known.has(name))
      .map((name) => ({ name, needs: judged.needs(name) })),
    ...('inspection' in judged && { inspection: judged.inspection }),
    ...payment,
    ...(returned && { returned }),
    ...(settlement && { settlement }),
  }
}

async function readReturned(
  client: PublicClient,
  chainId: number,
  { receiver, order, statedOrderId, statedFills, fromBlock }: ReadReceiverParameters,
): Promise<Returned | undefined> {
  const orderId = order ? hashOrder(order.orderData) : statedOrderId
  if (orderId === undefined) return undefined
  const callHashes = order ? listAuthorizedCalls({ ...order, chainId, receiver }) : []
  return findReturned({ client, receiver, orderId, callHashes, statedFills, fromBlock })
}

async function settle(
  client: PublicClient,
  fill: string,
  { order, finalityOf }: ReadReceiverParameters,
): Promise<Settlement | undefined> {
  const transactionHash = toBytes(fill, [32])
  if (!order || !transactionHash) return undefined
  const finality = finalityOf(order.orderData.output.chainId)
  return readSettlement({ client, order, transactionHash, finality })
}

function contractAt(address: Address) {
  return { abi: fillReceiverAbi, address } as const
}

async function readState(
  client: PublicClient,
  receiver: Address,
  { originChainId, originCurrency }: Attestation,
  signer: Address | null,
  recipient: Address | undefined,
) {
  const contract = contractAt(receiver)
  return Promise.all([
    client.getChainId(),
    client.readContract({ ...contract, functionName: 'paused' }),
    signer === null
      ? false
      : client.readContract({ ...contract, functionName: 'isSolverActive', args: [signer] }),
    client.readContract({
      ...contract,
      functionName: 'route',
      args: [BigInt(originChainId), originCurrency],
    }),
    recipient === undefined
      ? ([false, false] as const)
      : client.readContract({ ...contract, functionName: 'recipientStatus', args: [recipient] }),
    client.readContract({ ...contract, functionName: 'recipientRoot' }),
  ])
}

/** What the receiver pays once. Only a signed order's id may be unknown. */
function findId(
  kind: ReceiverKind,
  { attestation, order, statedOrderId }: ReadReceiverParameters,
): Hex | undefined {
  if (kind !== 'signedOrderReceiver') return attestation.requestId
  return order ? hashOrder(order.orderData) : statedOrderId
}

function findEvidence(
  kind: ReceiverKind,
  { attestation, order, terms, recipientProof }: ReadReceiverParameters,
): { evidence: FillEvidence; minimum: bigint } | undefined {
  const minimumOf = ({ orderData }: GivenOrder) =>
    proveOrderOutput(orderData).output.payments[0]?.minimumAmount ?? 0n
  if (kind === 'signedOrderReceiver') {
    if (order?.orderSignature === undefined) return undefined
    const { orderData, orderSignature } = order
    return { evidence: { orderData, orderSignature, recipientProof }, minimum: minimumOf(order) }
  }
  if (attestation.layout !== 'v1') return undefined
  if (kind === 'registeredFillReceiver') {
    return terms && { evidence: { attestation, ...terms, recipientProof }, minimum: terms.terms.minimum }
  }
  if (!order) return undefined
  const { orderData } = order
  return { evidence: { attestation, orderData, recipientProof }, minimum: minimumOf(order) }
}

function needsOf(kind: ReceiverKind, { layout }: Attestation): string {
  if (kind === 'signedOrderReceiver') return 'the order with its orderSignature: say --order QUOTE'
  if (layout !== 'v1') return 'the attestation of layout v1: leave --layout out'
  if (kind === 'registeredFillReceiver') return "the registrar's terms and termsSignature: say --order FILE"
  return 'the order: say --order QUOTE'
}

async function inspect(
  client: PublicClient,
  { evidence, minimum }: { evidence: FillEvidence; minimum: bigint },
  foretold: readonly ReceiverCheck[],
  { receiver, payer, signer, recipientProof }: ReadReceiverParameters,
) {
  const asked = { payer: payer ?? signer ?? zeroAddress, amount: minimum }
  const { failed, checks: failing } = await inspectFill(client, { receiver, ...evidence, ...asked })
  const hasTree =
    recipientProof === undefined &&
    (await client.readContract({ ...contractAt(receiver), functionName: 'recipientRoot' })) !== zeroHash
  // Where nobody says who pays, or there is a proof that was not given, a failure says nothing.
  const isOpen = (name: FillCheck) =>
    failing.includes(name) &&
    ((name === 'payment' && payer === undefined) || (name === 'recipient' && hasTree))
  const messageOf = (name: FillCheck) => foretold.find((check) => check.name === name)?.message
  return {
    checks: fillChecks
      .filter((name) => !isOpen(name))
      .map((name) => check(name, !failing.includes(name), messageOf(name))),
    needs: (name: FillCheck) =>
      name === 'payment' ? 'who would pay: say --payer' : "the recipient's proof: say --recipient-proof",
    inspection: { ...asked, failed },
  }
}

/** What the state tells without the evidence. */
function foretell(
  kind: ReceiverKind,
  [chainId, paused, isSolverActive, [min, max], [allowed], root]: Awaited<ReturnType<typeof readState>>,
  { attestation, signer }: ReadReceiverParameters,
): ReceiverCheck[] {
  const ofAttestation = [
    check(
      'signature',
      isSolverActive,
      `The receiver does not take ${signer ?? 'this signature'} for a solver now.`,
    ),
    check(
      'destination',
      chainId === attestation.destinationChainId,
      `The request is for chain ${attestation.destinationChainId}, and this is chain ${chainId}.`,
    ),
    check('origin', max !== 0n),
    ...checkAmount(attestation, min, max),
  ]
  return [
    check('paused', !paused),
    // A signed order has its own signature, destination and inputs.
    ...(kind === 'signedOrderReceiver' ? [] : ofAttestation),
    ...(allowed || root === zeroHash
      ? [check('recipient', allowed, "The recipient is not on the receiver's list.")]
      : []),
  ]
}

function check(name: FillCheck, ok: boolean, message = checkMeanings[name].failed): ReceiverCheck {
  return ok ? { name, ok } : { name, ok, message }
}

/** Layout v2 signs no amount, and a contract takes only v1. */
function checkAmount(attestation: Attestation, min: bigint, max: bigint): ReceiverCheck[] {
  if (attestation.layout !== 'v1') {
    return [check('requestId', false, `The contracts take layout v1, and this is ${attestation.layout}.`)]
  }
  if (max === 0n) return []
  const { originAmount } = attestation
  const ok = originAmount >= min && originAmount <= max
  return [check('amountSent', ok, `The amount ${originAmount} lies outside the route, ${min} to ${max}.`)]
}

function describePayment(found: FindPaymentReturnType): Pick<ReceiverReport, 'payment' | 'paymentNote'> {
  if ('payment' in found) return found
  const { searchedFrom, refusal } = found
  const reason = refusal === undefined ? '' : ` The node refused: ${refusal}`
  return {
    paymentNote: `No FillAccepted of it from block ${searchedFrom} on; --from-block says how far to look.${reason}`,
  }
}

/** A recipient of another virtual machine is on no receiver's list. */
function toEvmAddress(word: Attestation['destinationUser']): Address | undefined {
  try {
    return unpadAddress(word)
  } catch {
    return undefined
  }
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof FillRevertedError ||
    (error instanceof BaseError &&
      error.walk(
        (cause) =>
          cause instanceof ContractFunctionZeroDataError || cause instanceof ContractFunctionRevertedError,
      ) !== null)
  )
}

function explain(error: unknown, rpcUrl: string, receiver: Address): unknown {
  if (isRefusal(error)) {
    return new UsageError(`There is no receiver at ${receiver} on this chain.`, {
      metaMessages: ['Check --receiver, and that --rpc-url leads to the destination chain.'],
    })
  }
  return error instanceof BaseError ? toUnreachable(error, rpcUrl) : error
}

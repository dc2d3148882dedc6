import { type Address, zeroHash } from 'viem'
import { getBlock, getBlockNumber } from 'viem/actions'
import { toUint256 } from '../../base/values.js'
import { chooseRefundTo } from '../../contract/chooseRefundTo.js'
import { type CallReceiverKind, type FillEvidence, kindOfEvidence } from '../../contract/evidence.js'
import { getReceiverKind } from '../../contract/getReceiverKind.js'
import { getTokenRange } from '../../contract/getTokenRange.js'
import { prepareAuthorizedCall } from '../../contract/prepareAuthorizedCall.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import type { OrderData } from '../../protocol/order/types.js'
import { PaymentFieldError } from '../../protocol/payment/errors.js'
import type { PaymentInput } from '../../protocol/payment/payment.js'
import type { QuoteRequest } from '../../service/resources/quoteRequest.js'
import type { Quote } from '../../service/resources/quoteV3.js'
import { StepMismatchError, StepOptionError } from '../../service/steps/errors.js'
import { planSteps } from '../../service/steps/planSteps.js'
import { readTerms } from '../../service/steps/readTerms.js'
import type { AnyServiceClient } from '../serviceClient.js'
import { laterTime } from '../steps/requireOpen.js'
import { readOrderSignature } from './readOrderSignature.js'
import { type ReceiverCall, toJson, writeEvidence } from './receiverCall.js'
import { requireRefundTo } from './requireRefundTo.js'
import type { NewReceiverCall, PayReceiverClients } from './types.js'

type Parameters = PayReceiverClients & NewReceiverCall

/** Seconds. */
const defaultDeadline = 3600n
const defaultGasLimit = 500_000

/** The range of the amount that a call may bring. */
type Amounts = { minimum: bigint; maximum: bigint }

/**
 * Gets the price, builds the calls, requests the quote, checks it against the request, and fetches the evidence. Sends nothing.
 */
export async function openCall(client: AnyServiceClient, parameters: Parameters): Promise<ReceiverCall> {
  const { walletClient, onProgress = () => {}, signal, maximumQuotes = 3 } = parameters
  const { account } = walletClient
  if (!account) {
    throw new StepOptionError({ option: 'walletClient', requirement: 'a viem client with an account' })
  }
  requireResumable(parameters)
  const { receiver, request: asked } = parameters
  const place = { option: 'request.refundTo', chainId: asked.originChainId, others: [receiver] }
  requireRefundTo(client.profile, asked.refundTo, place)
  const kind = await requireEvidenceOf(parameters)
  const build = await prepareBuilder(client, parameters, { kind, user: account.address })
  // Read before the quote is requested: no solver knows the call yet.
  const openedAtBlock = String(await getBlockNumber(parameters.destinationClient, { cacheTime: 0 }))
  let amounts = readFixed(parameters)
  const isFixed = amounts !== undefined
  if (!amounts) {
    const draft = { minimum: 1n, maximum: 1n }
    const { details } = await client.getPrice(build(draft).request, { signal })
    const { minimumAmount, amount } = details?.currencyOut ?? {}
    const expected = toUint256(amount) ?? 0n
    amounts = await readAmounts(parameters, toUint256(minimumAmount ?? amount) ?? 0n, expected)
    onProgress({ type: 'priced', minimum: amounts.minimum })
  }
  for (let left = maximumQuotes; ; left--) {
    const { request, ...built } = build(amounts)
    const quote = await client.getQuote(request, { signal })
    const promised = isFixed ? undefined : readPromised(quote)
    if (promised !== undefined && left > 1 && !isWithin(promised, amounts, parameters)) {
      const expected = toUint256(quote.details?.currencyOut?.amount) ?? promised
      const next = await readAmounts(parameters, promised, expected)
      if (next.minimum !== amounts.minimum) {
        amounts = next
        continue
      }
    }
    const { maximumAmountIn, minimumAmountOut, maximumDifference, allowUnverified } = parameters
    const bounds = { maximumAmountIn, minimumAmountOut, maximumDifference }
    const terms = readTerms({ request, profile: client.profile, account: account.address, ...bounds })
    planSteps(quote, terms, allowUnverified)
    const evidence = await readEvidence(client, parameters, { kind, quote })
    onProgress({ type: 'quoted', callHash: built.callHash })
    return {
      format: 'fillproof-call-1',
      openedAtBlock,
      revision: 0,
      chainId: request.destinationChainId,
      receiver: parameters.receiver,
      callHash: built.callHash,
      payment: toJson(built.payment),
      request: toJson(request) as ReceiverCall['request'],
      quote,
      run: {},
      ...writeEvidence(evidence),
      bounds: toJson({ ...bounds, allowUnverified }) as ReceiverCall['bounds'],
      state: 'quoted',
    }
  }
}

/**
 * Rejects a request that could not be resumed. A deposit is found again by the depository's event, and a request is followed only
 * if it goes to another chain.
 */
function requireResumable({ request }: Parameters): void {
  const { originChainId, destinationChainId, explicitDeposit, useDepositAddress } = request
  const refuse = (option: string, requirement: string) => {
    throw new StepOptionError({ option: `request.${option}`, requirement })
  }
  if (originChainId === destinationChainId) refuse('destinationChainId', 'a chain other than the origin')
  if (explicitDeposit === false) refuse('explicitDeposit', 'left out, or true')
  if (useDepositAddress) refuse('useDepositAddress', 'left out, or false')
}

/**
 * Reads the kind of evidence that the receiver accepts. Throws if the receiver needs registrar's terms and the caller provides
 * none.
 */
async function requireEvidenceOf({
  receiver,
  destinationClient,
  evidence,
}: Parameters): Promise<CallReceiverKind> {
  const kind = await getReceiverKind(destinationClient, { receiver })
  switch (kind) {
    case 'attestedOrderReceiver':
    case 'signedOrderReceiver':
      return kind
    case 'registeredTermsReceiver':
      if (!evidence) throw lackOfTerms()
      return kind
    case 'inboxReceiver': {
      const requirement = 'left out, since this receiver takes inboxes, which nobody authorizes'
      throw new StepOptionError({ option: 'authorizer', requirement })
    }
  }
}

function lackOfTerms(): StepOptionError {
  const requirement = "a function that turns a quote into a registrar's terms, which this receiver requires"
  return new StepOptionError({ option: 'evidence', requirement })
}

/** Returns a function that builds the quote request and the calls for an amount. All other terms are fixed here. */
async function prepareBuilder(
  client: AnyServiceClient,
  parameters: Parameters,
  { kind, user }: { kind: CallReceiverKind; user: Address },
) {
  const { receiver, request, payment, router, sweepTo, originClient, destinationClient } = parameters
  const token = request.destinationCurrency as Address
  const refundTo =
    payment.refundTo ?? (await chooseRefundTo({ user, receiver, token, originClient, destinationClient }))
  const deadline =
    payment.deadline ?? Number(laterTime((await getBlock(destinationClient)).timestamp) + defaultDeadline)
  const terms = {
    ...payment,
    originChainId: request.originChainId,
    // A signed order names no user.
    originUser: kind === 'signedOrderReceiver' ? zeroHash : user,
    originCurrency: request.originCurrency as Address,
    token,
    refundTo,
    deadline,
  } satisfies Omit<PaymentInput, 'minimum'>
  return (amounts: Amounts) => {
    const { txs, ...built } = prepareAuthorizedCall({
      chainId: request.destinationChainId,
      receiver,
      profile: client.profile,
      router,
      sweepTo,
      payment: { ...terms, ...amounts },
    })
    const asked = {
      txsGasLimit: defaultGasLimit,
      refundTo: user,
      ...request,
      user,
      recipient: payment.recipient,
      txs,
      includeProtocolData: true,
    } satisfies QuoteRequest
    return { ...built, request: asked }
  }
}

/** Reads the amount of an exact output. Undefined if the amount varies. */
function readFixed({ request }: Parameters): Amounts | undefined {
  const { tradeType, destinationCurrency, amount } = request
  if (tradeType === 'EXACT_OUTPUT') {
    const exact = toUint256(amount) ?? 0n
    return { minimum: exact, maximum: exact }
  }
  if (/^0x0*$/.test(destinationCurrency)) {
    const requirement = 'EXACT_OUTPUT if the destination currency is native'
    throw new PaymentFieldError({ field: 'request.tradeType', value: tradeType, requirement })
  }
  return undefined
}

/**
 * Returns the minimum that the service promises, and a maximum that the receiver accepts. @throws {@link StepMismatchError} if
 * the price promises less than the caller wants.
 */
async function readAmounts(
  { payment, minimumAmountOut = 1n, receiver, request, destinationClient }: Parameters,
  promised: bigint,
  expected: bigint,
): Promise<Amounts> {
  if (promised < minimumAmountOut) {
    throw new StepMismatchError({
      path: 'details.currencyOut.minimumAmount',
      found: promised,
      required: `at least ${minimumAmountOut}`,
    })
  }
  if (payment.maximum !== undefined) return { minimum: promised, maximum: payment.maximum }
  const token = request.destinationCurrency as Address
  const twice = 2n * (expected > promised ? expected : promised)
  const { max = twice } = (await getTokenRange(destinationClient, { receiver, token })) ?? {}
  // The receiver rejects a maximum above the token's limit in its list, and a maximum below the minimum.
  const highest = max < promised ? promised : max
  return { minimum: promised, maximum: twice < highest ? twice : highest }
}

function readPromised({ protocol }: Quote): bigint | undefined {
  return toUint256(protocol?.v2?.orderData?.output?.payments?.[0]?.minimumAmount)
}

function isWithin(promised: bigint, { minimum }: Amounts, { maximumDifference = 0n }: Parameters): boolean {
  return promised >= minimum && promised <= minimum + maximumDifference
}

async function readEvidence(
  client: AnyServiceClient,
  { evidence: make, recipientProof, signal }: Parameters,
  { kind, quote }: { kind: CallReceiverKind; quote: Quote },
): Promise<FillEvidence> {
  const proof = recipientProof && { recipientProof }
  if (make) {
    const evidence = await make(quote)
    if (kindOfEvidence(evidence) !== kind) {
      throw new StepOptionError({
        option: 'evidence',
        requirement: `evidence that a receiver of kind ${kind} accepts`,
      })
    }
    return { ...evidence, ...proof }
  }
  const orderData = quote.protocol?.v2?.orderData as OrderData
  switch (kind) {
    case 'attestedOrderReceiver': {
      const requestId = hashOrder(orderData)
      return { attestation: await client.getAttestation({ requestId }, { signal }), orderData, ...proof }
    }
    case 'signedOrderReceiver':
      return { orderData, orderSignature: readOrderSignature(quote), ...proof }
    case 'registeredTermsReceiver':
      throw lackOfTerms()
  }
}

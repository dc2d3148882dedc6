import { type Address, type Hash, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { payReceiver } from '../../client/receiver/payReceiver.js'
import type { ReceiverCall } from '../../client/receiver/receiverCall.js'
import type { NewReceiverCall, PayReceiverReturnType } from '../../client/receiver/types.js'
import type { FillEvidence } from '../../contract/evidence.js'
import { explainRevert } from '../../contract/revert/explainRevert.js'
import type { MockChain } from '../../mock/index.js'
import { readRevert } from '../../mock/solver/readRevert.js'
import { decodeOrderCall } from '../../protocol/order/decodeOrderCall.js'
import { decodeAuthorizedCall } from '../../protocol/registrar/decodeAuthorizedCall.js'
import { signRegisteredTerms } from '../../protocol/registrar/signRegisteredTerms.js'
import type { Quote } from '../../service/resources/quote.js'
import type { QuoteRequest } from '../../service/resources/quoteRequest.js'
import type { CallNotPayableError } from '../../service/steps/errors.js'
import { FillFailedError } from '../errors.js'
import type { FillproofParameters, FillproofResult, FillproofService } from '../types.js'
import { type FillParameters, readFillParameters } from './readParameters.js'
import { framesOf } from './recordReverts.js'
import { replayHook } from './replayHook.js'
import type { Started } from './startService.js'
import { watchFaults } from './watchFaults.js'

/** No limit: the chains are the test's own. */
const maximumAmountIn = 2n ** 255n

export async function fillRequest(started: Started, given: FillproofParameters): Promise<FillproofResult> {
  const parameters = readFillParameters(given)
  const { service, originClient, destinationClient, authorizer, reverts } = started
  const { recipient, data, deadline, refundTo, receiver = service.receiver } = parameters
  let call: ReceiverCall | undefined
  let paid: PayReceiverReturnType
  const faults = watchFaults(service.mock.control.faults)
  reverts.clear()
  try {
    paid = await payReceiver(service.client, {
      receiver,
      request: toRequest(service, parameters),
      payment: { recipient, data, deadline, refundTo },
      evidence: evidenceOf(started, receiver),
      maximumAmountIn,
      walletClient: originClient,
      originClient,
      destinationClient,
      authorizer,
      pollingIntervalMs: 20,
      keep(kept) {
        call = kept
      },
    })
  } catch (cause) {
    const revert = reverts.last()
    const name = nameOf(revert) ?? (cause as Refusal).failures?.[0]?.name
    const inner = call && name === 'HookFailed' ? await replayHook(destinationClient, call) : undefined
    throw toFailure(cause, revert, inner)
  }
  faults.requireAll()
  const second = reverts.last()
  if (faults.happened('duplicateFill') && second)
    throw toFailure(new Error('It was filled twice.'), second, undefined)
  return { ...paid, txHash: paid.outcome.txHashes![0] as Hash }
}

function toRequest(
  { origin, destination }: FillproofService,
  { amount, token = zeroAddress, originCurrency = matchCurrency(origin, destination, token) }: FillParameters,
): Omit<QuoteRequest, 'user' | 'recipient' | 'txs' | 'includeProtocolData'> {
  return {
    originChainId: origin.id,
    destinationChainId: destination.id,
    originCurrency,
    destinationCurrency: token,
    amount,
    tradeType: 'EXACT_OUTPUT',
  }
}

/** The native currency for the native one, else the token of the same symbol, or the first. */
function matchCurrency(origin: MockChain, destination: MockChain, token: Address): Address {
  if (isAddressEqual(token, zeroAddress)) return zeroAddress
  const symbol = destination.tokens.find(({ address }) => isAddressEqual(address, token))?.symbol
  return (origin.tokens.find((other) => other.symbol === symbol) ?? origin.tokens[0]!).address
}

function evidenceOf(
  { evidence, registrar, service: { client, destination } }: Started,
  receiver: Address,
): NewReceiverCall['evidence'] {
  if (evidence !== 'registeredTerms') return undefined
  return async (quote: Quote): Promise<FillEvidence> => {
    const { requestId } = quote.steps.findLast((step) => step.requestId !== undefined)!
    const attestation = await client.getAttestation({ requestId: requestId! })
    const { calls, deadline } = quote.protocol!.v2!.orderData!.output
    const payment = calls
      .map((call) => decodeAuthorizedCall(decodeOrderCall(call as Hex).data))
      .find(Boolean)!
    // As the order, which the attestation does not cover.
    const terms = { ...payment, deadline: Math.min(payment.deadline, deadline), authorizedCall: payment }
    const scope = { chainId: destination.id, receiver }
    return {
      attestation,
      terms,
      termsSignature: await signRegisteredTerms({ ...scope, attestation, terms, account: registrar }),
    }
  }
}

function nameOf(revert: Error | undefined): string | undefined {
  return revert && explainRevert(readRevert(revert).data)?.name
}

type Refusal = Error & {
  errorName?: string | null
  args?: readonly unknown[]
  failures?: CallNotPayableError['failures']
  state?: string
}

/**
 * @param revert - Of the fill.
 * @param inner - Of the recipient, which the receiver caught.
 */
function toFailure(cause: unknown, revert: Error | undefined, inner: Error | undefined): FillFailedError {
  const { message, errorName, args = [], failures: [failure] = [], state } = cause as Refusal
  const solidityFrames = [...framesOf(inner), ...framesOf(revert)]
  if (errorName || !revert) {
    const [line = ''] = message.split('\n')
    return new FillFailedError({
      reason: inner ? readReason(inner) : (failure?.message ?? line),
      errorName: errorName ?? failure?.name ?? state ?? null,
      args: failure?.args ?? args,
      solidityFrames,
      cause,
    })
  }
  const explained = explainRevert(readRevert(revert).data)
  const reason = inner ? readReason(inner) : explained?.message
  return new FillFailedError({
    reason: reason ?? readRevert(revert).message,
    errorName: explained?.name ?? null,
    args: explained?.args ?? [],
    solidityFrames,
    cause,
  })
}

/** Returns Hardhat's message, which knows the errors of the project's contracts. */
function readReason(error: Error): string {
  let reason = error.message
  for (let current: unknown = error; current instanceof Error; current = current.cause) {
    if (framesOf(current).length > 0) reason = current.message
  }
  return reason
}

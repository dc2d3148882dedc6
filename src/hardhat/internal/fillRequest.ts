import { type Address, type Hash, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { payReceiver } from '../../client/receiver/payReceiver.js'
import type { ReceiverCall } from '../../client/receiver/receiverCall.js'
import type { NewReceiverCall, PayReceiverReturnType } from '../../client/receiver/types.js'
import type { FillEvidence } from '../../contract/evidence.js'
import { getReceiverKind } from '../../contract/getReceiverKind.js'
import { MockOptionError } from '../../mock/errors.js'
import type { MockChain } from '../../mock/index.js'
import { decodeOrderCall } from '../../protocol/order/decodeOrderCall.js'
import { decodeAuthorizedCall } from '../../protocol/registrar/decodeAuthorizedCall.js'
import { signRegisteredTerms } from '../../protocol/registrar/signRegisteredTerms.js'
import type { QuoteRequest } from '../../service/resources/quoteRequest.js'
import type { Quote } from '../../service/resources/quoteV3.js'
import type { FillproofParameters, FillproofResult, FillproofService } from '../types.js'
import type { AccountClient } from './clients.js'
import { type FillParameters, readFillParameters } from './readParameters.js'
import type { Started } from './startService.js'
import { toFailure } from './toFailure.js'
import { watchFaults } from './watchFaults.js'

/** The most that the user pays: in practice no limit, since the test owns both chains. */
export const maximumAmountIn = 2n ** 255n

export async function fillRequest(started: Started, given: FillproofParameters): Promise<FillproofResult> {
  const parameters = readFillParameters(given)
  const { service, originClient, destinationClient, authorizer, reverts } = started
  const { recipient, data, deadline, refundTo, receiver = service.receiver } = parameters
  await requireReceiver(destinationClient, receiver, 'fill')
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
    throw await toFailure(started, cause, call)
  }
  faults.requireAll()
  if (faults.happened('duplicateFill') && reverts.last())
    throw await toFailure(started, new Error('It was filled twice.'), undefined)
  return { ...paid, txHash: paid.outcome.txHashes![0] as Hash }
}

/** Rejects a receiver that this method does not pay. An address without a receiver fails later. @throws {@link MockOptionError} */
export async function requireReceiver(
  client: AccountClient,
  receiver: Address,
  method: 'fill' | 'fillInbox',
): Promise<void> {
  const kind = await getReceiverKind(client, { receiver }).catch(() => undefined)
  if (kind === undefined || (kind === 'inboxReceiver') === (method === 'fillInbox')) return
  const requirement =
    method === 'fill'
      ? 'a receiver of calls. An InboxReceiver is paid with fillInbox, and then claimInbox'
      : 'an InboxReceiver. Any other receiver is paid with fill'
  throw new MockOptionError({ option: `${method}.receiver`, value: receiver, requirement })
}

export function toRequest(
  { origin, destination }: FillproofService,
  {
    amount,
    token = zeroAddress,
    originCurrency = matchCurrency(origin, destination, token),
  }: Pick<FillParameters, 'amount' | 'token' | 'originCurrency'>,
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

/** Returns the native currency if `token` is native, else the origin token with the same symbol, else the first origin token. */
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
    // The registrar's terms must not outlive the order. The attestation has no deadline.
    const terms = { ...payment, deadline: Math.min(payment.deadline, deadline), authorizedCall: payment }
    const scope = { chainId: destination.id, receiver }
    return {
      attestation,
      terms,
      termsSignature: await signRegisteredTerms({ ...scope, attestation, terms, account: registrar }),
    }
  }
}

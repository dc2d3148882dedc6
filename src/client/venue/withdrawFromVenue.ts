import type { Client, Hex } from 'viem'
import { getChainId, signTypedData } from 'viem/actions'
import * as z from 'zod'
import type { Quote } from '../../service/resources/quoteV3.js'
import { resource } from '../../service/resources/schema.js'
import { StepOptionError } from '../../service/steps/errors.js'
import { readStepOptions } from '../../service/steps/readStepOptions.js'
import type { StepRequest } from '../../service/steps/types.js'
import { VenueCurrencyError, VenueRejectedError } from '../../service/venue/errors.js'
import { parseVenueCurrency } from '../../service/venue/parseVenueCurrency.js'
import { venueExchangeBody } from '../../service/venue/venueExchangeBody.js'
import type { VenueTypedData } from '../../service/venue/venueTypedData.js'
import { verifyVenueWithdrawal } from '../../service/venue/verifyVenueWithdrawal.js'
import type { WithdrawalTermsParameters } from '../../service/venue/withdrawalTerms.js'
import type { Connection } from '../connection.js'
import { ServiceAbortedError } from '../errors.js'
import { readWaits } from '../follow/followParameters.js'
import { authorize } from '../operations/execution.js'
import { answerInTime } from '../steps/answerInTime.js'
import { requireOpen } from '../steps/requireOpen.js'
import { getVenueSpotTokens } from './getVenueSpotTokens.js'

/** A report of `withdrawFromVenue` while it runs. */
export type VenueWithdrawalProgress = {
  step: 'authorize' | 'deposit'
  type: 'signatureRequested' | 'signaturePosted'
}

export type WithdrawFromVenueParameters = Pick<
  WithdrawalTermsParameters,
  'maximumAmountIn' | 'minimumAmountOut' | 'depository' | 'network'
> & {
  quote: Quote
  /** The caller's quote request, against which the quote is checked. */
  request: StepRequest
  /** A viem client with the account that withdraws, on any EVM chain. */
  walletClient: Client
  onProgress?: ((progress: VenueWithdrawalProgress) => unknown) | undefined
  /** How long the wallet has for each signature, in milliseconds. */
  timeoutMs?: number | undefined
  /** Ends the run between signatures. Sent signatures stay sent. */
  signal?: AbortSignal | undefined
}

export type WithdrawFromVenueReturnType = {
  /** The request's id, to follow its status. */
  requestId: Hex
  orderId: Hex
  /** The nonce of the transfer on the venue, Unix milliseconds. */
  nonce: number
}

const exchangeAnswer = resource({ status: z.string(), response: z.unknown().optional() })

/**
 * Runs a quote that withdraws from the venue: binds the transfer's nonce to the order, then transfers.
 *
 * - Checks everything against the request before anything is signed. A spot token's name and decimals come from the venue.
 * - If it fails between the two signatures, call it again with the same quote to continue. The nonce stays the same, and the
 *   venue accepts each nonce once.
 * - Trust: the caller, the profile and the venue, not the quote.
 *
 * @param parameters - {@link WithdrawFromVenueParameters}
 * @returns The ids to follow. The transfer is accepted, but the fill is not over. {@link WithdrawFromVenueReturnType}
 * @throws {@link StepMismatchError} if the quote does not match the request, {@link VenueRejectedError} if the venue rejects the
 *   transfer, {@link StepPromptError} if the wallet does not answer, otherwise a {@link ServiceError} or the wallet's error.
 */
export async function withdrawFromVenue(
  connection: Connection,
  parameters: WithdrawFromVenueParameters,
): Promise<WithdrawFromVenueReturnType> {
  const {
    request,
    walletClient,
    signal,
    onProgress = () => {},
  } = readStepOptions(parameters, 'quote', 'request', 'walletClient')
  const { timeoutMs } = readWaits(connection.profile, parameters, 'withdrawFromVenue')
  const { account } = walletClient
  if (!account) {
    throw new StepOptionError({ option: 'walletClient', requirement: 'a viem client with an account' })
  }
  const {
    authorize: mapping,
    transfer,
    deadline,
    ...ids
  } = verifyVenueWithdrawal({
    ...parameters,
    profile: connection.profile,
    account: account.address,
    walletChainId: await getChainId(walletClient),
    spotToken: await findSpotToken(connection, request, signal),
  })
  const goOn = () => {
    if (signal?.aborted) throw new ServiceAbortedError({ operation: 'withdrawFromVenue' })
    requireOpen(deadline)
  }
  const sign = (step: VenueWithdrawalProgress['step'], typedData: VenueTypedData) =>
    answerInTime(signTypedData(walletClient, { account, ...typedData }), { step, timeoutMs })

  goOn()
  await onProgress({ step: 'authorize', type: 'signatureRequested' })
  const signature = await sign('authorize', mapping.typedData)
  await authorize(connection, { signature, body: mapping.body }, { signal })
  await onProgress({ step: 'authorize', type: 'signaturePosted' })

  goOn()
  await onProgress({ step: 'deposit', type: 'signatureRequested' })
  const body = venueExchangeBody(transfer.typedData, await sign('deposit', transfer.typedData))
  const answer = await connection.request(
    { method: 'POST', path: '', target: 'venueExchange', body, response: exchangeAnswer },
    { signal },
  )
  if (answer.status !== 'ok') throw new VenueRejectedError(answer)
  await onProgress({ step: 'deposit', type: 'signaturePosted' })
  return ids
}

/** Finds the venue's own metadata of the sent token. Undefined for the collateral of perps. */
async function findSpotToken(
  connection: Connection,
  { originCurrency }: StepRequest,
  signal: AbortSignal | undefined,
) {
  const currency = parseVenueCurrency(originCurrency)
  if (currency.kind !== 'spot') return undefined
  const tokens = await getVenueSpotTokens(connection, { signal })
  const token = tokens.find(({ tokenId }) => tokenId.toLowerCase() === currency.tokenId)
  if (token) return token
  throw new VenueCurrencyError({ value: originCurrency, requirement: "one of the venue's spot tokens" })
}

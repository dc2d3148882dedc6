import { type Hex, zeroAddress } from 'viem'
import { toBytes, toChainId } from '../../base/values.js'
import { findOtherTypes } from '../../rules/typeDifferences.js'
import type { NormalizedStep } from '../quote/normalizeQuote.js'
import type { Quote } from '../resources/quoteV3.js'
import { readMismatch } from '../resources/readMismatch.js'
import { type VenueTransferData, venueTransferDataSchema } from '../resources/step.js'
import { StepMismatchError, StepOptionError } from '../steps/errors.js'
import { expect, expectEqual, expectHex, expectNone, expectOneOf } from '../steps/expect.js'
import { readQuote } from '../steps/readQuote.js'
import { readSignatureData } from '../steps/readTypedData.js'
import type { OrderDeadline } from '../steps/types.js'
import { type VerifiedOrder, verifyOrder } from '../steps/verifyOrder.js'
import { VenueAmountError } from './errors.js'
import { parseVenueAmount } from './venueAmount.js'
import {
  type NonceMapping,
  nonceMappingFields,
  nonceMappingTypedData,
  sendAssetFields,
  type VenueTransfer,
  type VenueTypedData,
  venueTransferTypedData,
} from './venueTypedData.js'
import {
  readWithdrawalTerms,
  type WithdrawalTerms,
  type WithdrawalTermsParameters,
} from './withdrawalTerms.js'

export type VerifyVenueWithdrawalParameters = WithdrawalTermsParameters & {
  quote: Quote
  /** The id of the chain that the wallet is on. The domains of both signatures contain it. */
  walletChainId: number
}

/** Everything that is signed and sent, checked against the caller's request. */
export type VenueWithdrawal = {
  /** The id for the status. */
  requestId: Hex
  orderId: Hex
  /** Unix milliseconds. Both signatures have it. */
  nonce: number
  deadline: OrderDeadline
  authorize: { typedData: VenueTypedData; body: AuthorizeBody }
  transfer: { typedData: VenueTypedData }
}

/** The body to post to `/authorize`: the quote's body with the wallet's chain. */
type AuthorizeBody = Omit<NonceMapping, 'chainId'> & {
  type: 'nonce-mapping'
  walletChainId: number
  signatureChainId: number
}

/**
 * Checks a quote for a withdrawal from the venue against the caller's own request, and returns what to sign.
 *
 * - The quote must have exactly two steps with one item each, authorize and deposit. The steps must have the profile's types, no
 *   further types, and the same nonce. The id must be the hash of the order. The order and the transfer must match the request.
 *   The data to sign is built from the request and the profile, so no unchecked part of the quote is signed.
 * - Units: `request.amount`, `maximumAmountIn` and `minimumAmountOut` in the smallest unit. The transfer's amount is in whole
 *   units. Perps have 8 decimals. The decimals of a spot token come from the venue's metadata, never from the quote.
 * - Trust: the caller, the profile and the venue are trusted. The service's quote is checked. The wallet is also the depositor.
 * - Warning: an amount with more digits than the service writes is refused as a mismatch, since the service would round it.
 *
 * @throws {@link StepMismatchError} with the first field that differs, before anything is signed.
 */
export function verifyVenueWithdrawal(parameters: VerifyVenueWithdrawalParameters): VenueWithdrawal {
  const { walletChainId } = parameters
  const quote = readQuote(parameters.quote)
  if (toChainId(walletChainId) === undefined) {
    throw new StepOptionError({
      option: 'walletChainId',
      requirement: 'the id of the chain the wallet is on',
    })
  }
  const terms = readWithdrawalTerms(parameters)
  const order = verifyOrder(quote, terms)
  const shown = quote.details?.currencyIn?.currency?.decimals ?? terms.decimals
  expectEqual('details.currencyIn.currency.decimals', shown, terms.decimals)

  const { steps } = quote
  expect(steps.length === 2, 'steps', steps, 'the two steps authorize and deposit')
  const [first, second] = steps.map((step) => step.requestId)
  const requestId = toBytes(first, [32])
  expect(requestId !== undefined, 'steps[0].requestId', first, 'hex of 32 bytes')
  expectHex('steps[1].requestId', second, requestId)

  const authorize = checkAuthorize(steps[0]!, order, terms, walletChainId)
  const transfer = checkTransfer(steps[1]!, order, authorize.nonce, terms)
  const context = { profile: terms.profile, walletChainId }
  return {
    requestId,
    orderId: order.id,
    nonce: authorize.nonce,
    deadline: order.deadline,
    authorize: {
      typedData: nonceMappingTypedData(
        {
          chainId: terms.profile.venue.chainName,
          wallet: terms.user,
          depositor: terms.user,
          id: order.id,
          nonce: authorize.nonce,
        },
        context,
      ),
      body: authorize,
    },
    transfer: { typedData: venueTransferTypedData(transfer, context) },
  }
}

function itemData(
  step: NormalizedStep,
  index: number,
  id: string,
  kind: string,
): { path: string; data: unknown } {
  const path = `steps[${index}]`
  expectEqual(`${path}.id`, step.id, id)
  expectEqual(`${path}.kind`, step.kind, kind)
  expect(step.items.length === 1, `${path}.items`, step.items, 'exactly one item')
  return { path: `${path}${step.isFlat ? '' : '.items[0]'}.data`, data: step.items[0]!.data }
}

function checkAuthorize(
  step: NormalizedStep,
  { id }: VerifiedOrder,
  { profile, user }: WithdrawalTerms,
  walletChainId: number,
): AuthorizeBody {
  const { path, data } = itemData(step, 0, 'authorize', 'signature')
  const { sign, post } = readSignatureData(path, data)
  expect(sign.signatureKind === 'eip712', `${path}.sign.signatureKind`, sign.signatureKind, 'eip712')

  const { domain, value } = sign
  const domainNames = Object.keys(domain).sort().join(', ')
  expectEqual(`${path}.sign.domain`, domainNames, 'chainId, name, verifyingContract, version')
  expectEqual(`${path}.sign.domain.name`, domain.name, profile.nonceMappingDomainName)
  expectEqual(`${path}.sign.domain.version`, domain.version, '2')
  expectHex(`${path}.sign.domain.verifyingContract`, domain.verifyingContract, zeroAddress)
  expectNone(findOtherTypes(`${path}.sign.types`, sign.types, { NonceMapping: nonceMappingFields }))
  expectEqual(`${path}.sign.primaryType`, sign.primaryType, 'NonceMapping')

  const { nonce } = value
  demandNonce(`${path}.sign.value.nonce`, nonce)
  expectEqual(`${path}.sign.value.chainId`, value.chainId, profile.venue.chainName)
  expectHex(`${path}.sign.value.wallet`, value.wallet, user)
  expectHex(`${path}.sign.value.depositor`, value.depositor, user)
  expectHex(`${path}.sign.value.id`, value.id, id)

  expectEqual(`${path}.post.endpoint`, post.endpoint, '/authorize')
  const { body } = post
  expectEqual(`${path}.post.body.type`, body.type, 'nonce-mapping')
  expectEqual(`${path}.post.body.walletChainId`, body.walletChainId, profile.venue.chainId)
  expectHex(`${path}.post.body.wallet`, body.wallet, user)
  expectHex(`${path}.post.body.depositor`, body.depositor, user)
  expectEqual(`${path}.post.body.nonce`, body.nonce, nonce)
  expectHex(`${path}.post.body.id`, body.id, id)
  // Unknown fields go back to the service unchanged.
  return { ...(body as AuthorizeBody), signatureChainId: walletChainId }
}

function checkTransfer(
  step: NormalizedStep,
  { amountIn, depository }: VerifiedOrder,
  nonce: number,
  terms: WithdrawalTerms,
): VenueTransfer & Record<string, string | number> {
  const { path, data } = itemData(step, 1, 'deposit', 'transaction')
  const transfer = readTransfer(path, data)
  const { chainField, sendAssetType } = terms.profile.venue
  const fields = sendAssetFields(terms.profile)
  expectEqual(`${path}.nonce`, transfer.nonce, nonce)
  expectNone(findOtherTypes(`${path}.eip712Types`, transfer.eip712Types, { [sendAssetType]: fields }))
  expectEqual(`${path}.eip712PrimaryType`, transfer.eip712PrimaryType, sendAssetType)

  const { parameters } = transfer.action
  const at = `${path}.action.parameters`
  const names = (list: readonly string[]) => [...list].sort().join(', ')
  expectEqual(at, names(Object.keys(parameters)), names(fields.map(({ name }) => name)))
  expectEqual(`${at}.${chainField}`, parameters[chainField], terms.network)
  const depositories = depository ? [depository] : terms.depositories
  expectOneOf(`${at}.destination`, parameters.destination, depositories)
  expectEqual(`${at}.sourceDex`, parameters.sourceDex, terms.dex)
  expectEqual(`${at}.destinationDex`, parameters.destinationDex, terms.dex)
  expectEqual(`${at}.token`, parameters.token, terms.token)
  expectEqual(`${at}.fromSubAccount`, parameters.fromSubAccount, '')
  expectEqual(`${at}.nonce`, parameters.nonce, nonce)
  demandAmount(`${at}.amount`, parameters.amount, amountIn, terms.decimals)
  return parameters as VenueTransfer & Record<string, string | number>
}

function readTransfer(path: string, data: unknown): VenueTransferData {
  const { error, data: transfer } = venueTransferDataSchema.safeParse(data)
  if (!error) return transfer
  const { path: at, value, requirement } = readMismatch(error, data)
  throw new StepMismatchError({
    path: [path, at].filter(Boolean).join('.'),
    found: value,
    required: requirement.replace(/^must be /, ''),
  })
}

function demandNonce(path: string, nonce: unknown): asserts nonce is number {
  expect(Number.isSafeInteger(nonce) && (nonce as number) > 0, path, nonce, 'Unix milliseconds')
}

function demandAmount(path: string, found: unknown, amountIn: bigint, decimals: number): void {
  const required = `${amountIn} of the smallest unit, in whole units of ${decimals} decimals`
  let amount: bigint | undefined
  try {
    amount = parseVenueAmount(found as string, decimals)
  } catch (error) {
    if (!(error instanceof VenueAmountError)) throw error
  }
  expect(amount === amountIn, path, found, required)
}

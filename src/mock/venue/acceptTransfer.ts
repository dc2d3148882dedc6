import { type Address, type Hex, isAddress, numberToHex, recoverTypedDataAddress } from 'viem'
import * as z from 'zod'
import { mockProfile } from '../../service/profile/mockProfile.js'
import { parseVenueAmount } from '../../service/venue/venueAmount.js'
import { type VenueTransfer, venueTransferTypedData } from '../../service/venue/venueTypedData.js'
import { venueNetwork } from './buildVenueSteps.js'
import { type Venue, VenueTransferError } from './createVenue.js'
import { findTransferAsset, type VenueAsset } from './venueCurrencies.js'

const { chainField } = mockProfile.venue

const word = z.string().regex(/^0x[0-9a-fA-F]{1,64}$/)

const exchangeBody = z.looseObject({
  signature: z.looseObject({ r: word, s: word, v: z.int() }),
  nonce: z.int().nonnegative(),
  action: z.looseObject({
    type: z.literal('sendAsset'),
    signatureChainId: z.string().regex(/^0x[0-9a-fA-F]{1,13}$/),
    destination: z.string(),
    sourceDex: z.string(),
    destinationDex: z.string(),
    token: z.string(),
    amount: z.string(),
    fromSubAccount: z.string(),
    nonce: z.int().nonnegative(),
  }),
})

type Body = z.infer<typeof exchangeBody>

/**
 * Accepts a signed transfer, as the venue's exchange interface does. Returns undefined if the body is not a transfer.
 *
 * The signer pays. If a field differs from the signed one, the recovered signer is another account, which the venue
 * does not know.
 */
export async function acceptTransfer(venue: Venue, body: unknown) {
  const result = exchangeBody.safeParse(body)
  if (!result.success) return undefined
  try {
    const { nonce, action } = result.data
    if (nonce !== action.nonce)
      throw new VenueTransferError('The nonce of the body is not that of the action.')
    const terms = readTerms(action)
    const from = await recoverSender(result.data)
    venue.transfer({ ...terms, from, nonce })
    return { status: 'ok', response: { type: 'default' } }
  } catch (error) {
    if (!(error instanceof VenueTransferError)) throw error
    return { status: 'err', response: error.message }
  }
}

function readTerms(action: Body['action']) {
  const { destination, sourceDex, destinationDex, token, fromSubAccount } = action
  // The profile defines the field's name.
  if (action[chainField] !== venueNetwork) throw new VenueTransferError(`The network is ${venueNetwork}.`)
  if (!isAddress(destination, { strict: false })) throw new VenueTransferError('Invalid destination.')
  if (fromSubAccount !== '') throw new VenueTransferError('Sub-account does not exist.')
  const asset = findTransferAsset(token, sourceDex)
  const receivedAsset = findTransferAsset(token, destinationDex)
  if (!asset || !receivedAsset) throw new VenueTransferError('Invalid token or dex.')
  return { to: destination, asset, receivedAsset, amount: readAmount(action.amount, asset) }
}

function readAmount(text: string, { decimals }: VenueAsset): bigint {
  try {
    const amount = parseVenueAmount(text, decimals)
    if (amount > 0n) return amount
  } catch {}
  throw new VenueTransferError('Invalid amount.')
}

async function recoverSender({ signature: { r, s, v }, action }: Body): Promise<Address> {
  const walletChainId = Number(action.signatureChainId)
  const typedData = venueTransferTypedData(action as VenueTransfer & Record<string, string | number>, {
    profile: mockProfile,
    walletChainId,
  })
  try {
    const signature = `0x${[r, s].map(pad).join('')}${numberToHex(v, { size: 1 }).slice(2)}` as Hex
    return await recoverTypedDataAddress({ ...typedData, signature })
  } catch {
    throw new VenueTransferError('Invalid signature.')
  }
}

/** Pads to 32 bytes. The venue also accepts numbers without leading zeros. */
function pad(value: string): string {
  return value.slice(2).padStart(64, '0')
}

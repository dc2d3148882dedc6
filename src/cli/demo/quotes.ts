import { type Address, zeroAddress } from 'viem'
import type { GetQuoteParameters, Quote } from '../../client/index.js'
import type { AttestedOrderEvidence, SignedOrderEvidence } from '../../contract/index.js'
import type { Demo } from './setup.js'

type Fields = Pick<GetQuoteParameters, 'tradeType' | 'amount'> &
  Partial<GetQuoteParameters> & {
    /** An extension of the mock: the receiver that the order names. */
    fillContract?: Address
  }

/** By default native currency from the user to the recipient. */
export function makeRequest({ user, recipient, origin, destination }: Demo, fields: Fields) {
  return {
    user: user.address,
    recipient: recipient.address,
    originChainId: origin.id,
    destinationChainId: destination.id,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    includeProtocolData: true,
    ...fields,
  }
}

/** Requests a quote, and returns its signed order. */
export async function quoteSigned(demo: Demo, fields: Fields): Promise<SignedOrderEvidence> {
  const { orderData, orderSignature } = readOrder(await demo.service.getQuote(makeRequest(demo, fields)))
  if (!orderSignature) throw new Error('The mock signs its orders here.')
  return { orderData, orderSignature }
}

/** Returns the order of a quote with its attestation. */
export async function getEvidence({ service }: Demo, quote: Quote): Promise<AttestedOrderEvidence> {
  const { orderId: requestId, orderData } = readOrder(quote)
  return { attestation: await service.getAttestation({ requestId }), orderData }
}

function readOrder({ protocol }: Quote) {
  const { orderId, orderData, orderSignature } = protocol?.v2 ?? {}
  if (!orderId || !orderData) throw new Error('The mock gives the order with each quote.')
  return { orderId, orderData, orderSignature }
}

import { type Address, type Hex, pad, size, slice } from 'viem'
import type { ContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import type { InboxTerms } from '../../protocol/inbox/inboxTerms.js'
import type { OrderProof } from '../../protocol/order/types.js'
import type { ContractTerms } from '../../protocol/registrar/types.js'
import type { Signed } from '../signer.js'

/** The payment on an origin chain that an order or an attestation claims. */
type ClaimedOrigin = {
  /** The chain's name, in an order. An attestation has `chainId` instead. */
  chainName?: string
  chainId?: bigint
  /** From an order: bytes in the form of the chain. From an attestation: a word. */
  currency: Hex
  amount: bigint
}

/** The claims of evidence of any kind. Nothing here is verified. */
export type Claims = Signed & {
  /** The id of the request or the order. The receiver pays it at most once by a direct fill. */
  id: Hex
  origins: ClaimedOrigin[]
  /** Zero for a signed order, which names no user. */
  originUser: Hex
  attestation?: ContractAttestation
  order?: Pick<OrderProof, 'solver' | 'output'>
  registered?: { terms: ContractTerms; signature: Hex }
  inbox?: GivenInbox
}

/** The terms of an inbox, and the address that follows from them. */
export type GivenInbox = { terms: InboxTerms; address: Address }

/** Converts an order's currency to a word: left-pads it, or keeps only its first 32 bytes. */
export function toCurrencyWord(currency: Hex): Hex {
  return size(currency) > 32 ? slice(currency, 0, 32) : pad(currency)
}

import { type Hex, pad, size, slice } from 'viem'
import type { ContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import type { OrderProof } from '../../protocol/order/types.js'
import type { ContractTerms } from '../../protocol/registrar/types.js'
import type { Signed } from '../signer.js'

/** The payment on an origin chain that an order or an attestation claims. */
type ClaimedOrigin = {
  /** The chain's name in the order's inputs. An attestation has an id instead. */
  chainName?: string
  chainId?: bigint
  /** The order's bytes, or the attestation's word. */
  currency: Hex
  amount: bigint
}

/** The claims of evidence of any kind. Nothing here is verified. */
export type Claims = Signed & {
  /** The id that a direct fill pays at most once. */
  id: Hex
  origins: ClaimedOrigin[]
  /** Zero for a signed order, which names no user. */
  originUser: Hex
  attestation?: ContractAttestation
  order?: Pick<OrderProof, 'solver' | 'output'>
  registered?: { terms: ContractTerms; signature: Hex }
}

/** Converts an order's currency, of at most 32 bytes, to its left-padded word. */
export function toCurrencyWord(currency: Hex): Hex {
  return size(currency) > 32 ? slice(currency, 0, 32) : pad(currency)
}

import {
  type Address,
  type Hex,
  hashMessage,
  hexToBigInt,
  keccak256,
  pad,
  size,
  stringToHex,
  toHex,
} from 'viem'
import { hashAttestation } from '../../protocol/attestation/hashAttestation.js'
import {
  type ContractAttestation,
  toContractAttestation,
} from '../../protocol/attestation/toContractAttestation.js'
import type { AttestationInput } from '../../protocol/attestation/types.js'
import { hashOrderProof } from '../../protocol/order/hashOrderProof.js'
import { hashSignedOrderProof } from '../../protocol/order/hashSignedOrderProof.js'
import { proveOrderOutput } from '../../protocol/order/proveOrderOutput.js'
import { proveSignedOrder } from '../../protocol/order/proveSignedOrder.js'
import type { OrderProof } from '../../protocol/order/types.js'
import { toContractTerms } from '../../protocol/registrar/toContractTerms.js'
import { recoverDigest } from '../../protocol/signature/recoverDigest.js'
import type { FillEvidence } from '../evidence.js'

/** The payment on an origin chain that an order or an attestation claims. */
type ClaimedOrigin = {
  /** The chain's name in the order's inputs; the attestation has an id instead. */
  chainName?: string
  chainId?: bigint
  /** The order's bytes, or the attestation's word. */
  currency: Hex
  amount: bigint
}

/** The claims of evidence of any kind. Nothing here is verified. */
export type Claims = {
  /** The id that a direct fill pays once. */
  id: Hex
  digest: Hex
  signature: Hex
  /** Null when the signature recovers no address. */
  signer: Address | null
  origins: ClaimedOrigin[]
  /** Zero in a signed order, which names no user. */
  originUser: Hex
  attestation?: ContractAttestation
  /** The solver, destination name and output of an order. */
  order?: { solver: Address; chainNameHash: Hex; output: OrderProof['output'] }
  registered?: { terms: ReturnType<typeof toContractTerms>; signature: Hex }
}

/** Reads the claims of evidence. Expects evidence that `encodeEvidence` takes. */
export async function readClaims(evidence: FillEvidence): Promise<Claims> {
  if (evidence.orderSignature !== undefined) {
    const proof = proveSignedOrder(evidence.orderData)
    const id = hashSignedOrderProof(proof)
    return {
      id,
      ...(await recover(readDigest(id), evidence.orderSignature)),
      origins: proof.inputs.map(({ payment }) => ({
        chainName: payment.chainId,
        currency: payment.currency,
        amount: payment.amount,
      })),
      originUser: pad('0x'),
      order: describeOrder(proof),
    }
  }
  const attestation = toContractAttestation(evidence.attestation)
  const signature = evidence.signature ?? evidence.attestation.signature ?? '0x'
  const digest = readDigest(evidence.attestation)
  const { originChainId: chainId, originCurrency: currency, originAmount: amount, originUser } = attestation
  const claims = {
    ...(await recover(digest, signature)),
    origins: [{ chainId, currency, amount }],
    originUser,
    attestation,
  }
  if (evidence.terms !== undefined) {
    const registered = { terms: toContractTerms(evidence.terms), signature: evidence.termsSignature }
    return { ...claims, id: attestation.requestId, registered }
  }
  const proof = proveOrderOutput(evidence.orderData)
  return { ...claims, id: hashOrderProof(proof), order: describeOrder(proof) }
}

/** Returns the digest that a solver's signature covers: that of an attestation, or of an order id. */
export function readDigest(signed: Hex | AttestationInput): Hex {
  return hashMessage({ raw: typeof signed === 'string' ? signed : hashAttestation(signed) })
}

/** Recovers a signer by the contracts' rules; null where they recover none. */
export async function recover(digest: Hex, signature: Hex) {
  const signer = await recoverDigest(digest, signature).catch(() => null)
  return { digest, signature, signer }
}

function describeOrder({ solver, output }: Pick<OrderProof, 'solver' | 'output'>) {
  return { solver, chainNameHash: keccak256(stringToHex(output.chainId)), output }
}

/** Converts an order's currency to its word: at most 32 bytes, left-padded. */
export function toCurrencyWord(currency: Hex): Hex {
  return size(currency) > 32 ? toHex(hexToBigInt(`0x${currency.slice(2, 66)}`), { size: 32 }) : pad(currency)
}

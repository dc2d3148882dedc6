import { getAddress, type Hex, numberToHex, parseSignature, serializeSignature } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { MockContext } from '../context.js'
import type { RequestRecord, RequestTerms } from '../ledger.js'
import { attest, attestV2 } from './attest.js'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

/** The solver's attestation of a request, or what the faults make of it. */
export async function publishAttestation(
  record: RequestRecord,
  layout: 'v1' | 'v2',
  { solver, random, faults, idForm }: MockContext,
) {
  const isForged = faults.take('forgedSigner') !== undefined
  const signer = isForged
    ? privateKeyToAccount(random.bytes32('forged signer'))
    : solver.of(record.terms.orderData.solver)
  const isV1 = layout === 'v1' && !faults.take('wrongLayout')
  const signed = isV1 ? await attest(record, signer) : await attestV2(record, signer)
  const attestation =
    idForm === 'public' ? { ...signed, requestData: shorten(signed.requestData, record.terms) } : signed
  if (!faults.take('highS')) return attestation
  return { ...attestation, signature: toHighS(attestation.signature) }
}

/** The public service publishes the words as the addresses that they are padded from. */
function shorten<data extends object>(requestData: data, terms: RequestTerms): data {
  return {
    ...requestData,
    originUser: getAddress(terms.user),
    originCurrency: terms.originCurrency,
    destinationUser: getAddress(terms.recipient),
    ...('destinationCurrency' in requestData && { destinationCurrency: terms.destinationCurrency }),
  }
}

/** The other signature of the same hash by the same key. */
function toHighS(signature: Hex): Hex {
  const { r, s, yParity } = parseSignature(signature)
  return serializeSignature({
    r,
    s: numberToHex(curveOrder - BigInt(s), { size: 32 }),
    yParity: yParity === 0 ? 1 : 0,
  })
}

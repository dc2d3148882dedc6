import { getAddress } from 'viem'
import type { MockContext } from '../context.js'
import type { RequestRecord, RequestTerms } from '../ledger.js'
import { attest, attestV2 } from './attest.js'
import { chooseS, chooseSigner } from './signatureFaults.js'

/** The solver's attestation of a request, or what the faults make of it. */
export async function publishAttestation(record: RequestRecord, layout: 'v1' | 'v2', context: MockContext) {
  const { solver, faults, idForm } = context
  const signer = chooseSigner(context, solver.of(record.terms.orderData.solver))
  const isV1 = layout === 'v1' && !faults.take('wrongLayout')
  const signed = isV1 ? await attest(record, signer) : await attestV2(record, signer)
  const attestation =
    idForm === 'public' ? { ...signed, requestData: shorten(signed.requestData, record.terms) } : signed
  return { ...attestation, signature: chooseS(context, attestation.signature) }
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

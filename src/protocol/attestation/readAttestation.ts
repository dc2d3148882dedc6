import { toRecord } from '../../base/values.js'
import { AttestationFieldError, AttestationLayoutError } from './errors.js'
import {
  needAttestationField,
  readAddress,
  readAttestationAmount,
  readAttestationBytes32,
  readChainId,
  readSignature,
} from './readAttestationField.js'
import type { Attestation } from './types.js'

export type ReadAttestationErrorType = AttestationFieldError | AttestationLayoutError

/** Reads an attestation in any accepted form. Omits unknown fields. */
export function readAttestation(input: unknown): Attestation {
  const fields = toRecord(input)
  if (!fields) {
    throw new AttestationFieldError({ field: 'attestation', value: input, requirement: 'an object' })
  }
  const layout = readLayout(fields)
  const origin = {
    requestId: readAttestationBytes32(fields.requestId, 'requestId'),
    originChainId: readChainId(fields.originChainId, 'originChainId'),
    originUser: readAddress(fields.originUser, 'originUser'),
    originCurrency: readAddress(fields.originCurrency, 'originCurrency'),
  }
  const destination = {
    destinationChainId: readChainId(fields.destinationChainId, 'destinationChainId'),
    destinationUser: readAddress(fields.destinationUser, 'destinationUser'),
  }
  const signature =
    fields.signature === undefined ? {} : { signature: readSignature(fields.signature, 'signature') }
  if (layout === 'v1') {
    const originAmount = readAttestationAmount(fields.originAmount, 'originAmount')
    return { layout, ...origin, originAmount, ...destination, ...signature }
  }
  const destinationCurrency = readAddress(fields.destinationCurrency, 'destinationCurrency')
  return { layout, ...origin, ...destination, destinationCurrency, ...signature }
}

function readLayout(parameters: Record<string, unknown>): Attestation['layout'] {
  const { layout, originAmount, destinationCurrency } = parameters
  const hasAmount = originAmount !== undefined
  if (hasAmount === (destinationCurrency !== undefined)) {
    throw new AttestationLayoutError({ found: hasAmount ? 'both' : 'neither', required: 'v1 or v2' })
  }
  const found = hasAmount ? 'v1' : 'v2'
  if (layout === undefined || layout === found) return found
  if (layout === 'v1' || layout === 'v2') throw new AttestationLayoutError({ found, required: layout })
  throw new AttestationFieldError({ field: 'layout', value: layout, requirement: 'v1 or v2' })
}

/** Refuses the zero requestId, which no request has, and which contracts refuse. */
export function refuseZeroRequestId({ requestId }: Attestation): void {
  const isZero = BigInt(requestId) === 0n
  needAttestationField(isZero ? undefined : requestId, 'requestId', requestId, 'other than zero')
}

import { toChainId, toRecord } from '../../base/values.js'
import { otherVmOfId } from '../order/chainVm.js'
import { encodeChainAddress, toWord } from '../order/encodeChainAddress.js'
import { AttestationFieldError } from './errors.js'
import { type ReadAttestationErrorType, readAttestation } from './readAttestation.js'
import type { Attestation } from './types.js'

export type ParseAttestationErrorType = ReadAttestationErrorType

/**
 * Parses the service's attestation record.
 *
 * - A record with originAmount has layout v1, a record with destinationCurrency has layout v2. Both or neither is an error.
 * - Accepts hex in any case, and addresses of 20 or 32 bytes. Also accepts an address of another virtual machine as its chain
 *   writes it, such as base58: its bytes are left-padded, or hashed if there are more than 32. Omits fields that are not signed.
 * - Units: amounts are decimal strings in the smallest unit. A JSON number is refused, since it may have lost digits.
 * - Trust: nothing is verified here. The service alone vouches for the record until you call {@link verifyAttestation}.
 *
 * @param value - The answer of `GET /requests/{requestId}/signature`, together with that `requestId`: `{ requestId, requestData,
 * signature? }`. You may pass any value: a missing or malformed field is an error.
 * @returns A flat union on `layout`. {@link Attestation}
 * @throws {@link AttestationFieldError} with the first malformed field, or {@link AttestationLayoutError}.
 *
 * @example
 * import { parseAttestation } from 'fillproof'
 *
 * parseAttestation({
 *   requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *   requestData: {
 *     originChainId: 1,
 *     originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     originCurrency: '0x0000000000000000000000000000000000000000',
 *     originAmount: '700000000000000000',
 *     destinationChainId: 7777777,
 *     destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   },
 * })
 * // {
 * //   layout: 'v1',
 * //   requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 * //   originChainId: 1,
 * //   originUser: '0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e',
 * //   originCurrency: '0x0000000000000000000000000000000000000000000000000000000000000000',
 * //   originAmount: 700000000000000000n,
 * //   destinationChainId: 7777777,
 * //   destinationUser: '0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e',
 * // }
 */
export function parseAttestation(value: unknown): Attestation {
  const record = toRecord(value)
  if (!record) throw new AttestationFieldError({ field: 'record', value, requirement: 'an object' })
  const requestData = toRecord(record.requestData)
  if (!requestData) {
    throw new AttestationFieldError({
      field: 'requestData',
      value: record.requestData,
      requirement: 'an object',
    })
  }
  const { requestId, signature } = record
  return readAttestation({ ...readNativeForms(requestData), layout: undefined, requestId, signature })
}

const sides = [
  ['originChainId', ['originUser', 'originCurrency']],
  ['destinationChainId', ['destinationUser', 'destinationCurrency']],
] as const

/** Converts the addresses on chains that are not EVM chains from their text form to words. */
function readNativeForms(requestData: Record<string, unknown>): Record<string, unknown> {
  const fields = { ...requestData }
  for (const [chain, addresses] of sides) {
    const id = toChainId(fields[chain])
    const vm = id === undefined ? undefined : otherVmOfId(id)
    if (vm === undefined) continue
    for (const name of addresses) {
      const encoded = encodeChainAddress(vm, fields[name])
      if (encoded !== undefined) fields[name] = toWord(encoded)
    }
  }
  return fields
}

import type { Hex } from 'viem'
import * as z from 'zod'
import { AttestationFieldError, AttestationLayoutError } from '../../protocol/attestation/errors.js'
import { parseAttestation } from '../../protocol/attestation/parseAttestation.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { operationOf } from '../../service/profile/operations.js'
import { type AttestationRecord, attestationRecordSchema } from '../../service/resources/attestationRecord.js'
import { requestIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { InvalidResponseError } from '../errors.js'
import { readParameters } from '../validate.js'

type Layout = Attestation['layout']

const schema = resource({
  requestId: requestIdParameter,
  layout: z.enum(['v1', 'v2'], 'must be v1 or v2').default('v1'),
})

export type GetAttestationParameters<layout extends Layout = Layout> = {
  /** The requestId of the quote's steps. */
  requestId: string
  /** `v1` binds the amount sent, and the contracts accept it. `v2` binds the currency received. */
  layout?: layout | undefined
}

export type GetAttestationReturnType<layout extends Layout = 'v1'> = Extract<
  Attestation,
  { layout: layout }
> & {
  signature: Hex
}

/**
 * Fetches the solver's signed attestation of a request.
 *
 * - The record must have the requested layout.
 * - The endpoint is part of the specification, but the public service removed it on 1 September 2026. For the public service, use
 *   the quote's order and the signature over it as evidence.
 * - Trust: nothing is verified here. Pass the result to `verifyAttestation` with the solver that you trust.
 *
 * @param parameters - {@link GetAttestationParameters}
 * @returns The attestation as `parseAttestation` returns it, with its signature.
 * @throws {@link InvalidRequestError} before anything is sent, otherwise a {@link ServiceError}: {@link ServiceRetiredError} if
 *   the service has ended the endpoint.
 */
export async function getAttestation<layout extends Layout = 'v1'>(
  connection: Connection,
  parameters: GetAttestationParameters<layout>,
  options?: RequestOptions,
): Promise<GetAttestationReturnType<layout>> {
  const { requestId, layout } = readParameters(
    schema,
    parameters,
    `GET ${operationOf(connection.profile, 'attestation').path}`,
  )
  const known = operationOf(connection.profile, layout === 'v2' ? 'attestationV2' : 'attestation')
  const path = known.path.replace('{requestId}', encodeURIComponent(requestId))
  const record = await connection.request(
    { method: 'GET', path, known, response: attestationRecordSchema },
    options,
  )
  return parse(record, requestId, layout, `GET ${path}`) as GetAttestationReturnType<layout>
}

function parse(record: AttestationRecord, requestId: string, layout: Layout, operation: string): Attestation {
  const { requestData, signature } = record
  try {
    const attestation = parseAttestation({ requestId, requestData, signature })
    if (attestation.layout !== layout) {
      throw new AttestationLayoutError({ found: attestation.layout, required: layout })
    }
    return attestation
  } catch (error) {
    if (error instanceof AttestationLayoutError) {
      const { found } = error
      const requirement = `must have layout ${layout}, not ${found}`
      throw new InvalidResponseError({ operation, path: 'requestData', value: requestData, requirement })
    }
    if (!(error instanceof AttestationFieldError)) throw error
    const { field, value, requirement } = error
    const path = field === 'signature' ? field : `requestData.${field}`
    throw new InvalidResponseError({ operation, path, value, requirement: `must be ${requirement}` })
  }
}

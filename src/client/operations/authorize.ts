import * as z from 'zod'
import { toRecord } from '../../base/values.js'
import type { MessageRecord } from '../../service/resources/execution.js'
import {
  chainIdParameter,
  signatureParameter,
  wholeNumberParameter,
} from '../../service/resources/parameters.js'
import { bytes32Text, openEnum, resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { InvalidResponseError } from '../errors.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** Of the nonce mapping. */
  signature: signatureParameter,
  /** The step's `post.body`, sent as it is; `signatureChainId` is the chain of the signed domain. */
  body: resource({
    type: openEnum(['nonce-mapping']),
    /** 1337, the venue. */
    walletChainId: chainIdParameter,
    wallet: z.string(),
    depositor: z.string(),
    /** Unix milliseconds; the nonce of the transfer too. */
    nonce: wholeNumberParameter,
    id: bytes32Text,
    signatureChainId: chainIdParameter,
  }),
})

// Nothing is specified of the answer, so any is taken: no body and no JSON as well, which the connection refuses.
const response = z.unknown().transform((answer): MessageRecord => toRecord(answer) ?? {})

export type AuthorizeParameters = z.input<typeof schema>

export type AuthorizeReturnType = MessageRecord

/**
 * Submits the signature that ties the nonce of a venue transfer to an order.
 *
 * - Rule: any answer with a status of 2xx is a success. Is never sent twice on its own.
 *
 * @param parameters - {@link AuthorizeParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function authorize(
  connection: Connection,
  parameters: AuthorizeParameters,
  options?: RequestOptions,
): Promise<AuthorizeReturnType> {
  const path = '/authorize'
  const { signature, body } = readParameters(schema, parameters, `POST ${path}`)
  try {
    return await connection.request({ method: 'POST', path, query: { signature }, body, response }, options)
  } catch (error) {
    if (error instanceof InvalidResponseError && error.path === '') return {}
    throw error
  }
}

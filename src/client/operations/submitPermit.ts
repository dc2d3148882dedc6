import type * as z from 'zod'
import { type PermitResult, permitResultSchema } from '../../service/resources/execution.js'
import { signatureParameter } from '../../service/resources/parameters.js'
import { bytes32Text, openEnum, resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  /** Of what the step asks to sign. */
  signature: signatureParameter,
  /** The step's `post.body`, sent as it is. */
  body: resource({
    kind: openEnum(['eip3009', 'permit2', 'claim']),
    requestId: bytes32Text,
    api: openEnum(['bridge', 'swap', 'user-swap']).optional(),
  }),
})

export type SubmitPermitParameters = z.input<typeof schema>

export type SubmitPermitReturnType = PermitResult

/**
 * Submits the signature of a permit or of a claim.
 *
 * - Rule: is never sent twice on its own. Steps of the answer must be run too.
 *
 * @param parameters - {@link SubmitPermitParameters}
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}.
 */
export async function submitPermit(
  connection: Connection,
  parameters: SubmitPermitParameters,
  options?: RequestOptions,
): Promise<SubmitPermitReturnType> {
  const path = '/execute/permits'
  const { signature, body } = readParameters(schema, parameters, `POST ${path}`)
  return connection.request(
    { method: 'POST', path, query: { signature }, body, response: permitResultSchema },
    options,
  )
}

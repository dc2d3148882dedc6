import * as z from 'zod'
import { type ExecutionRecord, executionSchema } from '../../service/resources/execution.js'
import {
  addressParameter,
  chainIdParameter,
  hexParameter,
  requestIdParameter,
  valueParameter,
  wholeNumberParameter,
} from '../../service/resources/parameters.js'
import { authorizationParameter, callParameter } from '../../service/resources/quoteRequest.js'
import { openEnum, resource } from '../../service/resources/schema.js'
import type { Connection, RequestOptions } from '../connection.js'
import { readParameters } from '../validate.js'

const schema = resource({
  executionKind: openEnum(['rawCalls']),
  /** The call on the origin chain. */
  data: resource({
    chainId: chainIdParameter,
    to: addressParameter,
    data: hexParameter,
    /** Wei. */
    value: valueParameter,
    /** EIP-7702. */
    authorizationList: z.array(authorizationParameter).optional(),
  }),
  executionOptions: resource({
    /** Comes back in events. */
    referrer: z.string().optional(),
    /** The integrator pays the fees. */
    subsidizeFees: z.boolean().optional(),
    destinationChainExecutionData: resource({
      calls: z.array(callParameter),
      authorizationList: z.array(authorizationParameter).optional(),
    }).optional(),
  }).optional(),
  /** Of a quote, for a request across chains. */
  requestId: requestIdParameter.optional(),
  /** Gas of the wrapper. */
  originGasOverhead: wholeNumberParameter.optional(),
})

export type ExecuteParameters = z.input<typeof schema>

export type ExecuteReturnType = ExecutionRecord

/**
 * Has the service send a transaction, and pay its gas.
 *
 * - Rule: needs an API key. Is never sent twice on its own.
 * - Units: `value` in wei.
 * - Warning: after a network fault or a timeout it may have been done. Ask `getStatus` before you try again.
 *
 * @param parameters - {@link ExecuteParameters}
 * @returns The id of the request, for `getStatus`.
 * @throws {@link InvalidRequestError} before anything is sent, else a {@link ServiceError}. Where the simulation failed,
 * the `body` of the {@link ServiceHttpError} is a {@link SimulationFailure}.
 */
export async function execute(
  connection: Connection,
  parameters: ExecuteParameters,
  options?: RequestOptions,
): Promise<ExecuteReturnType> {
  const path = '/execute'
  const body = readParameters(schema, parameters, `POST ${path}`)
  return connection.request({ method: 'POST', path, body, response: executionSchema }, options)
}

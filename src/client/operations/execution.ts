import * as z from 'zod'
import { parseJson } from '../../base/parseJson.js'
import { toRecord } from '../../base/values.js'
import { writeBigint } from '../../base/writeBigint.js'
import {
  accessTokenSchema,
  executionSchema,
  type MessageRecord,
  messageSchema,
  permitResultSchema,
  permitResultV2Schema,
} from '../../service/resources/execution.js'
import {
  addressParameter,
  amountParameter,
  chainIdParameter,
  chainIdTextParameter,
  decimalParameter,
  hexParameter,
  requestIdParameter,
  signatureParameter,
  valueParameter,
  wholeNumberParameter,
} from '../../service/resources/parameters.js'
import { authorizationParameter, callParameter } from '../../service/resources/quoteRequest.js'
import { bytes32Text, openEnum, resource } from '../../service/resources/schema.js'
import { InvalidResponseError } from '../errors.js'
import { operation, type ParametersOf } from './operation.js'

/**
 * Makes the service send a transaction and pay its gas (POST /execute). Needs an API key.
 *
 * - Rule: is never sent twice on its own.
 * - Units: `value` in wei.
 * - Warning: after a network error or a timeout the service may have sent it. Call `getStatus` before you try again.
 *
 * Returns the request's id, for `getStatus`. Where the simulation failed, the `body` of the {@link ServiceHttpError} is a
 * {@link SimulationFailure}.
 */
export const execute = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/execute',
  parameters: resource({
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
    /** The requestId of a quote, for a request across chains. */
    requestId: requestIdParameter.optional(),
    /** Gas of the wrapper. */
    originGasOverhead: wholeNumberParameter.optional(),
  }),
  answer: executionSchema,
})

export type ExecuteParameters = ParametersOf<typeof execute>

/**
 * Submits the signature of a permit or of a claim (POST /execute/permits).
 *
 * - Rule: is never sent twice on its own. Run the steps of the answer too.
 */
export const submitPermit = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'permits',
  parameters: resource({
    /** The signature over the step's `sign`. */
    signature: signatureParameter,
    /** The step's `post.body`, sent as it is. */
    body: resource({
      kind: openEnum(['eip3009', 'permit2', 'claim']),
      requestId: bytes32Text,
      api: openEnum(['bridge', 'swap', 'user-swap']).optional(),
    }),
  }),
  answer: permitResultSchema,
  isSigned: true,
})

export type SubmitPermitParameters = ParametersOf<typeof submitPermit>

/**
 * Submits the signature of a permit of a quote of version 3 (POST /execute/permits/v2).
 *
 * - Rule: is never sent twice on its own.
 */
export const submitPermitV2 = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'permitsV2',
  parameters: resource({
    /** The signature over the step's `sign`. */
    signature: signatureParameter,
    /** The step's `post.body`, sent as it is. */
    body: resource({ kind: openEnum(['eip3009', 'permit2']), requestId: bytes32Text }),
  }),
  answer: permitResultV2Schema,
  isSigned: true,
})

export type SubmitPermitV2Parameters = ParametersOf<typeof submitPermitV2>

/**
 * Makes a token for `accessToken`, of 15 minutes (POST /access-tokens). Needs an API key: call it where the key is, and hand the
 * token to a browser.
 *
 * - Source: the service's documentation of November 2026, by which keys with elevated limits alone may do so, and a token
 *   is good for neither sponsored nor fixed-rate quotes.
 */
export const createAccessToken = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/access-tokens',
  parameters: resource({}).optional(),
  answer: accessTokenSchema,
  // The value that has another form may be the token.
  recover(error) {
    if (!(error instanceof InvalidResponseError)) throw error
    const { operation, path } = error
    throw new InvalidResponseError({ operation, path, value: '[hidden]', requirement: 'must have a token' })
  },
})

/**
 * Submits the signature that ties the nonce of a venue transfer to an order (POST /authorize).
 *
 * - Rule: any answer with a status of 2xx is a success. Is never sent twice on its own.
 */
export const authorize = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/authorize',
  parameters: resource({
    /** The signature over the nonce mapping. */
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
  }),
  answer: z.unknown().transform((answer): MessageRecord => toRecord(answer) ?? {}),
  isSigned: true,
  // Nothing is specified of the answer, and the connection refuses one that is empty or not JSON.
  recover(error) {
    if (error instanceof InvalidResponseError && error.path === '') return {}
    throw error
  },
})

export type AuthorizeParameters = ParametersOf<typeof authorize>

/**
 * Asks for a fill before the deposit is final, at the sponsor's risk (POST /fast-fill). Needs an API key.
 *
 * - Rule: is never sent twice on its own.
 */
export const fastFill = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/fast-fill',
  parameters: resource({
    requestId: requestIdParameter,
    /** The amount that the solver gets on the origin chain, smallest unit. */
    solverInputCurrencyAmount: amountParameter.optional(),
    /** USD. */
    maxFillAmountUsd: decimalParameter.transform(Number).optional(),
  }),
  answer: messageSchema,
})

export type FastFillParameters = ParametersOf<typeof fastFill>

/**
 * Reports a transaction, so that the service finds the deposits in it (POST /transactions/index).
 */
export const indexTransaction = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/transactions/index',
  parameters: resource({
    chainId: chainIdTextParameter,
    txHash: addressParameter,
    requestId: requestIdParameter.optional(),
    referrer: z.string().optional(),
  }),
  answer: messageSchema,
  repeatable: true,
})

export type IndexTransactionParameters = ParametersOf<typeof indexTransaction>

/**
 * Reports a transfer, a wrap or an unwrap on one chain (POST /transactions/single).
 */
export const indexSingleTransaction = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/transactions/single',
  parameters: resource({
    requestId: requestIdParameter,
    chainId: chainIdTextParameter,
    /** The transaction's data and its `txHash`, as an object or as its JSON. */
    tx: z
      .custom<string | ({ txHash: string } & Record<string, unknown>)>(
        (tx) => typeof readTransaction(tx)?.txHash === 'string',
        'must be a transaction with its txHash, as an object or as its JSON',
      )
      .transform((tx) => (typeof tx === 'string' ? tx : JSON.stringify(tx, writeBigint))),
    referrer: z.string().optional(),
  }),
  answer: messageSchema,
  repeatable: true,
})

export type IndexSingleTransactionParameters = ParametersOf<typeof indexSingleTransaction>

function readTransaction(tx: unknown): Record<string, unknown> | undefined {
  return toRecord(typeof tx === 'string' ? parseJson(tx) : tx)
}

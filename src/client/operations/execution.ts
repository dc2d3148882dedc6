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
 * - Retried automatically only after status 429.
 * - Units: `value` in wei.
 * - Warning: after a network error or a timeout, the service may already have sent the transaction. Call `getStatus` before you
 *   try again.
 *
 * Returns the request's id, for `getStatus`. If the simulation failed, the `body` of the {@link ServiceHttpError} is a
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
      /** Returned in events. */
      referrer: z.string().optional(),
      /** The integrator pays the fees. */
      subsidizeFees: z.boolean().optional(),
      destinationChainExecutionData: resource({
        calls: z.array(callParameter),
        authorizationList: z.array(authorizationParameter).optional(),
      }).optional(),
    }).optional(),
    /** The requestId of a quote, for a cross-chain request. */
    requestId: requestIdParameter.optional(),
    /** The gas that the wrapper around the call adds. */
    originGasOverhead: wholeNumberParameter.optional(),
  }),
  answer: executionSchema,
})

export type ExecuteParameters = ParametersOf<typeof execute>

/**
 * Submits the signature of a permit or of a claim (POST /execute/permits).
 *
 * - Retried automatically only after status 429. Run the steps of the answer too.
 */
export const submitPermit = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'permits',
  parameters: resource({
    /** The signature over the step's `sign`. */
    signature: signatureParameter,
    /** The step's `post.body`, unchanged. */
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
 * Submits the signature of a permit for a quote of version 3 (POST /execute/permits/v2).
 *
 * - Retried automatically only after status 429.
 */
export const submitPermitV2 = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'permitsV2',
  parameters: resource({
    /** The signature over the step's `sign`. */
    signature: signatureParameter,
    /** The step's `post.body`, unchanged. */
    body: resource({ kind: openEnum(['eip3009', 'permit2']), requestId: bytes32Text }),
  }),
  answer: permitResultV2Schema,
  isSigned: true,
})

export type SubmitPermitV2Parameters = ParametersOf<typeof submitPermitV2>

/**
 * Creates a token for `accessToken` that is valid for 15 minutes (POST /access-tokens). Needs an API key: call it where you keep
 * the key, and pass the token to a browser.
 *
 * - Source: the service's documentation of November 2026. Only keys with elevated limits may create tokens. Tokens don't work for
 *   sponsored or fixed-rate quotes.
 */
export const createAccessToken = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/access-tokens',
  parameters: resource({}).optional(),
  answer: accessTokenSchema,
  // A value that fails the check may still contain the token, so the error must not show it.
  recover(error) {
    if (!(error instanceof InvalidResponseError)) throw error
    const { operation, path } = error
    throw new InvalidResponseError({ operation, path, value: '[hidden]', requirement: 'must have a token' })
  },
})

/**
 * Submits the signature that binds the nonce of a venue transfer to an order (POST /authorize).
 *
 * - Any 2xx answer is a success. Retried automatically only after status 429.
 */
export const authorize = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/authorize',
  parameters: resource({
    /** The signature over the nonce mapping. */
    signature: signatureParameter,
    /** The step's `post.body`, unchanged; `signatureChainId` is the chain of the signed domain. */
    body: resource({
      type: openEnum(['nonce-mapping']),
      /** 1337, the venue. */
      walletChainId: chainIdParameter,
      wallet: z.string(),
      depositor: z.string(),
      /** The nonce of the transfer, in Unix milliseconds. */
      nonce: wholeNumberParameter,
      id: bytes32Text,
      signatureChainId: chainIdParameter,
    }),
  }),
  answer: z.unknown().transform((answer): MessageRecord => toRecord(answer) ?? {}),
  isSigned: true,
  // The form of the answer is not specified. Without this, a 2xx answer that is empty or not JSON would be an error.
  recover(error) {
    if (error instanceof InvalidResponseError && error.path === '') return {}
    throw error
  },
})

export type AuthorizeParameters = ParametersOf<typeof authorize>

/**
 * Requests a fill before the deposit is final, at the sponsor's risk (POST /fast-fill). Needs an API key.
 *
 * - Retried automatically only after status 429.
 */
export const fastFill = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/fast-fill',
  parameters: resource({
    requestId: requestIdParameter,
    /** The amount that the solver receives on the origin chain, smallest unit. */
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
    /** The transaction's data and `txHash`, as an object or as JSON text. */
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

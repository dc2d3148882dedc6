import * as z from 'zod'
import {
  depositAddressHistorySchema,
  depositAddressRecordSchema,
  reindexSchema,
} from '../../service/resources/indexing.js'
import { addressParameter, chainIdParameter, requestIdParameter } from '../../service/resources/parameters.js'
import { resource } from '../../service/resources/schema.js'
import { operation, type ParametersOf } from './operation.js'

/**
 * Makes the service check a deposit address again (POST /transactions/deposit-address/reindex).
 *
 * - Rule: the service refuses a second call that comes too soon, with status 429.
 */
export const reindexDepositAddress = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/transactions/deposit-address/reindex',
  parameters: resource({
    /** Where the address is registered. */
    chainId: chainIdParameter,
    depositAddress: addressParameter,
    /** Where to look, if elsewhere. */
    targetChainId: chainIdParameter.optional(),
    /** The only one to look for. */
    currency: addressParameter.optional(),
  }),
  answer: reindexSchema,
  repeatable: true,
})

export type ReindexDepositAddressParameters = ParametersOf<typeof reindexDepositAddress>

const depositAddressParameters = resource({
  address: addressParameter.optional(),
  /** For which the address was made. */
  requestId: requestIdParameter.optional(),
}).superRefine(({ address, requestId }, context) => {
  if ((address === undefined) === (requestId === undefined)) {
    context.addIssue({
      code: 'custom',
      path: ['address'],
      message: 'must be given, or requestId in its place',
    })
  }
})

/**
 * Looks up a deposit address, by itself or by its request (GET /deposit-addresses/v1). Needs an API key.
 */
export const getDepositAddress = /* @__PURE__ */ operation({
  method: 'GET',
  path: 'depositAddress',
  parameters: depositAddressParameters,
  answer: depositAddressRecordSchema,
})

export type GetDepositAddressParameters = ParametersOf<typeof getDepositAddress>

/**
 * Looks up a deposit address with its `deposits` and `sweeps` (GET /deposit-addresses/v2).
 *
 * - Source: the service's changelog of 8 September 2026, which names the operation and the two lists. Not seen: whether it
 *   takes what version 1 takes, which this function sends, whether it needs an API key, and every other field. So entries
 *   are `unknown`, and further fields are kept as they come.
 */
export const getDepositAddressV2 = /* @__PURE__ */ operation({
  method: 'GET',
  path: 'depositAddressV2',
  parameters: depositAddressParameters,
  answer: depositAddressHistorySchema,
})

export type GetDepositAddressV2Parameters = ParametersOf<typeof getDepositAddressV2>

/**
 * Disables a deposit address (POST /deposit-addresses/{depositAddressId}/disable/v2).
 *
 * - Source: the service's changelog of 8 September 2026, which names the operation. Not seen: its answer, which is kept as
 *   it comes, whether it needs an API key, and what becomes of a payment that comes later. Tell payers to stop first.
 */
export const disableDepositAddress = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'disableDepositAddress',
  parameters: resource({
    /** Of the step that pays the address: its `depositAddressId`. */
    depositAddressId: z.string().regex(/[^.]/, 'must be the id of a deposit address'),
  }),
  answer: z.unknown(),
})

export type DisableDepositAddressParameters = ParametersOf<typeof disableDepositAddress>

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
 * - The service refuses a second request that comes too soon, with status 429.
 */
export const reindexDepositAddress = /* @__PURE__ */ operation({
  method: 'POST',
  path: '/transactions/deposit-address/reindex',
  parameters: resource({
    /** The chain on which the address is registered. */
    chainId: chainIdParameter,
    depositAddress: addressParameter,
    /** The chain to check, if it is not `chainId`. */
    targetChainId: chainIdParameter.optional(),
    /** The only currency to look for. Defaults to all. */
    currency: addressParameter.optional(),
  }),
  answer: reindexSchema,
  repeatable: true,
})

export type ReindexDepositAddressParameters = ParametersOf<typeof reindexDepositAddress>

const depositAddressParameters = resource({
  address: addressParameter.optional(),
  /** The request for which the address was created. */
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

/** Looks up a deposit address, by the address itself or by its request (GET /deposit-addresses/v1). Needs an API key. */
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
 * - Source: the service's changelog of 8 September 2026, which names the operation and the two lists. Not confirmed: whether the
 *   operation takes the parameters of version 1, which this function sends, whether it needs an API key, and all other fields. So
 *   the entries are `unknown`, and further fields are kept unchanged.
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
 * - Source: the service's changelog of 8 September 2026, which names the operation. Not confirmed: the answer, which is kept
 *   unchanged, whether the operation needs an API key, and what happens to later payments. Tell payers to stop first.
 */
export const disableDepositAddress = /* @__PURE__ */ operation({
  method: 'POST',
  path: 'disableDepositAddress',
  parameters: resource({
    /** The `depositAddressId` of the step that pays the address. */
    depositAddressId: z.string().regex(/[^.]/, 'must be the id of a deposit address'),
  }),
  answer: z.unknown(),
})

export type DisableDepositAddressParameters = ParametersOf<typeof disableDepositAddress>

import { type Address, isAddress } from 'viem'
import * as z from 'zod'
import { operationNames } from '../service/profile/operations.js'
import type { ServiceProfile } from '../service/profile/types.js'
import { UsageError } from './errors.js'
import { printable } from './output.js'

const text = z.string().min(1)
const chainId = z.number().int().positive()
const whole = z.number().int().nonnegative()
const finality = { blocks: whole, seconds: whole }
const address = z.custom<Address>(
  (value) => typeof value === 'string' && isAddress(value, { strict: false }),
  'must be an address of 20 bytes',
)
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be a URL of http or https' })
const wsUrl = z.url({ protocol: /^wss?$/, error: 'must be a URL of ws or wss' })

const router = z.strictObject({
  address,
  form: z.enum(['plain', 'metadata']),
  witness: z.enum(['plain', 'metadata', 'msgValue']),
  callLog: z.enum(['bytes', 'hash']),
  label: text,
  approvalProxy: address.optional(),
  assumed: z.literal(true).optional(),
})
const chain = z.strictObject({
  id: chainId,
  name: text,
  currency: z.strictObject({ symbol: text, decimals: z.number().int().min(0).max(255) }).optional(),
  depository: address.optional(),
  depositories: z.array(text).optional(),
  wrappedNative: address.optional(),
  permit2: address.optional(),
  routers: z.array(router).optional(),
  support: z.enum(['unsettled', 'delisted']).optional(),
})

const operation = z.strictObject({
  path: text,
  since: z.iso.date().optional(),
  deprecated: z.iso.date().optional(),
  ends: z.iso.date().optional(),
  successor: text.optional(),
  throttled: z.literal(true).optional(),
})

const profile = z.strictObject({
  name: text,
  asOf: z.strictObject({ date: z.iso.date(), source: text }).optional(),
  baseUrl: httpUrl.optional(),
  wsUrl: wsUrl.optional(),
  transactionPage: httpUrl.optional(),
  venueInfoUrl: httpUrl.optional(),
  venueExchangeUrl: httpUrl.optional(),
  solvers: z
    .strictObject({ evm: address, svm: text.optional(), bvm: text.optional(), tvm: text.optional() })
    .optional(),
  chains: z.array(chain).optional(),
  operations: z.partialRecord(z.enum(operationNames), operation).optional(),
  quoteVersion: z.enum(['v2', 'v3']).optional(),
  nonceMappingDomainName: text,
  venue: z.strictObject({
    chainId,
    chainName: text,
    chainField: text,
    sendAssetType: text,
    signDomainName: text,
    depository: address.optional(),
  }),
  finality: z
    .strictObject({ ...finality, chains: z.record(z.string(), z.strictObject(finality)).optional() })
    .optional(),
})

/** Parses a profile. Refuses unknown fields, since they may be misspelled. @throws {@link UsageError} */
export function parseProfile(value: unknown, path: string): ServiceProfile {
  const result = profile.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.') || 'it'
  throw new UsageError(
    `The profile ${printable(path)} can't be used: ${printable(`${field}: ${issue?.message}`)}.`,
  )
}

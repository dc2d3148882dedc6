import type { Address } from 'viem'
import * as z from 'zod'
import { DeployConfigError } from '../errors.js'
import { address } from './fields.js'

const holders = z.array(address)
const schema = z
  .strictObject({ admin: holders, policy: holders, guardian: holders, rescue: holders })
  .partial()

/** The holders of each role; the admin alone has an absent role. */
export type Roles = { [role in 'admin' | 'policy' | 'guardian' | 'rescue']?: Address[] | undefined }

/** @throws {@link DeployConfigError} */
export function readRoles(value: unknown): Roles | undefined {
  if (value === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new DeployConfigError({
    field: ['roles', ...(issue?.path ?? [])].join('.'),
    value,
    requirement: 'lists of addresses under admin, policy, guardian and rescue',
  })
}

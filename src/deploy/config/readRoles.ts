import type { Address } from 'viem'
import * as z from 'zod'
import { explainIssue } from './explainIssue.js'
import { address, refuseRepeats } from './fields.js'

const holders = z.array(address, 'a list').superRefine(refuseRepeats('account', String))
const schema = z
  .strictObject(
    { admin: holders, policy: holders, guardian: holders, rescue: holders },
    'lists of addresses under admin, policy, guardian and rescue',
  )
  .partial()

/** The holders of each role. If a role is absent, its holder is the account that the initialization sets. */
export type Roles = { [role in 'admin' | 'policy' | 'guardian' | 'rescue']?: Address[] | undefined }

/** Reads the roles of a configuration. @throws {@link DeployConfigError} */
export function readRoles(value: unknown): Roles | undefined {
  if (value === undefined) return undefined
  const result = schema.safeParse(value)
  if (result.success) return result.data
  throw explainIssue({ error: result.error, schema, fields: value, parent: 'roles' })
}

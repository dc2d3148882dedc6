import type { Mutants } from '../types.js'
import { evidence } from './evidence.js'
import { examples } from './examples.js'
import { guard } from './guard.js'
import { inboxes } from './inboxes.js'
import { libraries } from './libraries.js'
import { policy } from './policy.js'
import { settlement } from './settlement.js'

/** The mistakes in all contracts. */
export const mutants: Mutants[] = [
  ...policy,
  ...settlement,
  ...evidence,
  ...inboxes,
  ...guard,
  ...libraries,
  ...examples,
]

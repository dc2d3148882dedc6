import { permitRule } from '../../rules/paysFor/permitRule.js'
import { readTypedData } from './readTypedData.js'

/** The part of a quote's check that reads and judges a permit. */
export const permitPart = { readTypedData, permitRule }

export type PermitPart = typeof permitPart

import type { Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import type { Quote } from '../../service/resources/quoteV3.js'
import { StepMismatchError } from '../../service/steps/errors.js'

/** Reads the solver's signature over the order of a quote. The receiver checks it. @throws {@link StepMismatchError} */
export function readOrderSignature({ protocol }: Quote): Hex {
  const { orderSignature } = protocol?.v2 ?? {}
  if (toBytes(orderSignature) !== undefined) return orderSignature as Hex
  const path = 'protocol.v2.orderSignature'
  throw new StepMismatchError({ path, found: orderSignature, required: "the solver's signature" })
}

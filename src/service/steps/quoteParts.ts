import { allAddresses } from '../../protocol/order/encodeChainAddress.js'
import type { ChainAddresses } from '../../protocol/order/readOrderField.js'
import { type PermitPart, permitPart } from './permitPart.js'
import { type RequestCalls, readRequestCalls } from './readRequestCalls.js'
import type { StepRequest } from './types.js'

/** The parts of a quote's check that not every quote needs. */
export type QuoteParts = {
  /** The address encodings of each virtual machine that the request or the order names. */
  addresses: ChainAddresses
  readCalls: (request: StepRequest) => RequestCalls
  /** Required if a step asks for a permit. */
  permit?: PermitPart
}

export const allParts: QuoteParts = {
  addresses: allAddresses,
  readCalls: readRequestCalls,
  permit: permitPart,
}

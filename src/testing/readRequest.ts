import { createNeed } from '../base/createNeed.js'
import { createOptionReader } from '../base/createOptionReader.js'
import { OrderFieldError } from '../protocol/order/errors.js'
import type { FillRequest } from './types.js'

/** Checks the fields of a test's request by name. @throws {@link OrderFieldError} */
export const readRequest = /* @__PURE__ */ createOptionReader(/* @__PURE__ */ createNeed(OrderFieldError), {
  account: ['solver'],
  chainId: ['originChainId', 'destinationChainId'],
  text: ['originChain', 'destinationChain'],
  address: ['originUser', 'originCurrency', 'receiver', 'recipient', 'token', 'refundTo', 'router'],
  amount: ['originAmount', 'minimum', 'maximum'],
  count: ['deadline'],
  word: ['salt'],
})

const always = [
  ...(['solver', 'originChainId', 'originChain', 'originUser', 'originCurrency', 'originAmount'] as const),
  ...(['destinationChainId', 'destinationChain', 'receiver', 'recipient', 'token', 'minimum'] as const),
  ...(['deadline', 'refundTo', 'salt'] as const),
]

/** Checks a whole request, as `makeFillRequest` returns it. */
export function readWholeRequest(request: FillRequest): FillRequest {
  return readRequest(request, ...always)
}

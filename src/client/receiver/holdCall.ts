import type { Hex } from 'viem'
import type { FillEvidence } from '../../contract/evidence.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { parseOrder } from '../../protocol/order/parseOrder.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import type { OrderData } from '../../protocol/order/types.js'
import { evmChainsOf } from '../../service/profile/evmChainsOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { type ReceiverCall, readCallEvidence } from './receiverCall.js'
import { type CallEvent, stepCall } from './stepCall.js'

/** A call in progress. Only `tell` and `save` replace `call`. */
export type HeldCall = {
  readonly call: ReceiverCall
  readonly orderId: Hex
  /** The order, parsed with the EVM chains of the profile. */
  readonly order: Order
  readonly evidence: FillEvidence
  tell(event: CallEvent): void
  /** Passes a copy to the caller's store. An error of the store stops the call. */
  save(): Promise<void>
}

/** Creates the holder of a call. Parses the order once. */
export function holdCall(
  profile: ServiceProfile,
  first: ReceiverCall,
  keep: (call: ReceiverCall) => unknown = () => {},
): HeldCall {
  let call = first
  const chains = { evmChains: evmChainsOf(profile) }
  const orderData = first.quote.protocol?.v2?.orderData as OrderData
  const evidence = readCallEvidence(first)
  const tell = (event: CallEvent) => {
    call = stepCall(call, event)
  }
  return {
    get call() {
      return call
    },
    orderId: hashOrder(orderData, chains),
    order: parseOrder(orderData, chains),
    evidence: evidence.orderData ? { ...evidence, ...chains } : evidence,
    tell,
    async save() {
      // A copy, since a store may keep the object and compare it with the next one.
      await keep(structuredClone(stepCall(call, { type: 'kept' })))
      tell({ type: 'kept' })
    },
  }
}

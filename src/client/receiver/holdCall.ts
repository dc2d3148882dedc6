import type { Hex } from 'viem'
import type { FillEvidence } from '../../contract/evidence.js'
import { isCallPaid } from '../../contract/isCallPaid.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { parseOrder } from '../../protocol/order/parseOrder.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import type { OrderData } from '../../protocol/order/types.js'
import { evmChainsOf } from '../../service/profile/evmChainsOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { type ReceiverCall, readCallEvidence } from './receiverCall.js'
import { type CallEvent, stepCall } from './stepCall.js'
import type { DepositEvent, DepositRecord } from './stepDeposit.js'
import type { DepositClients } from './types.js'

/** An object in progress, and the caller's store of it. Only `tell` and `save` replace `call`. */
export type Holder<call, event> = {
  readonly call: call
  tell(event: event): void
  /** Passes a copy to the caller's store. An error of the store stops the call. */
  save(): Promise<void>
}

/** The parts of a payment in progress that its deposit needs. */
export type HeldDeposit = Holder<DepositRecord, DepositEvent> & {
  /** The hash of the call that is paid, or of the terms of the inbox. */
  readonly id: Hex
  readonly orderId: Hex
  /** The order, parsed with the EVM chains of the profile. */
  readonly order: Order
  /** Whether the receiver reports that no deposit is needed any more; false if no node answers. */
  isPaid(clients: Pick<DepositClients, 'destinationClient'>): Promise<boolean>
  /** Throws if the receiver would refuse the payment now. Awaited right before the wallet is asked for the deposit. */
  requireReady?(): Promise<void>
}

/** A call of `payAuthorized` in progress. */
export type HeldCall = HeldDeposit & Holder<ReceiverCall, CallEvent> & { readonly evidence: FillEvidence }

/** Creates the holder of a call. Parses the order once. */
export function holdCall(
  profile: ServiceProfile,
  first: ReceiverCall,
  keep?: (call: ReceiverCall) => unknown,
): HeldCall {
  const evidence = readCallEvidence(first)
  const chains = { evmChains: evmChainsOf(profile) }
  return Object.assign(hold<ReceiverCall, CallEvent>(first, { step: stepCall, keep }), {
    id: first.callHash,
    ...readHeldOrder(profile, first),
    evidence: evidence.orderData ? { ...evidence, ...chains } : evidence,
    isPaid: ({ destinationClient }: Pick<DepositClients, 'destinationClient'>) =>
      isCallPaid(destinationClient, first).catch(() => false),
  })
}

/** Holds a call that changes by `step` alone. */
export function hold<call, event>(
  first: call,
  {
    step,
    keep = () => {},
  }: {
    step: (call: call, event: event | { type: 'kept' }) => call
    keep?: ((call: call) => unknown) | undefined
  },
): Holder<call, event> {
  let call = first
  return {
    get call() {
      return call
    },
    tell(event) {
      call = step(call, event)
    },
    async save() {
      // A copy, since a store may keep the object and compare it with the next one.
      await keep(structuredClone(step(call, { type: 'kept' })))
      call = step(call, { type: 'kept' })
    },
  }
}

/** Parses the order of a quote, and computes its id. */
export function readHeldOrder(profile: ServiceProfile, { quote }: Pick<DepositRecord, 'quote'>) {
  const chains = { evmChains: evmChainsOf(profile) }
  const orderData = quote.protocol?.v2?.orderData as OrderData
  return { orderId: hashOrder(orderData, chains), order: parseOrder(orderData, chains) }
}

import type { Hex } from 'viem'
import { toWord } from './encodeChainAddress.js'
import type { Order } from './readOrderData.js'

/**
 * The terms of an order that expectations are compared with, from its first input and its first payment. Addresses are words, as
 * in an attestation. If a chain's id is not known, the chain is given by its name, which equals no expected id.
 */
export type OrderTerms = {
  orderId: Hex
  solver: Hex
  /** Unix seconds. */
  deadline: number
  originChainId?: number | string
  originCurrency?: Hex
  originAmount?: bigint
  destinationChainId: number | string
  destinationCurrency?: Hex
  destinationUser?: Hex
  minimumAmount?: bigint
}

/** @param chainIds - Ids by the chains' names in orders. */
export function toOrderTerms(
  orderId: Hex,
  { solver, inputs, output }: Order,
  chainIds: ReadonlyMap<string, number>,
): OrderTerms {
  const { payment: input } = inputs[0] ?? {}
  const [payment] = output.payments
  const idOf = (name: string) => chainIds.get(name) ?? name
  return {
    orderId,
    solver: toWord(solver.toLowerCase() as Hex),
    deadline: output.deadline,
    destinationChainId: idOf(output.chainId),
    ...(input && {
      originChainId: idOf(input.chainId),
      originCurrency: toWord(input.currency),
      originAmount: input.amount,
    }),
    ...(payment && {
      destinationCurrency: toWord(payment.currency),
      destinationUser: toWord(payment.recipient),
      minimumAmount: payment.minimumAmount,
    }),
  }
}

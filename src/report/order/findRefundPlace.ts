import { getAddress, isAddress } from 'viem'
import type { OrderData } from '../../protocol/order/types.js'
import type { ServiceRecord } from '../service/fetchRecord.js'

/** Where to look for a refund. */
export type RefundPlace = {
  /** The chain of the refund, as the service reports it. */
  chainId: number
  /** The chain's name. Null if unknown. */
  chain: string | null
  /** The recipient that the signed order names for a refund on this chain. Absent without such an order, or if it names several. */
  recipient?: string
}

export type FindRefundPlaceParameters = {
  record: ServiceRecord | undefined
  /** The order, if the solver signed it or attested its id. */
  signed: OrderData | undefined
  /** Returns the name that orders use for a chain id. */
  chainNameOf(id: number): string | undefined
}

/** Finds where to look for a refund; undefined if the service does not report one chain. */
export function findRefundPlace(parameters: FindRefundPlaceParameters): RefundPlace | undefined {
  const { record, signed, chainNameOf } = parameters
  const chains = new Set(record?.refundTransactions.map(({ chainId }) => chainId))
  const [chainId] = chains
  if (chains.size !== 1 || typeof chainId !== 'number') return undefined
  const chain = chainNameOf(chainId) ?? null
  const refunds = signed?.inputs.flatMap((input) => input.refunds) ?? []
  const there = refunds
    .filter((refund) => refund.chainId === chain)
    .map((refund) => writeAddress(refund.recipient))
  const [recipient] = there
  const isOne = new Set(there).size === 1
  return { chainId, chain, ...(isOne && recipient !== undefined && { recipient }) }
}

function writeAddress(recipient: string): string {
  return isAddress(recipient, { strict: false }) ? getAddress(recipient) : recipient
}

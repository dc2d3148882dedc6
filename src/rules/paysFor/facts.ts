import type { Address, Hex } from 'viem'
import type { ContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import type { Signed, SolverWindow } from '../signer.js'

/** A chain. A guard uses the chain's id, or 0 for an unknown name. A client uses the chain's name. */
type ChainKey = bigint | string

/** Amounts in the smallest unit. The range includes both ends. */
export type AmountRange = { least: bigint; most: bigint }

/** The facts of a payment that can be known before it is made, grouped by source. */
export type PaymentFacts = OrderFacts & GuardFacts & RequestFacts

/** Facts that a guard and a client both know. */
export type OrderFacts = {
  /** The order, from the solver. The solver vouches for it only if the rule `signature` holds. */
  order: Pick<Order, 'version' | 'solver' | 'output'> & { input: Order['inputs'][number] }
  /** The solver's attestation. Null if the order itself is signed. */
  attestation: ContractAttestation | null
  /** The solver that the order must name: the signer for a guard, the profile's solver for a client. */
  requiredSolver: Address
  payer: Address
  /** The chain that the user pays on, from the guard or the profile. */
  ownChain: ChainKey
  /** The order's chains by name, from the guard or the profile. */
  chains: Readonly<Record<string, { id: ChainKey; isEvm: boolean }>>
  /** Each origin chain that the evidence names or that the guard is configured with. */
  originChains: readonly ChainKey[]
  /**
   * The currency that the order may take. Absent after a swap: the order then takes the swap's result, which no rule compares
   * with the request.
   */
  inputCurrency: Hex
  inputAmount: AmountRange
  /** Minimums in the output's currency. The order must promise at least each of them. */
  minimums: readonly bigint[]
  /**
   * The terms that the payer agreed to, from the payer or from the profile that the payer trusts. Addresses are bytes, as in the
   * order.
   */
  agreed: {
    destination: ChainKey
    recipient: Hex
    outputCurrency: Hex
    calls: readonly Hex[]
    /** The values that the order's `extraData` may have. */
    fillContracts: readonly Hex[]
    /** The fill contracts that the order may also pay, since they make the calls. */
    callers: readonly Hex[]
    refundTo: Hex
    /** The recipients and fill contracts that refunds may name, by the chain's name. */
    refunds: Readonly<Record<string, { recipients: readonly Hex[]; fillContracts: readonly Hex[] }>>
    /** Whether a refund may be in the requested currency, if that currency is on the input's chain. */
    takesOutputBack?: boolean
    /** Unix seconds. */
    minimumDeadline?: number
    allowNoRefund?: boolean
  }
}

/** Facts from a guard at one block. */
export type GuardFacts = {
  guard: Address
  /** Recomputed from the order. */
  orderId: Hex
  signed: Signed
  solver: SolverWindow
  isPaused: boolean
  /** Unix seconds. */
  timestamp: bigint
  isRecipientAllowed: boolean
  isPaid: boolean
  /** The amount of the currency that the payer could pay. */
  available: bigint
}

/** Facts from a client's request. */
export type RequestFacts = {
  /** The range of amounts that each of the order's payments may promise. The request's calls of `payAuthorized` limit it. */
  authorizedAmount: AmountRange
  /** The request's calls that sweep a router. */
  sweeps: readonly { path: string; router: Address }[]
}

/** Lists the names of the chains that matter to an order's payer. */
export function listChains({ input, output }: Pick<PaymentFacts['order'], 'input' | 'output'>): string[] {
  const refunded = input.refunds.map(({ chainId }) => chainId)
  return [...new Set([input.payment.chainId, output.chainId, ...refunded])]
}

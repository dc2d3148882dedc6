import type { Address, Hex } from 'viem'
import type { ContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import type { Order } from '../../protocol/order/parseOrder.js'
import type { Signed, SolverWindow } from '../signer.js'

/** A guard knows chains by ids, 0 for a name that it does not know; a client by their names. */
type ChainKey = bigint | string

/** Amounts in the smallest unit; both ends are allowed. */
export type AmountRange = { least: bigint; most: bigint }

/** What can be known of a payment before it is made, by who says it. */
export type PaymentFacts = OrderFacts & GuardFacts & RequestFacts

/** What a guard and a client both know. */
export type OrderFacts = {
  /** Said by the solver, once the rule `signature` holds. */
  order: Pick<Order, 'version' | 'solver' | 'output'> & { input: Order['inputs'][number] }
  /** Said by the solver; null for an order that is signed itself. */
  attestation: ContractAttestation | null
  /** The signer that a guard takes, or the profile's. */
  requiredSolver: Address
  payer: Address
  /** Said by the guard, or by the profile, as are the order's chains, by their names. */
  ownChain: ChainKey
  chains: Readonly<Record<string, { id: ChainKey; isEvm: boolean }>>
  /** Each origin that is named, or configured. */
  originChains: readonly ChainKey[]
  /** What the order may take. Not known of a swap, whose calls nothing compares. */
  inputCurrency: Hex
  inputAmount: AmountRange
  /** Each is the least that the order must promise of the output's currency. */
  minimums: readonly bigint[]
  /** Said by the payer, or by the profile that the payer trusts. Bytes are those of the order. */
  agreed: {
    destination: ChainKey
    recipient: Hex
    outputCurrency: Hex
    calls: readonly Hex[]
    /** The `extraData` that the order may have. */
    fillContracts: readonly Hex[]
    /** Those among them that may be paid, as they make the calls. */
    callers: readonly Hex[]
    refundTo: Hex
    /** Where refunds may go, and what they may name, by the chain's name. */
    refunds: Readonly<Record<string, { recipients: readonly Hex[]; fillContracts: readonly Hex[] }>>
    /** Whether the currency that is asked for may come back, where it is on the input's chain. */
    takesOutputBack?: boolean
    /** Unix seconds. */
    minimumDeadline?: number
    allowNoRefund?: boolean
  }
}

/** Said by a guard at one block. */
export type GuardFacts = {
  guard: Address
  /** Recomputed. */
  orderId: Hex
  signed: Signed
  solver: SolverWindow
  isPaused: boolean
  /** Unix seconds. */
  timestamp: bigint
  isRecipientAllowed: boolean
  isPaid: boolean
  /** What the payer could pay of the currency. */
  available: bigint
}

/** Said by the request of a client. */
export type RequestFacts = {
  /** What its calls of `payAuthorized` let the order promise. */
  authorizedAmount: AmountRange
  /** Its calls that sweep a router. */
  sweeps: readonly { path: string; router: Address }[]
}

/** Lists the chains that an order's payer is concerned with, by their names. */
export function listChains({ input, output }: Pick<PaymentFacts['order'], 'input' | 'output'>): string[] {
  const refunded = input.refunds.map(({ chainId }) => chainId)
  return [...new Set([input.payment.chainId, output.chainId, ...refunded])]
}

import type { Address, Hash, Hex } from 'viem'

/** A transaction, as viem's `getTransaction` returns it. */
export type SettlementTransaction = {
  hash: Hash
  to?: Address | null | undefined
  input?: Hex | null | undefined
  value?: bigint | undefined
  /** The calls of a Tempo transaction, which replace `to`, `input` and `value`. viem names the input of a call `data`. */
  calls?: readonly { input?: Hex | undefined; data?: Hex | undefined }[] | undefined
}

export type SettlementLog = { address: Address; topics: readonly Hex[]; data: Hex; logIndex: number }

/** A receipt, as viem's `getTransactionReceipt` returns it. */
export type SettlementReceipt = {
  status: 'success' | 'reverted'
  transactionHash: Hash
  blockNumber: bigint
  logs: readonly SettlementLog[]
}

/** A block, as viem's `getBlock` returns it. The timestamp is in Unix seconds. */
export type SettlementBlock = { number: bigint; timestamp: bigint | number }

/** The blocks and seconds that the service's oracle waits for on a chain. Both must be reached. */
export type SettlementFinality = { blocks: number; seconds: number }

/** A transaction and its place in the chain. Parts that are absent are not checked. */
export type SettlementPlace = {
  transaction?: SettlementTransaction | undefined
  receipt?: SettlementReceipt | undefined
  /** The block of the transaction. */
  block?: SettlementBlock | undefined
  /** The chain's latest block. */
  head?: SettlementBlock | undefined
  finality?: SettlementFinality | undefined
}

/** One rule's result. */
export type SettlementRow<name extends string = string> = {
  name: name
  /** Null if the rule was not checked, such as for an absent input, or if its result is not known. `message` gives the reason. */
  ok: boolean | null
  found?: unknown
  required?: unknown
  /** Why the rule failed, was not checked, or had nothing to check. */
  message?: string
  /**
   * The assumption about the order's fill contract that the result depends on. Set if the profile does not list the contract or
   * its capabilities.
   */
  assumption?: string
}

/** A deposit as the oracle reads it from a transaction. */
export type DepositoryDeposit = {
  /** The service's id of this deposit: {@link settlementId} of the chain's name, the transaction and the log's index. */
  onchainId: Hex
  /**
   * The order that the money belongs to, or zero if there is none. Null if it is not known: the calldata is absent, or the
   * answer depends on how the oracle reads the log of a native transfer (EIP-7708).
   */
  depositId: Hex | null
  depositor: Address
  /** Zero for the native currency. */
  currency: Address
  amount: bigint
  /** The index of the log that was counted: for ERC-20, the token's Transfer. */
  logIndex: number
}

/** The transaction that paid one input of an order. */
export type SettlementDeposit = SettlementPlace & {
  inputIndex: number
  /** Selects a deposit of the transaction. Defaults to the first that names the order and that no other input uses. */
  onchainId?: Hex | undefined
  /** The service's depository on the chain of the input. */
  depository: Address
}

/** The logs by which a payment was counted: a token's Transfer, the transaction's own value, or SolverNativeTransfer. */
type PaymentCounting = 'transfers' | 'nativeDirect' | 'nativeTransfers'

/** The amount that was counted for one payment of an order. */
export type CountedPayment = {
  /** Null if the given facts do not decide how the payment is counted. */
  countedBy: PaymentCounting | null
  /** In the smallest unit. Null if it was not counted. */
  amount: bigint | null
  /** The amount that the payment must reach. Null if it depends on deposits that are not known. */
  minimum: bigint | null
}

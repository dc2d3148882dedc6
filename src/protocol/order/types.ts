import type { Address, Hex } from 'viem'

/** An amount in the smallest unit, within uint256: a decimal string, as on the wire, or a bigint. */
export type OrderAmount = string | bigint

export type OrderInputPayment = {
  chainId: string
  currency: string
  amount: OrderAmount
  weight: OrderAmount
}

export type OrderInputRefund = {
  chainId: string
  recipient: string
  currency: string
  minimumAmount: OrderAmount
  /** Unix seconds, uint32. */
  deadline: number
  extraData: string
}

export type OrderInput = { payment: OrderInputPayment; refunds: readonly OrderInputRefund[] }

export type OrderOutputPayment = {
  recipient: string
  currency: string
  minimumAmount: OrderAmount
  expectedAmount: OrderAmount
}

export type OrderOutput = {
  chainId: string
  payments: readonly OrderOutputPayment[]
  /** Hex. On an EVM chain, each call is encoded as by `encodeOrderCall`. */
  calls: readonly string[]
  /** Unix seconds, uint32. */
  deadline: number
  extraData: string
}

export type OrderFee = {
  recipientChainId: string
  recipient: string
  currencyChainId: string
  currency: string
  amount: OrderAmount
}

/**
 * The quote's `protocol.v2.orderData`. Chain ids are chain names. Addresses and currencies have the form of their chain.
 * Fields that are not listed here are ignored.
 */
export type OrderData = {
  version: string
  solverChainId: string
  solver: string
  salt: string
  inputs: readonly OrderInput[]
  output: OrderOutput
  fees: readonly OrderFee[]
}

/** Facts that the caller adds to an order. They are passed separately, so that no answer of the service can set them. */
export type OrderChains = {
  /**
   * EVM chains that this version does not know, by their names in orders. An order that names an unknown chain is refused,
   * since each virtual machine encodes addresses in its own way.
   */
  evmChains?: readonly string[] | undefined
}

/** The order's output in full and everything else as hashes: enough for a contract to rebuild the order id. */
export type OrderProof = {
  versionHash: Hex
  solverChainIdHash: Hex
  solver: Address
  salt: bigint
  inputsHash: Hex
  output: {
    chainId: string
    payments: { recipient: Hex; currency: Hex; minimumAmount: bigint; expectedAmount: bigint }[]
    deadline: number
    calls: Hex[]
    extraData: Hex
  }
  feesHash: Hex
}

/**
 * An {@link OrderProof} that shows in full what the user pays on each origin chain. The inputs' refunds are hashed.
 */
export type SignedOrderProof = Omit<OrderProof, 'inputsHash'> & { inputs: SignedOrderInput[] }

export type SignedOrderInput = { payment: EncodedInput['payment']; refundsHash: Hex }

/** An order's input as it is hashed: addresses and currencies are bytes, amounts are bigints. */
export type EncodedInput = {
  payment: { chainId: string; currency: Hex; amount: bigint; weight: bigint }
  refunds: {
    chainId: string
    recipient: Hex
    currency: Hex
    minimumAmount: bigint
    deadline: number
    extraData: Hex
  }[]
}

/**
 * The parts of an order that its payer must see in full: its one input and its output's payments. All else is hashed.
 */
export type PaymentOrder = Omit<OrderProof, 'inputsHash' | 'output'> & {
  input: EncodedInput
  output: Omit<OrderProof['output'], 'calls' | 'extraData'> & { callsHash: Hex; extraDataHash: Hex }
}

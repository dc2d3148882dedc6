import type { Address, Hex, LocalAccount } from 'viem'

/**
 * A user's request to the service, for a test to vary. The twin of `FillRequest` in `FillproofTest.sol`.
 *
 * Amounts are in the smallest unit of their currency, the zero address is the native one, `deadline` is in Unix seconds.
 */
export type FillRequest = {
  /** Attests and signs, and the order names it. */
  solver: LocalAccount
  /** Where the user pays, with the chain's name in orders. */
  originChainId: number
  originChain: string
  originUser: Address
  originCurrency: Address
  originAmount: bigint
  /** Where the solver pays, with the chain's name in orders. */
  destinationChainId: number
  destinationChain: string
  /** The contract under test: a direct order names it, an authorized one calls it. */
  receiver: Address
  recipient: Address
  token: Address
  /** The least that the solver must deliver. */
  minimum: bigint
  /** The most that an authorized fill takes; the minimum when absent. */
  maximum?: bigint | undefined
  deadline: number
  /** Where an unauthorized payment goes back to; zero reverts it. */
  refundTo: Address
  /** Runs the calls of an authorized order, which pays it; without one the order pays the recipient. */
  router?: Address | undefined
  /** Distinguishes otherwise equal requests. */
  salt: Hex
}

import { type Address, type Hash, type Hex, isAddressEqual, zeroAddress } from 'viem'
import { mockDepositoryAbi } from '../../abi/mockDepository.js'
import type { Chain } from '../chains/chain.js'
import type { FailReason, RequestTerms } from '../ledger.js'

/** A payment into a depository. Anybody can make one, with any id and any amount in the smallest unit. */
export type Deposit = {
  chainId: number
  /** Who is credited; not always who paid. */
  from: Address
  currency: Address
  amount: bigint
  orderId: Hex
  txHash: Hash
}

const depositEvents = mockDepositoryAbi.filter((item) => item.type === 'event')

/** Reads the deposits of an inclusive range of blocks, in their order. */
export async function readDeposits(chain: Chain, fromBlock: bigint, toBlock: bigint): Promise<Deposit[]> {
  const logs = await chain.client.getLogs({
    address: chain.contracts.depository,
    events: depositEvents,
    strict: true,
    fromBlock,
    toBlock,
  })
  return logs.map(({ args, transactionHash }) => ({
    chainId: chain.id,
    from: args.from,
    currency: 'token' in args ? args.token : zeroAddress,
    amount: args.amount,
    orderId: args.id,
    txHash: transactionHash,
  }))
}

/** Why a deposit does not pay an order, or undefined when it does. More than the order asks for is enough. */
export function judgeDeposit(deposit: Deposit, terms: RequestTerms): FailReason | undefined {
  if (deposit.chainId !== terms.originChainId) return 'DEPOSIT_CHAIN_MISMATCH'
  if (!isAddressEqual(deposit.currency, terms.originCurrency)) return 'INCORRECT_DEPOSIT_CURRENCY'
  if (deposit.amount < terms.inputAmount) return 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL'
  return undefined
}

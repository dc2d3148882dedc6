import type { Address, Hex } from 'viem'
import type { OrderFieldError, UnknownChainError } from '../../protocol/order/errors.js'
import { readChain } from '../../protocol/order/readOrderField.js'
import type { SettlementFieldError } from './errors.js'
import { judgeDeposit } from './judgeDeposit.js'
import { readOptions, requireOnePlace } from './judgePlace.js'
import { isSettled } from './rows.js'
import type { DepositoryDeposit, SettlementPlace, SettlementRow } from './types.js'

export type VerifyDepositSettlementParameters = SettlementPlace & {
  /** The order id that the deposit must name, see `hashOrder`. */
  orderId: Hex
  /** The chain's name in orders. */
  chainName: string
  /** EVM chains that this version does not know, by their names in orders. */
  evmChains?: readonly string[] | undefined
  /** The service's depository on the chain. */
  depository: Address
  /** Selects a deposit of the transaction. Defaults to the first that names the order. */
  onchainId?: Hex | undefined
}

export type VerifyDepositSettlementReturnType = {
  /** False if a rule failed. Null if no rule failed, but one was not checked or is not known. */
  settled: boolean | null
  /** `status`, `finality`, `deposit`. */
  rows: SettlementRow<'status' | 'finality' | 'deposit'>[]
  /** The order's deposit. Null if there is none, or if it is unknown. */
  deposit: DepositoryDeposit | null
  /** Every deposit of the transaction, in the order of its logs. */
  deposits: DepositoryDeposit[]
}

export type VerifyDepositSettlementErrorType = SettlementFieldError | OrderFieldError | UnknownChainError

/**
 * Verifies, by the rules of the service's oracle, whether a transaction deposits money for an order, and how much.
 *
 * - A native deposit is a RelayNativeDeposit log of the depository. A token deposit is the token's Transfer to the depository.
 *   The order's id then comes from a later RelayErc20Deposit of the same amount, or else from the word after the only
 *   transfer in the calldata.
 * - A row whose input is absent is not checked: its `ok` is null. `transaction` is needed only for the calldata.
 * - Units: amounts in the smallest unit.
 * - Trust: transaction, receipt and block are only as true as the node that returned them.
 * - Warning: the oracle does not compare the deposit's currency, depositor or amount with the order's. A deposit that is too
 *   small still counts, and lowers the amount that a refund must return.
 *
 * @returns The report. {@link VerifyDepositSettlementReturnType}
 * @throws {@link SettlementFieldError} on parts of different transactions or blocks, {@link UnknownChainError} on an unknown
 * chain, {@link OrderFieldError} if the chain's name is missing.
 *
 * @example
 * import { verifyDepositSettlement } from 'fillproof'
 * import { concat, numberToHex, pad, toEventSelector } from 'viem'
 *
 * const user = '0xf0ae622e463fa757cf72243569e18be7df1996cd'
 * const depository = '0x4cd00e387622c35bddb9b4c962c136462338bc31'
 * const orderId = '0x8391f3eb54c0999767a970a1603aaf16403a17263cdf723adec76e3fda5be275'
 * const transactionHash = '0x1111111111111111111111111111111111111111111111111111111111111111'
 * const topic = toEventSelector('RelayNativeDeposit(address,uint256,bytes32)')
 *
 * verifyDepositSettlement({
 *   orderId,
 *   chainName: 'base',
 *   depository,
 *   receipt: {
 *     status: 'success',
 *     transactionHash,
 *     blockNumber: 7n,
 *     logs: [
 *       {
 *         address: depository,
 *         topics: [topic],
 *         data: concat([pad(user), numberToHex(10n, { size: 32 }), orderId]),
 *         logIndex: 5,
 *       },
 *     ],
 *   },
 *   block: { number: 7n, timestamp: 1791080000 },
 *   head: { number: 17n, timestamp: 1791080060 },
 *   finality: { blocks: 10, seconds: 60 },
 * }).deposit.amount
 * // 10n
 */
export function verifyDepositSettlement(
  parameters: VerifyDepositSettlementParameters,
): VerifyDepositSettlementReturnType {
  const { orderId, chainName, evmChains, depository, onchainId, ...place } = readOptions(
    parameters,
    'orderId',
    'depository',
  )
  requireOnePlace(place)
  readChain(chainName, 'chainName', evmChains)
  const { deposit, deposits, findings } = judgeDeposit({
    orderId: orderId.toLowerCase() as Hex,
    chainName,
    depository,
    onchainId,
    place,
  })
  const names = ['status', 'finality', 'deposit'] as const
  const rows = names.map((name) => ({ name, ...findings[name] }))
  return { settled: isSettled(rows), rows, deposit, deposits }
}

import type { Address, Hex } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import { findDeposits } from './findDeposits.js'
import { isSame } from './isSame.js'
import { judgeFinality, judgeReceiptStatus } from './judgePlace.js'
import { notKnown } from './nativeTransfers.js'
import { fail, pass, type SettlementResult, unchecked, unknown } from './rows.js'
import type { DepositoryDeposit, SettlementPlace } from './types.js'

export type CheckDepositParameters = {
  orderId: Hex
  chainName: string
  depository: Address
  onchainId?: Hex | undefined
  /** The deposits that other inputs use. */
  used?: ReadonlySet<string>
  place: SettlementPlace
}

export type CheckDepositReturnType = {
  deposits: DepositoryDeposit[]
  /** The deposit that counts. Null if none counts, or if it is not known whether one does. */
  deposit: DepositoryDeposit | null
  findings: Record<'status' | 'finality' | 'deposit', SettlementResult>
}

/** Looks for the deposit of an order in one transaction. */
export function judgeDeposit(parameters: CheckDepositParameters): CheckDepositReturnType {
  const { orderId, chainName, depository, onchainId, used = new Set(), place } = parameters
  if (!isEvmChain(chainName)) {
    const other = unchecked(`${chainName} is not an EVM chain`)
    return { deposits: [], deposit: null, findings: { status: other, finality: other, deposit: other } }
  }
  const { receipt, transaction } = place
  const status = judgeReceiptStatus(place)
  const finality = judgeFinality(place)
  if (!receipt) {
    const deposit = unchecked('the receipt of the deposit is absent')
    return { deposits: [], deposit: null, findings: { status, finality, deposit } }
  }
  const { deposits, nativeDeposits } = findDeposits({ chainName, depository, receipt, transaction })
  const isCandidate = (one: DepositoryDeposit) =>
    onchainId === undefined ? !used.has(one.onchainId) : isSame(one.onchainId, onchainId)
  const candidates = deposits.filter(isCandidate)
  const deposit = candidates.find(({ depositId }) => depositId === orderId) ?? null
  const isUnknown = candidates.some(({ depositId }) => depositId === null)
  const isNative = nativeDeposits
    .filter(isCandidate)
    .some(({ depositId }) => depositId === orderId || depositId === null)
  return { deposits, deposit, findings: { status, finality, deposit: describe() } }

  function describe(): SettlementResult {
    if (deposit) return pass(deposit.depositId, orderId)
    if (isNative || (isUnknown && nativeDeposits.length > 0)) return unknown(notKnown)
    if (isUnknown) return unchecked('the calldata may contain the id, but the transaction is absent')
    const found = candidates[0]?.depositId ?? undefined
    const which = onchainId === undefined ? 'deposit' : `deposit ${onchainId}`
    return fail(`The transaction holds no ${which} that names the order.`, found, orderId)
  }
}

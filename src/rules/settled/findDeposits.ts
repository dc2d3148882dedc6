import { type Address, type Hex, zeroAddress, zeroHash } from 'viem'
import { isSame } from './isSame.js'
import { isNativeLogger } from './nativeTransfers.js'
import { readCalldata } from './readCalldata.js'
import { readLogs } from './settlementEvents.js'
import { settlementId } from './settlementId.js'
import type { DepositoryDeposit, SettlementReceipt, SettlementTransaction } from './types.js'

export type FindDepositsParameters = {
  /** The chain's name in orders. */
  chainName: string
  depository: Address
  receipt: SettlementReceipt
  transaction: SettlementTransaction | undefined
}

/** The chains on which a transfer of the native currency also emits a Transfer log. That log is not a second deposit. */
const zkStackChains: readonly string[] = ['zksync', 'abstract', 'zero']
const zkStackNative = '0x000000000000000000000000000000000000800a'

/** Matches an ERC-20 `transfer` or `transferFrom` anywhere in calldata, and the word after it. */
const transferCall =
  /(?:a9059cbb|23b872dd[\da-f]{64})[\da-f]{24}(?<to>[\da-f]{40})(?<amount>[\da-f]{64})(?<id>[\da-f]{64})?/g

export type FindDepositsReturnType = {
  /** In the order of their logs. */
  deposits: DepositoryDeposit[]
  /** The deposits from the logs of native transfers (EIP-7708), if the oracle counts these logs. */
  nativeDeposits: DepositoryDeposit[]
}

/**
 * Finds the deposits that the oracle reads from a transaction.
 *
 * - It is not known whether the oracle counts the log of a native transfer as a Transfer, so both readings are tried. If they
 *   differ for a deposit, the order of that deposit is not known.
 */
export function findDeposits(parameters: FindDepositsParameters): FindDepositsReturnType {
  const { receipt, depository } = parameters
  const logs = readLogs(receipt.logs, ['RelayNativeDeposit', 'RelayErc20Deposit', 'Transfer']).filter((log) =>
    isSame(log.eventName === 'Transfer' ? log.args.to : log.address, depository),
  )
  const others = logs.filter(({ address }) => !isNativeLogger(address))
  const counted = readDeposits(logs, parameters)
  const deposits = readDeposits(others, parameters).map((deposit): DepositoryDeposit => {
    const { depositId, depositor } = counted.find(({ logIndex }) => logIndex === deposit.logIndex)!
    const isAlike = depositId === deposit.depositId && depositor === deposit.depositor
    return isAlike ? deposit : { ...deposit, depositId: null }
  })
  return { deposits, nativeDeposits: counted.filter(({ currency }) => isNativeLogger(currency)) }
}

type DepositLogs = ReturnType<typeof readLogs<'RelayNativeDeposit' | 'RelayErc20Deposit' | 'Transfer'>>

function readDeposits(
  logs: DepositLogs,
  { chainName, depository, receipt, transaction }: FindDepositsParameters,
): DepositoryDeposit[] {
  const isOnly = logs.filter(({ eventName }) => eventName === 'Transfer').length === 1

  return logs.flatMap((log, place): DepositoryDeposit[] => {
    const { logIndex, eventName } = log
    const onchainId = settlementId(chainName, receipt.transactionHash, logIndex)
    if (eventName === 'RelayNativeDeposit') {
      const { id, from, amount } = log.args
      return [{ onchainId, depositId: id, depositor: from, currency: zeroAddress, amount, logIndex }]
    }
    if (eventName === 'RelayErc20Deposit') return []
    if (zkStackChains.includes(chainName) && isSame(log.address, zkStackNative)) return []

    const { from, amount } = log.args
    let depositor = from
    let depositId: Hex | null = zeroHash
    for (const next of logs.slice(place + 1)) {
      if (next.eventName === 'Transfer') break
      if (next.eventName !== 'RelayErc20Deposit') continue
      if (!isSame(next.args.token, log.address) || next.args.amount !== amount) continue
      depositor = next.args.from
      if (next.args.id !== zeroHash) depositId = next.args.id
    }
    if (depositId === zeroHash && isOnly) {
      const calldata = transaction && readCalldata(transaction, chainName)
      depositId = calldata === undefined ? null : findCalldataId(calldata, depository, amount)
    }
    return [{ onchainId, depositId, depositor, currency: log.address, amount, logIndex }]
  })
}

/**
 * Finds the word that follows a transfer of this amount to the depository in calldata. Returns zero unless the same word follows
 * all such transfers.
 */
function findCalldataId(input: Hex, depository: Address, amount: bigint): Hex {
  const ids = [...input.matchAll(transferCall)]
    .map(({ groups }) => groups as { to: string; amount: string; id?: string })
    .filter((call) => isSame(`0x${call.to}`, depository) && BigInt(`0x${call.amount}`) === amount)
    .map(({ id }) => id)
  const [id] = ids
  const isClear = ids.every((other) => other === id)
  // A word that starts with sixteen zero bytes is other calldata, not an id.
  return isClear && id !== undefined && !id.startsWith('0'.repeat(32)) ? `0x${id}` : zeroHash
}

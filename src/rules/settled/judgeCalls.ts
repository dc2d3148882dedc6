import { decodeAbiParameters, type Hex, keccak256 } from 'viem'
import { orderCallParameters } from '../../protocol/order/orderCall.js'
import { isSame } from './isSame.js'
import { readFillContract } from './readFillContract.js'
import { fail, nothing, pass, type SettlementResult, unchecked } from './rows.js'
import { readLogs } from './settlementEvents.js'
import type { SettlementReceipt } from './types.js'

/**
 * Looks for the calls of an order in the logs of its fill contract, in the order of the calls. A router logs the data of a call
 * or the data's hash. The log's topic shows which of the two.
 */
export function judgeCalls(
  { calls, extraData }: { calls: readonly Hex[]; extraData: Hex },
  receipt: SettlementReceipt | undefined,
): SettlementResult {
  if (calls.length === 0) return nothing('the order has no calls')
  const fillContract = readFillContract(extraData)
  if (!fillContract) return fail('The extraData names no fill contract.', extraData)
  if (!receipt) return unchecked('the receipt is absent')
  const executed = readLogs(receipt.logs, 'SolverCallExecuted').filter(({ address }) =>
    isSame(address, fillContract),
  )
  let next = 0
  for (const [index, call] of calls.entries()) {
    const wanted = decode(call)
    if (!wanted) return fail(`calls[${index}] can't be decoded.`, call)
    const found = executed.findIndex(
      ({ args }, place) =>
        place >= next &&
        isSame(args.to, wanted.to) &&
        ('dataHash' in args ? isSame(args.dataHash, wanted.dataHash) : isSame(args.data, wanted.data)) &&
        args.amount === wanted.value,
    )
    if (found < 0) {
      const after = index === 0 ? '' : ` after calls[${index - 1}]`
      return fail(
        `No SolverCallExecuted log of ${fillContract}${after} shows calls[${index}], to ${wanted.to}.`,
        index,
        calls.length,
      )
    }
    next = found + 1
  }
  return pass(calls.length, calls.length)
}

/** Decodes less strictly than a receiver: the oracle ignores bytes after the arguments. */
function decode(call: Hex): { to: Hex; data: Hex; dataHash: Hex; value: bigint } | undefined {
  try {
    const [{ to }, { data }, { value }] = decodeAbiParameters(orderCallParameters, call)
    return { to, data, dataHash: keccak256(data), value }
  } catch {
    return undefined
  }
}

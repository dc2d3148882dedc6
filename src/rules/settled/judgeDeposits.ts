import type { Hex } from 'viem'
import { isEvmChain } from '../../protocol/order/chainVm.js'
import type { Order } from '../../protocol/order/readOrderData.js'
import { judgeDeposit } from './judgeDeposit.js'
import { requireOnePlace } from './judgePlace.js'
import { combine, fail, pass, type SettlementResult, unchecked } from './rows.js'
import type { DepositoryDeposit, SettlementDeposit } from './types.js'

export type CheckDepositsReturnType = {
  /** The deposit of each input. Null if none is known. */
  deposits: (DepositoryDeposit | null)[]
  /**
   * The difference between the deposited and the requested amount, as a share of the requested amount: 10^18 is 100 %. Null if
   * unknown.
   */
  difference: bigint | null
  findings: Record<'onchainIds' | 'deposits', SettlementResult>
}

/** 100 % of the weighted input amount. */
export const wholeDifference = 10n ** 18n

/** Checks that every input of an order has its own deposit, and compares the paid amounts with the requested amounts. */
export function judgeDeposits(
  { orderId, inputs }: { orderId: Hex; inputs: Order['inputs'] },
  given: readonly SettlementDeposit[] | undefined,
): CheckDepositsReturnType {
  for (const [index, place] of (given ?? []).entries()) requireOnePlace(place, `deposits[${index}].`)
  const requested = sum(inputs.map(({ payment }) => payment.amount * payment.weight))
  if (!given) {
    const absent = unchecked('the deposits are absent')
    return {
      deposits: inputs.map(() => null),
      difference: null,
      findings: { onchainIds: absent, deposits: judgeRequested(requested, absent) },
    }
  }

  const used = new Set(given.flatMap(({ onchainId }) => onchainId?.toLowerCase() ?? []))
  const checks = inputs.map(({ payment: { chainId: chainName } }, index) => {
    const place = given.find(({ inputIndex }) => inputIndex === index)
    if (!place) {
      const isEvm = isEvmChain(chainName)
      const missing = isEvm
        ? fail(`inputs[${index}] has no deposit.`)
        : unchecked(`${chainName} is not an EVM chain`)
      return { deposit: null, finding: missing }
    }
    const { depository, onchainId } = place
    const { deposit, findings } = judgeDeposit({ orderId, chainName, depository, onchainId, used, place })
    if (deposit) used.add(deposit.onchainId)
    const { status, finality } = findings
    return { deposit, finding: combine([findings.deposit, status, finality], status) }
  })
  const deposits = checks.map(({ deposit }) => deposit)
  const found = combine(
    checks.map(({ finding }) => finding),
    pass(),
  )
  return {
    deposits,
    difference: measureDifference(inputs, deposits, requested),
    findings: { onchainIds: judgeIds(given, deposits), deposits: judgeRequested(requested, found) },
  }
}

/** Fails if the requested amount is zero, since the difference is divided by it. */
function judgeRequested(requested: bigint, finding: SettlementResult): SettlementResult {
  if (requested > 0n) return finding
  return fail('The inputs of the order ask for nothing, so no difference can be measured.', requested)
}

function judgeIds(
  given: readonly SettlementDeposit[],
  deposits: readonly (DepositoryDeposit | null)[],
): SettlementResult {
  const ids = given.map(
    ({ onchainId, inputIndex }) => onchainId?.toLowerCase() ?? deposits[inputIndex]?.onchainId ?? null,
  )
  const known = ids.filter((id) => id !== null)
  const twice = known.find((id, index) => known.indexOf(id) !== index)
  if (twice !== undefined) return fail(`Two inputs name the deposit ${twice}.`, twice)
  if (known.length < ids.length) return unchecked('a deposit is not known')
  return pass(known.length, ids.length)
}

function measureDifference(
  inputs: Order['inputs'],
  deposits: readonly (DepositoryDeposit | null)[],
  requested: bigint,
): bigint | null {
  if (requested === 0n || deposits.includes(null)) return null
  const paid = sum(inputs.map(({ payment }, index) => deposits[index]!.amount * payment.weight))
  // The division of bigints drops the fraction, so it rounds toward zero.
  return ((paid - requested) * wholeDifference) / requested
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

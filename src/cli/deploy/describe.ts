import { formatCount } from '../../base/formatCount.js'
import type { Difference } from '../../deploy/compare/comparePolicy.js'
import type { EstimatedStep } from '../../deploy/estimateDeployment.js'
import type { PendingTransaction } from '../../deploy/findPending.js'
import { colors } from '../colors.js'
import { formatTable } from '../formatTable.js'
import { printable } from '../output.js'
import type { Screen } from '../wrapWords.js'
import type { AppliedPlan, Comparison, Deployment, DryRun } from './results.js'
import { describeCost, describeReview } from './review.js'

export function describeDryRun(run: DryRun): string {
  const { chainId, chainName, deployer, review, steps, cost, pending, comparison, ...addresses } = run
  return [
    formatTable(
      [`chain ${chainId}`, printable(chainName)],
      [
        ['deployer', deployer],
        ['receiver', addresses.receiver],
        ['implementation', addresses.implementation],
        ['its init code hash', addresses.initCodeHashes.implementation],
        ['factory', addresses.factory],
        ['its init code hash', addresses.initCodeHashes.factory],
        ["the clone's init code hash", addresses.initCodeHashes.receiver],
      ],
    ),
    describeReview(review),
    formatTable(['step', 'to', 'gas'], steps.map(describeStep)),
    ...describePending(pending),
    ...(comparison ? [describeComparison(comparison)] : []),
    describeCost(cost),
    'Nothing was sent.',
  ].join('\n')
}

function describeStep({ step, isDone, to, gas }: EstimatedStep): string[] {
  if (isDone) return [step, to, 'none, it exists']
  return [step, to, gas === undefined ? 'unknown before the steps above' : formatCount(gas)]
}

export function describeDeployment(deployment: Deployment): string {
  const { chainId, chainName, receiver, implementation, factory, transactions, verified = [] } = deployment
  const table = formatTable(
    [`chain ${chainId}`, printable(chainName)],
    [
      ['receiver', receiver],
      ['implementation', implementation],
      ['factory', factory],
      ...(transactions.length === 0 ? [['transactions', 'none, everything existed']] : []),
      ...transactions.map(({ step, hash }) => [`transaction: ${step}`, hash]),
      ...verified.map(({ contract, outcome }) => [`sources: ${contract}`, outcome]),
      ...(deployment.record === undefined ? [] : [['record', printable(deployment.record)]]),
    ],
  )
  return [table, ...describePending(deployment.pending)].join('\n')
}

function describePending(pending: readonly PendingTransaction[] = []): string[] {
  return pending.map(({ step, from, to, data }) => {
    const rows = { from, to, data }
    return `${colors.yellow('pending')}, to be sent by the admin:\n${formatTable(['transaction', step], Object.entries(rows))}`
  })
}

export function describeComparison(compared: Comparison): string {
  const { chainId, receiver, differences, block, codeCompared } = compared
  const ofCode = codeCompared
    ? ''
    : "\nThe code was not compared: the receiver is not a clone of the factory's."
  const title = `receiver ${receiver} on chain ${chainId}, block ${formatCount(block)}`
  if (differences.length === 0) return `${colors.green('same')}: ${title} is as configured.${ofCode}`
  return `${formatDifferences(differences)}\n${colors.red('different')}: ${title}.${ofCode}`
}

export function describeSent({ transactions, ...comparison }: AppliedPlan): string {
  const rows = transactions.map(({ step, hash, block }) => [step, hash, formatCount(BigInt(block))])
  const table = rows.length === 0 ? 'Nothing was sent.' : formatTable(['transaction', 'hash', 'block'], rows)
  return `${table}\n${describeComparison(comparison)}`
}

export function formatDifferences(differences: readonly Difference[], screen?: Screen): string {
  return formatTable(
    ['field', 'found', 'required'],
    differences.map(({ field, found, required }) =>
      [field, ...[found, required].map(formatRange)].map(printable),
    ),
    screen,
  )
}

/** Formats a range of amounts with thousands separators. */
function formatRange(value: string): string {
  return value.replace(
    /^(\d+) to (\d+)$/,
    (_, min, max) => `${formatCount(BigInt(min))} to ${formatCount(BigInt(max))}`,
  )
}

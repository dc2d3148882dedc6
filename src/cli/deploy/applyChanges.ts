import type { Address } from 'viem'
import { createSafeBatch } from '../../deploy/apply/createSafeBatch.js'
import { planChanges } from '../../deploy/apply/planChanges.js'
import { type SentChange, sendChanges } from '../../deploy/apply/sendChanges.js'
import type { Difference } from '../../deploy/compare/comparePolicy.js'
import { waitForPending } from '../../deploy/signAndSend.js'
import { print, printJson, warn } from '../output.js'
import { readTarget, toComparison } from './compareReceiver.js'
import { createWait } from './createWait.js'
import { describeSent, formatDifferences } from './describe.js'
import type { ApplyForm } from './readOptions.js'
import type { AppliedPlan, ApplyPlan } from './results.js'
import type { DeployTarget } from './target.js'

export type ApplyChangesOptions = { form: ApplyForm; json: boolean | undefined; signal: AbortSignal }

/**
 * Prints or sends the transactions that bring each receiver to its configuration. Returns the exit status.
 *
 * - The status is 1 if something still differs after the transactions. If they are only printed, a paused receiver does
 *   not count as a difference.
 */
export async function applyChanges(
  targets: readonly DeployTarget[],
  { form, json, signal }: ApplyChangesOptions,
): Promise<number> {
  if (form === 'send') return sendAll(targets, json, signal)
  const plans = await Promise.all(targets.map(planTarget))
  for (const plan of plans) warnOfRemaining(plan)
  if (form === 'calldata') printJson({ same: plans.every(({ same }) => same), plans })
  else for (const plan of plans) printJson(batchOf(plan))
  return plans.every(({ remaining }) => remaining.every(({ field }) => field === 'paused')) ? 0 : 1
}

async function planTarget(target: DeployTarget): Promise<ApplyPlan> {
  const { chain, receiver, policy: wanted } = target
  const found = await readTarget(target)
  const { changes, remaining } = planChanges({ receiver, chainId: chain.id, policy: found.policy, wanted })
  return { ...toComparison(target, found), transactions: changes, remaining: [...found.code, ...remaining] }
}

function batchOf({ chainId, receiver, transactions }: ApplyPlan) {
  const name = `fillproof: ${receiver} on chain ${chainId}`
  return createSafeBatch({ chainId, changes: transactions, name })
}

function warnOfRemaining({ chainId, receiver, transactions, remaining }: ApplyPlan): void {
  if (transactions.length === 0) warn(`chain ${chainId}: no transaction is needed for ${receiver}.`)
  if (remaining.length === 0) return
  warn(`chain ${chainId}: these transactions leave\n${formatDifferences(remaining, process.stderr)}`)
  warnOfPause(chainId, receiver, remaining)
}

/** Warns that the receiver stays paused, and prints the command that unpauses it. */
function warnOfPause(chainId: number, receiver: Address, differences: readonly Difference[]): void {
  if (!differences.some(({ field }) => field === 'paused')) return
  warn(`The receiver stays paused. Authorize the calls in flight again, and then have the admin unpause it:
  fillproof unpause --rpc-url URL_OF_CHAIN_${chainId} --receiver ${receiver} --send`)
}

async function sendAll(
  targets: readonly DeployTarget[],
  json: boolean | undefined,
  signal: AbortSignal,
): Promise<number> {
  const plans: AppliedPlan[] = []
  for (const target of targets) plans.push(await sendTarget(target, signal))
  const same = plans.every((plan) => plan.same)
  if (json) printJson({ same, plans })
  else for (const plan of plans) print(describeSent(plan))
  for (const { chainId, receiver, differences } of plans) warnOfPause(chainId, receiver, differences)
  return same ? 0 : 1
}

async function sendTarget(target: DeployTarget, signal: AbortSignal): Promise<AppliedPlan> {
  const { chain } = target
  await waitForPending({ chain, signal })
  const plan = await planTarget(target)
  const wait = createWait(signal, 'the same command plans the rest')
  const transactions: SentChange[] = await sendChanges({
    chain,
    changes: plan.transactions,
    signal,
    onAccepted: ({ step }, hash) => {
      warn(`chain ${chain.id}: ${step} sent, ${hash}`)
      wait.begin(hash)
    },
  })
  wait.end()
  return { ...toComparison(target, await readTarget(target)), transactions }
}

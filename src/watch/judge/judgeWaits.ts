import type { Address, Hex } from 'viem'
import type { FillEvent, InboxBalance, Wait, WaitChanges, WatchJob } from '../types.js'
import { judgeFill } from './judgeFill.js'
import { createFindingId } from './toFinding.js'

export type JudgeWaitsParameters = {
  job: Pick<WatchJob, 'chainId' | 'receiver'>
  /** The open waits before the range. */
  waits: readonly Wait[]
  /** The claims and refunds of the range, among other payments. */
  fills: readonly FillEvent[]
  /** The last block of the range. */
  end: { block: bigint; time: number }
  /** The balances of all watched inboxes at the last block. Undefined if they were not read. */
  balances: readonly InboxBalance[] | undefined
  /** Whether a part of the list can't be read. Then an inbox without a balance may still be watched. */
  isPartial?: boolean | undefined
  /** Seconds. */
  claimDelay: number
}

/**
 * Judges how long money lies in inboxes, by the balances at the end of a range of blocks, and by the claims and refunds in it.
 *
 * - A wait begins at the first block at which a balance is read. It ends with a claim or a refund after that block, with a balance
 *   of 0, or if the inbox is no longer watched. What lies there after a claim is a new wait.
 * - A balance that is not known changes nothing.
 */
export function judgeWaits(parameters: JudgeWaitsParameters): WaitChanges {
  const { job, waits, fills, end, balances, isPartial = false, claimDelay } = parameters
  const measured = balances && new Map(balances.map((one) => [one.inboxHash, one]))
  const exits = findExits(fills)
  const ended: WaitChanges['ended'][number][] = []
  const open = waits.filter((wait) => {
    const left = exits.get(nameExit(wait.inbox, wait.token))?.find((block) => block > wait.sinceBlock)
    const isGone = (found: InboxBalance | undefined) => (found ? found.balance === 0n : !isPartial)
    const endBlock = left ?? (measured && isGone(measured.get(wait.inboxHash)) ? end.block : undefined)
    if (endBlock !== undefined) ended.push({ ...wait, endBlock })
    return endBlock === undefined
  })
  const known = new Set(open.map(({ inboxHash }) => inboxHash))
  const begun = (balances ?? [])
    .filter(({ inboxHash, balance = 0n }) => balance > 0n && !known.has(inboxHash))
    .map(({ balance: _, ...inbox }) => ({ ...inbox, sinceBlock: end.block, sinceTime: end.time }))
  const keptIds: Hex[] = []
  const findings = [...open, ...begun].flatMap((wait) => {
    const { inboxHash, inbox, token, sinceBlock, sinceTime } = wait
    const id = createFindingId(job, 'moneyWaits', inboxHash, sinceBlock)
    keptIds.push(id)
    const balance = measured?.get(inboxHash)?.balance
    if (balance === undefined) return []
    const since = { block: sinceBlock, time: sinceTime }
    const outcomes = judgeFill({ facts: { waiting: { inbox, token, balance, since, end }, claimDelay } })
    return outcomes
      .filter((outcome) => 'kind' in outcome)
      .map(({ kind, message, expected, actual }) => ({
        ...{ id, kind, chainId: job.chainId, receiver: job.receiver, requestId: null, transactionHash: null },
        ...{ blockNumber: Number(end.block), expected: String(expected), actual: String(actual), message },
      }))
  })
  return { begun, ended, findings, keptIds }
}

/** Finds the blocks in which money left an account. A refund may move nothing, if the token keeps it back. */
function findExits(fills: readonly FillEvent[]): Map<string, bigint[]> {
  const exits = new Map<string, bigint[]>()
  for (const { payer, token, amount, blockNumber } of fills) {
    if (amount === 0n) continue
    const name = nameExit(payer, token)
    const blocks = exits.get(name) ?? []
    blocks.push(blockNumber)
    exits.set(name, blocks)
  }
  return exits
}

function nameExit(account: Address, token: Address): string {
  return `${account} ${token}`.toLowerCase()
}

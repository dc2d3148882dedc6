import type { Address } from 'viem'
import type { Finding } from '../../src/watch/types.js'
import { callCommand } from '../cli/callCommand.js'
import { readReport } from './support.js'

export type WatchRun = {
  /** The service's. */
  url: string
  rpcUrl: string
  receiver: Address
  db: string
  from?: bigint
  solver?: Address
  /** Further options. */
  args?: readonly string[]
  env?: Record<string, string>
}

/** Sees each run, while its chain is as `watch` saw it. Set by the tests of other tools that report the same findings. */
export const spy: { onRun?: (run: WatchRun, findings: readonly Finding[]) => Promise<void> } = {}

/** Watches the blocks up to the newest. */
export async function callWatch(run: WatchRun) {
  const { url, rpcUrl, receiver, db, from = 1n, solver, args = [], env } = run
  const { status, stdout, stderr } = await callCommand(
    [
      ...['watch', '--profile', 'mock', '--url', url, '--rpc-url', rpcUrl, '--receiver', receiver],
      ...['--from-block', String(from), '--until-block', 'latest', '--grace', '0', '--db', db, '--json'],
      ...(solver ? ['--solver', solver] : []),
      ...args,
    ],
    env,
  )
  const report = readReport(stdout)
  await spy.onRun?.(run, report.findings)
  return { ...report, status, stderr }
}

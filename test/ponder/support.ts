import { spawn } from 'node:child_process'
import { cpSync, existsSync, openSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from 'viem'
import type { Finding } from '../../src/watch/types.js'
import { findFreePort } from '../cli/helpers.js'
import type { FakeFleet } from '../watch/fakeFleet.js'

export type Receivers = {
  profile: 'mock'
  solvers: Address[]
  chains: { id: number; rpcUrl: string; fromBlock: number; receivers: Address[] }[]
}

type IndexedFinding = Pick<Finding, 'id' | 'kind' | 'transactionHash'> & { blockNumber: string }

export type Indexer = {
  pid: number
  query<data>(text: string): Promise<data>
  /** All findings, once every chain is indexed up to its block. */
  readFindings(heads: Record<number, bigint>): Promise<IndexedFinding[]>
  end(signal: NodeJS.Signals): Promise<void>
}

/** What `receivers.json` says of a fleet. */
export function receiversOf({ jobs }: FakeFleet): Receivers {
  const { solver } = jobs.defaults as { solver: Address }
  const chains = jobs.chains.map(({ id, rpcUrl, jobs }) => {
    return { id, rpcUrl: [rpcUrl].flat()[0]!, fromBlock: 1, receivers: jobs.map(({ receiver }) => receiver) }
  })
  return { profile: 'mock', solvers: [solver], chains }
}

/** Copies the example of PONDER_PROJECT, which must be installed, into a folder, unless it is there, and starts it. */
export async function startIndexer(
  folder: string,
  receivers: Receivers,
  env: Record<string, string> = {},
): Promise<Indexer> {
  const project = process.env.PONDER_PROJECT
  if (!project) throw new Error('Run: npm run test:package -- --only ponder')
  if (!existsSync(folder)) {
    for (const name of ['src', 'package.json', 'ponder.config.ts', 'ponder.schema.ts', 'tsconfig.json'])
      cpSync(join(project, name), join(folder, name), { recursive: true })
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, 'receivers.json'), JSON.stringify(receivers))
  }
  const port = await findFreePort()
  const path = join(folder, 'out.log')
  const out = openSync(path, 'a')
  const ponder = join(folder, 'node_modules/ponder/dist/esm/bin/ponder.js')
  const child = spawn(
    process.execPath,
    [ponder, 'start', '--schema', 'test', '--port', String(port), '--log-format', 'json'],
    {
      cwd: folder,
      env: { ...process.env, PONDER_TELEMETRY_DISABLED: 'true', ...env },
      stdio: ['ignore', out, out],
    },
  )
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const url = `http://127.0.0.1:${port}/graphql`

  async function query<data>(text: string): Promise<data> {
    const body = JSON.stringify({ query: text })
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    const { data, errors } = (await response.json()) as { data: data; errors?: unknown }
    if (errors) throw new Error(JSON.stringify(errors))
    return data
  }

  type Meta = { _meta: { status: Record<string, { block: { number: number } | null }> } }
  async function isAt(heads: Record<number, bigint>): Promise<boolean> {
    const { _meta } = await query<Meta>('{ _meta { status } }')
    return Object.entries(heads).every(
      ([id, head]) => BigInt(_meta.status[`chain${id}`]?.block?.number ?? -1) >= head,
    )
  }

  return {
    pid: child.pid!,
    query,
    async readFindings(heads) {
      while (!(await isAt(heads).catch(() => false))) {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`ponder ended:\n${readFileSync(path, 'utf8').slice(-3000)}`)
        await sleep(200)
      }
      // The end of a page is the place of the next.
      const found: IndexedFinding[] = []
      for (let after = ''; ; ) {
        const { findings } = await query<{
          findings: { items: IndexedFinding[]; pageInfo: { hasNextPage: boolean; endCursor: string } }
        }>(
          `{ findings(limit: 1000${after && `, after: "${after}"`}) { items { id kind transactionHash blockNumber } pageInfo { hasNextPage endCursor } } }`,
        )
        found.push(...findings.items)
        if (!findings.pageInfo.hasNextPage) return found
        after = findings.pageInfo.endCursor
      }
    },
    async end(signal) {
      child.kill(signal)
      await ended
      process.off('exit', kill)
    },
  }
}

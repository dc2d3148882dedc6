import { realpath } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createPrintSink } from '../../watch/sinks/createPrintSink.js'
import { createWebhookSink } from '../../watch/sinks/createWebhookSink.js'
import { openFileSink } from '../../watch/sinks/openFileSink.js'
import type { Sink } from '../../watch/sinks/sink.js'
import type { Finding, WatchDatabase, WatchStore } from '../../watch/types.js'
import { colors, fitColors } from '../colors.js'
import { formatJson, formatOk, printable, warn } from '../output.js'
import type { WatchProgress } from './createWatchProgress.js'

/** The variable with the key that signs deliveries to `--webhook`. */
const webhookKeyName = 'FILLPROOF_WEBHOOK_KEY'

/** A sink, and the stores of the jobs whose findings it receives. */
export type OpenedSink = { kind: 'file' | 'stdout' | 'webhook'; sink: Sink; stores: WatchStore[] }

type SinkJob = { out: string | undefined; webhook: string | undefined; store: WatchStore }

export type OpenSinksParameters = {
  jobs: readonly SinkJob[]
  json: boolean
  database: Pick<WatchDatabase, 'createOutbox'>
  signal: AbortSignal
  progress: WatchProgress
  /** Aborts when stdout is closed. */
  closed: AbortController
  onFailure(kind: OpenedSink['kind']): void
}

/** Opens the sinks for findings. A file or webhook that several jobs name is opened once. */
export async function openSinks(parameters: OpenSinksParameters): Promise<OpenedSink[]> {
  const { jobs, json, database, signal, progress, closed } = parameters
  async function group(key: 'out' | 'webhook') {
    const groups = new Map<string, { target: string; stores: WatchStore[] }>()
    for (const { [key]: target, store } of jobs) {
      if (target === undefined) continue
      // Different paths may name the same file.
      const name = key === 'out' ? await realpath(target).catch(() => resolve(target)) : target
      const known = groups.get(name)
      if (known) known.stores.push(store)
      else groups.set(name, { target, stores: [store] })
    }
    return groups.values()
  }
  const sinks: OpenedSink[] = []
  for (const { target: path, stores } of await group('out')) {
    const sink = await openFileSink({ path, store: database.createOutbox(stores) })
    sinks.push({ kind: 'file', sink, stores })
  }
  const all = jobs.map(({ store }) => store)
  const printing = createPrintSink({
    store: database.createOutbox(all),
    async write(finding) {
      progress.clear()
      await writeLine(json ? formatJson(finding) : describeFinding(finding)).catch(() => {
        closed.abort()
        closed.signal.throwIfAborted()
      })
    },
  })
  sinks.push({ kind: 'stdout', sink: printing, stores: all })
  for (const { target: url, stores } of await group('webhook')) {
    const key = process.env[webhookKeyName] || undefined
    const onFailure = ({ id, attempts, reason }: { id: string; attempts: number; reason: string }) => {
      parameters.onFailure('webhook')
      warn(`The webhook did not accept ${id}, attempt ${attempts}: ${reason}.`)
    }
    const sink = createWebhookSink({ url, key, store: database.createOutbox(stores), signal, onFailure })
    sinks.push({ kind: 'webhook', sink, stores })
  }
  return sinks
}

function writeLine(line: string): Promise<void> {
  return new Promise((end, reject) => {
    const text = `${fitColors(line, process.stdout)}\n`
    process.stdout.write(text, (error) => (error ? reject(error) : end()))
  })
}

/** Formats a contradiction for people. */
function describeFinding(finding: Finding): string {
  const { id, kind, requestId, transactionHash, blockNumber, expected, actual, message, withdrawn } = finding
  const lines = {
    request: requestId ?? 'unknown',
    ...(transactionHash === null
      ? { block: String(blockNumber) }
      : { transaction: `${transactionHash}, block ${blockNumber}` }),
    expected,
    found: actual,
    id,
  }
  return [
    `${formatOk(withdrawn === true)} ${colors.bold(kind)}${withdrawn ? ', no longer valid' : ''}: ${printable(message)}`,
    ...Object.entries(lines).map(([name, text]) => `  ${name.padEnd(11)}  ${printable(text)}`),
  ].join('\n')
}

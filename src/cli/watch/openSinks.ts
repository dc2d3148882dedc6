import { createPrintSink } from '../../watch/sinks/createPrintSink.js'
import { createWebhookSink } from '../../watch/sinks/createWebhookSink.js'
import { openFileSink } from '../../watch/sinks/openFileSink.js'
import type { Sink } from '../../watch/sinks/sink.js'
import type { WatchStore } from '../../watch/types.js'
import { fitColors } from '../colors.js'
import { formatJson, warn } from '../output.js'
import type { WatchProgress } from './createWatchProgress.js'
import { describeFinding } from './describeFinding.js'
import type { WatchRequest } from './readWatchOptions.js'

/** The key that signs what goes to `--webhook`. */
const webhookKeyName = 'FILLPROOF_WEBHOOK_KEY'

export type OpenSinksParameters = {
  request: WatchRequest
  store: WatchStore
  signal: AbortSignal
  progress: WatchProgress
  /** Aborts when nobody reads stdout any more. */
  closed: AbortController
}

export async function openSinks(parameters: OpenSinksParameters): Promise<Sink[]> {
  const { request, store, signal, progress, closed } = parameters
  const { out, webhook: url, json } = request
  const sinks: Sink[] = []
  if (out !== undefined) sinks.push(await openFileSink({ path: out, store }))
  sinks.push(
    createPrintSink({
      store,
      async write(finding) {
        progress.clear()
        await writeLine(json ? formatJson(finding) : describeFinding(finding)).catch(() => {
          closed.abort()
          closed.signal.throwIfAborted()
        })
      },
    }),
  )
  if (url !== undefined) {
    const key = process.env[webhookKeyName] || undefined
    const onFailure = ({ id, attempts, reason }: { id: string; attempts: number; reason: string }) =>
      warn(`The webhook did not take ${id}, attempt ${attempts}: ${reason}.`)
    sinks.push(createWebhookSink({ url, key, store, signal, onFailure }))
  }
  return sinks
}

function writeLine(line: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const text = `${fitColors(line, process.stdout)}\n`
    process.stdout.write(text, (error) => (error ? reject(error) : resolve()))
  })
}

/**
 * Takes requests through the mock service from quote to success, and prints throughput and latencies.
 *
 * Run: `node --import tsx bench/load.ts [--requests 200] [--concurrency 10] [--json]`. Times are of this machine.
 */
import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { startMockService } from '../src/mock/index.js'
import { runLoad } from './load/runLoad.js'

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '200' },
    concurrency: { type: 'string', default: '10' },
    json: { type: 'boolean', default: false },
  },
})
const requests = readCount('requests', values.requests)
const concurrency = readCount('concurrency', values.concurrency)

const mock = await startMockService({ accounts: Math.min(concurrency, 100), webhookRetry: { delayMs: 50 } })
const isTerminal = process.stderr.isTTY && !values.json
const result = await runLoad({
  mock,
  requests,
  concurrency,
  onProgress: (done) => isTerminal && process.stderr.write(`\r${done} of ${requests}`),
}).finally(() => mock.close())
if (isTerminal) process.stderr.write('\n')

const percentiles = (sorted: readonly number[]) =>
  [50, 90, 99].map((percent) => Math.round(sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0))
const summary = {
  outcomes: result.outcomes,
  webhooks: result.webhooks,
  refusedDeliveries: result.refusedDeliveries,
  perSecond: Math.round((requests / result.seconds) * 10) / 10,
  quoteMs: percentiles(result.quoteMs),
  totalMs: percentiles(result.totalMs),
  heapMb: { half: Math.round(result.heapMb.half), end: Math.round(result.heapMb.end) },
}
if (values.json) console.log(JSON.stringify(summary))
else {
  const table = new Table({ head: ['', 'p50', 'p90', 'p99'] })
  table.push(
    ['quote, ms', ...summary.quoteMs.map(String)],
    ['quote to end, ms', ...summary.totalMs.map(String)],
  )
  console.log(`${table}\n${summary.perSecond} requests a second, ${JSON.stringify(summary.outcomes)}`)
  console.log(`webhooks: ${JSON.stringify(summary.webhooks)}, ${summary.refusedDeliveries} refused at first`)
  console.log(`heap: ${summary.heapMb.half} MB at half, ${summary.heapMb.end} MB at the end`)
}

function readCount(name: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new Error(`--${name} must be a whole number above 0, found ${text}.`)
}

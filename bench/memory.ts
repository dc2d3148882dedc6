/**
 * Keeps the mock service busy with quotes and fills, and prints its memory after the first minute and at the end.
 *
 * Run: `node --import tsx bench/memory.ts [--minutes 5] [--rate 100] [--max-requests 5000] [--quotes-only] [--json]`, with the
 * rate in quotes a second. The chains run in the same process and keep their blocks, which are outside of the JavaScript
 * heap: each fill adds to them, a quote does not.
 */
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startMockService } from '../src/mock/index.js'
import { collectGarbage } from '../test/support/collectGarbage.js'
import { runLoad } from './load/runLoad.js'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    rate: { type: 'string', default: '100' },
    'max-requests': { type: 'string', default: '5000' },
    'quotes-only': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
})
const minuteMs = 60_000
const settleMs = 3_000
const minutes = Number(values.minutes)
const rate = Number(values.rate)
const mock = await startMockService({ maxRequests: Number(values['max-requests']) })
const begun = performance.now()
const elapsed = () => performance.now() - begun
let requests = 0
let firstMinute: Memory | undefined

try {
  await Promise.all([keepQuoting(), values['quotes-only'] ? undefined : keepFilling()])
  const result = { requests, kept: mock.control.requests().length, firstMinute, end: await readMemory() }
  if (values.json) console.log(JSON.stringify(result))
  else {
    console.log(`${requests} requests, of which ${result.kept} are kept`)
    if (firstMinute) console.log(`after the first minute: ${describe(firstMinute)}`)
    console.log(`at the end: ${describe(result.end)}`)
  }
} finally {
  await mock.close()
}

/** Opens so many quotes each second. */
async function keepQuoting(): Promise<void> {
  while (elapsed() < minutes * minuteMs) {
    const next = elapsed() + 1000
    await openQuotes(rate)
    requests += rate
    if (elapsed() >= minuteMs) firstMinute ??= await readMemory()
    await sleep(Math.max(0, next - elapsed()))
  }
}

async function keepFilling(): Promise<void> {
  while (elapsed() < minutes * minuteMs) {
    await runLoad({ mock, requests: 20, concurrency: 4 })
    requests += 20
  }
}

/** Unpaid quotes, some with a deposit address. */
async function openQuotes(count: number): Promise<void> {
  const [origin, destination] = mock.chains
  const user = mock.accounts[0]!.address
  for (let index = 0; index < count; index++) {
    const native = `0x${'00'.repeat(20)}`
    const response = await fetch(`${mock.url}/quote/v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        user,
        originChainId: origin!.id,
        destinationChainId: destination!.id,
        originCurrency: native,
        destinationCurrency: native,
        amount: '10000000000000000',
        tradeType: 'EXACT_INPUT',
        ...(index % 10 === 0 && { useDepositAddress: true, refundTo: user }),
      }),
    })
    if (!response.ok) throw new Error(`The mock answered ${response.status}: ${await response.text()}`)
    await response.body?.cancel()
  }
}

/** Megabytes. */
type Memory = { heapMb: number; rssMb: number }

/** Reads the memory in use. V8 releases what it collects a moment later. */
async function readMemory(): Promise<Memory> {
  collectGarbage()
  await sleep(settleMs)
  collectGarbage()
  const { heapUsed, rss } = process.memoryUsage()
  return { heapMb: Math.round(heapUsed / 1e6), rssMb: Math.round(rss / 1e6) }
}

function describe({ heapMb, rssMb }: Memory): string {
  return `heap ${heapMb} MB, resident ${rssMb} MB`
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findOrder } from '../../service/orders/findOrder.js'
import type { Quote } from '../../service/resources/quote.js'
import type { Demo } from './setup.js'

/** Writes the quote to a file, as a caller keeps it for `verify --order`, and finds its order there. */
export async function showKeptQuote({ report }: Demo, quote: Quote): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fillproof-demo-'))
  const name = `${quote.steps[0]?.requestId}.json`
  try {
    await writeFile(join(folder, name), JSON.stringify(quote))
    const kept: unknown = JSON.parse(await readFile(join(folder, name), 'utf8'))
    const orderId = quote.protocol?.v2?.orderId
    const hasOrder = !!orderId && 'order' in findOrder(orderId, [kept])
    report.expect('the quote, kept for verify --order', hasOrder, name)
  } finally {
    await rm(folder, { recursive: true })
  }
}

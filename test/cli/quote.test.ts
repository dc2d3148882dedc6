import { expect } from 'chai'
import { setUpFolder } from '../support/makeFolder.js'
import { readPublishedQuote } from '../support/vectors.js'
import { callCommand } from './callCommand.js'

const { quote, request } = readPublishedQuote()
const now = String(quote.protocol.v2.orderData.output.deadline - 3600)
const bounds = ['--maximum', '100012440985606146', '--now', now]

describe('fillproof quote', () => {
  const folder = setUpFolder()
  const run = async (value: unknown, ...options: string[]) => {
    const [file, asked] = [await folder.write(value), await folder.write(request)]
    return callCommand(['quote', file, '--request', asked, ...options])
  }

  it('default: prints a row for each check and exits with 0 for a valid quote', async () => {
    const { status, stdout, stderr } = await run(quote, ...bounds)
    expect({ status, stderr }).deep.equal({ status: 0, stderr: '' })
    for (const text of ['orderId', 'refund', 'deposit', 'not known without', 'valid: the quote'])
      expect(stdout).include(text)
  })

  it('behavior: 1 for a failing check, with its place, and for an unknown one', async () => {
    const changed = structuredClone(quote)
    changed.protocol.v2.orderData.output.payments[0].recipient = `0x${'ba'.repeat(20)}`
    const failed = await run(changed, ...bounds)
    expect(failed.status).equal(1)
    expect(failed.stdout).include('protocol.v2.orderId must be')
    const unknown = await run(quote, '--now', now)
    expect(unknown.status).equal(1)
    expect(unknown.stdout).include('not known without --maximum')
  })

  it('behavior: --signed refuses an unsigned quote, and --json prints the report', async () => {
    const { status, stdout } = await run(quote, ...bounds, '--signed', '--json')
    expect(status).equal(1)
    const { valid, checks } = JSON.parse(stdout)
    expect(valid).equal(false)
    expect(checks.filter(({ ok }: { ok: unknown }) => ok === false)).length(1)
  })

  it('behavior: takes the request from a stored call', async () => {
    const { status } = await callCommand(['quote', await folder.write({ quote, request }), ...bounds])
    expect(status).equal(0)
  })

  it('error: exits with 2 for unreadable input', async () => {
    const file = await folder.write(quote)
    for (const args of [
      [file],
      [file, '--request', folder.path('none.json')],
      [file, '--request', file],
      [file, '--request', await folder.write(request), '--now', 'soon'],
      [file, '--request', await folder.write(request), '--minimum', '1.5'],
    ]) {
      expect((await callCommand(['quote', ...args])).status, args.join(' ')).equal(2)
    }
  })
})

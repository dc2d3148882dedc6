import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { createTally } from '../../src/batch/tally.js'
import { createProgress } from '../../src/cli/check/createProgress.js'
import type { Input } from '../../src/cli/input/openInput.js'
import { clearStatusLine, openStatusLine } from '../../src/cli/openStatusLine.js'
import { createWatchProgress } from '../../src/cli/watch/createWatchProgress.js'
import type { WatchSummary } from '../../src/watch/types.js'

const erase = '\r\x1b[K'

function createTerminal(columns = 200, isTTY = true) {
  const written: string[] = []
  return { written, isTTY, columns, write: (text: string) => written.push(text) > 0 }
}

function createInput(size: number | undefined) {
  let read = 0
  const input = { size, bytesRead: () => read } as Input
  return { input, readTo: (bytes: number) => (read = bytes) }
}

describe('the line that shows progress', () => {
  const term = process.env.TERM
  before(() => {
    process.env.TERM = 'xterm'
  })
  after(() => {
    process.env.TERM = term
    if (term === undefined) delete process.env.TERM
  })

  it('default: no progress line without a terminal, or on one that cannot overwrite a line', async () => {
    const file = createTerminal(80, false)
    const dumb = createTerminal()
    expect(openStatusLine(0, file)).to.equal(undefined)
    process.env.TERM = 'dumb'
    expect(openStatusLine(0, dumb)).to.equal(undefined)
    process.env.TERM = 'xterm'
    const progress = createProgress(createInput(1).input, file)
    progress.update(createTally())
    progress.clear()
    expect(file.written).to.deep.equal([])
  })

  it('behavior: is redrawn after an interval, fits on one line, and is cleared', async () => {
    const terminal = createTerminal(10)
    const line = openStatusLine(20, terminal)!
    expect([line.isDue(), line.isDue()]).to.deep.equal([true, false])
    await sleep(25)
    expect(line.isDue()).to.equal(true)
    line.show('0123456789')
    line.clear()
    expect(terminal.written).to.deep.equal([`${erase}012345678`, erase])
  })

  it('behavior: is cut at a word', () => {
    const terminal = createTerminal(16)
    const line = openStatusLine(0, terminal)!
    for (const text of ['12 checked, 3/s left', '12345678 checked more', 'x'.repeat(20)]) line.show(text)
    line.clear()
    expect(terminal.written).to.deep.equal([
      `${erase}12 checked, 3/s`,
      `${erase}12345678`,
      `${erase}${'x'.repeat(15)}`,
      erase,
    ])
  })

  it('behavior: is cleared before a warning or an error, once', () => {
    const terminal = createTerminal()
    openStatusLine(0, terminal)!.show('1 checked')
    clearStatusLine()
    clearStatusLine()
    expect(terminal.written).to.deep.equal([`${erase}1 checked`, erase])
  })

  it('behavior: check shows its share, its pace and the remaining time', async () => {
    const terminal = createTerminal()
    const { input, readTo } = createInput(1_000)
    const progress = createProgress(input, terminal)
    const tally = createTally()
    progress.update(tally)
    expect(terminal.written).to.deep.equal([`${erase}0 %, 0 checked`])
    await sleep(210)
    readTo(250)
    tally.lines = 12_345
    tally.counts.invalid = 1
    tally.counts.malformed = 2
    progress.update(tally)
    const [nothing, shown] = terminal.written.at(-1)!.split(erase)
    expect(nothing).to.equal('')
    expect(shown).to.match(/^25 %, 12,345 checked, 3 not valid, [\d,]+\/s, \d+ s left$/)
  })

  it('behavior: check shows no share for a pipe', () => {
    const terminal = createTerminal()
    createProgress(createInput(undefined).input, terminal).update(createTally())
    expect(terminal.written).to.deep.equal([`${erase}0 checked`])
  })

  it('behavior: watch shows its block, its fills and its findings', async () => {
    const terminal = createTerminal()
    const summary = {
      scannedTo: 7n,
      checked: 3,
      fills: 5,
      findings: { missing: 1, other: 2 },
    } as unknown as WatchSummary
    const progress = createWatchProgress(async () => [summary], terminal)
    await progress.update(9n)
    await progress.update(9n)
    progress.clear()
    expect(terminal.written).to.deep.equal([
      `${erase}block 7 of 9, 3 of 5 fills checked, 3 contradictions`,
      erase,
    ])
  })
})

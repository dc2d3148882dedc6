import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import type { Finding } from '../../src/watch/types.js'
import { callCommand } from '../cli/callCommand.js'
import { freshAddress } from '../mock/helpers.js'
import { type Folder, makeFolder } from '../support/makeFolder.js'
import { type ManyFills, startManyFills } from './manyFills.js'
import { readLines, readReport } from './support.js'

describe('fillproof watch: one database, other options', () => {
  let fills: ManyFills
  let folder: Folder
  let options: string[]
  before(async () => {
    ;[fills, folder] = await Promise.all([startManyFills(), makeFolder()])
    options = [...fills.connect().options]
  })
  after(async () => {
    await fills?.close()
    await folder?.remove()
  })

  /** Each job has a database and a file, both with its name. */
  async function watch(name: string, changes: Record<string, string> = {}, ...more: string[]) {
    const args = [...options]
    for (const [option, value] of Object.entries(changes)) args[args.indexOf(option) + 1] = value
    const { status, stdout, stderr } = await callCommand([
      ...['watch', ...args, '--db', folder.path(`${name}.sqlite`), '--out', folder.path(name), ...more],
    ])
    const report = stdout === '' ? { findings: [], summary: undefined } : readReport(stdout)
    return { status, stderr, ...report }
  }

  const missing = (count: number) => ({ attestationMissing: count })

  it('default: scans earlier blocks and reports each contradiction once', async () => {
    const later = await watch('earlier', { '--from-block': '4' })
    expect(later.summary).to.include({ fills: 12, checked: 12 })
    const all = await watch('earlier', { '--from-block': '0' })
    expect(all.summary).to.deep.include({ fills: fills.total, waiting: 0, findings: missing(12) })
    const requests = [...later.findings, ...all.findings].map(({ requestId }) => requestId)
    expect(requests.sort()).to.deep.equal([...fills.unknown].sort())
    // A later one has nothing more to look at.
    expect(await watch('earlier', { '--from-block': '5' })).to.deep.include({
      status: 1,
      findings: [],
      summary: all.summary,
    })
  })

  it('error: refuses other solvers or another grace; with --rejudge, checks everything again', async () => {
    const stranger = freshAddress()
    const trusted = options[options.indexOf('--solver') + 1]!.toLowerCase()
    await watch('judged')
    for (const [option, value, words] of [
      ['--solver', stranger, `solver ${trusted}, not ${stranger.toLowerCase()}`],
      ['--grace', '1', 'grace 0 s, not 1 s'],
    ] as const) {
      const refused = await watch('judged', { [option]: value })
      expect(refused).to.include({ status: 2, summary: undefined })
      expect(refused.stderr.toLowerCase()).to.include(words).include('add --rejudge')
    }

    const other = await watch('judged', { '--solver': stranger }, '--rejudge')
    const [found] = other.findings
    expect(found).to.include({ kind: 'solverMismatch' })
    expect(other.summary!.findings).to.deep.equal({ ...missing(12), solverMismatch: 12 })
    expect(await watch('judged')).to.include({ status: 2 })

    const back = await watch('judged', {}, '--rejudge')
    expect(back.summary).to.deep.include({ findings: missing(12), withdrawn: { solverMismatch: 12 } })
    expect(back.findings.filter(({ withdrawn }) => withdrawn)).to.have.length(12)
    expect(back.findings.find(({ id }) => id === found!.id)).to.deep.equal({ ...found, withdrawn: true })
    const kept = readLines(await readFile(folder.path('judged'), 'utf8')) as Finding[]
    expect(kept).to.have.length(12 + 12 + 12)
  })

  it('error: a range above the head, or fills that cannot be checked yet, end with 3', async () => {
    expect(await watch('above', { '--from-block': '1000' })).to.include({ status: 3, summary: undefined })
    const above = await watch('above', { '--until-block': '1000' }, '--patience', '2.5')
    expect(above.status).to.equal(3)
    expect(above.stderr).to.include('has no block 1000 yet').include('blocks 1 to 6 were read, of 1 to 1000.')
    const early = await watch('early', { '--grace': '86400' }, '--patience', '2.5')
    expect(early.status).to.equal(3)
    expect(early.stderr)
      .to.include('Fills that can not be judged yet: 12.')
      .include('blocks 1 to 6 were read, of 1 to 6, with 12 fills left to check.')
  })
})

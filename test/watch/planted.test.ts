import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { callCommand } from '../cli/callCommand.js'
import { chainsOf, clientOf } from '../mock/helpers.js'
import { plantContradictions } from './plantContradictions.js'
import { kindsOf, readLines, readReport, setUpLiar } from './support.js'

describe('fillproof watch: planted contradictions', () => {
  const { mock, liar, front, folder } = setUpLiar({ pollingIntervalMs: 20 })

  const watch = (...more: string[]) =>
    callCommand([
      ...['watch', '--profile', 'mock', '--url', front.url, '--rpc-url', chainsOf(mock)[1].rpcUrl],
      ...['--receiver', liar.address, '--from-block', '1', '--until-block', 'latest', '--grace', '0.2'],
      ...['--db', folder.path('watch.sqlite'), '--out', folder.path('found.ndjson'), '--json', ...more],
    ])

  it('default: finds each of them, and nothing else', async () => {
    const { planted, taken, snapshot } = await plantContradictions({ mock, liar, front })
    const client = clientOf(chainsOf(mock)[1])

    const first = await watch()
    expect(first.stderr).to.equal('')
    expect(first.status).to.equal(1)
    const { findings, summary } = readReport(first.stdout)
    expect(kindsOf(findings)).to.deep.equal(planted.sort())
    expect(summary).to.include({ fills: 17, checked: 17, waiting: 0 })

    await client.revert({ id: snapshot })
    await client.mine({ blocks: 5 })
    const second = await watch()
    expect(second.stderr).to.match(/^The chain was reorganized: blocks \d+ to \d+ are read again\.\n$/)
    const { findings: more } = readReport(second.stdout)
    expect(kindsOf(more)).to.deep.equal([`reorganized ${taken}`])

    const third = await watch()
    expect(third.status).to.equal(1)
    expect(readLines(third.stdout)).to.have.length(1)
    expect(await readFile(folder.path('found.ndjson'), 'utf8')).to.equal(
      [...findings, ...more].map((finding) => `${JSON.stringify(finding)}\n`).join(''),
    )
  })
})

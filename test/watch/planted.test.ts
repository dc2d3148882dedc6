import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { chainsOf, clientOf } from '../mock/helpers.js'
import { callWatch } from './callWatch.js'
import { plantContradictions } from './plantContradictions.js'
import { kindsOf, setUpLiar } from './support.js'

describe('fillproof watch: planted contradictions', () => {
  const { mock, liar, front, folder } = setUpLiar({ pollingIntervalMs: 20 })

  const watch = () =>
    callWatch({
      ...{ url: front.url, rpcUrl: chainsOf(mock)[1].rpcUrl, receiver: liar.address },
      ...{ db: folder.path('watch.sqlite'), args: ['--grace', '0.2', '--out', folder.path('found.ndjson')] },
    })

  it('default: finds each of them, and nothing else', async () => {
    const { planted, taken, snapshot } = await plantContradictions({ mock, liar, front })
    const client = clientOf(chainsOf(mock)[1])

    const first = await watch()
    expect(first.stderr).to.equal('')
    expect(first.status).to.equal(1)
    const { findings, summary } = first
    expect(kindsOf(findings)).to.deep.equal(planted.sort())
    expect(summary).to.include({ fills: 17, checked: 17, waiting: 0 })

    await client.revert({ id: snapshot })
    await client.mine({ blocks: 5 })
    const second = await watch()
    expect(second.stderr).to.match(/^The chain was reorganized: blocks \d+ to \d+ are read again\.\n$/)
    const { findings: more } = second
    expect(kindsOf(more)).to.deep.equal([`reorganized ${taken}`])

    const third = await watch()
    expect(third.status).to.equal(1)
    expect(third.findings).to.deep.equal([])
    expect(await readFile(folder.path('found.ndjson'), 'utf8')).to.equal(
      [...findings, ...more].map((finding) => `${JSON.stringify(finding)}\n`).join(''),
    )
  })
})

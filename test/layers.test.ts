import { expect } from 'chai'
import { findUpwardImports } from '../scripts/layers/findUpwardImports.js'

describe('findUpwardImports', () => {
  it('default: allows imports from lower folders, the same folder and packages', () => {
    const text = [
      "import { keccak256 } from 'viem'",
      "import type { Step } from '../../service/resources/step.js'",
      "import type { IncomingMessage } from 'node:http'",
      "export { a } from './a.js'",
      "const { b } = await import('../../base/b.js')",
    ].join('\n')
    expect(findUpwardImports([['client/steps/plan.ts', text]])).to.deep.equal([])
    expect(findUpwardImports([['index.ts', "export * from './protocol/a.js'"]])).to.deep.equal([])
    expect(
      findUpwardImports([['batch/pool.ts', "import { Worker } from 'node:worker_threads'"]]),
    ).to.deep.equal([])
    const start = "const { createHttpServer } = await import('./http/createHttpServer.js')"
    expect(findUpwardImports([['mock/startMockService.ts', start]])).to.deep.equal([])
  })

  for (const [name, path, line] of [
    ['a higher folder', 'protocol/order/a.ts', "import { b } from '../../service/b.js'"],
    ['a neighbor', 'client/a.ts', "import type { B } from '../batch/b.js'"],
    ['the whole', 'base/a.ts', "import { b } from '../index.js'"],
    ['a lazy import', 'service/a.ts', "const load = () => import('../cli/b.js')"],
    ['what a browser lacks', 'report/a.ts', "import { b } from '../webhooks/b.js'"],
    ["the mock's HTTP layer", 'mock/quote/a.ts', "import type { B } from '../http/b.js'"],
    ["the mock's entry", 'mock/http/a.ts', "export { b } from '../index.js'"],
    ['Node', 'contract/a.ts', "import { readFileSync } from 'node:fs'"],
  ] as const) {
    it(`error: ${name}`, () => {
      expect(findUpwardImports([[path, line]])).to.have.length(1)
    })
  }

  it('behavior: each line names the file, its import and the allowed importers', () => {
    expect(findUpwardImports([['mock/ledger.ts', "import { b } from './http/b.js'"]])).to.deep.equal([
      "mock/ledger.ts: src/mock can't import ./http/b.js, which is of src/mock/http. " +
        'May import it: mock/startMockService, mock/index, index, cli, hardhat',
    ])
  })

  it('error: a folder without a layer', () => {
    expect(() => findUpwardImports([['new/a.ts', "import { b } from '../base/b.js'"]])).to.throw('src/new')
  })
})

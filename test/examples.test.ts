import { expect } from 'chai'
import * as viem from 'viem'
import * as accounts from 'viem/accounts'
import * as batch from '../src/batch/index.js'
import * as client from '../src/client/index.js'
import * as contract from '../src/contract/index.js'
import * as deploy from '../src/deploy/index.js'
import * as fillproof from '../src/index.js'
import * as watch from '../src/watch/index.js'
import * as webhooks from '../src/webhooks/index.js'
import { readExamples, runExample } from './support/examples.js'

const modules = {
  fillproof,
  'fillproof/batch': batch,
  'fillproof/client': client,
  'fillproof/contract': contract,
  'fillproof/deploy': deploy,
  'fillproof/watch': watch,
  'fillproof/webhooks': webhooks,
  viem,
  'viem/accounts': accounts,
}
const examples = readExamples()

describe('docstring examples', () => {
  it('behavior: every exported function has one', () => {
    const documented = examples.map(({ subject }) => subject)
    const functions = Object.entries({
      ...fillproof,
      ...batch,
      ...client,
      ...contract,
      ...watch,
      ...webhooks,
    })
      .filter(([, value]) => typeof value === 'function' && !(value.prototype instanceof Error))
      .map(([name]) => name)
    expect(documented).include.members(functions)
  })

  for (const { file, subject, code } of examples) {
    it(`${file}: ${subject}`, async () => {
      const results = await runExample(code, modules)
      expect(results).not.length(0)
      for (const { actual, claimed } of results) expect(actual).deep.equal(claimed)
    })
  }
})

import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { count } from './support/deep.js'

const root = join(import.meta.dirname, '..')

// `npm test` runs on two chains what depends on the id: see `test/receivers/chainIds.test.ts`.
for (const chainId of [2 ** 40 + 5].slice(0, count({ normal: 0, deep: 1 }))) {
  describe(`the suites of contracts on a chain of id ${chainId}`, () => {
    it('pass', function () {
      this.timeout(1_800_000)
      const files = globSync('test/receivers/*.test.ts', { cwd: root }).sort()
      const { status, stdout, stderr } = spawnSync(
        join(root, 'node_modules/.bin/hardhat'),
        ['test', 'mocha', '--no-compile', ...files],
        {
          cwd: root,
          encoding: 'utf8',
          env: { ...process.env, FILLPROOF_TEST_CHAIN_ID: String(chainId) },
          maxBuffer: 2 ** 28,
        },
      )
      expect(status, stdout.slice(-20_000) + stderr).to.equal(0)
    })
  })
}

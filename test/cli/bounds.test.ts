import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { readDeployRecord } from '../../src/deploy/record.js'
import { thrown } from '../support/errors.js'
import { setUpFolder } from '../support/makeFolder.js'
import { callCommand } from './callCommand.js'

const receiver = `0x${'12'.repeat(20)}`
const chain = ['--rpc-url', 'http://127.0.0.1:9', '--receiver', receiver]

describe('endless input files', () => {
  const folder = setUpFolder()
  before(async () => {
    writeFileSync(folder.path('large.json'), Buffer.alloc(2 ** 24 + 1, ' '))
  })

  for (const [name, args] of [
    ['a configuration', ['deploy', '--rpc-url', 'http://127.0.0.1:9', '--unlocked', receiver, '--config']],
    ['a call', ['authorize', ...chain]],
    ['a profile', ['check', '-', '--profile']],
  ] as const) {
    it(`error: ${name} of more than 16 MiB`, async () => {
      const paths = [folder.path('large.json'), ...(process.platform === 'linux' ? ['/dev/zero'] : [])]
      for (const path of paths) {
        const { status, stdout, stderr } = await callCommand([...args, path])
        expect({ status, stdout }, stderr).to.deep.equal({ status: 2, stdout: '' })
        expect(stderr).to.equal(`error: The file "${path}" has more than 16 MiB.\n`)
      }
    })
  }

  it('error: a record of more than 16 MiB', async () => {
    const error = await thrown(() => readDeployRecord(folder.path('large.json')))
    expect(error.message).to.include('has more than 16 MiB')
  })
})

import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import { UsageError } from '../../src/cli/errors.js'
import { exitStatusOf } from '../../src/cli/exitStatus.js'
import { explainSystemError } from '../../src/cli/explainSystemError.js'
import { setUpFolder } from '../support/makeFolder.js'
import { startCli } from './helpers.js'

const codes = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EROFS', 'EACCES', 'EPERM', 'EMFILE', 'ENFILE', 'EIO']

describe('ordinary faults of the system', function () {
  this.timeout(30_000)
  const folder = setUpFolder({ isForEach: true })

  for (const code of [...codes, 'EADDRINUSE', 'EPIPE']) {
    it(`error: ${code} is one line with the remedy, and status 2`, () => {
      const path = '/data/\u001b[2Jx'
      const fault = explainSystemError(Object.assign(new Error(`${code}: write`), { code, path }))
      expect(fault).instanceOf(UsageError)
      const { shortMessage, metaMessages } = fault as UsageError
      expect(shortMessage).to.include(`(${code}).`).and.include('/data/').and.not.include('\u001b')
      expect(metaMessages).to.have.length(1)
      expect(exitStatusOf(fault)).to.equal(2)
    })
  }

  it('error: as the cause of another error, it completes that message', () => {
    const cause = Object.assign(new Error('ENOENT: open'), { code: 'ENOENT', path: '/tmp/a' })
    const error = new UsageError('--a must be a file.', { cause, metaMessages: ['(Did you mean b?)'] })
    const { shortMessage, metaMessages, details } = explainSystemError(error, ['Add --resume.']) as UsageError
    expect({ shortMessage, metaMessages, details }).to.deep.equal({
      shortMessage: '--a must be a file: there is no such file or folder (ENOENT).',
      metaMessages: ['(Did you mean b?)', 'Check the path.', 'Add --resume.'],
      details: undefined,
    })
    expect(explainSystemError(cause)).to.equal(cause)
  })

  it('behavior: other errors stay unchanged', () => {
    for (const error of [new TypeError('x'), new UsageError('No.'), 'x', undefined]) {
      expect(explainSystemError(error)).to.equal(error)
    }
  })

  it('behavior: a second signal ends a command with a blocking read', async () => {
    const path = folder.path('fifo')
    await once(execFile('mkfifo', [path]), 'close')
    // It ends cleanly with the first signal, if it can.
    const running = startCli(['check', path, '--expect', `destinationUser=@${path}`])
    await sleep(2_000)
    const ended = running.ended.then(() => true)
    // On a busy machine two signals may come before the command sees the first.
    let hasEnded = false
    for (let sent = 0; sent < 5 && !hasEnded; sent++) {
      running.child.kill('SIGTERM')
      hasEnded = await Promise.race([ended, sleep(4_000).then(() => false)])
    }
    const { signalCode, exitCode } = running.child
    running.child.kill('SIGKILL')
    expect(signalCode ?? exitCode).to.be.oneOf(['SIGTERM', 130])
  })
})

import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { colors, fitColors } from '../../src/cli/colors.js'
import { callCommand } from './callCommand.js'
import { root } from './helpers.js'

const escapeCode = '\u001b['

describe('fitColors', () => {
  const red = colors.red('red')
  const terminal = { isTTY: true }

  it('default: a terminal gets colors, and a pipe or a file gets none', () => {
    expect(red).to.include(escapeCode)
    expect(fitColors(red, terminal, {})).to.equal(red)
    expect(fitColors(red, { isTTY: false }, {})).to.equal('red')
    expect(fitColors(red, {}, {})).to.equal('red')
    expect(fitColors(red, {}, { CI: 'true' })).to.equal('red')
    expect(fitColors(red, terminal, { TERM: 'dumb' })).to.equal('red')
  })

  it('behavior: NO_COLOR with any value removes them and wins over FORCE_COLOR', () => {
    for (const NO_COLOR of ['1', '0', 'false', 'no']) {
      expect(fitColors(red, terminal, { NO_COLOR })).to.equal('red')
      expect(fitColors(red, terminal, { NO_COLOR, FORCE_COLOR: '1' })).to.equal('red')
    }
    expect(fitColors(red, terminal, { NO_COLOR: '' })).to.equal(red)
  })

  it('behavior: FORCE_COLOR adds them to a pipe; 0 and false remove them', () => {
    for (const FORCE_COLOR of ['1', 'true', '3']) expect(fitColors(red, {}, { FORCE_COLOR })).to.equal(red)
    for (const FORCE_COLOR of ['0', 'false'])
      expect(fitColors(red, terminal, { FORCE_COLOR })).to.equal('red')
    expect(fitColors(red, {}, { FORCE_COLOR: '' })).to.equal('red')
  })
})

describe('colors of fillproof', () => {
  const args = ['check', 'test/vectors/records.ndjson', '--threads', '0']

  it('behavior: a pipe gets none without FORCE_COLOR', async () => {
    const plain = await callCommand(args, { NO_COLOR: '' })
    const forced = await callCommand(args, { NO_COLOR: '', FORCE_COLOR: '1' })
    const refused = await callCommand(args, { FORCE_COLOR: '1' })
    expect(plain.stdout).to.include('not all valid').and.not.include(escapeCode)
    expect(forced.stdout).to.include(`${colors.red('not all valid')}`)
    expect(refused.stdout).to.include('not all valid').and.not.include(escapeCode)
  })

  it('behavior: a terminal gets them, and none with NO_COLOR', async function () {
    if (!spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout?.includes('util-linux')) {
      console.warn('SKIPPED: there is no script of util-linux here, so colors are not tried on a terminal.')
      this.skip()
    }
    const command = `'${process.execPath}' --import tsx src/cli/index.ts ${args.join(' ')}`
    const show = async (env: NodeJS.ProcessEnv) => {
      const child = promisify(execFile)('script', ['-qe', '-c', `${command} || true`, '/dev/null'], {
        cwd: root,
        env: { ...process.env, NO_COLOR: undefined, FORCE_COLOR: undefined, TERM: 'xterm', ...env },
      })
      child.child.stdin?.end()
      return (await child).stdout
    }
    const [shown, plain] = await Promise.all([show({}), show({ NO_COLOR: '0' })])
    expect(shown).to.include(colors.red('not all valid'))
    // Progress clears its line there, which is no color.
    expect(plain.replaceAll(`${escapeCode}K`, ''))
      .to.include('not all valid')
      .and.not.include(escapeCode)
  })
})

import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { callCommand } from './callCommand.js'
import { runCli, startCli } from './helpers.js'

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const id = `0x${'12'.repeat(32)}`

describe('fillproof', () => {
  it('default: --help lists the commands and the exit statuses', async () => {
    const { status, stdout, stderr } = await runCli(['--help'])
    expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
    for (const text of [
      'verify',
      'check',
      'mock',
      'deploy',
      'demo',
      'Exit status',
      'Examples',
      '--profile',
      '--json',
    ]) {
      expect(stdout).to.include(text)
    }
  })

  it('behavior: each command has its own help, with the options of all', async () => {
    for (const [command, ...texts] of [
      [
        'verify',
        '--url',
        '--solver',
        '--layout',
        '--order',
        '--rpc-url',
        '--receiver',
        '--payer',
        '--recipient-proof',
        '--from-block',
        'FILLPROOF_API_KEY',
        'inspectFill',
        'Examples',
      ],
      ['check', '--solver', '--expect', '--threads', '--invalid', 'Examples'],
      ['mock', '--port', 'SIGTERM', 'Examples'],
      [
        'deploy',
        '--rpc-url',
        '--config',
        '--dry-run',
        '--record',
        '--check',
        'FILLPROOF_PRIVATE_KEY',
        'Examples',
      ],
      ['demo', 'Examples'],
    ] as const) {
      const { status, stdout } = await callCommand([command, '--help'])
      expect(status).to.equal(0)
      for (const text of [...texts, '--profile', '--json', '--version', '--help']) {
        expect(stdout, command).to.include(text)
      }
    }
  })

  it('behavior: --version is the package’s', async () => {
    const shown = { status: 0, stdout: `${version}\n`, stderr: '' }
    expect(await callCommand(['--version'])).to.deep.equal(shown)
    expect(await callCommand(['verify', id, '--version'])).to.deep.equal(shown)
  })

  it('error: no command prints the usage to stderr', async () => {
    const { status, stdout, stderr } = await runCli([])
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
    expect(stderr).to.include('Usage: fillproof')
  })

  it('error: a typo suggests the nearest command or option', async () => {
    for (const [args, suggestion] of [
      [['verfy', id], 'Did you mean verify?'],
      [['verify', id, '--slover', '0x'], 'Did you mean --solver?'],
      [['chekc', 'file'], 'Did you mean check?'],
      [['check', 'file', '--invald'], 'Did you mean --invalid?'],
      [['mock', '--jsn'], 'Did you mean --json?'],
    ] as const) {
      const { status, stdout, stderr } = await callCommand(args)
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include(suggestion)
    }
  })

  it('error: missing and superfluous arguments', async () => {
    for (const args of [
      ['verify'],
      ['verify', id, id],
      ['check'],
      ['check', 'a', 'b'],
      ['mock', 'now'],
      ['demo', 'now'],
    ]) {
      const { status, stdout, stderr } = await callCommand(args)
      expect({ status, stdout }, args.join(' ')).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.match(/^error: /)
    }
  })

  it('error: a stack is printed only with FILLPROOF_DEBUG', async () => {
    const plain = await callCommand(['verify', '0x12'])
    const debug = await callCommand(['verify', '0x12'], { FILLPROOF_DEBUG: '1' })
    expect(plain).to.include({ status: 2, stdout: '' })
    expect(plain.stderr).not.to.match(/^\s+at /m)
    expect(debug).to.include({ status: 2, stdout: '' })
    expect(debug.stderr).to.match(/^\s+at /m)
  })

  it('error: even a much too old Node prints the message', async () => {
    const old =
      "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.0.0' } })"
    const program = ['--import', `data:text/javascript,${encodeURIComponent(old)}`, 'src/cli/index.ts']
    const { status, stdout, stderr } = await startCli(['--version'], {}, 'ignore', program).ended
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
    expect(stderr).to.include('fillproof needs Node 20.19 or newer, found 18.0.0.')
  })

  it('error: mock, deploy, demo and watch on a too old Node print the remedy', async () => {
    const node = '20.19.0'
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${node}' } })`
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(old)}` }
    const { versions } = process
    const outcomes = [await runCli(['mock', '--json'], env)]
    Object.defineProperty(process, 'versions', { value: { ...versions, node } })
    try {
      for (const command of ['mock', 'deploy', 'demo', 'watch'])
        outcomes.push(await callCommand([command, '--json']))
    } finally {
      Object.defineProperty(process, 'versions', { value: versions })
    }
    for (const { status, stdout, stderr } of outcomes) {
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include('needs Node 22.13 or newer, found 20.19.0').and.include('https://nodejs.org')
    }
  })
})

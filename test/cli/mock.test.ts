import { createServer } from 'node:net'
import { expect } from 'chai'
import { runCli, startCli } from './helpers.js'

const hex = (bytes: number) => new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`)
const local = /^http:\/\/127\.0\.0\.1:\d+$/

describe('fillproof mock', () => {
  it('default: --json prints one line, serves, and ends with 0 on SIGTERM', async () => {
    const { child, ended, firstLine } = startCli(['mock', '--json'])
    const shown = JSON.parse(await firstLine)
    expect(Object.keys(shown)).to.deep.equal(['url', 'profile', 'solver', 'chains', 'accounts'])
    expect(shown).to.include({ profile: 'mock' })
    expect(shown.url).to.match(local)
    expect(shown.solver).to.match(hex(20))
    expect(shown.chains.map(({ id, name }: { id: number; name: string }) => [id, name])).to.deep.equal([
      [31101, 'mockorigin'],
      [31102, 'mockdestination'],
    ])
    for (const chain of shown.chains) {
      expect(chain).to.have.all.keys('id', 'name', 'rpcUrl', 'depository', 'router', 'receiver', 'tokens')
      expect(chain.rpcUrl).to.match(local)
      for (const name of ['depository', 'router', 'receiver']) expect(chain[name]).to.match(hex(20))
      expect(chain.tokens).to.have.length(1)
      expect(chain.tokens[0]).to.include({ symbol: 'USDC', decimals: 6 })
    }
    expect(shown.accounts).to.have.length(5)
    for (const { address, privateKey } of shown.accounts) {
      expect(address).to.match(hex(20))
      expect(privateKey).to.match(hex(32))
    }
    const urls = [`${shown.url}/chains`, ...shown.chains.map(({ rpcUrl }: { rpcUrl: string }) => rpcUrl)]
    expect((await fetch(urls[0]!)).status).to.equal(200)

    child.kill('SIGTERM')
    const { status, stdout, stderr } = await ended
    expect({ status, lines: stdout.split('\n').length, stderr }).to.deep.equal({
      status: 0,
      lines: 2,
      stderr: '',
    })
    for (const url of urls) {
      const isServed = await fetch(url).then(
        () => true,
        () => false,
      )
      expect(isServed, url).to.equal(false)
    }
  })

  it('behavior: a summary for people, --port, and SIGINT', async () => {
    const port = await findFreePort()
    const { child, ended } = startCli(['mock', '--profile', 'mock', '--port', String(port)])
    await new Promise<void>((resolve) => {
      child.stderr!.on('data', (chunk) => String(chunk).includes('Ctrl-C') && resolve())
    })
    expect((await fetch(`http://127.0.0.1:${port}/chains`)).status).to.equal(200)
    child.kill('SIGINT')
    const { status, stdout } = await ended
    expect(status).to.equal(0)
    for (const text of [`http://127.0.0.1:${port}`, 'mockorigin', 'receiver', 'private key']) {
      expect(stdout).to.include(text)
    }
  })

  it('behavior: a signal during the start ends with 0 as well', async () => {
    const { child, ended } = startCli(['mock'])
    await new Promise<void>((resolve) => {
      child.stderr!.on('data', (chunk) => String(chunk).includes('Starting') && resolve())
    })
    child.kill('SIGTERM')
    expect((await ended).status).to.equal(0)
  })

  it('error: a port that is none or taken, and another profile', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = taken.address() as { port: number }
      const cases = [
        [['--port', '70000'], '--port must be'],
        [['--port', '80x'], '--port must be'],
        [['--port', String(port)], `The port ${port} can't be used`],
        [['--profile', 'relay'], 'leave --profile out'],
      ] as const
      const outcomes = await Promise.all(cases.map(([args]) => runCli(['mock', '--json', ...args])))
      for (const [index, { status, stdout, stderr }] of outcomes.entries()) {
        expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
        expect(stderr).to.include(cases[index]![1])
      }
    } finally {
      taken.close()
    }
  })
})

async function findFreePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

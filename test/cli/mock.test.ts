import { createServer } from 'node:net'
import { expect } from 'chai'
import { createDeployer } from '../../src/mock/accounts.js'
import { planContracts } from '../../src/mock/chains/contracts.js'
import { getQuote, pay, waitFor } from '../mock/helpers.js'
import { callCommand } from './callCommand.js'
import { findFreePort, findMock, type RunningCli, startCli } from './helpers.js'

const hex = (bytes: number) => new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`)
const local = /^http:\/\/127\.0\.0\.1:\d+$/

describe('fillproof mock', () => {
  let port: number
  let machines: RunningCli
  let people: RunningCli
  let interrupted: RunningCli
  // At the same time, as each takes a while to start.
  before(async () => {
    port = await findFreePort(2)
    interrupted = startCli(['mock'])
    interrupted.told('Starting').then(() => interrupted.child.kill('SIGTERM'))
    machines = startCli(['mock', '--json'])
    people = startCli([
      ...['mock', '--profile', 'mock', '--port', String(port), '--seed', 'cli'],
      ...['--id-form', 'public', '--router', 'v2.1'],
    ])
  })
  after(() => {
    for (const running of [machines, people, interrupted]) running?.child.kill('SIGKILL')
  })

  it('default: --json prints one line, serves, and ends with 0 on SIGTERM', async () => {
    const { child, ended, firstLine } = machines
    const shown = JSON.parse(await firstLine)
    expect(Object.keys(shown)).to.deep.equal([
      'url',
      'wsUrl',
      'controlUrl',
      'venueInfoUrl',
      'venueExchangeUrl',
      'profile',
      'apiKey',
      'solver',
      'chains',
      'accounts',
    ])
    expect(shown.url).to.match(local)
    expect(shown).to.include({
      profile: 'mock',
      wsUrl: shown.url.replace('http', 'ws'),
      controlUrl: `${shown.url}/_control`,
      venueInfoUrl: `${shown.url}/venue/info`,
      venueExchangeUrl: `${shown.url}/venue/exchange`,
    })
    expect(shown.solver).to.match(hex(20))
    expect(shown.chains.map(({ id, name }: { id: number; name: string }) => [id, name])).to.deep.equal([
      [31101, 'mockorigin'],
      [31102, 'mockdestination'],
    ])
    for (const chain of shown.chains) {
      expect(chain).to.include.all.keys('id', 'name', 'rpcUrl', 'depository', 'receiver', 'guard', 'tokens')
      expect(chain.rpcUrl).to.match(local)
      for (const name of ['depository', 'router', 'receiver', 'guard']) expect(chain[name]).to.match(hex(20))
      expect(
        chain.tokens.map(({ symbol, decimals }: { symbol: string; decimals: number }) => [symbol, decimals]),
      ).to.deep.equal([
        ['USDC', 6],
        ['WBTC', 8],
        ['DAI', 18],
      ])
    }
    expect(shown.accounts).to.have.length(5)
    for (const { address, privateKey } of shown.accounts) {
      expect(address).to.match(hex(20))
      expect(privateKey).to.match(hex(32))
    }
    const urls = [`${shown.url}/chains`, ...shown.chains.map(({ rpcUrl }: { rpcUrl: string }) => rpcUrl)]
    expect((await fetch(urls[0]!)).status).to.equal(200)
    const headers = { 'x-api-key': shown.apiKey }
    expect((await fetch(`${shown.url}/requests/v3`, { headers })).status).to.equal(200)
    expect((await fetch(shown.controlUrl)).status).to.equal(200)

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

  it('behavior: a summary in text, --port, --id-form public, and SIGINT', async () => {
    const { child, ended, told } = people
    await told('Ctrl-C')
    const url = `http://127.0.0.1:${port}`
    expect((await fetch(`${url}/chains`)).status).to.equal(200)
    const response = await fetch(`${url}/quote/v2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        user: `0x${'12'.repeat(20)}`,
        originChainId: 31101,
        destinationChainId: 31102,
        originCurrency: '0x0000000000000000000000000000000000000000',
        destinationCurrency: '0x0000000000000000000000000000000000000000',
        amount: '1000000000000000000',
        tradeType: 'EXACT_INPUT',
      }),
    })
    const { steps, protocol } = await response.json()
    expect(steps[0].requestId).to.match(hex(32)).and.not.to.equal(protocol.v2.orderId)
    const { chains } = await (await fetch(`${url}/chains`)).json()
    expect(chains.slice(0, 2).map(({ httpRpcUrl }: { httpRpcUrl: string }) => httpRpcUrl)).to.deep.equal([
      `http://127.0.0.1:${port + 1}`,
      `http://127.0.0.1:${port + 2}`,
    ])
    child.kill('SIGINT')
    const { status, stdout } = await ended
    expect(status).to.equal(0)
    // The seed's key, the same in every run.
    const apiKey = '91496612-906f-1a7e-cdc1-06b7a1a94024'
    for (const text of [
      url,
      `${url}/_control`,
      `ws://127.0.0.1:${port}`,
      apiKey,
      'mockorigin',
      'receiver',
      'private key',
      planContracts(createDeployer('mockorigin').account.address).plainRouter,
    ]) {
      expect(stdout).to.include(text)
    }
  })

  it('behavior: a line for each request, deposit, fill, refund and failure, and none with --quiet', async () => {
    const url = `http://127.0.0.1:${await findFreePort(2)}`
    const start = async (...args: string[]) => {
      const running = startCli(['mock', '--port', url.split(':')[2]!, ...args])
      await running.told('Ctrl-C')
      const service = await findMock(url)
      const payOne = async (status: string) => {
        const quote = await getQuote(service)
        const id = quote.steps[0]!.requestId
        const deposit = await pay(service, quote)
        return [id, deposit, await waitFor(service, id, status)] as const
      }
      const stop = async () => {
        running.child.kill('SIGINT')
        return (await running.ended).stdout
      }
      return { payOne, stop }
    }
    const loud = await start()
    const [filled, deposit, { txHashes }] = await loud.payOne('success')
    await fetch(`${url}/_control/faults/shortFill`, { method: 'PUT' })
    const [refunded, , failed] = await loud.payOne('refund')
    const lines = (await loud.stop()).split('\n')
    const from = lines.indexOf(`  ${filled}`) - 1
    expect(lines.slice(from, from + 12)).to.deep.equal([
      ...['request 1 ETH on mockorigin for 0.99999 ETH on mockdestination', `  ${filled}`],
      ...['deposit 1 ETH on mockorigin', `  ${filled}`, `  ${deposit}`],
      ...['fill 0.99999 ETH on mockdestination', `  ${filled}`, `  ${txHashes![0]}`],
      ...['request 1 ETH on mockorigin for 0.99999 ETH on mockdestination', `  ${refunded}`],
      ...['deposit 1 ETH on mockorigin', `  ${refunded}`],
    ])
    expect(lines.slice(from + 13, from + 19)).to.deep.equal([
      ...['failure', `  ${refunded}`, `  ${failed.txHashes![0]}`, `  ${failed.failReason}`],
      ...['refund 1 ETH on mockorigin', `  ${refunded}`],
    ])
    expect(lines[from + 19]).to.match(/^ {2}0x[0-9a-f]{64}$/)

    const quiet = await start('--quiet')
    const [id] = await quiet.payOne('success')
    expect(await quiet.stop()).not.to.include(id)
  })

  it('behavior: a signal during the start ends with 0 as well', async () => {
    expect((await interrupted.ended).status).to.equal(0)
  })

  it('error: an invalid or used port, and another profile', async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    try {
      const { port } = taken.address() as { port: number }
      const cases = [
        [['--port', '70000'], '--port must be'],
        [['--port', '80x'], '--port must be'],
        [['--port', String(port)], `The port ${port} can't be used`],
        [['--rpc-ports', `0,${port}`], `The port ${port} of a chain can't be used`],
        [['--port', String(port - 1)], `The port ${port} of a chain can't be used`],
        [['--rpc-ports', '0,x'], '--rpc-ports must be'],
        [['--rpc-ports', '0'], 'rpcPorts must be 2 ports'],
        [['--status-delay', '1s'], '--status-delay must be'],
        [['--status-delay', '61'], '--status-delay must be'],
        [['--id-form', 'other'], '--id-form must be'],
        [['--router', 'v2'], '--router must be'],
        [['--profile', 'relay'], 'leave --profile out'],
      ] as const
      for (const [args, problem] of cases) {
        const { status, stdout, stderr } = await callCommand(['mock', '--json', ...args])
        expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
        expect(stderr).to.include(problem)
      }
    } finally {
      taken.close()
    }
  })
})

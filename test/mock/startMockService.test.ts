import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { expect } from 'chai'
import { erc20Abi, zeroAddress } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { loadHardhat } from '../../src/mock/chains/loadHardhat.js'
import { MockOptionError, MockRuntimeError, startMockService } from '../../src/mock/index.js'
import { findFreePort } from '../cli/helpers.js'
import { thrown } from '../support/errors.js'
import {
  balanceOf,
  chainsOf,
  clientOf,
  freshAddress,
  getQuote,
  pay,
  request,
  setUpMocks,
  tokenOf,
  waitFor,
} from './helpers.js'

const entry = new URL('../../src/mock/index.ts', import.meta.url).href

describe('startMockService', () => {
  const start = setUpMocks()

  it('default', async () => {
    const mock = await start()
    const { control, close, ...shown } = mock
    expect(JSON.parse(JSON.stringify(shown))).to.deep.equal(shown)
    expect(Object.keys(shown)).to.have.members([
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
    expect(mock.url).to.match(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(mock.chains.map(({ id, name }) => ({ id, name }))).to.deep.equal([
      { id: 31101, name: 'mockorigin' },
      { id: 31102, name: 'mockdestination' },
    ])
    expect(control.solverAccount.address).to.equal(mock.solver)
    expect(mock.accounts).to.have.length(5)
    const addresses = mock.chains.flatMap((chain) => [
      chain.depository,
      chain.router,
      chain.receiver,
      ...chain.tokens.map(({ address }) => address),
    ])
    expect(new Set(addresses).size).to.equal(12)
    for (const chain of mock.chains) {
      const client = clientOf(chain)
      expect(await client.getChainId()).to.equal(chain.id)
      expect(chain.tokens.map(({ symbol, decimals }) => [symbol, decimals])).to.deep.equal([
        ['USDC', 6],
        ['WBTC', 8],
        ['DAI', 18],
      ])
      expect(
        await client.readContract({ abi: erc20Abi, address: tokenOf(chain), functionName: 'decimals' }),
      ).to.equal(6)
      for (const { address, privateKey } of mock.accounts) {
        expect(privateKeyToAddress(privateKey)).to.equal(address)
        expect((await balanceOf(chain, zeroAddress, address)) > 0n).to.equal(true)
        expect((await balanceOf(chain, tokenOf(chain), address)) > 0n).to.equal(true)
      }
    }
  })

  it('behavior: options', async () => {
    const mock = await start({
      chains: [
        { id: 5, name: 'five' },
        { id: 6, name: 'six' },
      ],
      accounts: 2,
      orderLifetime: 60,
      pricing: { executionFee: '0', gasFee: '0', slippageBps: 0n },
    })
    expect(mock.accounts).to.have.length(2)
    const { details, protocol } = await getQuote(mock)
    expect(details.currencyOut).to.include({ amount: details.currencyIn.amount })
    expect(details.currencyOut.minimumAmount).to.equal(details.currencyIn.amount)
    expect(protocol.v2.orderData.output.chainId).to.equal('six')
    expect(protocol.v2.orderData.output.deadline).to.be.closeTo(Date.now() / 1000 + 60, 10)
  })

  it('behavior: a restart keeps the URLs, key, accounts and contracts', async () => {
    const port = await findFreePort(2)
    const options = { port, seed: 'restart' }
    const first = await start(options)
    const { control: _, close: __, ...shown } = first
    expect(shown.url).to.equal(`http://127.0.0.1:${port}`)
    expect(shown.chains.map(({ rpcUrl }) => rpcUrl)).to.deep.equal([
      `http://127.0.0.1:${port + 1}`,
      `http://127.0.0.1:${port + 2}`,
    ])
    const { solver } = first
    await first.close()
    const { control: ___, close: ____, ...again } = await start(options)
    expect(again).to.deep.equal({ ...shown, solver })
  })

  it("behavior: rpcPorts sets the ports of the mock's chains", async () => {
    const port = await findFreePort()
    const [first, second] = (await start({ rpcPorts: [0, port] })).chains
    expect(second!.rpcUrl).to.equal(`http://127.0.0.1:${port}`)
    expect(first!.rpcUrl).not.to.equal('http://127.0.0.1:0')
    const chains = [
      { id: second!.id, name: second!.name, rpcUrl: second!.rpcUrl },
      { id: 5, name: 'five' },
      { id: 6, name: 'six', provider: clientOf(first!) },
    ]
    const error = await startMockService({ chains, rpcPorts: [0, 0, 0] }).catch((caught: unknown) => caught)
    expect(error).to.include({ option: 'rpcPorts' })
  })

  it("error: names a chain's used port and leaves nothing running", async () => {
    const taken = createServer()
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
    const { port } = taken.address() as { port: number }
    try {
      const free = await findFreePort()
      for (const wanted of [port, free]) {
        const rpcPorts = [free, wanted]
        const error = await startMockService({ rpcPorts }).catch((caught: unknown) => caught)
        expect(error).to.include({ code: 'EADDRINUSE', port: wanted })
      }
      expect(await fetch(`http://127.0.0.1:${free}`).catch(() => 'closed')).to.equal('closed')
    } finally {
      taken.close()
    }
  })

  it('behavior: two instances are independent', async () => {
    const [first, second] = await Promise.all([start(), start()])
    const recipient = freshAddress()
    const quote = await getQuote(first, { recipient })
    await pay(first, quote)
    await waitFor(first, quote.protocol.v2.orderId, 'success')
    expect(
      (await request(second, `/intents/status/v3?requestId=${quote.protocol.v2.orderId}`)).status,
    ).to.equal(400)
    expect(await balanceOf(chainsOf(second)[1], zeroAddress, recipient)).to.equal(0n)
    await first.close()
    const next = await getQuote(second)
    await pay(second, next)
    await waitFor(second, next.protocol.v2.orderId, 'success')
  })

  it('behavior: control moves the chains', async () => {
    const mock = await start()
    const [origin, destination] = chainsOf(mock)
    const before = await clientOf(origin).getBlock()
    const other = await clientOf(destination).getBlock()
    await mock.control.mine(origin.id, 3)
    await mock.control.increaseTime(origin.id, 3600)
    const block = await clientOf(origin).getBlock()
    expect(block.number - before.number).to.equal(4n)
    expect(Number(block.timestamp - before.timestamp)).to.be.closeTo(3600, 10)
    expect((await clientOf(destination).getBlock()).number).to.equal(other.number)
    let error: unknown
    await mock.control.mine(1).catch((caught: unknown) => {
      error = caught
    })
    expect(error).to.be.instanceOf(MockOptionError)
  })

  it('behavior: closing twice is harmless, even with an unmined fill', async () => {
    const mock = await start()
    const [, destination] = chainsOf(mock)
    await clientOf(destination).setAutomine(false)
    const quote = await getQuote(mock)
    await pay(mock, quote)
    await waitFor(mock, quote.protocol.v2.orderId, 'submitted')
    await Promise.all([mock.close(), mock.close()])
    expect(await fetch(mock.url).catch(() => 'closed')).to.equal('closed')
    expect(await fetch(destination.rpcUrl).catch(() => 'closed')).to.equal('closed')
  })

  it('behavior: a process that closes the mock exits by itself within seconds', async () => {
    const script = `
      const { startMockService } = await import('${entry}')
      const mock = await startMockService()
      const socket = new WebSocket(mock.chains[0].rpcUrl.replace('http', 'ws'))
      await new Promise((resolve) => { socket.onopen = resolve })
      socket.close()
      await fetch(mock.url + '/chains')
      await mock.close()
      console.log('closed')`
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', script],
      { timeout: 20_000, cwd: new URL('../..', import.meta.url) },
    )
    expect(stdout).to.equal('closed\n')
  }).timeout(20_000)

  it('error: a used port leaves nothing running', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    try {
      const error = await startMockService({ port }).catch((caught: unknown) => caught)
      expect(error).to.have.property('code', 'EADDRINUSE')
    } finally {
      server.close()
    }
  })

  it('behavior: host', async () => {
    const mock = await start({ host: '0.0.0.0' })
    expect((await fetch(`http://127.0.0.1:${new URL(mock.url).port}/chains`)).status).to.equal(200)
    expect(await clientOf(mock.chains[0]!).getChainId()).to.equal(31101)
  })

  it('error: an unknown fault, and an unknown option of one', async () => {
    const { faults } = (await start()).control
    const unknown = 'dropResponses' as 'dropResponse'
    expect(await thrown(() => faults.set(unknown))).to.include({ option: 'fault', value: unknown })
    expect(await thrown(() => faults.clear(unknown))).to.include({ option: 'fault' })
    const options = { time: 1 } as object
    const error = await thrown(() => faults.set('dropResponse', options))
    expect(error).to.include({ option: 'faults.dropResponse.time' })
    expect(faults.list()).to.deep.equal([])
  })

  const bad: [string, Parameters<typeof startMockService>[0]][] = [
    ['port', { port: 65_536 }],
    ['port', { port: 65_534 }],
    ['rpcPorts', { rpcPorts: [8545] }],
    ['rpcPorts', { rpcPorts: [8545, 65_536] }],
    ['accounts', { accounts: 0 }],
    ['accounts', { accounts: 101 }],
    [
      'accounts',
      { accounts: 84, chains: [1, 2, 3].map((chainId) => ({ id: chainId, name: `chain${chainId}` })) },
    ],
    ['orderLifetime', { orderLifetime: 0.5 }],
    ['pollingIntervalMs', { pollingIntervalMs: 0 }],
    ['pricing.slippageBps', { pricing: { slippageBps: 10_000n } }],
    [
      'chains',
      {
        chains: [
          { id: 1, name: 'a' },
          { id: 1, name: 'b' },
        ],
      },
    ],
    ['prot', { prot: 4000 } as object],
    ['finality.block', { finality: { block: 1 } as object }],
    ['pricing.executionfee', { pricing: { executionfee: '1' } as object }],
    ['httpLimits.max', { httpLimits: { max: 1 } as object }],
    ['rateLimits.quotes', { rateLimits: { quotes: 1 } as object }],
    ['webhookRetry.delay', { webhookRetry: { delay: 1 } as object }],
    ['solverKey', { solverKey: '0x12' }],
    [
      'chains.rpcURL',
      {
        chains: [
          { id: 1, name: 'a', rpcURL: 'http://127.0.0.1:1' },
          { id: 2, name: 'b' },
        ],
      },
    ],
    [
      'chains.id',
      {
        chains: [
          { id: 0, name: 'a' },
          { id: 1, name: 'b' },
        ],
      },
    ],
  ]
  for (const [option, options] of bad) {
    it(`error: the option ${option}`, async () => {
      const error = await startMockService(options).catch((caught: unknown) => caught)
      expect(error).to.be.instanceOf(MockOptionError).that.includes({ option })
    })
  }
})

describe('loadHardhat', () => {
  it('error: an older Node', async () => {
    for (const nodeVersion of ['20.19.0', '22.12.0']) {
      const error = await loadHardhat({ nodeVersion }).catch((caught: unknown) => caught)
      expect(error).to.be.instanceOf(MockRuntimeError)
      expect((error as MockRuntimeError).message)
        .to.include(nodeVersion)
        .and.to.include('https://nodejs.org')
    }
    expect(await loadHardhat({ nodeVersion: '22.13.0' })).to.have.property('createHardhatRuntimeEnvironment')
  })

  it('error: no Hardhat', async () => {
    const importHardhat = () => Promise.reject(new Error('Cannot find package'))
    const error = await loadHardhat({ importHardhat }).catch((caught: unknown) => caught)
    expect(error).to.be.instanceOf(MockRuntimeError)
    expect((error as MockRuntimeError).message).to.include(
      'npm install --save-dev hardhat@^3.17.0 fastify ws',
    )
  })

  it('error: Hardhat 2', async () => {
    for (const nodeVersion of ['20.19.0', '24.0.0']) {
      const error = await loadHardhat({ nodeVersion, hardhatVersion: '2.29.1' }).catch(
        (caught: unknown) => caught,
      )
      expect(error).to.be.instanceOf(MockRuntimeError)
      expect((error as MockRuntimeError).message)
        .to.include('has Hardhat 2.29.1')
        .and.to.include('a folder of its own')
    }
  })
})

import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import { expect } from 'chai'
import { zeroAddress } from 'viem'
import { startChainServers } from '../../src/mock/chains/startChainServers.js'
import { MockOptionError } from '../../src/mock/errors.js'
import { type MockService, startMockService } from '../../src/mock/index.js'
import { thrown } from '../support/errors.js'
import { balanceOf, clientOf, ether, freshAddress, getQuote, pay, tokenOf, usdc, waitFor } from './helpers.js'

const embedded = [
  { id: 31101, name: 'mockorigin' },
  { id: 31102, name: 'mockdestination' },
]

describe('the mock’s chains', () => {
  async function bridge(mock: MockService, from: number, to: number): Promise<void> {
    const [origin, destination] = [mock.chains[from]!, mock.chains[to]!]
    for (const isNative of [true, false]) {
      const recipient = freshAddress()
      const quote = await getQuote(mock, {
        originChainId: origin.id,
        destinationChainId: destination.id,
        recipient,
        ...(!isNative && {
          originCurrency: tokenOf(origin),
          destinationCurrency: tokenOf(destination),
          amount: (5000n * usdc).toString(),
        }),
      })
      await pay(mock, quote)
      await waitFor(mock, quote.steps[0]!.requestId, 'success')
      const currency = isNative ? zeroAddress : tokenOf(destination)
      expect(await balanceOf(destination, currency, recipient)).to.equal(
        BigInt(quote.details.currencyOut.amount),
      )
    }
  }

  it('default: lists the addresses and tokens of two chains', async () => {
    const mock = await startMockService()
    try {
      const shown = mock.chains.map(({ depository, router, exchange }) => [depository, router, exchange])
      expect(shown).to.deep.equal([
        [
          '0x761fc15acD49Ab602A12Ad17AD460ecB5285fb77',
          '0x929E02Dc0Fda625e2f65f4FE5A18CC999f84E37A',
          '0xE63ac5166C5f3b275e08eCcf62413B85A4ABb61F',
        ],
        [
          '0xFE62E61b30FE23b4EdF870A1Fe1a0Ca4DC6E9aCa',
          '0x0afaA332Cc21A46aB784b0697907FA42DeC98aD4',
          '0xC9a6074209517E26D607c4911af12eaB4CAd4238',
        ],
      ])
      for (const chain of mock.chains) {
        expect(chain.tokens.map(({ symbol, decimals }) => [symbol, decimals])).to.deep.equal([
          ['USDC', 6],
          ['WBTC', 8],
          ['DAI', 18],
        ])
        for (const { address, decimals } of chain.tokens) {
          const held = await balanceOf(chain, address, mock.accounts[4]!.address)
          expect(held).to.equal(10_000_000n * 10n ** BigInt(decimals))
          expect(await balanceOf(chain, address, chain.exchange)).to.equal(10n ** BigInt(9 + decimals))
        }
        expect(await balanceOf(chain, zeroAddress, chain.exchange)).to.equal(100_000n * ether)
      }
    } finally {
      await mock.close()
    }
  })

  it('behavior: three chains, one with a native currency of its own', async () => {
    const third = { id: 31103, name: 'mockthird', nativeCurrency: { symbol: 'POL', name: 'Polygon' } }
    const mock = await startMockService({ chains: [...embedded, third] })
    try {
      expect(mock.chains.map(({ id }) => id)).to.deep.equal([31101, 31102, 31103])
      await bridge(mock, 2, 0)
      await bridge(mock, 1, 2)
      const { details } = await getQuote(mock, { originChainId: 31103, amount: (100n * ether).toString() })
      const { currency } = details.currencyIn as unknown as { currency: { symbol: string } }
      expect(currency.symbol).to.equal('POL')
    } finally {
      await mock.close()
    }
  })

  describe('an external endpoint', () => {
    const servers: { close(): Promise<void> }[] = []
    afterEach(async () => {
      await Promise.all(servers.splice(0).map((server) => server.close()))
    })

    async function startEndpoint(id: number): Promise<string> {
      const [server] = await startChainServers([{ id, port: 0 }], [])
      servers.push(server!)
      return server!.rpcUrl
    }

    const withEndpoint = (rpcUrl: string, id = 31102) => [embedded[0]!, { id, name: 'outside', rpcUrl }]

    it('default: serves two mocks one after the other and outlives both', async () => {
      const rpcUrl = await startEndpoint(31102)
      const depositories: string[] = []
      for (let run = 0; run < 2; run++) {
        const mock = await startMockService({ chains: withEndpoint(rpcUrl) })
        try {
          expect(mock.chains[1]!.rpcUrl).to.equal(rpcUrl)
          await bridge(mock, 0, 1)
          await bridge(mock, 1, 0)
          depositories.push(mock.chains[1]!.depository)
          expect(await clientOf(mock.chains[1]!).getChainId()).to.equal(31102)
        } finally {
          await mock.close()
        }
      }
      expect(depositories[0]).not.to.equal(depositories[1])
      const response = await fetch(rpcUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }),
      })
      expect(await response.json()).to.include({ result: '0x797e' })
    })

    // `npm run test:package` installs anvil and sets the variable; the embedded endpoint above stands for it here.
    if (process.env.FILLPROOF_ANVIL !== undefined) {
      it('default: anvil', async () => {
        const anvil = spawn(process.env.FILLPROOF_ANVIL!, ['--port', '0', '--chain-id', '31102'])
        servers.push({
          close: async () => {
            anvil.kill()
          },
        })
        const rpcUrl = await new Promise<string>((resolve, reject) => {
          anvil.once('error', reject)
          anvil.stdout.on('data', (chunk) => {
            const address = /Listening on (\S+)/.exec(String(chunk))?.[1]
            if (address) resolve(`http://${address}`)
          })
        })
        const mock = await startMockService({ chains: withEndpoint(rpcUrl) })
        try {
          await bridge(mock, 0, 1)
          await bridge(mock, 1, 0)
        } finally {
          await mock.close()
        }
      })
    }

    it('error: another chain, no answer, and accounts that can’t be funded', async () => {
      const rpcUrl = await startEndpoint(31109)
      const other = await thrown(() => startMockService({ chains: withEndpoint(rpcUrl) }))
      expect(other).to.be.instanceOf(MockOptionError)
      expect((other as Error).message).to.contain('31109')
      expect((other as Error).message).not.to.contain(rpcUrl)

      const silent = await thrown(() => startMockService({ chains: withEndpoint('http://127.0.0.1:1') }))
      expect((silent as Error).message).to.contain('an endpoint that answers')

      const plain = createServer((incoming, outgoing) => {
        let text = ''
        incoming.on('data', (chunk) => {
          text += chunk
        })
        incoming.on('end', () => {
          const { id, method } = JSON.parse(text)
          const answer =
            method === 'eth_chainId' ? { result: '0x797e' } : { error: { code: -32601, message: 'no' } }
          outgoing.setHeader('content-type', 'application/json')
          outgoing.end(JSON.stringify({ jsonrpc: '2.0', id, ...answer }))
        })
      })
      await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve))
      servers.push({ close: () => new Promise((resolve) => plain.close(() => resolve())) })
      const { port } = plain.address() as { port: number }
      const url = `http://127.0.0.1:${port}/secret-key`
      const refused = await thrown(() => startMockService({ chains: withEndpoint(url) }))
      expect((refused as Error).message)
        .to.contain('hardhat_setBalance')
        .and.not.to.contain('secret-key')
    })
  })

  for (const [what, chains] of [
    ['one chain', embedded.slice(0, 1)],
    ['two of one id', [embedded[0]!, { ...embedded[1]!, id: 31101 }]],
    ['two of one name', [embedded[0]!, { ...embedded[1]!, name: 'mockorigin' }]],
  ] as const) {
    it(`error: ${what}`, async () => {
      const error = await thrown(() => startMockService({ chains }))
      expect(error).to.be.instanceOf(MockOptionError)
      expect(error.option).to.equal('chains')
    })
  }
})

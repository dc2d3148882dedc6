// Attacks on the steps of a payment that need no chain.
import { expect } from 'chai'
import { createPublicClient, createWalletClient, custom, zeroHash } from 'viem'
import { createConnection } from '../../src/client/createConnection.js'
import { executeSteps } from '../../src/client/steps/executeSteps.js'
import { findShown } from '../../src/client/steps/followDeposit.js'
import {
  account,
  makeOrder,
  makeQuote,
  profile,
  solver,
  token,
  tokenRequest,
  user,
} from '../service/steps/quotes.js'
import { countingWallet, startServers } from '../service/venue/servers.js'
import { honestQuote, request as venueRequest } from '../service/venue/support.js'
import { thrown } from '../support/errors.js'
import { answer, drop, startHttpServer } from '../support/httpServer.js'
import { keepRun } from '../support/keepRun.js'

describe('Attack: the paying client, without a chain', () => {
  it('findShown: a node that has the deposit counts, and a failing node denies nothing', async () => {
    const hash = zeroHash
    const nodes = {
      pending: () => ({ hash, blockNumber: null }),
      mined: () => ({ hash, blockNumber: '0x5' }),
      absent: () => null,
      unknown: () => {
        throw Object.assign(new Error('too many requests'), { code: 429 })
      },
      lacking: () => {
        throw Object.assign(new Error('no such method'), { code: -32601 })
      },
    }
    const told = (...names: (keyof typeof nodes)[]) =>
      findShown(
        names.map((name) => {
          const transport = custom({ request: async () => nodes[name]() }, { retryCount: 0 })
          return createPublicClient({ transport })
        }),
        hash,
      )
    expect(await told('absent', 'mined', 'pending')).equal('pending')
    expect(await told('unknown', 'mined')).equal('mined')
    expect(await told('absent', 'unknown')).equal('unknown')
    expect(await told('absent', 'lacking')).equal('absent')
    expect(await findShown([], '0x12')).equal('unknown')
  })

  it('executeSteps, venue: an option that waitForRequest refuses is refused before the money leaves', async () => {
    const servers = await startServers()
    try {
      servers.respondHonestly()
      const { walletClient, signed } = countingWallet()
      const parameters = { quote: honestQuote(), request: venueRequest, walletClient, pollingIntervalMs: 0 }
      const error = await thrown(() => executeSteps(servers.connection, parameters))
      expect([error.name, signed.length, servers.exchange.requests.length]).deep.equal([
        'InvalidRequestError',
        0,
        0,
      ])
    } finally {
      await servers.close()
    }
  })

  it("executeSteps: a permit's post was lost and the service does not know the request: the permit is signed again", async () => {
    const server = await startHttpServer()
    try {
      const requestId = `0x${'77'.repeat(32)}`
      const value = {
        from: user,
        to: solver,
        value: '1000',
        validAfter: 0,
        validBefore: 1_900_000_000,
        nonce: `0x${'55'.repeat(32)}`,
      }
      const names = ['address', 'address', 'uint256', 'uint256', 'uint256', 'bytes32']
      const types = {
        TransferWithAuthorization: Object.keys(value).map((name, index) => ({ name, type: names[index]! })),
      }
      const domain = { name: 'USD Coin', version: '2', chainId: 1, verifyingContract: token }
      const sign = { signatureKind: 'eip712', domain, types, primaryType: 'TransferWithAuthorization', value }
      const body = { kind: 'eip3009', requestId, api: 'swap' }
      const data = { sign, post: { endpoint: '/execute/permits', method: 'POST', body } }
      const items = [{ status: 'incomplete', data }]
      const quote = {
        ...makeQuote(makeOrder(tokenRequest)),
        steps: [{ id: 'authorize1', kind: 'signature', requestId, items }],
      } as ReturnType<typeof makeQuote>
      const posts: number[] = []
      server.respondWith((received, response) => {
        if (received.method === 'POST') {
          posts.push(1)
          // The first one never reaches it.
          return (posts.length === 1 ? drop() : answer(200, {}))(received, response)
        }
        const isKnown = posts.length > 1
        return answer(
          isKnown ? 200 : 404,
          isKnown ? { status: 'success' } : { message: 'Request not found' },
        )(received, response)
      })
      const kept = keepRun()
      const walletClient = createWalletClient({ account, transport: custom({ request: async () => '0x1' }) })
      const run = () =>
        executeSteps(createConnection({ profile, baseUrl: server.url, retry: { limit: 0 } }), {
          quote,
          run: kept.run,
          onProgress: kept.onProgress,
          request: { ...tokenRequest, usePermit: true },
          walletClient,
          allowUnverified: ['permit'],
          timeoutMs: 3000,
          pollingIntervalMs: 20,
        }).then(
          ({ outcome }) => outcome?.status,
          ({ name, message }) => `${name}: ${message}`,
        )
      const first = await run()
      expect(kept.states(), first).deep.equal(['posted'])
      expect(await run(), first).equal('success')
    } finally {
      await server.close()
    }
  })
})

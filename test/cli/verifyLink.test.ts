import { expect } from 'chai'
import type { Hex } from 'viem'
import { readLink } from '../../src/cli/verify/readLink.js'
import type { VerifyRequestOptions } from '../../src/cli/verify/readVerifyOptions.js'
import { verifyRequest } from '../../src/cli/verify/verifyRequest.js'
import { mockProfile, relayProfile, type ServiceProfile } from '../../src/index.js'
import type { Verification } from '../../src/report/verification.js'
import { relayTestnetProfile } from '../../src/service/profile/relayTestnetProfile.js'
import { chainsOf, getQuote, pay, setUpMock, waitFor } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { answer, startHttpServer } from '../support/httpServer.js'

const hash: Hex = `0x${'ab'.repeat(32)}`

describe('readLink', () => {
  // Each explorer's own form, with the chain that it is known for.
  const explorers: [url: string, chainId: number][] = [
    [`https://etherscan.io/tx/${hash}`, 1],
    [`https://www.etherscan.io/tx/${hash}#eventlog`, 1],
    [`https://optimistic.etherscan.io/tx/${hash}`, 10],
    [`https://bscscan.com/tx/${hash}`, 56],
    [`https://polygonscan.com/tx/${hash}?a=0x12`, 137],
    [`https://basescan.org/tx/${hash}/advanced`, 8453],
    [`HTTPS://BaseScan.org/tx/${hash}`, 8453],
    [`https://arbiscan.io/tx/${hash.toUpperCase().replace('X', 'x')}`, 42161],
    [`https://lineascan.build/tx/${hash}/`, 59144],
    [`https://eth.blockscout.com/tx/${hash}?tab=internal`, 1],
    [`https://base.blockscout.com/tx/${hash}`, 8453],
    [`https://soneium.blockscout.com/tx/${hash}`, 1868],
  ]
  it('default: links of explorers, with their chain', async () => {
    for (const [url, chainId] of explorers) {
      expect(await readLink(url, relayProfile), url).to.deep.equal({ hash, chainId })
    }
    expect(await readLink(`https://sepolia.etherscan.io/tx/${hash}`, relayTestnetProfile)).to.include({
      chainId: 11155111,
    })
  })

  it("behavior: links of the service's page to a request or a transaction", async () => {
    expect(await readLink(`https://relay.link/transaction/${hash}?x=1`, relayProfile)).to.deep.equal({ hash })
    const own = { ...mockProfile, transactionPage: 'https://shop.example/app/transaction' }
    expect(await readLink(`https://shop.example/app/transaction/${hash}`, own)).to.deep.equal({ hash })
  })

  it('behavior: other text is not a link', async () => {
    for (const text of [hash, 'quote.json', 'etherscan.io/tx/0x12', 'ftp://etherscan.io/tx/0x12', '']) {
      expect(await readLink(text, relayProfile)).to.equal(undefined)
    }
  })

  const wrong: [url: string, profile: ServiceProfile, problem: string][] = [
    [
      `https://etherscan.io/address/${hash}`,
      relayProfile,
      'etherscan.io has no transaction hash of 32 bytes',
    ],
    [`https://etherscan.io/tx/${hash.slice(0, -1)}`, relayProfile, 'has no transaction hash of 32 bytes'],
    [`https://etherscan.io/tx/${hash}00`, relayProfile, 'has no transaction hash of 32 bytes'],
    [
      'https://solscan.io/tx/5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnb',
      relayProfile,
      'has no transaction hash',
    ],
    [`https://etherscan.io.example/tx/${hash}`, relayProfile, 'etherscan.io.example is not a known explorer'],
    [`https://example.org/etherscan.io/tx/${hash}`, relayProfile, 'is not a known explorer'],
    [`https://me@evil.example/tx/${hash}`, relayProfile, 'evil.example is not a known explorer'],
    [`https://wanscan.org/tx/${hash}`, relayProfile, 'explores several chains: '],
    [
      `https://etherscan.io/tx/${hash}`,
      relayTestnetProfile,
      'explores chain 1, which the profile relay-testnet does not have',
    ],
    [
      `https://sepolia.etherscan.io/tx/${hash}`,
      relayProfile,
      'explores chain 11155111, which the profile relay',
    ],
    [`https://basescan.org/tx/${hash}`, mockProfile, 'explores chain 8453, which the profile mock'],
    [
      `https://relay.link/transaction/${hash}`,
      relayTestnetProfile,
      'is a page of the profile relay: pass --profile relay',
    ],
    [`https://testnets.relay.link/transaction/${hash}`, relayProfile, 'of the profile relay-testnet'],
    [`https://evil.example/transaction/${hash}`, relayProfile, 'is not a known explorer'],
  ]
  for (const [url, profile, problem] of wrong) {
    it(`error: ${url.replace(hash, '0x…')} with the profile ${profile.name}`, async () => {
      const error = await thrown(() => readLink(url, profile))
      expect(error).to.include({ name: 'UsageError' })
      expect(error.shortMessage).to.include(problem).and.not.include('me@')
    })
  }
})

describe('verifyRequest, by a transaction', () => {
  const { mock } = setUpMock()
  // The mock's chains, as if an explorer had them.
  const profile = () => {
    const [origin, destination] = chainsOf(mock)
    const chains = [
      { id: 8453, name: 'base' },
      { id: origin.id, name: 'mockorigin' },
      { id: destination.id, name: 'mockdestination' },
    ]
    return { ...mockProfile, chains, transactionPage: `${mock.url}/transaction/` }
  }
  let requestId: Hex
  let deposit: Hex
  let fill: Hex
  before(async () => {
    const quote = await getQuote(mock)
    requestId = quote.protocol.v2.orderId
    deposit = await pay(mock, quote)
    fill = (await waitFor(mock, requestId, 'success')).txHashes![0]! as Hex
  })

  const verify = async (argument: string, key = mock.apiKey, options: VerifyRequestOptions = {}) => {
    process.env.FILLPROOF_API_KEY = key
    try {
      return (await verifyRequest(
        argument,
        { url: mock.url, solver: [mock.solver], ...options },
        profile(),
      )) as Verification
    } finally {
      process.env.FILLPROOF_API_KEY = ''
    }
  }

  for (const key of ['with a key', 'without one, while the service still has its older listing']) {
    it(`default: the hash of a deposit or a fill, ${key}`, async () => {
      for (const transaction of [deposit, fill, deposit.toUpperCase().replace('X', 'x')]) {
        const found = await verify(transaction, key === 'with a key' ? mock.apiKey : '')
        expect(found).to.include({ valid: true, genuine: true, requestId })
      }
    })
  }

  it("behavior: the service's page with a transaction or the request", async () => {
    for (const word of [deposit, requestId]) {
      expect(await verify(`${mock.url}/transaction/${word}`)).to.include({ valid: true, requestId })
    }
  })

  it('error: an explorer of another chain than the service reports', async () => {
    const error = await thrown(() => verify(`https://basescan.org/tx/${deposit}`))
    expect(error).to.include({ name: 'UsageError' })
    expect(error.shortMessage).to.equal(
      'The explorer shows chain 8453, but the service reports the transaction on chain 31101.',
    )
  })

  it('error: a transaction that the service does not list', async () => {
    const error = await thrown(() => verify(`https://basescan.org/tx/${hash}`))
    expect(error).to.include({ name: 'ServiceAnswerError' })
    expect(error.shortMessage).to.equal(
      `The request of the transaction ${hash} is unknown. The service lists no request with that transaction.`,
    )
    expect(error.message).to.include('Or pass the request id, or the quote or call that you kept')
    const bare = await thrown(() => verify(hash))
    expect(bare).to.include({ name: 'ServiceAnswerError' })
    const [, destination] = chainsOf(mock)
    const { rpcUrl, receiver } = destination
    const other = await thrown(() => verify(`https://basescan.org/tx/${hash}`, '', { rpcUrl, receiver }))
    expect(other.shortMessage).to.include('--rpc-url leads to chain 31102.')
  })

  it('attack: a listing that answers with another request is not trusted', async () => {
    const service = await startHttpServer()
    try {
      const record = { id: requestId, data: { inTxs: [{ txHash: fill, chainId: 8453 }], outTxs: [] } }
      service.respondWith((request, response) =>
        request.path.startsWith('/requests/v3')
          ? answer(200, { requests: [record] })(request, response)
          : answer(404, { message: 'Request not found' })(request, response),
      )
      const error = await thrown(() =>
        verify(`https://basescan.org/tx/${deposit}`, 'key', { url: service.url }),
      )
      expect(error.shortMessage).to.include('The service lists no request with that transaction.')
      expect(service.requests.every(({ path }) => path.startsWith('/requests/v3'))).to.equal(true)
    } finally {
      await service.close()
    }
  })

  it('error: no key, while the older listing is retired, as on the public service', async () => {
    const service = await startHttpServer()
    try {
      service.respondWith(answer(404, { message: 'Route GET:/requests/v2 not found' }))
      const ended = { ...profile(), operations: relayProfile.operations }
      const ask = () =>
        verifyRequest(
          `https://basescan.org/tx/${deposit}`,
          { url: service.url, solver: [mock.solver] },
          ended,
        )
      process.env.FILLPROOF_API_KEY = ''
      const error = await thrown(ask)
      expect(error).to.include({ name: 'ServiceAnswerError' })
      expect(error.shortMessage).to.include('only for callers with a key: set FILLPROOF_API_KEY.')
    } finally {
      await service.close()
    }
  })
})

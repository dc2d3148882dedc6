import { expect } from 'chai'
import { getAddress, type Hex, zeroAddress } from 'viem'
import type { VerifyRequestOptions } from '../../src/cli/verify/readVerifyOptions.js'
import { verifyRequest } from '../../src/cli/verify/verifyRequest.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { mockProfile, relayProfile } from '../../src/index.js'
import type { MockService } from '../../src/mock/index.js'
import { padAddress } from '../../src/protocol/address/padAddress.js'
import type { Verification } from '../../src/report/verification.js'
import {
  accountOf,
  chainsOf,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  pay,
  setUpMock,
  tokenOf,
  waitFor,
} from '../mock/helpers.js'
import { thrown } from '../support/errors.js'

/** Verifies a request that the service knows. */
async function verified(...parameters: Parameters<typeof verifyRequest>): Promise<Verification> {
  const found = await verifyRequest(...parameters)
  if ('transaction' in found || 'orderData' in found) throw new Error('It was no request.')
  return found
}

describe('verifyRequest', () => {
  const { mock, user } = setUpMock()
  let id: Hex
  before(async () => {
    id = (await getQuote(mock)).protocol.v2.orderId
  })

  const verify = (options: VerifyRequestOptions = {}, requestId = id) =>
    verified(requestId, { url: mock.url, solver: [mock.solver], ...options }, mockProfile)
  const receiverOf = ({ rpcUrl, receiver } = chainsOf(mock)[1]) => ({ rpcUrl, receiver })

  it('behavior: accepts any of several solvers, in any hex case', async () => {
    const { valid, solver } = await verify({ solver: [freshAddress(), mock.solver.toLowerCase()] })
    expect({ valid, solver }).to.deep.equal({ valid: true, solver: mock.solver })
    expect(await verify({ solver: [freshAddress()] })).to.include({ valid: false, solver: mock.solver })
  })

  it('behavior: the profile fills omitted options, and a trailing slash of a URL is ignored', async () => {
    const profile = { ...mockProfile, baseUrl: `${mock.url}/`, solvers: { evm: mock.solver } }
    expect(await verified(id.toUpperCase().replace('X', 'x'), {}, profile)).to.include({
      valid: true,
      requestId: id,
    })
  })

  describe('error: wrong usage', () => {
    const cases: [string, string, VerifyRequestOptions, string][] = [
      ['a short id', '0x12', {}, 'The request id must be 32 bytes'],
      ['the zero id', `0x${'0'.repeat(64)}`, {}, 'other than zero'],
      ['an invalid URL', 'id', { url: 'localhost:4000' }, '--url must be a URL'],
      ['a URL with a password', 'id', { url: 'http://me:secret@localhost' }, '--url must have no'],
      ['an invalid solver', 'id', { solver: ['0x12'] }, '--solver must be an address'],
      ['a chain alone', 'id', { rpcUrl: 'http://localhost' }, 'go together'],
      ['a receiver alone', 'id', { receiver: zeroAddress }, 'go together'],
      ['an invalid chain', 'id', { rpcUrl: 'ws://localhost', receiver: zeroAddress }, '--rpc-url must be'],
      ['a profile without a URL', 'id', { url: undefined }, 'pass --url'],
    ]
    for (const [name, requestId, options, text] of cases) {
      it(name, async () => {
        const error = await thrown(() => verify(options, (requestId === 'id' ? id : requestId) as Hex))
        expect(error).to.include({ name: 'UsageError' })
        expect(error.message).to.include(text).and.not.include('secret')
      })
    }
  })

  it('error: a profile without a solver', async () => {
    const profile = { ...mockProfile, solvers: undefined }
    const error = await thrown(() => verifyRequest(id, { url: mock.url }, profile))
    expect(error).to.include({ name: 'UsageError' })
    expect(error.message).to.include('pass --solver')
  })

  it("error: the public solver did not sign the mock's quotes", async () => {
    const { valid, checks } = await verified(id, { url: mock.url }, relayProfile)
    expect(valid).to.equal(false)
    expect(checks.map(({ name, ok }) => [name, ok])).to.deep.equal([
      ['signature', true],
      ['solver', false],
    ])
  })

  describe('with a receiver', () => {
    it('default', async () => {
      const { valid, onchain } = await verify(receiverOf())
      expect(valid).to.equal(true)
      const { timestamp } = await clientOf(chainsOf(mock)[1]).getBlock()
      expect(onchain).to.deep.equal({
        chainId: 31102,
        chain: 'mockdestination',
        timestamp: Number(timestamp),
        receiver: chainsOf(mock)[1].receiver,
        kind: 'attestedOrderReceiver',
        isSolverActive: true,
        route: { min: 1n, max: 2n ** 128n - 1n },
        recipientStatus: { allowed: true, hook: false },
        isPaid: false,
        checks: ['paused', 'signature', 'destination', 'origin', 'amountSent', 'recipient', 'duplicate'].map(
          (name) => ({ name, ok: true }),
        ),
        unknown: ['requestId', 'terms', 'token', 'expiry', 'payment', 'call'].map((name) => ({
          name,
          needs: 'the order',
        })),
      })
    })

    it('behavior: a paid request is not reported as invalid', async () => {
      const { orderId } = await payDirect(mock)
      const { valid, onchain } = await verify(receiverOf(), orderId)
      expect({ valid, isPaid: onchain?.isPaid }).to.deep.equal({ valid: true, isPaid: true })
    })

    it('error: a receiver that would refuse', async () => {
      const [origin, destination] = chainsOf(mock)
      const client = clientOf(destination)
      const account = accountOf(mock, mock.accounts[0]!.address)
      const contract = { abi: attestedOrderReceiverAbi, address: destination.receiver, account } as const
      const currency = padAddress(zeroAddress)
      const snapshot = await client.snapshot()
      try {
        await client.writeContract({ ...contract, functionName: 'removeRecipient', args: [user] })
        await client.writeContract({ ...contract, functionName: 'revokeSolver', args: [mock.solver] })
        const route = { chainId: BigInt(origin.id), currency, min: 1n, max: ether - 1n }
        await client.writeContract({ ...contract, functionName: 'setRoute', args: [route] })
        await client.writeContract({ ...contract, functionName: 'pause' })
        const { valid, checks, onchain } = await verify(receiverOf())
        expect(valid).to.equal(false)
        expect(checks.every(({ ok }) => ok)).to.equal(true)
        expect(onchain).to.deep.include({
          isSolverActive: false,
          route: { min: 1n, max: ether - 1n },
          recipientStatus: { allowed: false, hook: false },
        })
        expect(failing(onchain)).to.deep.equal(['paused', 'signature', 'amountSent', 'recipient'])
      } finally {
        await client.revert({ id: snapshot })
      }
    })

    it('error: a receiver on another chain', async () => {
      const { valid, onchain } = await verify(receiverOf(chainsOf(mock)[0]))
      expect(valid).to.equal(false)
      expect(failing(onchain)).to.deep.equal(['destination', 'origin'])
    })

    it('error: no receiver at the address', async () => {
      const { rpcUrl, depository } = chainsOf(mock)[1]
      for (const receiver of [depository, tokenOf(chainsOf(mock)[1]), freshAddress()]) {
        const error = await thrown(() => verify({ rpcUrl, receiver }))
        expect(error).to.include({
          name: 'UsageError',
          shortMessage: `There is no receiver at ${getAddress(receiver)} on this chain.`,
        })
      }
    })

    it('error: no chain at the URL', async () => {
      const [, { receiver }] = chainsOf(mock)
      // An HTTP server that is no chain, and nobody.
      for (const base of [mock.url, 'http://127.0.0.1:9']) {
        const error = await thrown(() => verify({ rpcUrl: `${base}/key-in-path`, receiver }))
        expect(error).to.include({ name: 'UnreachableError' })
        expect(error.message).to.include(`The chain at ${base} could not be read`)
        expect(error.message).not.to.include('key-in-path')
      }
    })
  })
})

async function payDirect(mock: MockService): Promise<{ orderId: Hex }> {
  const quote = await getQuote(mock, { fillContract: chainsOf(mock)[1].receiver })
  await pay(mock, quote)
  await waitFor(mock, quote.protocol.v2.orderId, 'success')
  return quote.protocol.v2
}

function failing(onchain: Verification['onchain']): string[] {
  return onchain?.checks.flatMap(({ name, ok }) => (ok ? [] : [name])) ?? []
}

import { expect } from 'chai'
import fc from 'fast-check'
import { type Hex, zeroAddress, zeroHash } from 'viem'
import { FillproofError } from '../../src/base/FillproofError.js'
import { createServiceClient } from '../../src/client/createServiceClient.js'
import { extendProfile, relayProfile } from '../../src/client/index.js'
import { compareService, toDifferences } from '../../src/deploy/compare/compareService.js'
import type { Policy } from '../../src/deploy/compare/policy.js'
import { hashOrder } from '../../src/index.js'
import { fetchNames } from '../../src/report/fetchNames.js'
import { fetchRecord } from '../../src/report/service/fetchRecord.js'
import { compareListing } from '../../src/service/doctor/compareListing.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { systemClock } from '../../src/watch/clock.js'
import { createPace } from '../../src/watch/createPace.js'
import { connectService } from '../../src/watch/service.js'
import { callCommand } from '../cli/callCommand.js'
import { apiKey, makeAttestation, makeOrder, serve, solver } from '../cli/verifySupport.js'
import { count } from '../support/deep.js'
import { thrown } from '../support/errors.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'
import { pathsOf, put, write } from './parts.js'

const chainId = 8453
const order = makeOrder()
const requestId = hashOrder(order)
const odd: readonly unknown[] = [
  undefined,
  null,
  5,
  -1.5,
  '',
  'text',
  true,
  [],
  [null],
  {},
  { toString: null },
]

const hash = `0x${'12'.repeat(32)}`
const address = `0x${'34'.repeat(20)}`
const currency = { chainId, address: zeroAddress, symbol: 'ETH', decimals: 18 }

/** The parts that the tools look at. */
const answers = {
  '/intents/status/v3': {
    status: 'refund',
    inTxHashes: [hash],
    txHashes: [hash],
    details: {
      revert: { data: '0x', message: 'text' },
      refundTxHash: hash,
      excess: { refundTxHash: hash },
      doubleSpends: [{ refundTxHash: hash }],
    },
    failReason: 'UNKNOWN',
    refundFailReason: 'N/A',
  },
  '/requests/v3': {
    requests: [
      {
        id: requestId,
        status: 'success',
        createdAt: '2026-01-01T00:00:00.000Z',
        protocol: { orderId: requestId },
        data: { inTxs: [{ txHash: hash }], outTxs: [{ txHash: hash }] },
      },
    ],
  },
  '/chains': {
    chains: [
      {
        id: chainId,
        name: 'base',
        displayName: 'Base',
        vmType: 'evm',
        disabled: false,
        depositEnabled: true,
        currency: { address, symbol: 'A', decimals: 1 },
        erc20Currencies: [currency],
        featuredTokens: [currency],
        solverAddresses: [address],
        contracts: { erc20Router: address, approvalProxy: address, v3: { erc20Router: address } },
        protocol: { v2: { chainId: 'base', depository: address } },
      },
    ],
  },
  '/currencies/v2': [currency],
}

type Path = keyof typeof answers

/** The answer with one part in another form, for each part and each form. */
function* oddAnswers(path: Path): Generator<{ where: string; changed: unknown }> {
  for (const part of pathsOf(answers[path])) {
    for (const value of odd) {
      const changed = structuredClone(answers[path])
      put(changed, part, value)
      yield { where: `${write(part)}: ${JSON.stringify(value)}`, changed }
    }
  }
}

function clientOf(bodies: Partial<Record<Path, unknown>>) {
  return createServiceClient({
    // The mock has no limits.
    profile: { ...mockProfile, chains: [] },
    baseUrl: 'https://service.example',
    retry: { limit: 0 },
    fetch: async (url) => {
      const body = bodies[new URL(String(url)).pathname as Path]
      return body === undefined ? new Response('{}', { status: 404 }) : Response.json(body)
    },
  })
}

/** Yields what the client returns for them. */
async function* oddChains() {
  for (const { where, changed } of oddAnswers('/chains')) {
    const { chains } = await clientOf({ '/chains': changed })
      .getChains()
      .catch(() => ({ chains: undefined }))
    if (chains) yield { where, chains }
  }
}

describe('answers with malformed parts', () => {
  const server = setUpHttpServer()

  const changes = fc.record(
    Object.fromEntries(
      Object.keys(answers).map((path) => {
        const parts = pathsOf(answers[path as Path])
        const list = fc.array(fc.tuple(fc.constantFrom(...parts), fc.constantFrom(...odd)), { maxLength: 20 })
        const changed = list.map((each) => {
          const copy = structuredClone(answers[path as Path])
          for (const [part, value] of each) put(copy, part, value)
          return copy
        })
        return [path, changed]
      }),
    ),
  )

  it('behavior: verify ends as without them, because no check depends on them', async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (bodies) => {
        const id = await serve(server, makeAttestation(order), bodies)
        const args = ['verify', id, '--url', server.url, '--solver', solver.address]
        const { status, stdout, stderr } = await callCommand(args, { FILLPROOF_API_KEY: apiKey })
        expect({ status, stderr }, stdout).deep.equal({ status: 0, stderr: '' })
      }),
      { numRuns: count({ normal: 40, deep: 2000 }) },
    )
  })

  it('behavior: the record of verify contains only text', async () => {
    for (const path of ['/requests/v3', '/intents/status/v3'] as const) {
      for (const { where, changed } of oddAnswers(path)) {
        const { record } = await fetchRecord(clientOf({ [path]: changed }), requestId, true)
        const { status = '', depositTransactions = [], fillTransactions = [] } = record ?? {}
        const { refundTransactions = [], failReason = '', refundFailReason = '', revert } = record ?? {}
        const refunds = refundTransactions.map(({ transactionHash }) => transactionHash)
        const reasons = [failReason, refundFailReason, revert?.message ?? '', revert?.data ?? '']
        for (const text of [status, ...depositTransactions, ...fillTransactions, ...refunds, ...reasons]) {
          expect(text, where).a('string')
        }
      }
    }
  })

  for (const path of ['/chains', '/currencies/v2'] as const) {
    it(`behavior: the names of verify are text and decimals a uint8, whatever ${path} returns`, async () => {
      const place = { chainId, currency: zeroHash as Hex }
      for (const { where, changed } of oddAnswers(path)) {
        const client = clientOf({ [path]: changed })
        const names = await fetchNames(client.profile, client, [place])
        expect(typeof names.chain(chainId), where).oneOf(['string', 'undefined'])
        expect(typeof names.vm(chainId), where).oneOf(['string', 'undefined'])
        const { symbol = '', decimals = 0 } = names.token(place) ?? {}
        expect(symbol, where).a('string')
        expect(Number.isInteger(decimals) && decimals >= 0 && decimals <= 255, where).equal(true)
      }
    })
  }

  it("behavior: watch's service returns a value, or the reason for its absence", async () => {
    const signal = new AbortController().signal
    const { findRequest } = connectService({
      url: server.url,
      profile: relayProfile,
      apiKey,
      signal,
      clock: systemClock,
      pace: createPace(systemClock),
      tell: () => {},
    }).view()
    for (const id of odd) {
      server.respondWith((request, response) =>
        answer(200, request.path === '/chains' ? { chains: [] } : { requests: [{ id }] })(request, response),
      )
      const problem = `requests[0].id of the answer must be hex of 32 bytes, found `
      expect(await findRequest(zeroHash), JSON.stringify(id))
        .property('problem')
        .contain(problem)
    }
    server.respondWith(answer(200, { requests: [] }))
    expect(await findRequest(zeroHash)).deep.equal({ value: null })
    server.respondWith(answer(200, { requests: [{ id: requestId.toUpperCase().replace('0X', '0x') }] }))
    expect(await findRequest(zeroHash)).deep.equal({ value: requestId })
  })

  it('behavior: deploy compares the readable parts', async () => {
    const policy = {
      solvers: [],
      routes: [{ chainId: BigInt(chainId) }],
      recipients: [],
      routers: [],
      reserved: [],
      chainNames: [{ name: 'base', chainId: BigInt(chainId) }],
      paidRecipients: [],
      nameHash: zeroHash,
    } as unknown as Policy
    for await (const { where, chains } of oddChains()) {
      const kind = 'signedOrderReceiver'
      const rows = compareService({ kind, policy, chainId, chains, profile: relayProfile, now: 0 })
      for (const { found, required } of toDifferences([...rows, ...compareListing(relayProfile, chains)])) {
        expect([typeof found, typeof required], where).deep.equal(['string', 'string'])
      }
    }
  })

  it('behavior: a profile is extended by readable parts, or not at all', async () => {
    for await (const { where, chains } of oddChains()) {
      const profile = { ...relayProfile, chains: [] }
      const error = await thrown(async () => {
        const { profile: extended } = extendProfile({ profile, chains, trust: [chainId] })
        expect(extended.chains![0]!.name, where).a('string')
        throw new FillproofError('UsageError', 'It was extended.')
      })
      expect(error, where).instanceOf(FillproofError)
    }
  })
})

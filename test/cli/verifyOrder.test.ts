import { dirname } from 'node:path'
import { base58 } from '@scure/base'
import { expect } from 'chai'
import { type Hex, hexToBytes, zeroHash } from 'viem'
import { hashOrder, padAddress, signOrder } from '../../src/index.js'
import { noOrderListed } from '../../src/service/orders/findOrder.js'
import { setUpHttpServer } from '../support/httpServer.js'
import { makeFolder, setUpFolder, stringify } from '../support/makeFolder.js'
import { callCommand } from './callCommand.js'
import type { Outcome } from './helpers.js'
import {
  type Answers,
  apiKey,
  inAnHour,
  makeAttestation,
  makeOrder,
  rowOf,
  serve,
  solver,
  stranger,
  user,
} from './verifySupport.js'

const other = `0x${'77'.repeat(32)}` as const

describe('fillproof verify, with an order or a key', () => {
  const server = setUpHttpServer()
  const folder = setUpFolder()

  const verify = (id: Hex, args: string[] = [], env: Record<string, string> = {}): Promise<Outcome> =>
    callCommand(['verify', id, '--url', server.url, '--solver', solver.address, ...args], {
      FILLPROOF_API_KEY: '',
      ...env,
    })
  const withKey = { FILLPROOF_API_KEY: apiKey }
  const jsonOf = async (id: Hex, args: string[] = [], env: Record<string, string> = {}) => {
    const { status, stdout, stderr } = await verify(id, [...args, '--json'], env)
    expect(stderr).to.equal('')
    const json = JSON.parse(stdout)
    const failed = json.checks.flatMap(({ name, ok }: { name: string; ok: boolean }) => (ok ? [] : [name]))
    return { status, json, failed }
  }

  describe('the signed words', () => {
    it('default: names, symbol, amount and the forms of addresses', async () => {
      const id = await serve(server, makeAttestation(makeOrder()))
      const { status, stdout, stderr } = await verify(id)
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
      expect(rowOf(stdout, 'requestId')).to.deep.equal(['requestId', id, ''])
      expect(rowOf(stdout, 'originChainId')).to.deep.equal(['originChainId', '8453', 'base'])
      expect(rowOf(stdout, 'originUser').slice(1)).to.deep.equal([
        user,
        'EVM address, left-padded when signed',
      ])
      expect(rowOf(stdout, 'originCurrency').slice(1)).to.deep.equal(['native currency', 'ETH, 18 decimals'])
      expect(rowOf(stdout, 'originAmount').slice(1)).to.deep.equal([
        '1,500,000,000,000,000,000 (smallest unit)',
        '1.5 ETH',
      ])
      expect(rowOf(stdout, 'destinationChainId')).to.deep.equal(['destinationChainId', '10', 'optimism'])
      expect(rowOf(stdout, 'destinationUser')[1]).to.equal(user)
      expect(rowOf(stdout, 'signature')[1]).to.match(/^0x\w{16}…\w{16}$/)
      expect(rowOf(stdout, 'solver')).to.deep.equal(['solver', '✔', `${solver.address} is a listed solver`])
      expect(stdout).to.include(`recovers ${solver.address}`)
      expect(rowOf(stdout, 'orderId').slice(1)).to.deep.equal(['?', noOrderListed])
      expect(rowOf(stdout, 'deadline').slice(1)).to.deep.equal(['?', noOrderListed])
    })

    it('behavior: layout v2 is fetched if requested', async () => {
      const destinationCurrency = padAddress('0x00000000000000000000000000000000000000aa')
      const id = await serve(
        server,
        makeAttestation(makeOrder(), { originAmount: undefined, destinationCurrency }),
      )
      const { status, stdout } = await verify(id, ['--layout', 'v2'])
      expect(status).to.equal(0)
      expect(stdout).to.include('layout v2').and.not.include('originAmount')
      expect(rowOf(stdout, 'destinationCurrency').slice(1)).to.deep.equal([
        '0x00000000000000000000000000000000000000AA',
        'unknown symbol',
      ])
      // There is no attestation of the other layout.
      expect((await verify(id)).status).to.equal(1)
    })

    it('behavior: users of other virtual machines, in the form of their chain', async () => {
      const word = `0x${'ab'.repeat(32)}` as const
      const tron = padAddress('0x0000000000000000000000000000000000000001')
      const id = await serve(
        server,
        makeAttestation(makeOrder(), {
          originChainId: 792703809,
          originUser: word,
          destinationChainId: 728126428,
          destinationUser: tron,
        }),
      )
      const { json } = await jsonOf(id)
      expect(json.decoded.originUser).to.deep.equal({ address: base58.encode(hexToBytes(word)), form: 'svm' })
      expect(json.decoded.originCurrency).to.include({ isNative: true, symbol: null, decimals: null })
      // The address of 19 zero bytes and a one, as Tron's explorers show it.
      expect(json.decoded.destinationUser).to.deep.equal({
        address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKLxmGkn',
        form: 'tvm',
      })
      const evm = await serve(server, makeAttestation(makeOrder(), { originUser: word }))
      expect(rowOf((await verify(evm)).stdout, 'originUser').slice(1)).to.deep.equal([
        word,
        '32 bytes of another virtual machine',
      ])
    })

    it('behavior: a failed lookup is unknown and fails nothing', async () => {
      const chain = { originChainId: 999_999, destinationChainId: 999_998 }
      for (const answers of [
        { '/chains': 500, '/currencies/v2': 404 },
        { '/chains': 'no JSON', '/currencies/v2': [{}] },
        // A number of decimals that no token has would be printed as zeros.
        {
          '/currencies/v2': [
            { chainId: 999_999, address: `0x${'0'.repeat(40)}`, symbol: 'X', name: 'X', decimals: 1e9 },
          ],
        },
      ] as Answers[]) {
        const id = await serve(server, makeAttestation(makeOrder(), chain), answers)
        const { status, stdout, stderr } = await verify(id)
        expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
        expect(rowOf(stdout, 'originChainId')[2]).to.equal('unknown chain')
        expect(rowOf(stdout, 'destinationChainId')[2]).to.equal('unknown chain')
        expect(rowOf(stdout, 'originCurrency')[2]).to.equal('unknown symbol')
        expect(rowOf(stdout, 'originAmount')[2]).to.equal('unknown decimals')
      }
    })

    it("error: the service's text cannot control the terminal", async () => {
      const nasty = '\u001b[2J\u009b31mX\u202eY\r\nZ'
      const chain = { originChainId: 999_999 }
      const orderData = makeOrder()
      const id = hashOrder(orderData)
      const record = { id, status: nasty, createdAt: nasty, data: { inTxs: [{ txHash: nasty }] } }
      await serve(server, makeAttestation(orderData, chain), {
        '/chains': { chains: [{ id: 999_999, name: nasty, displayName: nasty }] },
        '/currencies/v2': [
          { chainId: 999_999, address: `0x${'0'.repeat(40)}`, symbol: nasty, name: nasty, decimals: 2 },
        ],
        '/requests/v3': { requests: [record] },
      })
      for (const args of [[], ['--json']]) {
        const { stdout, stderr } = await verify(id, args, withKey)
        expect(stdout).to.include('[2J')
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
        expect(stdout + stderr).not.to.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/)
      }
    })

    it('error: a changed word has no trusted signer', async () => {
      const attestation = makeAttestation(makeOrder())
      const id = await serve(server, attestation)
      const path = `/requests/${id}/signature`
      const { signature } = await (await fetch(`${server.url}${path}`)).json()
      const { requestId: _, ...requestData } = { ...attestation, originAmount: 1n }
      await serve(server, attestation, { [path]: { requestData, signature } })
      const { status, failed } = await jsonOf(id)
      expect({ status, failed }).to.deep.equal({ status: 1, failed: ['solver'] })
    })

    it('error: a signature without a recoverable signer', async () => {
      const attestation = makeAttestation(makeOrder())
      const { requestId, ...requestData } = attestation
      const signature = `0x${'00'.repeat(65)}`
      const id = await serve(server, attestation, {
        [`/requests/${requestId}/signature`]: { requestData, signature },
      })
      const { status, stdout } = await verify(id)
      expect(status).to.equal(1)
      expect(rowOf(stdout, 'solver')).to.deep.equal(['solver', '✘', 'No signer can be recovered.'])
    })
  })

  describe('--order', () => {
    it('default: shows the order of the id, its solver and its deadline', async () => {
      const orderData = makeOrder()
      const id = await serve(server, makeAttestation(orderData))
      const file = await folder.write({ protocol: { v2: { orderData } }, steps: [] })
      const { status, stdout } = await verify(id, ['--order', file])
      expect(status).to.equal(0)
      expect(rowOf(stdout, 'orderId').slice(1)).to.deep.equal([
        '✔',
        'the request id is the hash of the order',
      ])
      expect(rowOf(stdout, 'orderSolver').slice(1)).to.deep.equal(['✔', solver.address])
      expect(rowOf(stdout, 'deadline')[1]).to.equal('✔')
      expect(rowOf(stdout, 'deadline')[2]).to.match(/^\d+ \w+ 20\d\d.* \((in 59 min|in 1 hr)\)$/)

      const { json } = await jsonOf(id, ['--order', file])
      const { deadline } = orderData.output
      expect(json.order).to.deep.equal({ orderId: id, source: 'file', evidence: 'attested', deadline })
      expect(json.checks.map(({ name }: { name: string }) => name)).to.deep.equal([
        'signature',
        'solver',
        'orderId',
        'orderSolver',
        'deadline',
      ])
    })

    it('behavior: accepts the orderData alone, or the stored call with its quote', async () => {
      const orderData = makeOrder()
      const id = await serve(server, makeAttestation(orderData))
      expect((await jsonOf(id, ['--order', await folder.write(orderData)])).status).to.equal(0)
      const call = { revision: 1, quote: { protocol: { v2: { orderData } }, steps: [] } }
      const { status, json } = await jsonOf(id, ['--order', await folder.write(call)])
      expect([status, json.order.orderId]).to.deep.equal([0, id])
    })

    it('attack: a quote with another order inside it is read for its own order', async () => {
      const orderData = makeOrder()
      const id = await serve(server, makeAttestation(orderData))
      const quote = { protocol: { v2: { orderData: makeOrder({ salt: '0x02' }) } }, steps: [] }
      const forged = await folder.write({ ...quote, quote: { protocol: { v2: { orderData } } } })
      const { status, json } = await jsonOf(id, ['--order', forged])
      expect([status, json.order.orderId === id]).to.deep.equal([1, false])
    })

    it('error: the order of another request', async () => {
      const id = await serve(server, makeAttestation(makeOrder()))
      const another = makeOrder({ salt: '0x02' })
      const { status, stdout } = await verify(id, ['--order', await folder.write(another)])
      expect(status).to.equal(1)
      expect(rowOf(stdout, 'orderId').slice(1)).to.deep.equal([
        '✘',
        `requestId is ${id}, but the order hashes to ${hashOrder(another)}.`,
      ])
      // What nobody signed is no deadline.
      expect(rowOf(stdout, 'deadline')[1]).to.equal('?')
    })

    it('error: an order of another solver, which a receiver would refuse', async () => {
      const orderData = makeOrder({ by: stranger.address })
      const id = await serve(server, makeAttestation(orderData))
      const { status, failed } = await jsonOf(id, ['--order', await folder.write(orderData)])
      expect({ status, failed }).to.deep.equal({ status: 1, failed: ['orderSolver'] })
    })

    it('error: an order that has expired', async () => {
      const deadline = inAnHour() - 3600 - 7300
      const orderData = makeOrder({ deadline })
      const id = await serve(server, makeAttestation(orderData))
      const file = await folder.write(orderData)
      const { status, failed } = await jsonOf(id, ['--order', file])
      // It is genuine, and without a receiver nobody knows whether it was paid in time.
      expect({ status, failed }).to.deep.equal({ status: 0, failed: ['deadline'] })
      const [, mark, text] = rowOf((await verify(id, ['--order', file])).stdout, 'deadline')
      expect(mark).to.equal('✘')
      expect(text).to.match(/^expired .* \(2 hr ago\)$/)
    })

    it("behavior: uses the id's order from a folder or NDJSON; without it the rows are open", async () => {
      const orderData = makeOrder()
      const others = [makeOrder({ salt: '0x02' }), makeOrder({ salt: '0x03' })]
      const id = await serve(server, makeAttestation(orderData))
      const kept = await makeFolder()
      try {
        const ndjson = await kept.write(`${others.map(stringify).join('\n')}\n{"half`)
        const ofOne = await kept.write(others[0], 'ndjson')
        for (const path of [ndjson, ofOne, dirname(ndjson)]) {
          const { status, json } = await jsonOf(id, ['--order', path])
          expect({ status, problem: json.orderProblem }).to.deep.equal({ status: 0, problem: noOrderListed })
          expect(json).not.to.have.property('order')
        }
        await kept.write({ protocol: { v2: { orderData } }, steps: [] })
        const { status, json } = await jsonOf(id, ['--order', dirname(ndjson)])
        expect({ status, evidence: json.order.evidence }).to.deep.equal({ status: 0, evidence: 'attested' })
      } finally {
        await kept.remove()
      }
    })

    describe("a signed order whose id is not the request's", () => {
      const requestId = other
      const orderData = makeOrder()
      const quoteOf = async ({ account = solver, of = requestId as Hex | undefined } = {}) => ({
        protocol: { v2: { orderData, orderSignature: await signOrder({ orderData, account }) } },
        ...(of && { steps: [{ id: 'deposit', requestId: of }] }),
      })
      beforeEach(() => serve(server, makeAttestation(orderData, { requestId })))

      it('default: the solver signed it, and the quote names its request', async () => {
        const file = await folder.write(await quoteOf())
        const { status, json, failed } = await jsonOf(requestId, ['--order', file])
        expect({ status, failed }).to.deep.equal({ status: 0, failed: [] })
        expect(json.order).to.include({ orderId: hashOrder(orderData), evidence: 'signed' })
        expect(json.checks.map(({ name }: { name: string }) => name).slice(2)).to.deep.equal([
          'orderId',
          'orderSignature',
          'orderSolver',
          'deadline',
        ])
        const { stdout } = await verify(requestId, ['--order', file])
        expect(rowOf(stdout, 'orderId')[2]).to.include("the service's word, not signed")
        const check = json.checks.find(({ name }: { name: string }) => name === 'orderId')
        expect(check.source).to.equal('said')
      })

      it('error: signed by a stranger', async () => {
        const { status, failed } = await jsonOf(requestId, [
          '--order',
          await folder.write(await quoteOf({ account: stranger })),
        ])
        expect({ status, failed }).to.deep.equal({ status: 1, failed: ['orderSignature', 'orderSolver'] })
      })

      it('error: the quote of another or an unknown request', async () => {
        for (const [of, text] of [
          [zeroHash, `The quote is for ${zeroHash}, not for ${requestId}.`],
          [undefined, 'Nothing links this order to the request: give the whole quote.'],
        ] as const) {
          const quote = await quoteOf({ of: of ?? undefined })
          const file = await folder.write(of ? quote : quote.protocol.v2)
          const { status, stdout } = await verify(requestId, ['--order', file])
          expect(status).to.equal(1)
          expect(rowOf(stdout, 'orderId').slice(1)).to.deep.equal(['✘', text])
        }
      })

      it('attack: an order whose text would forge the verdict', async () => {
        const chainId = 'x\u001b[2J\u001b[H\u001b[32mvalid\u001b[8m\u009b31m'
        const quote = await quoteOf()
        const hostile = { ...orderData, output: { ...orderData.output, chainId } }
        const file = await folder.write({
          ...quote,
          protocol: { v2: { ...quote.protocol.v2, orderData: hostile } },
        })
        const args = ['verify', requestId, '--url', server.url, '--solver', solver.address, '--order', file]
        const env = { NO_COLOR: '', FORCE_COLOR: '1' }
        const { status, stdout, stderr } = await callCommand(args, env, 200)
        expect(status).to.equal(2)
        expect(stderr).to.match(/must be a chain that is known/)
        for (const code of ['[2J', '[H', '[32mvalid\u001b', '[8m'])
          expect(stdout + stderr).not.to.include(`\u001b${code}`)
        const json = await callCommand([...args, '--json'], env, 200)
        expect(json.stdout + json.stderr).not.to.include('\u009b')
      })

      it('attack: the attestation of another request, which the quote names', async () => {
        const other = `0x${'66'.repeat(32)}` as const
        const file = await folder.write(await quoteOf({ of: other }))
        for (const [fields, text] of [
          [{ originChainId: 1 }, 'The attestation names a payment on ethereum, where the order takes none.'],
          [{ destinationChainId: 137 }, 'The attestation is for polygon, and the order pays on optimism.'],
          [
            { destinationUser: padAddress(stranger.address) },
            'The order pays other recipients than the attestation names.',
          ],
        ] as const) {
          await serve(server, makeAttestation(orderData, { requestId: other, ...fields }))
          const { status, stdout } = await verify(other, ['--order', file])
          expect(status).to.equal(1)
          expect(rowOf(stdout, 'orderId').slice(1)).to.deep.equal(['✘', text])
        }
      })

      it('behavior: a quote without its signature leaves the rows open', async () => {
        const quote = await quoteOf()
        const protocol = { v2: { orderData } }
        const file = await folder.write({ ...quote, protocol })
        const { status, stdout } = await verify(requestId, ['--order', file])
        expect(status).to.equal(0)
        expect(rowOf(stdout, 'orderId')[1]).to.equal('?')
        expect(rowOf(stdout, 'orderSignature').slice(1)).to.deep.equal([
          '?',
          'the quote has no orderSignature; includeProtocolData asks the service for it',
        ])
        expect(rowOf(stdout, 'deadline')[1]).to.equal('?')
        const { json, failed } = await jsonOf(requestId, ['--order', file])
        expect(failed).to.deep.equal([])
        expect(json.order).to.include({ orderId: hashOrder(orderData), evidence: 'none' })
      })

      it('error: without its signature, and without the quote that links it', async () => {
        const file = await folder.write({ orderData })
        const { status, failed } = await jsonOf(requestId, ['--order', file])
        expect({ status, failed }).to.deep.equal({ status: 1, failed: ['orderId'] })
      })
    })

    it('error: an unusable file', async () => {
      const orderData = makeOrder()
      const id = await serve(server, makeAttestation(orderData))
      const terms = { token: user, minimum: '1', recipient: user, deadline: 1 }
      for (const [content, text] of [
        [undefined, '--order must be a file that can be read'],
        ['{', 'is not an object in JSON'],
        ['[]', 'is not an object in JSON'],
        [{}, 'has no order that can be read'],
        [{ ...orderData, salt: '\u001b[2J' }, 'has no order that can be read: salt'],
        ['{}\n{}\n', 'has no order that can be read'],
        [{ orderData, orderSignature: 'none' }, 'must be hex of whole bytes'],
        [
          { protocol: { v2: { orderData: { ...orderData, version: 'v2' } } } },
          'version must be v1, found "v2"',
        ],
        [{ terms }, 'termsSignature must be hex of whole bytes'],
        [{ terms: { ...terms, minimum: 1 }, termsSignature: '0x' }, 'terms.minimum'],
      ] as const) {
        const file = content === undefined ? '/nowhere/order.json' : await folder.write(content)
        const { status, stdout, stderr } = await verify(id, ['--order', file])
        expect({ status, stdout }, text).to.deep.equal({ status: 2, stdout: '' })
        expect(stderr).to.include(text).and.not.include('\u001b').and.not.include('    at ')
      }
      expect(server.requests).to.deep.equal([])
    })
  })

  describe('FILLPROOF_API_KEY', () => {
    const recordOf = (id: Hex, orderId = id) => ({
      id,
      status: 'success',
      createdAt: '2026-01-02T03:04:05.000Z',
      updatedAt: '2026-01-02T03:04:13.900Z',
      protocol: { orderId },
      data: {
        inTxs: [{ txHash: '0x12', timestamp: 1767323050 }],
        outTxs: [
          { txHash: '0x34', timestamp: 1767323052 },
          { txHash: null, timestamp: -1 },
        ],
      },
    })

    it('default: the record, and no order', async () => {
      const orderData = makeOrder()
      const id = hashOrder(orderData)
      await serve(server, makeAttestation(orderData), {
        '/requests/v3': { requests: [recordOf(id)] },
      })
      const { status, json, failed } = await jsonOf(id, [], withKey)
      expect({ status, failed }).to.deep.equal({ status: 0, failed: [] })
      expect(json.record).to.deep.equal({
        status: 'success',
        createdAt: '2026-01-02T03:04:05.000Z',
        orderId: id,
        depositTransactions: ['0x12'],
        fillTransactions: ['0x34'],
        refundTransactions: [],
        timeline: [
          { name: 'created', at: 1767323045 },
          { name: 'deposit', at: 1767323050 },
          { name: 'fill', at: 1767323052 },
          { name: 'success', at: 1767323053 },
        ],
      })
      expect(json).not.to.have.property('order')
      expect(server.requests.map(({ path }) => path)).not.to.include('/requests/v2')
      for (const { headers } of server.requests) expect(headers['x-api-key']).to.equal(apiKey)
      const { stdout } = await verify(id, [], withKey)
      expect(rowOf(stdout, 'status')).to.deep.equal(['status', 'success'])
      expect(rowOf(stdout, 'fills')).to.deep.equal(['fills', '0x34'])
      expect(rowOf(stdout, 'orderId').slice(1)).to.deep.equal(['?', noOrderListed])
      expect(stdout).not.to.include(apiKey)

      const another = await folder.write(makeOrder({ salt: '0x02' }))
      const given = await jsonOf(id, ['--order', another], withKey)
      expect(given).to.deep.include({ status: 1, failed: ['orderId'] })
      expect(given.json.order.source).to.equal('file')
    })

    it('behavior: requests only the status without a key', async () => {
      const id = await serve(server, makeAttestation(makeOrder()))
      const { json } = await jsonOf(id)
      expect(json).not.to.have.any.keys('record', 'order')
      expect(server.requests.map(({ path }) => path)).to.deep.equal([
        `/requests/${id}/signature`,
        '/intents/status/v3',
        '/chains',
        '/currencies/v2',
      ])
    })

    it('behavior: an unavailable record is reported and fails nothing', async () => {
      const orderData = makeOrder()
      const id = await serve(server, makeAttestation(orderData), {
        '/requests/v3': 403,
      })
      const { status, stdout } = await verify(id, [], withKey)
      expect(status).to.equal(0)
      expect(stdout).to.match(/note: The record can't be fetched from the service: /)
    })

    it('behavior: an order that only the record links to the request is left open', async () => {
      const orderData = makeOrder()
      await serve(server, makeAttestation(orderData, { requestId: other }), {
        '/requests/v3': { requests: [recordOf(other, hashOrder(orderData))] },
      })
      const { status, stdout } = await verify(other, ['--order', await folder.write(orderData)], withKey)
      expect(status).to.equal(0)
      for (const name of ['orderId', 'orderSignature', 'deadline']) {
        expect(rowOf(stdout, name)[1]).to.equal('?')
      }
    })

    it("behavior: several quotes are searched by the record's order id", async () => {
      const orderData = makeOrder()
      const orderSignature = await signOrder({ orderData, account: solver })
      await serve(server, makeAttestation(orderData, { requestId: other }), {
        '/requests/v3': { requests: [recordOf(other, hashOrder(orderData))] },
      })
      const lines = [makeOrder({ salt: '0x02' }), { orderData, orderSignature }].map(stringify).join('\n')
      const file = await folder.write(lines)
      const { status, json } = await jsonOf(other, ['--order', file], withKey)
      expect(status).to.equal(0)
      expect(json.order).to.include({ orderId: hashOrder(orderData), evidence: 'signed' })
      expect((await jsonOf(other, ['--order', file])).json).to.include({ orderProblem: noOrderListed })
    })

    it('error: records of other requests or without one are ignored', async () => {
      const orderData = makeOrder()
      const wrong = makeOrder({ salt: '0x03' })
      for (const requests of [[recordOf(hashOrder(wrong))], []]) {
        const id = await serve(server, makeAttestation(orderData), {
          '/requests/v3': { requests },
        })
        const { status, json } = await jsonOf(id, [], withKey)
        expect(status).to.equal(0)
        expect(json).not.to.have.any.keys('record', 'order')
        expect(json.notes).to.deep.equal([
          "The status can't be fetched from the service: GET /intents/status/v3: the service answered 404: Not found.",
          'The service gives no record of this request.',
        ])
      }
    })

    it('error: a key that the service does not know', async () => {
      const id = await serve(server, makeAttestation(makeOrder()))
      await serve(server, makeAttestation(makeOrder()), { [`/requests/${id}/signature`]: 401 })
      const { status, stdout, stderr } = await verify(id, [], withKey)
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include('does not know the key in FILLPROOF_API_KEY').and.not.include(apiKey)
      // Without a key the service says something about the request.
      expect((await verify(id)).status).to.equal(1)
    })

    it('error: a key that is not valid in a header', async () => {
      const id = await serve(server, makeAttestation(makeOrder()))
      const { status, stderr } = await verify(id, [], { FILLPROOF_API_KEY: 'sec\nret' })
      expect(status).to.equal(2)
      expect(stderr).to.include('FILLPROOF_API_KEY must be').and.not.include('sec')
    })
  })

  it('error: options that make no sense', async () => {
    const id = await serve(server, makeAttestation(makeOrder()))
    const receiver = ['--rpc-url', 'http://127.0.0.1:9', '--receiver', user]
    for (const [args, text] of [
      [['--layout', 'v3'], '--layout must be v1 or v2'],
      [['--payer', user], '--payer needs a receiver'],
      [['--from-block', '1'], '--from-block needs a receiver'],
      [['--recipient-proof', 'x'], '--recipient-proof needs a receiver'],
      [[...receiver, '--payer', '0x12'], '--payer must be an address'],
      [[...receiver, '--from-block', '-1'], '--from-block must be'],
      [[...receiver, '--from-block', '0x10'], '--from-block must be'],
      [[...receiver, '--recipient-proof', '/nowhere'], '--recipient-proof must be a file'],
      [[...receiver, '--recipient-proof', await folder.write({})], 'has no recipientProof'],
      [
        [...receiver, '--recipient-proof', await folder.write({ recipientProof: ['0x12'] })],
        'has no recipientProof',
      ],
    ] as const) {
      const { status, stdout, stderr } = await verify(id, [...args])
      expect({ status, stdout }, text).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include(text)
    }
    expect(server.requests).to.deep.equal([])
  })
})

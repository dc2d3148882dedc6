import vm from 'node:vm'
import { expect } from 'chai'
import { createServiceClient } from '../src/client/index.js'
import { bundleForBrowser } from './support/bundle.js'
import { readPublishedQuote, readVector } from './support/vectors.js'

const { record, hash, solver } = readVector('attestation-v1-live')
const receiver = '0x1234567890123456789012345678901234567890'

/** Runs `code` with an entry's bundle for browsers as `entry`. */
async function runInBrowser(entryPoint: string, code: string, globals: object): Promise<unknown> {
  const { text } = await bundleForBrowser(entryPoint)
  const context = vm.createContext({
    TextEncoder,
    TextDecoder,
    URL,
    URLSearchParams,
    Request,
    Response,
    Headers,
    AbortController,
    AbortSignal,
    Event,
    EventTarget,
    ReadableStream,
    setTimeout,
    clearTimeout,
    queueMicrotask,
    crypto,
    performance,
    ...globals,
  })
  vm.runInContext(text, context)
  return JSON.parse(await vm.runInContext(`(async () => JSON.stringify(await (${code})()))()`, context))
}

describe('browser bundle', () => {
  it('fillproof gives the known answer', async () => {
    const code = `async () => {
      const attestation = entry.parseAttestation(record)
      const { valid } = await entry.verifyAttestation({ attestation, solver })
      return [entry.hashAttestation(attestation), valid]
    }`
    expect(await runInBrowser('src/index.ts', code, { record, solver })).deep.equal([hash, true])
  })

  it('fillproof/client fetches', async () => {
    const { requestId, ...answer } = record
    const fetch = async () => Response.json(answer)
    const code = `async () => {
      const client = entry.createServiceClient({ baseUrl: 'https://service.example', fetch })
      const { layout } = await client.getAttestation({ requestId })
      return layout
    }`
    expect(await runInBrowser('src/client/index.ts', code, { requestId, fetch })).equal('v1')
  })

  it('fillproof/webhooks verifies its own signature', async () => {
    const code = `async () => {
      const apiKey = 'key'
      const data = { requestId: '0x' + '12'.repeat(32), status: 'success', updatedAt: 1 }
      const event = { event: 'request.status.updated', timestamp: 1, data }
      const { body, headers } = await entry.signWebhook({ body: event, apiKey })
      const verified = await entry.verifyWebhook({
        body,
        apiKey,
        timestamp: headers['x-signature-timestamp'],
        signature: headers['x-signature-sha256'],
      })
      return verified.data.status
    }`
    expect(await runInBrowser('src/webhooks/index.ts', code, {})).equal('success')
  })

  it('fillproof/contract gives the known answer', async () => {
    const zero = `0x${'00'.repeat(32)}`
    const payment = `{
      originChainId: 1n,
      originUser: '${zero}',
      originCurrency: '${zero}',
      token: '0x${'00'.repeat(20)}',
      minimum: 1n,
      maximum: 1n,
      recipient: '${receiver}',
      refundTo: '0x${'00'.repeat(20)}',
      deadline: 1800000000,
      salt: '${zero}',
      data: '0x',
    }`
    const code = `() => entry.hashPayment({ chainId: 8453, receiver: '${receiver}', payment: ${payment} })`
    expect(await runInBrowser('src/contract/index.ts', code, {})).equal(
      '0x88fc58b98d0b912f314c9a2b06f35268929df20c87cc954f42ac0901c0a10afa',
    )
  })

  it('fillproof/quote judges a quote', async () => {
    const { quote, request } = readPublishedQuote()
    const code = `async () => {
      const { valid, checks } = await entry.verifyQuote({ quote, request, bounds: { maximumAmountIn }, now: 1 })
      return [valid, checks.filter(({ ok }) => ok !== true).map(({ name }) => name)]
    }`
    const globals = { quote, request, maximumAmountIn: '100012440985606146' }
    expect(await runInBrowser('src/quote/index.ts', code, globals)).deep.equal([true, ['signature']])
  })

  it('src/report verifies a request', async () => {
    const { requestId, ...answer } = record
    const fetch = async (url: unknown) =>
      Response.json(String(url).endsWith('/signature') ? answer : { status: 'waiting' })
    const client = createServiceClient({ baseUrl: 'https://service.example', fetch: fetch })
    const code = `async () => {
      const task = { requestId, client, layout: 'v1', trusted: [solver], given: {}, wantsRecord: false, now: 0 }
      const { valid, solver: signer, notes } = await entry.reportRequest(task)
      return [valid, signer, notes]
    }`
    const globals = { requestId, client, solver }
    expect(await runInBrowser('src/report/reportRequest.ts', code, globals)).deep.equal([true, solver, []])
  })
})

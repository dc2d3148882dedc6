import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import { explainServiceError } from '../../src/cli/verify/explainServiceError.js'
import { createServiceClient } from '../../src/client/index.js'
import { relayProfile } from '../../src/index.js'
import { thrown } from '../support/errors.js'
import { readVector } from '../support/vectors.js'

const retry = { limit: 1, delayMs: 1 }
const requestId = `0x${'12'.repeat(32)}` as const
const { requestData, signature } = readVector('attestation-v1-live').record

describe('explainServiceError', () => {
  let server: Server
  let url: string
  let answer: { status: number; body: string } | undefined
  let path: string | undefined
  /** Whether it lists its chains, as the service does. */
  let isService = true
  before(async () => {
    server = createServer((request, response) => {
      if (isService && request.url === '/chains') return response.end('{"chains":[]}')
      path = request.url
      if (answer) response.writeHead(answer.status).end(answer.body)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const get = (status: number, body: unknown) => {
    answer = { status, body: typeof body === 'string' ? body : JSON.stringify(body) }
    return fetchAttestation()
  }

  const fetchAttestation = (timeoutMs = 15_000) => {
    const client = createServiceClient({ profile: relayProfile, baseUrl: url, retry, timeoutMs })
    return client.getAttestation({ requestId }).catch(async (error: unknown) => {
      throw await explainServiceError(error, { url, client })
    })
  }

  it('default', async () => {
    const attestation = await get(200, { requestData, signature })
    expect(attestation).to.include({ layout: 'v1', requestId, signature })
    expect(path).to.equal(`/requests/${requestId}/signature`)
  })

  it('behavior: an id in the answer does not replace the requested one', async () => {
    const attestation = await get(200, { requestId: `0x${'34'.repeat(32)}`, requestData, signature })
    expect(attestation.requestId).to.equal(requestId)
  })

  describe('error: a malformed answer is reported by its field', () => {
    const cases: [string, unknown, string][] = [
      ['no object', [], 'the answer must be object'],
      ['no requestData', { signature }, 'requestData of the answer must be'],
      [
        'a bad user',
        { requestData: { ...requestData, originUser: 'me\u001b[2J' }, signature },
        'requestData.originUser of the answer must',
      ],
      [
        'an amount that lost digits',
        { requestData: { ...requestData, originAmount: 7e17 }, signature },
        'requestData.originAmount of the answer must',
      ],
      ['no amount', { requestData: { ...requestData, originAmount: undefined }, signature }, 'layout'],
      ['a bad signature', { requestData, signature: 'none' }, 'signature of the answer must'],
    ]
    for (const [name, body, text] of cases) {
      it(name, async () => {
        const error = await thrown(() => get(200, body))
        expect(error).to.include({ name: 'ServiceAnswerError' })
        expect(error.shortMessage)
          .to.match(/^The service's answer is malformed: /)
          .and.include(text)
        expect(error.shortMessage).not.to.include('\u001b')
      })
    }
  })

  it("error: a refusal keeps the service's message, without control characters", async () => {
    const error = await thrown(() => get(404, { message: '\u001b[31mno such\nrequest.' }))
    expect(error).to.include({
      name: 'ServiceAnswerError',
      shortMessage: `${url} refused the request, status 404: [31mno such request.`,
    })
    const plain = await thrown(() => get(400, 'nothing to read'))
    expect(plain).to.include({
      name: 'ServiceAnswerError',
      shortMessage: `${url} refused the request, status 400.`,
    })
    expect(await thrown(() => get(400, { message: 'x'.repeat(10_000) })))
      .to.have.property('message')
      .with.length.below(1000)
  })

  it('error: the answer is not from the service', async () => {
    for (const [status, body, found] of [
      [200, '<html>Log in</html>', 'no JSON'],
      [200, '', 'no JSON'],
      [302, '', 'a redirect'],
      [404, '<html>Not found</html>', 'status 404'],
      [404, 'Cannot GET /requests', 'status 404'],
      [403, '<!doctype html>', 'status 403'],
      [511, 'Log in', 'status 511'],
    ] as const) {
      expect(await thrown(() => get(status, body))).to.include({
        name: 'UnreachableError',
        shortMessage: `Something other than the service answered at ${url}: ${found}.`,
      })
    }
  })

  it('error: JSON from a wrong path of the URL', async () => {
    isService = false
    try {
      for (const [status, body, found] of [
        [404, { message: 'No route GET /api/requests' }, 'status 404'],
        [403, { message: 'Missing Authentication Token' }, 'status 403'],
        [200, { status: 'ok' }, 'other JSON'],
      ] as const) {
        expect(await thrown(() => get(status, body))).to.include({
          name: 'UnreachableError',
          shortMessage: `Something other than the service answered at ${url}: ${found}.`,
        })
      }
      // The service refuses an id that it does not know.
      expect(await thrown(() => get(400, {}))).to.include({ name: 'ServiceAnswerError' })
    } finally {
      isService = true
    }
  })

  it('error: a passing fault says nothing about the request', async () => {
    const page = await thrown(() => get(502, '<html>Bad gateway</html>'))
    expect(page).to.include({ shortMessage: `${url} answered with status 502.` })
    for (const status of [408, 429, 500, 503]) {
      const error = await thrown(() => get(status, { message: 'Not now.' }))
      expect(error).to.include({
        name: 'UnreachableError',
        shortMessage: `${url} answered with status ${status}: Not now.`,
      })
    }
  })

  it('error: a service that does not answer', async () => {
    answer = undefined
    const error = await thrown(() => fetchAttestation(50))
    expect(error).to.include({
      name: 'UnreachableError',
      shortMessage: `${url} could not be reached: no answer within 0.05 s.`,
    })
  })
})

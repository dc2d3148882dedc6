import { expect } from 'chai'
import { statusSchema } from '../../src/service/resources/status.js'
import { connect } from '../client/transport/connect.js'
import { thrown } from '../support/errors.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'

describe('interface: Errors', () => {
  const server = setUpHttpServer()

  const connected = () => connect(server.url, { retry: { limit: 0 } })

  it('1. a failure of GET /config/v2 is 500 with message and code, both strings [212]', async () => {
    server.respondWith(answer(500, { message: 'Chains are not supported', code: 'UNSUPPORTED_CHAIN' }))
    const error = await thrown(() => connected().send({ path: '/config/v2' }))
    expect(error).include({
      name: 'ServiceHttpError',
      kind: 'http',
      operation: 'GET /config/v2',
      status: 500,
      code: 'UNSUPPORTED_CHAIN',
      serviceMessage: 'Chains are not supported',
    })
    expect(error.body).deep.equal({ message: 'Chains are not supported', code: 'UNSUPPORTED_CHAIN' })
    expect(error.message).equal(
      [
        'GET /config/v2: the service answered 500 UNSUPPORTED_CHAIN: Chains are not supported.',
        'Docs: node_modules/fillproof/docs/errors.md#servicehttperror',
      ].join('\n'),
    )
  })

  it('3. a failReason outside the list is accepted [214]', async () => {
    const { send } = connected()
    for (const failReason of ['N/A', 'UNKNOWN', 'DOUBLE_SPEND', 'A_REASON_OF_TOMORROW']) {
      server.respondWith(answer(200, { status: 'failure', failReason, refundFailReason: 'N/A' }))
      const status = await send({ path: '/intents/status/v3', response: statusSchema })
      expect(status).deep.equal({ status: 'failure', failReason, refundFailReason: 'N/A' })
    }
  })

  it('6. every status and code is reported unchanged [217]', async () => {
    const { send } = connected()
    for (const status of [400, 401, 403, 404, 409, 418, 422, 500, 501, 503]) {
      server.respondWith(
        answer(status, { message: 'm', errorCode: 'A_CODE_OF_TOMORROW', errorData: { x: 1 } }),
      )
      const error = await thrown(() => send({ method: 'POST', path: '/quote/v2', body: {} }))
      expect(error).include({
        name: 'ServiceHttpError',
        status,
        code: 'A_CODE_OF_TOMORROW',
        serviceMessage: 'm',
      })
      expect(error.body).property('errorData').deep.equal({ x: 1 })
    }
  })

  const message = 'Something was wrong'
  const simulated = {
    error: 'SimulationError',
    message,
    requestId: '0x12',
    details: {
      path: [],
      revert: { type: 'customError', label: 'Expired', message: 'x', name: 'Expired', args: [] },
    },
  }
  // How the public service answers: path, statuses, body, and what the error says of it.
  const bodies: [string, number[], object, { code?: string; serviceMessage: string }][] = [
    [
      '/quote/v2',
      [400, 500],
      {
        message,
        errorCode: 'AMOUNT_TOO_LOW',
        errorData: {},
        requestId: '0x12',
        failedCallData: { from: '0x' },
      },
      { code: 'AMOUNT_TOO_LOW', serviceMessage: message },
    ],
    [
      '/quote',
      [401, 503],
      { message, errorCode: 'UNAUTHORIZED' },
      { code: 'UNAUTHORIZED', serviceMessage: message },
    ],
    ['/quote/v2', [429], { message }, { serviceMessage: message }],
    [
      '/price',
      [400, 401, 500, 503],
      { message, errorCode: 'NO_ROUTES' },
      { code: 'NO_ROUTES', serviceMessage: message },
    ],
    ['/execute', [400, 401, 500], { error: message }, { serviceMessage: message }],
    ['/execute', [400], simulated, { serviceMessage: message }],
    ['/execute/permits', [400], { message }, { serviceMessage: message }],
    ['/app-fees/0x12/balances', [400], { message }, { serviceMessage: message }],
    ['/swap-sources', [400], { message }, { serviceMessage: message }],
    ['/fast-fill', [400, 401, 403, 404, 409, 500], { message }, { serviceMessage: message }],
    [
      '/requests/0x12/signature',
      [400],
      { message, code: 'NOT_FOUND' },
      { code: 'NOT_FOUND', serviceMessage: message },
    ],
    ['/requests/0x12/signature/v2', [400], { message, code: 'X' }, { code: 'X', serviceMessage: message }],
    ['/config/v2', [500], { message, code: 'X' }, { code: 'X', serviceMessage: message }],
    ['/currencies/token/price', [400], { error: message }, { serviceMessage: message }],
    ['/transactions/index', [400, 404], { message }, { serviceMessage: message }],
    [
      '/transactions/deposit-address/reindex',
      [400, 403, 404, 429, 503],
      { message },
      { serviceMessage: message },
    ],
    ['/deposit-addresses/v1', [401, 404], { message }, { serviceMessage: message }],
    ['/requests/v3', [400, 401, 403], { message }, { serviceMessage: message }],
    [
      '/requests/v2',
      [429],
      { message, successor: '/requests/v3', migrationGuide: 'x' },
      { serviceMessage: message },
    ],
  ]
  for (const [path, statuses, body, { code, serviceMessage }] of bodies) {
    it(`6. ${path} answers ${statuses.join(', ')} with ${Object.keys(body).join(', ')}`, async () => {
      for (const status of statuses) {
        server.respondWith(answer(status, body))
        const error = await thrown(() => connected().send({ path }))
        const name = status === 429 ? 'ServiceRateLimitError' : 'ServiceHttpError'
        expect(error).include({ name, operation: `GET ${path}`, status, code, serviceMessage })
        expect(error.body).deep.equal(body)
        expect(error.shortMessage).equal(
          `GET ${path}: the service answered ${status}${code ? ` ${code}` : ''}: ${message}.`,
        )
      }
    })
  }

  it('6. any other body still gives a short message', async () => {
    const rows: [unknown, { code?: string; serviceMessage?: string; body?: unknown }][] = [
      ['<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>', {}],
      ['upstream connect error', {}],
      ['', {}],
      ['null', { body: null }],
      ['"text"', { body: 'text' }],
      ['[{"message":"x"}]', { body: [{ message: 'x' }] }],
      [{ message: { nested: 'x' }, code: null }, {}],
      [{ message: '<html>page</html>', error: 'Bad Gateway' }, { serviceMessage: 'Bad Gateway' }],
      [
        { message: '', error: 'said', code: 7 },
        { code: '7', serviceMessage: 'said' },
      ],
      [
        { message: 'two\nlines\u0007\u001b[31m\u202e and\ttabs.' },
        { serviceMessage: 'two lines [31m and tabs.' },
      ],
      [{ message: `${'long '.repeat(1000)}` }, { serviceMessage: `${'long '.repeat(40)}…` }],
      [{ message: '💥'.repeat(300) }, { serviceMessage: `${'💥'.repeat(200)}…` }],
    ]
    for (const [body, { code, serviceMessage, ...rest }] of rows) {
      server.respondWith(answer(500, body))
      const error = await thrown(() => connected().get())
      expect(error).include({ status: 500, code, serviceMessage })
      expect(error.body).deep.equal('body' in rest ? rest.body : body)
      expect(error.message.length).below(600)
      expect(error.message).not.match(/<[a-z!]/i)
      expect(error.message.split('\n')).length(2)
    }
  })
})

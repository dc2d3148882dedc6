import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { authorize } from '../../../src/client/operations/table.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'
import { requestId, user } from './fixtures.js'

describe('the answer of authorize', () => {
  const server = setUpHttpServer()
  const call = () =>
    authorize(createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 } }), {
      signature: '0xabcd',
      body: {
        type: 'nonce-mapping',
        walletChainId: 1337,
        wallet: user,
        depositor: user,
        nonce: 1,
        id: requestId,
        signatureChainId: 1,
      },
    })

  it('behavior: any answer with a status of 2xx is a success', async () => {
    const answers: [status: number, body: unknown][] = [
      [200, {}],
      [200, null],
      [200, 'Success'],
      [204, ''],
    ]
    for (const [status, body] of answers) {
      server.respondWith(answer(status, body))
      expect(await call(), `${status} ${body}`).deep.equal({})
      expect(server.requests).length(1)
    }
    server.respondWith(answer(201, { message: 5 }))
    expect(await call()).deep.equal({ message: 5 })
  })

  it('error: the service refuses', async () => {
    server.respondWith(answer(400, ''))
    expect(await thrown(call)).include({ name: 'ServiceHttpError', status: 400 })
  })
})

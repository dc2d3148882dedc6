import { expect } from 'chai'
import { toHttpError } from '../../../src/client/transport/toHttpError.js'

describe('the fields of an error', () => {
  const read = (body: unknown) =>
    toHttpError({
      operation: 'POST /quote',
      status: 400,
      text: JSON.stringify(body),
      retryAfterMs: undefined,
    })
  const requestId = `0x${'12'.repeat(32)}`

  // From data/execute-permits-v2.sample.json and errors.live.json of the public service, November 2026.
  it('default: reads all forms: version 3, version 2, and the web server in front of them', () => {
    const errorData = { chainId: 1, currency: '0x12', required: '5', available: '1' }
    const v3 = { message: 'Too little.', errorCode: 'INSUFFICIENT_FUNDS', requestId, errorData }
    expect(read(v3)).deep.include({ code: 'INSUFFICIENT_FUNDS', requestId, errorData })
    const v2 = { message: 'No.', errorCode: 'SWAP_QUOTE_FAILED', errorData: 'reverted' }
    expect(read(v2)).include({ code: 'SWAP_QUOTE_FAILED', requestId: undefined, errorData: 'reverted' })
    const server = { statusCode: 400, code: 'FST_ERR_VALIDATION', message: "headers must have 'x-api-key'" }
    expect(read(server)).include({ code: 'FST_ERR_VALIDATION', errorData: undefined })
  })

  it('error: fields of other types are ignored', () => {
    for (const odd of [null, 5, [], '', true]) {
      expect(read({ requestId: odd, errorData: odd })).include({ requestId: undefined, errorData: undefined })
    }
    expect(read('text')).include({ requestId: undefined, errorData: undefined })
  })
})

import { expect } from 'chai'
import { BaseError, BlockNotFoundError, HttpRequestError, RpcRequestError, TimeoutError } from 'viem'
import { describeFault, isTimeout, readFault } from '../../../src/contract/rpc/faults.js'

const url = 'https://node.example/v2/key-of-mine'
const answered = (status: number) => new HttpRequestError({ url, status, details: 'no', body: {} })

describe('faults of nodes', () => {
  const answeredWith = (code: number, message: string) =>
    new BaseError('outer', { cause: new RpcRequestError({ body: {}, url, error: { code, message } }) })

  it('default: an HTTP status alone is not an answer, except those that mean refusal or a limit', () => {
    for (const status of [401, 403, 404, 500, 503]) {
      expect(readFault(answered(status)), `${status}`).to.equal('unanswered')
    }
    for (const status of [400, 413]) expect(readFault(answered(status)), `${status}`).to.equal('refused')
    expect(readFault(answered(429))).to.equal('limited')
    expect(readFault(new Error('no'))).to.equal('refused')
  })

  for (const [fault, code, message] of [
    ['limited', 429, 'x'],
    ['limited', -32005, 'limit exceeded'],
    ['limited', -32007, '50/second request limit reached'],
    ['limited', -32000, 'request rate exceeded'],
    ['limited', -32090, 'Too many requests, reason: call rate limit exhausted, retry in 10s'],
    ['refused', -32005, 'query returned more than 10000 results'],
    ['refused', 429, 'block range is too large'],
    ['refused', -32601, 'the method does not exist'],
    ['refused', -32000, 'intrinsic gas too low'],
    ['refused', -32603, 'Internal error'],
    ['behind', -32000, 'header not found'],
    ['behind', -32000, 'block range extends beyond current head block'],
    ['behind', -32000, 'cannot query unfinalized data'],
    ['reverted', 3, 'execution reverted'],
    ['reverted', -32000, 'execution reverted: too many requests'],
  ] as const) {
    it(`behavior: ${code} ${message}: ${fault}`, () => {
      expect(readFault(answeredWith(code, message))).to.equal(fault)
    })
  }

  it('behavior: a block that the node does not have', () => {
    expect(readFault(new BlockNotFoundError({ blockNumber: 7n }))).to.equal('behind')
  })

  it('behavior: a timeout is not an answer, however deep it is nested', () => {
    const deep = new BaseError('outer', { cause: new TimeoutError({ body: {}, url }) })
    expect([isTimeout(deep), readFault(deep)]).to.deep.equal([true, 'unanswered'])
    expect(isTimeout(answered(503))).to.equal(false)
  })

  it('behavior: hides every part of its URL that a node repeats', () => {
    const own = 'https://node.example/v3/key-of-mine?token=other%2Bkey'
    for (const text of [
      'Cannot POST /v3/key-of-mine',
      'project key-of-mine is unknown, KEY-OF-MINE',
      'token=other%2Bkey',
      'other+key',
    ]) {
      const cause = new HttpRequestError({ url: own, status: 404, details: text, body: {} })
      const told = describeFault(new BaseError('outer', { cause }))
      expect(told, text)
        .to.include('[url]')
        .and.not.match(/key-of-mine|other.*key/i)
    }
  })

  it('behavior: URLs are hidden wherever they begin, in any case', () => {
    for (const text of [
      url,
      `at ${url} now`,
      `url=${url}`,
      `url_${url}`,
      url.toUpperCase(),
      'http:key-of-mine',
    ]) {
      const told = describeFault(new BaseError('outer', { cause: new BaseError('inner', { details: text }) }))
      expect(told, text)
        .to.include('[url]')
        .and.not.match(/key-of-mine/i)
    }
  })
})

import { expect } from 'chai'
import { BaseError, HttpRequestError, TimeoutError } from 'viem'
import { describeFault, isTimeout, isUnanswered } from '../../../src/contract/rpc/faults.js'

const url = 'https://node.example/v2/key-of-mine'
const answered = (status: number) => new HttpRequestError({ url, status, details: 'no', body: {} })

describe('faults of nodes', () => {
  it('behavior: a status alone is no answer, but for those by which nodes refuse', () => {
    for (const status of [429, 500, 503]) expect(isUnanswered(answered(status)), `${status}`).to.equal(true)
    for (const status of [400, 413]) expect(isUnanswered(answered(status)), `${status}`).to.equal(false)
    expect(isUnanswered(new Error('no'))).to.equal(false)
  })

  it('behavior: a timeout is no answer, however deep it is', () => {
    const deep = new BaseError('outer', { cause: new TimeoutError({ body: {}, url }) })
    expect([isTimeout(deep), isUnanswered(deep)]).to.deep.equal([true, true])
    expect(isTimeout(answered(503))).to.equal(false)
  })

  it('behavior: what of its URL a node repeats is hidden, also alone', () => {
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

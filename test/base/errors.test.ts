import { expect } from 'chai'
import { AttestationFieldError, FillproofError, OrderFieldError } from '../../src/index.js'

describe('FillproofError', () => {
  it('default', () => {
    const error = new FillproofError('SomeError', 'Do this.', {
      cause: new Error('that failed'),
      metaMessages: ['A hint.'],
    })
    expect(error).instanceOf(Error).include({
      name: 'SomeError',
      shortMessage: 'Do this.',
      details: 'that failed',
      docsPath: 'node_modules/fillproof/docs/errors.md#someerror',
      message:
        'Do this.\nA hint.\nDocs: node_modules/fillproof/docs/errors.md#someerror\nDetails: that failed',
    })
  })

  it('behavior: if the cause is our own error, the details are its short message', () => {
    const cause = new OrderFieldError({ field: 'salt', value: 1, requirement: 'hex' })
    expect(new FillproofError('SomeError', 'Do this.', { cause }).details).equal('salt must be hex, found 1.')
  })

  it('behavior: long values are shortened in messages and whole in the field', () => {
    const key = `0x${'77'.repeat(32)}`
    const error = new AttestationFieldError({ field: 'originUser', value: key, requirement: 'an address' })
    expect(error.value).equal(key)
    expect(error.message).include('"0x77777777…" (66 characters)').not.include('777777777')
  })

  it('behavior: every kind of value has a short form', () => {
    const forms: [unknown, string][] = [
      [undefined, 'undefined'],
      [null, 'null'],
      [true, 'true'],
      [1.5, '1.5'],
      [-1n, '-1n'],
      [2n ** 256n, '1157920892… (79 characters)'],
      ['a"b', '"a\\"b"'],
      [[1, 2], 'an array of 2'],
      [{ a: 1 }, 'an object'],
      [() => 1, 'a function'],
      [Symbol('x'), 'a symbol'],
    ]
    for (const [value, form] of forms) {
      const { shortMessage } = new OrderFieldError({ field: 'x', value, requirement: 'y' })
      expect(shortMessage).equal(`x must be y, found ${form}.`)
    }
  })
})

import { expect } from 'chai'
import { z } from 'zod'
import { readParameters, readResponse } from '../../../src/client/validate.js'
import {
  amountText,
  bytes32Text,
  chainId,
  openEnum,
  resource,
} from '../../../src/service/resources/schema.js'
import { thrown } from '../../support/errors.js'

describe('readResponse', () => {
  it('default', () => {
    const schema = resource({ id: z.int(), status: openEnum(['known']) })
    const value = { id: 1, status: 'new', more: [{ deep: true }], none: null }
    expect(readResponse(schema, value, 'GET /x')).deep.equal(value)
  })

  it("behavior: an answer's own __proto__ changes no prototype", () => {
    const value = readResponse(resource({}), JSON.parse('{"__proto__":{"isAdmin":true}}'), 'GET /x')
    expect((value as { isAdmin?: boolean }).isAdmin).equal(undefined)
  })

  const key = `0x${'ab'.repeat(31)}`
  const rows: [z.ZodType, unknown, string, unknown, string][] = [
    [z.looseObject({}), null, '', null, 'the answer must be object, found null.'],
    [
      z.looseObject({ a: z.string() }),
      {},
      'a',
      undefined,
      'a of the answer must be string, found undefined.',
    ],
    [
      z.array(z.looseObject({ a: z.int() })),
      [{ a: 1 }, { a: '1' }],
      '[1].a',
      '1',
      '[1].a of the answer must be number, found "1".',
    ],
    [
      z.looseObject({ a: amountText }),
      { a: '1.5' },
      'a',
      '1.5',
      'a of the answer must be a whole number in decimal, as a string, found "1.5".',
    ],
    [
      z.looseObject({ a: bytes32Text }),
      { a: key },
      'a',
      key,
      'a of the answer must be hex of 32 bytes, found "0xabababab…" (64 characters).',
    ],
    [
      z.looseObject({ a: chainId }),
      { a: 0 },
      'a',
      0,
      'a of the answer must be a chain id, as a number or its digits, found 0.',
    ],
    [
      z.looseObject({ a: z.string().min(3) }),
      { a: 'x' },
      'a',
      'x',
      'a of the answer must be at least 3 characters long, found "x".',
    ],
    [
      z.looseObject({ a: z.array(z.int()).max(1) }),
      { a: [1, 2] },
      'a',
      [1, 2],
      'a of the answer must be at most 1 entries long, found an array of 2.',
    ],
    [
      z.looseObject({ a: z.int() }),
      { a: 2 ** 53 },
      'a',
      2 ** 53,
      `a of the answer must be at most ${2 ** 53 - 1}, found ${2 ** 53}.`,
    ],
    [z.looseObject({ a: z.literal('x') }), { a: 'y' }, 'a', 'y', 'a of the answer must be "x", found "y".'],
    [
      z.looseObject({ a: z.enum(['x', 'z']) }),
      { a: 1 },
      'a',
      1,
      'a of the answer must be "x" or "z", found 1.',
    ],
    [
      z.looseObject({ a: z.union([z.string(), z.record(z.string(), z.unknown())]) }),
      { a: 5 },
      'a',
      5,
      'a of the answer must be string or record, found 5.',
    ],
    [
      z.union([z.looseObject({ a: z.int() }), z.looseObject({ b: z.int() })]),
      {},
      '',
      {},
      'the answer does not match any allowed form, found an object.',
    ],
    [
      z.looseObject({ a: z.string().regex(/^x$/) }),
      { a: 'y' },
      'a',
      'y',
      'a of the answer must be of the format /^x$/, found "y".',
    ],
    [
      z.looseObject({ a: z.int().multipleOf(5) }),
      { a: 7 },
      'a',
      7,
      'a of the answer is not valid (Invalid number: must be a multiple of 5), found 7.',
    ],
  ]
  for (const [schema, value, path, found, message] of rows) {
    it(`error: ${message}`, async () => {
      const error = await thrown(() => readResponse(schema, value, 'GET /x'))
      expect(error).include({
        name: 'InvalidResponseError',
        kind: 'invalidResponse',
        operation: 'GET /x',
        path,
      })
      expect(error.value).deep.equal(found)
      expect(error.shortMessage).equal(`GET /x: ${message}`)
    })
  }
})

describe('readParameters', () => {
  it('default', () => {
    expect(readParameters(z.object({ a: z.int() }), { a: 1 }, 'GET /x')).deep.equal({ a: 1 })
  })

  it('error: an invalid parameter', async () => {
    const error = await thrown(() => readParameters(z.object({ a: z.int() }), { a: 'x' }, 'GET /x'))
    expect(error).include({ name: 'InvalidRequestError', kind: 'invalidRequest', path: 'a', value: 'x' })
    expect(error.shortMessage).equal('GET /x: a must be number, found "x".')
    const none = await thrown(() => readParameters(z.object({}), undefined, 'GET /x'))
    expect(none.shortMessage).equal('GET /x: the parameters must be object, found undefined.')
  })
})

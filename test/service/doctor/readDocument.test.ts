import { expect } from 'chai'
import { readFields } from '../../../src/service/doctor/compareFields.js'
import { readDocument } from '../../../src/service/doctor/readDocument.js'

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const text = { type: 'string' }

describe('readDocument', () => {
  it("default: reads an operation's required headers and the schemas of its body and answer", () => {
    const header = { in: 'header', required: true }
    const get = {
      parameters: [
        { ...header, name: 'SESSION' },
        { in: 'header', name: 'Hint' },
        { in: 'query', name: 'id', required: true },
      ],
      security: [{ key: [], token: [] }, { oauth: [] }, { open: [] }, { 'X-Other': [] }],
    }
    const post = {
      deprecated: true,
      requestBody: { $ref: '#/components/a~1b~0c' },
      responses: { 200: { $ref: '#/components/answer' }, 400: json({}) },
    }
    const components = {
      'a/b~c': json(text),
      answer: json({ type: 'number' }),
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
        token: { type: 'http' },
        oauth: { type: 'oauth2' },
        open: { type: 'openIdConnect' },
      },
    }
    const paths = { '/x': { parameters: [{ ...header, name: 'Session' }], get, post } }
    const needs = ['session', 'x-api-key and authorization or authorization or x-other']
    const schemas = { request: undefined, answer: undefined }
    expect(readDocument({ paths, components })).deep.equal([
      { method: 'GET', path: '/x', isDeprecated: false, needs, ...schemas },
      {
        ...{ method: 'POST', path: '/x', isDeprecated: true, needs: ['session'] },
        ...{ request: text, answer: { type: 'number' } },
      },
    ])
  })

  it('error: a reference that leads nowhere, or out of the document', () => {
    for (const $ref of ['#/constructor', '#/missing/name', 'a/body']) {
      const paths = { '/x': { post: { requestBody: { $ref } } } }
      expect(readDocument({ paths, body: json(text) })![0]!.request, $ref).equal(undefined)
    }
  })
})

describe('readFields', () => {
  it('default: reads types, including alternatives, without null', () => {
    for (const [schema, types] of [
      [{ type: 'integer' }, ['number']],
      [{ type: ['string', 'null'] }, ['string']],
      [{ enum: [1, 'a'] }, ['number', 'string']],
      [{ const: true }, ['boolean']],
      [{ allOf: [text] }, ['string']],
      [{ anyOf: [text, { type: 'null' }] }, ['string']],
      [{ oneOf: [text] }, ['string']],
      [{}, []],
    ] as const) {
      expect([...readFields(schema).fields.get('')!.types], JSON.stringify(schema)).deep.equal(types)
    }
  })

  it("default: the value's schema decides whether it is open", () => {
    for (const [schema, isOpen] of [
      [{}, true],
      [{ type: 'object' }, true],
      [{ type: 'array' }, true],
      [{ type: 'object', properties: { a: text } }, false],
      [{ type: 'object', properties: { a: text }, additionalProperties: true }, true],
      [{ type: 'array', items: text }, false],
      [{ anyOf: [text, { type: 'null' }] }, false],
      [text, false],
      [{ type: 'null' }, false],
    ] as const) {
      expect(readFields(schema).fields.get('')!.isOpen, JSON.stringify(schema)).equal(isOpen)
    }
  })

  it('default: only names that every alternative requires are required', () => {
    const part = { type: 'object', properties: { b: text }, required: ['b'] }
    expect([...readFields({ properties: { a: part }, required: ['a'] }).required]).deep.equal(['a'])
  })

  it('error: an endless schema is open beyond the depth limit', () => {
    const loop = { properties: { next: { $ref: '#/loop' } } }
    const { fields } = readFields(loop, { loop })
    expect(fields.size).equal(25)
    expect([...fields.values()].map(({ isOpen }) => isOpen).indexOf(true)).equal(24)
  })
})

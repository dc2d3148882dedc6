import { expect } from 'chai'
import { compareFields } from '../../../src/service/doctor/compareFields.js'
import { toJsonSchema } from '../../../src/service/resources/jsonSchema.js'
import { quoteSchema } from '../../../src/service/resources/quote.js'
import type { Node } from '../../published/node.js'
import { published, resolve } from '../../published/schemas.js'
import { differences } from './support.js'

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required })
const text = { type: 'string' }
const known = object(
  {
    id: text,
    fee: { type: ['number', 'null'] },
    steps: { type: 'array', items: object({ to: text }) },
    any: {},
  },
  ['id'],
)

const compare = (found: unknown, part: 'request' | 'answer' = 'answer', document: unknown = found) =>
  compareFields({ operation: 'POST /x', part, known, found, document })
const subject = (path: string, part = 'answer') => `POST /x ${part}: ${path}`

/** The published types of the service, as a JSON Schema. */
function toSchema(node: Node): unknown {
  const found = resolve(node)
  if (typeof found === 'string') return found === 'unknown' ? {} : { type: found }
  if ('array' in found) return { type: 'array', items: toSchema(found.array) }
  if ('union' in found) return { anyOf: found.union.map(toSchema) }
  if ('object' in found) {
    const fields = Object.entries(found.object).map(([name, field]) => [
      name.replace(/\?$/, ''),
      toSchema(field),
    ])
    return { type: 'object', properties: Object.fromEntries(fields) }
  }
  return 'literal' in found ? { const: found.literal } : {}
}

describe('compareFields', () => {
  it('default: no difference, even through references, alternatives and open types', () => {
    expect(compare(known)).deep.equal([{ status: 'same', subject: 'POST /x answer', found: '6 fields' }])
    const document = {
      step: object({ to: { $ref: '#/address' } }),
      address: { anyOf: [text, { type: 'null' }] },
    }
    const found = {
      allOf: [
        object({ id: { enum: ['a', 'b'] } }),
        object({
          fee: { type: 'integer' },
          steps: { type: 'array', items: { $ref: '#/step' } },
          any: object({ more: text }),
        }),
      ],
    }
    expect(differences(compare(found, 'answer', document))).deep.equal([])
  })

  it('default: the types of July have all known fields except four of September', () => {
    const found = toSchema(published.answers['POST /quote/v2']!)
    const rows = compareFields({
      operation: 'POST /quote/v2',
      part: 'answer',
      known: toJsonSchema(quoteSchema),
      found,
      document: found,
    })
    // They came on 8 September 2026, after the published types.
    expect(differences(rows).map(({ status, subject }) => `${status} ${subject}`)).deep.equal([
      'gone POST /quote/v2 answer: requestId',
      'gone POST /quote/v2 answer: feeSponsorship.quoted.subsidizationBps',
      'gone POST /quote/v2 answer: feeSponsorship.actual.subsidizationBps',
      'gone POST /quote/v2 answer: steps[].depositAddressId',
    ])
    expect(Number.parseInt(rows[0]!.found!, 10)).above(300)
  })

  it('behavior: a new field is one row, whatever it contains', () => {
    const found = {
      ...known,
      properties: { ...known.properties, gift: object({ amount: text, more: object({ a: text }) }) },
    }
    expect(differences(compare(found))).deep.equal([
      { status: 'new', subject: subject('gift'), found: 'documented' },
    ])
    const needed = { ...found, required: ['id', 'gift'] }
    const rows = compare(needed, 'request')
    expect(differences(rows)).deep.equal([
      { status: 'new', subject: subject('gift', 'request'), found: 'required' },
    ])
    expect(rows.at(-1)!.meaning).equal('The service refuses a request without this field, so set it.')
    expect(differences(compare(needed))).deep.equal(differences(compare(found)))
  })

  it('behavior: reports a removed field, a changed type and a newly required field', () => {
    const { steps: _, ...rest } = known.properties as Record<string, unknown>
    expect(differences(compare(object(rest)))).deep.equal([
      { status: 'gone', subject: subject('steps'), known: 'in use' },
    ])
    const address = object({ address: text })
    const found = {
      ...known,
      properties: { ...known.properties, steps: { type: 'array', items: object({ to: address }) } },
    }
    const rows = compare(found)
    expect(differences(rows)).deep.equal([
      { status: 'changed', subject: subject('steps[].to'), known: 'string', found: 'object' },
    ])
    expect(rows[0]).deep.equal({ status: 'same', subject: 'POST /x answer', found: '5 fields' })
    const needed = { ...known, required: ['id', 'fee'] }
    expect(differences(compare(needed, 'request'))).deep.equal([
      { status: 'changed', subject: subject('fee', 'request'), known: 'optional', found: 'required' },
    ])
    expect(differences(compare(needed))).deep.equal([])
  })

  it('behavior: reports no removed field if further fields are allowed', () => {
    const open = { ...object({ gift: text }), additionalProperties: true }
    expect(differences(compare(open))).deep.equal([
      { status: 'new', subject: subject('gift'), found: 'documented' },
    ])
  })

  it('error: an endless schema, and a missing one', () => {
    const loop: Record<string, unknown> = object({ id: text })
    loop.properties = { ...known.properties, id: text, next: { $ref: '#' } }
    expect(differences(compare({ ...loop, a: 1 }))).length(1)
    expect(compare(undefined)).deep.equal([])
    expect(differences(compare('text'))).deep.equal([])
  })
})

// The files that are published, as another language reads them.

import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect } from 'chai'
import { createVectors } from '../../scripts/writeVectors.js'
import { computeInboxAddress, hashInboxTerms, hashOrder, verifyOrderSignature } from '../../src/index.js'
import { verifyQuote } from '../../src/quote/index.js'

// biome-ignore lint/suspicious/noExplicitAny: the schema says what is in it.
type Json = any

const read = (name: string): Json =>
  JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'))

/** Applies a patch of RFC 6902 that has no other operations than these files. */
function patch(value: Json, changes: Json[]): Json {
  const copy = structuredClone(value)
  for (const { op, path, value: to } of changes) {
    const keys = path.split('/').slice(1)
    const parent = keys.slice(0, -1).reduce((at: Json, key: string) => at[key], copy)
    if (op === 'remove') delete parent[keys.at(-1)]
    else parent[keys.at(-1)] = to
  }
  return copy
}

describe('vectors', () => {
  for (const name of ['inboxes', 'orders', 'quotes'] as const) {
    it(`${name} equal the script's output and fit their schema`, async () => {
      const file = read(name)
      expect(file).deep.equal(JSON.parse(JSON.stringify((await createVectors())[name])))
      const validate = new Ajv({ strict: false }).compile(read(`${name}.schema`))
      expect(validate(file), JSON.stringify(validate.errors?.[0])).equal(true)
    })
  }

  for (const { name, tests } of read('inboxes').testGroups) {
    it(`inboxes: ${name}`, () => {
      for (const { tcId, receiver, terms: text, inboxHash, inbox } of tests) {
        const terms = { ...text, deadline: Number(text.deadline), minimum: BigInt(text.minimum) }
        expect(hashInboxTerms(terms), `${tcId}`).equal(inboxHash)
        expect(computeInboxAddress({ receiver, terms }), `${tcId}`).equal(inbox)
      }
    })
  }

  for (const { name, tests } of read('orders').testGroups) {
    it(`orders: ${name}`, async () => {
      for (const { tcId, orderData, orderId, signature, signer } of tests) {
        expect(hashOrder(orderData), `${tcId}`).equal(orderId)
        if (signature === undefined) continue
        const { solver } = await verifyOrderSignature({ orderData, signature, solver: [] })
        expect(solver, `${tcId}`).equal(signer)
      }
    })
  }

  for (const { name, profile, request, bounds, now, quote, tests } of read('quotes').testGroups) {
    it(`quotes: ${name}`, async () => {
      for (const { tcId, comment, changes, result, fails, field } of tests) {
        const given = { quote: patch(quote, changes), request, profile, bounds, now }
        const { valid, checks } = await verifyQuote(given)
        const failing = checks.filter(({ ok }) => ok === false)
        const told = `${tcId} ${comment}: ${failing.map(({ name, path }) => `${name} ${path}`).join(', ')}`
        expect(valid, told).equal({ valid: true, invalid: false, unknown: null }[result as string])
        expect(
          failing.map((row) => row.name),
          told,
        ).include.members(fails)
        // One verdict says where the order's field is, of which part, or which field of its name it does not fit.
        const isJudged = !fails.includes('orderId') && fails.join() !== 'signature'
        if (result !== 'invalid' || !isJudged || !field.startsWith('protocol.v2.orderData')) continue
        const [name] = /\.\w+$/.exec(field) ?? ['.']
        const part = field.slice(0, -name.length)
        const isNamed = failing.some(
          ({ path = '' }) =>
            path !== '' && (path.startsWith(part) || field.startsWith(path) || path.endsWith(name)),
        )
        expect(isNamed, told).equal(true)
      }
    })
  }
})

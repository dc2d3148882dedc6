import { expect } from 'chai'
import { hashOrder } from '../../src/index.js'
import { parseEvidence } from '../../src/inspect/evidence/parseEvidence.js'
import { thrown } from '../support/errors.js'
import { readVector } from '../support/vectors.js'

const { record } = readVector('attestation-v1-live')
const { quote } = readVector('quote-call-live')
const { requestId } = record
const proof = [`0x${'ab'.repeat(32)}`]
const orderId = hashOrder(quote.protocol.v2.orderData)

describe('parseEvidence', () => {
  it('default: a record, a quote and a proof in one file', () => {
    const text = JSON.stringify({ quote, attestation: record, recipientProof: proof })
    const { attestation, order, recipientProof, hash } = parseEvidence(text)
    expect(attestation).to.include({ requestId, layout: 'v1' })
    expect(order?.order?.orderId).to.equal(orderId)
    expect(recipientProof).to.deep.equal(proof)
    expect(hash).to.equal(undefined)
  })

  it('behavior: 32 bytes of hex in any case, with blanks around, or in quotes', () => {
    for (const text of [
      requestId,
      ` ${requestId}\n`,
      requestId.toUpperCase().replace('X', 'x'),
      `"${requestId}"`,
    ]) {
      expect(parseEvidence(text)).to.deep.equal({ hash: requestId })
    }
  })

  it('behavior: parts one below the other', () => {
    const parsed = parseEvidence(`${requestId}\n${JSON.stringify(record)}\n${JSON.stringify(quote)}\n`)
    expect(parsed).to.have.keys('hash', 'attestation', 'order')
    expect(parseEvidence(`${requestId} ${JSON.stringify(quote, null, 2)}`)).to.have.keys('hash', 'order')
  })

  it('behavior: what `verify --json` printed', () => {
    const { attestation } = parseEvidence(JSON.stringify(record))
    const printed = {
      valid: true,
      requestId,
      attestation: { ...attestation, originAmount: '700000000000000000' },
    }
    expect(parseEvidence(JSON.stringify(printed))).to.deep.equal({ attestation })
  })

  for (const [name, text, message] of [
    ['nothing', ' \n', 'There is no text.'],
    ['words', 'hello', 'This is no evidence: "hello".'],
    ['a list', JSON.stringify([record]), 'an array of 1'],
    ['two records', `${JSON.stringify(record)}\n${JSON.stringify(record)}`, 'more than one record'],
    ['a record of another id', `0x${'12'.repeat(32)}\n${JSON.stringify(record)}`, 'The record is of request'],
    ['a record without its id', JSON.stringify({ ...record, requestId: undefined }), 'requestId must be'],
    ['a proof that is none', JSON.stringify({ quote, recipientProof: [1] }), 'recipientProof must be'],
    ['a call of another form', JSON.stringify({ format: 'x' }), 'format of the call must be'],
    ['an object of nothing', '{}', 'must be'],
    ['a text over 1 MiB', 'x'.repeat(2 ** 20 + 1), 'longer than 1 MiB'],
  ] as const) {
    it(`error: ${name}`, async () => {
      const error = await thrown(() => parseEvidence(text))
      expect((error as { shortMessage?: string }).shortMessage).to.include(message)
    })
  }
})

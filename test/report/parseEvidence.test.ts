import { expect } from 'chai'
import { zeroAddress, zeroHash } from 'viem'
import { hashOrder } from '../../src/index.js'
import { parseEvidence } from '../../src/report/evidence/parseEvidence.js'
import { thrown } from '../support/errors.js'
import { readVector } from '../support/vectors.js'

const { record } = readVector('attestation-v1-live')
const { quote } = readVector('quote-call-live')
const { requestId } = record
const proof = [`0x${'ab'.repeat(32)}`]
const { solver } = quote.protocol.v2.orderData
const orderId = hashOrder(quote.protocol.v2.orderData)

describe('parseEvidence', () => {
  it('default: a record, a quote and a proof in one file', () => {
    const text = JSON.stringify({ quote, attestation: record, recipientProof: proof })
    const { attestation, order, recipientProof, hashes } = parseEvidence(text)
    expect(attestation).to.include({ requestId, layout: 'v1' })
    expect(order?.order?.orderId).to.equal(orderId)
    expect(recipientProof).to.deep.equal(proof)
    expect(hashes).to.equal(undefined)
  })

  it('behavior: 32 bytes of hex in any case, with blanks around, or in quotes', () => {
    for (const text of [
      requestId,
      ` ${requestId}\n`,
      requestId.toUpperCase().replace('X', 'x'),
      `"${requestId}"`,
    ]) {
      expect(parseEvidence(text)).to.deep.equal({ hashes: [requestId] })
    }
  })

  it('behavior: parts on consecutive lines', () => {
    const parsed = parseEvidence(`${requestId}\n${JSON.stringify(record)}\n${JSON.stringify(quote)}\n`)
    expect(parsed).to.have.keys('hashes', 'attestation', 'order')
    expect(parseEvidence(`${requestId} ${JSON.stringify(quote, null, 2)}`)).to.have.keys('hashes', 'order')
    const pretty = [quote, record].map((part) => JSON.stringify(part, null, 2))
    for (const blank of ['\n\n', '']) {
      expect(parseEvidence(pretty.join(blank))).to.have.keys('attestation', 'order')
    }
  })

  it('behavior: a request id and a transaction', () => {
    const transaction = `0x${'34'.repeat(32)}`
    expect(parseEvidence(`${requestId} ${transaction}`)).to.deep.equal({ hashes: [requestId, transaction] })
    const text = `${transaction} ${requestId} ${JSON.stringify(record)}`
    expect(parseEvidence(text)).to.have.keys('hashes', 'attestation')
  })

  it('attack: brackets and quotes that never close are read once', async () => {
    for (const text of ['["'.repeat(2 ** 19), '{"\\"'.repeat(2 ** 18 - 1)]) {
      const started = performance.now()
      await thrown(() => parseEvidence(text))
      expect(performance.now() - started).to.be.below(2_000)
    }
  })

  it('behavior: terms of an inbox, next to an order or alone', async () => {
    const inboxTerms = {
      ...{ token: zeroAddress, recipient: solver, hook: false, refundTo: solver, claimer: zeroAddress },
      ...{ deadline: 2 ** 48 - 1, minimum: '5', salt: zeroHash, data: '0x' },
    }
    const read = (value: object) => parseEvidence(JSON.stringify(value))
    for (const evidence of [{ quote }, quote, { quote, attestation: record }]) {
      const { order } = read({ ...evidence, inboxTerms })
      expect(order?.order?.orderId).to.equal(orderId)
      expect(order?.inboxTerms?.minimum).to.equal(5n)
    }
    expect(read({ inboxTerms }).order).to.have.keys('inboxTerms')
    for (const changed of [{ minimum: '-5' }, { minimum: 5 }, { refundTo: zeroAddress }, { salt: '0x' }]) {
      const [field] = Object.keys(changed)
      const error = await thrown(() => read({ inboxTerms: { ...inboxTerms, ...changed } }))
      expect(error).to.include({ name: 'InboxFieldError', field: `terms.${field}` })
    }
  })

  it('behavior: the output of `verify --json`', () => {
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
    [
      'a record of another id',
      `0x${'12'.repeat(32)}\n${JSON.stringify(record)}`,
      'The record belongs to request',
    ],
    ['a record without its id', JSON.stringify({ ...record, requestId: undefined }), 'requestId must be'],
    ['an invalid proof', JSON.stringify({ quote, recipientProof: [1] }), 'recipientProof must be'],
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

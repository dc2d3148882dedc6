import { expect } from 'chai'
import { type Hex, zeroAddress } from 'viem'
import { readCallEvidence } from '../../../src/client/index.js'
import { writeEvidence } from '../../../src/client/receiver/receiverCall.js'
import { encodeEvidence, type FillEvidence } from '../../../src/contract/evidence.js'
import { parseAttestation } from '../../../src/index.js'
import type { QuoteV2 as Quote } from '../../../src/service/resources/quote.js'
import { makeOrder, makeQuote, recipient, request, user } from '../../service/steps/quotes.js'
import { readVector } from '../../support/vectors.js'

const { record } = readVector('attestation-v1-live')
const attestation = parseAttestation(record)
const orderData = makeOrder(request)
const orderSignature: Hex = `0x${'12'.repeat(65)}`
const recipientProof: Hex[] = [`0x${'34'.repeat(32)}`]
const terms = { token: zeroAddress, minimum: 2n ** 200n, recipient, deadline: 1_900_000_000 }
const payment = {
  originChainId: 1n,
  originUser: `0x${'00'.repeat(12)}${user.slice(2)}` as Hex,
  originCurrency: `0x${'00'.repeat(32)}` as Hex,
  token: zeroAddress,
  minimum: 5n,
  maximum: 5n,
  recipient,
  refundTo: user,
  deadline: 1_900_000_000,
  salt: `0x${'56'.repeat(32)}` as Hex,
  data: '0x' as Hex,
}

/** Returns the evidence as another process reads it from a call with its quote. */
function keep(evidence: FillEvidence): FillEvidence {
  const quote = makeQuote(orderData)
  quote.protocol!.v2!.orderSignature = orderSignature
  const kept = JSON.parse(JSON.stringify({ quote, ...writeEvidence(evidence) }))
  return readCallEvidence(kept as { quote: Quote })
}

describe('the evidence in a stored call', () => {
  const kinds: [string, FillEvidence][] = [
    ['an attested order', { attestation, orderData }],
    ['an attested order, with a proof', { attestation, orderData, recipientProof }],
    ['an attestation with a separate signature', { attestation, orderData, signature: orderSignature }],
    ['a signed order', { orderData, orderSignature }],
    ['a signed order, with a proof', { orderData, orderSignature, recipientProof }],
    ["a registrar's terms", { attestation, terms, termsSignature: orderSignature }],
    [
      "a registrar's terms of an authorized call",
      {
        attestation,
        terms: { ...terms, maximum: 2n ** 201n, authorizedCall: payment },
        termsSignature: orderSignature,
        recipientProof,
      },
    ],
  ]
  for (const [name, evidence] of kinds) {
    it(`behavior: ${name} is read back unchanged`, () => {
      expect(encodeEvidence(keep(evidence)).args).deep.equal(encodeEvidence(evidence).args)
    })
  }
})

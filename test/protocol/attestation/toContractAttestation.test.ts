import { expect } from 'chai'
import { padAddress, parseAttestation, toContractAttestation } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'
import { readVector } from '../../support/vectors.js'

const { record } = readVector('attestation-v1-live')

describe('toContractAttestation', () => {
  it('default', () => {
    expect(toContractAttestation(parseAttestation(record))).deep.equal({
      requestId: record.requestId,
      originChainId: 1n,
      originUser: padAddress(record.requestData.originUser),
      originCurrency: `0x${'0'.repeat(64)}`,
      originAmount: 700000000000000000n,
      destinationChainId: 7777777n,
      destinationUser: padAddress(record.requestData.destinationUser),
    })
  })

  it('error: layout v2', async () => {
    const attestation = parseAttestation(readVector('attestation-v2-live').record)
    expect(await thrown(() => toContractAttestation(attestation))).include({
      name: 'AttestationLayoutError',
      found: 'v2',
      required: 'v1',
    })
  })

  it('error: a zero requestId', async () => {
    const attestation = parseAttestation({ ...record, requestId: `0x${'0'.repeat(64)}` })
    expect(await thrown(() => toContractAttestation(attestation))).include({
      name: 'AttestationFieldError',
      field: 'requestId',
      value: `0x${'0'.repeat(64)}`,
    })
  })
})

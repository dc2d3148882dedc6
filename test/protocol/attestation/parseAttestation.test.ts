import { expect } from 'chai'
import { padAddress, parseAttestation } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'
import { readVector } from '../../support/vectors.js'

const { record } = readVector('attestation-v1-live')
const v2 = readVector('attestation-v2-live').record

const parse = (changes: object, top: object = {}) =>
  parseAttestation({ ...record, ...top, requestData: { ...record.requestData, ...changes } })

describe('parseAttestation', () => {
  it('default', () => {
    expect(parseAttestation(record)).deep.equal({
      layout: 'v1',
      requestId: record.requestId,
      originChainId: 1,
      originUser: '0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e',
      originCurrency: `0x${'0'.repeat(64)}`,
      originAmount: 700000000000000000n,
      destinationChainId: 7777777,
      destinationUser: '0x000000000000000000000000f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e',
      signature: record.signature,
    })
  })

  it('behavior: layout v2', () => {
    expect(parseAttestation(v2)).deep.equal({
      layout: 'v2',
      requestId: v2.requestId,
      originChainId: 1,
      originUser: padAddress(v2.requestData.originUser),
      originCurrency: padAddress(v2.requestData.originCurrency),
      destinationChainId: 137,
      destinationUser: padAddress(v2.requestData.destinationUser),
      destinationCurrency: padAddress(v2.requestData.destinationCurrency),
      signature: v2.signature,
    })
  })

  it('behavior: any hex case, padded or not', () => {
    const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`
    const { originUser } = record.requestData
    expect(parse({ originUser: upper(originUser) }, { requestId: upper(record.requestId) })).deep.equal(
      parse({ originUser: padAddress(originUser) }),
    )
    expect(parse({}, { signature: upper(record.signature) }).signature).equal(record.signature)
  })

  it('behavior: 32 bytes of another virtual machine stay as they are', () => {
    expect(parse({ originUser: `0x${'ab'.repeat(32)}` }).originUser).equal(`0x${'ab'.repeat(32)}`)
  })

  it('behavior: fields that are not signed are left out', () => {
    expect(parse({ originTransferDestination: '0x12', layout: 'v9' })).deep.equal(parseAttestation(record))
  })

  it('behavior: no signature, no field', () => {
    expect(parse({}, { signature: undefined })).not.property('signature')
  })

  it('behavior: bounds', () => {
    const most = 2n ** 256n - 1n
    expect(parse({ originAmount: String(most) })).property('originAmount', most)
    expect(parse({ originAmount: most })).property('originAmount', most)
    expect(parse({ originAmount: '0' })).property('originAmount', 0n)
    expect(parse({ originChainId: Number.MAX_SAFE_INTEGER }).originChainId).equal(Number.MAX_SAFE_INTEGER)
    expect(parse({}, { requestId: `0x${'00'.repeat(32)}` }).requestId).equal(`0x${'00'.repeat(32)}`)
  })

  const malformed: Record<string, unknown[]> = {
    requestId: [
      undefined,
      null,
      1,
      '',
      '0x',
      '0x12',
      `0x${'11'.repeat(31)}`,
      `0x${'11'.repeat(33)}`,
      `0x${'1g'.repeat(32)}`,
    ],
    originChainId: [undefined, null, 0, -1, 1.5, Number.NaN, 2 ** 53, '1', 1n],
    originUser: [
      undefined,
      null,
      1,
      '',
      '0x',
      `0x${'11'.repeat(19)}`,
      `0x${'11'.repeat(21)}`,
      '11'.repeat(20),
      `0x${'gg'.repeat(20)}`,
      `0x${'11'.repeat(20)}\n`,
    ],
    originCurrency: [undefined, '11111111111111111111111111111111'],
    originAmount: [
      null,
      '',
      ' 1',
      '+1',
      '-1',
      '1.0',
      '1e18',
      '0x10',
      '01',
      -1n,
      1,
      2 ** 60,
      String(2n ** 256n),
      2n ** 256n,
      '9'.repeat(100_000),
    ],
    destinationChainId: [undefined, 0, '8453'],
    destinationUser: [undefined, '0x1'],
    signature: [null, 1, 'abcd', '0x1', '0xgg'],
  }
  for (const [field, values] of Object.entries(malformed)) {
    it(`error: ${field}`, async () => {
      for (const value of values) {
        const isTop = field === 'requestId' || field === 'signature'
        const error = await thrown(() => (isTop ? parse({}, { [field]: value }) : parse({ [field]: value })))
        expect(error).include({ name: 'AttestationFieldError', field })
        expect(error.value).deep.equal(value)
        expect(error.message.length).below(500)
      }
    })
  }

  it('error: destinationCurrency', async () => {
    const requestData = { ...v2.requestData, destinationCurrency: '0x12' }
    const error = await thrown(() => parseAttestation({ ...v2, requestData }))
    expect(error).include({ name: 'AttestationFieldError', field: 'destinationCurrency', value: '0x12' })
  })

  it('error: a JSON number may have lost digits', async () => {
    const error = await thrown(() => parse({ originAmount: 700000000000000000 }))
    expect(error.metaMessages).deep.equal([
      'JSON numbers lose digits of large amounts: pass the decimal string.',
    ])
  })

  it('error: both or neither of the fields that tell the layout', async () => {
    const both = await thrown(() => parse({ destinationCurrency: `0x${'00'.repeat(20)}` }))
    expect(both).include({ name: 'AttestationLayoutError', found: 'both', required: 'v1 or v2' })
    const neither = await thrown(() => parse({ originAmount: undefined }))
    expect(neither).include({ name: 'AttestationLayoutError', found: 'neither', required: 'v1 or v2' })
  })

  it('error: no record', async () => {
    for (const value of [undefined, null, 'text', []]) {
      expect(await thrown(() => parseAttestation(value as never))).include({ field: 'record' })
      const requestData = value as never
      expect(await thrown(() => parseAttestation({ ...record, requestData }))).include({
        field: 'requestData',
      })
    }
  })
})

import { bech32m } from '@scure/base'
import { expect } from 'chai'
import { type Hex, keccak256 } from 'viem'
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

  it('behavior: accepts any hex case, padded or not', () => {
    const upper = (hex: string) => `0x${hex.slice(2).toUpperCase()}`
    const { originUser } = record.requestData
    expect(parse({ originUser: upper(originUser) }, { requestId: upper(record.requestId) })).deep.equal(
      parse({ originUser: padAddress(originUser) }),
    )
    expect(parse({}, { signature: upper(record.signature) }).signature).equal(record.signature)
  })

  it('behavior: leaves 32 bytes of another virtual machine unchanged', () => {
    expect(parse({ originUser: `0x${'ab'.repeat(32)}` }).originUser).equal(`0x${'ab'.repeat(32)}`)
  })

  it('behavior: omits unsigned fields', () => {
    expect(parse({ originTransferDestination: '0x12', layout: 'v9' })).deep.equal(parseAttestation(record))
  })

  it('behavior: without a signature, omits the field', () => {
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

  const requirements: Record<string, string> = {
    requestId: 'hex of 32 bytes',
    originChainId: 'a number from 1 to 2^53-1',
    originUser: 'hex of 20 or 32 bytes',
    originCurrency: 'hex of 20 or 32 bytes',
    originAmount: 'a decimal string or a bigint from 0 to 2^256-1',
    destinationChainId: 'a number from 1 to 2^53-1',
    destinationUser: 'hex of 20 or 32 bytes',
    signature: 'hex of whole bytes',
  }
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
        expect(error).include({ name: 'AttestationFieldError', field, requirement: requirements[field] })
        expect(error.metaMessages).have.length(field === 'originAmount' && typeof value === 'number' ? 1 : 0)
        expect(error.value).deep.equal(value)
        expect(error.message.length).below(500)
      }
    })
  }

  // Bytes of onchain-facts 4.3.
  const native: [name: string, chainId: number, address: string, word: string][] = [
    ['Solana', 792703809, '11111111111111111111111111111111', '00'.repeat(32)],
    [
      'Bitcoin, witness',
      8253038,
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      `${'00'.repeat(11)}00751e76e8199196d454941c45d1b3a323f1433bd6`,
    ],
    [
      'Bitcoin, legacy',
      8253038,
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
      `${'00'.repeat(10)}ff0062e907b15cbf27d5425399ebf6f0fb50ebb88f18`,
    ],
    ['Tron', 728126428, 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', `${'00'.repeat(11)}41${'00'.repeat(20)}`],
    ['Lighter', 3586256, '3', `${'00'.repeat(31)}03`],
    ['the venue', 1337, `0x${'ab'.repeat(16)}`, `${'00'.repeat(16)}${'ab'.repeat(16)}`],
  ]
  for (const [name, chainId, address, word] of native) {
    it(`behavior: an address in the native form of ${name}`, () => {
      const origin = parse({ originChainId: chainId, originUser: address, originCurrency: address })
      expect([origin.originUser, origin.originCurrency]).deep.equal([`0x${word}`, `0x${word}`])
      const { destinationUser } = parse({ destinationChainId: chainId, destinationUser: address })
      expect(destinationUser).equal(`0x${word}`)
    })
  }

  it('behavior: hashes a native address longer than a word', () => {
    const program = bech32m.toWords(new Uint8Array(32).fill(7))
    const originUser = bech32m.encode('bc', [1, ...program])
    const bytes: Hex = `0x01${'07'.repeat(32)}`
    expect(parse({ originChainId: 8253038, originUser }).originUser).equal(keccak256(bytes))
  })

  it('error: a native address of another chain', async () => {
    const originUser = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
    for (const originChainId of [1, 792703809]) {
      const error = await thrown(() => parse({ originChainId, originUser }))
      expect(error).include({ name: 'AttestationFieldError', field: 'originUser', value: originUser })
    }
  })

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

  it('error: both or neither of the fields that determine the layout', async () => {
    const both = await thrown(() => parse({ destinationCurrency: `0x${'00'.repeat(20)}` }))
    expect(both).include({ name: 'AttestationLayoutError', found: 'both', required: 'v1 or v2' })
    const neither = await thrown(() => parse({ originAmount: undefined }))
    expect(neither).include({ name: 'AttestationLayoutError', found: 'neither', required: 'v1 or v2' })
  })

  it('error: no record', async () => {
    for (const value of [undefined, null, 'text', []]) {
      const requirement = 'an object'
      expect(await thrown(() => parseAttestation(value))).include({ field: 'record', requirement })
      const requestData = value
      expect(await thrown(() => parseAttestation({ ...record, requestData }))).include({
        field: 'requestData',
        requirement,
      })
    }
  })
})

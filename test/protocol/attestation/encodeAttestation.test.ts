import { expect } from 'chai'
import { encodeAbiParameters, encodePacked, size } from 'viem'
import { encodeAttestation, hashAttestation, parseAttestation, unpadAddress } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'
import { generateAttestations } from '../../support/generate.js'
import { mistyped } from '../../support/mistyped.js'
import { readVector } from '../../support/vectors.js'

const v1Types = ['bytes32', 'uint256', 'bytes32', 'bytes32', 'uint256', 'uint256', 'bytes32'] as const
const v2Types = ['bytes32', 'uint256', 'bytes32', 'bytes32', 'uint256', 'bytes32', 'bytes32'] as const
const abi = (types: readonly string[]) => types.map((type) => ({ type }))

describe('encodeAttestation', () => {
  it('default', () => {
    const attestation = parseAttestation(readVector('attestation-v1-live').record)
    expect(size(encodeAttestation(attestation))).equal(224)
  })

  it("behavior: equals viem's standard and packed ABI encoding", () => {
    for (const a of generateAttestations(1_000, 1)) {
      const origin = [a.requestId, BigInt(a.originChainId), a.originUser, a.originCurrency] as const
      const words = [...origin, a.originAmount, BigInt(a.destinationChainId), a.destinationUser] as const
      const encoded = encodeAttestation(a)
      expect(encoded).equal(encodePacked(v1Types, [...words]))
      expect(encoded).equal(encodeAbiParameters(abi(v1Types), words))

      const { originAmount: _, layout: __, ...rest } = a
      const v2 = { ...rest, destinationCurrency: a.originUser }
      const v2Words = [...origin, BigInt(a.destinationChainId), a.destinationUser, a.originUser] as const
      const v2Encoded = encodeAttestation(v2)
      expect(v2Encoded).equal(encodePacked(v2Types, [...v2Words]))
      expect(v2Encoded).equal(encodeAbiParameters(abi(v2Types), v2Words))
    }
  })

  it('behavior: encodes 20-byte addresses like left-padded ones', () => {
    const { layout: _, signature: __, ...parsed } = parseAttestation(readVector('attestation-v2-live').record)
    const addresses = ['originUser', 'originCurrency', 'destinationUser', 'destinationCurrency'] as const
    const short = { ...parsed } as typeof parsed & {
      destinationCurrency: `0x${string}`
      originAmount: undefined
    }
    for (const field of addresses) short[field] = unpadAddress(short[field])
    expect(encodeAttestation(short)).equal(encodeAttestation(parsed))
  })

  it('error: a layout that contradicts the fields', async () => {
    const parsed = parseAttestation(readVector('attestation-v1-live').record)
    const second = parseAttestation(readVector('attestation-v2-live').record)
    for (const [attestation, found, required] of [
      [parsed, 'v1', 'v2'],
      [second, 'v2', 'v1'],
    ] as const) {
      const error = await thrown(() => encodeAttestation(mistyped({ ...attestation, layout: required })))
      const shortMessage = `The attestation must have layout ${required}, found ${found}.`
      expect(error).include({ name: 'AttestationLayoutError', found, required, shortMessage })
      expect(error.metaMessages).deep.equal([
        'Layout v1 has originAmount, layout v2 has destinationCurrency, and none has both or neither.',
      ])
    }
    expect(await thrown(() => encodeAttestation(mistyped({ ...parsed, layout: 'v3' })))).include({
      name: 'AttestationFieldError',
      field: 'layout',
      value: 'v3',
      requirement: 'v1 or v2',
    })
    expect(await thrown(() => encodeAttestation(mistyped('0x')))).include({
      field: 'attestation',
      requirement: 'an object',
    })
  })
})

describe('hashAttestation', () => {
  it('behavior: every field changes the hash, the signature does not', () => {
    for (const attestation of generateAttestations(20, 2)) {
      const changed = [
        { ...attestation, requestId: flip(attestation.requestId) },
        { ...attestation, originChainId: attestation.originChainId - 1 || 2 },
        { ...attestation, originUser: flip(attestation.originUser) },
        { ...attestation, originCurrency: flip(attestation.originCurrency) },
        { ...attestation, originAmount: attestation.originAmount ^ 1n },
        { ...attestation, destinationChainId: attestation.destinationChainId - 1 || 2 },
        { ...attestation, destinationUser: flip(attestation.destinationUser) },
      ]
      const hashes = [attestation, ...changed].map(hashAttestation)
      expect(new Set(hashes).size).equal(8)
      expect(hashAttestation({ ...attestation, signature: '0x12' })).equal(hashes[0])
    }
  })
})

function flip(word: `0x${string}`): `0x${string}` {
  return `0x${(BigInt(word) ^ 1n).toString(16).padStart(64, '0')}`
}

import { expect } from 'chai'
import fc from 'fast-check'
import { bytesToHex, encodeAbiParameters, type Hex, hexToBytes, maxUint256 } from 'viem'
import {
  encodeSignedWords,
  type SignedWords,
  signedWordsSize,
  writeSignedWords,
} from '../../../src/protocol/attestation/signedWords.js'

const word = fc
  .tuple(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.boolean())
  .map(([bytes, isUpper]): Hex => {
    const digits = bytesToHex(bytes).slice(2)
    return `0x${isUpper ? digits.toUpperCase() : digits}`
  })
const uint256 = fc.bigInt({ min: 0n, max: maxUint256 })
const chainId = fc.oneof(fc.maxSafeNat(), uint256)
const common = {
  requestId: word,
  originChainId: chainId,
  originUser: word,
  originCurrency: word,
  destinationChainId: chainId,
  destinationUser: word,
}
const signedWords: fc.Arbitrary<SignedWords> = fc.oneof(
  fc.record({ layout: fc.constant('v1' as const), ...common, originAmount: uint256 }),
  fc.record({ layout: fc.constant('v2' as const), ...common, destinationCurrency: word }),
)

/** Encodes words like the ABI encodes static words. */
function encodeWithViem(words: SignedWords): Hex {
  const { requestId, originUser, originCurrency, destinationUser } = words
  const [originChainId, destinationChainId] = [BigInt(words.originChainId), BigInt(words.destinationChainId)]
  const origin = [{ type: 'bytes32' }, { type: 'uint256' }, { type: 'bytes32' }, { type: 'bytes32' }] as const
  return words.layout === 'v1'
    ? encodeAbiParameters(
        [...origin, { type: 'uint256' }, { type: 'uint256' }, { type: 'bytes32' }],
        [
          requestId,
          originChainId,
          originUser,
          originCurrency,
          words.originAmount,
          destinationChainId,
          destinationUser,
        ],
      )
    : encodeAbiParameters(
        [...origin, { type: 'uint256' }, { type: 'bytes32' }, { type: 'bytes32' }],
        [
          requestId,
          originChainId,
          originUser,
          originCurrency,
          destinationChainId,
          destinationUser,
          words.destinationCurrency,
        ],
      )
}

describe('the signed words', () => {
  it("default: equal the ABI's words, for any size", () => {
    fc.assert(
      fc.property(signedWords, (words) => {
        expect(encodeSignedWords(words)).to.deep.equal(hexToBytes(encodeWithViem(words)))
      }),
    )
  })

  it('behavior: leave nothing of earlier memory contents', () => {
    fc.assert(
      fc.property(signedWords, signedWords, fc.nat(64), (before, words, offset) => {
        const bytes = new Uint8Array(offset + signedWordsSize + 8).fill(0xff).subarray(offset)
        writeSignedWords(bytes, before)
        writeSignedWords(bytes, words)
        expect(bytes.subarray(0, signedWordsSize)).to.deep.equal(hexToBytes(encodeWithViem(words)))
        expect([...bytes.subarray(signedWordsSize)]).to.deep.equal(Array(8).fill(0xff))
      }),
    )
  })
})

import { type Hex, keccak256 } from 'viem'
import type { AttestationV1, AttestationV2 } from './types.js'

/** Chain ids in calldata may be of any size. */
type WithChainIds<Fields> = Omit<Fields, 'originChainId' | 'destinationChainId' | 'signature'> & {
  originChainId: number | bigint
  destinationChainId: number | bigint
}

/** An attestation whose fields were read: every word is 32 bytes of hex, or a number that fits. */
export type SignedWords = WithChainIds<AttestationV1> | WithChainIds<AttestationV2>

const wordSize = 32

/** In bytes. */
export const signedWordsSize = 7 * wordSize

/**
 * Writes the seven words whose hash the solver signs. Words 0 to 3 are requestId, originChainId, originUser and originCurrency.
 * In layout v1, words 4 to 6 are originAmount, destinationChainId and destinationUser. In layout v2, they are destinationChainId,
 * destinationUser and destinationCurrency. No other code in the library lays out these words.
 */
export function writeSignedWords(bytes: Uint8Array, words: SignedWords): void {
  writeWord(bytes, 0, words.requestId)
  writeNumber(bytes, 1, words.originChainId)
  writeWord(bytes, 2, words.originUser)
  writeWord(bytes, 3, words.originCurrency)
  if (words.layout === 'v1') {
    writeNumber(bytes, 4, words.originAmount)
    writeNumber(bytes, 5, words.destinationChainId)
    writeWord(bytes, 6, words.destinationUser)
  } else {
    writeNumber(bytes, 4, words.destinationChainId)
    writeWord(bytes, 5, words.destinationUser)
    writeWord(bytes, 6, words.destinationCurrency)
  }
}

export function encodeSignedWords(words: SignedWords): Uint8Array {
  const bytes = new Uint8Array(signedWordsSize)
  writeSignedWords(bytes, words)
  return bytes
}

/** Hashes the words to the 32 bytes that the solver signs as a personal message. */
export function hashSignedWords(words: SignedWords): Hex {
  return keccak256(encodeSignedWords(words))
}

function writeWord(bytes: Uint8Array, index: number, word: Hex): void {
  for (let at = 0; at < wordSize; at++) {
    const high = toNibble(word.charCodeAt(2 + 2 * at))
    bytes[index * wordSize + at] = high * 16 + toNibble(word.charCodeAt(3 + 2 * at))
  }
}

/**
 * Converts the code of a hex digit to its value. Codes of 0 to 9 are below those of letters. Setting bit 0x20 makes a letter
 * lower case.
 */
function toNibble(code: number): number {
  return code < 0x40 ? code - 0x30 : (code | 0x20) - 0x57
}

/** Writes a number as a big-endian word. A JavaScript integer has at most 53 bits, so two 32-bit writes are enough. */
function writeNumber(bytes: Uint8Array, index: number, value: number | bigint): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset + index * wordSize, wordSize)
  if (typeof value === 'number') {
    for (let at = 0; at < 24; at += 8) view.setBigUint64(at, 0n)
    view.setUint32(24, Math.floor(value / 2 ** 32))
    view.setUint32(28, value % 2 ** 32)
    return
  }
  for (let at = 24, rest = value; at >= 0; at -= 8, rest >>= 64n) view.setBigUint64(at, rest)
}

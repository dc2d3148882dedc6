import { base58, bech32, bech32m, createBase58check } from '@scure/base'
import { bytesToHex, type Hex, numberToHex, sha256 } from 'viem'
import { toBytes, toUint256 } from '../../base/values.js'
import type { ChainVm } from './chainVm.js'

const tronPrefix = 0x41
const bitcoinPrefixes = [0x00, 0x05]
// Distinguishes a legacy address from a witness program of the same length.
const legacyBitcoin = 0xff
// Stands for the native currency, and is no real address: its program has 19 bytes.
const nativeBitcoin = 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8'

/** What an address or a currency looks like on each virtual machine, for error messages. */
export const chainAddressForms: Record<ChainVm, string> = {
  evm: 'hex of 20 bytes',
  hypevm: 'hex of 16 bytes or more',
  svm: 'base58 of 32 bytes',
  bvm: 'a Bitcoin mainnet address',
  tvm: 'a Tron address in base58check',
  lvm: 'a decimal index below 2^128',
}

/** The bytes under which an order names an address or a currency, or undefined where `value` has not that form. */
export function encodeChainAddress(vm: ChainVm, value: unknown): Hex | undefined {
  if (typeof value !== 'string') return undefined
  if (vm === 'evm') return toBytes(value, [20])
  if (vm === 'hypevm') return value.length >= 34 ? toBytes(value) : undefined
  if (vm === 'lvm') return encodeIndex(value)
  try {
    const bytes = decoders[vm](value)
    return bytes && bytesToHex(bytes)
  } catch {
    return undefined // The decoders throw on a foreign character or a wrong checksum.
  }
}

const decoders: Record<'svm' | 'bvm' | 'tvm', (value: string) => Uint8Array | undefined> = {
  svm: (value) => ofSize(32, base58.decode(value)),
  tvm: (value) => withPrefix([tronPrefix], decodeBase58check(value)),
  bvm: (value) => (/^bc1/i.test(value) ? decodeWitness(value) : decodeLegacyBitcoin(value)),
}

function decodeBase58check(value: string): Uint8Array {
  return createBase58check((bytes) => sha256(bytes, 'bytes')).decode(value)
}

function ofSize(size: number, bytes: Uint8Array): Uint8Array | undefined {
  return bytes.length === size ? bytes : undefined
}

/** One version byte of `prefixes`, then 20 bytes. */
function withPrefix(prefixes: readonly number[], bytes: Uint8Array): Uint8Array | undefined {
  return prefixes.includes(bytes[0] as number) ? ofSize(21, bytes) : undefined
}

function decodeLegacyBitcoin(value: string): Uint8Array | undefined {
  const bytes = withPrefix(bitcoinPrefixes, decodeBase58check(value))
  return bytes && Uint8Array.of(legacyBitcoin, ...bytes)
}

/** BIP-173 and BIP-350: version 0 has the older checksum and 20 or 32 bytes, later versions 2 to 40 bytes. */
function decodeWitness(value: string): Uint8Array | undefined {
  const legacy = bech32.decodeUnsafe(value)
  const decoded = legacy ?? bech32m.decodeUnsafe(value)
  const version = decoded?.words[0]
  if (decoded?.prefix !== 'bc' || version === undefined || version > 16) return undefined
  if ((version === 0) !== (legacy !== undefined)) return undefined
  const program = bech32.fromWords(decoded.words.slice(1))
  const size = program.length
  const fits = version === 0 ? size === 20 || size === 32 || value === nativeBitcoin : size >= 2 && size <= 40
  return fits ? Uint8Array.of(version, ...program) : undefined
}

function encodeIndex(value: string): Hex | undefined {
  const index = toUint256(value)
  return index === undefined || index >= 2n ** 128n ? undefined : numberToHex(index, { size: 16 })
}

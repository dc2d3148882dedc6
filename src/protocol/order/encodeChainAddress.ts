import { base58, base58xrp, base64, bech32, bech32m, createBase58check, utils } from '@scure/base'
import { bytesToHex, type Hex, hexToBytes, keccak256, numberToHex, pad, sha256, size } from 'viem'
import { toBytes, toUint256 } from '../../base/values.js'
import type { ChainVm } from './chainVm.js'
import { type ChainAddresses, evmAddresses, evmForm } from './readOrderField.js'

const tronPrefix = 0x41
const bitcoinPrefixes = [0x00, 0x05]
// Distinguishes a legacy address from a witness program of the same length.
const legacyBitcoin = 0xff
// The placeholder for the native currency. It is not a real address: its program has 19 bytes.
const nativeBitcoin = 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8'
const tonBounceable = 0x11
const tonNotBounceable = 0x51
const tonTestOnly = 0x80
// The prefixes of X-addresses on the main network and on test networks.
const xrpPrefixes = [
  [0x05, 0x44],
  [0x04, 0x93],
]

/** The form of an address or a currency on each virtual machine. */
const forms: Record<ChainVm, string> = {
  evm: evmForm,
  hypevm: 'hex of 16 bytes or more',
  svm: 'base58 of 32 bytes',
  bvm: 'a Bitcoin mainnet address',
  tvm: 'a Tron address in base58check',
  lvm: 'a decimal index below 2^128',
  tonvm: 'a TON address of workchain 0',
  xrpvm: 'an XRP address without a tag',
  hederavm: 'a Hedera id such as 0.0.1234 without a checksum, or hex of 20 bytes',
}

/** The encoding on every machine. */
export const allAddresses: ChainAddresses = { encode: encodeChainAddress, formOf: (vm) => forms[vm] }

/** Encodes an address or a currency as an order does. Undefined if `value` does not have the chain's form. */
export function encodeChainAddress(vm: ChainVm, value: unknown): Hex | undefined {
  if (typeof value !== 'string') return undefined
  if (vm === 'evm') return evmAddresses.encode(vm, value)
  if (vm === 'hypevm') return value.length >= 34 ? toBytes(value) : undefined
  if (vm === 'lvm') return encodeIndex(value)
  if (vm === 'hederavm') return encodeHederaId(value)
  try {
    const bytes = decoders[vm](value)
    return bytes && bytesToHex(bytes)
  } catch {
    return undefined // The decoders throw on a foreign character or a wrong checksum.
  }
}

/** Converts an encoded address to its word: its bytes left-padded, or their hash if they are longer than 32. */
export function toWord(encoded: Hex): Hex {
  return size(encoded) > 32 ? keccak256(encoded) : pad(encoded)
}

const decoders: Record<'svm' | 'bvm' | 'tvm' | 'tonvm' | 'xrpvm', (value: string) => Uint8Array | undefined> =
  {
    svm: (value) => ofSize(32, base58.decode(value)),
    tvm: (value) => withPrefix([tronPrefix], decodeBase58check(value)),
    bvm: (value) => (/^bc1/i.test(value) ? decodeWitness(value) : decodeLegacyBitcoin(value)),
    tonvm: (value) => (value.includes(':') ? decodeRawTon(value) : decodeFriendlyTon(value)),
    xrpvm: decodeXrp,
  }

function hash(bytes: Uint8Array): Uint8Array {
  return sha256(bytes, 'bytes')
}

function decodeBase58check(value: string): Uint8Array {
  return createBase58check(hash).decode(value)
}

function ofSize(size: number, bytes: Uint8Array): Uint8Array | undefined {
  return bytes.length === size ? bytes : undefined
}

/** Returns the bytes if they consist of a version byte, which is one of `prefixes`, and 20 more bytes. Otherwise undefined. */
function withPrefix(prefixes: readonly number[], bytes: Uint8Array): Uint8Array | undefined {
  return prefixes.includes(bytes[0] as number) ? ofSize(21, bytes) : undefined
}

function decodeLegacyBitcoin(value: string): Uint8Array | undefined {
  const bytes = withPrefix(bitcoinPrefixes, decodeBase58check(value))
  return bytes && Uint8Array.of(legacyBitcoin, ...bytes)
}

/**
 * Decodes a witness address. Version 0 has the checksum of BIP-173 and a program of 20 or 32 bytes. Later versions have the
 * checksum of BIP-350 and a program of 2 to 40 bytes.
 */
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

/** Decodes the workchain in decimal, a colon, and the account's hash in hex. */
function decodeRawTon(value: string): Uint8Array | undefined {
  const [, account] = /^0:([0-9a-fA-F]{64})$/.exec(value) ?? []
  return account === undefined ? undefined : hexToBytes(`0x${account}`)
}

/**
 * Decodes 36 bytes in base64 of either alphabet: flags, workchain, the hash of the account, and a checksum.
 *
 * The flags set how to send and on which network. They do not change the account.
 */
function decodeFriendlyTon(value: string): Uint8Array | undefined {
  const bytes = ofSize(36, base64.decode(value.replaceAll('-', '+').replaceAll('_', '/')))
  if (!bytes || crc16(bytes) !== 0) return undefined
  const [flags, workchain] = bytes
  const isKnown = (flags! & ~tonTestOnly) === tonBounceable || (flags! & ~tonTestOnly) === tonNotBounceable
  return isKnown && workchain === 0 ? bytes.slice(2, 34) : undefined
}

/** CRC-16/XMODEM. The result is 0 over bytes that end with their own checksum. */
function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  }
  return crc
}

/** Decodes a classic address, or an X-address, which wraps an account and perhaps a tag. */
function decodeXrp(value: string): Uint8Array | undefined {
  const bytes = utils
    .chain(
      utils.checksum(4, (data) => hash(hash(data))),
      base58xrp,
    )
    .decode(value)
  if (bytes.length === 21) return bytes[0] === 0 ? bytes.slice(1) : undefined
  const prefix = xrpPrefixes.some(([first, second]) => bytes[0] === first && bytes[1] === second)
  // The last nine bytes are the kind of the tag and the tag. They are zero if there is no tag.
  const hasTag = bytes.slice(22).some((byte) => byte !== 0)
  return prefix && bytes.length === 31 && !hasTag ? bytes.slice(2, 22) : undefined
}

/**
 * Encodes a Hedera account as 20 bytes: its number in the id `0.0.number`, or its alias in hex. Unconfirmed: no published order
 * has such an account.
 */
function encodeHederaId(value: string): Hex | undefined {
  const [, number] = /^0\.0\.(0|[1-9]\d{0,18})$/.exec(value) ?? []
  const address = number === undefined ? toBytes(value, [20]) : numberToHex(BigInt(number), { size: 20 })
  const isEntity = address !== undefined && BigInt(address) < 2n ** 64n
  return isEntity && BigInt(address) >= 2n ** 63n ? undefined : address
}

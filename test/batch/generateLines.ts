// Lines of records, deterministic by their seed: half are genuine, and half are damaged in a random way.
import { secp256k1 } from '@noble/curves/secp256k1'
import { type Hex, hashMessage, numberToHex } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
import { hashAttestation } from '../../src/protocol/attestation/hashAttestation.js'
import type { AttestationInput, AttestationV1 } from '../../src/protocol/attestation/types.js'
import { generateAttestations } from '../support/generate.js'

const solverKey: Hex = `0x${'11'.repeat(32)}`
const otherKey: Hex = `0x${'22'.repeat(32)}`

export const generatedSolver = privateKeyToAddress(solverKey)

type Row = {
  requestId: unknown
  requestData: Record<string, unknown>
  signature: unknown
  [key: string]: unknown
}
export type Draw = (limit: number) => number

const order = secp256k1.CURVE.n

/** Generates `count` lines; every second one is damaged. */
export function generateLines(count: number, seed: number): Buffer[] {
  const draw = createDraw(seed)
  return generateAttestations(count, seed).map((generated, index) => {
    const { layout: _, ...attestation } = generated
    const row = toRow(attestation, draw)
    return index % 2 ? damage(row, draw) : Buffer.from(JSON.stringify(row))
  })
}

export function createDraw(seed: number): Draw {
  let state = BigInt(seed) * 2n + 1n
  return (limit) => {
    state = (state * 6364136223846793005n + 1442695040888963407n) % 2n ** 64n
    return Number((state >> 33n) % BigInt(limit))
  }
}

function toRow(attestation: Omit<AttestationV1, 'layout'>, draw: Draw): Row {
  const { requestId, originAmount, ...rest } = attestation
  const isV1 = draw(4) > 0
  const words: AttestationInput = isV1
    ? { ...rest, requestId, originAmount }
    : { ...rest, requestId, destinationCurrency: rest.originCurrency }
  const requestData: Record<string, unknown> = {
    ...rest,
    ...(isV1 ? { originAmount: String(originAmount) } : { destinationCurrency: rest.originCurrency }),
  }
  for (const name of ['originUser', 'originCurrency', 'destinationUser', 'destinationCurrency']) {
    const word = requestData[name] as Hex | undefined
    if (word?.startsWith(`0x${'0'.repeat(24)}`) && draw(2)) requestData[name] = `0x${word.slice(26)}`
  }
  return { requestId, requestData, signature: sign(words, draw(20) ? solverKey : otherKey, draw(4) === 0) }
}

function sign(attestation: AttestationInput, key: Hex, isCompact: boolean): Hex {
  const digest = hashMessage({ raw: hashAttestation(attestation) })
  const { r, s, recovery } = secp256k1.sign(digest.slice(2), key.slice(2))
  const word = numberToHex(r, { size: 32 })
  if (isCompact) return `${word}${numberToHex(s + (BigInt(recovery) << 255n), { size: 32 }).slice(2)}`
  return `${word}${numberToHex(s, { size: 32 }).slice(2)}${recovery ? '1c' : '1b'}`
}

/** Every kind of damage is as likely as any other. */
function damage(row: Row, draw: Draw): Buffer {
  const pick = <item>(items: readonly item[]): item => items[draw(items.length)] as item
  const change = pick([...rowDamages, ...textDamages, damageBytes])
  return change(structuredClone(row), draw)
}

type Damage = (row: Row, draw: Draw) => Buffer

function toLine(row: unknown): Buffer {
  return Buffer.from(JSON.stringify(row))
}

function pickFrom<item>(items: readonly item[], draw: Draw): item {
  return items[draw(items.length)] as item
}

function pickField(row: Row, draw: Draw): [Record<string, unknown>, string] {
  const fields: [Record<string, unknown>, string][] = [
    [row, 'requestId'],
    [row, 'signature'],
    [row, 'requestData'],
    ...Object.keys(row.requestData).map((name): [Record<string, unknown>, string] => [row.requestData, name]),
  ]
  return pickFrom(fields, draw)
}

function splitParts(signature: unknown): { r: Hex; s: Hex; v: string } {
  const text = String(signature)
  return { r: `0x${text.slice(2, 66)}`, s: `0x${text.slice(66, 130)}`, v: text.slice(130) }
}

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e21,
  2 ** 53,
  2 ** 53 - 1,
  '',
  '0',
  '00',
  '1e3',
  '-1',
  ' 1',
  '0x',
  '0x0',
  '0x1',
  '１２',
  `${2n ** 256n}`,
  `${2n ** 256n - 1n}`,
  `0x${'00'.repeat(20)}`,
  `0x${'00'.repeat(32)}`,
  `0x${'00'.repeat(33)}`,
  `0X${'11'.repeat(32)}`,
  `0x${'1g'.repeat(32)}`,
  `0x${'zz'.repeat(20)}`,
  '9'.repeat(400),
  [],
  ['0x'],
  {},
  { toString: '1' },
]

const rowDamages: readonly Damage[] = [
  // One bit of a field's text.
  (row, draw) => {
    const [owner, name] = pickField(row, draw)
    const text = String(owner[name])
    const at = draw(Math.max(1, text.length))
    const code = text.charCodeAt(at) ^ (1 << draw(7))
    owner[name] = text.slice(0, at) + String.fromCharCode(code) + text.slice(at + 1)
    return toLine(row)
  },
  // One digit of the hex of the request id or of the signature, which stays hex.
  (row, draw) => {
    const name = draw(2) ? 'requestId' : 'signature'
    const text = String(row[name])
    const at = 2 + draw(text.length - 2)
    row[name] = text.slice(0, at) + draw(16).toString(16) + text.slice(at + 1)
    return toLine(row)
  },
  // The length of a field.
  (row, draw) => {
    const [owner, name] = pickField(row, draw)
    const text = String(owner[name])
    owner[name] = draw(2) ? text.slice(0, draw(text.length)) : text + '0'.repeat(1 + draw(70))
    return toLine(row)
  },
  // v
  (row, draw) => {
    const { r, s, v } = splitParts(row.signature)
    const other = pickFrom(['00', '01', '1a', '1b', '1c', '1d', '25', 'ff', ''], draw)
    row.signature = `${r}${s.slice(2)}${v === '' ? '' : other}`
    return toLine(row)
  },
  // s that is high, zero or beyond the order, and r alike.
  (row, draw) => {
    const { r, s, v } = splitParts(row.signature)
    const low = BigInt(s) % 2n ** 255n
    const odd = [0n, 1n, order - low, order - 1n, order, order / 2n, order / 2n + 1n, 2n ** 256n - 1n]
    const word = numberToHex(pickFrom(odd, draw), { size: 32 })
    const flipped = v === '1b' ? '1c' : '1b'
    row.signature = draw(3) ? `${r}${word.slice(2)}${draw(2) ? v : flipped}` : `${word}${s.slice(2)}${v}`
    return toLine(row)
  },
  // A field that is missing, that another layout has, or that nobody knows.
  (row, draw) => {
    const [owner, name] = pickField(row, draw)
    delete owner[name]
    return toLine(row)
  },
  (row, draw) => {
    Object.assign(row.requestData, pickFrom([{ originAmount: '1' }, { destinationCurrency: '0x' }], draw))
    return toLine(row)
  },
  (row, draw) => {
    const extra = { layout: 'v2', requestId: 1, signature: null, unknown: { deep: [1, 'é', '\u2028'] } }
    Object.assign(draw(2) ? row : row.requestData, { extra, ...(draw(2) ? { layout: 'v1' } : {}) })
    return toLine(row)
  },
  // Another type, or a number without measure.
  (row, draw) => {
    const [owner, name] = pickField(row, draw)
    owner[name] = pickFrom(oddValues, draw)
    return toLine(row)
  },
  // Other cases of hex, and chain ids and amounts of the other type.
  (row, draw) => {
    const [owner, name] = pickField(row, draw)
    const value = owner[name]
    owner[name] =
      typeof value === 'number' ? String(value) : pickFrom([String(value).toUpperCase(), Number(value)], draw)
    return toLine(row)
  },
  (row) => {
    for (const name of Object.keys(row.requestData)) {
      const value = row.requestData[name]
      if (typeof value === 'string') row.requestData[name] = value.toUpperCase().replace('0X', '0x')
    }
    return toLine(row)
  },
  (row, draw) =>
    toLine(pickFrom([null, [], [row], 1, 'text', { ...row, requestData: [row.requestData] }], draw)),
]

const textDamages: readonly Damage[] = [
  (row, draw) => toLine(row).subarray(0, draw(toLine(row).length)),
  (row) => Buffer.from(`${JSON.stringify(row)},`),
  (row) => Buffer.from(`${JSON.stringify(row)} ${JSON.stringify(row)}`),
  (row) => Buffer.from(JSON.stringify(row).replaceAll('"', "'")),
  (row) => Buffer.from(` \t${JSON.stringify(row)}\r`),
  (row) => Buffer.from(`\ufeff${JSON.stringify(row)}`),
  (row) => Buffer.from(JSON.stringify(row), 'utf16le'),
  (row) => Buffer.from(JSON.stringify(row).replace(/"originChainId":\d+/, '"originChainId":1e400')),
  (row) => Buffer.from(JSON.stringify(row).replace(/"originChainId":(\d+)/, '"originChainId":$1.0')),
  (row) => Buffer.from(JSON.stringify(row).replace(/"originAmount":"(\d+)"/, '"originAmount":$1')),
  (row) => Buffer.from(JSON.stringify(row).replace('{', '{"requestId":"0x00",')),
  (row) => Buffer.from(JSON.stringify(row).replace(/}$/, `,"signature":"0x"}`)),
  (row) => Buffer.from(JSON.stringify(row).replace('0x', '\\u0030x')),
  (row) =>
    Buffer.from(
      JSON.stringify(row).replace('"requestData":{', '"requestData":{"__proto__":{"originChainId":1},'),
    ),
  () => Buffer.from(''),
  () => Buffer.from('['.repeat(20_000)),
  () => Buffer.from(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  () => Buffer.from(`{"requestId":${'9'.repeat(5000)}}`),
]

/** Some bytes, of which a few may be no text any more. A line stays a line. */
function damageBytes(row: Row, draw: Draw): Buffer {
  const line = toLine(row)
  for (let times = 1 + draw(3); times > 0; times--) line[draw(line.length)] = draw(256)
  return Buffer.from(line.map((byte) => (byte === 10 ? 11 : byte)))
}

export function joinLines(lines: readonly Buffer[]): Buffer {
  return Buffer.concat(lines.flatMap((line) => [line, Buffer.of(10)]))
}

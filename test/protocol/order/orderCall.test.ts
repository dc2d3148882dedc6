import { expect } from 'chai'
import { concatHex, encodeAbiParameters, getAddress, type Hex, keccak256, parseAbiParameters } from 'viem'
import { decodeOrderCall, encodeOrderCall, hashOrderCalls } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'

const to = getAddress('0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f')
const call = { to, data: '0x1234', value: 5n } as const
const words = [
  '000000000000000000000000b92fe925dc43a0ecde6c8b1a2709c170ec4fff4f',
  '0000000000000000000000000000000000000000000000000000000000000060',
  '0000000000000000000000000000000000000000000000000000000000000005',
  '0000000000000000000000000000000000000000000000000000000000000020',
  '0000000000000000000000000000000000000000000000000000000000000002',
  '1234000000000000000000000000000000000000000000000000000000000000',
]
const blob = (changes: Record<number, string> = {}): Hex =>
  `0x${words.map((word, index) => changes[index] ?? word).join('')}`

describe('encodeOrderCall', () => {
  it('default', () => {
    expect(encodeOrderCall(call)).equal(blob())
  })

  it('behavior: the same as viem', () => {
    const parameters = parseAbiParameters(['(address to)', '(bytes data)', '(uint256 value)'])
    for (const size of [0, 1, 31, 32, 33, 200]) {
      const data: Hex = `0x${'ab'.repeat(size)}`
      const value = 2n ** 256n - 1n
      expect(encodeOrderCall({ to, data, value })).equal(
        encodeAbiParameters(parameters, [{ to }, { data }, { value }]),
      )
    }
  })

  it('error: every field', async () => {
    const amount = 'a decimal string or a bigint from 0 to 2^256-1'
    const rows: [string, unknown, string][] = [
      ['to', '0x12', 'hex of 20 bytes'],
      ['to', undefined, 'hex of 20 bytes'],
      ['data', '0x1', 'hex of whole bytes'],
      ['value', -1n, amount],
      ['value', 1, amount],
      ['value', 2n ** 256n, amount],
    ]
    for (const [field, value, requirement] of rows) {
      const error = await thrown(() => encodeOrderCall({ ...call, [field]: value }))
      expect(error).include({ name: 'OrderFieldError', field, value })
      expect(error.shortMessage).contain(`${field} must be ${requirement}, found `)
    }
    expect(await thrown(() => encodeOrderCall(mistyped(null)))).include({
      field: 'call',
      shortMessage: 'call must be an object, found null.',
    })
  })
})

describe('decodeOrderCall', () => {
  it('default', () => {
    expect(decodeOrderCall(blob())).deep.equal(call)
  })

  it('behavior: any size of data, any hex case', () => {
    for (const size of [0, 1, 31, 32, 33, 200]) {
      const sized = { to, data: `0x${'ab'.repeat(size)}`, value: 0n } as const
      expect(decodeOrderCall(encodeOrderCall(sized))).deep.equal(sized)
    }
    expect(decodeOrderCall(`0x${blob().slice(2).toUpperCase()}`)).deep.equal(call)
  })

  const word = (hex: string) => hex.padStart(64, '0')
  const broken: [what: string, call: unknown][] = [
    ['nothing', '0x'],
    ['no hex', 'text'],
    ['half a byte', `${blob()}0`],
    ['cut', blob().slice(0, -2)],
    ['appended bytes', `${blob()}00`],
    ['an appended word', `${blob()}${word('')}`],
    ['dirty address', blob({ 0: `01${words[0]?.slice(2)}` })],
    ['dirty padding', blob({ 5: words[5]?.replace(/0$/, '1') ?? '' })],
    [
      'moved outer offset',
      `${blob({ 1: word('80') }).slice(0, 2 + 64 * 3)}${word('')}${words.slice(3).join('')}`,
    ],
    [
      'moved inner offset',
      `${blob({ 3: word('40') }).slice(0, 2 + 64 * 4)}${word('')}${words.slice(4).join('')}`,
    ],
    ['offset out of bounds', blob({ 1: 'f'.repeat(64) })],
    ['length out of bounds', blob({ 4: 'f'.repeat(64) })],
    ['offset to itself', blob({ 1: word('') })],
    [
      'one tuple of three fields',
      encodeAbiParameters(parseAbiParameters(['(address to, bytes data, uint256 value)']), [call]),
    ],
    [
      'three plain arguments',
      encodeAbiParameters(parseAbiParameters('address, bytes, uint256'), [to, '0x1234', 5n]),
    ],
  ]
  for (const [what, bytes] of broken) {
    it(`error: ${what}`, async () => {
      const error = await thrown(() => decodeOrderCall(bytes as Hex))
      expect(error).include({ name: 'OrderFieldError', field: 'call', value: bytes })
      const isHex = /^0x([0-9a-f]{2})*$/i.test(String(bytes))
      const requirement = isHex ? 'the canonical encoding of a call' : 'hex of whole bytes'
      expect(error.shortMessage).contain(`call must be ${requirement}, found `)
    })
  }
})

describe('hashOrderCalls', () => {
  it('default: the hash of the hashes of the encoded calls', () => {
    const hash = keccak256(blob())
    expect(hashOrderCalls([call, call])).equal(keccak256(concatHex([hash, hash])))
    expect(hashOrderCalls([])).equal(keccak256('0x'))
  })
})

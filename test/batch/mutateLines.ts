// Lines made of other lines, deterministic by their seed: for what nobody thought of.
import { createDraw, type Draw } from './generateLines.js'

const tokens = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\\',
  '\\u0000',
  '0x',
  '27',
  '1b',
  '1c',
  'ff',
  '-',
  '1e9',
  'null',
]
const words = [
  '"requestId"',
  '"requestData"',
  '"signature"',
  '"originAmount"',
  '"destinationCurrency"',
  '"layout"',
]

type Mutation = (line: Buffer, other: Buffer, draw: Draw) => Buffer

const splice = (line: Buffer, from: number, to: number, between: Uint8Array | string): Buffer =>
  Buffer.concat([line.subarray(0, from), Buffer.from(between), line.subarray(to)])

const mutations: readonly Mutation[] = [
  (line, _, draw) => {
    const at = draw(line.length)
    return splice(line, at, at + 1, Buffer.of((line[at] as number) ^ (1 << draw(8))))
  },
  (line, _, draw) => {
    const at = draw(line.length)
    return splice(line, at, at + 1 + draw(40), '')
  },
  (line, _, draw) => {
    const at = draw(line.length)
    return splice(line, at, at, line.subarray(at, at + 1 + draw(40)))
  },
  (line, _, draw) => {
    const at = draw(line.length)
    const all = [...tokens, ...words]
    return splice(line, at, at + draw(3), all[draw(all.length)] as string)
  },
  // The beginning of one and the end of another.
  (line, other, draw) =>
    Buffer.concat([line.subarray(0, draw(line.length)), other.subarray(draw(other.length))]),
  // A text of one in the place of a text of another.
  (line, other, draw) => {
    const pick = (text: string) => {
      const found = [...text.matchAll(/"[^"]*"/g)]
      return found[draw(Math.max(1, found.length))]
    }
    const [from, to] = [pick(line.toString('latin1')), pick(other.toString('latin1'))]
    return from && to
      ? splice(line, from.index, from.index + from[0].length, Buffer.from(to[0], 'latin1'))
      : line
  },
]

/** Makes `count` lines, each from one or two of the given ones. A line stays a line. */
export function mutateLines(lines: readonly Buffer[], count: number, seed: number): Buffer[] {
  const draw = createDraw(seed)
  const pick = <item>(items: readonly item[]): item => items[draw(items.length)] as item
  const usable = lines.filter(({ length }) => length > 0)
  return Array.from({ length: count }, () => {
    let line = pick(usable)
    for (let times = 1 + draw(3); times > 0 && line.length > 0; times--) {
      line = pick(mutations)(line, pick(usable), draw)
    }
    return Buffer.from(line.map((byte) => (byte === 10 ? 32 : byte)))
  })
}

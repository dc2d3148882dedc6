import fc from 'fast-check'
import type { Node } from './node.js'
import { answerNode, resolve } from './schemas.js'

/** Answers of an operation with all of their parts, as published. */
export function arbitraryAnswer(operation: string): fc.Arbitrary<unknown> {
  return arbitraryOf(answerNode(operation), '')
}

const hex = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const text = fc.oneof(fc.string(), hex, fc.bigInt({ min: 0n, max: 2n ** 128n }).map(String))
const digit = fc.integer({ min: 1, max: 2 ** 31 })

function arbitraryOf(node: Node, name: string): fc.Arbitrary<unknown> {
  const found = resolve(node)
  if (found === 'string') return text
  if (found === 'number')
    return /chainId$/i.test(name) || name === 'id'
      ? digit
      : fc.oneof(fc.nat(), fc.double({ noNaN: true, noDefaultInfinity: true }))
  if (found === 'boolean') return fc.boolean()
  if (found === 'null') return fc.constant(null)
  if (found === 'unknown') return fc.dictionary(fc.string(), fc.string())
  if ('literal' in found) return fc.constant(found.literal)
  if ('array' in found) return fc.array(arbitraryOf(found.array, name), { minLength: 1, maxLength: 2 })
  if ('union' in found) return fc.oneof(...found.union.map((each) => arbitraryOf(each, name)))
  if ('all' in found) {
    return fc
      .tuple(...found.all.map((each) => arbitraryOf(each, name)))
      .map((parts) => Object.assign({}, ...parts))
  }
  if (!('object' in found)) throw new Error('No rule for this node.')
  return fc.record(
    Object.fromEntries(
      Object.entries(found.object).map(([key, part]) => {
        const plain = key.replace(/\?$/, '')
        return [plain, arbitraryOf(part, plain)]
      }),
    ),
  )
}

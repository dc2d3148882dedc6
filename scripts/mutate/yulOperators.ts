// Changes of assembly.
import type { Change, Source } from './operators.js'
import { type AstNode, child, children, placeOf } from './tree.js'

const pairs: Record<string, string> = {
  lt: 'gt',
  gt: 'lt',
  slt: 'sgt',
  sgt: 'slt',
  add: 'sub',
  sub: 'add',
  mul: 'div',
  div: 'mul',
  and: 'or',
  or: 'and',
  shl: 'shr',
  shr: 'shl',
}

/** Returns the changes that begin at `node`, of an assembly block. */
export function yulChangesOf(node: AstNode, around: AstNode[], source: Source): Change[] {
  const change = (what: string, replacement: string, at = node, place = placeOf(at)): Change => ({
    operator: 'assembly',
    what,
    node: at,
    place,
    replacement,
  })
  switch (node.nodeType) {
    case 'YulAssignment':
    case 'YulExpressionStatement':
      return [change('without', '')]
    case 'YulIf': {
      const condition = child(node, 'condition')
      if (!condition) return []
      return [change('never', '0', condition), change('always', '1', condition)]
    }
    case 'YulFunctionCall': {
      const name = child(node, 'functionName')
      const [argument] = children(node, 'arguments')
      if (!name) return []
      if (name.name === 'iszero' && argument) return [change('not', source(argument))]
      const other = pairs[String(name.name)]
      return other ? [change(`${other} in`, other, node, placeOf(name))] : []
    }
    case 'YulLiteral': {
      if (node.kind !== 'number') return []
      const value = BigInt(String(node.value))
      const moved = value === 0n ? [1n] : [value + 1n, value - 1n]
      const what = (next: bigint) => `${next} for ${value} in`
      return moved.map((next) => change(what(next), String(next), around.at(-1), placeOf(node)))
    }
    default:
      return []
  }
}

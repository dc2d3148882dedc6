import { type AstNode, child, typeOf, visit } from './tree.js'

/** The effect of a statement without calls that act: it changes one place, or emits an event. */
type Effect = {
  /** Undefined for an event. */
  place?: string
  /** The place is in a struct in memory, which no other function can read. */
  isMemory: boolean
  reads: string[]
  /** It calls functions that read the storage. */
  looks: boolean
}

/** Whether two statements in a row clearly act the same when they are swapped. */
export function isOrderless(first: AstNode, second: AstNode, source: (node: AstNode) => string): boolean {
  const [a, b] = [readEffect(first, source), readEffect(second, source)]
  if (!a || !b || (!a.place && !b.place)) return false
  return !isSeenBy(a, b) && !isSeenBy(b, a)
}

function isSeenBy({ place, isMemory }: Effect, other: Effect): boolean {
  if (!place) return false
  const names = other.place ? [...other.reads, other.place] : other.reads
  return (other.looks && !isMemory) || names.some((name) => isWithin(name, place) || isWithin(place, name))
}

/** Undefined for a statement that may do more than an `Effect`. */
function readEffect(statement: AstNode, source: (node: AstNode) => string): Effect | undefined {
  const event = child(statement, 'eventCall')
  if (event) {
    const seen = readNames(event.arguments, source)
    return seen && { isMemory: false, ...seen }
  }
  const expression = child(statement, 'expression')
  const left = expression && (child(expression, 'leftHandSide') ?? child(expression, 'subExpression'))
  const right = expression && (child(expression, 'rightHandSide') ?? left)
  if (!left || !right || !['=', '++', '--'].includes(String(expression.operator))) return undefined
  const place = source(left)
  // A list of places, or a computed one, can't be compared here.
  if (!/^[\w$.]+(\[\d+\])?$/.test(place)) return undefined
  let isMemory = false
  visit(left, (node) => {
    if (node.nodeType === 'Identifier') isMemory = / memory$/.test(typeOf(node))
  })
  const seen = readNames(right, source)
  return seen && { place, isMemory, ...seen }
}

/** The names in an expression; undefined if it calls a function that may act. */
function readNames(expression: unknown, source: (node: AstNode) => string) {
  const reads: string[] = []
  let acts = false
  let looks = false
  visit(expression, (node, around) => {
    if (node.nodeType === 'FunctionCall' && node.kind === 'functionCall') {
      const type = typeOf(child(node, 'expression'))
      acts ||= !/\b(view|pure)\b/.test(type)
      looks ||= /\bview\b/.test(type)
    }
    const isChain = node.nodeType === 'Identifier' || node.nodeType === 'MemberAccess'
    if (isChain && around.at(-1)?.nodeType !== 'MemberAccess') reads.push(source(node))
  })
  return acts ? undefined : { reads, looks }
}

/** `a.b` and `a[1]` are within `a`. */
function isWithin(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(`${outer}.`) || inner.startsWith(`${outer}[`)
}

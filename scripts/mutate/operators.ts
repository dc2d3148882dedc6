// Changes of Solidity that a good test detects.
import { isOrderless } from './isOrderless.js'
import { type AstNode, between, child, children, endOf, type Place, placeOf, typeOf } from './tree.js'

/** The kinds of change, in the order of the report. */
export const operators = [
  'comparison swapped',
  'boundary moved',
  'condition negated',
  'condition dropped',
  'branch fixed',
  'logic swapped',
  'arithmetic swapped',
  'constant moved',
  'return changed',
  'statement removed',
  'effects swapped',
  'modifier removed',
  'assembly',
  'semantic',
] as const
export type Operator = (typeof operators)[number]

/** One change: a description, its source, and the replacement of some bytes. */
export type Change = {
  operator: Operator
  what: string
  node: AstNode
  place: Place
  replacement: string
  /** It only removes a check, an effect or a guard. */
  isCheck?: boolean
}

export type Source = (node: AstNode) => string

const comparisons: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '==': '!=',
  '!=': '==',
}
const arithmetic: Record<string, string> = {
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '<<': '>>',
  '>>': '<<',
  '&': '|',
  '|': '&',
  '^': '&',
}
const logic: Record<string, string> = { '&&': '||', '||': '&&' }
const effects = new Set(['ExpressionStatement', 'EmitStatement'])

/** Returns the changes that begin at `node`, which `around` surrounds. */
export function changesOf(node: AstNode, around: AstNode[], source: Source): Change[] {
  const rule = rules[node.nodeType]
  return rule ? rule(node, around, source) : []
}

type Rule = (node: AstNode, around: AstNode[], source: Source) => Change[]

const rules: Record<string, Rule> = {
  BinaryOperation: (node, _, source) => {
    const operator = String(node.operator)
    const [left, right] = [child(node, 'leftExpression'), child(node, 'rightExpression')]
    if (!left || !right) return []
    const place = between(left, right)
    const swap = (kind: Operator, other: string | undefined, isCheck = false): Change[] =>
      other ? [{ operator: kind, what: `${other} in`, node, place, replacement: ` ${other} `, isCheck }] : []
    return [
      ...swap(
        'comparison swapped',
        comparisons[operator],
        operator.startsWith('<') || operator.startsWith('>'),
      ),
      ...swap('arithmetic swapped', arithmetic[operator]),
      ...swap('logic swapped', logic[operator]),
      ...moveBoundary(node, left, right, source),
      ...dropOperands(operator, left, right),
    ]
  },

  UnaryOperation: (node, _, source) => {
    const operand = child(node, 'subExpression')
    const operator = String(node.operator)
    if (!operand) return []
    if (operator === '!') return [whole('condition negated', 'not', node, source(operand))]
    const other = { '++': '--', '--': '++' }[operator]
    if (!other) return []
    const replacement = node.prefix ? `${other}${source(operand)}` : `${source(operand)}${other}`
    return [whole('arithmetic swapped', other, node, replacement)]
  },

  Assignment: (node) => {
    const operator = String(node.operator).slice(0, -1)
    const [left, right] = [child(node, 'leftHandSide'), child(node, 'rightHandSide')]
    const other = arithmetic[operator]
    if (!other || !left || !right) return []
    const replacement = ` ${other}= `
    return [
      {
        operator: 'arithmetic swapped',
        what: `${other}= in`,
        node,
        place: between(left, right),
        replacement,
      },
    ]
  },

  IfStatement: (node, _, source) => {
    const condition = child(node, 'condition')
    if (!condition) return []
    return [
      { ...whole('condition dropped', 'never', condition, 'false'), isCheck: true },
      ...negate(condition, source),
    ]
  },

  WhileStatement: (node, _, source) => negate(child(node, 'condition'), source),

  ForStatement: (node, _, source) => negate(child(node, 'condition'), source),

  Conditional: (node, _, source) => {
    const [condition, first, second] = ['condition', 'trueExpression', 'falseExpression'].map((field) =>
      child(node, field),
    )
    if (!condition || !first || !second) return []
    return [
      { ...whole('branch fixed', 'always the first of', node, `(${source(first)})`), isCheck: true },
      { ...whole('branch fixed', 'always the second of', node, `(${source(second)})`), isCheck: true },
      ...negate(condition, source),
    ]
  },

  FunctionCall: (node, _, source) => {
    const [condition] = children(node, 'arguments')
    return nameOf(child(node, 'expression')) === 'require' ? negate(condition, source) : []
  },

  Literal: (node, around, source) => {
    if (node.kind === 'bool') {
      return [inside(around, node, String(node.value), node.value === 'true' ? 'false' : 'true')]
    }
    return node.kind === 'number' ? moveLiteral(node, around, source) : []
  },

  Return: (node, around, source) => {
    const expression = child(node, 'expression')
    if (expression && typeOf(expression) === 'bool') {
      if (expression.nodeType === 'Literal') return []
      return ['true', 'false'].map((value) => whole('return changed', `${value} for`, expression, value))
    }
    return isBranch(around)
      ? []
      : [whole('return changed', 'without', node, source(node).endsWith(';') ? '' : '0')]
  },

  ExpressionStatement: (node) => {
    const expression = child(node, 'expression')
    const change = whole('statement removed', 'without', node, '0')
    return [{ ...change, isCheck: isCall(expression) || keepsFinding(expression) }]
  },

  EmitStatement: (node) => [whole('statement removed', 'without', node, '0')],

  RevertStatement: (node, around) => {
    return isBranch(around) ? [] : [whole('statement removed', 'without', node, '0')]
  },

  Block: (node, _, source) => {
    const statements = children(node, 'statements')
    return statements.slice(1).flatMap((second, index) => {
      const first = statements[index] as AstNode
      const isPair = effects.has(first.nodeType) && effects.has(second.nodeType)
      if (!isPair || source(first) === source(second) || isOrderless(first, second, source)) return []
      const { start } = placeOf(first)
      const place = { start, length: endOf(second) - start }
      const replacement = `${source(second)};\n${source(first)}`
      return [{ operator: 'effects swapped', what: 'after the next', node: first, place, replacement }]
    })
  },

  ModifierInvocation: (node) => {
    if (node.kind === 'baseConstructorSpecifier') return []
    return [{ ...whole('modifier removed', 'without', node, ''), isCheck: true }]
  },
}

function whole(operator: Operator, what: string, node: AstNode, replacement: string): Change {
  return { operator, what, node, place: placeOf(node), replacement }
}

function isCall(node: AstNode | undefined): boolean {
  return node?.nodeType === 'FunctionCall'
}

/** A check whose result is kept, not thrown: `failed |= _note(...)`, `failure = _checkRefund(...)`. */
function keepsFinding(node: AstNode | undefined): boolean {
  const right = node && child(node, 'rightHandSide')
  if (!isCall(right)) return false
  return node?.operator === '|=' || nameOf(child(right!, 'expression')).startsWith('_check')
}

/** Removing the only branch of a condition equals dropping the condition, which is another change. */
function isBranch(around: AstNode[]): boolean {
  const [outer, parent] = around.slice(-2)
  const isAlone = parent?.nodeType === 'Block' && children(parent, 'statements').length === 1
  const condition = isAlone ? outer : parent
  return condition?.nodeType === 'IfStatement' && !condition.falseBody
}

/** The swaps of `==`, `!=` and `!` already negate. */
function negate(condition: AstNode | undefined, source: Source): Change[] {
  if (!condition || ['==', '!=', '!'].includes(String(condition.operator))) return []
  return [whole('condition negated', 'not', condition, `!(${source(condition)})`)]
}

/** Moves a boundary by one the other way than a swapped comparison; literals have their own change. */
function moveBoundary(node: AstNode, left: AstNode, right: AstNode, source: Source): Change[] {
  if ([left, right].some(({ nodeType }) => nodeType === 'Literal')) return []
  const operator = String(node.operator)
  const moved = {
    '<': `(${source(left)}) + 1 < ${source(right)}`,
    '<=': `${source(left)} <= (${source(right)}) + 1`,
    '>': `${source(left)} > (${source(right)}) + 1`,
    '>=': `(${source(left)}) + 1 >= ${source(right)}`,
  }[operator]
  return moved ? [whole('boundary moved', `${operator} by one in`, node, moved)] : []
}

function dropOperands(operator: string, left: AstNode, right: AstNode): Change[] {
  const neutral = { '||': 'false', '&&': 'true' }[operator]
  if (!neutral) return []
  return [left, right]
    .filter((side) => side.operator !== operator)
    .map((side) => ({ ...whole('condition dropped', `${neutral} for`, side, neutral), isCheck: true }))
}

function moveLiteral(node: AstNode, around: AstNode[], source: Source): Change[] {
  const text = source(node)
  if (!/^(0x[\da-f]+|\d+)$/i.test(text)) return []
  const value = BigInt(text)
  const digits = text.startsWith('0x') ? text.length - 2 : 0
  const moved = value === 0n ? [1n] : [value + 1n, value - 1n]
  return moved.map((next) => {
    // The number of digits makes a hex literal a `bytes32`, so it stays.
    const plain = digits ? `0x${next.toString(16).padStart(digits, '0')}` : next.toString()
    return { ...inside(around, node, text, plain), replacement: asType(plain, node, around) }
  })
}

/** Another literal, described by the expression around it. */
function inside(around: AstNode[], node: AstNode, text: string, other: string): Change {
  const shown = around.findLast(
    ({ kind, nodeType }) => kind !== 'typeConversion' && nodeType !== 'TupleExpression',
  )
  return {
    operator: 'constant moved',
    what: `${shorten(other)} for ${shorten(text)} in`,
    node: shown ?? node,
    place: placeOf(node),
    replacement: other,
  }
}

/** A literal in the type that the compiler needs: an address, or zero as bytes. */
function asType(text: string, node: AstNode, around: AstNode[]): string {
  const converted = typeOf(around.at(-1))
  if (typeOf(node) === 'address') return `address(uint160(0x${text.slice(2).padStart(64, '0')}))`
  const bytes = /^bytes(\d+)$/.exec(converted)?.[1]
  const isConversion = around.at(-1)?.kind === 'typeConversion'
  return isConversion && bytes && !text.startsWith('0x') ? `uint${Number(bytes) * 8}(${text})` : text
}

/** The ends of a long word. */
function shorten(text: string): string {
  return text.length > 22 ? `${text.slice(0, 6)}..${text.slice(-4)}` : text
}

function nameOf(node: AstNode | undefined): string {
  return String(node?.memberName ?? node?.name ?? '')
}

// Every place in the contracts where a check, an effect or a guard can be taken out, read from the compiler's tree.
import { parse, type SourceFile } from './compile.js'

export type Mutant = {
  file: string
  line: number
  /** The function around it. */
  scope: string
  /** What the mutant does, for people. */
  what: string
  /** The source that it replaces, as offsets into the file's bytes, and with what. */
  start: number
  length: number
  replacement: string
}

type AstNode = { nodeType: string; src: string; [field: string]: unknown }

/** Calls whose deletion changes nothing, and why. */
const withoutEffect: Record<string, string> = {
  __AccessControl_init: 'an empty function of OpenZeppelin',
  __Pausable_init: 'an empty function of OpenZeppelin',
}

/** Modifiers whose deletion changes nothing, and why. */
const redundantModifiers: Record<string, string> = {
  onlyInitializing: 'on internal functions that only an initializer calls',
}

/** At a boundary these differ, and nowhere else. */
const flipped: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

/** Finds the mutants of `files`, in the order of the sources. */
export function findMutants(files: SourceFile[]): Mutant[] {
  const trees = parse(files)
  return files.flatMap(({ path, content }) => {
    const bytes = Buffer.from(content)
    const mutants: Mutant[] = []
    let scope = ''
    const placeOf = (node: AstNode) => {
      const [start = 0, length = 0] = node.src.split(':').map(Number)
      return { start, length }
    }
    const sourceOf = (node: AstNode) => {
      const { start, length } = placeOf(node)
      return bytes.subarray(start, start + length).toString()
    }
    const add = (node: AstNode, what: string, replacement: string, place = placeOf(node)) => {
      const line = bytes.subarray(0, place.start).toString().split('\n').length
      const { start, length } = placeOf(node)
      const shown = bytes
        .subarray(start, start + length)
        .toString()
        .replace(/\s+/g, ' ')
      mutants.push({ file: path, line, scope, what: `${what}: ${shown}`, ...place, replacement })
    }

    visit(trees[path] as AstNode, (node) => {
      if (node.nodeType === 'FunctionDefinition') scope = String(node.name)
      if (node.nodeType === 'Conditional') {
        add(node, 'always the first of', `(${sourceOf(node.trueExpression as AstNode)})`)
        add(node, 'always the second of', `(${sourceOf(node.falseExpression as AstNode)})`)
      }
      if (node.nodeType === 'IfStatement') add(node.condition as AstNode, 'never', 'false')
      if (node.nodeType === 'BinaryOperation' && (node.operator === '||' || node.operator === '&&')) {
        const neutral = node.operator === '||' ? 'false' : 'true'
        for (const side of [node.leftExpression, node.rightExpression] as AstNode[]) {
          if (side.operator !== node.operator) add(side, `${neutral} for`, neutral)
        }
      }
      const other = node.nodeType === 'BinaryOperation' && flipped[String(node.operator)]
      if (other) {
        const left = placeOf(node.leftExpression as AstNode)
        const start = left.start + left.length
        const length = placeOf(node.rightExpression as AstNode).start - start
        add(node, `${other} in`, ` ${other} `, { start, length })
      }
      if (node.nodeType === 'ExpressionStatement') {
        const call = node.expression as AstNode
        const callee = call.nodeType === 'FunctionCall' ? (call.expression as AstNode) : undefined
        const name = String(callee?.memberName ?? callee?.name ?? '')
        if (callee && !(name in withoutEffect)) add(call, 'without', '0')
      }
      if (node.nodeType === 'ModifierInvocation') {
        const name = String((node.modifierName as AstNode).name)
        const isBaseConstructor = /^[A-Z]/.test(name)
        if (!isBaseConstructor && !(name in redundantModifiers)) add(node, 'without', '')
      }
    })
    return mutants
  })
}

function visit(node: unknown, see: (node: AstNode) => void): void {
  if (Array.isArray(node)) for (const item of node) visit(item, see)
  else if (typeof node === 'object' && node !== null) {
    if ('nodeType' in node && 'src' in node) see(node as AstNode)
    for (const value of Object.values(node)) visit(value, see)
  }
}

// The compiler's syntax tree: nodes with their place in the source.

export type AstNode = { nodeType: string; src: string; [field: string]: unknown }

/** Offsets into the bytes of a file. */
export type Place = { start: number; length: number }

/** Where a node is. */
export function placeOf({ src }: AstNode): Place {
  const [start = 0, length = 0] = src.split(':').map(Number)
  return { start, length }
}

/** The place between two nodes: an operator, or the end of a statement. */
export function between(left: AstNode, right: AstNode): Place {
  const start = endOf(left)
  return { start, length: placeOf(right).start - start }
}

/** The offset after a node. */
export function endOf(node: AstNode): number {
  const { start, length } = placeOf(node)
  return start + length
}

/** The child in `field`. */
export function child(node: AstNode, field: string): AstNode | undefined {
  return isNode(node[field]) ? node[field] : undefined
}

/** The children in the list `field`. */
export function children(node: AstNode, field: string): AstNode[] {
  const list = node[field]
  return Array.isArray(list) ? list.filter(isNode) : []
}

/** Calls `see` with `node` and every node below it, and with the nodes around it, the innermost last. */
export function visit(
  node: unknown,
  see: (node: AstNode, around: AstNode[]) => void,
  around: AstNode[] = [],
): void {
  if (Array.isArray(node)) for (const item of node) visit(item, see, around)
  else if (typeof node === 'object' && node !== null) {
    const within = isNode(node) ? [...around, node] : around
    if (isNode(node)) see(node, around)
    for (const value of Object.values(node)) visit(value, see, within)
  }
}

/** The compiler's type of an expression. */
export function typeOf(node: AstNode | undefined): string {
  return String((node?.typeDescriptions as { typeString?: string } | undefined)?.typeString ?? '')
}

function isNode(value: unknown): value is AstNode {
  return typeof value === 'object' && value !== null && 'nodeType' in value && 'src' in value
}

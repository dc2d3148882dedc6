import type { Node, ObjectNode } from './node.js'
import { answerNode, resolve } from './schemas.js'

/**
 * Compares an answer with the published types and their corrections.
 *
 * @returns The path of each part that they do not have or have otherwise; nothing where all is as published.
 */
export function judgeAnswer(operation: string, answer: unknown): string[] {
  return judge(answerNode(operation), answer, '')
}

function judge(node: Node, value: unknown, path: string): string[] {
  const found = resolve(node)
  const at = path || 'the answer'
  if (found === 'unknown') return []
  if (found === 'null') return value === null ? [] : [`${at}: not null`]
  if (typeof found === 'string') {
    const isOf = typeof value === found
    return isOf ? [] : [`${at}: not a ${found}`]
  }
  if ('literal' in found) return value === found.literal ? [] : [`${at}: not ${found.literal}`]
  if ('union' in found) {
    const outcomes = found.union.map((each) => judge(each, value, path))
    return outcomes.some((problems) => problems.length === 0) ? [] : outcomes.toSorted(byLength)[0]!
  }
  if ('all' in found) return found.all.flatMap((each) => judge(each, value, path))
  if ('array' in found) {
    if (!Array.isArray(value)) return [`${at}: not a list`]
    return value.flatMap((item, index) => judge(found.array, item, `${path}[${index}]`))
  }
  return judgeObject(found as ObjectNode, value, path)
}

function judgeObject({ object, rest }: ObjectNode, value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`${path || 'the answer'}: not an object`]
  }
  const names = Object.keys(value)
  const missing = Object.keys(object).filter((name) => !name.endsWith('?') && !names.includes(name))
  return [
    ...missing.map((name) => `${join(path, name)}: missing`),
    ...Object.entries(value).flatMap(([name, part]) => {
      const node = object[name] ?? object[`${name}?`] ?? rest
      return node === undefined ? [`${join(path, name)}: not published`] : judge(node, part, join(path, name))
    }),
  ]
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name
}

const byLength = (one: readonly unknown[], other: readonly unknown[]) => one.length - other.length

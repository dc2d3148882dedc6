import type * as z from 'zod'
import { DeployConfigError } from '../errors.js'

/**
 * Names the deepest wrong field.
 *
 * @param parent - The field that has `fields`, if any.
 */
export function explainIssue(error: z.ZodError, fields: unknown, parent?: string): DeployConfigError {
  const { path, requirement } = deepest(error.issues[0]!)
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    fields,
  )
  const field = [...(parent === undefined ? [] : [parent]), ...path].join('.')
  return new DeployConfigError({ field: field || 'the configuration', value, requirement })
}

type Problem = { path: PropertyKey[]; requirement: string }

function deepest(issue: z.core.$ZodIssue): Problem {
  if (issue.code === 'unrecognized_keys') {
    return { path: issue.path, requirement: `without the unknown field ${issue.keys.join(', ')}` }
  }
  if (issue.code === 'invalid_union') {
    // Reports the form of the union that fits best.
    const inner = issue.errors
      .flatMap(([first]) => (first ? [deepest(first)] : []))
      .sort((a, b) => b.path.length - a.path.length)[0]
    if (inner?.path.length) return { path: [...issue.path, ...inner.path], requirement: inner.requirement }
    const own = issue.message === 'Invalid input' ? inner?.requirement : undefined
    return { path: issue.path, requirement: own ?? issue.message }
  }
  const requirement =
    issue.code === 'invalid_type' && /^Invalid input/.test(issue.message)
      ? `an ${issue.expected}`
      : issue.message
  return { path: issue.path, requirement }
}

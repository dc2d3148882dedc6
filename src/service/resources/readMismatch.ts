import type * as z from 'zod'
// Imported on its own, since `z.core` would bring the messages of every language into a bundle.
import { toDotPath } from 'zod/v4/core'

/**
 * Finds where a value first differs from its schema: the path, the value there, and the requirement, such
 * as `must be string`.
 */
export function readMismatch(
  { issues }: z.ZodError,
  value: unknown,
): { path: string; value: unknown; requirement: string } {
  const issue = issues[0]!
  return {
    path: toDotPath(issue.path),
    value: issue.path.reduce<unknown>((at, key) => (at as Record<PropertyKey, unknown>)?.[key], value),
    requirement: describeRequirement(issue),
  }
}

/**
 * Describes the requirement that an issue reports. The messages of this package's schemas already state it. Other messages are
 * replaced.
 */
function describeRequirement(issue: z.core.$ZodIssue): string {
  if (issue.message.startsWith('must ')) return issue.message
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`
    case 'invalid_union':
      return describeAlternatives(issue)
    case 'too_small':
      return `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unitOf(issue.origin)}`
    case 'too_big':
      return `must be ${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unitOf(issue.origin)}`
    case 'invalid_format':
      return `must be of the format ${issue.pattern ?? issue.format}`
    default:
      return `is not valid (${issue.message})`
  }
}

function describeAlternatives({ errors }: z.core.$ZodIssueInvalidUnion): string {
  const ofValue = errors.flat().filter(({ path }) => path.length === 0)
  const requirements = ofValue.map((issue) => describeRequirement(issue).replace(/^must be /, ''))
  return requirements.length === 0
    ? 'does not match any allowed form'
    : `must be ${[...new Set(requirements)].join(' or ')}`
}

function unitOf(origin: string): string {
  const units: Record<string, string> = { string: ' characters long', array: ' entries long' }
  return units[origin] ?? ''
}

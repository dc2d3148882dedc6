import * as z from 'zod'
import { suggest } from '../../base/suggest.js'
import { DeployConfigError } from '../errors.js'

export type ExplainIssueParameters = {
  error: z.ZodError
  schema: z.ZodType
  fields: unknown
  /** The field that contains `fields`, if any. */
  parent?: string
  /** More valid field names, which are not in the schema. */
  others?: readonly string[]
}

/** Creates the error for an invalid configuration. Reports the deepest wrong field, and suggests names for an unknown field. */
export function explainIssue({ error, schema, fields, parent, others = [] }: ExplainIssueParameters) {
  const { path, requirement, unknown = [] } = deepest(choose(error.issues)!)
  const value = path.reduce<unknown>(
    (at, key) => (at as Record<PropertyKey, unknown> | undefined)?.[key],
    fields,
  )
  const field = [...(parent === undefined ? [] : [parent]), ...path].join('.')
  const known = [...fieldsAt(schema, path), ...(path.length === 0 ? others : [])]
  const metaMessages = [...new Set(unknown.flatMap((key) => suggest(key, known)))]
  return new DeployConfigError({ field: field || 'the configuration', value, requirement, metaMessages })
}

type JsonSchema = { properties?: Record<string, JsonSchema>; items?: JsonSchema; anyOf?: JsonSchema[] }

function fieldsAt(schema: z.ZodType, path: readonly PropertyKey[]): string[] {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const formsOf = (at: JsonSchema | undefined) => (at ? (at.anyOf ?? [at]) : [])
  const forms = path.reduce<JsonSchema[]>(
    (found, key) =>
      found.flatMap(({ items, properties }) =>
        formsOf(typeof key === 'number' ? items : properties?.[String(key)]),
      ),
    formsOf(root),
  )
  return forms.flatMap(({ properties = {} }) => Object.keys(properties))
}

/** Chooses the issue to report. An unknown field comes first: it may be a misspelled required field. */
function choose(issues: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  return issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]
}

type Problem = { path: PropertyKey[]; requirement: string; unknown?: string[] }

function deepest(issue: z.core.$ZodIssue): Problem {
  if (issue.code === 'unrecognized_keys') {
    const { path, keys } = issue
    return { path, requirement: `without the unknown field ${keys.join(', ')}`, unknown: keys }
  }
  if (issue.code === 'invalid_union') {
    // Of the forms that the union allows, report the one that fits the value best.
    const inner = issue.errors
      .map(choose)
      .flatMap((chosen) => (chosen ? [deepest(chosen)] : []))
      .sort(
        (a, b) => Number(Boolean(b.unknown)) - Number(Boolean(a.unknown)) || b.path.length - a.path.length,
      )[0]
    if (inner?.path.length) return { ...inner, path: [...issue.path, ...inner.path] }
    const own = issue.message === 'Invalid input' ? inner?.requirement : undefined
    return { ...inner, path: issue.path, requirement: own ?? issue.message }
  }
  const requirement =
    issue.code === 'invalid_type' && /^Invalid input/.test(issue.message)
      ? `an ${issue.expected}`
      : issue.message
  return { path: issue.path, requirement }
}

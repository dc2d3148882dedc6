import * as z from 'zod'
import { chainId, documentedForms } from './schema.js'

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = { [keyword: string]: unknown }

/**
 * Converts a schema to the JSON Schema of the value that is sent.
 *
 * - If the client accepts anything for a field, the JSON Schema requires the documented form, or the value null.
 * - If JSON Schema can't express a rule, such as a limit of 256 bits, the description has the text of the rule's error.
 */
export function toJsonSchema(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...written } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const form = documentedForms.get(zodSchema)
      if (Array.isArray(form)) jsonSchema.enum = form
      else if (form) Object.assign(jsonSchema, nullable(toJsonSchema(form as z.ZodType)))
      if ((zodSchema as unknown) === chainId) Object.assign(jsonSchema, chainIdForm)
      if (zodSchema._zod.def.type === 'pipe') nameChoices(zodSchema._zod.def.out, jsonSchema)
      // `{}` allows any further field, which JSON Schema does by default.
      if (JSON.stringify(jsonSchema.additionalProperties) === '{}') delete jsonSchema.additionalProperties
      const requirements = requirementsOf(zodSchema)
      if (requirements.length === 0) return
      jsonSchema.description = [jsonSchema.description, ...requirements].filter(Boolean).join('; ')
    },
  })
  return written
}

/** Adds the allowed values of a text that must be one of a list. */
function nameChoices(out: z.core.$ZodType, jsonSchema: JsonSchema): void {
  const { def } = out._zod as z.core.$ZodTypes['_zod']
  if (def.type === 'enum') jsonSchema.enum = Object.values(def.entries)
}

const chainIdForm = {
  anyOf: [
    { type: 'integer', minimum: 1 },
    { type: 'string', pattern: '^[1-9][0-9]*$' },
  ],
}

function nullable(form: JsonSchema): JsonSchema {
  const { deprecated, ...rest } = form
  if (Object.keys(rest).length === 0) return form
  return { anyOf: [rest, { type: 'null' }], ...(deprecated !== undefined && { deprecated }) }
}

/** Returns the error messages of the checks that are written as functions. */
function requirementsOf(schema: z.core.$ZodTypes): string[] {
  const { checks = [] } = schema._zod.def
  const custom = [...checks.map((check) => check._zod.def), schema._zod.def] as {
    check?: string
    error?: z.core.$ZodErrorMap
    path?: PropertyKey[]
  }[]
  return custom.flatMap(({ check, error, path = [] }) => {
    const message = check === 'custom' ? error?.({ code: 'custom', input: undefined, path: [] }) : undefined
    const text = typeof message === 'object' ? message?.message : message
    return text ? [[...path, text].join(' ')] : []
  })
}

import type { ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = { [keyword: string]: unknown }
type Described = {
  parameters: { name: string; in: string; schema: Schema; required?: boolean }[]
  requestBody?: { content: { 'application/json': { schema: Schema } } }
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>
}
export type OpenApi = { openapi: string; paths: Record<string, Record<string, Described>> }

/** Reads a document of the mock, and judges by it what is sent and answered. */
export function createDocumentJudge({ paths }: OpenApi) {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true })

  const compiled = new Map<string, ValidateFunction>()
  function problemsOf(name: string, write: () => Schema, value: unknown): string[] {
    const isValid = compiled.get(name) ?? ajv.compile(write())
    compiled.set(name, isValid)
    if (isValid(value)) return []
    return (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
  }

  const find = (operation: string): Described => {
    const [method, path] = operation.split(' ') as [string, string]
    const described = paths[path]?.[method.toLowerCase()]
    if (!described) throw new Error(`No ${operation} in the document.`)
    return described
  }

  return {
    operations: Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
    /** Returns what is wrong with an answer, fields that the document does not name included. */
    judgeAnswer(operation: string, status: number, answer: unknown): string[] {
      const name = status === 200 ? '200' : status < 500 ? '4XX' : '5XX'
      const { schema } = find(operation).responses[name]!.content['application/json']
      return problemsOf(
        `${operation} ${name}`,
        () => (status === 200 ? (closed(schema) as Schema) : schema),
        answer,
      )
    },
    judgeBody(operation: string, body: unknown): string[] {
      const { requestBody } = find(operation)
      if (!requestBody) return []
      return problemsOf(`${operation} body`, () => requestBody.content['application/json'].schema, body)
    },
    judgeQuery(operation: string, query: URLSearchParams): string[] {
      const write = () => {
        const parameters = find(operation).parameters.filter((parameter) => parameter.in === 'query')
        const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
        const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
        return { type: 'object', properties, required, additionalProperties: false }
      }
      return problemsOf(`${operation} query`, write, Object.fromEntries(query))
    },
  }
}

/** The schema, with no further fields in an object whose fields it names. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).map(([keyword, part]) => [keyword, closed(part)])
  const isObject =
    'properties' in schema && !('additionalProperties' in schema) && typeof schema.properties === 'object'
  return { ...Object.fromEntries(entries), ...(isObject && { additionalProperties: false }) }
}

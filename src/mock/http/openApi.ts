import type { FastifyInstance } from 'fastify'
import { toRecord } from '../../base/values.js'
import { type JsonSchema, toJsonSchema } from '../../service/resources/jsonSchema.js'
import type { MockContext } from '../context.js'
import { type IdForm, isPublic } from '../forms.js'
import { ownField } from '../quote/quoteBody.js'
import { errorFieldsOf } from './answerErrors.js'
import { type Operation, operations, publicOperations } from './operations.js'

/**
 * Serves the OpenAPI document at `/openapi.json`. Also serves it at the service's path, but without the mock's own fields.
 */
export function registerDocument(server: FastifyInstance, { retirements, idForm }: MockContext): void {
  let text: string | undefined
  const write = (leaveOut: typeof leaveOutOwn) => {
    text ??= JSON.stringify(createOpenApi(retirements, idForm))
    return JSON.parse(text, leaveOut)
  }
  server.get('/openapi.json', () => write(leaveOutMark))
  server.get('/documentation/json', () => write(leaveOutOwn))
}

/** Writes the document of `/openapi.json`. Without `retirements` it has the specification's form. */
export function writeOpenApi(retirements: MockContext['retirements'] = new Map()): string {
  return JSON.stringify(createOpenApi(retirements), leaveOutMark)
}

/** Omits the fields that only the mock accepts, because the service's document does not have them. */
function leaveOutOwn(_name: string, value: unknown): unknown {
  return toRecord(value)?.[ownField] === true ? undefined : value
}

function leaveOutMark(name: string, value: unknown): unknown {
  return name === ownField ? undefined : value
}

/**
 * Creates the mock's OpenAPI document from the schemas that its operations use.
 *
 * It omits the paths that control the mock, the venue's own interfaces, and operations that have ended.
 */
function createOpenApi(
  retirements: MockContext['retirements'],
  idForm: IdForm = 'specification',
): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  const shown = { ...operations, ...(isPublic(idForm, 'quoteV3') && publicOperations) }
  for (const [name, operation] of Object.entries(shown)) {
    const [method, path] = name.split(' ') as [string, string]
    const { isWithdrawn, isRetired, headers } = retirements.get(path) ?? {}
    if (isWithdrawn || isRetired) continue
    const isDeprecated = operation.isDeprecated || headers !== undefined
    paths[path] = { ...paths[path], [method.toLowerCase()]: describe(path, { ...operation, isDeprecated }) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Mock of the cross-chain service', version: '1.0.0', description },
    servers: [{ url: '/' }],
    security: [{}, { apiKey: [] }],
    paths,
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
  }
}

const description = [
  'What the mock takes and answers. Answers may have further fields.',
  'A rule that a schema can’t say is in the description of its field, body or operation.',
  'These are in no schema: currencies, chains and requests must be known to the mock, addresses in mixed case need their',
  'checksum, and a signature must be by the account that the request names.',
  'The interfaces of the venue and the control of the mock are not in this document.',
].join(' ')

function describe(path: string, operation: Operation): JsonSchema {
  const { does, query, body, answer, needsKey, isDeprecated } = operation
  const described = [query, body].flatMap((schema) => (schema && toJsonSchema(schema).description) ?? [])
  const rules = [...described, ...(operation.rules ?? [])]
  return {
    summary: does,
    ...(rules.length > 0 && { description: rules.join('\n') }),
    ...(isDeprecated && { deprecated: true }),
    ...(needsKey && { security: [{ apiKey: [] }] }),
    parameters: [...pathParameters(path), ...(query ? queryParameters(toJsonSchema(query)) : [])],
    ...(body && { requestBody: { required: true, content: json(toJsonSchema(body)) } }),
    responses: {
      200: { description: 'The answer.', content: json(toJsonSchema(answer)) },
      '4XX': { description: 'The request is refused.', content: json(errorSchema(path)) },
      '5XX': { description: 'The mock failed.', content: json(errorSchema(path)) },
    },
  }
}

function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } }
}

const forms: Readonly<Record<string, JsonSchema>> = {
  requestId: { type: 'string', pattern: '^0x[0-9a-fA-F]{64}$' },
  depositAddressId: { type: 'string', minLength: 1 },
  wallet: { type: 'string', pattern: '^0x[0-9a-fA-F]{40}$' },
}

function pathParameters(path: string): JsonSchema[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  return names.map((name) => ({ name, in: 'path', required: true, schema: forms[name] }))
}

function queryParameters({ properties, required }: JsonSchema): JsonSchema[] {
  return Object.entries(properties as Record<string, JsonSchema>).map(
    ([name, { description, ...schema }]) => ({
      name,
      in: 'query',
      ...((required as string[] | undefined)?.includes(name) && { required: true }),
      ...(description !== undefined && { description }),
      schema,
    }),
  )
}

function errorSchema(path: string): JsonSchema {
  const names = errorFieldsOf(path.replace(/\{(\w+)\}/g, ':$1'))
  const fields = names.map((name) => [name, { type: 'string' }])
  return { type: 'object', properties: Object.fromEntries(fields), required: names }
}

import { toList, toRecord, toText } from '../../base/values.js'

/** What an OpenAPI document says of one operation. */
export type DocumentedOperation = {
  method: string
  /** A name in braces stands for a parameter. */
  path: string
  isDeprecated: boolean
  /** Headers without which it refuses a call; alternatives of one need are joined by `or`. In lower case. */
  needs: readonly string[]
  /** The schemas of its JSON body, and of its JSON answer with status 200. */
  request?: unknown
  answer?: unknown
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Reads the operations of an OpenAPI document. Undefined where it is none; what can't be read of one is left out. */
export function readDocument(document: unknown): DocumentedOperation[] | undefined {
  const paths = toRecord(toRecord(document)?.paths)
  if (!paths) return undefined
  return Object.entries(paths).flatMap(([path, value]) => {
    const item = toRecord(value) ?? {}
    return methods.flatMap((method) => {
      const operation = toRecord(item[method])
      return operation ? [readOperation(document, { method, path, item, operation })] : []
    })
  })
}

type Found = {
  method: string
  path: string
  item: Record<string, unknown>
  operation: Record<string, unknown>
}

function readOperation(document: unknown, { method, path, item, operation }: Found): DocumentedOperation {
  const parameters = [...toList(item.parameters), ...toList(operation.parameters)].map((value) =>
    toRecord(follow(document, value)),
  )
  const headers = parameters.filter((parameter) => parameter?.in === 'header' && parameter.required === true)
  const responses = toRecord(operation.responses) ?? {}
  return {
    method: method.toUpperCase(),
    path,
    isDeprecated: operation.deprecated === true,
    needs: [
      ...new Set([
        ...headers.flatMap((header) => toText(header?.name)?.toLowerCase() ?? []),
        ...readSecurity(document, operation),
      ]),
    ],
    request: readContent(follow(document, operation.requestBody)),
    answer: readContent(follow(document, responses[200])),
  }
}

/** Any one of the alternatives will do; an empty one needs nothing. */
function readSecurity(document: unknown, operation: Record<string, unknown>): string[] {
  const alternatives = toList(operation.security ?? toRecord(document)?.security).map((each) =>
    Object.keys(toRecord(each) ?? {}),
  )
  if (alternatives.length === 0 || alternatives.some((names) => names.length === 0)) return []
  const schemes = toRecord(toRecord(toRecord(document)?.components)?.securitySchemes) ?? {}
  const headers = alternatives.map((names) =>
    names.map((name) => headerOf(schemes[name], name)).join(' and '),
  )
  return [[...new Set(headers)].join(' or ')]
}

function headerOf(scheme: unknown, fallback: string): string {
  const { type, name } = toRecord(scheme) ?? {}
  if (type === 'http' || type === 'oauth2' || type === 'openIdConnect') return 'authorization'
  return (toText(name) ?? fallback).toLowerCase()
}

function readContent(value: unknown): unknown {
  return toRecord(toRecord(toRecord(value)?.content)?.['application/json'])?.schema
}

/** Follows references within the document; anything else is returned as it is. */
export function follow(document: unknown, value: unknown): unknown {
  let at = value
  for (let depth = 0; depth < 16; depth++) {
    const reference = toText(toRecord(at)?.$ref)
    if (!reference?.startsWith('#/')) return at
    const names = reference
      .slice(2)
      .split('/')
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    at = names.reduce<unknown>((found, name) => toRecord(found)?.[name], document)
  }
  return undefined
}

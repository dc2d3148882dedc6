import { toList, toRecord, toText } from '../../base/values.js'

/** The facts about one operation in an OpenAPI document. */
export type DocumentedOperation = {
  method: string
  /** The path. A name in braces is a parameter. */
  path: string
  isDeprecated: boolean
  /** Headers, in lower case, without which the operation refuses a call. `or` joins alternatives for one need. */
  needs: readonly string[]
  /** The schema of the JSON body of the request. */
  request?: unknown
  /** The schema of the JSON answer with status 200. */
  answer?: unknown
}

const methods = ['get', 'post', 'put', 'patch', 'delete']

/** Reads the operations of an OpenAPI document. Undefined for anything else. Operations that can't be read are skipped. */
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

/** Reads the headers that authorize a call. Any one alternative is enough. If one alternative is empty, no header is needed. */
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

/** Follows references within the document. Returns anything else unchanged. */
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

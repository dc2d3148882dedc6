import type { FastifyInstance } from 'fastify'
import { ServiceError } from './serviceError.js'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Rejects a body that two readers could read differently. The service's own parser is not known to. */
export function rejectAmbiguousJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(new ServiceError('UNKNOWN_ERROR', 'body: must be UTF-8.'))
    }
    parse(request, text, (error, value) => {
      const key = error ? undefined : findDuplicateKey(text)
      if (key === undefined) return done(error, value)
      done(new ServiceError('UNKNOWN_ERROR', `body: must have ${key} once in an object.`))
    })
  })
}

const tokens = /("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g

/** The first key that an object has twice, in a text that is JSON. */
function findDuplicateKey(json: string): string | undefined {
  const objects: Set<string>[] = []
  for (const [token, key] of json.matchAll(tokens)) {
    if (token === '{') objects.push(new Set())
    else if (token === '}') objects.pop()
    else if (key) {
      const name: string = JSON.parse(key)
      const keys = objects.at(-1)
      if (keys?.has(name)) return key
      keys?.add(name)
    }
  }
  return undefined
}

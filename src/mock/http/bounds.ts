import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CallerError } from '../callerError.js'

/**
 * Keeps at most `maximum` connections open, so that slow or idle clients don't keep others out. One more connection
 * closes the oldest connection whose request is not complete. If every request is complete, the new connection is closed.
 */
export function limitConnections(server: Server, maximum: number): void {
  const latest = new Map<Socket, IncomingMessage | undefined>()

  server.on('connection', (socket: Socket) => {
    if (latest.size >= maximum) {
      const [slow = socket] = [...latest].find(([, request]) => !request?.complete) ?? []
      latest.delete(slow)
      slow.destroy()
      if (slow === socket) return
    }
    latest.set(socket, undefined)
    socket.once('close', () => latest.delete(socket))
  })
  // Websockets have a limit of their own.
  server.on('upgrade', ({ socket }) => latest.delete(socket))
  server.on('request', (request, response) => {
    const { socket } = request
    if (latest.has(socket)) latest.set(socket, request)
    response.once('close', () => {
      if (latest.get(socket) === request) latest.set(socket, undefined)
    })
  })
}

/** No operation needs more levels, and a deeper body could overflow the stack of `JSON.stringify`. */
const maxDepth = 64

export function rejectDeepBodies(server: FastifyInstance): void {
  server.addHook('preValidation', async ({ body }) => {
    if (isDeeper(body, maxDepth)) {
      throw new CallerError('UNKNOWN_ERROR', `body: must not be nested more than ${maxDepth} levels.`)
    }
  })
}

/** Returns whether a value is nested deeper than `limit`. Works level by level: recursion could overflow the stack. */
function isDeeper(value: unknown, limit: number): boolean {
  let level = [value].filter(isObject)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === limit) return true
    level = level.flatMap((object) => Object.values(object)).filter(isObject)
  }
  return false
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Rejects a body that two parsers could read differently. The public service is not known to reject it. */
export function rejectAmbiguousJson(server: FastifyInstance): void {
  const parse = server.getDefaultJsonParser('error', 'error')
  server.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    let text: string
    try {
      text = utf8.decode(body)
    } catch {
      return done(new CallerError('UNKNOWN_ERROR', 'body: must be UTF-8.'))
    }
    parse(request, text, (error, value) => {
      const key = error ? undefined : findDuplicateKey(text)
      if (key === undefined) return done(error, value)
      done(new CallerError('UNKNOWN_ERROR', `body: must have ${key} once in an object.`))
    })
  })
}

const tokens = /("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g

/** Finds the first key that occurs twice in one object of a valid JSON text. */
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

import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a server got. */
export type ReceivedRequest = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  /** The raw body. */
  text: string
  /** The parsed JSON, where there is any. */
  body: unknown
}

export type Respond = (request: ReceivedRequest, response: ServerResponse) => unknown

export type HttpServer = {
  url: string
  /** In the order in which they came. */
  requests: ReceivedRequest[]
  /** Answers every request from here on, and forgets those that came before. */
  respondWith(respond: Respond): void
  close(): Promise<void>
}

/** A real server on this machine: it does to each request what the test says. */
export async function startHttpServer(): Promise<HttpServer> {
  const requests: ReceivedRequest[] = []
  let respond: Respond = answer(404, { message: 'The test has no answer yet.' })
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost')
    const request = {
      method: incoming.method ?? '',
      path: pathname,
      query: searchParams,
      headers: incoming.headers,
      text,
      body: parse(text),
    }
    requests.push(request)
    await respond(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    respondWith(next) {
      requests.length = 0
      respond = next
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

/** Starts a server before the tests of a `describe`, and closes it after them. Its fields are there once it has started. */
export function setUpHttpServer(): HttpServer {
  const server = {} as HttpServer
  before(async () => {
    Object.assign(server, await startHttpServer())
  })
  after(() => server.close?.())
  return server
}

/** Answers with JSON, or with text as it is. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}): Respond {
  const isText = typeof body === 'string'
  return (_request, response) => {
    response.writeHead(status, { 'content-type': isText ? 'text/html' : 'application/json', ...headers })
    response.end(isText ? body : JSON.stringify(body))
  }
}

/** One after the other; the last one stays. */
export function inTurn(...responds: Respond[]): Respond {
  let next = 0
  return (request, response) => responds[Math.min(next++, responds.length - 1)]!(request, response)
}

/** Never answers. */
export const hang: Respond = () => undefined

/** Ends the connection, after what is written so far. */
export function drop(head = '', written = ''): Respond {
  return (_request, { socket }) => {
    if (head === '') return socket?.destroy()
    // Written by hand, since the server's own answers are never cut.
    socket?.end(`${head}\r\n\r\n${written}`)
  }
}

/** Sends the head and `written`, and then nothing more. */
export function stall(written = '', status = 200): Respond {
  return (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' })
    response.flushHeaders()
    if (written) response.write(written)
  }
}

/** Answers after `ms`. */
export function late(ms: number, respond: Respond): Respond {
  return (request, response) => setTimeout(() => respond(request, response), ms)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

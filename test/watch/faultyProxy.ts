import type { ServerResponse } from 'node:http'
import { answer, drop, hang, type Respond, startHttpServer } from '../support/httpServer.js'

const rpcRefusal = { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'limit exceeded' } }

const half = '{"jsonrpc":"2.0","id":1,"result":"0x'

/** The faults of a bad node. */
export const faults: Record<string, Respond> = {
  '502': answer(502, '<h1>Bad gateway</h1>'),
  '429': answer(429, rpcRefusal),
  '429 with Retry-After': answer(429, rpcRefusal, { 'retry-after': '1' }),
  'plain text': answer(200, 'Please sign in.'),
  'half an answer': drop('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000', half),
  silence: hang,
}

export type FaultyProxy = {
  url: string
  /** When it was asked, in the present phase. */
  asked: readonly number[]
  /** Begins a phase: all requests meet this fault, or none. Requests that hang end. */
  begin(fault?: Respond): void
  close(): Promise<void>
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const server = await startHttpServer()
  const open = new Set<ServerResponse>()
  let asked: number[] = []
  const forward: Respond = async (request, response) => {
    const { method, path, query, text } = request
    const url = `${target}${path}${query.size > 0 ? `?${query}` : ''}`
    const answered = await fetch(url, { method, ...(text !== '' && { body: text }) })
    answer(answered.status, await answered.json())(request, response)
  }
  function begin(fault: Respond = forward): void {
    for (const response of open) if (!response.writableEnded) response.destroy()
    open.clear()
    asked = []
    server.respondWith((request, response) => {
      asked.push(Date.now())
      if (fault === hang) open.add(response)
      return fault(request, response)
    })
  }
  begin()
  return {
    url: server.url,
    get asked() {
      return asked
    },
    begin,
    close: server.close,
  }
}

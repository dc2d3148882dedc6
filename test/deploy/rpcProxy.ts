// A JSON-RPC server in front of a node, which a test lets lie, break or look on.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type RpcCall = {
  method: string
  params: readonly unknown[]
  /** Which call of this method it is, from 1 on. */
  count: number
  forward: () => Promise<unknown>
}

/** Returns the caller's answer: the node's, something else, or `break` for a connection that ends without one. */
export type RpcRule = (call: RpcCall) => Promise<unknown>

export async function startRpcProxy(
  target: string,
  rule: RpcRule,
): Promise<{ url: string; close(): Promise<void> }> {
  const counts = new Map<string, number>()
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { id, method, params } = JSON.parse(body)
    const count = (counts.get(method) ?? 0) + 1
    counts.set(method, count)
    const forward = async () => {
      const answer = await fetch(target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      return answer.json()
    }
    try {
      const answer = await rule({ method, params, count, forward })
      if (answer === 'break') request.socket.destroy()
      else
        response
          .setHeader('content-type', 'application/json')
          .end(JSON.stringify({ jsonrpc: '2.0', id, ...(answer as object) }))
    } catch {
      request.socket.destroy()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

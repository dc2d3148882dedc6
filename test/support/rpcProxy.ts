// A JSON-RPC server in front of a node, which a test lets lie, break or look on.

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Hex, hexToNumber, numberToHex } from 'viem'

type RpcCall = {
  method: string
  params: readonly unknown[]
  /** Which call of this method it is, from 1 on. */
  count: number
  forward: () => Promise<unknown>
}

/** An answer with a status of its own. */
class HttpAnswer {
  constructor(
    readonly status: number,
    readonly body: string | object,
  ) {}
}

/**
 * Returns the caller's answer: the node's, something else, `break` for a connection that ends without one, or `silence` for one
 * that stays open.
 */
export type RpcRule = (call: RpcCall) => unknown

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
      if (answer === 'silence') return
      if (answer === 'break') request.socket.destroy()
      else if (answer instanceof HttpAnswer) {
        const isText = typeof answer.body === 'string'
        response.writeHead(answer.status, { 'content-type': isText ? 'text/html' : 'application/json' })
        response.end(isText ? answer.body : JSON.stringify(answer.body))
      } else
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

const page = '<html><title>Sign in</title></html>'

/** The ways in which nodes do not answer, with words of real providers, and what of them an error has to say. */
export const refusals = {
  'status 429': { answer: new HttpAnswer(429, 'Too Many Requests'), says: 'status 429' },
  'status 429 with a JSON-RPC error': {
    answer: new HttpAnswer(429, {
      jsonrpc: '2.0',
      error: { code: -32029, message: 'Your app has exceeded its compute units per second capacity.' },
    }),
    says: 'status 429: Your app has exceeded its compute units per second capacity.',
  },
  '-32005': {
    answer: { error: { code: -32005, message: 'daily request count exceeded, request rate limited' } },
    says: 'daily request count exceeded, request rate limited',
  },
  'a rate in words': {
    answer: { error: { code: -32000, message: 'request rate exceeded' } },
    says: 'request rate exceeded',
  },
  'status 401': {
    answer: new HttpAnswer(401, { error: { code: -32000, message: 'Must be authenticated!' } }),
    says: 'status 401: Must be authenticated!',
  },
  'a page': { answer: new HttpAnswer(200, page), says: 'the answer is not JSON.' },
  'a page with status 503': { answer: new HttpAnswer(503, page), says: 'status 503.' },
  'a closed connection': { answer: 'break', says: 'fetch failed' },
  'a method that it does not have': {
    answer: { error: { code: -32601, message: 'the method is not available' } },
    says: 'the method is not available',
  },
} satisfies Record<string, { answer: unknown; says: string }>

const hint = 'Based on your parameters, this block range should work: [0x1, 0xa].'

/** How providers refuse a search of too many blocks or results. */
export const logRefusals: Record<string, unknown> = {
  'a range of 10 blocks, -32600': {
    error: {
      code: -32600,
      message: `You can make eth_getLogs requests with up to a 10 block range. ${hint}`,
    },
  },
  'the size of the answer, -32602': {
    error: { code: -32602, message: `Log response size exceeded. ${hint}` },
  },
  'results, -32005': { error: { code: -32005, message: 'query returned more than 10000 results' } },
  'a limit without words, -32005': { error: { code: -32005, message: 'limit exceeded' } },
  'blocks, -32000': { error: { code: -32000, message: 'exceed maximum block range: 10' } },
  'blocks, -32603': { error: { code: -32603, message: 'requested too many blocks, maximum is set to 10' } },
  'a range, 35': { error: { code: 35, message: 'ranges over 10 blocks are not supported on freetier' } },
  'a range, -32614': { error: { code: -32614, message: 'eth_getLogs is limited to a 10 range' } },
  'status 413': new HttpAnswer(413, {
    error: { code: -32012, message: 'eth_getLogs is limited to 10 blocks' },
  }),
  'status 400': new HttpAnswer(400, 'Bad Request'),
  'status 429 with words': new HttpAnswer(429, { error: { code: -32005, message: 'block range too large' } }),
  'status 429 without words': new HttpAnswer(429, ''),
}

/** A node that searches so many blocks at once, and refuses more. */
export function limitLogs(
  most: number,
  refusal: unknown = logRefusals['a range of 10 blocks, -32600'],
): RpcRule {
  return ({ method, params, forward }) => {
    if (method !== 'eth_getLogs') return forward()
    const { fromBlock, toBlock, blockHash } = params[0] as Record<string, Hex | undefined>
    const isWithin =
      blockHash !== undefined ||
      (fromBlock && toBlock && hexToNumber(toBlock) - hexToNumber(fromBlock) < most)
    return isWithin ? forward() : refusal
  }
}

/** A node that counts fewer transactions of an account than there are, for its first answers after each. */
export function lagNonce(answers: number): RpcRule {
  let last = 0
  let left = 0
  return async ({ method, forward }) => {
    if (method !== 'eth_getTransactionCount') return forward()
    const answer = (await forward()) as { result: Hex }
    const count = hexToNumber(answer.result)
    if (count > last) left = answers
    last = Math.max(count, last)
    if (count === 0 || left-- <= 0) return answer
    return { ...answer, result: numberToHex(count - 1) }
  }
}

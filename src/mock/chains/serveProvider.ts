import type { EIP1193Provider } from 'viem'
import { toRecord } from '../../base/values.js'
import { askOf } from '../../contract/rpc/withRequest.js'
import { unrefServer } from '../unrefServer.js'

type Call = { id?: unknown; method?: unknown; params?: unknown }

const bodyLimit = 10 * 1024 * 1024
const requestTimeout = 60_000

/** Serves a provider as JSON-RPC over HTTP, for code that needs a URL. */
export async function serveProvider(
  provider: EIP1193Provider,
  { host, port, unref }: { host: string; port: number; unref: boolean },
): Promise<{ rpcUrl: string; close(): Promise<void> }> {
  // Fastify is an optional peer, so it is loaded only when needed.
  const { default: createServer } = await import('fastify')
  const server = createServer({ bodyLimit, requestTimeout, forceCloseConnections: true })
  server.post('/', ({ body }) =>
    Array.isArray(body) ? Promise.all(body.map((call) => answer(provider, call))) : answer(provider, body),
  )
  const rpcUrl = await server.listen({ host, port })
  if (unref) unrefServer(server.server)
  return { rpcUrl, close: () => server.close() }
}

async function answer(provider: EIP1193Provider, body: unknown): Promise<object> {
  const { id = null, method, params = [] } = (toRecord(body) ?? {}) as Call
  const reply = { jsonrpc: '2.0', id }
  if (typeof method !== 'string') return { ...reply, error: { code: -32600, message: 'Invalid request.' } }
  try {
    return { ...reply, result: (await askOf(provider)({ method, params })) ?? null }
  } catch (error) {
    const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
    return {
      ...reply,
      error: {
        code: typeof code === 'number' ? code : -32603,
        message: String(message),
        ...(data !== undefined && { data }),
      },
    }
  }
}

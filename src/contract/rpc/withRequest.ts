import type { Client } from 'viem'

type Ask = (args: { method: string; params?: unknown }, options?: object) => Promise<unknown>

/** A client that asks by `request`. It has none of the client's own actions, which would go past it. */
export function withRequest<client extends Client>(client: client, request: Ask): client {
  const plain = Object.entries(client).filter(([, value]) => typeof value !== 'function')
  // viem shares answers between clients of one uid.
  return { ...Object.fromEntries(plain), request, uid: crypto.randomUUID() } as unknown as client
}

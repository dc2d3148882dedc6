import type { Client } from 'viem'

type Ask = (args: { method: string; params?: unknown }, options?: object) => Promise<unknown>

/** Returns the client's request function for any method. viem's type allows only the methods of viem's own schema. */
export function askOf(client: { request: unknown }): Ask {
  return (args, options) => (client as { request: Ask }).request(args, options)
}

/** Wraps a client to send requests by `request`. Drops the client's own actions, which would bypass it. */
export function withRequest<client extends Client>(client: client, request: Ask): client {
  const plain = Object.entries(client).filter(([, value]) => typeof value !== 'function')
  // viem shares answers between clients with the same uid.
  return { ...Object.fromEntries(plain), request, uid: crypto.randomUUID() } as unknown as client
}

// What the attacks on the paying client have in common.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createWalletClient, custom, type Hash, type Hex, numberToHex, parseAbiItem } from 'viem'
import { createServiceClient } from '../../src/client/createServiceClient.js'
import type { ReceiverCall } from '../../src/client/index.js'
import { hashOrder } from '../../src/index.js'
import type { MockChain } from '../../src/mock/index.js'
import { coherent } from '../client/receiver/nodes.js'
import type { World } from '../client/receiver/world.js'
import { clientOf } from '../mock/helpers.js'
import { complete } from '../support/complete.js'

export class Killed extends Error {}

// biome-ignore lint/suspicious/noExplicitAny: parameters of any method.
export type Args = { method: string; params: any[] }

/** A wallet elsewhere, as in a browser, that answers by `request`. */
export function browserWallet(address: Hex, request: (args: Args) => Promise<unknown>) {
  const transport = custom({ request }, { retryCount: 0 })
  return createWalletClient({ account: address, transport, pollingInterval: 20 })
}

/** Signs and sends with the payer's key what a page asks a browser's wallet for. */
export function signerOf(world: World, chain: MockChain = world.origin) {
  const signer = world.walletOn(chain)
  return (
    { to, data, value = '0x0' }: { to: Hex; data?: Hex; value?: Hex },
    more: object = {},
  ): Promise<Hash> => signer.sendTransaction({ to, data, value: BigInt(value), chain: null, ...more })
}

export function keeping() {
  const store = {
    kept: undefined as ReceiverCall | undefined,
    keep(call: ReceiverCall): unknown {
      store.kept = structuredClone(call)
      return undefined
    },
    read: () => structuredClone(store.kept!),
  }
  return store
}

/** How often the depository got a deposit for the order. */
export async function countDeposits(world: World, { quote }: Pick<ReceiverCall, 'quote'>): Promise<number> {
  const logs = await clientOf(world.origin).getLogs({
    address: world.origin.depository,
    event: parseAbiItem('event RelayNativeDeposit(address from, uint256 amount, bytes32 id)'),
    fromBlock: 0n,
  })
  const id = hashOrder(complete(quote).protocol.v2.orderData)
  return logs.filter(({ args }) => args.id === id).length
}

export const raw = (chain: MockChain, method: string, params: unknown[] = []) =>
  coherent(chain.rpcUrl).request({ method, params })

/** Stands before the service; `change` may answer in its place, by returning something. */
export async function startServiceProxy(target: string, change: (path: string, answer: unknown) => unknown) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(body && { body }),
    })
    const parsed: unknown = await answer.json()
    const changed = change(request.url!, parsed) ?? parsed
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(changed))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    client: createServiceClient({ profile: 'mock', baseUrl: url }),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * A replica that gives logs of ten blocks at once. It is behind the block `filled` where it is asked for it, without a word;
 * for `nodeWith`.
 */
export function replicaBehind(chain: MockChain, filled: bigint) {
  return async ({ method, params }: Args, ask: () => Promise<unknown>) => {
    if (method !== 'eth_getLogs' || !params[0].fromBlock) return ask()
    const [from, to] = [BigInt(params[0].fromBlock), BigInt(params[0].toBlock)]
    if (to - from >= 10n) throw Object.assign(new Error('up to a 10 block range'), { code: -32600 })
    const head = BigInt((await raw(chain, 'eth_blockNumber')) as Hex)
    const behind = from <= filled && filled <= to ? filled - 1n : head
    if (from > behind) return []
    return raw(chain, method, [{ ...params[0], toBlock: numberToHex(to < behind ? to : behind) }])
  }
}

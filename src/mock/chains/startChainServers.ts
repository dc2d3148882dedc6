import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EIP1193Provider, Hex } from 'viem'
import { loadHardhat } from './loadHardhat.js'

export type ChainServer = {
  rpcUrl: string
  /** The same chain without HTTP. */
  provider: EIP1193Provider
  close(): Promise<void>
}

/** The longest wait for open connections, in milliseconds. An open websocket must not keep the mock from closing. */
const closeTimeoutMs = 2_000

/**
 * Starts simulated chains, each with its own JSON-RPC server.
 *
 * Transactions that revert are mined and their hash is returned, as on a real node. Gas estimates still fail.
 *
 * @param chains - Port 0 takes a free port.
 * @param accounts - The accounts in the first block. `balance` is in wei.
 */
export async function startChainServers(
  chains: readonly { id: number; port: number }[],
  accounts: readonly { privateKey: Hex; balance: bigint }[],
  host = '127.0.0.1',
): Promise<ChainServer[]> {
  const { createHardhatRuntimeEnvironment } = await loadHardhat()
  const network = (chainId: number) => ({
    type: 'edr-simulated' as const,
    chainType: 'l1' as const,
    chainId,
    accounts: [...accounts],
    throwOnTransactionFailures: false,
  })
  const hre = await createHardhatRuntimeEnvironment(
    {
      networks: Object.fromEntries(chains.map(({ id }) => [`chain${id}`, network(id)])),
      // Nothing is compiled. A project's own artifacts would only be loaded to decode traces.
      paths: { artifacts: './.fillproof-mock/artifacts', cache: './.fillproof-mock/cache' },
    },
    {},
    import.meta.dirname,
  )
  let provider: EIP1193Provider
  hre.hooks.registerHandlers('network', {
    async newConnection(context, next) {
      const connection = await next(context)
      provider = connection.provider as unknown as EIP1193Provider
      return connection
    },
  })
  const started: ChainServer[] = []
  try {
    for (const { id, port } of chains) {
      await requireAddress(host, port)
      const server = await hre.network.createServer(`chain${id}`, host, port)
      const address = await server.listen()
      started.push({
        rpcUrl: `http://${toLocalName(host)}:${address.port}`,
        provider: provider!,
        close: () => Promise.race([server.close(), sleep(closeTimeoutMs, undefined, { ref: false })]),
      })
    }
  } catch (error) {
    await Promise.all(started.map((server) => server.close()))
    throw error
  }
  return started
}

/** Tries to listen on the port first. On a port in use, Hardhat's own server would end the process. */
async function requireAddress(host: string, port: number): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** Returns a name that reaches the server, also if it listens on all addresses. */
function toLocalName(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

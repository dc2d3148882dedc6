import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  port: number
  /** Ends the connections that there are. */
  cut(): void
  /** Ends the connection on which the server's next answer with this text comes, in its place. */
  cutAt(text: string): void
  /** Refuses connections, or takes them again. */
  refuse(isRefusing: boolean): void
  close(): Promise<void>
}

/** Stands between a client and the server at a unix socket, and fails when it is told to. */
export async function startProxy(path: string): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let isRefusing = false
  let fatal: string | undefined
  const server = createServer((client) => {
    const upstream = connect(path)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      from.on('data', (data) => {
        if (from === upstream && fatal !== undefined && data.includes(fatal)) {
          fatal = undefined
          from.destroy()
        } else to.write(data)
      })
    }
    if (isRefusing) client.destroy()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    cutAt(text) {
      fatal = text
    },
    refuse(next) {
      isRefusing = next
      if (next) cut()
    },
    async close() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}

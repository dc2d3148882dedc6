import type { Server } from 'node:http'

/** Lets the process exit while the server listens. */
export function unrefServer(server: Server): void {
  server.unref()
  server.on('connection', (socket) => socket.unref())
}

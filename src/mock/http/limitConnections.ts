import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps at most `maximum` connections open. One more closes the oldest that has not sent a whole request, so that slow
 * or idle clients don't keep others out. When all of them are being answered, the new one is closed.
 */
export function limitConnections(server: Server, maximum: number): void {
  const latest = new Map<Socket, IncomingMessage | undefined>()

  server.on('connection', (socket: Socket) => {
    if (latest.size >= maximum) {
      const [slow = socket] = [...latest].find(([, request]) => !request?.complete) ?? []
      latest.delete(slow)
      slow.destroy()
      if (slow === socket) return
    }
    latest.set(socket, undefined)
    socket.once('close', () => latest.delete(socket))
  })
  // The stream has a limit of its own.
  server.on('upgrade', ({ socket }) => latest.delete(socket))
  server.on('request', (request, response) => {
    const { socket } = request
    if (latest.has(socket)) latest.set(socket, request)
    response.once('close', () => {
      if (latest.get(socket) === request) latest.set(socket, undefined)
    })
  })
}

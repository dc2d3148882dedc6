import type { Socket } from 'node:net'
import type { FastifyReply } from 'fastify'

const statuses: Readonly<Record<string, string>> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Answers a request that is not HTTP or never ends, and closes the connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable) return
  const status = statuses[error.code ?? ''] ?? '400 Bad Request'
  const body = JSON.stringify({ message: `${status.slice(4)}.`, errorCode: 'INVALID_REQUEST' })
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  )
}

/** Answers a URL that can't be decoded, or that has a part that is too long. */
export function answerBrokenUrl(_error: Error, _request: unknown, reply: FastifyReply): void {
  reply
    .status(400)
    .header('access-control-allow-origin', '*')
    .send({ message: "The URL can't be read.", errorCode: 'INVALID_REQUEST' })
}

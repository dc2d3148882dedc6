import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadPage } from '../../src/cli/inspect/loadPage.js'

export type StaticServer = { url: string; close(): Promise<void> }

/** Serves the built files as any web server does. */
export async function servePageFiles(): Promise<StaticServer> {
  const files = loadPage()
  const server = createServer(({ url = '/' }, response) => {
    const file = files.get(url === '/' ? 'index.html' : url.slice(1))
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' }).end(file?.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeBigint } from '../../base/writeBigint.js'
import {
  nodePath,
  originPath,
  type PageSetup,
  servicePath,
  setupName,
  statusHeader,
} from '../../page/pageSetup.js'
import type { RequestTask } from '../verify/readVerifyOptions.js'
import { forwardToNode, forwardToService, type PageAnswer, type ServiceTarget } from './forward.js'
import { isOwnRequest } from './guard.js'
import type { PageFile } from './loadPage.js'

export type ServePageParameters = {
  files: ReadonlyMap<string, PageFile>
  setup: PageSetup
  task: Pick<RequestTask, 'url' | 'apiKey' | 'target'> & Pick<ServiceTarget, 'profile'>
  port: number
}

const longestBody = 2 ** 20

const headers = {
  'cache-control': 'no-store',
  // Applies in addition to the policy in the page itself.
  'content-security-policy': "connect-src 'self'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

/** Serves the page on this machine, and forwards its requests to the service and the nodes of the task. */
export async function servePage(parameters: ServePageParameters): Promise<{ url: string; server: Server }> {
  const server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo
    if (!isOwnRequest(request, port))
      return reply(response, 403, 'text/plain', 'Only this page and its user may send requests here.')
    answer(parameters, request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.on('error', reject)
    server.listen(parameters.port, '127.0.0.1', resolve)
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server }
}

async function answer(
  { files, setup, task }: ServePageParameters,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url = '/', method = 'GET' } = request
  const gone = new AbortController()
  response.on('close', () => gone.abort())
  if (url.startsWith(`${servicePath}/`)) {
    const body = await readBody(request)
    const path = url.slice(servicePath.length)
    return replyJson(
      response,
      body === undefined ? tooLong : await forwardToService(task, method, path, body, gone.signal),
    )
  }
  const node = { [nodePath]: task.target?.node, [originPath]: task.target?.originNode }[url]
  if (node && method === 'POST') {
    const body = await readBody(request)
    return replyJson(response, body === undefined ? tooLong : await forwardToNode(node, body, gone.signal))
  }
  const name = url === '/' ? 'index.html' : url.slice(1)
  const file = files.get(name)
  if (!file || method !== 'GET') return reply(response, 404, 'text/plain', 'There is nothing here.')
  reply(response, 200, file.type, name === 'index.html' ? addSetup(file, setup) : file.bytes)
}

const tooLong: PageAnswer = {
  status: 413,
  text: JSON.stringify({ message: 'The request is longer than 1 MiB.' }),
}

function addSetup({ bytes }: PageFile, setup: PageSetup): string {
  const json = JSON.stringify(setup, writeBigint)
  const content = json.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
  const empty = `<meta name="${setupName}" content="" />`
  return bytes.toString().replace(empty, () => empty.replace('""', () => `"${content}"`))
}

/** Reads the body of a request; undefined if it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size > longestBody) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

function replyJson(response: ServerResponse, { status, text }: PageAnswer): void {
  response.setHeader(statusHeader, status)
  reply(response, 200, 'application/json', text)
}

function reply(response: ServerResponse, status: number, type: string, content: string | Buffer): void {
  response.writeHead(status, { ...headers, 'content-type': type }).end(content)
}

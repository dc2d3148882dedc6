import { expect } from 'chai'
import { custom } from 'viem'
import { forwardToNode, forwardToService } from '../../src/cli/inspect/forward.js'
import { type ChainNode, readNode } from '../../src/cli/node.js'
import { startHttpServer } from '../support/httpServer.js'

const revert = Object.assign(new Error('execution reverted'), { code: 3, data: '0x1234' })

/** A node without a URL. */
function createNode(request: (asked: { method: string; params?: unknown }) => Promise<unknown>): ChainNode {
  return { transport: custom({ request }, { retryCount: 0 }), subject: 'The network', option: '--network' }
}

const answersChainId = createNode(async () => '0x1')

async function ask(node: ChainNode, body: unknown) {
  const { status, text } = await forwardToNode(node, JSON.stringify(body))
  return { status, json: JSON.parse(text) }
}

describe('forwardToNode', () => {
  it('default: a node of this process answers as over HTTP', async () => {
    const asked: unknown[] = []
    const node = createNode(async (call) => {
      asked.push(call)
      return '0x1'
    })
    const params = [{ to: `0x${'11'.repeat(20)}` }, 'latest']
    const call = { jsonrpc: '2.0', id: 7, method: 'eth_call', params }
    expect(await ask(node, call)).deep.equal({ status: 200, json: { jsonrpc: '2.0', id: 7, result: '0x1' } })
    expect(asked).deep.equal([{ method: 'eth_call', params }])
    const both = [call, { id: 8, method: 'eth_chainId' }]
    const { json } = await ask(node, both)
    expect(json.map(({ id }: { id: number }) => id)).deep.equal([7, 8])
  })

  it('behavior: a revert keeps its code and data; other failures keep no details', async () => {
    const call = { id: 1, method: 'eth_call', params: [] }
    const reverts = createNode(async () => Promise.reject(revert))
    const { json } = await ask(reverts, call)
    expect(json.error).deep.equal({ code: 3, message: 'execution reverted', data: '0x1234' })
    const breaks = createNode(async () => Promise.reject(new Error('https://secret.example')))
    expect((await ask(breaks, call)).json.error).include({ code: -32603 })
    expect(JSON.stringify((await ask(breaks, call)).json)).not.include('secret')
  })

  it('behavior: removes parts of the URL that the node or the service repeats', async () => {
    const server = await startHttpServer()
    try {
      server.respondWith((request, response) => {
        response.writeHead(404, { 'content-type': 'text/plain' })
        response.end(`Cannot ${request.method} ${request.path} of ${server.url}, key-of-mine`)
      })
      const url = `${server.url}/v3/key-of-mine`
      const ofNode = await forwardToNode(readNode(url), '{"id":1,"method":"eth_chainId"}')
      const ofService = await forwardToService({ url, profile: {} }, 'GET', '/chains', '')
      expect(ofNode.text).equal(`Cannot POST [url] of ${server.url}, [url]`)
      expect(ofService.text).equal(`Cannot GET [url]/chains of ${server.url}, [url]`)
    } finally {
      await server.close()
    }
  })

  it('error: writes and malformed calls are not forwarded', async () => {
    for (const body of [{ method: 'eth_sendRawTransaction' }, { id: 1 }, 'eth_call', 1]) {
      expect((await ask(answersChainId, body)).status, JSON.stringify(body)).equal(403)
    }
    const mixed = [{ method: 'eth_chainId' }, { method: 'eth_accounts' }]
    expect((await ask(answersChainId, mixed)).status).equal(403)
  })

  it('attack: a duplicate key in the call', async () => {
    const asked: string[] = []
    const node = createNode(async ({ method }) => asked.push(method))
    await forwardToNode(node, '{"method":"eth_sendRawTransaction","method":"eth_chainId"}')
    expect(asked).deep.equal(['eth_chainId'])
  })
})

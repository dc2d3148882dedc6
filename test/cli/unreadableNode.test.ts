import { expect } from 'chai'
import type { BaseError } from 'viem'
import { createNodeClient, explainNodeError, readNode } from '../../src/cli/node.js'
import { thrown } from '../support/errors.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'
import { callCommand } from './callCommand.js'

const receiver = '0x1234567890123456789012345678901234567890'

describe('a node with unreadable answers', () => {
  const node = setUpHttpServer()

  for (const body of [{}, '"ok"', { jsonrpc: '2.0', id: 1, result: null }]) {
    it(`error: ${JSON.stringify(body)} ends deploy and watch with 3, and the message names the node's origin`, async () => {
      node.respondWith(answer(200, body))
      const deploy = ['deploy', '--admin', receiver, '--chain-name', 'x', '--check']
      const watch = ['watch', '--from-block', '1', '--until-block', '2', '--patience', '1.5']
      for (const command of [deploy, watch]) {
        const { status, stderr } = await callCommand([
          ...[...command, '--rpc-url', `${node.url}/key-of-mine`, '--receiver', receiver],
        ])
        expect({ status, stderr }).to.include({ status: 3 })
        expect(stderr).to.include(`The chain at ${node.url} could not be read`)
        expect(stderr).not.to.match(/key-of-mine|This is a bug/)
      }
    })
  }

  it('error: a command that reads the chain treats it as a node that did not answer', async () => {
    node.respondWith(answer(200, {}))
    const target = readNode(node.url)
    const error = await thrown<BaseError>(() => createNodeClient(target).getChainId())
    expect(explainNodeError(error, target)).to.include({
      name: 'UnreachableError',
      shortMessage: `The chain at ${node.url} could not be read: the answer to eth_chainId can't be read.`,
    })
  })
})

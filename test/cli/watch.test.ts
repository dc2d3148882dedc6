import { expect } from 'chai'
import { requireNode } from '../../src/cli/requireNode.js'
import { thrown } from '../support/errors.js'
import { answer, hang, startHttpServer } from '../support/httpServer.js'
import { callCommand } from './callCommand.js'
import { findFreePort, startCli } from './helpers.js'

const receiver = '0x1234567890123456789012345678901234567890'

/** A node of an empty chain; methods in `silent` get no answer. */
async function startEmptyChain(silent: readonly string[] = []) {
  const server = await startHttpServer()
  const results: Record<string, unknown> = {
    eth_chainId: '0x7',
    eth_blockNumber: '0x20',
    eth_getBalance: '0x0',
    eth_getTransactionCount: '0x0',
    eth_getCode: '0x',
  }
  server.respondWith((request, response) => {
    const { id, method } = request.body as { id: number; method: string }
    if (silent.includes(method)) return answer(503, {})(request, response)
    return answer(200, { jsonrpc: '2.0', id, result: results[method] })(request, response)
  })
  return server
}

describe('fillproof watch: usage', () => {
  const watch = (options: Record<string, string | undefined> = {}) => {
    const all: Record<string, string | undefined> = {
      'rpc-url': 'http://127.0.0.1:1',
      receiver,
      'from-block': '1',
      ...options,
    }
    const given = Object.entries(all).flatMap(([name, value]) =>
      value === undefined ? [] : [`--${name}`, value],
    )
    return callCommand(['watch', ...given])
  }

  it('error: missing or invalid options exit with 2 before any request', async () => {
    const wrong: [Record<string, string | undefined>, RegExp][] = [
      [{ 'rpc-url': undefined }, /--rpc-url is required, or a file of jobs with --jobs/],
      [{ receiver: undefined }, /--receiver is required/],
      [{ 'from-block': undefined }, /--from-block is required/],
      [{ 'rpc-url': 'ws://127.0.0.1' }, /--rpc-url must be a URL/],
      [{ receiver: '0x12' }, /--receiver must be an address/],
      [{ 'from-block': 'latest' }, /--from-block must be a whole number, found "latest"/],
      [{ 'from-block': '-1' }, /--from-block must be a whole number/],
      [{ 'until-block': 'soon' }, /--until-block must be a whole number or latest, found "soon"/],
      [{ 'until-block': '0' }, /--until-block must not be below --from-block, found 0 and 1/],
      [{ webhook: 'alerts.example' }, /--webhook must be a URL/],
      [{ url: 'x' }, /--url must be a URL/],
      [{ solver: 'x' }, /--solver must be an address/],
      [{ grace: '-1' }, /--grace must be seconds, from 0 to 86400, found "-1"/],
      [{ grace: '86401' }, /--grace must be seconds/],
      [{ confirmations: '1.5' }, /--confirmations must be a whole number/],
      [{ lookback: 'x' }, /--lookback must be a whole number/],
      [{ 'poll-interval': '' }, /--poll-interval must be seconds/],
      [{ patience: 'x' }, /--patience must be seconds/],
      [{ patience: '0' }, /--patience must be more than 0 seconds/],
      [{ profile: 'mock' }, /The profile mock has no base URL: pass --url/],
    ]
    for (const [options, message] of wrong) {
      const { status, stdout, stderr } = await watch(options)
      expect(stderr).to.match(message)
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
    }
  })

  it('error: a misspelled database URL is not repeated', async () => {
    for (const db of [
      ' postgresql://watch:hunter2@db.example/fills',
      '"postgresql://watch:hunter2@db.example/fills"',
      'postgresql//watch:hunter2@db.example/fills',
      'watch@db.example/hunter2',
      ' postgres://db.example/fills?password=hunter2',
      'host=db.example password=hunter2',
      '',
      ':memory:',
      'sqlite::memory:',
      'sqlite://',
    ]) {
      const { status, stdout, stderr } = await watch({ db })
      expect({ status, stdout }, db).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr, db).to.include('--db must be a file').and.not.include('hunter2')
    }
  })

  it('error: a Node that is too old', async () => {
    expect(await thrown(() => requireNode('watch', '22.12.0'))).to.include({
      name: 'UsageError',
    })
    requireNode('watch', '22.13.0')
  })

  it('error: a chain that does not answer exits with 3, and its URL is not repeated', async () => {
    const origin = `http://127.0.0.1:${await findFreePort()}`
    const { status, stderr } = await watch({ 'rpc-url': `${origin}/key-of-mine` })
    expect(status).to.equal(3)
    expect(stderr).to.include(`The chain at ${origin} could not be read`).not.include('key-of-mine')
  })

  it("error: a node's own path in its answer is not repeated", async () => {
    const chain = await startHttpServer()
    chain.respondWith((request, response) => answer(400, `Cannot POST ${request.path}`)(request, response))
    try {
      const { status, stderr } = await watch({
        'rpc-url': `${chain.url}/key-of-mine`,
        'until-block': '1',
        patience: '1',
      })
      expect(status).to.equal(3)
      expect(stderr).to.include('Cannot POST [url]').and.not.include('key-of-mine')
    } finally {
      await chain.close()
    }
  })

  it('error: no contract at the address', async () => {
    const chain = await startEmptyChain()
    try {
      const { status, stderr } = await watch({ 'rpc-url': chain.url })
      expect({ status, stderr: stderr.split('\n')[0] }).to.deep.equal({
        status: 2,
        stderr: `error: There is no contract at ${receiver} on chain 7.`,
      })
    } finally {
      await chain.close()
    }
  })
})

describe('fillproof watch: a silent node', () => {
  it('is reported after two seconds and ends a bounded run with 3 once the patience is over', async () => {
    const chain = await startHttpServer()
    chain.respondWith(hang)
    try {
      const args = ['watch', '--rpc-url', chain.url, '--receiver', receiver, '--from-block', '1']
      const { status, stdout, stderr } = await callCommand([
        ...[...args, '--until-block', 'latest', '--patience', '2.5'],
      ])
      expect({ status, stdout }).to.deep.equal({ status: 3, stdout: '' })
      expect(stderr.split('\n').slice(0, 2)).to.deep.equal([
        `The chain at ${chain.url} has not answered for 2 s.`,
        `error: The chain at ${chain.url} could not be read: No answer in 2.5 s.`,
      ])
      expect(chain.requests).to.have.length(1)
    } finally {
      await chain.close()
    }
  })
})

describe('fillproof watch: stopped', () => {
  it('reports the stop while it waits for the node, without an error', async () => {
    const chain = await startEmptyChain(['eth_blockNumber'])
    try {
      const run = startCli(['watch', '--rpc-url', chain.url, '--receiver', receiver, '--from-block', '1'])
      await run.told('Trying again.')
      run.child.kill('SIGINT')
      const { status, stdout, stderr } = await run.ended
      expect(stderr.trimEnd().split('\n').at(-1)).to.equal('Stopped before any block was read.')
      expect({ status, stdout }).to.deep.equal({ status: 0, stdout: '' })
    } finally {
      await chain.close()
    }
  })
})

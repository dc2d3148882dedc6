import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { createRetirementLog } from '../../src/cli/createRetirementLog.js'
import type { RetirementNotice } from '../../src/client/index.js'
import { file } from '../deploy/support.js'
import { getQuote, setUpMock } from '../mock/helpers.js'
import { setUpHttpServer } from '../support/httpServer.js'
import { setUpFolder } from '../support/makeFolder.js'
import { callCommand } from './callCommand.js'

describe('createRetirementLog', () => {
  const { mock, destination } = setUpMock()
  const server = setUpHttpServer()
  const folder = setUpFolder()
  let id: string
  before(async () => {
    id = (await getQuote(mock)).protocol.v2.orderId
  })
  const announcing = {
    deprecation: '@1795564800',
    sunset: 'Tue, 23 Feb 2027 00:00:00 GMT',
    link: '</next>; rel="successor-version"',
  }

  /** Runs a command against a service whose every answer has the headers. */
  const callThrough = async (headers: Record<string, string>, ...args: string[]) => {
    server.respondWith(async ({ method, path, query, text }, response) => {
      const answer = await fetch(`${mock.url}${path}?${query}`, {
        method,
        ...(text && { body: text, headers: { 'content-type': 'application/json' } }),
      })
      response
        .writeHead(answer.status, { 'content-type': 'application/json', ...headers })
        .end(await answer.text())
    })
    return callCommand([...args, '--profile', 'mock', '--url', server.url, '--json'])
  }
  const noticeOf = (operation: string): RetirementNotice => ({
    operation,
    deprecatedAt: 1795564800,
    endsAt: 1803340800,
    links: [{ rel: 'successor-version', url: '/next' }],
  })
  const signature = 'GET /requests/{requestId}/signature'
  const receiver = () => ['--rpc-url', destination.rpcUrl, '--receiver', destination.receiver]

  const commands: Record<string, { args: () => string[]; operations: string[] }> = {
    verify: {
      args: () => [id],
      operations: [signature, 'GET /intents/status/v3', 'GET /chains', 'POST /currencies/v2'],
    },
    authorize: { args: () => [id, ...receiver()], operations: [signature] },
    watch: {
      args: () => [
        ...receiver(),
        ...['--from-block', '1', '--until-block', 'latest', '--db', folder.path('watch.sqlite')],
      ],
      operations: [signature],
    },
    deploy: {
      args: () => {
        const config = folder.path('receiver.json')
        writeFileSync(
          config,
          JSON.stringify({ ...file, chains: { [destination.id]: { chainName: destination.name } } }),
        )
        return ['--config', config, '--check', ...receiver()]
      },
      operations: ['GET /chains'],
    },
    doctor: { args: () => [], operations: ['GET /chains', 'GET /documentation/json', 'POST /price'] },
  }

  for (const [command, { args, operations }] of Object.entries(commands)) {
    it(`behavior: ${command} --json lists the operations that the service retires, if any`, async () => {
      const run = async (headers: Record<string, string>) => {
        const { stdout } = await callThrough(headers, command, ...args())
        return JSON.parse(stdout.trimEnd().split('\n').at(-1)!)
      }
      expect((await run(announcing)).retirement).to.have.deep.members(operations.map(noticeOf))
      expect(await run({})).not.to.have.property('retirement')
    })
  }

  it('default: a command warns once about each operation that the service retires', async () => {
    const { status, stderr } = await callThrough(announcing, 'verify', id)
    const warnings = stderr.split('\n').filter((line) => line.startsWith('warning: '))
    expect(status).to.equal(0)
    expect(warnings).to.include(
      'warning: the service reports GET /requests/{requestId}/signature as deprecated, and ends it on 2027-02-23. Run fillproof doctor.',
    )
    expect(new Set(warnings).size).to.equal(warnings.length)
  })

  it('behavior: warns once about an operation that two clients report', () => {
    const lines: string[] = []
    const { onRetirement, announced } = createRetirementLog((line) => lines.push(line))
    for (let index = 0; index < 2; index++) onRetirement(noticeOf(signature))
    expect(lines).to.have.length(1)
    expect(announced()).to.deep.equal({ retirement: [noticeOf(signature)] })
  })

  it('behavior: without a date, and without the headers', async () => {
    const { stderr } = await callThrough({ deprecation: 'true', sunset: 'soon' }, 'verify', id)
    expect(stderr).to.include('signature as deprecated. Run fillproof doctor.')
    expect((await callThrough({}, 'verify', id)).stderr).not.to.include('deprecated')
  })
})

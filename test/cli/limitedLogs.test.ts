import { expect } from 'chai'
import { createPublicClient, type Hash, type Hex, http } from 'viem'
import { getFillAcceptedEvents, getFillAuthorizedEvents } from '../../src/contract/index.js'
import type { MockChain } from '../../src/mock/index.js'
import { chainsOf, clientOf, getQuote, pay, setUpMock, waitFor } from '../mock/helpers.js'
import { count } from '../support/deep.js'
import { setUpFolder } from '../support/makeFolder.js'
import { limitLogs, logRefusals, type RpcRule, startRpcProxy } from '../support/rpcProxy.js'
import { callCommand } from './callCommand.js'

describe('searches for logs on a node that serves at most 10 blocks', () => {
  const { mock } = setUpMock()
  let destination: MockChain
  let id: Hex
  let head: bigint
  let fill: Hash
  let files = 0
  const folder = setUpFolder()
  before(async () => {
    ;[, destination] = chainsOf(mock)
    const quote = await getQuote(mock, { fillContract: destination.receiver })
    await pay(mock, quote)
    id = quote.steps[0]!.requestId
    await waitFor(mock, id, 'success')
    await clientOf(destination).mine({ blocks: 120 })
    const range = { receiver: destination.receiver, fromBlock: 0n }
    const [event] = await getFillAcceptedEvents(clientOf(destination), range)
    fill = event!.transactionHash
    head = await clientOf(destination).getBlockNumber()
  })

  async function through<result>(rule: RpcRule, work: (rpcUrl: string) => Promise<result>) {
    const proxy = await startRpcProxy(destination.rpcUrl, rule)
    try {
      return await work(proxy.url)
    } finally {
      await proxy.close()
    }
  }

  /** What a command prints, without times and the widths of its tables. */
  const command = async (rpcUrl: string, ...args: string[]) => {
    const at = [
      '--receiver',
      destination.receiver,
      '--rpc-url',
      rpcUrl,
      '--profile',
      'mock',
      '--url',
      mock.url,
    ]
    const { status, stdout } = await callCommand([...args, ...at])
    const lines = stdout.split('\n').filter((line) => !/[┌├└]|UTC/.test(line))
    return { status, lines: lines.map((line) => line.replace(/ +/g, ' ')) }
  }
  const readers: Record<string, { read(rpcUrl: string): Promise<unknown>; tells(): string }> = {
    'the events of a receiver': {
      async read(rpcUrl) {
        const client = createPublicClient({ transport: http(rpcUrl) })
        const range = { receiver: destination.receiver, fromBlock: 0n }
        const accepted = await getFillAcceptedEvents(client, range)
        const authorized = await getFillAuthorizedEvents(client, range)
        return [accepted.map(({ transactionHash }) => transactionHash), authorized.length]
      },
      tells: () => fill,
    },
    verify: { read: (rpcUrl) => command(rpcUrl, 'verify', id), tells: () => `transaction │ │ ${fill}` },
    watch: {
      read: (rpcUrl) =>
        command(
          rpcUrl,
          'watch',
          '--from-block',
          '0',
          '--until-block',
          `${head}`,
          '--db',
          folder.path(`${files++}.sqlite`),
        ),
      tells: () => '1 fill, 1 checked',
    },
  }
  for (const [name, { read, tells }] of Object.entries(readers)) {
    for (const [kind, refusal] of Object.entries(logRefusals)) {
      // It waits for what may be a limit of requests, for a minute in all.
      if (name === 'watch' && kind.includes('without words') && count({ normal: true, deep: false })) continue
      it(`default: ${name} finds the same as without a limit: ${kind}`, async () => {
        const honest = await through(({ forward }) => forward(), read)
        expect(JSON.stringify(honest)).include(tells())
        let refused = 0
        const limit = limitLogs(10, refusal)
        const found = await through((call) => {
          const answer = limit(call)
          if (answer === refusal) refused++
          return answer
        }, read)
        expect(found).deep.equal(honest)
        expect(refused).above(0)
      }).timeout(120_000)
    }
  }
})

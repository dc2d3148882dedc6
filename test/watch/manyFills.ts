import { concatHex, encodeEventTopics, type Hex, padHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { createChainClient } from '../../src/mock/chains/createChainClient.js'
import { startChainServers } from '../../src/mock/chains/startChainServers.js'
import { signAttestation } from '../../src/protocol/attestation/signAttestation.js'
import { answer, startHttpServer } from '../support/httpServer.js'
import { bytes32 } from './fills.js'

/** One job's way to the chain and the service. */
type Connection = {
  /** Options of `watch` that lead there. */
  options: readonly string[]
  /** How often each fill's status was asked for. */
  statuses: Map<string, number>
  /** Called with each request. */
  onRequest(): void
}

export type ManyFills = {
  /** How many fills there are. */
  readonly total: number
  /** The requests that the service does not know: each is one contradiction. */
  unknown: readonly Hex[]
  connect(): Connection
  /** Adds a block with more of them. */
  add(): Promise<void>
  close(): Promise<void>
}

const receiver = '0x00000000000000000000000000000000000f1115'
const recipient = '0x00000000000000000000000000000000000000b1'
const fillsPerBlock = 4

/**
 * Starts a chain with many small fills, and a service that knows every second of them and finds them well. The receiver
 * says what it is told, as real fills take long to make.
 */
export async function startManyFills(blocks = 6): Promise<ManyFills> {
  const chainId = 31_337
  const privateKey = generatePrivateKey()
  const [chain] = await startChainServers([{ id: chainId, port: 0 }], [{ privateKey, balance: 10n ** 18n }])
  const client = createChainClient({ id: chainId, name: 'fills', rpcUrl: chain!.rpcUrl })
  await client.setCode({ address: receiver, bytecode: emitter() })

  const solver = privateKeyToAccount(privateKey)
  const known = new Map<string, object>()
  const unknown: Hex[] = []
  const transactions = new Map<string, Hex>()
  let total = 0
  // The service knows of a fill when it happens.
  let added = Promise.resolve()

  function add(): Promise<void> {
    added = addBlock()
    return added
  }

  async function addBlock(): Promise<void> {
    const ids = Array.from({ length: fillsPerBlock }, (_, index) => bytes32(1 + total + index))
    total += fillsPerBlock
    const words = ids.map((id) =>
      concatHex([
        id,
        ...[recipient, solver.address, recipient, recipient].map((a) => padHex(a as Hex, { size: 32 })),
        // Nothing arrives, and the event says no more.
        bytes32(0),
      ]),
    )
    const hash = await client.sendTransaction({ account: solver, to: receiver, data: concatHex(words) })
    for (const [index, id] of ids.entries()) {
      if (index % 2 === 0) unknown.push(id)
      else {
        known.set(id, await attest(id))
        transactions.set(id, hash)
      }
    }
  }

  for (let block = 0; block < blocks; block++) await add()

  async function attest(requestId: Hex): Promise<object> {
    const requestData = {
      originChainId: 1,
      originUser: recipient,
      originCurrency: recipient,
      originAmount: '1',
      destinationChainId: chainId,
      destinationUser: recipient,
    } as const
    const attestation = { requestId, ...requestData, originAmount: 1n }
    return { requestId, requestData, signature: await signAttestation({ attestation, account: solver }) }
  }

  const connections: Connection[] = []
  const server = await startHttpServer()
  server.respondWith(async (request, response) => {
    const [, number, ...parts] = request.path.split('/')
    const { statuses, onRequest } = connections[Number(number)]!
    onRequest()
    const path = parts.join('/')
    if (path === 'rpc') {
      const answered = await fetch(chain!.rpcUrl, { method: 'POST', body: request.text })
      return answer(answered.status, await answered.json())(request, response)
    }
    await added
    if (path === 'intents/status/v3') {
      const id = request.query.get('requestId')!
      statuses.set(id, (statuses.get(id) ?? 0) + 1)
      return answer(200, { status: 'success', txHashes: [transactions.get(id)] })(request, response)
    }
    if (path === 'chains') return answer(200, { chains: [] })(request, response)
    if (path === 'requests/v3') return answer(200, { requests: [] })(request, response)
    const record = known.get(parts[1]!)
    return answer(record ? 200 : 404, record ?? { message: 'Not found' })(request, response)
  })

  return {
    get total() {
      return total
    },
    unknown,
    add,
    connect() {
      const url = `${server.url}/${connections.length}`
      const options = [
        ...['--rpc-url', `${url}/rpc`, '--url', url, '--receiver', receiver, '--solver', solver.address],
        ...['--from-block', '1', '--until-block', 'latest', '--confirmations', '0', '--grace', '0'],
        ...['--poll-interval', '0.05', '--profile', 'mock', '--json'],
      ]
      const connection = { options, statuses: new Map<string, number>(), onRequest() {} }
      connections.push(connection)
      return connection
    },
    async close() {
      await server.close()
      await chain!.close()
    },
  }
}

/** Code that emits a FillAccepted for each six words that it is called with. */
function emitter(): Hex {
  const [topic] = encodeEventTopics({ abi: attestedOrderReceiverAbi, eventName: 'FillAccepted' })
  return concatHex([
    '0x5f', // the place of the next fill: 0
    '0x5b36811015604857', // while it is below the size of the input
    '0x6060816060015f37', // copy payer, token and amount
    '0x8060400135', // the solver
    '0x8160200135', // the recipient
    '0x8235', // the id
    concatHex(['0x7f', topic]),
    '0x60605fa4', // tell
    '0x60c001', // go to the next
    '0x600156',
    '0x5b6101006060f3', // answer with zeros, whatever was asked
  ])
}

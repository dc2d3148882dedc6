import { expect } from 'chai'
import hre from 'hardhat'
import {
  type Abi,
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  zeroAddress,
} from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import {
  type AttestationV1,
  parseAttestation,
  proveOrderOutput,
  toContractAttestation,
} from '../../src/index.js'
import type { MockService, StartMockServiceOptions } from '../../src/mock/index.js'
import type { Finding, WatchSummary } from '../../src/watch/types.js'
import {
  accountOf,
  chainsOf,
  clientOf,
  getQuote,
  type Quote,
  request,
  send,
  setUpMock,
} from '../mock/helpers.js'
import { type Respond, startHttpServer } from '../support/httpServer.js'
import { setUpFolder } from '../support/makeFolder.js'

export type Script = {
  id: Hex
  recipient: Address
  solver: Address
  token: Address
  amount: bigint
  paidTo: Address
  paid: bigint
}

/** Deploys the receiver that tells what it is told to, on the mock's destination chain. */
async function deployLiar(mock: MockService) {
  const [, chain] = chainsOf(mock)
  const client = clientOf(chain)
  const { abi, bytecode } = (await hre.artifacts.readArtifact('LyingReceiver')) as { abi: Abi; bytecode: Hex }
  const from = mock.accounts[0]!.address
  const hash = await client.deployContract({ abi, bytecode, account: accountOf(mock, from) })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  const address = contractAddress!
  const call = (functionName: string, args: unknown[]) =>
    send(mock, chain, from, { to: address, data: encodeFunctionData({ abi, functionName, args }) })
  return {
    address,
    /** Honest, but for what is said otherwise. */
    async script(quote: Quote, lies: Partial<Script> = {}): Promise<Script> {
      const script = { ...readScript(mock, quote), ...lies }
      await call('script', [script])
      return script
    },
    authorize: (id: Hex, callHash: Hex, deadline: number) => call('authorize', [id, callHash, deadline]),
  }
}

function readScript(mock: MockService, quote: Quote): Script {
  const { orderId, orderData } = quote.protocol.v2
  const [payment] = orderData.output.payments
  const amount = BigInt(payment!.expectedAmount)
  const recipient = payment!.recipient as Address
  const token = payment!.currency as Address
  return { id: orderId, recipient, solver: mock.solver, token, amount, paidTo: recipient, paid: amount }
}

/** A quote whose order names the receiver. */
export function quoteFill(
  mock: MockService,
  receiver: Address,
  fields: Record<string, unknown> = {},
): Promise<Quote> {
  return getQuote(mock, { fillContract: receiver, recipient: mock.accounts[3]!.address, ...fields })
}

export async function readAttestation(
  mock: MockService,
  requestId: Hex,
): Promise<AttestationV1 & { signature: Hex }> {
  const { body } = await request(mock, `/requests/${requestId}/signature`)
  return parseAttestation({ requestId, ...body }) as AttestationV1 & { signature: Hex }
}

/** Fills as somebody else than the solver, who has the quote: the call is that of an honest fill. */
export async function fillByHand(
  mock: MockService,
  receiver: Address,
  quote: Quote,
  /** The end of the calldata. */
  suffix: Hex = quote.protocol.v2.orderId,
): Promise<Hash> {
  const [, chain] = chainsOf(mock)
  const { orderId, orderData } = quote.protocol.v2
  const { amount, token } = readScript(mock, quote)
  const from = mock.accounts[2]!.address
  const attestation = await readAttestation(mock, orderId)
  const call = encodeFunctionData({
    abi: attestedOrderReceiverAbi,
    functionName: 'fill',
    args: [
      toContractAttestation(attestation),
      attestation.signature,
      proveOrderOutput(orderData),
      [],
      amount,
    ],
  })
  const data = concatHex([call, suffix])
  if (token === zeroAddress) return send(mock, chain, from, { to: receiver, data, value: amount })
  const approval = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [receiver, amount] })
  await send(mock, chain, from, { to: token, data: approval })
  return send(mock, chain, from, { to: receiver, data })
}

/** The mock's HTTP interface, with other answers to some paths. */
export async function startFront(mock: MockService) {
  const answers = new Map<string, unknown>()
  const server = await startHttpServer()
  const forward: Respond = async ({ path, query, headers }, response) => {
    const url = query.size > 0 ? `${path}?${query}` : path
    const key = headers['x-api-key']
    const set = answers.get(url)
    const replaced = typeof set === 'function' ? set() : set
    const answered =
      replaced === undefined
        ? await fetch(`${mock.url}${url}`, { headers: key === undefined ? {} : { 'x-api-key': String(key) } })
        : Response.json(replaced)
    response.writeHead(answered.status, { 'content-type': 'application/json' })
    response.end(await answered.text())
  }
  server.respondWith(forward)
  return {
    ...server,
    restore: () => server.respondWith(forward),
    setAttestation(requestId: Hex, body: unknown) {
      answers.set(`/requests/${requestId}/signature`, body)
    },
    setStatus(requestId: Hex, body: unknown) {
      answers.set(`/intents/status/v3?requestId=${requestId}`, body)
    },
  }
}

/** A mock with a liar, its front and a folder, for the tests of a `describe`. */
export function setUpLiar(options?: StartMockServiceOptions) {
  const { mock } = setUpMock(options)
  const liar = {} as Awaited<ReturnType<typeof deployLiar>>
  const front = {} as Awaited<ReturnType<typeof startFront>>
  const folder = setUpFolder()
  before(async () => {
    Object.assign(liar, await deployLiar(mock))
    Object.assign(front, await startFront(mock))
  })
  after(() => front.close?.())
  return { mock, liar, front, folder }
}

/** The kinds of findings, by transaction. */
export function kindsOf(findings: readonly Pick<Finding, 'kind' | 'transactionHash'>[]): string[] {
  return findings.map(({ kind, transactionHash }) => `${kind} ${transactionHash}`).sort()
}

export function readLines(text: string): unknown[] {
  const lines = text.split('\n')
  expect(lines.pop()).to.equal('')
  return lines.map((line) => JSON.parse(line))
}

/** Reads what `watch --json` printed: the findings, and the summary after them. */
export function readReport(text: string): { findings: Finding[]; summary: WatchSummary } {
  const lines = readLines(text)
  const summary = lines.pop() as WatchSummary
  return { findings: lines as Finding[], summary }
}

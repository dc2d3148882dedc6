import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import {
  type Abi,
  type Address,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  size,
  sliceHex,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { prepareAuthorizedCall } from '../../src/contract/index.js'
import { mockHashRouterAbi } from '../../src/generated/abi/mockHashRouter.js'
import { mockMetadataApprovalProxyAbi } from '../../src/generated/abi/mockMetadataApprovalProxy.js'
import { mockMetadataRouterAbi } from '../../src/generated/abi/mockMetadataRouter.js'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { proveSignedOrder } from '../../src/index.js'
import type { FaultName, MockChain, MockService } from '../../src/mock/index.js'
import { readRevert } from '../../src/mock/solver/readRevert.js'
import type { OrderData } from '../../src/protocol/order/types.js'
import {
  balanceOf,
  chainsOf,
  clientOf,
  getQuote,
  pay,
  type Quote,
  send,
  setUpMock,
  tokenOf,
} from '../mock/helpers.js'

const kinds = [
  'paid',
  'returned',
  'short',
  'twice',
  'forged',
  'high-s',
  'changed order',
  'late',
  'reverting call',
  'refunded',
  'expired order',
] as const

type Kind = (typeof kinds)[number]

const faults: Partial<Record<Kind, FaultName>> = {
  short: 'shortFill',
  twice: 'duplicateFill',
  forged: 'forgedSigner',
  'high-s': 'highS',
  'reverting call': 'revertingCall',
}

/** Seconds by which the destination's clock moves after the deposit. The call ends after an hour, the order after a week. */
const delays: Partial<Record<Kind, number>> = { late: 7200, 'expired order': 8 * 24 * 60 * 60 }

/** The rows that `test/solidity/local/Agreement.t.sol` compares `LocalService` with. */
const rows = readFileSync(join(import.meta.dirname, '../vectors/local-service.txt'), 'utf8')
  .trim()
  .split('\n')

const abis: Abi = [
  ...signedOrderReceiverAbi,
  ...mockHashRouterAbi,
  ...mockMetadataRouterAbi,
  ...mockMetadataApprovalProxyAbi,
  ...erc20Abi,
]
const names = new Map(
  abis.flatMap((item): [Hex, string][] => {
    if (item.type === 'event') return [[toEventSelector(item), item.name]]
    if (item.type !== 'error') return []
    const types = item.inputs.map(({ type }) => type).join()
    return [[toFunctionSelector(`${item.name}(${types})`), item.name]]
  }),
)

describe('LocalService and the mock', () => {
  const versions = ['v3.2', 'v3', 'v2.1'] as const
  const groups = ['native', 'token'].flatMap((currency) => versions.map((version) => ({ currency, version })))
  groups.forEach(({ currency, version }, group) => {
    describe(`${currency}, ${version}`, () => {
      const { mock } = setUpMock({ idForm: 'public', router: version })
      let world: ReturnType<typeof createWorld>
      before(async () => {
        await mock.control.pauseSolver()
        world = createWorld(mock, currency === 'native', version)
      })
      afterEach(() => mock.control.faults.clear())

      kinds.forEach((kind, index) => {
        it(`behavior: ${kind}`, async () => {
          const row = `${currency} ${version} ${kind}: ${await world.play(kind)}`
          expect(row).to.equal(rows[group * kinds.length + index])
        })
      })
    })
  })
})

function createWorld(mock: MockService, isNative: boolean, label: 'v3.2' | 'v3' | 'v2.1') {
  const [origin, destination] = chainsOf(mock)
  const [, user, recipient, refundTo] = mock.accounts.map(({ address }) => address) as Address[]
  const used = destination.routers.find((one) => one.label === label)!
  const { address: router, approvalProxy } = used
  const { receiver, depository } = destination
  const token = isNative ? zeroAddress : tokenOf(destination)
  const minimum = isNative ? 10n ** 15n : 10n ** 9n
  const roles: Record<string, Address> = {
    user: user!,
    recipient: recipient!,
    refundTo: refundTo!,
    receiver,
    router,
    approvalProxy,
    depository,
    solver: mock.solver,
    ...(!isNative && { token }),
  }
  const gainers = ['recipient', 'refundTo', 'receiver', 'router', 'approvalProxy'] as const
  const known = new Map<string, string>()

  async function prepare() {
    known.clear()
    for (const [role, address] of Object.entries(roles))
      known.set(address.slice(2).toLowerCase().padStart(64, '0'), role)
    const { timestamp } = await clientOf(destination).getBlock()
    const payment = {
      originChainId: origin.id,
      originUser: zeroAddress,
      originCurrency: zeroAddress,
      token,
      minimum,
      recipient: recipient!,
      refundTo: refundTo!,
      deadline: Number(timestamp) + 3600,
    }
    const call = prepareAuthorizedCall({
      chainId: destination.id,
      receiver,
      profile: 'mock',
      router: used,
      payment,
    })
    known.set(call.callHash.slice(2), 'callHash')
    known.set(keccak256('0x').slice(2), 'no data')
    for (const [index, { data }] of call.txs.entries()) {
      const dataHash = keccak256(data).slice(2)
      // Two calls may have the same data.
      if (!known.has(dataHash)) known.set(dataHash, `data of call ${index}`)
    }
    return call
  }

  async function play(kind: Kind): Promise<string> {
    const fault = faults[kind]
    if (fault) mock.control.faults.set(fault, { times: 1 })
    const call = await prepare()
    const quote = await getQuote(mock, {
      user,
      originCurrency: zeroAddress,
      destinationCurrency: token,
      amount: minimum.toString(),
      tradeType: 'EXACT_OUTPUT',
      recipient,
      txs: call.txs,
      includeProtocolData: true,
      ...(kind === 'refunded' && { referrer: 'debug-force-refund' }),
    })
    const { orderId, orderData } = quote.protocol.v2
    known.set(orderId.slice(2), 'orderId')
    const shown = kind === 'changed order' ? { ...orderData, salt: `0x${'11'.repeat(32)}` as Hex } : orderData
    const parts = [describeOrder(orderData)]
    const refusal =
      kind === 'returned' ? 'not asked' : await authorize(shown, quote.protocol.v2.orderSignature!)
    parts.push(`authorize ${refusal}`)
    if (refusal === 'ok' || kind === 'returned') parts.push(await payAndFill(kind, quote))
    return parts.join('; ')
  }

  async function authorize(orderData: OrderData, orderSignature: Hex): Promise<string> {
    const args = [proveSignedOrder(orderData), orderSignature, []] as const
    const data = encodeFunctionData({ abi: signedOrderReceiverAbi, functionName: 'authorizeFill', args })
    const refusal = await findRevert(destination, { to: receiver, data, from: user! })
    if (refusal) return describeError(refusal)
    await send(mock, destination, user!, { to: receiver, data })
    return 'ok'
  }

  async function payAndFill(kind: Kind, quote: Quote): Promise<string> {
    const requestId = quote.steps[0]!.requestId
    const held = await balanceOf(origin, zeroAddress, origin.depository)
    await pay(mock, quote)
    const deposited = (await balanceOf(origin, zeroAddress, origin.depository)) - held
    expect(deposited).to.equal(BigInt(quote.details.currencyIn.amount))
    if (delays[kind]) await mock.control.increaseTime(destination.id, delays[kind])
    const paid = await balanceOf(origin, zeroAddress, user!)
    const before = await readBalances()
    expect(await mock.control.stepSolver()).to.equal(requestId)

    const { status, txHashes, details, failReason } = mock.control
      .requests()
      .find(({ id }) => id === requestId)!
    const parts = [`fill ${describeOutcome(status, failReason, details?.revert?.data)}`]
    if (kind === 'twice') {
      const transaction = await clientOf(destination).getTransaction({ hash: txHashes[0]! })
      const { to, from, input: data, value } = transaction
      parts.push(`again ${describeError((await findRevert(destination, { to: to!, from, data, value }))!)}`)
      const hash = details!.duplicateFillTxHash!
      const receipt = await clientOf(destination).getTransactionReceipt({ hash })
      expect(receipt.status).to.equal('reverted')
    }
    parts.push(`status ${status}`)
    const after = await readBalances()
    const gains = gainers.flatMap((name, index) => {
      const gain = after[index]! - before[index]!
      return gain === 0n ? [] : [`${name} ${gain}`]
    })
    const refunded = (await balanceOf(origin, zeroAddress, user!)) - paid
    if (refunded !== 0n) gains.push(`user ${refunded === deposited ? 'the deposit' : refunded}`)
    parts.push(`gains ${gains.join(', ')}`)
    if (status === 'success') parts.push(`events ${(await describeLogs(txHashes[0]!)).join(' ')}`)
    return parts.join('; ')
  }

  const readBalances = () => Promise.all(gainers.map((name) => balanceOf(destination, token, roles[name]!)))

  async function describeLogs(hash: Hex): Promise<string[]> {
    const { logs } = await clientOf(destination).getTransactionReceipt({ hash })
    return logs.map(({ address, topics, data }) => {
      const name = names.get(topics[0]!)!
      const emitter = nameWord(toWord(address))
      const words = [...topics.slice(1).map((topic) => topic.slice(2)), ...splitWords(data)].map(nameWord)
      if (name !== 'SolverCallExecuted' || used.callLog === 'hash')
        return `${emitter}.${name}(${words.join()})`
      // Its data is unaligned: the target, the value, the length and the selector.
      const selector = words[3] === '0' ? '' : `,${sliceHex(data, 128, 132)}`
      return `${emitter}.${name}(${words[0]},${words[2]},${words[3]}${selector})`
    })
  }

  function describeOrder({ inputs, output }: OrderData): string {
    const nameBytes = (hex: string) => nameWord(hex.slice(2).padStart(64, '0'))
    const refunds = inputs[0]!.refunds.map((refund) => {
      // The mock's routers have other addresses on the origin chain.
      const extraData = refund.chainId === origin.name ? 'router' : nameBytes(refund.extraData)
      return `${nameBytes(refund.recipient)} ${nameBytes(refund.currency)} ${refund.minimumAmount} ${extraData}`
    })
    const payments = output.payments.map(
      ({ recipient: to, currency, minimumAmount, expectedAmount }) =>
        `${nameBytes(to)} ${nameBytes(currency)} ${minimumAmount} ${expectedAmount}`,
    )
    const calls = output.calls.map(
      (call) => `${nameWord(call.slice(2, 66))} ${nameWord(call.slice(130, 194))} ${(call.length - 2) / 2}`,
    )
    return `order refunds ${refunds.join(', ')}, pays ${payments}, calls ${calls.join(', ')}, through ${nameBytes(output.extraData)}`
  }

  function describeOutcome(status: string, failReason: string, revert: Hex | undefined): string {
    if (status === 'success') return 'ok'
    if (revert) return describeError(revert)
    return failReason === 'PROTOCOL_DEADLINE_EXPIRED' ? 'order expired' : 'not made'
  }

  function describeError(data: Hex): string {
    const words = size(data) > 4 ? splitWords(sliceHex(data, 4)).map(nameWord) : []
    return `${names.get(sliceHex(data, 0, 4))}(${words.join()})`
  }

  function nameWord(word: string): string {
    const role = known.get(word)
    if (role) return role
    const value = BigInt(`0x${word}`)
    if (value >= 2n ** 64n) return '?'
    return value > 1_000_000_000n && value < 2n ** 32n ? 'time' : String(value)
  }

  return { play }
}

const toWord = (address: Address) => address.slice(2).toLowerCase().padStart(64, '0')

function splitWords(data: Hex): string[] {
  const digits = data.slice(2)
  const count = Math.ceil(digits.length / 64)
  return Array.from({ length: count }, (_, index) =>
    digits.slice(index * 64, index * 64 + 64).padEnd(64, '0'),
  )
}

async function findRevert(
  chain: MockChain,
  { from, ...transaction }: { to: Address; data: Hex; from: Address; value?: bigint },
): Promise<Hex | undefined> {
  try {
    await clientOf(chain).call({ ...transaction, account: from })
    return undefined
  } catch (error) {
    return readRevert(error).data
  }
}

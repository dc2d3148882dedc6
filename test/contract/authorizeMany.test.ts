import { expect } from 'chai'
import {
  type Address,
  createWalletClient,
  custom,
  getAbiItem,
  type Hex,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import {
  type AuthorizeManyParameters,
  authorizeFill,
  authorizeMany,
  type FillEvidence,
  hashPayment,
  parseFillAuthorized,
  payAuthorized,
} from '../../src/contract/index.js'
import { askOf } from '../../src/contract/rpc/withRequest.js'
import { attestedOrderReceiverAbi } from '../../src/index.js'
import {
  clientOf,
  deployFixture,
  type Fixture,
  makeAuthorized,
  makePayment,
  type PaymentTerms,
  restoreAfterEach,
  secondSolver,
  solver,
} from '../receivers/support/fixture.js'
import { thrown } from '../support/errors.js'
import { mistyped } from '../support/mistyped.js'
import { readMulticall3 } from '../support/multicall3.js'

const standard = '0xcA11bde05977b3631167028862bE2a173976CA11'

describe('authorizeMany', () => {
  let fixture: Fixture
  let receiver: Address
  let keeper: ReturnType<typeof clientOf>

  before(async () => {
    fixture = await deployFixture()
    receiver = fixture.receiver.address
    keeper = clientOf(fixture, fixture.stranger.account.address)
    const { abi, bytecode } = await readMulticall3()
    const hash = await keeper.deployContract({ abi, bytecode })
    const { contractAddress } = await fixture.publicClient.getTransactionReceipt({ hash })
    const code = await fixture.publicClient.getCode({ address: contractAddress! })
    await fixture.helpers.setCode(standard, code!)
  })
  restoreAfterEach(() => fixture)

  async function makeCall(terms: Partial<PaymentTerms> = {}, signer = solver) {
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const payment = makePayment(fixture, deadline, terms)
    const { attestation, signature, orderData } = await makeAuthorized(fixture, payment, { signer })
    const evidence = { attestation, signature, orderData }
    return { payment, evidence, callHash: hashPayment({ chainId: fixture.chainId, receiver, payment }) }
  }
  const makeCalls = async (count: number) => {
    const calls = []
    for (let index = 0; index < count; index++) calls.push(await makeCall())
    return calls
  }
  type Made = Awaited<ReturnType<typeof makeCall>>

  async function run(calls: Made[], options: Partial<AuthorizeManyParameters> = {}, client = keeper) {
    const sent: Hex[] = []
    const results = await authorizeMany(client, {
      receiver,
      calls: calls.map(({ evidence }) => evidence),
      onSent: (hash) => sent.push(hash),
      ...options,
    })
    return { results, sent }
  }
  const eventsOf = async (hash: Hex) =>
    parseFillAuthorized({ receiver, receipt: await fixture.publicClient.getTransactionReceipt({ hash }) })

  it('default: one transaction, and a result for each call', async () => {
    const calls = await makeCalls(5)
    const { results, sent } = await run(calls)
    expect(sent).to.have.length(1)
    const [transaction] = sent
    expect(results).to.deep.equal(
      calls.map(({ callHash }) => ({ status: 'authorized', callHash, solver: solver.address, transaction })),
    )
    const { gas } = await fixture.publicClient.getTransaction({ hash: transaction! })
    expect(Number(gas)).to.be.within(5 * 90_000, 5 * 150_000)
    const events = await eventsOf(transaction!)
    expect(events.map(({ args }) => args.callHash)).to.deep.equal(calls.map(({ callHash }) => callHash))
  })

  it('behavior: authorized or paid calls are not sent again, and a single call needs no batcher', async () => {
    const calls = await makeCalls(3)
    await run(calls.slice(0, 2))
    const payer = clientOf(fixture, fixture.payer.account.address)
    await payAuthorized(payer, { receiver, payment: calls[0]!.payment })
    await fixture.helpers.setCode(standard, '0x')
    const { results, sent } = await run(calls)
    expect(results.map(({ status }) => status)).to.deep.equal(['paid', 'authorized', 'authorized'])
    expect(sent).to.have.length(1)
    expect((await fixture.publicClient.getTransaction({ hash: sent[0]! })).to).to.equal(
      receiver.toLowerCase(),
    )
    expect(results.map(({ transaction }) => transaction)).to.deep.equal([undefined, undefined, sent[0]])
    expect((await run(calls)).sent).to.deep.equal([])
  })

  it('behavior: more calls than fit are sent in several transactions, in order', async () => {
    const calls = await makeCalls(5)
    const { results, sent } = await run(calls, { batchSize: 2 })
    expect(sent).to.have.length(3)
    expect(results.map(({ transaction }) => transaction)).to.deep.equal(
      [0, 0, 1, 1, 2].map((index) => sent[index]),
    )
    expect(results.map(({ callHash }) => callHash)).to.deep.equal(calls.map(({ callHash }) => callHash))
  })

  it('attack: refused, foreign and unreadable evidence does not affect the other calls', async () => {
    const [first, second] = (await makeCalls(2)) as [Made, Made]
    const stranger = await makeCall({}, secondSolver)
    const expired = await makeCall({ deadline: 1 })
    const twin = { ...first, evidence: { ...first.evidence, signature: '0x12' as const } }
    const noCall = await makeAuthorized(fixture, second.payment, { calls: [] })
    const calls = [
      ...[stranger.evidence, twin.evidence, first.evidence, expired.evidence],
      { ...noCall, a: undefined },
      mistyped<FillEvidence>({ orderData: { version: 'v1' }, orderSignature: '0x' }),
      mistyped<FillEvidence>({}),
      ...[second.evidence, { ...second.evidence }],
    ]
    const sent: Hex[] = []
    const results = await authorizeMany(keeper, { receiver, calls, onSent: (hash) => sent.push(hash) })
    expect(results.map(({ status }) => status)).to.deep.equal([
      ...['refused', 'refused', 'authorized', 'refused'],
      ...['noCall', 'refused', 'refused', 'authorized', 'authorized'],
    ])
    expect(results[0]!.reason).to.match(/^authorizeFill reverted: /)
    expect(results[0]!.remedy).to.be.a('string')
    expect(results[3]).to.include({ callHash: expired.callHash })
    expect(await eventsOf(sent[0]!)).to.have.length(2)
  })

  it('attack: a front-run batch: one call is paid, one is authorized, the policy refuses one', async () => {
    const calls = await makeCalls(4)
    const other = await makeCall({}, secondSolver)
    await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
    const payer = clientOf(fixture, fixture.payer.account.address)
    const ahead = async () => {
      for (const { evidence } of calls.slice(0, 2)) await authorizeFill(payer, { receiver, ...evidence })
      await payAuthorized(payer, { receiver, payment: calls[0]!.payment })
      await fixture.receiver.write.revokeSolver([secondSolver.address])
    }
    const { results, sent } = await run([...calls, other], {}, runAhead('eth_sendTransaction', ahead))
    expect(results.map(({ status }) => status)).to.deep.equal([
      ...['paid', 'authorized', 'authorized', 'authorized', 'refused'],
    ])
    expect(results[4]!.reason).to.match(/^authorizeFill reverted: /)
    expect(results.map(({ transaction }) => transaction)).to.deep.equal(results.map(() => sent[0]))
  })

  it('attack: a call refused between the check and the gas estimate fails no other', async () => {
    const calls = await makeCalls(3)
    const payer = clientOf(fixture, fixture.payer.account.address)
    const ahead = async () => {
      await authorizeFill(payer, { receiver, ...calls[1]!.evidence })
      await payAuthorized(payer, { receiver, payment: calls[1]!.payment })
    }
    const { results } = await run(calls, {}, runAhead('eth_estimateGas', ahead))
    expect(results.map(({ status }) => status)).to.deep.equal(['authorized', 'paid', 'authorized'])
    const [alone] = await makeCalls(1)
    const pay = async () => {
      await authorizeFill(payer, { receiver, ...alone!.evidence })
      await payAuthorized(payer, { receiver, payment: alone!.payment })
    }
    const selector = toFunctionSelector(getAbiItem({ abi: attestedOrderReceiverAbi, name: 'authorizeFill' }))
    const late = runAhead('eth_call', pay, { selector, time: 2 })
    const { callHash } = alone!
    expect(await run([alone!], {}, late)).to.deep.equal({
      results: [{ status: 'paid', callHash, transaction: undefined }],
      sent: [],
    })
  })

  it('attack: a batcher that reports success and does nothing, and one that reverts', async () => {
    const calls = await makeCalls(2)
    // Returns two results of success, and calls no one.
    const words = [32n, 2n, 64n, 160n, 1n, 64n, 0n, 1n, 64n, 0n]
    const returned = words.map((word) => word.toString(16).padStart(64, '0')).join('')
    await fixture.helpers.setCode(standard, `0x610140600e60003961014060${'00f3'}${returned}`)
    const { results } = await run(calls)
    for (const [index, { status, reason, callHash }] of results.entries()) {
      expect({ status, reason }).to.deep.equal({
        status: 'refused',
        reason: 'The transaction was mined and the call is not authorized.',
      })
      expect(callHash).to.equal(calls[index]!.callHash)
    }
    await fixture.helpers.setCode(standard, '0x60006000fd')
    expect(await thrown(() => run(calls))).to.be.an('error')
  })

  it('error: a batcher without code; nothing is sent', async () => {
    const calls = await makeCalls(2)
    const nonce = await nonceOf()
    const error = await thrown(() => run(calls, { batcher: fixture.user }))
    expect(error.message).to.include('returned no data ("0x")')
    expect(await nonceOf()).to.equal(nonce)
  })

  it('error: an invalid batchSize', async () => {
    for (const batchSize of [0, -1, 1.5, Number.NaN]) {
      const error = await thrown(() => run([], { batchSize }))
      expect(error).to.include({ name: 'PaymentFieldError', field: 'batchSize' })
    }
  })

  it('error: no receiver at the address', async () => {
    const [call] = await makeCalls(1)
    expect(await thrown(() => run([call!], { receiver: fixture.user }))).to.be.an('error')
  })

  it('behavior: an empty list of calls', async () => {
    expect(await run([])).to.deep.equal({ results: [], sent: [] })
    const [call] = await makeCalls(1)
    expect(call!.payment.refundTo).to.equal(zeroAddress)
  })

  const nonceOf = () =>
    fixture.publicClient.getTransactionCount({ address: fixture.stranger.account.address })

  /** The keeper, with something that happens once before it asks `method` for the `time`th time. */
  function runAhead(method: string, happens: () => Promise<void>, { selector = '', time = 1 } = {}) {
    let count = 0
    let happened: Promise<void> | undefined
    const request = async (asked: { method: string; params?: unknown }) => {
      const isMeant = asked.method === method && JSON.stringify(asked.params).includes(selector)
      if (isMeant && ++count >= time) {
        happened ??= happens()
        await happened
      }
      return askOf(fixture.connection.provider)(asked)
    }
    return createWalletClient({
      account: fixture.stranger.account.address,
      chain: fixture.publicClient.chain,
      transport: custom({ request }, { retryCount: 0 }),
      pollingInterval: 20,
    }) as typeof keeper
  }
})

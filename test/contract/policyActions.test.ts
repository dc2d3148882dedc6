import { expect } from 'chai'
import { type Abi, type Address, pad, zeroAddress, zeroHash } from 'viem'
import {
  FillRevertedError,
  fillproofActions,
  getRecipientStatus,
  getRoute,
  getSolverWindow,
  isPaused,
  pause,
  removeRecipient,
  revokeSolver,
  setChain,
  setPaidRecipient,
  setRecipient,
  setRecipientRoot,
  setReserved,
  setRoute,
  setRouter,
  setSolver,
  unpause,
} from '../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { paymentGuardAbi } from '../../src/generated/abi/paymentGuard.js'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { clientOf, originChainId } from '../receivers/support/fixture.js'
import { deployGuardFixture, type GuardFixture } from '../receivers/support/guardFixture.js'
import { deploySignedFixture, type SignedFixture } from '../receivers/support/signedFixture.js'
import { thrown } from '../support/errors.js'
import { fake } from '../support/fake.js'

const other: Address = '0x5555555555555555555555555555555555555555'

describe('actions that change the policy of a receiver', () => {
  let fixture: SignedFixture
  let receiver: Address
  let admin: ReturnType<typeof clientOf>
  before(async () => {
    fixture = await deploySignedFixture()
    receiver = fixture.receiver.address
    admin = clientOf(fixture, fixture.admin.account.address)
  })
  after(() => fixture.connection.close())

  const read = (functionName: string, ...args: readonly unknown[]) =>
    fixture.publicClient.readContract({
      abi: [...attestedOrderReceiverAbi, ...signedOrderReceiverAbi] as Abi,
      address: receiver,
      functionName,
      args,
    })

  it('default: setSolver and revokeSolver', async () => {
    await setSolver(admin, { receiver, solver: other })
    expect(await getSolverWindow(admin, { receiver, solver: other })).to.include({ isActive: true })
    await setSolver(admin, { receiver, solver: other, start: 5, stop: 9 })
    expect(await read('solverWindow', other)).to.deep.equal([5, 9])
    await revokeSolver(admin, { receiver, solver: other })
    expect(await getSolverWindow(admin, { receiver, solver: other })).to.include({ isActive: false })
  })

  it('default: setRoute', async () => {
    const origin = { receiver, originChainId, originCurrency: other } as const
    await setRoute(admin, { ...origin, min: 3n, max: 7n })
    expect(await getRoute(admin, origin)).to.deep.equal({ min: 3n, max: 7n })
    expect(await read('route', BigInt(originChainId), pad(other))).to.deep.equal([3n, 7n])
    await setRoute(admin, { ...origin, min: 0n, max: 0n })
    expect(await getRoute(admin, origin)).to.equal(null)
  })

  it('default: setRecipient and removeRecipient', async () => {
    const recipient = other
    const status = () => getRecipientStatus(admin, { receiver, recipient })
    await setRecipient(admin, { receiver, recipient })
    expect(await status()).to.deep.equal({ allowed: true, hook: false })
    await setRecipient(admin, { receiver, recipient, hook: true })
    expect(await status()).to.deep.equal({ allowed: true, hook: true })
    await removeRecipient(admin, { receiver, recipient })
    expect(await status()).to.deep.equal({ allowed: false, hook: false })
  })

  it('default: setRecipientRoot, setRouter, setReserved and setChain', async () => {
    const root = `0x${'12'.repeat(32)}` as const
    await setRecipientRoot(admin, { receiver, root })
    expect(await read('recipientRoot')).to.equal(root)
    await setRecipientRoot(admin, { receiver, root: zeroHash })
    for (const isSet of [true, false]) {
      await setRouter(admin, { receiver, router: other, allowed: isSet })
      expect(await read('isRouter', other)).to.equal(isSet)
      await setReserved(admin, {
        receiver,
        address: zeroAddress.replace(/0$/, '7') as Address,
        reserved: isSet,
      })
      expect(await read('isReserved', zeroAddress.replace(/0$/, '7'))).to.equal(isSet)
      await setChain(admin, { receiver, name: 'new', chainId: isSet ? 77 : 0, isEvm: isSet })
      expect(await read('chainOf', 'new')).to.deep.equal(isSet ? [77n, true] : [0n, false])
    }
  })

  it('default: pause and unpause, and as methods of a client', async () => {
    await pause(admin, { receiver })
    expect(await isPaused(admin, { receiver })).to.equal(true)
    await unpause(admin, { receiver })
    const client = admin.extend(fillproofActions({ receiver }))
    await client.pause({})
    expect(await client.isPaused({})).to.equal(true)
    await client.unpause({})
    await client.setSolver({ solver: other })
    expect((await client.getSolverWindow({ solver: other })).isActive).to.equal(true)
    await client.revokeSolver({ solver: other })
  })

  it('behavior: another account, and fields of the transaction', async () => {
    const stranger = clientOf(fixture, fixture.stranger.account.address)
    const account = fixture.admin.account.address
    const hash = await setSolver(stranger, { receiver, solver: other, account, gas: 300_000n })
    const sent = await fixture.publicClient.getTransaction({ hash })
    expect([sent.from, sent.gas]).to.deep.equal([account, 300_000n])
  })

  it("error: reports the contract's reason", async () => {
    const stranger = clientOf(fixture, fixture.stranger.account.address)
    const calls = [
      ['pause', () => pause(stranger, { receiver }), 'AccessControlUnauthorizedAccount'],
      [
        'setRouter',
        () => setRouter(admin, { receiver, router: zeroAddress, allowed: true }),
        'InvalidConfig',
      ],
      ['unpause', () => unpause(admin, { receiver }), 'ExpectedPause'],
    ] as const
    for (const [functionName, call, errorName] of calls) {
      const error = await thrown(call)
      expect(error).instanceOf(FillRevertedError)
      expect(error).to.include({ functionName, errorName })
    }
  })

  it('error: sends no transaction to an address without a contract', async () => {
    const nonce = () => fixture.publicClient.getTransactionCount({ address: fixture.admin.account.address })
    const earlier = await nonce()
    const error = await thrown(() => setSolver(admin, { receiver: other, solver: other }))
    expect(error.name).to.equal('ContractFunctionExecutionError')
    expect(await nonce()).to.equal(earlier)
  })
})

describe('actions that change the policy of a guard', () => {
  let fixture: GuardFixture
  let guard: Address
  let admin: ReturnType<typeof clientOf>
  before(async () => {
    fixture = await deployGuardFixture()
    guard = fixture.guard.address
    admin = clientOf(fixture, fixture.admin.account.address)
  })
  after(() => fixture.connection.close())

  const isAllowed = (chainId: number) =>
    fixture.publicClient.readContract({
      abi: paymentGuardAbi,
      address: guard,
      functionName: 'isRecipientAllowed',
      args: [BigInt(chainId), other],
    })

  it('default: solvers, names of chains, recipients and the pause', async () => {
    await setSolver(admin, { guard, solver: other })
    expect(await getSolverWindow(admin, { receiver: guard, solver: other })).to.include({ isActive: true })
    await revokeSolver(admin, { guard, solver: other })
    await setChain(admin, { guard, name: 'new', chainId: 77, isEvm: true })
    await setPaidRecipient(admin, { guard, chainId: 77, recipient: other, allowed: true })
    expect(await isAllowed(77)).to.equal(true)
    await setPaidRecipient(admin, { guard, chainId: 77, recipient: other, allowed: false })
    expect(await isAllowed(77)).to.equal(false)
    await pause(admin, { guard })
    expect(await isPaused(admin, { receiver: guard })).to.equal(true)
    await unpause(admin, { guard })
  })

  it('behavior: as methods of a client, even one bound to a receiver', async () => {
    for (const client of [
      admin.extend(fillproofActions()),
      admin.extend(fillproofActions({ receiver: other })),
    ]) {
      await client.setPaidRecipient({ guard, chainId: 77, recipient: other, allowed: true })
      expect(await isAllowed(77)).to.equal(true)
      await client.setPaidRecipient({ guard, chainId: 77, recipient: other, allowed: false })
      await client.pause({ guard })
      await client.unpause({ guard })
    }
  })

  it('error: a chain without a name', async () => {
    const call = () => setPaidRecipient(admin, { guard, chainId: 78, recipient: other, allowed: true })
    expect(await thrown(call)).to.include({ functionName: 'setRecipient', errorName: 'InvalidConfig' })
  })
})

describe('the functions of the policy', () => {
  it('behavior: each has an action', () => {
    const actions = Object.keys(fillproofActions()(fake({})))
    const others =
      /^(initialize|fill|authorizeFill|payAuthorized|pay|grantRole|revokeRole|renounceRole|rescue|multicall|sweep)/
    const functions = [...attestedOrderReceiverAbi, ...signedOrderReceiverAbi, ...paymentGuardAbi].flatMap(
      (item) =>
        item.type === 'function' && item.stateMutability === 'nonpayable' && !others.test(item.name)
          ? [item.name]
          : [],
    )
    expect(functions).to.include('setRecipientRoot')
    expect(actions).to.include.members(functions)
  })
})

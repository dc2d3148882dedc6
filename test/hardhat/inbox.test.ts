import { expect } from 'chai'
import { createWalletClient, encodeAbiParameters, http, zeroAddress } from 'viem'
import { claim, getInbox, refund } from '../../src/contract/index.js'
import { FillFailedError } from '../../src/hardhat/errors.js'
import { assertions } from '../../src/hardhat/internal/assertions.js'
import type { FillproofService } from '../../src/hardhat/types.js'
import { thrown } from '../support/errors.js'
import { mistyped } from '../support/mistyped.js'
import { createProject } from './support.js'

describe('fillproof/hardhat: inboxes', () => {
  let world: Awaited<ReturnType<typeof open>>

  async function open() {
    const { network } = await createProject()
    const connection = await network.create()
    const { fillproof, viem } = connection
    const service = await fillproof.start({ evidence: 'inbox' })
    const client = createWalletClient({
      account: service.user,
      transport: http(service.destination.rpcUrl),
      pollingInterval: 25,
    })
    return { connection, fillproof, viem, service, client }
  }
  before(async () => {
    world = await open()
  })
  after(() => world?.connection.close())

  async function openShop({ receiver, destination, user }: FillproofService) {
    const token = destination.tokens[0]!.address
    const credits = await world.viem.deployContract('FillCredits', [receiver, token])
    await world.fillproof.allowRecipient(credits.address)
    const data = encodeAbiParameters([{ type: 'address' }], [user.address])
    return { credits, order: { recipient: credits.address, token, amount: 5n, data } }
  }
  const load = () => world.fillproof.loadFixture(openShop)
  const creditOf = ({ credits }: Awaited<ReturnType<typeof load>>) =>
    credits.read.creditOf([world.service.user.address])
  const inboxOf = ({ inboxTerms: terms }: { inboxTerms: Parameters<typeof getInbox>[1]['terms'] }) =>
    getInbox(world.client, { receiver: world.service.receiver, terms })

  it('default: money waits in the inbox until the claim, which credits the contract', async () => {
    const shop = await load()
    const filled = await world.fillproof.fillInbox(shop.order)
    expect(await inboxOf(filled)).include({ inbox: filled.inbox, balance: 5n, claims: 0n })
    expect(await creditOf(shop)).equal(0n)
    const { credited } = await assertions.fill(world.fillproof.claimInbox(filled))
    expect(credited).equal(5n)
    expect(await creditOf(shop)).equal(5n)
    expect(await inboxOf(filled)).include({ balance: 0n, claims: 1n })
    await assertions.refuseWith(world.fillproof.claimInbox(filled), 'PaymentTooLow')
  }).timeout(60_000)

  it('behavior: equal terms are one inbox, and a claim takes all of it; a salt makes another', async () => {
    const shop = await load()
    const first = await world.fillproof.fillInbox(shop.order)
    const second = await world.fillproof.fillInbox(shop.order)
    const salt = `0x${'01'.repeat(32)}`
    const other = await world.fillproof.fillInbox({ ...shop.order, salt })
    expect(second.inbox).equal(first.inbox).not.equal(other.inbox)
    expect((await world.fillproof.claimInbox(first)).credited).equal(10n)
    expect(await inboxOf(other)).include({ balance: 5n })
  }).timeout(60_000)

  it('behavior: the evidence is what claim takes, and refundTo can refund', async () => {
    const shop = await load()
    const { service, client } = world
    const filled = await world.fillproof.fillInbox({ ...shop.order, claimer: service.user.address })
    await claim(client, filled)
    expect(await creditOf(shop)).equal(5n)
    const refunded = await world.fillproof.fillInbox({ ...shop.order, token: zeroAddress })
    await refund(client, { receiver: service.receiver, terms: refunded.inboxTerms })
    expect(await inboxOf(refunded)).include({ balance: 0n, claims: 0n })
  }).timeout(60_000)

  it('behavior: sends the claim from the account that the terms name', async () => {
    const shop = await load()
    const { mock } = world.service
    const { address: claimer } = mock.accounts[2]!
    const filled = await world.fillproof.fillInbox({ ...shop.order, claimer })
    const { transaction } = await world.fillproof.claimInbox(filled)
    const publicClient = await world.viem.getPublicClient()
    const { from } = await publicClient.getTransaction({ hash: transaction })
    expect(from).equal(claimer.toLowerCase())
    const stranger = await world.fillproof.fillInbox({ ...shop.order, claimer: shop.credits.address })
    await assertions.refuseWith(world.fillproof.claimInbox(stranger), 'ClaimerNotAllowed')
  }).timeout(60_000)

  it('error: the receiver refuses what the terms, the lists or the signature do not allow', async () => {
    const shop = await load()
    const { fillproof, service } = world
    const ended = await fillproof.fillInbox({ ...shop.order, deadline: 1 })
    await assertions.refuseWith(fillproof.claimInbox(ended), 'RequestExpired')
    const small = await fillproof.fillInbox({ ...shop.order, minimum: 6n })
    await assertions.refuseWithArgs(fillproof.claimInbox(small), 'PaymentTooLow', [5n, 6n])
    const unlisted = await fillproof.fillInbox({ ...shop.order, recipient: service.user.address })
    await assertions.refuseWith(fillproof.claimInbox(unlisted), 'RecipientNotAllowed')
    service.mock.control.faults.set('highS', { times: 1 })
    const forged = await fillproof.fillInbox(shop.order)
    await assertions.refuseWith(fillproof.claimInbox(forged), 'InvalidSignature')
    await service.mock.control.rotateSolver()
    const unknown = await fillproof.fillInbox(shop.order)
    await assertions.refuseWith(fillproof.claimInbox(unknown), 'UnknownSolver')
  }).timeout(60_000)

  it('error: a fill that the service refunds leaves nothing to claim', async () => {
    const shop = await load()
    world.service.mock.control.faults.set('forgedSigner', { times: 1 })
    await assertions.refuseWith(world.fillproof.fillInbox(shop.order), /the service reports "refund"/)
  }).timeout(60_000)

  it('error: a hook that reverts has its own error and its line, and the money waits', async () => {
    const shop = await load()
    const filled = await world.fillproof.fillInbox({ ...shop.order, data: '0x12' })
    const claimed = world.fillproof.claimInbox(filled)
    const error = (await thrown(() => claimed)) as FillFailedError
    expect(error).instanceOf(FillFailedError)
    expect(error.message).match(/^The claim failed: .*UserNotNamed\("0x12"\)/)
    expect(error.hookError).deep.equal({ errorName: 'UserNotNamed', args: ['0x12'] })
    expect(error.stack).match(/at FillCredits\.onFill \(/)
    expect(await inboxOf(filled)).include({ balance: 5n, claims: 0n })
  }).timeout(60_000)

  it('error: a method that does not pay this kind of receiver names the one that does', async () => {
    const { order } = await load()
    const { fillproof, service } = world
    expect((await thrown(() => fillproof.fill(order))).message).match(/^The option fill.receiver .*fillInbox/)
    const { receiver } = service.destination
    const other = await thrown(() => fillproof.fillInbox({ ...order, receiver }))
    expect(other.message).match(/^The option fillInbox.receiver .*with fill\b/)
    const unfilled = await thrown(() => fillproof.claimInbox(mistyped({})))
    expect(unfilled.message).include('claimInbox must be the result of fillInbox')
    for (const [name, value] of Object.entries({
      salt: '0x1',
      minimum: 1,
      claimer: 'x',
      deadline: 2 ** 48,
      hook: true,
    })) {
      const error = await thrown(() => fillproof.fillInbox(mistyped({ ...order, [name]: value })))
      expect(error.message).include(`fillInbox.${name}`)
    }
  })
})

import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { AbiCoder, ZeroAddress, ZeroHash } from 'ethers'
import type { FillproofService } from 'fillproof/hardhat'
import { network } from 'hardhat'

const connection = await network.create()
const { ethers, fillproof } = connection
after(() => connection.close())

async function deployCoin() {
  const coin = await ethers.deployContract('Coin')
  return [await coin.getAddress()]
}

async function openShop({ receiver, user, tokens: [coin], mock }: FillproofService) {
  const shop = await ethers.deployContract('Shop', [receiver])
  const recipient = await shop.getAddress()
  await fillproof.allowRecipient(recipient)
  const data = AbiCoder.defaultAbiCoder().encode(['address'], [user.address])
  const order = { recipient, amount: 10n, data }
  return { shop, coin: coin!, buyer: user.address, order, faults: mock.control.faults }
}

const load = () => fillproof.loadFixture({ tokens: deployCoin }, openShop)
const { refuseWith } = fillproof.assertions

it('credits the buyer with what arrived', async () => {
  const { shop, buyer, order } = await load()
  await fillproof.fill(order)
  assert.equal(await shop.credit(ZeroAddress, buyer), 10n)
})

it('credits the buyer with an ERC-20', async () => {
  const { shop, coin, buyer, order } = await load()
  await fillproof.fill({ ...order, token: coin })
  assert.equal(await shop.credit(coin, buyer), 10n)
})

it('pays a credit out once', async () => {
  const { shop, order } = await load()
  const [signer] = await ethers.getSigners()
  const data = AbiCoder.defaultAbiCoder().encode(['address'], [signer!.address])
  await fillproof.fill({ ...order, data })
  await shop.withdraw(ZeroAddress)
  assert.equal(await ethers.provider.getBalance(shop), 0n)
  await refuseWith(shop.withdraw(ZeroAddress), 'nothing to withdraw')
})

for (const [what, fault, error] of [
  ['a forged signature', 'forgedSigner', 'UnknownSolver'],
  ['a malleable signature', 'highS', 'InvalidSignature'],
  ['a changed order', 'wrongLayout', 'UnknownSolver'],
  ['a short fill', 'shortFill', 'PaymentTooLow'],
  ['a second fill', 'duplicateFill', 'RequestAlreadyPaid'],
  ['a late fill', 'lateFill', 'RequestExpired'],
] as const) {
  it(`refuses ${what}`, async () => {
    const { order, faults } = await load()
    faults.set(fault, { times: 1 })
    await refuseWith(fillproof.fill(order), error)
  })
}

it('refuses to pay an account that is not listed', async () => {
  const { buyer, order } = await load()
  await refuseWith(fillproof.fill({ ...order, recipient: buyer }), 'RecipientNotAllowed')
})

it('refuses a fill that names no buyer', async () => {
  const { order } = await load()
  await refuseWith(fillproof.fill({ ...order, data: '0x' }), 'HookFailed')
})

it("refuses a stranger's call", async () => {
  const { shop, buyer, order } = await load()
  const received = {
    id: ZeroHash,
    originChainId: 1n,
    originUser: ZeroHash,
    originCurrency: ZeroHash,
    token: ZeroAddress,
    amount: order.amount,
    data: order.data,
  }
  await refuseWith(shop.onFill(received), 'only the receiver')
  assert.equal(await shop.credit(ZeroAddress, buyer), 0n)
})

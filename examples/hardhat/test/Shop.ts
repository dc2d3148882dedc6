import assert from 'node:assert/strict'
import type { FillproofService } from 'fillproof/hardhat'
import { network } from 'hardhat'
import { encodeAbiParameters, zeroAddress, zeroHash } from 'viem'

const connection = await network.create()
const { fillproof, viem } = connection
after(() => connection.close())

async function deployCoin() {
  const coin = await viem.deployContract('Coin')
  return [coin.address]
}

async function openShop({ receiver, user, tokens: [coin], mock }: FillproofService) {
  const shop = await viem.deployContract('Shop', [receiver])
  await fillproof.allowRecipient(shop.address)
  const data = encodeAbiParameters([{ type: 'address' }], [user.address])
  const order = { recipient: shop.address, amount: 10n, data }
  return { shop, coin: coin!, buyer: user.address, order, faults: mock.control.faults }
}

const load = () => fillproof.loadFixture({ tokens: deployCoin }, openShop)
const { refuseWith } = fillproof.assertions

it('credits the buyer with what arrived', async () => {
  const { shop, buyer, order } = await load()
  await fillproof.fill(order)
  assert.equal(await shop.read.credit([zeroAddress, buyer]), 10n)
})

it('credits the buyer with an ERC-20', async () => {
  const { shop, coin, buyer, order } = await load()
  await fillproof.fill({ ...order, token: coin })
  assert.equal(await shop.read.credit([coin, buyer]), 10n)
})

it('pays a credit out once', async () => {
  const { shop, order } = await load()
  const [wallet] = await viem.getWalletClients()
  const data = encodeAbiParameters([{ type: 'address' }], [wallet!.account.address])
  await fillproof.fill({ ...order, data })
  await shop.write.withdraw([zeroAddress])
  const client = await viem.getPublicClient()
  assert.equal(await client.getBalance(shop), 0n)
  await refuseWith(shop.write.withdraw([zeroAddress]), 'nothing to withdraw')
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
    id: zeroHash,
    originChainId: 1n,
    originUser: zeroHash,
    originCurrency: zeroHash,
    token: zeroAddress,
    amount: order.amount,
    data: order.data,
  }
  await refuseWith(shop.write.onFill([received]), 'only the receiver')
  assert.equal(await shop.read.credit([zeroAddress, buyer]), 0n)
})

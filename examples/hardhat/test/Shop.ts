import assert from 'node:assert/strict'
import type { FillproofService } from 'fillproof/hardhat'
import { network } from 'hardhat'
import { encodeAbiParameters, zeroAddress, zeroHash } from 'viem'

const connection = await network.create()
const { fillproof, viem } = connection
after(() => connection.close())

async function openShop({ receiver, user, mock }: FillproofService) {
  const shop = await viem.deployContract('Shop', [receiver])
  await fillproof.allowRecipient(shop.address)
  const data = encodeAbiParameters([{ type: 'address' }], [user.address])
  const order = { recipient: shop.address, amount: 10n, data }
  return { shop, buyer: user.address, order, faults: mock.control.faults }
}

it('credits the buyer with what arrived', async () => {
  const { shop, buyer, order } = await fillproof.loadFixture(openShop)
  await fillproof.fill(order)
  assert.equal(await shop.read.credit([buyer]), 10n)
})

for (const [what, fault, error] of [
  ['a forged signature', 'forgedSigner', 'UnknownSolver'],
  ['a changed order', 'wrongLayout', 'UnknownSolver'],
  ['a short fill', 'shortFill', 'PaymentTooLow'],
  ['a second fill', 'duplicateFill', 'RequestAlreadyPaid'],
] as const) {
  it(`refuses ${what}`, async () => {
    const { order, faults } = await fillproof.loadFixture(openShop)
    faults.set(fault, { times: 1 })
    await fillproof.assertions.refuseWith(fillproof.fill(order), error)
  })
}

it('refuses a fill that names no buyer', async () => {
  const { order } = await fillproof.loadFixture(openShop)
  await fillproof.assertions.refuseWith(fillproof.fill({ ...order, data: '0x' }), 'HookFailed')
})

it("refuses a stranger's call", async () => {
  const { shop, buyer, order } = await fillproof.loadFixture(openShop)
  const received = {
    ...{ id: zeroHash, originChainId: 1n, originUser: zeroHash, originCurrency: zeroHash },
    ...{ token: zeroAddress, amount: order.amount, data: order.data },
  }
  await assert.rejects(shop.write.onFill([received]), /not a fill in native currency/)
  assert.equal(await shop.read.credit([buyer]), 0n)
})

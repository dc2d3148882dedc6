import { expect } from 'chai'
import { network } from 'hardhat'
import { encodeAbiParameters } from 'viem'

const connection = await network.create()
const { fillproof, viem } = connection
after(() => connection.close())

async function openShop() {
  const { receiver, user } = await fillproof.start()
  const shop = await viem.deployContract('Shop', [receiver])
  await fillproof.allowRecipient(shop.address)
  return { shop, buyer: user.address, data: encodeAbiParameters([{ type: 'address' }], [user.address]) }
}

it('credits the buyer with what arrived', async () => {
  const { shop, buyer, data } = await fillproof.loadFixture(openShop)
  await fillproof.fill({ recipient: shop.address, amount: 10n, data })
  expect(await shop.read.credit([buyer])).equal(10n)
})

it('refuses a fill that names no buyer', async () => {
  const { shop } = await fillproof.loadFixture(openShop)
  await fillproof.assertions.refuseWith(
    fillproof.fill({ recipient: shop.address, amount: 10n }),
    'HookFailed',
  )
})

import assert from 'node:assert/strict'
import { after, it } from 'node:test'
import { AbiCoder } from 'ethers'
import { network } from 'hardhat'

const connection = await network.create()
const { ethers, fillproof } = connection
after(() => connection.close())

async function openShop() {
  const { receiver, user } = await fillproof.start()
  const shop = await ethers.deployContract('Shop', [receiver])
  const recipient = (await shop.getAddress()) as `0x${string}`
  await fillproof.allowRecipient(recipient)
  const data = AbiCoder.defaultAbiCoder().encode(['address'], [user.address]) as `0x${string}`
  return { shop, recipient, buyer: user.address, data }
}

it('credits the buyer with what arrived', async () => {
  const { shop, recipient, buyer, data } = await fillproof.loadFixture(openShop)
  await fillproof.fill({ recipient, amount: 10n, data })
  assert.equal(await shop.credit(buyer), 10n)
})

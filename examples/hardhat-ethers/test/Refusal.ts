import { after, it } from 'node:test'
import { network } from 'hardhat'

const connection = await network.create()
const { ethers, fillproof } = connection
after(() => connection.close())

it('refuses a fill that names no buyer', async () => {
  const { receiver } = await fillproof.start()
  const shop = await ethers.deployContract('Shop', [receiver])
  const recipient = (await shop.getAddress()) as `0x${string}`
  await fillproof.allowRecipient(recipient)
  await fillproof.assertions.refuseWith(fillproof.fill({ recipient, amount: 10n }), 'HookFailed')
})

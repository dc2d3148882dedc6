// A new chain with everything that the measurements need, at the same addresses each time.
import hre from 'hardhat'
import type { Address, Hex } from 'viem'
import { hardfork } from './pins.js'

export type Chain = Awaited<ReturnType<typeof startChain>>

/** Deploys a token; what is deployed next has the same address on every such chain. */
export async function startChain() {
  const connection = await hre.network.create({
    network: 'destination',
    chainType: 'l1',
    override: { hardfork, initialDate: '2026-01-01T00:00:00Z', gas: 10_000_000 },
  })
  const { viem } = connection
  const publicClient = await viem.getPublicClient({ cacheTime: 0 })
  const [admin, payer, recipient, stranger, router] = await viem.getWalletClients()
  if (!admin || !payer || !recipient || !stranger || !router) throw new Error('five accounts expected')
  const token = await viem.deployContract('MockToken', ['USD Coin', 'USDC', 6])
  await token.write.mint([payer.account.address, 10n ** 30n])
  await token.write.mint([recipient.account.address, 1n])
  return {
    connection,
    viem,
    publicClient,
    token: token.address,
    /** The target of an order's calls, which are never made. */
    target: admin.account.address,
    admin: admin.account.address,
    payer: payer.account.address,
    recipient: recipient.account.address,
    user: stranger.account.address,
    router: router.account.address,
    /** Lets `spender` take the payer's tokens. */
    approve: (spender: Address) =>
      token.write.approve([spender, 10n ** 30n], { account: payer.account.address }),
    /** Sends a transaction of the payer's and returns the gas that it used. */
    async send(to: Address, data: Hex, value = 0n): Promise<number> {
      const hash = await payer.sendTransaction({ to, data, value })
      const { gasUsed } = await publicClient.getTransactionReceipt({ hash })
      return Number(gasUsed)
    },
    close: () => connection.close(),
  }
}

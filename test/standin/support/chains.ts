import hre from 'hardhat'
import {
  type Account,
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  maxUint256,
  parseEther,
  stringToHex,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

const account = (name: string) => privateKeyToAccount(keccak256(stringToHex(`stand-in ${name}`)))

export const solver = account('solver')
export const user = account('user')
export const recipient = account('recipient').address
/** Sends what no party of a trade sends. */
export const operator = account('operator')

export const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'

export type Currency = { address: Address; symbol: string; name: string; decimals: number }

export type Chain = Awaited<ReturnType<typeof startChain>>

/** A chain of its own with the service's contracts, and money for the user and the solver. */
export async function startChain(id: number, name: string) {
  const connection = await hre.network.create({
    network: 'default',
    chainType: 'l1',
    override: { chainId: id },
  })
  const { viem, provider, networkHelpers } = connection
  for (const { address } of [solver, user, operator]) {
    await networkHelpers.setBalance(address, parseEther('1000000'))
  }
  const transport = custom(provider)
  const reader = createPublicClient({ transport, cacheTime: 0, pollingInterval: 20 })
  const depository = await viem.deployContract('MockDepository')
  const router = await viem.deployContract('MockHashRouter')
  const code = await reader.getCode({ address: (await viem.deployContract('MockPermit2')).address })
  await networkHelpers.setCode(permit2, code!)
  const owner = solver.address
  const proxy = await viem.deployContract('MockMsgValueApprovalProxy', [owner, router.address, permit2])
  const tokens = {
    // Takes signed transfers.
    usdc: await viem.deployContract('MockToken', ['USD Coin', 'USDC', 6]),
    // For Permit2.
    dai: await viem.deployContract('MockToken', ['Dai Stablecoin', 'DAI', 18]),
  }
  const send = async (from: Account, transaction: { to: Address; data: Hex; value?: bigint }) => {
    const wallet = createWalletClient({ account: from, transport, pollingInterval: 20 })
    const hash = await wallet.sendTransaction({ chain: null, ...transaction })
    return reader.waitForTransactionReceipt({ hash, pollingInterval: 10 })
  }
  for (const token of Object.values(tokens)) {
    for (const holder of [user, solver]) await token.write.mint([holder.address, 10n ** 30n])
    for (const [holder, spender] of [
      [user, permit2],
      [solver, proxy.address],
      [solver, router.address],
    ] as const) {
      const args = [spender, maxUint256] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args })
      await send(holder, { to: token.address, data })
    }
  }
  const currencies: Currency[] = [
    { address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
    { address: tokens.usdc.address, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
    { address: tokens.dai.address, symbol: 'DAI', name: 'Dai Stablecoin', decimals: 18 },
  ]
  return {
    id,
    name,
    reader,
    transport,
    depository: depository.address,
    router: router.address,
    proxy: proxy.address,
    usdc: tokens.usdc.address,
    dai: tokens.dai.address,
    currencies,
    send,
    async deploy(data: Hex): Promise<Address> {
      const wallet = createWalletClient({ account: operator, transport })
      const hash = await wallet.sendTransaction({ chain: null, data })
      const { contractAddress } = await reader.waitForTransactionReceipt({ hash, pollingInterval: 10 })
      return contractAddress!
    },
    close: () => connection.close(),
  }
}

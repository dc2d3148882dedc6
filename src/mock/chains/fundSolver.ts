import type { Address, Hex, PrivateKeyAccount } from 'viem'
import { encodeFunctionData, maxUint256, parseEther, parseUnits } from 'viem'
import { mockTokenAbi } from '../../generated/abi/mockToken.js'
import { type Chain, isNative, tokensOf } from './chain.js'
import { fundAccount } from './fundAccount.js'
import { listRouters } from './router.js'

/** In whole units. */
export const solverFunds = { native: '1000000', token: '1000000000' }

/** Gives a further solver what the first one has from the start: funds, and approvals of the approval proxies. */
export async function fundSolver(chain: Chain, solver: PrivateKeyAccount): Promise<void> {
  const { client, currencies } = chain
  await client.setBalance({ address: solver.address, value: parseEther(solverFunds.native) })
  for (const { address: currency, decimals } of currencies) {
    if (isNative(currency)) continue
    const amount = parseUnits(solverFunds.token, decimals)
    await fundAccount(chain, { address: solver.address, currency, amount })
  }
  for (const approval of encodeApprovals(chain)) {
    const hash = await client.sendTransaction({ ...approval, account: solver })
    await client.waitForTransactionReceipt({ hash })
  }
}

/** The solver's approvals of both approval proxies. */
export function encodeApprovals({ contracts, currencies }: Chain): { to: Address; data: Hex }[] {
  return tokensOf(currencies).flatMap((token) =>
    listRouters(contracts).map(({ approvalProxy }) => ({
      to: token,
      data: encodeFunctionData({
        abi: mockTokenAbi,
        functionName: 'approve',
        args: [approvalProxy, maxUint256],
      }),
    })),
  )
}

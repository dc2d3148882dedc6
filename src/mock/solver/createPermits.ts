import { type Address, encodeFunctionData, type Hex } from 'viem'
import { mockTokenAbi } from '../../generated/abi/mockToken.js'
import type { RequestRecord } from '../ledger.js'
import type { Deposit } from './deposits.js'
import { submit } from './submit.js'
import type { Wallet } from './wallet.js'

/**
 * Takes an order's input by the authorization (EIP-3009) that its user signed. The solver then holds it, and pays a
 * refund out of it.
 */
export function createPermits({
  walletOf,
  onDeposit,
}: {
  walletOf(chainId: number): Wallet | undefined
  onDeposit: (deposit: Deposit) => void
}) {
  return {
    /** @throws {@link SubmitError} where the token refuses it; nothing is sent then. */
    async submit({ orderId, terms }: RequestRecord, signature: Hex): Promise<void> {
      const wallet = walletOf(terms.originChainId)!
      const { user: from, originCurrency: currency, inputAmount: amount } = terms
      const transaction = {
        to: currency,
        data: encodeFunctionData({
          abi: mockTokenAbi,
          functionName: 'transferWithAuthorization',
          args: [from, wallet.address, amount, 0n, terms.permitValidBefore ?? 0n, orderId, signature],
        }),
      }
      const txHash = await wallet.exclusive((send) =>
        submit({ wallet, send, transaction, failReason: 'TRANSACTION_SUBMISSION_FAILED' }),
      )
      onDeposit({ chainId: terms.originChainId, from: from as Address, currency, amount, orderId, txHash })
    },
  }
}

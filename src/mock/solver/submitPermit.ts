import { encodeFunctionData, type Hex } from 'viem'
import { mockTokenAbi } from '../../generated/abi/mockToken.js'
import type { RequestRecord } from '../ledger.js'
import { acceptDeposit } from './queue.js'
import type { SolverState } from './state.js'
import { submit } from './submit.js'

/**
 * Takes an order's input by the authorization (EIP-3009) that its user signed. The solver then holds it, and pays a
 * refund out of it.
 *
 * @throws {@link SubmitError} when the token rejects it; nothing is sent then.
 */
export async function submitPermit(state: SolverState, record: RequestRecord, signature: Hex): Promise<void> {
  const { orderId, terms } = record
  const wallet = state.walletsOf(record).get(terms.originChainId)!
  const { originChainId: chainId, user: from, originCurrency: currency, inputAmount: amount } = terms
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
  acceptDeposit(state, { chainId, from, currency, amount, orderId, txHash })
}

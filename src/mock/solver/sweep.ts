import { type Address, type Hash, type Hex, keccak256, type PrivateKeyAccount, zeroAddress } from 'viem'
import { isNative } from '../chains/chain.js'
import { tag } from './createPayment.js'
import { submit } from './submit.js'
import { createNativeDeposit, createTransfer } from './transfer.js'
import type { Wallet } from './wallet.js'

/** Enough for a payment into the depository. */
const gas = 150_000n

type SweepParameters = {
  /** The solver's, which pays the gas. */
  wallet: Wallet
  account: PrivateKeyAccount
  orderId: Hex
  /** Credited for native currency. */
  from: Address
  currency: Address
  amount: bigint
  /** Called before anyone can see the transaction. */
  onSigned: (hash: Hash) => void
}

/**
 * Moves a payment from a deposit address into the depository, under the order's id. What is left of the gas money stays
 * at the address.
 */
export function sweep({
  wallet,
  account,
  orderId,
  from,
  currency,
  amount,
  onSigned,
}: SweepParameters): Promise<Hash> {
  const { client, contracts } = wallet.chain
  return wallet.exclusive(async (send) => {
    const gasPrice = (await client.getGasPrice()) * 2n
    const gasMoney = createTransfer(zeroAddress, account.address, gas * gasPrice)
    await submit({ wallet, send, transaction: gasMoney, failReason: 'TRANSACTION_SUBMISSION_FAILED' })
    const { to, value, data } = isNative(currency)
      ? createNativeDeposit(contracts.depository, from, amount, orderId)
      : tag(createTransfer(currency, contracts.depository, amount), orderId)
    const serializedTransaction = await account.signTransaction({
      type: 'legacy',
      chainId: wallet.chain.id,
      nonce: await client.getTransactionCount({ address: account.address }),
      gas,
      gasPrice,
      to,
      value,
      data,
    })
    const hash = keccak256(serializedTransaction)
    onSigned(hash)
    await client.sendRawTransaction({ serializedTransaction })
    if ((await wallet.waitFor(hash)) !== 'success') throw new Error(`The sweep ${hash} reverted.`)
    return hash
  })
}

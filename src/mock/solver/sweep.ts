import {
  type Address,
  concatHex,
  encodeFunctionData,
  erc20Abi,
  type Hash,
  type Hex,
  keccak256,
  type PrivateKeyAccount,
  zeroAddress,
} from 'viem'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { isNative } from '../chains/chain.js'
import { submit } from './submit.js'
import { createTransfer } from './transfer.js'
import type { Wallet } from './wallet.js'

/** Enough for a payment into the depository. */
const gas = 150_000n

export type SweepParameters = {
  /** The solver's, who pays the gas. */
  wallet: Wallet
  account: PrivateKeyAccount
  orderId: Hex
  /** Who is credited for native currency. */
  from: Address
  currency: Address
  amount: bigint
  /** Told of the transaction before anybody can see it. */
  onSigned: (hash: Hash) => void
}

/**
 * Moves what arrived at a deposit address on into the depository, under the order's id. What is left of the gas money
 * stays at the address.
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
    const serialized = await account.signTransaction({
      type: 'legacy',
      chainId: wallet.chain.id,
      nonce: await client.getTransactionCount({ address: account.address }),
      gas,
      gasPrice,
      ...(isNative(currency)
        ? {
            to: contracts.depository,
            value: amount,
            data: encodeFunctionData({
              abi: mockDepositoryAbi,
              functionName: 'depositNative',
              args: [from, orderId],
            }),
          }
        : {
            to: currency,
            data: concatHex([
              encodeFunctionData({
                abi: erc20Abi,
                functionName: 'transfer',
                args: [contracts.depository, amount],
              }),
              orderId,
            ]),
          }),
    })
    const hash = keccak256(serialized)
    onSigned(hash)
    await client.sendRawTransaction({ serializedTransaction: serialized })
    if ((await wallet.waitFor(hash)) !== 'success') throw new Error(`The sweep ${hash} reverted.`)
    return hash
  })
}

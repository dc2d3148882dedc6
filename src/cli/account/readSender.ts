import { type Account, type Address, createWalletClient, type WalletClient } from 'viem'
import { UsageError } from '../errors.js'
import type { ChainNode } from '../node.js'
import { type AccountOptions, addressOf, readAccount, waysToSend } from './readAccount.js'

export type Sender = { wallet: WalletClient; account: Account | Address; address: Address }

/** Reads the sender. Undefined without --send. @throws {@link UsageError} */
export async function readSender(
  { send, ...options }: AccountOptions & { send?: boolean | undefined },
  { transport }: ChainNode,
): Promise<Sender | undefined> {
  const { keystore, unlocked } = options
  if (!send) {
    if (keystore === undefined && unlocked === undefined) return undefined
    const option = keystore === undefined ? '--unlocked' : '--keystore'
    throw new UsageError(`${option} needs --send: without it nothing is sent.`)
  }
  const account = await readAccount(options)
  if (account === undefined) throw new UsageError(`--send needs an account: ${waysToSend}.`)
  return { wallet: createWalletClient({ account, transport }), account, address: addressOf(account) }
}

import { type Account, type Address, createWalletClient, type WalletClient } from 'viem'
import { type DeployOptions, keyVariable, readDeployer } from './deploy/readOptions.js'
import { UsageError } from './errors.js'
import type { ChainNode } from './node.js'

/** The account that sends a transaction. */
export type Sender = { wallet: WalletClient; account: Account | Address; address: Address }

/** Reads the sender with --send: the environment's key, or an account of the node. @throws {@link UsageError} */
export function readSender(
  { send, unlocked }: Pick<DeployOptions, 'unlocked'> & { send?: boolean | undefined },
  { transport }: ChainNode,
): Sender | undefined {
  if (!send) {
    if (unlocked === undefined) return undefined
    throw new UsageError('--unlocked needs --send: without it nothing is sent.')
  }
  const account = readDeployer({ unlocked })
  if (account === undefined) {
    throw new UsageError(`--send needs an account: set ${keyVariable}, or say --unlocked ADDRESS.`)
  }
  const wallet = createWalletClient({ account, transport })
  return { wallet, account, address: typeof account === 'string' ? account : account.address }
}

import { type Hash, type LocalAccount, numberToHex, parseEther, type TransactionReceipt } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createChain, type DeployChain } from '../../src/deploy/createChain.js'
import { FailedStepError, UsageError } from './errors.js'

/** A node, and the account that deposits, fills and deploys. */
export type ForkNode = {
  id: number
  client: DeployChain['client']
  account: LocalAccount
  /** The source of the funds, for the log. */
  funding: string
  /** Waits for a transaction that must succeed. */
  confirm: (hash: Hash) => Promise<TransactionReceipt>
}

/**
 * Connects to a node. If the node can set balances, as Hardhat and Anvil can, it funds a new account that way.
 * Otherwise `payer` pays.
 *
 * @throws {@link UsageError} if the node can't set balances and there is no payer.
 */
export async function connect({
  rpcUrl,
  payer,
}: {
  rpcUrl: string
  payer?: LocalAccount
}): Promise<ForkNode> {
  const own = privateKeyToAccount(generatePrivateKey())
  const funded = await createChain({ rpcUrl, account: own, pollMs: 100 })
  if (await setBalance(funded.client, own)) return toNode(funded, own, 'the node funds a new account')
  if (!payer)
    throw new UsageError('The node sets no balances. Name the key that pays with --private-key-env.')
  return toNode(await createChain({ rpcUrl, account: payer }), payer, `${payer.address} pays`)
}

async function setBalance(client: DeployChain['client'], { address }: LocalAccount): Promise<boolean> {
  for (const method of ['anvil_setBalance', 'hardhat_setBalance']) {
    const params = [address, numberToHex(parseEther('1000'))]
    const isSet = await client.request({ method, params } as never).then(
      () => true,
      () => false,
    )
    if (isSet) return true
  }
  return false
}

function toNode({ id, client }: DeployChain, account: LocalAccount, funding: string): ForkNode {
  const confirm = async (hash: Hash) => {
    const receipt = await client.waitForTransactionReceipt({ hash })
    if (receipt.status !== 'success') throw new FailedStepError(`The transaction ${hash} reverted.`)
    return receipt
  }
  return { id, client, account, funding, confirm }
}

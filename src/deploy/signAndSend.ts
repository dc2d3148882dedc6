import { type Address, formatEther, type Hash, type Hex, keccak256, type TransactionReceipt } from 'viem'
import { sleep } from '../base/sleep.js'
import { ChainUnreachableError } from '../contract/rpc/errors.js'
import { waitForReceipt } from '../contract/rpc/waitForReceipt.js'
import type { DeployChain } from './createChain.js'
import { DeploymentError } from './errors.js'

export type SignAndSendParameters = {
  chain: DeployChain
  /** Names the transaction in errors. */
  step: string
  transaction: { to: Address; data?: Hex; value?: bigint }
  /** Called with the hash of a locally signed transaction before it is sent. */
  onSigned?: (hash: Hash) => Promise<void>
  /** Called when the node accepts the transaction. */
  onAccepted: (hash: Hash) => void
}

const isUsed = /nonce.{0,20}too low/i

/**
 * Signs and sends a transaction.
 *
 * @throws {@link DeploymentError}, or {@link ChainUnreachableError} if the node lags and rejects the next nonce as used.
 */
export async function signAndSend(parameters: SignAndSendParameters): Promise<Hash> {
  const { chain, step, onAccepted } = parameters
  const nonce = await chain.readNonce()
  try {
    const hash = await submit(parameters, nonce)
    chain.noteNonce(nonce)
    onAccepted(hash)
    return hash
  } catch (error) {
    if (!(error instanceof DeploymentError)) throw error
    if (isUsed.test(error.shortMessage)) throw explainUsedNonce(chain, nonce)
    if (!/fund|balance/i.test(error.shortMessage)) throw error
    throw await explainMissingFunds(chain, step)
  }
}

async function submit({ chain, transaction, onSigned }: SignAndSendParameters, nonce: number): Promise<Hash> {
  const { client, offer } = chain
  const { account } = client
  if (account.type !== 'local') {
    const sent = await offer(client.sendTransaction({ ...transaction, nonce }))
    await onSigned?.(sent)
    return sent
  }
  const request = await offer(client.prepareTransactionRequest({ ...transaction, nonce }))
  const serializedTransaction = await account.signTransaction(
    request as Parameters<typeof account.signTransaction>[0],
  )
  const hash = keccak256(serializedTransaction)
  await onSigned?.(hash)
  await offer(client.sendRawTransaction({ serializedTransaction }))
  return hash
}

/** Creates the error for a nonce that the node rejects as used although it counts fewer transactions: the node lags. */
function explainUsedNonce({ origin, client }: DeployChain, nonce: number): ChainUnreachableError {
  return new ChainUnreachableError({
    origin,
    reason: `it counts ${nonce} transactions of ${client.account.address}, and refuses the nonce ${nonce} as used.`,
    remedy:
      'It is behind: wait a minute, or use another node. Send nothing else from this account meanwhile.',
  })
}

async function explainMissingFunds(
  { id, client, reach }: DeployChain,
  step: string,
): Promise<DeploymentError> {
  const { address } = client.account
  const balance = formatEther(await reach(client.getBalance({ address })))
  return new DeploymentError(
    id,
    `${address} can't pay for the step ${step}: it has ${balance} of the native currency.`,
    ['Fund it and run the command again to continue.'],
  )
}

/** Waits until a transaction is mined. A failure is ignored if `isDone` returns true. @throws {@link DeploymentError} */
export async function confirmTransaction(
  { id, client, offer }: DeployChain,
  step: string,
  hash: Hash,
  isDone?: () => Promise<boolean>,
): Promise<TransactionReceipt> {
  const receipt = await offer(waitForReceipt(client, { hash, timeout: 600_000 }))
  if (receipt.status === 'reverted' && !(await isDone?.())) {
    throw new DeploymentError(id, `the transaction ${hash} of the step ${step} reverted.`, [
      'Look at it in an explorer, and run the command again.',
    ])
  }
  return receipt
}

export type WaitForPendingParameters = {
  chain: DeployChain
  signal?: AbortSignal | undefined
  /** Milliseconds to wait. */
  pendingTimeoutMs?: number | undefined
}

/**
 * Waits until the account's pending transactions are mined, so that those of an earlier run are not sent twice.
 *
 * @throws {@link DeploymentError}
 */
export async function waitForPending({
  chain: { client, reach, id },
  pendingTimeoutMs = 300_000,
  signal,
}: WaitForPendingParameters): Promise<void> {
  const { address } = client.account
  const count = (blockTag: 'latest' | 'pending') => reach(client.getTransactionCount({ address, blockTag }))
  const end = Date.now() + pendingTimeoutMs
  while ((await count('pending')) > (await count('latest'))) {
    signal?.throwIfAborted()
    if (Date.now() > end) {
      throw new DeploymentError(id, `transactions of ${address} are pending.`, [
        'Wait until they are mined, or replace them, and run the command again.',
      ])
    }
    await sleep(Math.min(client.pollingInterval, pendingTimeoutMs))
  }
}

import {
  type Account,
  type Chain,
  type Client,
  type Hash,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  type Transport,
} from 'viem'
import { getBlock, getChainId, sendTransaction as sendViemTransaction, switchChain } from 'viem/actions'
import { withRequest } from '../../contract/rpc/withRequest.js'
import { StepMismatchError, WalletChainError } from '../../service/steps/errors.js'
import type { OrderDeadline, PlannedTransaction, StepProgress } from '../../service/steps/types.js'
import { answerInTime } from './answerInTime.js'

/** A client with the account that pays. */
export type WalletClient = Client<Transport, Chain | undefined, Account>

/** An item with what the wallet returned for it: the transaction's hash, or an id of the wallet's own. */
export type SentItem = { txHash?: Hash }

/** By item. Not in the item itself, where a service could write it. */
const nonces = new WeakMap<object, number>()

/** The prompts that the wallet has not answered yet, by item. */
const prompts = new WeakMap<object, Promise<Hash>>()

/** Fixes the nonce with which an item is sent, so that asking for it twice sends it once. */
export function fixNonce(item: object, nonce: number): void {
  nonces.set(item, nonce)
}

type SendOptions = {
  chainId: number
  /** How long to wait for each answer of the wallet, in milliseconds. */
  timeoutMs: number
  onProgress: (progress: StepProgress) => unknown
}

/**
 * Sends a planned transaction, unless an earlier run did.
 *
 * - Rule: what the wallet returns is written into the item as soon as it is known; an item that has it is not sent again.
 *   A prompt that is still open is waited for, and the wallet is not asked a second time.
 *
 * @throws {@link StepPromptError} when the wallet does not answer, or what it throws.
 */
export async function sendPlannedTransaction(
  walletClient: WalletClient,
  { item, step, transaction, deadline }: PlannedTransaction,
  { chainId, timeoutMs, onProgress }: SendOptions,
): Promise<void> {
  const sent = item as SentItem
  const limit = { step: step.id, timeoutMs }
  await answerInTime(useChain(walletClient, chainId), limit)
  if (sent.txHash) return
  if (!prompts.has(item)) {
    if (deadline) await answerInTime(requireOpen(walletClient, deadline), limit)
    await onProgress({ type: 'transactionRequested', step: step.id })
    // Meanwhile the wallet may have gone to another chain.
    await answerInTime(useChain(walletClient, chainId), limit)
  }
  const nonce = nonces.get(item)
  const chain = { ...anyChain, id: chainId }
  const request = { ...transaction, ...(nonce !== undefined && { nonce }), chain }
  // Another run may have asked meanwhile. Between this look and the question nothing is awaited.
  if (sent.txHash) return
  const prompt = prompts.get(item) ?? ask(walletClient, item, request)
  const txHash = await answerInTime(prompt, { ...limit, isKept: true })
  await onProgress({ type: 'transactionSent', step: step.id, txHash })
}

/** viem wants to know more of a chain than what a transaction is bound to. */
const anyChain = {
  name: 'origin chain',
  nativeCurrency: { name: 'native currency', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

/** Asks the wallet. A late answer is written into the item as well. */
function ask(walletClient: WalletClient, item: object, request: object): Promise<Hash> {
  const prompt = sendViemTransaction(askedOnce(walletClient), request as never)
    .then((answer) => {
      // Some wallets answer null, though they sent it.
      const txHash = answer ?? '0x'
      ;(item as SentItem).txHash = txHash
      return txHash
    })
    .finally(() => prompts.delete(item))
  prompts.set(item, prompt)
  return prompt
}

/** viem asks by another method after some errors, though a wallet may have sent the transaction before it gave one. */
function askedOnce(walletClient: WalletClient): WalletClient {
  let isAsked = false
  return withRequest(walletClient, async (args, options) => {
    if (!args.method.endsWith('_sendTransaction'))
      return walletClient.request(args as never, options as never)
    if (isAsked) throw new MethodNotFoundRpcError(new Error('It was asked before.'), args)
    isAsked = true
    return walletClient.request(args as never, options as never).catch((error: unknown) => {
      isAsked = !isUnknownMethod(error)
      throw error
    })
  })
}

function isUnknownMethod(error: unknown): boolean {
  return error instanceof MethodNotFoundRpcError || error instanceof MethodNotSupportedRpcError
}

/**
 * Refuses to pay for an order that can't be filled or refunded in time any more, by the time of the wallet's chain. Some
 * wallets give no blocks; then the service alone decides.
 */
async function requireOpen(walletClient: WalletClient, { path, at }: OrderDeadline): Promise<void> {
  const block = await getBlock(walletClient).catch(() => undefined)
  if (!block || block.timestamp < at) return
  const required = `a time after ${block.timestamp}, the chain's; request a new quote`
  throw new StepMismatchError({ path, found: at, required, isUnderWay: true })
}

/** Asks a wallet on another chain to switch; nothing is sent unless it did. */
export async function useChain(walletClient: WalletClient, required: number): Promise<void> {
  const found = await getChainId(walletClient)
  if (found === required) return
  try {
    await switchChain(walletClient, { id: required })
  } catch (cause) {
    throw new WalletChainError({ found, required, cause })
  }
  const now = await getChainId(walletClient)
  if (now !== required) throw new WalletChainError({ found: now, required })
}

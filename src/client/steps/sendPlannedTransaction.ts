import {
  type Account,
  BaseError,
  type Chain,
  type Client,
  MethodNotFoundRpcError,
  MethodNotSupportedRpcError,
  type Transport,
  UserRejectedRequestError,
} from 'viem'
import { getBlock, getChainId, sendTransaction as sendViemTransaction, switchChain } from 'viem/actions'
import { withRequest } from '../../contract/rpc/withRequest.js'
import { WalletChainError } from '../../service/steps/errors.js'
import type { PlannedTransaction } from '../../service/steps/types.js'
import { answerInTime } from './answerInTime.js'
import { requireOpen } from './requireOpen.js'
import type { Runner } from './stepRun.js'

/** A client with the account that pays. */
export type WalletClient = Client<Transport, Chain | undefined, Account>

type SendOptions = {
  chainId: number
  /** How long to wait for each answer of the wallet, in milliseconds. */
  timeoutMs: number
  signal?: AbortSignal | undefined
  runner: Runner
  chooseNonce?: ((step: string) => Promise<number | undefined>) | undefined
}

/**
 * Sends a planned transaction.
 *
 * - Rule: that the wallet will be asked is told before it is asked, and its answer as soon as it is known, also a late one. What
 *   it surely did not send is told as failed; else nobody may ask it again.
 *
 * @throws {@link StepPromptError} when the wallet does not answer, or what it throws.
 */
export async function sendPlannedTransaction(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  { chainId, timeoutMs, signal, runner, chooseNonce }: SendOptions,
): Promise<void> {
  const { step, transaction, deadline } = planned
  const limit = { step: step.id, timeoutMs, signal }
  await answerInTime(useChain(walletClient, chainId), limit)
  if (deadline) {
    // Some wallets give no blocks.
    const block = await answerInTime(
      getBlock(walletClient).catch(() => undefined),
      limit,
    )
    requireOpen(deadline, block?.timestamp)
  }
  runner.set(planned, { state: 'asked' })
  await runner.report({ type: 'transactionRequested', step: step.id })
  let nonce: number | undefined
  try {
    nonce = await chooseNonce?.(step.id)
    // Meanwhile the wallet may have gone to another chain.
    await answerInTime(useChain(walletClient, chainId), limit)
  } catch (error) {
    return await fail(runner, planned, error)
  }
  const chain = { ...anyChain, id: chainId }
  const request = { ...transaction, ...(nonce !== undefined && { nonce }), chain }
  await answerInTime(ask(walletClient, planned, { request, runner }), { ...limit, isKept: true })
}

async function fail(runner: Runner, planned: PlannedTransaction, error: unknown): Promise<never> {
  runner.set(planned, undefined)
  await runner.report({ type: 'transactionFailed', step: planned.step.id })
  throw error
}

/** viem wants to know more of a chain than what a transaction is bound to. */
const anyChain = {
  name: 'origin chain',
  nativeCurrency: { name: 'native currency', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

async function ask(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  { request, runner }: { request: object; runner: Runner },
): Promise<void> {
  const once = askedOnce(walletClient)
  const answer = await sendViemTransaction(once.client, request as never).catch((error: unknown) => {
    const isSent = once.isAsked() && !isRefusal(error)
    if (isSent) throw error
    return fail(runner, planned, error)
  })
  // Some wallets answer null, an empty text or an object, though they sent it.
  const txHash = String(answer).startsWith('0x') ? answer : '0x'
  runner.set(planned, { state: 'sent', txHash })
  await runner.report({ type: 'transactionSent', step: planned.step.id, txHash })
}

/** Whether the user declined. */
function isRefusal(error: unknown): boolean {
  return (
    error instanceof BaseError && error.walk((cause) => cause instanceof UserRejectedRequestError) !== null
  )
}

/** viem asks by another method after some errors, though a wallet may have sent the transaction before it gave one. */
function askedOnce(walletClient: WalletClient): { client: WalletClient; isAsked(): boolean } {
  let isAsked = false
  const client = withRequest(walletClient, async (args, options) => {
    const isSending = /_send(Raw)?Transaction$/.test(args.method)
    if (!isSending) return walletClient.request(args as never, options as never)
    if (isAsked) throw new MethodNotFoundRpcError(new Error('It was asked before.'), args)
    isAsked = true
    return walletClient.request(args as never, options as never).catch((error: unknown) => {
      isAsked = !isUnknownMethod(error)
      throw error
    })
  })
  return { client, isAsked: () => isAsked }
}

export function isUnknownMethod(error: unknown): boolean {
  return error instanceof MethodNotFoundRpcError || error instanceof MethodNotSupportedRpcError
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

import {
  type Account,
  bytesToHex,
  type Chain,
  type Client,
  type Hash,
  MethodNotFoundRpcError,
  type Transport,
} from 'viem'
import {
  getBlock,
  getChainId,
  sendCalls,
  sendTransaction as sendViemTransaction,
  switchChain,
} from 'viem/actions'
import { isRefusal, isUnknownMethod, isUntaken } from '../../contract/rpc/walletAnswers.js'
import { askOf, withRequest } from '../../contract/rpc/withRequest.js'
import { WalletChainError } from '../../service/steps/errors.js'
import type { ItemRun, PlannedTransaction } from '../../service/steps/types.js'
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
 * Sends a planned transaction, or several as one batch (EIP-5792), which a wallet makes in one transaction.
 *
 * - Reports the request before the wallet gets it. Reports the wallet's answer as soon as it is known, even after the time limit.
 * - Reports a transaction as failed only if the wallet surely did not send it. After any other error, it must not be requested
 *   again.
 *
 * @param items - The last item is reported to the caller. In a batch, this is the deposit.
 * @returns False if the wallet does not accept the batch. Nothing was sent then, and the items must be sent one by one.
 * @throws {@link StepPromptError} if the wallet does not answer, or the wallet's error.
 */
export async function sendPlanned(
  walletClient: WalletClient,
  items: readonly PlannedTransaction[],
  { chainId, timeoutMs, signal, runner, chooseNonce }: SendOptions,
): Promise<boolean> {
  const planned = items.at(-1)!
  const { step, transaction, deadline } = planned
  const limit = { step: step.id, timeoutMs, signal }
  await answerInTime(useChain(walletClient, chainId), limit)
  if (deadline) {
    // Some wallets return no blocks.
    const block = await answerInTime(
      getBlock(walletClient).catch(() => undefined),
      limit,
    )
    requireOpen(deadline, block?.timestamp)
  }
  const batch = items.length > 1 ? bytesToHex(crypto.getRandomValues(new Uint8Array(32))) : undefined
  for (const item of items) runner.set(item, { state: 'asked', ...(batch && { batch }) })
  await runner.report({ type: 'transactionRequested', step: step.id })
  let nonce: number | undefined
  try {
    nonce = await chooseNonce?.(step.id)
    // The wallet may have switched chains in the meantime.
    await answerInTime(useChain(walletClient, chainId), limit)
  } catch (error) {
    await fail(runner, planned)
    throw error
  }
  const chain = { ...anyChain, id: chainId }
  const calls = items.map((item) => item.transaction)
  const request = { ...transaction, ...(nonce !== undefined && { nonce }), chain }
  const asked = batch
    ? askForBatch(walletClient, planned, { request: { id: batch, calls, chain }, runner })
    : ask(walletClient, planned, { request, runner })
  return answerInTime(asked, { ...limit, isKept: true })
}

async function fail(runner: Runner, planned: PlannedTransaction): Promise<void> {
  runner.set(planned, undefined)
  await runner.report({ type: 'transactionFailed', step: planned.step.id })
}

/** viem requires more fields of a chain than a transaction uses. */
const anyChain = {
  name: 'origin chain',
  nativeCurrency: { name: 'native currency', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
}

type SingleRequest = PlannedTransaction['transaction'] & { chain: Chain; nonce?: number }

async function ask(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  { request, runner }: { request: SingleRequest; runner: Runner },
): Promise<true> {
  const once = askedOnce(walletClient)
  const answer = await sendViemTransaction(once.client, request).catch(async (error: unknown) => {
    if (!once.isAsked() || isRefusal(error)) await fail(runner, planned)
    throw error
  })
  // Some wallets answer null, an empty text or an object although they sent the transaction.
  const txHash = String(answer).startsWith('0x') ? answer : '0x'
  await keepSent(runner, planned, { state: 'sent', txHash })
  return true
}

type BatchRequest = { id: string; calls: PlannedTransaction['transaction'][]; chain: Chain }

async function askForBatch(
  walletClient: WalletClient,
  planned: PlannedTransaction,
  { request, runner }: { request: BatchRequest; runner: Runner },
): Promise<boolean> {
  const asked: Promise<{ id?: unknown } | null> = sendCalls(walletClient, { ...request, forceAtomic: true })
  const answer = await asked.catch(async (error: unknown) => {
    const isUnsent = isUntaken(error)
    if (isUnsent || isRefusal(error)) await fail(runner, planned)
    if (!isUnsent) throw error
    return undefined
  })
  if (answer === undefined) return false
  // The wallet's id of the batch.
  const batch = typeof answer?.id === 'string' && answer.id ? answer.id : request.id
  await keepSent(runner, planned, { state: 'sent', txHash: '0x', batch })
  return true
}

async function keepSent(
  runner: Runner,
  planned: PlannedTransaction,
  entry: ItemRun & { txHash: Hash },
): Promise<void> {
  runner.set(planned, entry)
  await runner.report({ type: 'transactionSent', step: planned.step.id, txHash: entry.txHash })
}

/**
 * Returns a client that asks the wallet to send only once. After some errors viem tries another method, although the wallet may
 * already have sent the transaction.
 */
function askedOnce(walletClient: WalletClient): { client: WalletClient; isAsked(): boolean } {
  const ask = askOf(walletClient)
  let isAsked = false
  const client = withRequest(walletClient, async (args, options) => {
    const isSending = /_send(Raw)?Transaction$/.test(args.method)
    if (!isSending) return ask(args, options)
    if (isAsked) throw new MethodNotFoundRpcError(new Error('It was asked before.'), args)
    isAsked = true
    return ask(args, options).catch((error: unknown) => {
      isAsked = !isUnknownMethod(error)
      throw error
    })
  })
  return { client, isAsked: () => isAsked }
}

/** Asks a wallet that is on another chain to switch to the required chain. Throws if the wallet does not switch. */
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

import { setTimeout as sleep } from 'node:timers/promises'
import { type Address, encodeFunctionData, type Hash, type Hex } from 'viem'
import { mockTokenAbi } from '../../generated/abi/mockToken.js'
import { isSame } from '../../rules/settled/isSame.js'
import { mockProfile } from '../../service/profile/mockProfile.js'
import type { Payout } from '../appFees.js'
import type { LedgerRequest } from '../ledger.js'
import type { VenueDeposit } from '../venue/createVenue.js'
import type { CreateSolverParameters } from './context.js'
import { createInterruptions } from './createInterruptions.js'
import { targetOf } from './observedPayments.js'
import { createPoll } from './poll.js'
import { acceptDeposit, answerNext, isQueued, startJob } from './queue.js'
import { refund } from './refund.js'
import { createState, type SolverState } from './state.js'
import { submit } from './submit.js'

export type Solver = ReturnType<typeof createSolver>

/**
 * Watches every chain and answers each payment for a known order, with a fill or a refund. It refunds a payment that
 * does not pay the order, is a repeat, or can't be filled. It ignores payments with unknown ids.
 *
 * 1. `poll` reads new payments on every chain (`readPayments`) into the queue.
 * 2. `queue` takes the payments in order, changes the request's status, and starts a job.
 * 3. The job, `fillOrRefund`, fills (`fill`) and checks that the service's oracle accepts the fill, or sends the deposit
 *    back (`refund`).
 *
 * Payments are answered in the order of chain, block and log, so two runs over the same blocks have the same result.
 */
export function createSolver(parameters: CreateSolverParameters) {
  const stopped = new AbortController()
  const lifetime = { signal: stopped.signal }
  const state = createState(parameters, lifetime)
  const { scan, poll } = createPoll(state)
  const { atRest, interrupt } = createInterruptions(state, stopped.signal, () =>
    Promise.all([polling, scan()]),
  )
  const stopWatchingSends = watchSends(state)
  forgetDropped(state)
  let polling = Promise.resolve()
  const watching = watch().catch((error: unknown) => {
    if (!stopped.signal.aborted) throw error
  })

  async function watch(): Promise<void> {
    for (;;) {
      polling = poll()
      await polling
      await sleep(parameters.pollingIntervalMs, undefined, { signal: stopped.signal, ref: false })
    }
  }

  return {
    /** Stops looking for payments. Fills in progress continue. */
    async pause(): Promise<void> {
      state.isPaused = true
      await polling
    },
    resume(): void {
      state.isPaused = false
    },
    /** Answers the first waiting payment and waits for the end of its job. Returns the request id. */
    async step(): Promise<Hex | undefined> {
      await scan()
      const next = answerNext(state)
      await next?.job
      state.gasless.settle((id) => isQueued(state, id))
      return next?.record.id
    },
    acceptVenueDeposit({ user, ...deposit }: VenueDeposit): void {
      acceptDeposit(state, { ...deposit, from: user, chainId: mockProfile.venue.chainId })
    },
    /** Answers new payments, unless the solver is paused. */
    async look(): Promise<void> {
      if (!state.isPaused) await poll()
    },
    /** Fills a request at once, or as soon as it is paid, even if the solver is paused. */
    async accelerate({ id }: LedgerRequest): Promise<void> {
      state.accelerated.add(id)
      await poll()
    },
    isAccelerated: (id: Hex): boolean => state.accelerated.has(id),
    depositAddresses: state.sweeper as Pick<SolverState['sweeper'], 'findRequest' | 'disable'>,
    async reindex(record: LedgerRequest, chainId: number, currency: Address): Promise<bigint> {
      await poll()
      return reindex(state, record, chainId, currency)
    },
    /** Pays from the solver's account. */
    pay: (payout: Payout): Promise<Hash> => track(state, pay(state, payout)),
    execute: (...call: Parameters<typeof state.gasless.execute>) =>
      track(state, state.gasless.execute(...call)),
    submitPermit: (record: LedgerRequest, signature: Hex) =>
      track(state, submitPermit(state, record, signature)),
    atRest,
    interrupt,
    async stop(): Promise<void> {
      stopped.abort()
      stopWatchingSends()
      state.reorganizer.stop()
      await Promise.all([watching, ...state.jobs])
    },
  }
}

async function pay({ wallets }: SolverState, { chainId, ...payment }: Payout): Promise<Hash> {
  const result = await refund(wallets.get(chainId)!, payment)
  if ('txHash' in result) return result.txHash
  throw new Error(`The payment failed: ${result.refundFailReason}`)
}

/** Registers the work of a caller as a job. */
function track<result>({ jobs }: SolverState, work: Promise<result>): Promise<result> {
  const job = work
    .then(
      () => {},
      () => {},
    )
    .finally(() => jobs.delete(job))
  jobs.add(job)
  return work
}

function forgetDropped({ ledger, openSends, accelerated, delayed }: SolverState): void {
  ledger.onDrop(({ id }) => {
    openSends.delete(id)
    accelerated.delete(id)
    delayed.delete(id)
  })
}

function watchSends({ ledger, openSends }: SolverState): () => void {
  return ledger.onMove(({ id, status, terms }) => {
    const target = targetOf(terms)
    if (target === undefined) return
    if (status === 'waiting') openSends.set(id, target.toLowerCase())
    else openSends.delete(id)
  })
}

/**
 * Takes an order's input with the authorization (EIP-3009) that the user signed. The solver then holds the input, and
 * pays a refund from it.
 *
 * @throws {@link SubmitError} if the token rejects it. Nothing is sent then.
 */
async function submitPermit(state: SolverState, record: LedgerRequest, signature: Hex): Promise<void> {
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

/** Sweeps a balance of a deposit address that the solver did not notice. Returns the amount in the smallest unit. */
async function reindex(
  state: SolverState,
  record: LedgerRequest,
  chainId: number,
  currency: Address,
): Promise<bigint> {
  const { sweeper, queue, wallets } = state
  const wallet = wallets.get(chainId)!
  const address = record.terms.depositAddress!
  const isObserved = queue.some(
    (payment) => payment.kind === 'addressDeposit' && isSame(payment.address, address),
  )
  if (isObserved || sweeper.isSweeping(address)) return 0n
  const amount = await sweeper.readBalance(wallet.chain, address, currency)
  if (amount <= 0n) return 0n
  const deposit = { chainId, from: record.terms.user, currency, amount }
  await startJob(state, record.id, () => sweeper.sweep(record, deposit, wallet))
  return amount
}

import { concat, type Hex, zeroAddress } from 'viem'
import { abi, callOf, randomWord, routerCall, transferOf } from './calls.js'
import { type Chain, solver } from './chains.js'
import type { Request, Status, World } from './world.js'

/** The transaction that fills a request; it ends with the order's id. */
export function fillOf(world: World, { body, amounts, order, orderId }: Request) {
  const chain = world.chains.get(body.destinationChainId)!
  const { currency, recipient } = order.output.payments[0]!
  if (!body.txs?.length) return transferOf(currency, recipient, amounts.out, orderId)
  const calls = body.txs.map(({ to, value, data }) => callOf(to, data, BigInt(value)))
  // The router's plain call to itself is what tells that it got native currency.
  const counted = currency === zeroAddress ? [callOf(chain.router, '0x', amounts.out)] : []
  const [amount, refundTo] = [amounts.out, body.user]
  const call = routerCall(chain, { token: currency, amount, calls: [...counted, ...calls], refundTo })
  return { ...call, data: concat([call.data, orderId]) }
}

export type Solver = ReturnType<typeof startSolver>

/** Looks at every block for deposits, and fills what was paid. `onStatus` is told of each change. */
export function startSolver(world: World, onStatus: (request: Request) => void) {
  const seen = new Map<number, bigint>()
  const running = new Set<Promise<void>>()
  let looking: Promise<void> | undefined
  let updatedAt = Date.now()

  function move(request: Request, status: Status['status'], change: Partial<Status> = {}) {
    const { originChainId, destinationChainId } = request.body
    // No two changes have one time.
    updatedAt = Math.max(Date.now(), updatedAt + 1)
    const { quoteCreatedAt: _, ...last } = request.history.at(-1)!
    const failReason = status === 'failure' || status === 'refund' ? 'EXECUTION_REVERTED' : 'N/A'
    request.history.push({
      inTxHashes: [],
      txHashes: [],
      ...last,
      originChainId,
      destinationChainId,
      failReason,
      refundFailReason: 'N/A',
      updatedAt,
      ...change,
      status,
    })
    onStatus(request)
  }

  /** The money of a request came in: it is filled, or given back. */
  function paid(request: Request, hash: Hex) {
    if (!['waiting', 'depositing'].includes(request.history.at(-1)!.status!)) return
    move(request, 'pending', { inTxHashes: [hash] })
    const run = request.body.referrer === 'debug-force-refund' ? refund(request) : fill(request)
    running.add(run)
    run.finally(() => running.delete(run))
  }

  async function fill(request: Request) {
    await pause()
    const chain = world.chains.get(request.body.destinationChainId)
    const isDone = chain ? await chain.send(solver, fillOf(world, request)).catch(() => undefined) : undefined
    if (chain && isDone?.status !== 'success') return refund(request)
    move(request, 'submitted', { txHashes: [isDone?.transactionHash ?? randomWord()] })
    await pause()
    move(request, 'success')
  }

  async function refund(request: Request) {
    const { body, order, amounts, orderId } = request
    move(request, 'failure')
    await pause()
    move(request, 'pending')
    const { currency, recipient } = order.inputs[0]!.refunds[0]!
    const transfer = transferOf(currency, recipient, amounts.in, orderId)
    const { transactionHash } = await world.chains.get(body.originChainId)!.send(solver, transfer)
    move(request, 'refund', { txHashes: [transactionHash] })
  }

  /** Handles what arrived on a chain since the last call. */
  async function look({ id, reader, depository }: Chain) {
    const toBlock = await reader.getBlockNumber({ cacheTime: 0 })
    const fromBlock = (seen.get(id) ?? -1n) + 1n
    if (fromBlock > toBlock) return
    seen.set(id, toBlock)
    const here = [...world.requests.values()].filter(({ body }) => body.originChainId === id)
    const waiting = here.filter(({ history }) => history.at(-1)!.status === 'waiting')
    const logs = await reader.getLogs({
      events: abi.filter(({ type }) => type === 'event'),
      fromBlock,
      toBlock,
    })
    for (const { address, eventName, args, transactionHash: hash } of logs) {
      for (const request of waiting) {
        if (eventName === 'Transfer') {
          if (args.value! < request.amounts.in) continue
          const to = args.to!.toLowerCase()
          const { input } = await reader.getTransaction({ hash })
          const isMarked =
            to === depository && input.length === 202 && input.endsWith(request.orderId.slice(2))
          if (isMarked || to === request.depositAddress?.toLowerCase()) paid(request, hash)
        } else if (
          address === depository &&
          args.id === request.orderId &&
          args.amount! >= request.amounts.in
        ) {
          paid(request, hash)
        }
      }
    }
    for (const request of waiting) {
      const { depositAddress: address, amounts } = request
      if (!address || (await reader.getBalance({ address })) < amounts.in) continue
      const { transactions } = await reader.getBlock({ blockNumber: toBlock })
      paid(request, transactions[0]!)
    }
  }

  const timer = setInterval(() => {
    looking ??= (async () => {
      for (const chain of world.chains.values()) await look(chain)
      looking = undefined
    })()
  }, 15)

  return {
    paid,
    move,
    async close() {
      clearInterval(timer)
      await looking
      await Promise.all(running)
    },
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 25))

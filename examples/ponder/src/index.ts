import { type Context, type Event, ponder } from 'ponder:registry'
import { authorization, fill, finding, order, otherEvent, returned } from 'ponder:schema'
import { inboxReceiverAbi, signedOrderReceiverAbi } from 'fillproof'
import { checkFill, type ReadPaymentParameters, readPayment } from 'fillproof/watch'
import { replaceBigInts } from 'ponder'
import { createPublicClient, fallback, type Hex, http } from 'viem'
import { chains, routersOf, solvers } from './readReceivers'

// Ponder's own client may answer from blocks that a reorganization removed.
const clients = new Map(
  chains.map(({ id, rpcUrl }) => {
    const nodes = [rpcUrl].flat().map((url) => http(url, { retryCount: 8 }))
    return [id, createPublicClient({ cacheTime: 0, transport: fallback(nodes) })]
  }),
)

type Database = Context['db']
type Payments = typeof fill | typeof returned
type Key = { chainId: number; receiver: Hex; id: Hex }

const readPlace = ({ block, log, transaction }: Event, { chain }: Context) => ({
  chainId: chain.id,
  receiver: log.address,
  blockNumber: block.number,
  blockHash: block.hash,
  blockTime: Number(block.timestamp),
  transactionHash: transaction.hash,
  logIndex: log.logIndex,
})

// Reads by primary key, which Ponder answers from memory.
async function listRows<row>(find: (nth: number) => Promise<row | null>): Promise<row[]> {
  const rows: row[] = []
  for (let row = await find(0); row; row = await find(rows.length)) rows.push(row)
  return rows
}

const listPayments = (db: Database, table: Payments, { chainId, receiver, id }: Key) =>
  listRows((nth) => db.find(table, { chainId, receiver, id, nth }))

const listAuthorizations = (db: Database, { chainId, receiver, id: callHash }: Key) =>
  listRows((nth) => db.find(authorization, { chainId, receiver, callHash, nth }))

/** Checks a stored payment, and stores the result. */
async function check(db: Database, table: Payments, row: typeof fill.$inferSelect): Promise<void> {
  const { id, nth, unchecked: _, solver: __, recipient, payer, token, amount, ...place } = row
  const { chainId, receiver } = place
  const { findings, unchecked } = await checkFill(clients.get(chainId)!, {
    ...{ chainId, receiver, solvers, routers: routersOf(chainId) },
    fill: { ...row, isReturned: table === returned },
    findFills: async (ids) =>
      (await Promise.all(ids.map((id) => listPayments(db, fill, { chainId, receiver, id })))).flat(),
    async findAuthorizations({ ids = [], callHashes = [] }) {
      const orders = await Promise.all(ids.map((id) => db.find(order, { chainId, receiver, id })))
      const calls = new Set([...callHashes, ...orders.flatMap((one) => one?.callHashes ?? [])])
      const lists = [...calls].map((id) => listAuthorizations(db, { chainId, receiver, id }))
      const found = (await Promise.all(lists)).flat()
      return found.filter(({ id, callHash }) => ids.includes(id) || callHashes.includes(callHash))
    },
  })
  await db.update(table, { chainId, receiver, id, nth }).set({ unchecked })
  for (const one of findings) {
    const found = { ...place, ...one }
    await db.insert(finding).values(found).onConflictDoUpdate(found)
  }
}

for (const eventName of ['FillAccepted', 'PaymentReturned', 'InboxRefunded'] as const) {
  const table = eventName === 'FillAccepted' ? fill : returned
  ponder.on(`Receiver:${eventName}`, async ({ event, context }) => {
    const { db } = context
    const place = readPlace(event, context)
    const payment = readPayment({ ...place, eventName, args: event.args } as ReadPaymentParameters)
    const nth = (await listPayments(db, table, { ...place, ...payment })).length
    const row = { ...place, ...payment, nth, unchecked: [] }
    await db.insert(table).values(row)
    await check(db, table, row)
  })
}

ponder.on('Receiver:FillAuthorized', async ({ event, context }) => {
  const { db } = context
  const row = { ...readPlace(event, context), ...event.args }
  const { chainId, receiver, id, callHash } = row
  const call = { chainId, receiver, id: callHash }
  const nth = (await listAuthorizations(db, call)).length
  await db.insert(authorization).values({ ...row, nth })
  await db
    .insert(order)
    .values({ chainId, receiver, id, callHashes: [callHash] })
    .onConflictDoUpdate(({ callHashes }) => ({ callHashes: [...new Set([...callHashes, callHash])] }))
  for (const one of await listPayments(db, returned, call)) await check(db, returned, one)
})

const events = [...signedOrderReceiverAbi, ...inboxReceiverAbi].filter((item) => item.type === 'event')
const others = new Set(events.map(({ name }) => name))
const handled = ['FillAccepted', 'PaymentReturned', 'InboxRefunded', 'FillAuthorized'] as const
const leftOut = ['Initialized', 'RoleAdminChanged', 'SolverNativeTransfer'] as const
for (const name of [...handled, ...leftOut]) others.delete(name)

for (const name of others) {
  ponder.on(`Receiver:${name}`, async ({ event, context }) => {
    const args = replaceBigInts(event.args, String)
    await context.db.insert(otherEvent).values({ ...readPlace(event, context), id: event.id, name, args })
  })
}

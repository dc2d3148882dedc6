import type { WatchJob, WatchStore } from '../types.js'
import type { Database, Query } from './database.js'
import * as outbox from './outbox.js'
import * as ranges from './ranges.js'
import { summarize } from './summarize.js'
import * as tasks from './tasks.js'

/** Creates the store of one job over its tables. */
export function createStore(database: Database, job: WatchJob): WatchStore {
  const { transact, lock, close } = database
  const read = <result>(work: (query: Query) => Promise<result>) => transact(({ query }) => work(query))
  /** How much of each sink was written when this worker read or stored it last. */
  const places = new Map<string, number>()
  return {
    lock,
    close,
    countWaiting: ({ throughBlock }) => read((query) => tasks.countWaiting(query, throughBlock)),
    summarize: () => read(summarize),

    readScannedTo: () => read(ranges.readScannedTo),
    readBlocks: () => read(ranges.readBlocks),
    commitRange: (range) => transact((transaction) => ranges.commitRange(transaction, range)),
    rewind: ({ toBlock }) => read((query) => ranges.rewind(query, toBlock)),

    confirm: ({ throughBlock, nowMs }) => read((query) => tasks.confirmFills(query, throughBlock, nowMs)),
    take: (parameters) => transact((transaction) => tasks.takeFills(database, transaction, job, parameters)),
    settle: (task, result) => transact((transaction) => tasks.settleFill(transaction, task, result)),
    postpone: (task, parameters) =>
      transact((transaction) => tasks.postponeFill(transaction, task, parameters)),
    readNextDueMs: () => read(tasks.readNextDueMs),
    findFills: (ids) => read((query) => tasks.findFills(query, ids)),
    findAuthorizations: ({ ids = [], callHashes = [] }) =>
      read((query) => tasks.findAuthorizations(query, ids, callHashes)),

    readOutbox: (parameters) => read((query) => outbox.readOutbox(query, parameters)),
    readNextDeliveryMs: ({ sink }) => read((query) => outbox.readNextDeliveryMs(query, sink)),
    markFailed: (parameters) => read((query) => outbox.markFailed(query, parameters)),
    async markDelivered({ sink, ids, place }) {
      await transact(async (transaction) => {
        const known = places.get(sink) ?? 0
        if (place) await outbox.storeSinkPlace(transaction, { sink, known, place })
        await outbox.markDelivered(transaction.query, sink, ids)
      })
      if (place) places.set(sink, place.length)
    },
    async readSinkPlace(sink) {
      const place = await read((query) => outbox.readSinkPlace(query, sink))
      places.set(sink, place.length)
      return place
    },
  }
}

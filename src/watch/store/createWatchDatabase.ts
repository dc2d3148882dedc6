import type { Outbox, WatchDatabase, WatchJob, WatchStore } from '../types.js'
import type { Database, Query } from './database.js'
import { openJob } from './job.js'
import { createOutbox, type SinkLengths } from './outbox.js'
import * as ranges from './ranges.js'
import { readStates } from './summarize.js'
import * as tasks from './tasks.js'
import { readWaits, rewindWaits } from './waits.js'

/** Creates the database of jobs on top of its tables. */
export function createWatchDatabase(database: Database): WatchDatabase {
  const { transact, lock, close } = database
  const lengths: SinkLengths = new Map()

  function createJobsOutbox(stores: readonly Pick<WatchStore, 'key'>[]): Outbox {
    const jobs = stores.map(({ key }) => key)
    const lockSink = async (name: string) => (await lock([name])).has(name)
    return { ...createOutbox(database, jobs, lengths), lock: lockSink }
  }

  return {
    close,
    async release() {
      await transact(({ query, worker }) =>
        query('UPDATE fills SET worker = NULL, revision = revision + 1 WHERE stage = $1 AND worker = $2', [
          'due',
          worker,
        ]),
      )
      await database.unlock()
    },
    async openJob(job, { isRejudged = false } = {}) {
      const key = await transact(({ query }) => openJob(query, job, isRejudged))
      return { ...createJobsOutbox([{ key }]), ...createStore(database, key, job) }
    },
    createOutbox: createJobsOutbox,
    async lockJobs(stores, name) {
      if (stores.length === 0) return []
      const held = await lock(stores.map(({ key }) => `${key}/${name}`))
      return stores.filter(({ key }) => held.has(`${key}/${name}`))
    },
    readPlaces: (stores) =>
      transact(async ({ query }) => {
        const places = await ranges.readPlaces(
          query,
          stores.map(({ key }) => key),
        )
        return new Map(stores.map((store) => [store, places.get(store.key)!]))
      }),
    commitRanges: (commits) =>
      transact(async (transaction) => {
        for (const [{ key }, range] of commits) await ranges.commitRange(transaction, key, range)
      }),
    readStates: (stores) =>
      transact(async ({ query }) => {
        const states = await readStates(
          query,
          stores.map(({ key }) => key),
        )
        return new Map(stores.map((store) => [store, states.get(store.key)!]))
      }),
  }
}

type JobStore = Omit<WatchStore, keyof Outbox> & Pick<WatchStore, 'lock'>

function createStore(database: Database, key: number, job: WatchJob): JobStore {
  const { transact } = database
  const read = <result>(work: (query: Query) => Promise<result>) => transact(({ query }) => work(query))
  return {
    key,
    async lock(name) {
      const held = await database.lock([`${key}/${name}`])
      return held.size > 0
    },
    countWaiting: ({ throughBlock }) => read((query) => tasks.countWaiting(query, key, throughBlock)),
    async summarize() {
      const states = await read((query) => readStates(query, [key]))
      const { head: _head, scannedTime: _time, ...summary } = states.get(key)!
      return summary
    },

    readScannedTo: () => read((query) => ranges.readScannedTo(query, key)),
    readBlocks: () => read((query) => ranges.readBlocks(query, key)),
    readWaits: () => read((query) => readWaits(query, key)),
    commitRange: (range) => transact((transaction) => ranges.commitRange(transaction, key, range)),
    rewind: ({ toBlock }) =>
      read(async (query) => {
        await ranges.rewind(query, key, toBlock)
        await rewindWaits(query, key, toBlock)
      }),

    confirm: ({ throughBlock, nowMs }) =>
      read((query) => tasks.confirmFills(query, key, throughBlock, nowMs)),
    take: (parameters) =>
      transact((transaction) => tasks.takeFills(database, transaction, key, job, parameters)),
    settle: (task, result) => transact((transaction) => tasks.settleFill(transaction, key, task, result)),
    postpone: (task, parameters) =>
      transact((transaction) => tasks.postponeFill(transaction, task, parameters)),
    readNextDueMs: () => read((query) => tasks.readNextDueMs(query, key)),
    findFills: (ids) => read((query) => tasks.findFills(query, key, ids)),
    findAuthorizations: ({ ids = [], callHashes = [] }) =>
      read((query) => tasks.findAuthorizations(query, key, ids, callHashes)),
  }
}

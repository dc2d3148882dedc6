import { defineError } from '../base/defineError.js'

/** Another process watches with this database. `database` names the database. Exit status 2. */
export class WatchStoreBusyError extends /* @__PURE__ */ defineError(
  'WatchStoreBusyError',
  (error: {
    /** The database, without credentials. */
    database: string
  }) => `Another process watches with ${error.database}.`,
  'Stop that process, name another file with --db, or share the job in PostgreSQL.',
) {}

/**
 * The fills of the database were judged with another service, solver list or grace; `--rejudge` judges them again. `field` is
 * the option that differs, `found` the stored value, and `required` the value of this run. Exit status 2; nothing was changed.
 */
export class WatchJobError extends /* @__PURE__ */ defineError(
  'WatchJobError',
  ({
    receiver,
    chainId,
    field,
    found,
    required,
  }: {
    receiver: string
    chainId: number
    field: string
    found: string
    required: string
  }) => `The database watches ${receiver} on chain ${chainId} with ${field} ${found}, not ${required}.`,
  'Use the options of the first run, or add --rejudge, which judges every stored fill again with the new options.',
) {}

/**
 * A run with `--until-block` made no progress for as long as `--patience`. `scannedTo` is the last block that was read, and
 * `waiting` is the number of fills left to check. Exit status 3. Run the command again: it resumes where it stopped.
 */
export class WatchUnfinishedError extends /* @__PURE__ */ defineError(
  'WatchUnfinishedError',
  ({
    receiver,
    chainId,
    fillsFrom,
    scannedTo,
    untilBlock,
    waiting,
  }: {
    receiver: string
    chainId: number
    fillsFrom: bigint
    /** The last block that was read. */
    scannedTo: bigint
    untilBlock: bigint
    /** Fills that are still to be checked. */
    waiting: number
  }) => {
    const seen = scannedTo < fillsFrom ? 'no block was read' : `blocks ${fillsFrom} to ${scannedTo} were read`
    const fills = waiting === 0 ? '' : `, with ${waiting} fill${waiting === 1 ? '' : 's'} left to check`
    return `${receiver} on chain ${chainId}: ${seen}, of ${fillsFrom} to ${untilBlock}${fills}.`
  },
  'The progress is kept: run the same command again to resume, or wait longer with --patience.',
) {}

/**
 * Two workers read the chain at the same time, and the other worker was faster. `found` is the first block that this worker
 * tried to store, and `required` is the next block to store. The watcher reads its position again.
 */
export class WatchPlaceError extends /* @__PURE__ */ defineError(
  'WatchPlaceError',
  ({ found, required }: { found: bigint; required: bigint }) =>
    `The next block to store is ${required}, found ${found}.`,
  'Another worker stored blocks in the meantime. This worker reads its position again.',
) {}

/**
 * The database of `watch` cannot be opened, is damaged, or belongs to another application. `database` names the database. Exit
 * status 2.
 */
export class WatchStoreError extends /* @__PURE__ */ defineError(
  'WatchStoreError',
  (error: {
    /** The database, without credentials. */
    database: string
    problem: string
    cause?: unknown
  }) => `${error.database}: ${error.problem}.`,
  'Check --db.',
) {}

/**
 * The PostgreSQL database of `watch --db` did not answer at the start, or for half a minute. Stored rows are kept: run the same
 * command again, and it resumes. `database` names the database, without its credentials. Exit status 3.
 */
export class WatchStoreUnreachableError extends /* @__PURE__ */ defineError(
  'WatchStoreUnreachableError',
  (error: {
    /** The database, without credentials. */
    database: string
    cause?: unknown
  }) => `${error.database} could not be reached.`,
  'Run the same command again when the database answers: it resumes where it stopped.',
) {}

/**
 * Two workers of `watch` wrote to the same `--out`: this worker lost its connection to the database, and another worker took
 * over. Start this worker again. `found` is the length of the written output that the database has stored, in bytes, and
 * `required` is the length that this worker knows. Exit status 3.
 */
export class WatchSinkError extends /* @__PURE__ */ defineError(
  'WatchSinkError',
  (error: {
    sink: string
    /** Bytes. */
    found: number
    required: number
  }) => `${error.sink} holds ${error.found} bytes of findings, and this worker expects ${error.required}.`,
  'Another worker took over while this worker had no connection to the database. Start this worker again.',
) {}

/**
 * The file of `--out` contains content that `watch` did not write. `path` names the file. Exit status 2; the file is unchanged.
 */
export class WatchFileError extends /* @__PURE__ */ defineError(
  'WatchFileError',
  ({ path, problem }: { path: string; problem: string }) => `The file of findings ${path} ${problem}.`,
  'Nothing was written to it. Name another file with --out.',
) {}

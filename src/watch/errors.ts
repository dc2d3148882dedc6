import { FillproofError } from '../base/FillproofError.js'

/** Another process watches with this database. `database` names it. Exit status 2. */
export class WatchStoreBusyError extends FillproofError<'WatchStoreBusyError'> {
  /** The database, without credentials. */
  readonly database: string

  constructor({ database }: { database: string }) {
    super('WatchStoreBusyError', `Another process watches with ${database}.`, {
      metaMessages: ['Stop it, name another file with --db, or share a job with PostgreSQL.'],
    })
    this.database = database
  }
}

/**
 * The database belongs to another receiver or chain, or its fills were judged with another service, solver list or
 * grace; for these, `--rejudge` judges them again. `field` names the difference, `found` and `required` are the
 * two values. Exit status 2; nothing was changed.
 */
export class WatchJobError extends FillproofError<'WatchJobError'> {
  readonly field: string
  readonly found: string
  readonly required: string

  constructor({
    field,
    found,
    required,
    remedy,
  }: {
    field: string
    found: string
    required: string
    remedy?: 'rejudge' | undefined
  }) {
    super('WatchJobError', `The database watches with ${field} ${found}, not ${required}.`, {
      metaMessages: [
        remedy === 'rejudge'
          ? 'Use the options of its first run, or add --rejudge: it judges every stored fill again with the new ones.'
          : 'Use the options of its first run, or name another database with --db.',
      ],
    })
    this.field = field
    this.found = found
    this.required = required
  }
}

/**
 * A run with `--until-block` made no progress for as long as `--patience`. `scannedTo` is the last block that was
 * read, `waiting` the number of fills left to check. Exit status 3. Run the command again: it resumes where it
 * stopped.
 */
export class WatchUnfinishedError extends FillproofError<'WatchUnfinishedError'> {
  /** The last block that was read. */
  readonly scannedTo: bigint
  /** How many fills are still to be checked. */
  readonly waiting: number

  constructor({ fillsFrom, scannedTo, untilBlock, waiting }: WatchUnfinishedParameters) {
    const seen = scannedTo < fillsFrom ? 'No block was seen' : `Blocks ${fillsFrom} to ${scannedTo} were seen`
    const fills = waiting === 0 ? '' : `, with ${waiting} fill${waiting === 1 ? '' : 's'} left to check`
    super('WatchUnfinishedError', `${seen}, of ${fillsFrom} to ${untilBlock}${fills}.`, {
      metaMessages: [
        'The place is kept: run the same command again to resume, or wait longer with --patience.',
      ],
    })
    this.scannedTo = scannedTo
    this.waiting = waiting
  }
}

type WatchUnfinishedParameters = {
  fillsFrom: bigint
  scannedTo: bigint
  untilBlock: bigint
  waiting: number
}

/**
 * Two workers read the chain at the same time, and the other was faster. `found` is the block that this one tried
 * to store, `required` the next one. The watcher reads its position again.
 */
export class WatchPlaceError extends FillproofError<'WatchPlaceError'> {
  readonly found: bigint
  readonly required: bigint

  constructor({ found, required }: { found: bigint; required: bigint }) {
    super('WatchPlaceError', `The next block to store is ${required}, found ${found}.`, {
      metaMessages: ['Another worker scanned in between; this one reads its place again.'],
    })
    this.found = found
    this.required = required
  }
}

/**
 * The database of `watch` cannot be opened, is damaged, or belongs to something else. `database` names it. Exit
 * status 2.
 */
export class WatchStoreError extends FillproofError<'WatchStoreError'> {
  /** The database, without credentials. */
  readonly database: string

  constructor({ database, problem, cause }: { database: string; problem: string; cause?: unknown }) {
    super('WatchStoreError', `${database}: ${problem}.`, {
      cause,
      metaMessages: ['Check --db.'],
    })
    this.database = database
  }
}

/**
 * The PostgreSQL of `watch --db` did not answer for half a minute, or not at the start. Stored rows are kept: run
 * the same command again, and it resumes. `database` names it without its credentials. Exit status 3.
 */
export class WatchStoreUnreachableError extends FillproofError<'WatchStoreUnreachableError'> {
  /** The database, without credentials. */
  readonly database: string

  constructor({ database, cause }: { database: string; cause?: unknown }) {
    super('WatchStoreUnreachableError', `${database} could not be reached.`, {
      cause,
      metaMessages: ['Run the same command again when it answers: it resumes where it stopped.'],
    })
    this.database = database
  }
}

/**
 * Two workers of `watch` wrote to one `--out`: this one lost its connection to the database, and another took
 * over. Start it again. `found` and `required` are the lengths, in bytes, that the database and this worker know.
 * Exit status 3.
 */
export class WatchSinkError extends FillproofError<'WatchSinkError'> {
  readonly sink: string
  /** Bytes. */
  readonly found: number
  readonly required: number

  constructor({ sink, found, required }: { sink: string; found: number; required: number }) {
    super(
      'WatchSinkError',
      `${sink} holds ${found} bytes of findings, and this worker expects ${required}.`,
      {
        metaMessages: ['Another worker took over while the database was away. Start this one again.'],
      },
    )
    this.sink = sink
    this.found = found
    this.required = required
  }
}

/**
 * The file of `--out` contains something other than `watch` wrote to it. `path` names it. Exit status 2; the file
 * is unchanged.
 */
export class WatchFileError extends FillproofError<'WatchFileError'> {
  readonly path: string

  constructor({ path, problem }: { path: string; problem: string }) {
    super('WatchFileError', `The file of findings ${path} ${problem}.`, {
      metaMessages: ['Nothing was written to it. Name another file with --out.'],
    })
    this.path = path
  }
}

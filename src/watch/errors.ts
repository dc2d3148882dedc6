import { FillproofError } from '../base/FillproofError.js'

/** Another process watches with this database. */
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

/** A database holds another job. */
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

/** A run up to a block came no further, and waited in vain. */
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

/** A range of blocks does not follow what is stored: another worker scanned in between. */
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

/** The database can't be opened, belongs to something else, or is damaged. */
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

/** The database does not answer. What is stored is kept. */
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

/** Another worker wrote to a sink while this one had no connection to the database. */
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

/** The file of findings differs from what the database remembers. */
export class WatchFileError extends FillproofError<'WatchFileError'> {
  readonly path: string

  constructor({ path, problem }: { path: string; problem: string }) {
    super('WatchFileError', `The file of findings ${path} ${problem}.`, {
      metaMessages: ['Nothing was written to it. Name another file with --out.'],
    })
    this.path = path
  }
}

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

/** A database holds another job than the one that was asked for. */
export class WatchJobError extends FillproofError<'WatchJobError'> {
  readonly field: string
  readonly found: string
  readonly required: string

  constructor({ field, found, required }: { field: string; found: string; required: string }) {
    super('WatchJobError', `The database watches with ${field} ${found}, and ${required} was asked for.`, {
      metaMessages: ['Ask for what it watches, or name another database with --db.'],
    })
    this.field = field
    this.found = found
    this.required = required
  }
}

/** A range of blocks does not follow what is stored: two scanned at a time. */
export class WatchPlaceError extends FillproofError<'WatchPlaceError'> {
  readonly found: bigint
  readonly required: bigint

  constructor({ found, required }: { found: bigint; required: bigint }) {
    super('WatchPlaceError', `The next block to store is ${required}, found ${found}.`, {
      metaMessages: ['Another worker scanned in between; this one reads its place anew.'],
    })
    this.found = found
    this.required = required
  }
}

/** The database can't be used: it can't be opened, is no database of this command, or is damaged. */
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

/** The database does not answer. What was stored is kept, and the next start goes on from there. */
export class WatchStoreUnreachableError extends FillproofError<'WatchStoreUnreachableError'> {
  /** The database, without credentials. */
  readonly database: string

  constructor({ database, cause }: { database: string; cause?: unknown }) {
    super('WatchStoreUnreachableError', `${database} could not be reached.`, {
      cause,
      metaMessages: ['Start the same command again when it is there: it goes on where it stopped.'],
    })
    this.database = database
  }
}

/** Two workers wrote to one sink: this one had lost its connection to the database, and another took over. */
export class WatchSinkError extends FillproofError<'WatchSinkError'> {
  readonly sink: string
  /** Bytes. */
  readonly found: number
  readonly required: number

  constructor({ sink, found, required }: { sink: string; found: number; required: number }) {
    super('WatchSinkError', `${sink} holds ${found} bytes for sure, and this worker knows of ${required}.`, {
      metaMessages: ['Another worker took over while the database was away. Start this one again.'],
    })
    this.sink = sink
    this.found = found
    this.required = required
  }
}

/** The file of findings is another one than what the database remembers to have written. */
export class WatchFileError extends FillproofError<'WatchFileError'> {
  readonly path: string

  constructor({ path, problem }: { path: string; problem: string }) {
    super('WatchFileError', `The file of findings ${path} ${problem}.`, {
      metaMessages: ['Nothing was written to it. Name another file with --out.'],
    })
    this.path = path
  }
}

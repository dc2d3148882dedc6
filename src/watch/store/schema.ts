/** Change this version whenever the tables change. */
export const schemaVersion = 2

export type SchemaParameters = {
  integer: string
  /** An integer column that numbers the rows. */
  rowNumber: string
  /** The end of each CREATE TABLE statement. */
  options: string
}

/**
 * Returns the tables of all jobs. A fill is lent while `worker` is set and that worker runs. A finding is valid, is in doubt
 * until its fill is judged again, or is withdrawn.
 *
 * - The cost of a check must not grow with the number of fills. SQLite has no statistics and may choose a bad index. A `+` before
 *   a column keeps a query from using the index of this column.
 */
export function createSchema({ integer, rowNumber, options }: SchemaParameters): string {
  return `
CREATE TABLE jobs (
  job ${rowNumber},
  chain_id ${integer} NOT NULL,
  receiver TEXT NOT NULL,
  from_block ${integer} NOT NULL,
  fills_from ${integer} NOT NULL,
  options TEXT NOT NULL,
  scanned_to ${integer} NOT NULL,
  scanned_time ${integer},
  head ${integer},
  UNIQUE (receiver, chain_id)
) ${options};

CREATE TABLE blocks (
  job ${integer} NOT NULL REFERENCES jobs (job),
  number ${integer} NOT NULL,
  hash TEXT NOT NULL,
  PRIMARY KEY (job, number)
) ${options};

CREATE TABLE fills (
  key ${rowNumber},
  job ${integer} NOT NULL REFERENCES jobs (job),
  block_hash TEXT NOT NULL,
  transaction_hash TEXT NOT NULL,
  log_index ${integer} NOT NULL,
  block_number ${integer} NOT NULL,
  block_time ${integer} NOT NULL,
  ordinal ${integer} NOT NULL,
  is_returned ${integer} NOT NULL,
  id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  solver TEXT NOT NULL,
  payer TEXT NOT NULL,
  token TEXT NOT NULL,
  amount TEXT NOT NULL,
  is_live ${integer} NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('seen', 'due', 'settled')),
  seen_at ${integer} NOT NULL,
  due_at ${integer} NOT NULL,
  attempts ${integer} NOT NULL,
  notes TEXT,
  revision ${integer} NOT NULL,
  request_id TEXT,
  worker ${integer},
  lent_at ${integer},
  UNIQUE (transaction_hash, block_hash, log_index, job)
) ${options};
CREATE INDEX fills_by_stage ON fills (stage, job, due_at, block_number, log_index);
CREATE INDEX fills_by_block ON fills (job, block_number);
CREATE INDEX fills_by_id ON fills (id);
CREATE INDEX fills_by_state ON fills (job, is_live, is_returned, stage);

CREATE TABLE authorizations (
  job ${integer} NOT NULL REFERENCES jobs (job),
  block_hash TEXT NOT NULL,
  transaction_hash TEXT NOT NULL,
  log_index ${integer} NOT NULL,
  block_number ${integer} NOT NULL,
  id TEXT NOT NULL,
  call_hash TEXT NOT NULL,
  deadline ${integer} NOT NULL,
  PRIMARY KEY (transaction_hash, block_hash, log_index, job)
) ${options};
CREATE INDEX authorizations_by_id ON authorizations (id);
CREATE INDEX authorizations_by_call ON authorizations (call_hash);
CREATE INDEX authorizations_by_block ON authorizations (job, block_number);

CREATE TABLE waits (
  job ${integer} NOT NULL REFERENCES jobs (job),
  inbox_hash TEXT NOT NULL,
  inbox TEXT NOT NULL,
  token TEXT NOT NULL,
  since_block ${integer} NOT NULL,
  since_time ${integer} NOT NULL,
  end_block ${integer},
  PRIMARY KEY (job, inbox_hash, since_block)
) ${options};
CREATE INDEX waits_by_end ON waits (job, end_block);

CREATE TABLE unchecked (
  fill ${integer} NOT NULL REFERENCES fills (key),
  reason TEXT NOT NULL,
  PRIMARY KEY (fill, reason)
) ${options};

CREATE TABLE findings (
  place ${rowNumber},
  job ${integer} NOT NULL REFERENCES jobs (job),
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  finding TEXT NOT NULL,
  fill ${integer},
  state TEXT NOT NULL DEFAULT 'stands'
) ${options};
CREATE INDEX findings_by_fill ON findings (fill);

CREATE TABLE deliveries (
  sink TEXT NOT NULL,
  finding TEXT NOT NULL REFERENCES findings (id),
  is_delivered ${integer} NOT NULL,
  attempts ${integer} NOT NULL,
  due_at ${integer} NOT NULL,
  PRIMARY KEY (sink, finding)
) ${options};

CREATE TABLE sinks (sink TEXT PRIMARY KEY, length ${integer} NOT NULL, last_id TEXT) ${options};
`
}

/** Holds the tables of all jobs of a database. */
export const schemaName = 'fillproof_watch'

/** Holds the job queue's own tables, apart from those of other applications that use pg-boss. */
export const queueSchemaName = 'fillproof_watch_queue'

/**
 * What brings the tables from one version to the next. Only ever added to.
 *
 * A fill waits in `stage` due until `due_at`; then it gets a job in the queue (`queue_job`), and whoever fetches that
 * job is written down (`worker`, `lease`). The columns of a fill say the truth, the queue says whose turn it is.
 */
export const migrations: readonly string[] = [
  `
CREATE SEQUENCE ${schemaName}.workers AS integer CYCLE;

CREATE TABLE ${schemaName}.jobs (
  key integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  chain_id bigint NOT NULL,
  receiver text NOT NULL,
  from_block bigint NOT NULL,
  service text NOT NULL,
  scanned_to bigint NOT NULL,
  last_commit uuid,
  UNIQUE (chain_id, receiver)
);

CREATE TABLE ${schemaName}.blocks (
  job integer NOT NULL REFERENCES ${schemaName}.jobs,
  number bigint NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (job, number)
);

CREATE TABLE ${schemaName}.fills (
  key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job integer NOT NULL REFERENCES ${schemaName}.jobs,
  block_hash text NOT NULL,
  transaction_hash text NOT NULL,
  log_index integer NOT NULL,
  block_number bigint NOT NULL,
  block_time bigint NOT NULL,
  ordinal integer NOT NULL,
  id text NOT NULL,
  recipient text NOT NULL,
  solver text NOT NULL,
  payer text NOT NULL,
  token text NOT NULL,
  amount text NOT NULL,
  is_live boolean NOT NULL DEFAULT true,
  stage text NOT NULL DEFAULT 'seen' CHECK (stage IN ('seen', 'due', 'settled')),
  seen_at bigint NOT NULL,
  due_at bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  notes text,
  revision integer NOT NULL DEFAULT 0,
  request_id text,
  queue_job uuid,
  worker integer,
  lease text,
  UNIQUE (job, block_hash, transaction_hash, log_index)
);
CREATE INDEX ON ${schemaName}.fills (job, block_number);
CREATE INDEX ON ${schemaName}.fills (job, id);
CREATE INDEX ON ${schemaName}.fills (job, block_number, log_index) WHERE stage = 'due' AND queue_job IS NULL;
CREATE INDEX ON ${schemaName}.fills (job, due_at) WHERE stage = 'due';
CREATE INDEX ON ${schemaName}.fills (queue_job) WHERE queue_job IS NOT NULL;
CREATE INDEX ON ${schemaName}.fills (job, worker) WHERE worker IS NOT NULL;

CREATE TABLE ${schemaName}.authorizations (
  job integer NOT NULL REFERENCES ${schemaName}.jobs,
  block_hash text NOT NULL,
  transaction_hash text NOT NULL,
  log_index integer NOT NULL,
  block_number bigint NOT NULL,
  id text NOT NULL,
  call_hash text NOT NULL,
  deadline bigint NOT NULL,
  PRIMARY KEY (job, block_hash, transaction_hash, log_index)
);
CREATE INDEX ON ${schemaName}.authorizations (job, id);
CREATE INDEX ON ${schemaName}.authorizations (job, call_hash);
CREATE INDEX ON ${schemaName}.authorizations (job, block_number);

CREATE TABLE ${schemaName}.unchecked (
  fill bigint NOT NULL REFERENCES ${schemaName}.fills,
  reason text NOT NULL,
  PRIMARY KEY (fill, reason)
);

CREATE TABLE ${schemaName}.findings (
  place bigint GENERATED ALWAYS AS IDENTITY,
  job integer NOT NULL REFERENCES ${schemaName}.jobs,
  id text NOT NULL,
  kind text NOT NULL,
  finding text NOT NULL,
  PRIMARY KEY (job, id)
);
CREATE INDEX ON ${schemaName}.findings (job, place);

CREATE TABLE ${schemaName}.deliveries (
  job integer NOT NULL,
  sink text NOT NULL,
  finding text NOT NULL,
  is_delivered boolean NOT NULL,
  attempts integer NOT NULL,
  due_at bigint NOT NULL,
  PRIMARY KEY (job, sink, finding),
  FOREIGN KEY (job, finding) REFERENCES ${schemaName}.findings
);

CREATE TABLE ${schemaName}.sinks (
  job integer NOT NULL REFERENCES ${schemaName}.jobs,
  name text NOT NULL,
  length bigint NOT NULL,
  last_id text,
  PRIMARY KEY (job, name)
);
`,
  `
ALTER TABLE ${schemaName}.fills ADD COLUMN is_returned boolean NOT NULL DEFAULT false;
`,
]

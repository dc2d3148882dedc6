/** "fpw1": tells a database of the watcher from others. */
export const applicationId = 0x66707731

/** Changes with the tables. */
export const schemaVersion = 2

export const schema = `
CREATE TABLE job (
  chain_id INTEGER NOT NULL,
  receiver TEXT NOT NULL,
  from_block INTEGER NOT NULL,
  service TEXT NOT NULL,
  scanned_to INTEGER NOT NULL
) STRICT;

CREATE TABLE blocks (number INTEGER PRIMARY KEY, hash TEXT NOT NULL) STRICT;

CREATE TABLE fills (
  key INTEGER PRIMARY KEY,
  block_hash TEXT NOT NULL,
  transaction_hash TEXT NOT NULL,
  log_index INTEGER NOT NULL,
  block_number INTEGER NOT NULL,
  block_time INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  is_returned INTEGER NOT NULL,
  id TEXT NOT NULL,
  recipient TEXT NOT NULL,
  solver TEXT NOT NULL,
  payer TEXT NOT NULL,
  token TEXT NOT NULL,
  amount TEXT NOT NULL,
  is_live INTEGER NOT NULL,
  stage TEXT NOT NULL CHECK (stage IN ('seen', 'due', 'settled')),
  seen_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  notes TEXT,
  revision INTEGER NOT NULL,
  request_id TEXT,
  UNIQUE (block_hash, transaction_hash, log_index)
) STRICT;
CREATE INDEX fills_by_stage ON fills (stage, due_at);
CREATE INDEX fills_by_block ON fills (block_number);
CREATE INDEX fills_by_id ON fills (id);

CREATE TABLE authorizations (
  block_hash TEXT NOT NULL,
  transaction_hash TEXT NOT NULL,
  log_index INTEGER NOT NULL,
  block_number INTEGER NOT NULL,
  id TEXT NOT NULL,
  call_hash TEXT NOT NULL,
  deadline INTEGER NOT NULL,
  PRIMARY KEY (block_hash, transaction_hash, log_index)
) STRICT;
CREATE INDEX authorizations_by_id ON authorizations (id);
CREATE INDEX authorizations_by_call ON authorizations (call_hash);
CREATE INDEX authorizations_by_block ON authorizations (block_number);

CREATE TABLE unchecked (
  fill INTEGER NOT NULL REFERENCES fills (key),
  reason TEXT NOT NULL,
  PRIMARY KEY (fill, reason)
) STRICT;

CREATE TABLE findings (
  place INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  finding TEXT NOT NULL
) STRICT;

CREATE TABLE deliveries (
  sink TEXT NOT NULL,
  finding TEXT NOT NULL REFERENCES findings (id),
  is_delivered INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  PRIMARY KEY (sink, finding)
) STRICT;

CREATE TABLE sinks (sink TEXT PRIMARY KEY, length INTEGER NOT NULL, last_id TEXT) STRICT;

PRAGMA application_id = ${applicationId};
PRAGMA user_version = ${schemaVersion};
`

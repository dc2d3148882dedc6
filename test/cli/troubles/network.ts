import type { Trouble } from './types.js'

const verify = 'fillproof verify $ID'
const watch =
  'fillproof watch --rpc-url $RPC --receiver $RECEIVER --from-block 0 --until-block 0 --url $SERVICE'

const jobs = 'fillproof watch --db fleet.sqlite --jobs'

export const ofService: Trouble[] = [
  {
    trouble: 'Nothing listens at the URL of the service',
    command: `${verify} --url $CLOSED`,
    status: 3,
    line: 'error: $CLOSED could not be reached: fetch failed: connect ECONNREFUSED $CLOSED_HOST.',
  },
  {
    trouble: 'A captive portal answers with its login page',
    command: `${verify} --url $PORTAL`,
    status: 3,
    line: 'error: Something other than the service answered at $PORTAL: no JSON.',
  },
  {
    trouble: 'A proxy redirects to another site',
    command: `${verify} --url $REDIRECT`,
    status: 3,
    line: 'error: Something other than the service answered at $REDIRECT: a redirect.',
  },
  {
    trouble: 'The URL has a wrong path that answers with JSON',
    command: `${verify} --url $SERVICE/api`,
    status: 3,
    line: 'error: Something other than the service answered at $SERVICE: status 404.',
  },
  {
    trouble: 'The service is down for a moment',
    command: `${verify} --url $BUSY`,
    status: 3,
    line: 'error: $BUSY answered with status 503.',
  },
  {
    trouble: 'The service does not know the request',
    command: `${verify} --url $SERVICE`,
    status: 1,
    line: 'error: $SERVICE refused the request, status 400: No request $ID.',
  },
  {
    trouble: 'The service does not know the API key',
    command: `FILLPROOF_API_KEY=none ${verify} --url $SERVICE`,
    status: 2,
    line: 'error: $SERVICE does not know the key in FILLPROOF_API_KEY.',
    remedy: { command: `${verify} --url $SERVICE`, status: 1 },
  },
  {
    trouble: 'The URL has no scheme',
    command: `${verify} --url localhost:4000`,
    status: 2,
    line: 'error: --url must be a URL that begins with http:// or https://.',
  },
  {
    trouble: 'The profile is misspelled',
    command: `${verify} --profile mok --url $SERVICE`,
    status: 2,
    line: 'error: --profile must be relay, relay-testnet, mock, or a file that can be read, found "mok": there is no such file or folder (ENOENT).',
    remedy: { command: `${verify} --profile relay --url $SERVICE`, status: 1 },
  },
  {
    trouble: 'An option is misspelled',
    command: `${verify} --ulr $SERVICE`,
    status: 2,
    line: "error: unknown option '--ulr'",
    remedy: { command: `${verify} --url $SERVICE`, status: 1 },
  },
  {
    trouble: 'The address of a solver has a wrong checksum',
    command: `${verify} --url $SERVICE --solver $WRONG_CHECKSUM`,
    status: 2,
    line: 'error: --solver must have a valid checksum, found "$WRONG_CHECKSUM".',
    remedy: { command: `${verify} --url $SERVICE --solver $LOWER_CASE`, status: 1 },
  },
  {
    trouble: 'The file of --order is a folder of other files',
    command: `${verify} --url $SERVICE --order .`,
    status: 2,
    line: 'error: --order . has no order that can be read.',
  },
]

export const ofAuthorize: Trouble[] = [
  {
    trouble: 'A wrong path at the service, while the evidence is fetched',
    command: 'fillproof authorize $ID --rpc-url $RPC --receiver $RECEIVER --url $SERVICE/api',
    status: 3,
    line: 'error: Something other than the service answered at $SERVICE: status 404.',
  },
  {
    trouble: 'The node answers with a page',
    command: 'fillproof authorize $ID --rpc-url $PORTAL --receiver $RECEIVER --url $SERVICE',
    status: 3,
    line: 'error: The chain at $PORTAL could not be read: the answer is not JSON.',
  },
  {
    trouble: 'No contract is at the receiver',
    command: 'fillproof authorize $ID --rpc-url $RPC --receiver $ADMIN --url $SERVICE',
    status: 2,
    line: 'error: There is no receiver at that address on this chain.',
  },
]

export const ofWatch: Trouble[] = [
  {
    trouble: 'A receiver to watch is missing on the chain of the node',
    command: 'fillproof watch --rpc-url $RPC --receiver $ADMIN --from-block 0',
    status: 2,
    line: 'error: There is no contract at $ADMIN on chain 31102.',
  },
  {
    trouble: 'The database of watch is something else',
    command: `${watch} --db recipients.txt`,
    status: 2,
    line: 'error: recipients.txt: the database can not be opened.',
  },
  {
    trouble: 'The database of watch may not be written',
    command: `${watch} --db locked.sqlite`,
    status: 2,
    line: 'error: Permission is denied: locked.sqlite (EACCES).',
    isUnprivileged: true,
  },
  {
    trouble: 'The file for what watch finds is something else',
    command: `${watch} --db watch.sqlite --out recipients.txt`,
    status: 2,
    line: 'error: The file of findings recipients.txt holds other content.',
    remedy: { command: `${watch} --db watch.sqlite --out findings.ndjson`, status: 0 },
  },
  {
    trouble: 'The database of watch would be kept nowhere',
    command: `${watch} --db :memory:`,
    status: 2,
    line: 'error: --db must be a file, or a URL of PostgreSQL.',
    remedy: { command: `${watch} --db watch.sqlite`, status: 0 },
  },
  {
    trouble: 'The port of --listen is in use',
    command: `${watch} --db watch.sqlite --listen $PORT`,
    status: 2,
    line: "error: --listen 127.0.0.1:$PORT can't be used (EADDRINUSE).",
    remedy: { command: `${watch} --db watch.sqlite --listen 0`, status: 0 },
  },
  {
    trouble: 'The file of jobs is not JSON',
    command: `${jobs} recipients.txt`,
    status: 2,
    line: 'error: recipients.txt is not JSON.',
  },
  {
    trouble: 'A field in the file of jobs is misspelled',
    command: `${jobs} misspelled.json`,
    status: 2,
    line: 'error: misspelled.json: chains.0.jobs.0 has no field formBlock.',
  },
  {
    trouble: 'A receiver is in the file of jobs twice',
    command: `${jobs} same.json`,
    status: 2,
    line: 'error: chains.0.jobs.1.receiver is the same as in chains.0.jobs.0, on the same chain.',
    remedy: { command: `${jobs} jobs.json`, status: 0 },
  },
  {
    trouble: 'An option of one job stands next to the file of jobs',
    command: `${jobs} jobs.json --receiver $RECEIVER`,
    status: 2,
    line: 'error: --receiver belongs in the file of --jobs, for each job.',
    remedy: { command: `${jobs} jobs.json`, status: 0 },
  },
  {
    trouble: 'A node in the file of jobs is of another chain',
    command: `${jobs} other.json`,
    status: 3,
    line: 'error: $RECEIVER on chain 1: no block was read, of 0 to 0.',
  },
]

/** An ordinary trouble. In its texts `$NAME` stands for a value of {@link Place}. */
export type Trouble = {
  trouble: string
  /** A line for a shell. */
  command: string
  status: 1 | 2 | 3
  /** The first line of the error. */
  line: string
  /** A command that the error suggests, and its status. */
  remedy?: { command: string; status: number }
  /** It needs a process of its own. */
  isProcess?: true
  /** Its user may read and write nothing that is locked. */
  isUnprivileged?: true
  /** The version of Node that runs it. */
  node?: string
}

const verify = 'fillproof verify $ID'
const build = 'fillproof recipients build recipients.txt --chain-id 31102 --receiver $RECEIVER'
const deploy = 'fillproof deploy --rpc-url $RPC --config receiver.json'
const asAdmin = '--unlocked $ADMIN'

const ofService: Trouble[] = [
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
    line: 'error: Something else than the service answered at $PORTAL: no JSON.',
  },
  {
    trouble: 'A proxy redirects to another site',
    command: `${verify} --url $REDIRECT`,
    status: 3,
    line: 'error: Something else than the service answered at $REDIRECT: a redirect.',
  },
  {
    trouble: 'The URL has a wrong path, where the answer is JSON',
    command: `${verify} --url $SERVICE/api`,
    status: 3,
    line: 'error: Something else than the service answered at $SERVICE: status 404.',
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

const ofAuthorize: Trouble[] = [
  {
    trouble: 'A wrong path at the service, while the evidence is fetched',
    command: 'fillproof authorize $ID --rpc-url $RPC --receiver $RECEIVER --url $SERVICE/api',
    status: 3,
    line: 'error: Something else than the service answered at $SERVICE: status 404.',
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

const watch =
  'fillproof watch --rpc-url $RPC --receiver $RECEIVER --from-block 0 --until-block 0 --url $SERVICE'

const ofWatch: Trouble[] = [
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
    trouble: 'The file for what watch finds is something else',
    command: `${watch} --db watch.sqlite --out recipients.txt`,
    status: 2,
    line: 'error: The file of findings recipients.txt holds something else.',
    remedy: { command: `${watch} --db watch.sqlite --out findings.ndjson`, status: 0 },
  },
]

const ofCheck: Trouble[] = [
  {
    trouble: 'The file is missing',
    command: 'fillproof check record.ndjson',
    status: 2,
    line: `error: The file "record.ndjson" can't be read: there is no such file or folder (ENOENT).`,
  },
  {
    trouble: 'The file is a folder',
    command: 'fillproof check .',
    status: 2,
    line: `error: The file "." can't be read: it is a folder.`,
  },
  {
    trouble: 'The file may not be read',
    command: 'fillproof check locked.ndjson',
    status: 2,
    line: `error: The file "locked.ndjson" can't be read: permission is denied (EACCES).`,
    isUnprivileged: true,
  },
  {
    trouble: 'The standard input is closed',
    command: 'fillproof check - <&-',
    status: 2,
    line: 'error: Standard input is closed: pass a file, or pipe the records.',
    isProcess: true,
    remedy: { command: 'cat records.ndjson | fillproof check - --threads 0', status: 0 },
  },
  {
    trouble: 'The lines that are not valid would replace the input',
    command: 'fillproof check records.ndjson --invalid ./records.ndjson',
    status: 2,
    line: 'error: --invalid must not be the checked file.',
  },
  {
    trouble: 'The same, by redirection',
    command: 'fillproof check - --invalid records.ndjson < records.ndjson',
    status: 2,
    line: 'error: --invalid must not be the checked file.',
    isProcess: true,
  },
  {
    trouble: 'The lines that are not valid would replace the result',
    command: 'fillproof check records.ndjson --invalid out.txt > out.txt',
    status: 2,
    line: 'error: --invalid must not be the output.',
    isProcess: true,
  },
  {
    trouble: 'The input to resume can not be read again',
    command: 'fillproof check /dev/null --resume',
    status: 2,
    line: 'error: --resume needs a file, which can be read again.',
    remedy: { command: 'fillproof check records.ndjson --resume', status: 0 },
  },
  {
    trouble: 'The file has changed since its check was interrupted',
    command: 'fillproof check changed.ndjson --resume',
    status: 2,
    line: 'error: The file has changed since the check was interrupted.',
    remedy: { command: 'fillproof check changed.ndjson', status: 0 },
  },
  {
    trouble: 'Another process checks the file',
    command: 'fillproof check busy.ndjson --resume',
    status: 2,
    line: 'error: The process 1 is checking the file.',
  },
  {
    trouble: 'The disk is full',
    command: 'fillproof check records.ndjson --threads 0 > /dev/full',
    status: 2,
    line: 'error: The disk is full (ENOSPC).',
    isProcess: true,
  },
  {
    trouble: 'The reader of the output ends early',
    command: 'fillproof check records.ndjson --threads 0 | true',
    status: 2,
    line: 'error: The reader of the output has closed it (EPIPE).',
    isProcess: true,
  },
]

const ofRecipients: Trouble[] = [
  {
    trouble: 'A file may not grow further',
    command: `ulimit -f 0; ${build} --out dump.json`,
    status: 2,
    line: `error: The file "dump.json" can't be written: the file is too large for its file system (EFBIG).`,
    isProcess: true,
  },
  {
    trouble: 'The folder of the dump may not be written',
    command: `${build} --out locked/dump.json`,
    status: 2,
    line: `error: The file "locked/dump.json" can't be written: permission is denied (EACCES).`,
    isUnprivileged: true,
  },
  {
    trouble: 'The folder of the dump is missing',
    command: `${build} --out dumps/dump.json`,
    status: 2,
    line: `error: The file "dumps/dump.json" can't be written: there is no such file or folder (ENOENT).`,
  },
  {
    trouble: 'The dump is a folder',
    command: 'fillproof recipients prove . $ADMIN',
    status: 2,
    line: `error: The dump "." can't be read: it is a folder (EISDIR).`,
  },
  {
    trouble: 'A recipient has a wrong checksum',
    command: 'fillproof recipients build wrong.txt --chain-id 31102 --receiver $RECEIVER',
    status: 2,
    line: 'error: Line 1 of "wrong.txt" must have a valid checksum, found "$WRONG_CHECKSUM".',
    remedy: {
      command: 'fillproof recipients build wrong.txt --chain-id 31102 --receiver $RECEIVER --any-checksum',
      status: 0,
    },
  },
  {
    trouble: 'A recipient is listed twice',
    command: 'fillproof recipients build twice.txt --chain-id 31102 --receiver $RECEIVER',
    status: 2,
    line: 'error: Lines 1 and 2 of "twice.txt" are both $ADMIN.',
  },
]

const ofDeploy: Trouble[] = [
  {
    trouble: 'The node does not answer',
    command: `fillproof deploy --rpc-url $CLOSED --config receiver.json ${asAdmin}`,
    status: 3,
    line: 'error: The chain at $CLOSED could not be reached: fetch failed',
  },
  {
    trouble: 'No key and no account of the node is given',
    command: `${deploy} --dry-run`,
    status: 2,
    line: 'error: There is no deployer.',
    remedy: { command: `${deploy} --dry-run ${asAdmin}`, status: 0 },
  },
  {
    trouble: 'Neither the receiver nor its deployer is given',
    command: `${deploy} --check`,
    status: 2,
    line: 'error: The receiver is unknown.',
    remedy: { command: `${deploy} --check --receiver $DEPLOYED`, status: 0 },
  },
  {
    trouble: 'The tree of recipients is of another receiver',
    command: `fillproof deploy --rpc-url $RPC --config rooted.json ${asAdmin}`,
    status: 2,
    line: 'error: recipientRoot: the tree in "tree.json" is of the receiver $RECEIVER on chain 31102.',
    remedy: {
      command:
        'fillproof recipients build recipients.txt --chain-id 31102 --receiver $DEPLOYED --out tree.json',
      status: 0,
    },
  },
  {
    trouble: 'The deployer has no funds',
    command: `FILLPROOF_PRIVATE_KEY=$POOR_KEY ${deploy}`,
    status: 1,
    line: "error: Chain 31102: $POOR can't pay for the step receiver: it has 0 of the native currency.",
    remedy: { command: `${deploy} ${asAdmin}`, status: 0 },
  },
  {
    trouble: 'The configuration is not JSON',
    command: `fillproof deploy --rpc-url $RPC --config recipients.txt ${asAdmin}`,
    status: 2,
    line: 'error: The configuration recipients.txt is not JSON.',
  },
  {
    trouble: 'A solver is listed twice',
    command: `${deploy} ${asAdmin} --solver $ADMIN --solver $ADMIN`,
    status: 2,
    line: 'error: solvers.1 must be another solver than entry 0, which is $ADMIN, found "$ADMIN".',
  },
  {
    trouble: 'The file of --record is something else',
    command: `${deploy} ${asAdmin} --record recipients.txt`,
    status: 2,
    line: 'error: The record recipients.txt is not the record of a deployment.',
    remedy: { command: `${deploy} ${asAdmin} --record records`, status: 0 },
  },
  {
    trouble: 'The record may not grow further',
    command: `ulimit -f 0; ${deploy} ${asAdmin} --record records`,
    status: 2,
    line: "error: The record records/31102-$LOWER_DEPLOYED.json can't be written (EFBIG).",
    isProcess: true,
  },
  {
    trouble: 'The receiver exists, and trusts another solver',
    command: `${deploy} ${asAdmin} --solver $ADMIN`,
    status: 1,
    line: 'error: Chain 31102: the receiver $DEPLOYED differs from its configuration.',
    remedy: { command: `${deploy} ${asAdmin} --solver $ADMIN --apply`, status: 0 },
  },
  {
    trouble: 'The service to compare with is at another path',
    command: `${deploy} ${asAdmin} --check --url $SERVICE/api`,
    status: 3,
    line: 'error: $SERVICE does not list its chains: GET /chains: the service answered 404 UNKNOWN_ERROR: No route GET /api/chains.',
    remedy: { command: `${deploy} ${asAdmin} --check --url $SERVICE`, status: 1 },
  },
  {
    trouble: 'The explorer answers with a page',
    command: `${deploy} ${asAdmin} --verify $PORTAL`,
    status: 3,
    line: "error: The sources of project/contracts/FillReceiver.sol:FillReceiver could not be verified: $PORTAL answered with status 200 and no explorer's JSON.",
  },
]

const ofMock: Trouble[] = [
  {
    trouble: 'The port is in use',
    command: 'fillproof mock --port $PORT',
    status: 2,
    line: "error: The port $PORT can't be used (EADDRINUSE).",
  },
  {
    trouble: 'The mock is asked to be another service',
    command: 'fillproof mock --profile relay',
    status: 2,
    line: 'error: mock runs the mock service: leave --profile out, or say --profile mock.',
  },
  {
    trouble: 'Node is too old for Hardhat',
    command: 'fillproof demo',
    status: 2,
    line: 'error: demo needs Node 22.13 or newer, found 20.19.0.',
    node: '20.19.0',
  },
  {
    trouble: 'Node is too old for everything',
    command: 'fillproof check records.ndjson',
    status: 2,
    line: 'error: fillproof needs Node 20.19 or newer, found 18.20.8.',
    node: '18.20.8',
    isProcess: true,
  },
]

export const troubles: readonly Trouble[] = [
  ...ofService,
  ...ofAuthorize,
  ...ofWatch,
  ...ofCheck,
  ...ofRecipients,
  ...ofDeploy,
  ...ofMock,
]

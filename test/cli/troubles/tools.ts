import type { Trouble } from './types.js'

const deploy = 'fillproof deploy --rpc-url $RPC --config receiver.json'
const asAdmin = '--unlocked $ADMIN'

export const ofDeploy: Trouble[] = [
  {
    trouble: 'The node does not answer',
    command: `fillproof deploy --rpc-url $CLOSED --config receiver.json ${asAdmin}`,
    status: 3,
    line: 'error: The chain at $CLOSED could not be read: fetch failed',
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
    line: 'error: recipientRoot: the tree in "tree.json" belongs to the receiver $RECEIVER on chain 31102.',
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
    trouble: 'The address in the file of --record was edited',
    command: `${deploy} ${asAdmin} --check --record edited.json`,
    status: 2,
    line: 'error: The record edited.json is not the record of a deployment.',
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
    line: "error: The sources of project/contracts/AttestedOrderReceiver.sol:AttestedOrderReceiver could not be verified: $PORTAL answered with status 200 and no explorer's JSON.",
  },
]

export const ofInit: Trouble[] = [
  {
    trouble: 'The folder of a new project is below a file',
    command: 'fillproof init server recipients.txt/shop',
    status: 2,
    line: "error: The folder recipients.txt/shop can't be written: a part of the path is not a folder (ENOTDIR).",
    remedy: { command: 'fillproof init server shop', status: 0 },
  },
]

export const ofMock: Trouble[] = [
  {
    trouble: 'The port is in use',
    command: 'fillproof mock --port $PORT',
    status: 2,
    line: "error: The port $PORT can't be used (EADDRINUSE).",
  },
  {
    trouble: 'The mock is to listen on an address of another machine',
    command: 'fillproof mock --host 203.0.113.9',
    status: 2,
    line: 'error: --host must be an address of this machine, found "203.0.113.9".',
    isProcess: true,
  },
  {
    trouble: 'The mock is asked to be another service',
    command: 'fillproof mock --profile relay',
    status: 2,
    line: 'error: mock runs the mock service: leave --profile out, or pass --profile mock.',
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

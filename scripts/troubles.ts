/**
 * Prints the errors of `fillproof` for common problems: the command, the exit status, and the first line of the error.
 * `test/cli/troubles.test.ts` runs each one, and the commands that an error suggests.
 *
 * `$SERVICE`, `$RPC`, `$RECEIVER`, `$ADMIN` and `$PORT` are those of `fillproof mock`, and `$ID` is a request that the
 * mock does not know. Nothing listens at `$CLOSED`. A login page answers at `$PORTAL`, a redirect at `$REDIRECT`, and
 * status 503 at `$BUSY`.
 *
 * Run: `node --import tsx scripts/troubles.ts`.
 */
import { troubles } from '../test/cli/troubles/table.js'

for (const { trouble, command, status, line } of troubles) {
  console.log(`${trouble}\n  $ ${command}\n  ${status} ${line}`)
}

/**
 * Prints what `fillproof` says when something ordinary goes wrong: the command, the exit status, and the first line of
 * the error. `test/cli/troubles.test.ts` runs each, and the commands that an error suggests.
 *
 * `$SERVICE`, `$RPC`, `$RECEIVER`, `$ADMIN` and `$PORT` are those of `fillproof mock`, and `$ID` is a request that it does
 * not know. At `$CLOSED` nothing listens, at `$PORTAL` a login page answers, at `$REDIRECT` a redirect, and at `$BUSY`
 * status 503.
 *
 * Run: `node --import tsx scripts/troubles.ts`.
 */
import { troubles } from '../test/cli/troubles/table.js'

for (const { trouble, command, status, line } of troubles) {
  console.log(`${trouble}\n  $ ${command}\n  ${status} ${line}`)
}

/**
 * Compares the relay profile's chains with an answer of the service's GET /chains, and prints what differs.
 *
 * Run: `node --import tsx scripts/compareChains.ts chains.json`. Exits with 1 if anything differs, with 2 if the file has no such answer.
 */
import { readFileSync } from 'node:fs'
import { parseJson } from '../src/base/parseJson.js'
import { relayProfile } from '../src/service/profile/relayProfile.js'
import { chainsSchema } from '../src/service/resources/chain.js'
import { compareChains } from './chains/compareChains.js'

const [path] = process.argv.slice(2)
if (path === undefined) {
  console.error('Name the file with the answer of GET /chains.')
  process.exit(2)
}
const answer = chainsSchema.safeParse(parseJson(readFileSync(path, 'utf8')))
if (!answer.success) {
  console.error(`${path} has no answer of GET /chains: ${answer.error.issues[0]?.message}`)
  process.exit(2)
}
const differences = compareChains(relayProfile, answer.data.chains)
for (const { chain, field, found, listed } of differences) {
  console.log(`${chain}: ${field} is ${found} in the profile, and ${listed} in the answer`)
}
console.log(`${answer.data.chains.length} chains compared, ${differences.length} differences`)
process.exitCode = differences.length > 0 ? 1 : 0

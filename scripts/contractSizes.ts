/**
 * Prints the onchain size of each deployable contract. Exit status 1 when one is above the limit.
 *
 * Run: `node --import tsx scripts/contractSizes.ts`, after a build.
 */
import Table from 'cli-table3'
import { limit, readContractSizes } from './sizes/readContractSizes.js'

const sizes = await readContractSizes()
const table = new Table({ head: ['contract', 'bytes', 'left', 'optimizer runs'] })
table.push(...sizes.map(({ name, bytes, runs }) => [name, bytes, limit - bytes, runs]))
console.log(`${table}\nat most ${limit} bytes each`)

const large = sizes.filter(({ bytes }) => bytes > limit)
for (const { name, bytes } of large) console.error(`${name} is ${bytes - limit} bytes too large`)
process.exitCode = large.length ? 1 : 0

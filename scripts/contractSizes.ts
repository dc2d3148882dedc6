/**
 * Prints the onchain size of each deployable contract. Exit status 1 if a contract is above its limit.
 *
 * Run: `node --import tsx scripts/contractSizes.ts`, after a build.
 */
import Table from 'cli-table3'
import { limitOf, readContractSizes } from './sizes/readContractSizes.js'

const sizes = await readContractSizes()
const table = new Table({ head: ['contract', 'bytes', 'left', 'optimizer runs'] })
table.push(...sizes.map(({ name, bytes, runs }) => [name, bytes, limitOf(name) - bytes, runs]))
console.log(String(table))

const large = sizes.filter(({ name, bytes }) => bytes > limitOf(name))
for (const { name, bytes } of large) console.error(`${name} is ${bytes - limitOf(name)} bytes too large`)
process.exitCode = large.length ? 1 : 0

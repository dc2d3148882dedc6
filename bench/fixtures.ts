/**
 * Times `fillproof.loadFixture` of the Hardhat plugin: a fixture, then a fill and a restore, 100 times.
 *
 * Run: `node --import tsx bench/fixtures.ts [RUNS]`. Prints one line of JSON, in milliseconds.
 */
import { createHardhatRuntimeEnvironment } from 'hardhat/hre'
import fillproofPlugin from '../src/hardhat/index.js'

const runs = Number(process.argv[2] ?? 100)
const recipient = '0x00000000000000000000000000000000000000aa'

// Nothing is compiled. This repository's own artifacts would only be loaded to decode traces.
const paths = { artifacts: './cache/bench/artifacts', cache: './cache/bench/cache' }
const { network } = await createHardhatRuntimeEnvironment(
  { plugins: [fillproofPlugin], paths },
  {},
  import.meta.dirname,
)
const connection = await network.create()
const { fillproof } = connection

async function allowed() {
  await fillproof.allowRecipient(recipient)
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const startMs = await time(() => fillproof.start())
const firstMs = await time(() => fillproof.loadFixture(allowed))
const fills: number[] = []
const restores: number[] = []
for (let run = 0; run < runs; run++) {
  fills.push(await time(() => fillproof.fill({ recipient, amount: 1n })))
  restores.push(await time(() => fillproof.loadFixture(allowed)))
}
await connection.close()

const summary = (values: number[]) => {
  const sorted = values.toSorted((one, other) => one - other)
  return {
    median: Math.round(sorted[Math.floor(sorted.length / 2)]!),
    worst: Math.round(sorted.at(-1)!),
  }
}
console.log(
  JSON.stringify({
    runs,
    startMs: Math.round(startMs),
    firstMs: Math.round(firstMs),
    fillMs: summary(fills),
    restoreMs: summary(restores),
  }),
)

import { appendFileSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import type { Address } from 'viem'
import { createBatchVerifier } from '../../src/batch/createBatchVerifier.js'
import {
  type BatchBackend,
  type BatchResult,
  batchBackends,
  type RecordResult,
} from '../../src/batch/types.js'
import { count } from '../support/deep.js'
import { generatedSolver, generateLines, joinLines } from './generateLines.js'
import { mutateLines } from './mutateLines.js'
import { recoverByViem, verifyLineAsLibrary } from './reference.js'

const records = count({ normal: 300, deep: 100_000 })
/** Threads pay for many records alone; that they change nothing has its own test. */
const threads = count({ normal: 0, deep: 1 })
const mutants = count({ normal: 400, deep: 40_000 })
const publicSolver = '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'

/** The number verified at once, small so that a failing line is easy to find. */
const mutantsAtOnce = 400

type CorpusEntry = { name: string; status: string; line?: string; base64?: string }

const corpusPath = new URL('../vectors/batch-corpus.ndjson', import.meta.url)
const corpus: CorpusEntry[] = readFileSync(corpusPath, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))

async function verifyLines(
  lines: readonly Buffer[],
  backend: BatchBackend,
  solvers: readonly Address[],
): Promise<BatchResult[]> {
  const verifier = createBatchVerifier({ solvers, backend, threads })
  try {
    const results: BatchResult[] = []
    for await (const result of verifier.verifyMany(joinLines(lines))) results.push(result)
    return results
  } finally {
    await verifier.close()
  }
}

/** All three backends, and the library over viem, say the same of every line. */
async function expectAgreement(lines: readonly Buffer[], solver: Address): Promise<BatchResult[]> {
  const all = await Promise.all(batchBackends.map((backend) => verifyLines(lines, backend, [solver])))
  const [first = []] = all
  expect(first).to.have.length(lines.length)
  for (const [index, line] of lines.entries()) {
    const library: RecordResult = await verifyLineAsLibrary(line, { solver: [solver] })
    const text = line.toString().slice(0, 2000)
    for (const results of all) expect(results[index], text).to.deep.equal({ index, ...library })
    if (library.status === 'valid') expect(await recoverByViem(line), text).to.equal(solver)
  }
  return first
}

const corpusLines = corpus.map(({ line, base64 }) =>
  base64 === undefined ? Buffer.from(line ?? '') : Buffer.from(base64, 'base64'),
)

/** Before others: at the beginning of a source a byte order mark is no part of the line. */
const plainLine = Buffer.from('{}')

/** Adds the lines that are not verified alike to the corpus, so that they are tried again whenever the tests run. */
async function keepFinds(lines: readonly Buffer[], solver: Address): Promise<void> {
  for (const line of lines) {
    await expectAgreement([plainLine, line], solver).catch(async () => {
      const { status } = await verifyLineAsLibrary(line, { solver: [publicSolver] })
      const entry: CorpusEntry = { name: 'found by a mutation', status, base64: line.toString('base64') }
      appendFileSync(corpusPath, `${JSON.stringify(entry)}\n`)
    })
  }
}

describe('createBatchVerifier: agreement', function () {
  this.timeout(count({ normal: 60_000, deep: 60 * 60_000 }))

  it(`behavior: ${records} generated records, half of them damaged`, async () => {
    const results = await expectAgreement(generateLines(records, 1), generatedSolver)
    const statuses = results.map(({ status }) => status)
    const share = (status: string) => statuses.filter((each) => each === status).length / records
    // All three results occur often enough for the comparison to say something.
    expect(share('valid')).to.be.within(0.45, 0.75)
    expect(share('invalid')).to.be.within(0.05, 0.4)
    expect(share('malformed')).to.be.within(0.1, 0.4)
  })

  it('behavior: the corpus', async () => {
    const results = await expectAgreement(corpusLines, publicSolver)
    expect(corpus.length).to.be.at.least(60)
    expect(results.map(({ status }, index) => `${corpus[index]?.name}: ${status}`)).to.deep.equal(
      corpus.map(({ name, status }) => `${name}: ${status}`),
    )
  })
  it(`behavior: ${mutants} mutations of the corpus and of generated records`, async () => {
    const seeds = [...corpusLines, ...generateLines(40, 2)]
    for (let seed = 0; seed < mutants / mutantsAtOnce; seed++) {
      const lines = [plainLine, ...mutateLines(seeds, mutantsAtOnce, seed)]
      for (const solver of [publicSolver, generatedSolver] as const) {
        try {
          await expectAgreement(lines, solver)
        } catch (error) {
          await keepFinds(lines, solver)
          throw error
        }
      }
    }
  })
})

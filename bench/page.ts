/**
 * Measures how many records a second the page checks in this machine's browser, next to the batch verifier.
 *
 * Run: `npm run bench:page`, with `-- --json` for programs. It builds the page first.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBatchVerifier } from '../src/batch/createBatchVerifier.js'
import { generatedSolver, generateLines, joinLines } from '../test/batch/generateLines.js'
import { launchBrowser, openPage } from '../test/inspect/page/browser.js'
import { servePageFiles } from '../test/inspect/page/servePageFiles.js'

const distinct = 1_000
const times = 40
const bytes = Buffer.concat(Array(times).fill(joinLines(generateLines(distinct, 3))))
const folder = mkdtempSync(join(tmpdir(), 'fillproof-bench-'))
const path = join(folder, 'records.ndjson')
writeFileSync(path, bytes)

const [server, browser] = await Promise.all([servePageFiles(), launchBrowser()])
try {
  const result = {
    records: distinct * times,
    page: await measurePage(),
    command: await measureCommand(),
    cores: availableParallelism(),
    browser: browser.version(),
  }
  if (process.argv.includes('--json')) console.log(JSON.stringify(result))
  else {
    console.log(`${result.records} records, half of them damaged, on ${result.cores} cores`)
    console.log(`page, Chromium ${result.browser}: ${result.page} a second`)
    console.log(`fillproof check: ${result.command.perSecond} a second (${result.command.backend})`)
  }
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}

/** The page's own figure, of the second file: the first one loads the workers' code. */
async function measurePage(): Promise<number> {
  const { page, close } = await openPage(browser, server.url)
  await page.getByText('Connection').click()
  await page.getByLabel('Trusted solver').fill(generatedSolver)
  const check = async (file: string) => {
    await page.getByLabel('Check a file of records').setInputFiles(file)
    await page.locator('progress[value="1"]').waitFor({ timeout: 600_000 })
  }
  await check('test/vectors/records.ndjson')
  await page.evaluate(() => document.querySelector('#result')?.replaceChildren())
  await check(path)
  const rate = await page.locator('.facts > div', { hasText: 'per second' }).locator('dd').innerText()
  await close()
  return Number(rate.replaceAll(',', ''))
}

async function measureCommand() {
  const verifier = createBatchVerifier({ solvers: generatedSolver })
  const started = performance.now()
  let count = 0
  for await (const _ of verifier.verifyMany(bytes)) count += 1
  const perSecond = Math.round(count / ((performance.now() - started) / 1000))
  await verifier.close()
  return { perSecond, backend: verifier.backend }
}

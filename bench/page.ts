/**
 * Measures how many records a second the page checks in this machine's browser, next to the batch verifier, and the
 * most memory that the page and its workers take for a file and for one of a million records.
 *
 * Run: `node --import tsx bench/page.ts`, with `--json` for programs. It builds the page first. Memory needs Linux.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import '../scripts/buildPage.js'
import { createBatchVerifier } from '../src/batch/createBatchVerifier.js'
import { generatedSolver, generateLines, joinLines } from '../test/batch/generateLines.js'
import { launchBrowser, openPage } from '../test/page/browser.js'
import { servePageFiles } from '../test/page/servePageFiles.js'

type Run = { records: number; perSecond: number; mostMb: number | undefined }

const distinct = 1_000
const sampleMs = 100
const lines = joinLines(generateLines(distinct, 3))
const folder = mkdtempSync(join(tmpdir(), 'fillproof-bench-'))
const [server, browser] = await Promise.all([servePageFiles(), launchBrowser()])
const session = await browser.newBrowserCDPSession()
const { page } = await openPage(browser, server.url)
try {
  // The first file loads the workers' code.
  await check(page, 'test/vectors/records.ndjson')
  const short = await measurePage(40)
  const long = await measurePage(1_000)
  const command = await measureCommand(40)
  const result = { short, long, command, cores: availableParallelism(), browser: browser.version() }
  if (process.argv.includes('--json')) console.log(JSON.stringify(result))
  else {
    console.log(`half of the records are damaged; ${result.cores} cores, Chromium ${result.browser}`)
    for (const run of [short, long]) console.log(`page: ${describe(run)}`)
    console.log(`fillproof check: ${describe(command)} (${command.backend})`)
  }
} finally {
  await browser.close()
  await server.close()
  rmSync(folder, { recursive: true })
}

function describe({ records, perSecond, mostMb }: Run): string {
  const memory = mostMb === undefined ? '' : `, at most ${mostMb} MB`
  return `${records.toLocaleString('en')} records, ${perSecond.toLocaleString('en')} a second${memory}`
}

function repeat(times: number): Buffer {
  return Buffer.concat(Array(times).fill(lines))
}

async function check(page: Page, path: string): Promise<void> {
  await page.goto(server.url)
  await page.getByText('Connection').click()
  await page.getByLabel('Trusted solver').fill(generatedSolver)
  await page.getByLabel('Open a file').setInputFiles(path)
  await page.getByRole('heading', { name: /valid$/ }).waitFor({ timeout: 1_200_000 })
}

/** The page's own figure. */
async function measurePage(times: number): Promise<Run> {
  const path = join(folder, `${times}.ndjson`)
  writeFileSync(path, repeat(times))
  const samples: number[] = []
  const sampling = setInterval(async () => samples.push(await readMemory()), sampleMs)
  await check(page, path)
  clearInterval(sampling)
  const shown = await page.locator('.counts > div', { hasText: 'per second' }).locator('dd').innerText()
  const perSecond = Number(shown.replaceAll(',', ''))
  const mostMb = process.platform === 'linux' ? Math.max(...samples) : undefined
  return { records: distinct * times, perSecond, mostMb }
}

/** Resident megabytes of the largest renderer, which holds the page and its workers. The browser keeps spare ones. */
async function readMemory(): Promise<number> {
  if (process.platform !== 'linux') return 0
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const kilobytes = renderers.map(({ id }) => {
    const [, size] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? []
    return Number(size)
  })
  return Math.round(Math.max(...kilobytes) / 1000)
}

async function measureCommand(times: number): Promise<Run & { backend: string }> {
  const verifier = createBatchVerifier({ solvers: generatedSolver })
  const started = performance.now()
  let records = 0
  for await (const _ of verifier.verifyMany(repeat(times))) records += 1
  const perSecond = Math.round(records / ((performance.now() - started) / 1000))
  await verifier.close()
  return { records, perSecond, mostMb: undefined, backend: verifier.backend }
}

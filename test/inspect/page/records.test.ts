import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { relayProfile } from '../../../src/index.js'
import { generatedSolver, generateLines, joinLines } from '../../batch/generateLines.js'
import { buildCli, removeCli } from '../../support/buildCli.js'
import { launchBrowser, openPage, type WatchedPage } from './browser.js'
import { type StaticServer, servePageFiles } from './servePageFiles.js'

const relaySolver = relayProfile.solvers!.evm

describe('records on the page', () => {
  let browser: Browser
  let server: StaticServer
  let folder: string
  let opened: WatchedPage
  let lines: Buffer[]
  before(async function () {
    this.timeout(300_000)
    lines = generateLines(20_000, 20)
    browser = await launchBrowser()
    server = await servePageFiles()
    folder = mkdtempSync(join(tmpdir(), 'fillproof-page-'))
    await buildCli()
  })
  beforeEach(async () => {
    opened = await openPage(browser, server.url)
  })
  afterEach(() => opened.close())
  after(async () => {
    await browser?.close()
    await server?.close()
    await removeCli()
    rmSync(folder, { recursive: true, force: true })
  })

  const write = (name: string, content: string | Buffer) => {
    const path = join(folder, name)
    writeFileSync(path, content)
    return path
  }

  it('default: the counts and the first broken lines of `check`, on 20,000 generated lines', async () => {
    const path = write('generated.ndjson', joinLines(lines))
    const expected = await check(path, generatedSolver)
    await trust(opened.page, generatedSolver)
    expect(await drop(opened.page, path)).to.deep.equal(expected)
    expect(opened.problems).to.deep.equal([])
  }).timeout(300_000)

  it('behavior: the kept corpus of damaged records, gzip and a file without a last line feed', async () => {
    const kept = readFileSync('test/vectors/batch-corpus.ndjson', 'utf8').trimEnd().split('\n')
    const corpus = Buffer.concat(
      kept.flatMap((text) => {
        const { line, base64 } = JSON.parse(text)
        return [base64 ? Buffer.from(base64, 'base64') : Buffer.from(line), Buffer.from('\n')]
      }),
    )
    const expected = await check(write('corpus.ndjson', corpus), relaySolver)
    expect(await drop(opened.page, write('whole.ndjson', corpus.subarray(0, -1)))).to.deep.equal(expected)
    expect(await drop(opened.page, write('corpus.ndjson.gz', gzipSync(corpus)))).to.deep.equal(expected)
  })

  it('behavior: a line of the file can be inspected', async () => {
    await drop(opened.page, 'test/vectors/records.ndjson')
    await opened.page.getByRole('button', { name: 'Inspect line' }).first().click()
    await opened.page.getByText('Done.', { exact: true }).waitFor()
    expect(await opened.page.locator('.verdict').count()).to.equal(1)
  })

  it('behavior: a long file is streamed, and memory stays level', async () => {
    const path = write('long.ndjson', Buffer.from(`${'x'.repeat(999)}\n`.repeat(100_000)))
    const session = await opened.page.context().newCDPSession(opened.page)
    const heap = async () => {
      await session.send('HeapProfiler.collectGarbage')
      return (await session.send('Runtime.getHeapUsage')).usedSize
    }
    await drop(opened.page, 'test/vectors/records.ndjson')
    const before = await heap()
    const { malformed } = await drop(opened.page, path)
    expect(malformed).to.equal('100,000')
    expect((await heap()) - before).to.be.below(2 ** 23)
  }).timeout(120_000)

  it('error: a file that is no gzip, and a line over 1 MiB', async () => {
    const broken = write('broken.gz', 'no gzip')
    await opened.page.getByLabel('Check a file of records').setInputFiles(broken)
    await opened.page.getByRole('alert').waitFor()
    const long = write('line.ndjson', `${'1'.repeat(3 * 2 ** 20)}\n{}\n`)
    const { malformed, broken: lines } = await drop(opened.page, long)
    expect(malformed).to.equal('2')
    expect(lines[0]).to.include('longer than 1 MiB')
  })
})

type Shown = { records: string; valid: string; invalid: string; malformed: string; broken: string[] }

async function trust(page: Page, solver: string): Promise<void> {
  await page.getByText('Connection').click()
  await page.getByLabel('Trusted solver').fill(solver)
}

/** What the page shows of a file, when it has read all of it. */
async function drop(page: Page, path: string): Promise<Shown> {
  await page.getByLabel('Check a file of records').setInputFiles(path)
  await page.locator('progress[value="1"]').and(page.locator(':visible')).waitFor({ timeout: 250_000 })
  await page.getByText('Checked.', { exact: true }).waitFor()
  const facts = await page.locator('.records .facts > div').allInnerTexts()
  const shown = Object.fromEntries(facts.map((fact) => fact.split('\n')))
  const rows = await page.locator('.broken tbody tr').allInnerTexts()
  const broken = rows.map((row) => row.replace(/\s*Inspect$/, ''))
  const { records, valid, invalid, malformed } = shown
  return { records, valid, invalid, malformed, broken }
}

/** What the command says about the same file. */
async function check(path: string, solver: string): Promise<Shown> {
  const invalidPath = `${path}.invalid`
  const cli = await buildCli()
  const args = [cli, 'check', path, '--solver', solver, '--threads', '0', '--json', '--invalid', invalidPath]
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, (_error, stdout) => resolve(stdout))
  })
  const { total, ...counts } = JSON.parse(stdout)
  const format = (value: number) => value.toLocaleString('en-US')
  const broken = readFileSync(invalidPath, 'utf8')
    .split('\n')
    .slice(0, 20)
    .map((text) => JSON.parse(text))
    .map(({ line, status, reason }) => `${line}\t${status}\t${reason}`)
  return {
    records: format(total),
    valid: format(counts.valid),
    invalid: format(counts.invalid),
    malformed: format(counts.malformed),
    broken,
  }
}

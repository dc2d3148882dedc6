import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import type { Browser, Page } from 'playwright-core'
import { relayProfile } from '../../src/index.js'
import { generatedSolver, generateLines, joinLines } from '../batch/generateLines.js'
import { buildCli, removeCli } from '../support/buildCli.js'
import { setUpFolder } from '../support/makeFolder.js'
import { inspectText, launchBrowser, openPage, type WatchedPage } from './browser.js'
import { type StaticServer, servePageFiles } from './servePageFiles.js'

const relaySolver = relayProfile.solvers!.evm

describe('records on the page', () => {
  let browser: Browser
  let server: StaticServer
  const folder = setUpFolder()
  let opened: WatchedPage
  let lines: Buffer[]
  before(async function () {
    this.timeout(300_000)
    lines = generateLines(20_000, 20)
    browser = await launchBrowser()
    server = await servePageFiles()
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
  })

  const write = (name: string, content: string | Buffer) => {
    const path = folder.path(name)
    writeFileSync(path, content)
    return path
  }

  it('default: shows the counts and first broken lines of `check`, for 20,000 generated lines', async () => {
    const path = write('generated.ndjson', joinLines(lines))
    const expected = await check(path, generatedSolver)
    await trust(opened.page, generatedSolver)
    expect(await drop(opened.page, path)).to.deep.equal(expected)
    expect(opened.problems).to.deep.equal([])
  }).timeout(300_000)

  it('behavior: reads the corpus of damaged records, gzip, and a file without a final line feed', async () => {
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

  it('behavior: a line opens next to the file, and Back returns to it while the check continues', async () => {
    const { page, problems } = opened
    const path = write('many.ndjson', joinLines(Array(3).fill(lines).flat()))
    await trust(page, generatedSolver)
    await page.getByLabel('Open a file').setInputFiles(path)
    const inspect = page.getByRole('button', { name: /^Inspect line/ })
    const row = await inspect.first().elementHandle()
    for (let click = 0; click < 3; click++) {
      await row!.click()
      await page.locator('#result .card').waitFor()
      expect(await page.locator('#records').isVisible()).to.equal(true)
      await page.goBack()
      await page.locator('#result').waitFor({ state: 'hidden' })
    }
    expect(await page.locator('.headline h2').first().innerText()).to.equal('Checking')
    await page.getByRole('heading', { name: /of 60,000 are not valid/ }).waitFor({ timeout: 200_000 })
    expect(await row!.evaluate((button) => button.isConnected)).to.equal(true)
    await page.goForward()
    await page.locator('#result .card').waitFor()
    expect(problems).to.deep.equal([])
  }).timeout(300_000)

  it('behavior: groups the reasons, and offers the invalid lines as the file of `--invalid`', async () => {
    const { page } = opened
    const path = write('some.ndjson', joinLines(lines.slice(0, 2_000)))
    await trust(page, generatedSolver)
    await drop(page, path)
    await page.getByText('Reasons', { exact: true }).click()
    const groups = await page.locator('.groups').first().locator('li').allInnerTexts()
    expect(groups.length).to.be.within(2, 51)
    const saving = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Save the [\d,]+ lines$/ }).click()
    const saved = readFileSync((await (await saving).path())!, 'utf8')
    await check(path, generatedSolver)
    expect(saved).to.equal(readFileSync(`${path}.invalid`, 'utf8'))
  }).timeout(60_000)

  it('behavior: a check can be canceled and announces at most ten updates', async () => {
    const { page } = opened
    const said: string[] = []
    await page.exposeFunction('heard', (text: string) => said.push(text))
    await page.evaluate(() => {
      const status = document.querySelector('#status') as HTMLElement
      const heard = (globalThis as unknown as { heard(text: string): void }).heard
      new MutationObserver(() => heard(status.textContent)).observe(status, { childList: true })
    })
    const path = write('more.ndjson', joinLines(Array(2).fill(lines).flat()))
    await page.getByLabel('Open a file').setInputFiles(path)
    await page.getByText(/left$/).waitFor()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: /^Canceled after/ }).waitFor()
    await page.goto(server.url)
    await page.getByLabel('Open a file').setInputFiles(path)
    await page.getByRole('heading', { name: /are not valid/ }).waitFor({ timeout: 120_000 })
    expect(said.filter((text) => text.startsWith('Checking'))).to.have.length.within(0, 9)
  }).timeout(200_000)

  it('behavior: shows the command for a long file, whatever its name', async () => {
    const { page } = opened
    const path = write("it's long.ndjson", Buffer.alloc(51_000_000, `${'x'.repeat(999)}\n`))
    await page.getByLabel('Open a file').setInputFiles(path)
    const shown = await page.locator('.command code').innerText()
    expect(shown).to.equal(`npx fillproof check './it'\\''s long.ndjson' --solver ${relaySolver}`)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }).timeout(60_000)

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

  it('error: a file that is not gzip, and a line over 1 MiB', async () => {
    const broken = write('broken.gz', 'no gzip')
    await opened.page.getByLabel('Open a file').setInputFiles(broken)
    await opened.page.getByRole('heading', { name: 'Nothing found' }).waitFor()
    await opened.page.goto(server.url)
    const long = write('line.ndjson', `${'1'.repeat(3 * 2 ** 20)}\n{}\n`)
    const { malformed, broken: lines } = await drop(opened.page, long)
    expect(malformed).to.equal('2')
    expect(lines[0]).to.include('longer than 1 MiB')
  })
})

type Shown = { records?: string; valid?: string; invalid?: string; malformed?: string; broken: string[] }

async function trust(page: Page, solver: string): Promise<void> {
  await inspectText(page, 'nothing')
  await page.getByText('Connection').click()
  await page.getByLabel('Trusted solver').fill(solver)
  await page.getByRole('button', { name: 'Inspect another' }).click()
}

/** Reads the report of a file, when the page has read all of it. */
async function drop(page: Page, path: string): Promise<Shown> {
  if (await page.getByLabel('Open a file').isHidden()) await page.goBack()
  await page.getByLabel('Open a file').setInputFiles(path)
  const title = page.locator('#records h2').filter({ hasText: /(valid|malformed)$|^No records$/ })
  await title.waitFor({ timeout: 250_000 })
  const facts = await page.locator('.counts > div').allInnerTexts()
  const shown = Object.fromEntries(facts.map((fact) => fact.split('\n')))
  const rows = await page.locator('.broken tbody tr').allInnerTexts()
  const broken = rows.map((row) => row.replace(/\s*Inspect$/, ''))
  const { records, valid, 'not valid': invalid, malformed } = shown
  return { records, valid, invalid, malformed, broken }
}

function shorten(reason: string): string {
  return reason.replace(
    /0x([0-9a-fA-F]{64}|[0-9a-fA-F]{40})(?![0-9a-fA-F])/g,
    (hex) => `${hex.slice(0, 6)}…${hex.slice(-4)}`,
  )
}

/** Runs the command on the same file. */
async function check(path: string, solver: string): Promise<Shown> {
  const invalidPath = `${path}.invalid`
  const cli = await buildCli()
  const args = [cli, 'check', path, '--solver', solver, '--threads', '0', '--json', '--invalid', invalidPath]
  const stdout = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, (_error, stdout) => resolve(stdout))
  })
  const { total, ...counts } = JSON.parse(stdout)
  const format = (value: number) => (value > 0 ? value.toLocaleString('en-US') : undefined)
  const broken = readFileSync(invalidPath, 'utf8')
    .split('\n')
    .slice(0, 20)
    .map((text) => JSON.parse(text))
    .map(({ line, status, reason }) => {
      const word = status === 'invalid' ? 'not valid' : status
      return `line ${line.toLocaleString('en-US')}\t${word}\t${shorten(reason)}`
    })
  return {
    records: format(total),
    valid: format(counts.valid),
    invalid: format(counts.invalid),
    malformed: format(counts.malformed),
    broken,
  }
}

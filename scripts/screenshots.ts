/**
 * Takes the pictures of docs/inspect.md, in light and in dark colors. The mock supplies the requests.
 *
 * Run: `node --import tsx scripts/screenshots.ts`. It builds the page first, and needs a browser. `--all FOLDER` writes
 * every outcome to the folder, at 1280 and at 360 pixels, instead of the pictures.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import './buildPage.js'
import { startMockService } from '../src/mock/index.js'
import { startCli } from '../test/cli/helpers.js'
import { chainsOf } from '../test/mock/helpers.js'
import { inspectText, launchBrowser, openPage } from '../test/page/browser.js'
import { servePageFiles } from '../test/page/servePageFiles.js'
import { scenarios } from '../test/report/outcomes/scenarios.js'

const mostBytes = 40_000
const folder = 'docs/images/inspect'

/** The outcomes in the pictures, by scenario. */
const names: Readonly<Record<string, string>> = {
  success: 'paid',
  returned: 'returned',
  'refunded, with a revert': 'refunded',
  'waiting for the authorization': 'waiting',
  forged: 'forged',
}

const [, all] = process.argv.slice(process.argv.indexOf('--all'))
const isAll = process.argv.includes('--all') && all !== undefined
const into = isAll ? all : folder
rmSync(into, { recursive: true, force: true })
mkdirSync(into, { recursive: true })
const [server, browser] = await Promise.all([servePageFiles(), launchBrowser()])
try {
  for (const isSlow of [false, true]) {
    const wanted = scenarios.filter(
      (scenario) => (scenario.isSlow === true) === isSlow && (isAll || scenario.name in names),
    )
    await showScenarios(browser, wanted, isSlow ? 60_000 : 0)
  }
  await showFile(browser, server.url)
} finally {
  await browser.close()
  await server.close()
}

async function showScenarios(
  browser: Browser,
  wanted: typeof scenarios,
  statusDelayMs: number,
): Promise<void> {
  const mock = await startMockService(statusDelayMs > 0 ? { statusDelayMs } : {})
  const [origin, destination] = chainsOf(mock)
  const nodes = ['--rpc-url', destination.rpcUrl, '--origin-rpc-url', origin.rpcUrl]
  const service = ['--url', mock.url, '--solver', mock.solver, '--receiver', destination.receiver]
  const cli = startCli(['inspect', '--json', '--profile', 'mock', ...service, ...nodes], {
    FILLPROOF_API_KEY: mock.apiKey,
  })
  const { page, close } = await openPage(browser, JSON.parse(await cli.firstLine).url)
  try {
    for (const { name, make } of wanted) {
      const snapshot = statusDelayMs > 0 ? undefined : await mock.control.snapshot()
      const made = await make({ mock, form: 'specification' })
      await inspectText(page, `${made.id}\n${JSON.stringify(made.quote)}`)
      await shoot(page, isAll ? name.replaceAll(/\W+/g, '-') : (names[name] as string))
      if (snapshot) await mock.control.restore(snapshot)
    }
  } finally {
    await close()
    cli.child.kill('SIGTERM')
    await mock.close()
  }
}

async function showFile(browser: Browser, url: string): Promise<void> {
  const { page, close } = await openPage(browser, `${url}#try=file`)
  await page.getByRole('heading', { name: 'malformed' }).waitFor()
  await shoot(page, 'file')
  await close()
}

/** Takes a picture in both colors. */
async function shoot(page: Page, name: string): Promise<void> {
  const widths = name === 'paid' ? [900, 360] : [900]
  for (const width of isAll ? [1280, 360] : widths) {
    await page.setViewportSize({ width, height: isAll ? (width < 500 ? 740 : 800) : 430 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(() => window.scrollTo(0, 0))
      if (isAll) await page.screenshot({ path: join(into, `${name}-${width}-${colorScheme}.png`) })
      else if (width < 500) await shootCard(page, join(into, `${name}-narrow-${colorScheme}.webp`), 2)
      else await shootCard(page, join(into, `${name}-${colorScheme}.webp`))
    }
  }
}

/** WebP needs a third of the bytes of PNG. */
async function shootCard(page: Page, path: string, scale = 1): Promise<void> {
  const box = await page.locator('.card:visible').boundingBox()
  if (!box) throw new Error(`There is no card for ${path}.`)
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: scale > 1 ? 60 : 80, captureBeyondViewport: true },
    clip: { ...box, scale },
  })
  await session.detach()
  const bytes = Buffer.from(data, 'base64')
  if (bytes.length > mostBytes)
    throw new Error(`${path} has ${bytes.length} bytes, and may have ${mostBytes}.`)
  writeFileSync(path, bytes)
}

import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import axe from 'axe-core'
import { expect } from 'chai'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']

/** The browser of `CHROMIUM_PATH`, or one of the usual names on the path. */
function findBrowser(): string {
  const { CHROMIUM_PATH, PATH = '' } = process.env
  if (CHROMIUM_PATH) return CHROMIUM_PATH
  const paths = PATH.split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)))
  const found = paths.find(isExecutable)
  if (found) return found
  throw new Error(
    'No browser is found. Install one: apt-get install -y chromium fonts-dejavu-core. Or set CHROMIUM_PATH.',
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Starts the browser. Its sandbox needs another user than root. */
export function launchBrowser(): Promise<Browser> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: findBrowser(), args })
}

export type WatchedPage = {
  page: Page
  /** Every URL that the page asked for. */
  requests: string[]
  /** Every message of the console that is no plain output, and every error of the page. */
  problems: string[]
  close(): Promise<void>
}

/** Opens a page and records what it asks for and what it complains about. */
export async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const context = await browser.newContext({ locale: 'en-US', timezoneId: 'UTC', ...options })
  const requests: string[] = []
  const problems: string[] = []
  watch(context, requests, problems)
  const page = await context.newPage()
  await page.goto(url)
  return { page, requests, problems, close: () => context.close() }
}

function watch(context: BrowserContext, requests: string[], problems: string[]): void {
  context.on('request', (request) => requests.push(request.url()))
  context.on('console', (message) => {
    if (['error', 'warning', 'assert'].includes(message.type())) problems.push(message.text())
  })
  context.on('weberror', (error) => problems.push(String(error.error())))
  context.on('dialog', (dialog) => problems.push(`dialog: ${dialog.message()}`))
}

/** Asks about a text and waits for the answer. */
export async function inspectText(page: Page, text: string): Promise<void> {
  const field = page.getByLabel('Request id, record')
  if (await field.isHidden()) await page.getByRole('button', { name: 'Inspect another' }).click()
  await page.locator('#result').evaluate((result) => result.replaceChildren())
  await field.fill(text)
  await page.getByRole('button', { name: 'Inspect', exact: true }).first().click()
  await page.locator('#result .card').waitFor()
}

/** Nothing overflows, and axe finds no violation of WCAG A or AA. */
export async function expectAccessible(page: Page): Promise<void> {
  const root = page.locator('html')
  const { scrollWidth, clientWidth } = await root.evaluate(({ scrollWidth, clientWidth }) => ({
    scrollWidth,
    clientWidth,
  }))
  expect(scrollWidth).to.be.at.most(clientWidth)
  // The page's own policy forbids other scripts; the browser's debugger may run them.
  await page.evaluate(axe.source)
  const violations = await page.evaluate(async () => {
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const report = await (globalThis as unknown as { axe: typeof axe }).axe.run({ runOnly })
    return report.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  })
  expect(violations).to.deep.equal([])
}

/** Counts the printed pages. */
export async function countPages(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  return pdf.match(/\/Type \/Page\b/g)?.length ?? 0
}

/** Nothing that is only reported has the mark or the color of what is signed or measured. */
export async function expectProven(page: Page): Promise<void> {
  const result = page.locator('#result')
  const sourcesOf = (marked: string) => result.locator(marked).allInnerTexts()
  for (const source of await sourcesOf('.lines .yes .source')) expect(source).to.match(/^(signed|measured)$/)
  expect(await result.locator('.lines .yes:not(:has(.source))').count()).to.equal(0)
  for (const stage of await sourcesOf('.cycle .done')) expect(stage).to.match(/signed|measured/)
  for (const row of await sourcesOf('.rows .passed .answer')) expect(row).not.to.include('reported')
  for (const says of await sourcesOf('.card.good .headline span'))
    expect(says).to.equal('measured on the chain')
}

import { expect } from 'chai'
import type { Browser, Locator, Page } from 'playwright-core'
import { inspectText, launchBrowser, openPage } from './browser.js'
import { type StaticServer, servePageFiles } from './servePageFiles.js'

/** What a click does, by the beginning of a control's name. It rejects where nothing happens. */
type Effects = Record<string, (page: Page, control: Locator) => Promise<unknown>>

const untouched = 'not copied yet'

const chooses: Effects[string] = async (page, control) =>
  Promise.all([page.waitForEvent('filechooser'), control.click()])
const focuses: Effects[string] = async (_, control) => {
  await control.click()
  expect(await control.evaluate((field) => field === document.activeElement)).to.equal(true)
}
const opens: Effects[string] = async (_, control) => {
  const isOpen = () => control.evaluate(({ parentElement }) => (parentElement as HTMLDetailsElement).open)
  const before = await isOpen()
  await control.click()
  expect(await isOpen()).to.equal(!before)
}
const shows =
  (heading: string): Effects[string] =>
  async (page, control) => {
    await control.click()
    await page.getByRole('heading', { name: heading }).waitFor()
  }
const copies =
  (expected: RegExp): Effects[string] =>
  async (page, control) => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), untouched)
    await control.click()
    await page.waitForFunction(async (text) => (await navigator.clipboard.readText()) !== text, untouched)
    expect(await page.evaluate(() => navigator.clipboard.readText())).to.match(expected)
  }
const saves =
  (expected: RegExp): Effects[string] =>
  async (page, control) => {
    const [download] = await Promise.all([page.waitForEvent('download'), control.click()])
    const chunks = await (await download.createReadStream()).toArray()
    expect(Buffer.concat(chunks).toString()).to.match(expected)
  }
const asks: Effects[string] = async (page, control) => {
  await control.click()
  await page.getByText('There is no text.').waitFor()
}
const changes: Effects[string] = async (page, control) => {
  await control.click()
  await page.locator('#form').waitFor()
  expect(await page.evaluate(() => document.activeElement?.id)).to.equal('text')
}

const answers: Effects[string] = async (page, control) => {
  await page.locator('#result .card').evaluate((card) => card.classList.add('old'))
  await control.click()
  await page.locator('#result .card:not(.old)').waitFor()
}

const genuine = 'Genuine, outcome unknown'
const copiesLink = copies(/^http.*#evidence=/)
const answered: Effects = {
  'Inspect another': changes,
  'Copy link': copiesLink,
  'Copy 0x': copies(/^0x([0-9a-fA-F]{40}|[0-9a-fA-F]{64})$/),
  'Save report': saves(/^<!doctype html>.*enuine/s),
  'Save JSON': saves(/"genuine": (true|false)/),
  'Signed words': opens,
  'Raw bytes': opens,
  Connection: opens,
}
const form: Effects = {
  ...{ 'Inspect again': answers, Profile: focuses, Layout: focuses, 'Service URL': focuses },
  ...{ 'Trusted solver': focuses, 'Node URL': focuses, Receiver: focuses, 'Origin node URL': focuses },
}
const views: Record<string, { open(page: Page): Promise<unknown>; effects: Effects }> = {
  'the first screen': {
    open: (page) => page.locator('#form').waitFor(),
    effects: {
      'Request id': focuses,
      Inspect: asks,
      'Open a file': chooses,
      'A genuine record': shows(genuine),
      'A forged record': shows('Not genuine'),
      'A file of records': shows('1 of 3 is malformed'),
    },
  },
  'the open connection': {
    open: async (page) => {
      await inspectText(page, 'nothing')
      await page.getByText('Connection').click()
    },
    effects: {
      ...{ 'Inspect another': changes, 'Copy link': copiesLink, Connection: opens, ...form },
    },
  },
  'a genuine record': {
    open: async (page) => inspectText(page, await fetchText(page, 'genuine.json')),
    effects: { ...answered, '2 passed': opens, ...form },
  },
  'text that is not evidence': {
    open: (page) => inspectText(page, 'nothing'),
    effects: { 'Inspect another': changes, 'Copy link': copiesLink, Connection: opens },
  },
  'a file': {
    open: async (page) => {
      await page.getByRole('link', { name: 'A file of records' }).click()
      await page.getByRole('heading', { name: '1 of 3 is malformed' }).waitFor()
    },
    effects: {
      'Inspect another': changes,
      'Save line 3': saves(/^\{"line":3,/),
      Connection: opens,
      'Inspect line 3': shows("Can't read this"),
    },
  },
}

const fetchText = (page: Page, name: string) =>
  page.evaluate(async (path) => (await fetch(path)).text(), name)

/** The visible controls, each with its name. */
async function listControls(page: Page): Promise<{ name: string; control: Locator }[]> {
  const controls = page.locator(
    'button, a[href], summary, input, select, textarea, [role=button], [tabindex="0"]',
  )
  const visible = (await controls.all()).map(async (control) => {
    const name = await control.evaluate((node) => {
      const [label] = (node as HTMLInputElement).labels ?? []
      const text = [...(label ?? node).childNodes].map((part) => (part === node ? '' : part.textContent))
      return node.getAttribute('aria-label') ?? text.join('').trim()
    })
    return (await control.isVisible()) ? [{ name, control }] : []
  })
  return (await Promise.all(visible)).flat()
}

const startOf = (name: string, effects: Effects) =>
  Object.keys(effects).find((start) => name.startsWith(start)) ?? name

describe('controls of the page', () => {
  let browser: Browser
  let server: StaticServer
  before(async () => {
    browser = await launchBrowser()
    server = await servePageFiles()
  })
  after(async () => {
    await browser?.close()
    await server?.close()
  })

  for (const [view, { open, effects }] of Object.entries(views)) {
    it(`${view} has exactly the expected controls, each with its effect`, async () => {
      const permissions = ['clipboard-read', 'clipboard-write']
      const { page, close } = await openPage(browser, server.url, { permissions })
      const begin = async () => {
        await page.goto(server.url)
        await open(page)
        return listControls(page)
      }
      const found = (await begin()).map(({ name }) => startOf(name, effects))
      expect([...new Set(found)]).to.have.members(Object.keys(effects))
      for (const [index, start] of found.entries())
        await effects[start]?.(page, (await begin())[index]!.control)
      await close()
    }).timeout(120_000)
  }
})

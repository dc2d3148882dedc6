import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { keccak256, stringToBytes } from 'viem'
import { readVector } from '../../support/vectors.js'
import { inspectText, openPage } from './browser.js'

/** A picture of the docs, and the evidence that it shows. */
export type Picture = {
  name: string
  evidence: string
  show(page: Page): Promise<void>
  colorScheme: 'light' | 'dark'
}

export const pictureFolder = 'docs/images/inspect'

/** One moment, so that times look the same whenever the picture is taken. */
const now = new Date('2026-11-22T12:00:00Z')

const recordsPath = 'test/vectors/records.ndjson'
const { record } = readVector('attestation-v1-live')
const { quote } = readVector('quote-call-live')

export const pictures: readonly Picture[] = [
  showText('record', JSON.stringify(record), 'light'),
  showText('invalid', JSON.stringify({ ...record, requestId: `0x${'12'.repeat(32)}` }), 'dark'),
  showText('quote', JSON.stringify(quote), 'light'),
  { name: 'records', evidence: readFileSync(recordsPath, 'utf8'), show: showFile, colorScheme: 'light' },
]

function showText(name: string, evidence: string, colorScheme: Picture['colorScheme']): Picture {
  return { name, evidence, colorScheme, show: (page) => inspectText(page, evidence) }
}

async function showFile(page: Page): Promise<void> {
  await page.getByLabel('Check a file of records').setInputFiles(recordsPath)
  await page.getByText('Checked.', { exact: true }).waitFor()
}

/** Opens the page as in a picture. `record` is the hash of the evidence, and what a screen reader is told. */
export async function showPicture(browser: Browser, url: string, { evidence, show, colorScheme }: Picture) {
  const { page, close } = await openPage(browser, url, {
    colorScheme,
    viewport: { width: 1200, height: 800 },
  })
  await page.clock.setFixedTime(now)
  await show(page)
  const snapshot = await page.locator('#result').ariaSnapshot()
  // The rate differs from run to run.
  const steady = snapshot.replace(/(- term: (?:seconds|per second)\n\s*- definition: ).*/g, '$1…')
  const record = `# evidence: ${keccak256(stringToBytes(evidence))}\n${steady}\n`
  return { page, record, close }
}

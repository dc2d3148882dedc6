import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import type { MockService } from '../../src/mock/index.js'
import { startMockService } from '../../src/mock/index.js'
import { startCli } from '../cli/helpers.js'
import { chainsOf } from '../mock/helpers.js'
import { scenarios } from '../report/outcomes/scenarios.js'
import {
  countPages,
  expectAccessible,
  expectProven,
  inspectText,
  launchBrowser,
  openPage,
  type WatchedPage,
} from './browser.js'

/** The headline, who says it, and the beginnings of the three lines. */
const firstScreens: Record<string, [headline: string, says: string, ...lines: string[]]> = {
  success: ['Paid', 'measured on the chain', 'Genuine', 'Paid', 'Settled'],
  returned: [
    'Not paid, returned on the destination chain',
    'measured on the chain',
    ...['Genuine', 'Returned', 'Settled'],
  ],
  'refunded, with a revert': [
    'Refunded on the origin chain',
    'reported by the service',
    ...['Genuine', 'Not paid', 'Refund'],
  ],
  'refunded, without a revert': [
    'Refunded on the origin chain',
    'reported by the service',
    ...['Genuine', 'Not paid', 'Refund'],
  ],
  'short fill refunded': [
    'Refunded on the origin chain',
    'reported by the service',
    ...['Genuine', 'Not paid', 'Refund'],
  ],
  failed: ['Failed, not refunded', 'reported by the service', 'Genuine', 'Not paid', 'Failure'],
  'waiting for the deposit': [
    'Waiting for the authorization, then the deposit',
    'authorization measured, deposit reported',
    ...['Genuine', 'Not paid yet', 'Status'],
  ],
  'waiting for the deposit, authorized': [
    'Waiting for the deposit',
    'authorization measured, deposit reported',
    ...['Genuine', 'Not paid yet', 'Status'],
  ],
  'waiting for the authorization': [
    'Deposited, not authorized',
    'authorization measured, deposit reported',
    ...['Genuine', 'Not paid yet', 'Status'],
  ],
  'waiting for the fill': [
    'Waiting for the fill',
    'reported by the service',
    ...['Genuine', 'Not paid yet', 'Status'],
  ],
  expired: ['Expired, not paid', 'measured on the chain', 'Genuine', 'Not paid', 'Failure'],
  forged: ['Not genuine', 'checked against the signatures', 'Not genuine', 'Not paid', 'Status'],
  'high s': ['Not genuine', 'checked against the signatures', 'Not genuine', 'Not paid', 'Status'],
  'paid by a stranger': ['Paid by another account', 'measured on the chain', 'Genuine', 'Paid', 'Status'],
}

/** What else the page says, and who paid: named only if it is neither the solver nor its fill contract. */
const details: Record<string, RegExp> = {
  success: /^(?!.*paid by).*arrived at/s,
  returned:
    /Why: the call was not authorized when the payment came\..*⚠.*but the money was returned.*The receiver sent 0\.5 ETH to\s+0x\w{4}…\w{4}\s+on mockdestination\. To/s,
  'refunded, with a revert':
    /^(?!.*Settlement).*look for the money at\s+0x\w{4}…\w{4}\s+on mockorigin\. Wait until the admin unpauses/s,
  'refunded, without a revert': /on mockorigin\. To try again, get a new quote\./,
  'short fill refunded': /0\.499999999999999999 ETH is less than the minimum, 0\.5 ETH\.(?!.*token)/s,
  failed: /Why: the service gave no reason\. Its refund failed too: MANUAL_REFUND_REQUIRED\./,
  'waiting for the deposit': /\n(5\d min \d+ s|1 h 0 min) left to fill\n/,
  expired:
    /Why: the deadline was .* \(7 days ago\) by the chain's clock\..*deadline\s+(\S+ \S+ \S+ )?\S+\s+signed/s,
  forged: /which the contract does not list\..*The solver is 0xb04F…56cf/s,
  'paid by a stranger':
    /paid by 0x\w{4}…\w{4}\s*\(neither the solver nor .*Do not deposit.*Measured 1\d passed; settlement: \d failed/s,
}

const screens = [
  { width: 1280, height: 800 },
  { width: 360, height: 740 },
] as const

describe('page: the first screen of each outcome', () => {
  let browser: Browser
  let mock: MockService
  let slow: MockService
  const pages = new Map<MockService, WatchedPage>()
  const commands: ReturnType<typeof startCli>[] = []
  before(async function () {
    this.timeout(120_000)
    ;[browser, mock, slow] = await Promise.all([
      launchBrowser(),
      startMockService(),
      startMockService({ statusDelayMs: 60_000 }),
    ])
    for (const at of [mock, slow]) {
      const [origin, destination] = chainsOf(at)
      const node = ['--rpc-url', destination.rpcUrl, '--receiver', destination.receiver]
      const asked = ['--url', at.url, '--solver', at.solver, ...node, '--origin-rpc-url', origin.rpcUrl]
      const command = startCli(['inspect', '--json', '--profile', 'mock', ...asked], {
        FILLPROOF_API_KEY: at.apiKey,
      })
      commands.push(command)
      pages.set(at, await openPage(browser, JSON.parse(await command.firstLine).url))
    }
  })
  after(async () => {
    for (const { child } of commands) child.kill('SIGTERM')
    await Promise.all([browser?.close(), mock?.close(), slow?.close()])
  })

  for (const { name, isSlow, make } of scenarios) {
    it(`behavior: ${name}: the first screen shows what happened, who says so, and what to do`, async () => {
      const at = isSlow ? slow : mock
      const snapshot = isSlow ? undefined : await at.control.snapshot()
      const made = await make({ mock: at, form: 'specification' })
      const { page, problems } = pages.get(at)!
      const [headline, says, ...labels] = firstScreens[name]!
      for (const size of screens) {
        await page.setViewportSize(size)
        await page.emulateMedia({ colorScheme: size.width < 500 ? 'dark' : 'light' })
        await inspectText(page, `${made.id}\n${JSON.stringify(made.quote)}`)
        const card = page.getByRole('region', { name: 'Verdict' })
        expect(await card.getByRole('heading').innerText()).to.equal(headline)
        expect(await card.locator('.headline span').innerText()).to.equal(says)
        expect(await card.locator('.lines li > b').allInnerTexts()).to.deep.equal(labels)
        expect(await card.locator('.transfer .amount').innerText()).to.match(/^[\d.]+ ETH$/)
        const told = await card.locator('.next').innerText()
        expect(await card.locator('.command').count()).to.equal(told.includes('fillproof authorize') ? 1 : 0)
        if (name === 'waiting for the authorization')
          expect(await card.getAttribute('class')).to.equal('card back')
        const next = await card.locator('.next').boundingBox()
        expect(next!.y + next!.height, `${size.width}`).to.be.at.most(size.height)
        const times = await page
          .locator('.cycle time')
          .evaluateAll((shown) => shown.map((time) => time.getAttribute('datetime')))
        expect(times).to.deep.equal(times.toSorted())
        const ends = await card
          .locator('.source')
          .evaluateAll((pills) => pills.map((pill) => Math.round(pill.getBoundingClientRect().right)))
        expect(new Set(ends).size).to.equal(1)
        expect(await page.title()).to.include(headline)
        expect(await page.locator('#result').innerText()).to.match(details[name] ?? /./)
        expect(await card.evaluate((node) => node === document.activeElement)).to.equal(true)
        await expectProven(page)
        await expectAccessible(page)
      }
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('#colophon').innerText()).to.include(`receiver ${chainsOf(at)[1].receiver}`)
      expect(await countPages(page)).to.be.within(1, 2)
      await page.emulateMedia({ media: 'screen' })
      expect(problems).to.deep.equal([])
      if (snapshot) await at.control.restore(snapshot)
    })
  }
})

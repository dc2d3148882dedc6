import { join } from 'node:path'
import axe from 'axe-core'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../inspect/page/browser.js'

const built = join(import.meta.dirname, '../../site/dist')

describe("the site's pages", () => {
  let browser: Browser

  before(async () => {
    browser = await launchBrowser()
  })

  after(() => browser?.close())

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const name of [
      'index',
      'tasks/receive-fills',
      'api/fillproof/client/functions/payReceiver',
      'contracts/SignedOrderReceiver',
      'project/architecture',
    ]) {
      it(`${name}, ${colorScheme}: asks no other host, and passes axe`, async () => {
        const page = await browser.newPage({ colorScheme })
        const elsewhere: string[] = []
        await page.route('**', (route) => {
          const { host, pathname } = new URL(route.request().url())
          if (host === 'site') return route.fulfill({ path: join(built, pathname) })
          elsewhere.push(route.request().url())
          return route.abort()
        })
        await page.goto(`http://site/${name}.html`)
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).to.deep.equal([])
        expect(elsewhere).to.deep.equal([])
        await page.close()
      })
    }
  }
})

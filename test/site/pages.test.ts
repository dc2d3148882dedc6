import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../page/browser.js'

const built = join(import.meta.dirname, '../../site/dist')

describe("the site's pages", () => {
  let browser: Browser

  before(async () => {
    browser = await launchBrowser()
  })

  after(() => browser?.close())

  const screens = {
    light: { colorScheme: 'light' },
    dark: { colorScheme: 'dark' },
    phone: { viewport: { width: 360, height: 740 } },
  } as const
  for (const [screen, options] of Object.entries(screens)) {
    for (const name of [
      'index',
      'tasks/receive-fills',
      'verify',
      'guides/hardhat-3',
      'api/fillproof/client/functions/payReceiver',
      'contracts/SignedOrderReceiver',
      'project/architecture',
    ]) {
      it(`${name}, ${screen}: contacts no other host, cuts no line of code, and passes axe`, async () => {
        const page = await browser.newPage(options)
        const elsewhere: string[] = []
        await page.route('**', (route) => {
          const { host, pathname } = new URL(route.request().url())
          if (host === 'site') return route.fulfill({ path: join(built, pathname) })
          elsewhere.push(route.request().url())
          return route.abort()
        })
        await page.goto(`http://site/${name}.html`)
        // The switch of the colors has no name before its script has run.
        await page.waitForFunction(() => !document.querySelector('.VPSwitchAppearance[title=""]'))
        const wide = await page.evaluate(() =>
          [document.documentElement, ...document.querySelectorAll('.vp-doc pre')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
            .map(({ textContent }) => textContent.slice(0, 80)),
        )
        expect(wide).to.deep.equal([])
        await page.evaluate(axe.source)
        const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
        expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).to.deep.equal([])
        expect(elsewhere).to.deep.equal([])
        await page.close()
      })
    }
  }

  it('every link to a plain text leads to one, and home has one', () => {
    const pages = globSync('**/*.md', { cwd: built })
    expect(pages).to.include('index.md').and.have.length.above(200)
    const dead = ['llms.txt', ...pages].flatMap((page) => {
      const text = readFileSync(join(built, page), 'utf8').replaceAll(/^(```+)[\s\S]*?^\1$/gm, '')
      return [...text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].flatMap(([, link = '']) =>
        existsSync(join(built, link.startsWith('/') ? link : join(page, '..', link)))
          ? []
          : `${page}: ${link}`,
      )
    })
    expect(dead).to.deep.equal([])
  })
})

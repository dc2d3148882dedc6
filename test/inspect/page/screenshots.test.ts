import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser.js'
import { pictureFolder, pictures, showPicture } from './pictures.js'
import { type StaticServer, servePageFiles } from './servePageFiles.js'

describe('screenshots of docs/inspect.md', () => {
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

  for (const picture of pictures) {
    it(`${picture.name} shows what the page shows; scripts/screenshots.ts takes it again`, async () => {
      const { record, close } = await showPicture(browser, server.url, picture)
      await close()
      expect(record).to.equal(readFileSync(join(pictureFolder, `${picture.name}.yml`), 'utf8'))
      expect(existsSync(join(pictureFolder, `${picture.name}.png`))).to.equal(true)
      expect(readFileSync('docs/inspect.md', 'utf8')).to.include(`images/inspect/${picture.name}.png`)
    })
  }
})

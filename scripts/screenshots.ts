/**
 * Takes the pictures of docs/inspect.md, each with the page's ARIA snapshot and the hash of the evidence that it shows.
 *
 * Run: `node --import tsx scripts/screenshots.ts`. It builds the page first. The tests compare the snapshots and the
 * hashes, not the pictures.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import './buildPage.js'
import { launchBrowser } from '../test/inspect/page/browser.js'
import { pictureFolder, pictures, showPicture } from '../test/inspect/page/pictures.js'
import { servePageFiles } from '../test/inspect/page/servePageFiles.js'

mkdirSync(pictureFolder, { recursive: true })
const [server, browser] = await Promise.all([servePageFiles(), launchBrowser()])
try {
  for (const picture of pictures) {
    const { page, record, close } = await showPicture(browser, server.url, picture)
    await page.screenshot({ path: join(pictureFolder, `${picture.name}.png`), fullPage: true })
    writeFileSync(join(pictureFolder, `${picture.name}.yml`), record)
    await close()
  }
} finally {
  await browser.close()
  await server.close()
}

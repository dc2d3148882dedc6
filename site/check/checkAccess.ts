import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import axe from 'axe-core'
import { launchBrowser } from '../../test/inspect/page/browser.js'
import { built } from '../paths.js'

const pages = [
  'index',
  'tasks/receive-fills',
  'api/fillproof/client/functions/payReceiver',
  'contracts/SignedOrderReceiver',
]
const types = { html: 'text/html', css: 'text/css', js: 'text/javascript', woff2: 'font/woff2' }

/** A page of each kind has no violation of axe's rules, light and dark. */
export async function checkAccess(): Promise<string[]> {
  const server = createServer(({ url = '/' }, response) => {
    const type = types[url.split('.').at(-1) as keyof typeof types]
    response.writeHead(type ? 200 : 404, { 'content-type': type }).end(type && readFileSync(join(built, url)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const browser = await launchBrowser()
  const problems: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const name of pages) {
      const page = await browser.newPage({ colorScheme })
      await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}.html`)
      await page.addScriptTag({ content: axe.source })
      const { violations } = await page.evaluate<axe.AxeResults>('axe.run()')
      problems.push(
        ...violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html }) => `${name}, ${colorScheme}: ${id}: ${html.slice(0, 150)}`),
        ),
      )
      await page.close()
    }
  }
  await browser.close()
  server.close()
  return problems
}

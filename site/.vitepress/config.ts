import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slug } from 'github-slugger'
import { defineConfig, type HeadConfig } from 'vitepress'
import llms from 'vitepress-plugin-llms'
import { documentationUrl } from '../../src/base/documentationUrl.js'
import { writeOpenApi } from '../../src/mock/http/openApi.js'
import { writeContracts } from '../contracts.js'
import { writeEntries } from '../entries.js'
import { quickenPage } from '../firstPaint.js'
import { adaptMarkdown, hangLines, mapLinks } from '../markdown.js'
import { generated, makeSidebar, root, toPage } from '../pages.js'
import { searchOptions, toSearchText } from './search.js'

const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(root, 'src/page/icon.svg'), 'utf8'))}`

rmSync(generated, { recursive: true, force: true })
const contracts = writeContracts()
await writeEntries()

const { repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

export default defineConfig({
  title: 'fillproof',
  description: 'A contract refuses every cross-chain fill that the solver did not sign for.',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['{artifacts,bench,cache,container,examples,scripts,src,test}/**', '.*/**'],
  rewrites: toPage,
  outDir: 'dist',
  head: [['link', { rel: 'icon', href: icon }]],
  // An address is needed for these and the canonical link, a repository for the edit link; neither is known yet.
  ...(documentationUrl && { sitemap: { hostname: documentationUrl }, lastUpdated: true }),
  transformPageData(page) {
    page.description ||= describePage(readFileSync(join(root, page.filePath), 'utf8'))
  },
  transformHead({ page, title, description }) {
    const tags = { 'og:title': title, 'og:description': description, 'og:type': 'website' }
    const head = Object.entries(tags).map(
      ([property, content]): HeadConfig => ['meta', { property, content }],
    )
    const href = `${documentationUrl}/${page.replace(/\.md$/, '.html').replace(/index\.html$/, '')}`
    return documentationUrl ? [...head, ['link', { rel: 'canonical', href }]] : head
  },
  transformHtml(html, id, { siteConfig: { outDir } }) {
    return id === join(outDir, 'index.html') ? quickenPage(html, outDir) : undefined
  },
  buildEnd({ outDir }) {
    writeFileSync(join(outDir, 'openapi.json'), writeOpenApi())
    cpSync(join(root, 'dist/schemas'), join(outDir, 'schemas'), { recursive: true })
    cpSync(join(root, 'vectors'), join(outDir, 'vectors'), { recursive: true })
    // The plain text of a folder's first page has the folder's name.
    for (const file of globSync(join(outDir, '**/*.md'))) {
      writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(\]\(\/[^)\s]+)\/index\.md/g, '$1.md'))
    }
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // TypeDoc's deeper headings may be called as a type that has its own anchor.
    anchor: { slugify: slug, level: [1, 2, 3] },
    codeTransformers: [hangLines],
    config: adaptMarkdown,
  },
  vite: {
    plugins: [
      mapLinks,
      llms({
        domain: documentationUrl,
        generateLLMsFullTxt: false,
        excludeUnnecessaryFiles: false,
        excludeIndexPage: false,
      }),
    ],
  },
  themeConfig: {
    logo: { src: icon, alt: '' },
    nav: [
      { text: 'Guides', link: '/guides/hardhat-3.md' },
      { text: 'Command line', link: '/cli.md' },
      { text: 'TypeScript', link: '/api/index.md' },
      { text: 'Solidity', link: '/contracts/index.md' },
      { text: 'Errors', link: '/errors.md' },
    ],
    sidebar: makeSidebar(contracts),
    ...(repository && { editLink: { pattern: `${repository}/edit/main/:path` } }),
    outline: [2, 3],
    notFound: {
      title: 'There is no such page',
      quote: 'Search for what you need, or start with the tasks.',
      linkText: 'Home',
    },
    search: {
      provider: 'local',
      options: {
        miniSearch: searchOptions,
        translations: { button: { buttonAriaLabel: '' } },
        _render: (text, env, markdown) => markdown.render(toSearchText(text, env.relativePath), env),
      },
    },
  },
})

/** The sentences that fit 160 characters, of a page's first paragraph, without its links and marks. */
function describePage(text: string): string {
  const prose = text.replaceAll(/^(---|```+)[\s\S]*?^\1$/gm, '')
  const [paragraph = ''] = /^(?![#|<:!-])\S[\s\S]*?(?=\n\n|\n*$(?![\s\S]))/m.exec(prose) ?? []
  const plain = paragraph.replaceAll(/\[([^\]]*)\]\([^)]*\)|[*`]/g, '$1').replaceAll('\n', ' ')
  const [sentences] = /^.{1,160}[.?!](?=\s|$)/.exec(plain) ?? []
  return sentences ?? (plain.length > 160 ? plain.slice(0, 160).replace(/\s\S*$/, ' …') : plain)
}

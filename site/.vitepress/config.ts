import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { slug } from 'github-slugger'
import { defineConfig } from 'vitepress'
import { documentationUrl } from '../../src/base/documentationUrl.js'
import { createOpenApi } from '../../src/mock/http/openApi.js'
import { drawDiagrams } from '../markdown/drawDiagrams.js'
import { mapLinks, toPage } from '../markdown/mapLinks.js'
import { offerPackageManagers } from '../markdown/offerPackageManagers.js'
import { describePage, writePlainText } from '../markdown/plainText.js'
import { root, written } from '../paths.js'
import { searchOptions, toSearchText } from './search.js'
import { makeSidebar } from './sidebar.js'

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><path d="M16 2 4 7v9c0 7 5 12 12 14 7-2 12-7 12-14V7z" fill="#2f6fde"/><path d="m10 16 4 4 8-9" fill="none" stroke="#fff" stroke-width="3"/></svg>`

export default defineConfig({
  title: 'fillproof',
  description: 'A contract refuses every cross-chain fill that the solver did not attest.',
  lang: 'en',
  srcDir: '..',
  srcExclude: ['{artifacts,bench,cache,container,examples,scripts,src,test}/**', '.*/**'],
  rewrites: {
    ...Object.fromEntries(written.map((file) => [file, toPage(join(root, file))!])),
    'site/home.md': 'index.md',
    'site/generated/:page*': ':page*',
  },
  outDir: 'dist',
  head: [['link', { rel: 'icon', href: `data:image/svg+xml,${encodeURIComponent(icon)}` }]],
  // An address is needed for these three, and none is known yet.
  ...(documentationUrl && { sitemap: { hostname: documentationUrl }, lastUpdated: true }),
  transformPageData(page) {
    page.description ||= page.frontmatter.description ?? describePage(join(root, page.filePath))
  },
  transformHead({ page, title, description }) {
    const tags = { 'og:title': title, 'og:description': description, 'og:type': 'website' }
    const url = `${documentationUrl}/${page.replace(/(index)?\.md$/, '')}`
    return [
      ...Object.entries(tags).map(([property, content]): [string, Record<string, string>] => [
        'meta',
        { property, content },
      ]),
      ...(documentationUrl
        ? [['link', { rel: 'canonical', href: url }] as [string, Record<string, string>]]
        : []),
    ]
  },
  buildEnd({ outDir }) {
    writePlainText(outDir)
    writeFileSync(join(outDir, 'openapi.json'), JSON.stringify(createOpenApi()))
    cpSync(join(root, 'dist/schemas'), join(outDir, 'schemas'), { recursive: true })
  },
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    anchor: { slugify: slug },
    config(markdown) {
      mapLinks(markdown)
      drawDiagrams(markdown)
      offerPackageManagers(markdown)
    },
  },
  themeConfig: {
    nav: [
      { text: 'Tasks', link: '/tasks/receive-fills.md' },
      { text: 'Command line', link: '/cli.md' },
      { text: 'TypeScript', link: '/api/index.md' },
      { text: 'Solidity', link: '/contracts/index.md' },
      { text: 'Errors', link: '/errors.md' },
    ],
    sidebar: makeSidebar(),
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

import { join } from 'node:path'
import { slug } from 'github-slugger'
import { defineConfig } from 'vitepress'
import { drawDiagrams } from '../markdown/drawDiagrams.js'
import { mapLinks, toPage } from '../markdown/mapLinks.js'
import { root, written } from '../paths.js'
import { makeSidebar } from './sidebar.js'

export default defineConfig({
  title: 'fillproof',
  description: 'A contract refuses every cross-chain fill that the solver did not attest.',
  srcDir: '..',
  srcExclude: ['{artifacts,bench,cache,examples,scripts,src,test}/**', '.*/**', 'site/*.md'],
  rewrites: {
    ...Object.fromEntries(written.map((file) => [file, toPage(join(root, file))])),
    'site/generated/:page*': ':page*',
  },
  outDir: 'dist',
  markdown: {
    anchor: { slugify: slug },
    config(markdown) {
      mapLinks(markdown)
      drawDiagrams(markdown)
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
    search: {
      provider: 'local',
      options: {
        // Sources are not searched, and of the reference only what people wrote: types repeat every name.
        _render: (text, env, markdown) => {
          const isReference = env.relativePath.startsWith('api/')
          const html = markdown.render(isReference ? text.replaceAll(/^```[\s\S]*?^```$/gm, '') : text, env)
          return env.frontmatter?.search === false ? '' : html
        },
      },
    },
  },
})

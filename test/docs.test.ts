import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import * as batch from '../src/batch/index.js'
import * as client from '../src/client/index.js'
import * as contract from '../src/contract/index.js'
import * as deploy from '../src/deploy/index.js'
import * as fillproof from '../src/index.js'
import * as webhooks from '../src/webhooks/index.js'

const errors = readFileSync(new URL('../docs/errors.md', import.meta.url), 'utf8')

describe('docs/errors.md', () => {
  const classes = Object.entries({ ...fillproof, ...batch, ...client, ...contract, ...deploy, ...webhooks })
    .filter(
      ([name, value]) => typeof value === 'function' && name.endsWith('Error') && name !== 'FillproofError',
    )
    .map(([name]) => name)

  it('has a heading for every error, which its docsPath points to', () => {
    for (const name of classes) expect(errors).to.include(`\n### ${name}\n`)
    expect(new fillproof.FillproofError('AnError', 'It failed.').docsPath).to.equal('docs/errors.md#anerror')
  })
})

describe('links', () => {
  const root = new URL('..', import.meta.url)
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-')

  for (const file of globSync('{*.md,docs/**/*.md}', { cwd: root }).sort()) {
    it(`${file}: lead to a file, and to a heading of it`, () => {
      const text = readFileSync(new URL(file, root), 'utf8').replaceAll(/`[^`\n]*`/g, '')
      for (const [, link = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
        const [path = '', anchor] = link.split('#')
        const target = path === '' ? new URL(file, root) : new URL(path, new URL(file, root))
        expect(existsSync(target), link).to.equal(true)
        if (anchor === undefined) continue
        const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
          toAnchor(heading),
        )
        expect(headings, link).to.include(anchor)
      }
    })
  }
})

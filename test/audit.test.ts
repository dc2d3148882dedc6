import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { renderAudit } from '../scripts/audit/renderAudit.js'

describe('docs/audit.md', () => {
  const text = readFileSync(new URL('../docs/audit.md', import.meta.url), 'utf8')

  it('states the scope, the entry points and the storage of the sources; npm run audit writes them', () => {
    expect(renderAudit(text)).to.equal(text)
  })

  it('names every role of the sources', () => {
    const roles = [...text.matchAll(/^\| `(\w+_ROLE)` \|/gm)].map(([, role]) => role)
    const used = [...text.matchAll(/\| (\w+_ROLE) \|/g)].map(([, role]) => role)
    expect(roles).to.include.members(used)
  })
})

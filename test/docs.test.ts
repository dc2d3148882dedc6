import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect } from 'chai'
import { type Abi, type AbiEvent, toEventSignature } from 'viem'
import * as batch from '../src/batch/index.js'
import * as client from '../src/client/index.js'
import * as contract from '../src/contract/index.js'
import * as deploy from '../src/deploy/index.js'
import { receiverAbis } from '../src/generated/receiverAbis.js'
import * as fillproof from '../src/index.js'
import { operationNames } from '../src/service/profile/operations.js'
import * as webhooks from '../src/webhooks/index.js'

const root = new URL('..', import.meta.url)
const pages = globSync('{*.md,docs/**/*.md}', { cwd: root }).sort()
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')

const errors = read('docs/errors.md')

describe('docs/errors.md', () => {
  const classes = Object.entries({ ...fillproof, ...batch, ...client, ...contract, ...deploy, ...webhooks })
    .filter(
      ([name, value]) => typeof value === 'function' && name.endsWith('Error') && name !== 'FillproofError',
    )
    .map(([name]) => name)

  it('has a heading for every error, which its docsPath points to', () => {
    for (const name of classes) expect(errors).to.include(`\n### ${name}\n`)
    expect(new fillproof.FillproofError('AnError', 'It failed.').docsPath).to.equal(
      'node_modules/fillproof/docs/errors.md#anerror',
    )
  })
})

describe('links', () => {
  const toAnchor = (heading: string) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, '')
      .replaceAll(' ', '-')

  for (const file of pages) {
    it(`${file}: lead to an existing file and heading`, () => {
      const text = read(file).replaceAll(/`[^`\n]*`/g, '')
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

describe('docs/monitoring.md', () => {
  // All other events of a receiver change its policy.
  const others = [
    ...['FillAccepted', 'FillAuthorized', 'PaymentReturned', 'InboxClaimed', 'InboxRefunded'],
    ...['PolicyEpochRaised', 'Rescued', 'SolverNativeTransfer'],
    ...['Initialized', 'RoleAdminChanged', 'EIP712DomainChanged'],
  ]

  it('has the signature of every event that changes the policy of a receiver', () => {
    const listed = [...read('docs/monitoring.md').matchAll(/"signature": "(.*?)"/g)].map(([, event]) => event)
    const events = (Object.values(receiverAbis) as readonly Abi[])
      .flat()
      .filter((item) => item.type === 'event' && !others.includes(item.name))
      .map((item) => toEventSignature(item as AbiEvent))
    expect(listed.sort()).to.deep.equal([...new Set(events)].sort())
  })
})

describe('operations that the public service retires', () => {
  const { operations = {}, asOf } = fillproof.relayProfile
  const ending = operationNames.flatMap((name) => {
    const { path, ends } = operations[name] ?? {}
    if (!path || !ends) return []
    const mention = path.replaceAll(/\{\w+\}/g, '[^/\\s]+')
    // The client's method of one that has ended.
    const method = ends <= asOf!.date ? `|\\bget${name[0]!.toUpperCase()}${name.slice(1)}\\b` : ''
    return [{ path, ends, pattern: new RegExp(`(?<![\\w.-])${mention}(?![\\w/-])${method}`) }]
  })
  const inWords = (day: string) =>
    new Date(day).toLocaleDateString('en-GB', {
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    })

  it('stand in one table with their dates', () => {
    const [, table = ''] =
      /\n## What the public service ends\n(.*?)\n## /s.exec(read('docs/tasks/services.md')) ?? []
    const rows = table.split('\n').filter((line) => line.startsWith('| `'))
    for (const { path, ends } of ending) {
      const own = rows.filter((row) => row.includes(` ${path}\``))
      expect(own, path).to.have.length(1)
      expect(own[0]).to.include(`| ${ends} |`)
    }
    expect(new Set(table.match(/\d{4}-\d\d-\d\d/g))).to.deep.equal(new Set(ending.map(({ ends }) => ends)))
  })

  for (const file of pages) {
    it(`${file}: each section that names one has its date or a link to the dates`, () => {
      for (const section of read(file).split(/^(?=##+ )/m)) {
        if (section.includes('services.md#what-the-public-service-ends)')) continue
        for (const { ends, pattern } of ending) {
          const isDated = section.includes(ends) || section.includes(inWords(ends))
          const [found] = isDated ? [] : (pattern.exec(section) ?? [])
          expect(found, `${section.split('\n')[0]}: ends ${ends}`).to.equal(undefined)
        }
      }
    })
  }
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import type { Examination } from '../../src/cli/doctor/describeDoctor.js'
import { callCommand } from '../cli/callCommand.js'
import { connect } from './support/environment.js'
import { type Standin, startStandin, type Variation } from './support/service.js'

const tomorrow = { erc20Router: `0x${'aa'.repeat(20)}`, approvalProxy: `0x${'bb'.repeat(20)}` }

/** Changes what the stand-in says of itself at one path. */
const saying = (at: string, change: (body: any) => void): Variation => ({
  body(body, path) {
    const copy = structuredClone(body)
    if (path === at) change(copy)
    return copy
  },
})

/** The stand-in plays the venue, and does not list it. */
const venue = { status: 'gone', subject: 'chain', chains: ['hyperliquid (1337)'] }

const changes: Record<string, { variation: Variation; row: object; warning?: string }> = {
  "tomorrow's router": {
    variation: saying('/chains', ({ chains }) => {
      for (const { contracts } of chains) Object.assign(contracts, { ...tomorrow, 'v3.3': tomorrow })
    }),
    row: {
      status: 'new',
      subject: 'router in use',
      found: `${tomorrow.erc20Router}, proxy ${tomorrow.approvalProxy}`,
      chains: ['optimism', 'base'],
    },
  },
  'a removed chain': {
    variation: saying('/chains', ({ chains }) => chains.pop()),
    row: { status: 'gone', subject: 'chain', chains: ['base (8453)', ...venue.chains] },
    warning: 'warning: no price was requested: the profile and the service have no two chains in common.\n',
  },
  'a new field': {
    variation: saying('/documentation/json', ({ paths }) => {
      const { schema } = paths['/quote/v2'].post.responses[200].content['application/json']
      schema.properties.loyalty = { type: 'object', properties: { points: { type: 'string' } } }
    }),
    row: { status: 'new', subject: 'POST /quote/v2 answer: loyalty', found: 'documented' },
  },
  'a sunset': {
    variation: {
      send(response, { status, text }, { path }) {
        if (path !== '/price') return false
        const headers = { deprecation: '@1795564800', sunset: 'Tue, 23 Feb 2027 00:00:00 GMT' }
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text)
      },
    },
    row: {
      status: 'changed',
      subject: 'end of POST /price',
      known: 'in use',
      found: 'deprecated 2026-11-25, ends 2027-02-23',
    },
  },
}

describe('fillproof doctor against a stand-in of the service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fillproof-standin-'))
  const file = join(folder, 'profile.json')
  let standin: Standin

  before(async () => {
    standin = await startStandin()
    const { profile } = (await connect(standin, 'polling')).client
    // Its operations are the specification's.
    writeFileSync(file, JSON.stringify({ ...profile, operations: undefined }))
  })
  after(() => rmSync(folder, { recursive: true }))

  async function examine() {
    const { status, stdout, stderr } = await callCommand(['doctor', '--profile', file, '--json'])
    const { rows, same }: Examination = JSON.parse(stdout)
    const differing = rows.filter((row) => row.status !== 'same').map(({ meaning: _, ...row }) => row)
    expect([status, same]).to.deep.equal([1, false])
    return { rows, differing, stderr }
  }

  it("default: only the stand-in's missing parts differ", async () => {
    const { rows, differing, stderr } = await examine()
    expect(stderr).to.equal('')
    const isCompared = ['chain', 'depository', 'router in use', 'operations', 'POST /quote/v2 request']
    expect(rows.map(({ subject }) => subject)).to.include.members(isCompared)
    const [first, ...operations] = differing
    expect(first).to.deep.equal(venue)
    for (const { subject, ...row } of operations) {
      expect(row).to.deep.equal({ status: 'gone', known: 'in use' })
      const [method, path] = subject.replaceAll(/\{\w+\}/g, '0x11').split(' ') as [string, string]
      const response = await fetch(standin.url + path, { method })
      const answer = [response.status, await response.json()]
      expect(answer, subject).to.deep.equal([404, { message: `No ${method} ${path}` }])
    }
  })

  for (const [name, { variation, row, warning = '' }] of Object.entries(changes)) {
    it(`behavior: ${name}: one row, and no other difference`, async () => {
      const { differing: before } = await examine()
      standin.vary(variation)
      const { differing, stderr } = await examine()
      standin.vary()
      expect(stderr).to.equal(warning)
      // The row of a chain that went has the venue, too.
      const others = before.filter((one) => name !== 'a removed chain' || one.subject !== 'chain')
      expect(differing).to.have.deep.members([row, ...others])
    })
  }

  it('error: the stand-in is stopped', async () => {
    await standin.close()
    const { status, stdout } = await callCommand(['doctor', '--profile', file])
    expect([status, stdout]).to.deep.equal([3, ''])
  })
})

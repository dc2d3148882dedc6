import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'chai'
import type { Examination } from '../../src/cli/doctor/describeDoctor.js'
import { mockProfile, relayProfile } from '../../src/index.js'
import { chainsOf, setUpMock } from '../mock/helpers.js'
import { callCommand } from './callCommand.js'
import { findFreePort, root } from './helpers.js'

type Answer = { status: number; headers: Record<string, string>; body: any }
/** Changes what the mock answers. */
type Change = (path: string, answer: Answer) => void

const tomorrow = { erc20Router: `0x${'aa'.repeat(20)}`, approvalProxy: `0x${'bb'.repeat(20)}` }
const pair = `${tomorrow.erc20Router}, proxy ${tomorrow.approvalProxy}`

const changes = {
  router(path, { body }) {
    if (path !== '/chains') return
    for (const chain of body.chains.filter(({ vmType }: { vmType: string }) => vmType === 'evm')) {
      chain.contracts = { ...chain.contracts, ...tomorrow, 'v3.3': tomorrow }
    }
  },
  removal(path, { body }) {
    if (path === '/chains') body.chains.splice(0, 1)
  },
  version(path, { body }) {
    if (path === '/documentation/json') body.paths['/quote/v4'] = body.paths['/quote/v2']
  },
  field(path, { body }) {
    if (path !== '/documentation/json') return
    body.paths['/quote/v2'].get = {}
    const { content } = body.paths['/quote/v2'].post.responses['200']
    content['application/json'].schema.properties.loyalty = { type: 'object', properties: { points: {} } }
  },
  sunset(path, { headers }) {
    if (path !== '/price') return
    headers.deprecation = '@1795564800'
    headers.sunset = 'Tue, 23 Feb 2027 00:00:00 GMT'
    headers.link = '</quote/v3>; rel="successor-version"'
  },
  end(path, answer) {
    if (path === '/price') Object.assign(answer, { status: 410, body: { message: 'retired' } })
  },
  key(path, answer) {
    if (path === '/price') {
      Object.assign(answer, { status: 401, body: { message: 'No key', errorCode: 'UNAUTHORIZED_QUOTE' } })
    }
  },
  refusal(path, answer) {
    if (path === '/price') Object.assign(answer, { status: 403, body: { message: 'Forbidden' } })
  },
} satisfies Record<string, Change>

const rows = {
  router: {
    status: 'new',
    subject: 'router in use',
    found: pair,
    chains: mockProfile.chains!.map(({ name }) => name),
  },
  removal: {
    status: 'gone',
    subject: 'chain',
    chains: [`${mockProfile.chains![0]!.name} (${mockProfile.chains![0]!.id})`],
  },
  version: { status: 'new', subject: 'POST /quote/v4', found: 'documented' },
  field: { status: 'new', subject: 'POST /quote/v2 answer: loyalty', found: 'documented' },
  sunset: {
    status: 'changed',
    subject: 'end of POST /price',
    known: 'in use',
    found: 'deprecated 2026-11-25, ends 2027-02-23',
  },
  end: { status: 'gone', subject: 'end of POST /price', known: 'in use', found: 'ended: it answers 410' },
  key: { status: 'changed', subject: 'POST /price', known: 'no key', found: 'answers 401 without a key' },
  refusal: { status: 'changed', subject: 'POST /price', known: 'in use', found: 'answers 403' },
} satisfies Record<keyof typeof changes, object>

const noPrice = 'warning: no price was requested: the profile and the service have no two chains in common.\n'

describe('fillproof doctor', () => {
  const { mock } = setUpMock()
  let change: Change = () => {}
  let key: unknown
  let server: Server
  let url: string
  before(async () => {
    server = createServer(async (request, response) => {
      let text = ''
      for await (const chunk of request) text += chunk
      key = request.headers['x-api-key']
      const { method = 'GET', url: path = '/' } = request
      const headers = { 'content-type': 'application/json' }
      const found = await fetch(mock.url + path, { method, headers, ...(text && { body: text }) })
      const answer: Answer = { status: found.status, headers, body: await found.json() }
      change(path, answer)
      response.writeHead(answer.status, answer.headers).end(JSON.stringify(answer.body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  beforeEach(() => {
    change = () => {}
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  const call = (...args: string[]) => callCommand(['doctor', '--profile', 'mock', '--url', url, ...args])
  const examine = async (...args: string[]) => {
    const { status, stdout, stderr } = await call('--json', ...args)
    // With one of two chains there is none to ask a price for.
    expect(stderr).to.equal(change === changes.removal ? noPrice : '')
    const examination: Examination = JSON.parse(stdout)
    const differing = examination.rows.filter((row) => row.status !== 'same')
    for (const { meaning } of differing) expect(meaning).to.match(/^[A-Zf].*\.$/)
    return { status, examination, rows: differing.map(({ meaning: _, ...row }) => row) }
  }

  it('default: an unchanged mock has no differences', async () => {
    const { status, examination, rows } = await examine()
    expect(rows).to.deep.equal([])
    expect(status).to.equal(0)
    expect(examination).to.include({ same: true, profile: 'mock', service: url })
    expect(examination.rows.map(({ subject }) => subject)).to.include.members([
      ...['chain', 'depository', 'solver', 'router in use', 'operations'],
      ...['POST /quote/v2 request', 'POST /quote/v2 answer'],
    ])
  })

  for (const [name, make] of Object.entries(changes)) {
    it(`behavior: ${name}: one row, and no other difference`, async () => {
      change = make
      const { status, rows: found } = await examine()
      expect(found).to.deep.equal([rows[name as keyof typeof rows]])
      expect(status).to.equal(1)
    })
  }

  it('behavior: a new router, quote version, field and sunset and a removed chain have a row each', async () => {
    const { router, removal, version, field, sunset } = changes
    change = (path, answer) => {
      for (const one of [router, removal, version, field, sunset]) one(path, answer)
    }
    const { status, stdout } = await call()
    expect(status).to.equal(1)
    const lines = stdout.split('\n').filter((line) => /│ (new|changed|gone) /.test(line))
    // With one chain less there are no two of which a price could be asked for.
    for (const text of [pair, 'chain: mockorigin (31101)', 'POST /quote/v4', 'answer: loyalty']) {
      expect(
        lines.filter((line) => line.includes(text)),
        text,
      ).to.have.length(1)
    }
    expect(lines).to.have.length(4)
    expect(stdout).to.include('different: ').and.include('4 rows differ')
    change = field
    expect((await call()).stdout).to.include(': 1 row differs.')
  })

  it('behavior: a refused price with an announced end is two rows; a wrong key is wrong usage', async () => {
    change = (path, answer) => {
      changes.key(path, answer)
      changes.sunset(path, answer)
    }
    expect((await examine()).rows).to.have.deep.members([rows.key, rows.sunset])
    const wrongKey = change
    change = (path, answer) => {
      changes.refusal(path, answer)
      changes.sunset(path, answer)
    }
    expect((await examine()).rows).to.have.deep.members([rows.refusal, rows.sunset])
    change = wrongKey
    const { status, stderr } = await callCommand(['doctor', '--profile', 'mock', '--url', url], {
      FILLPROOF_API_KEY: 'wrong',
    })
    expect(status).to.equal(2)
    expect(stderr).to.include('does not know the key in FILLPROOF_API_KEY')
    expect(key).to.equal('wrong')
  })

  it('behavior: an ended price is one row, and the end of another operation is another', async () => {
    for (const status of [404, 410]) {
      change = (path, answer) => {
        changes.sunset(path === '/chains' ? '/price' : path, answer)
        changes.end(path, answer)
        if (path === '/price') answer.status = status
      }
      const end = { ...rows.end, found: `ended: it answers ${status}` }
      const other = { ...rows.sunset, subject: 'end of GET /chains' }
      const { rows: found, examination } = await examine()
      expect(found).to.have.deep.members([end, other])
      expect(examination.retirement!.map(({ operation }) => operation)).to.include('GET /chains')
    }
  })

  it('behavior: requests no price on a chain that takes no deposits', async () => {
    for (const closed of [{ vmType: 'svm' }, { disabled: true }, { depositEnabled: false }]) {
      change = (path, { body }) => {
        if (path === '/chains') Object.assign(body.chains[0], closed)
      }
      expect((await call()).stderr, Object.keys(closed)[0]).to.equal(noPrice)
    }
    change = () => {}
    const folder = mkdtempSync(join(tmpdir(), 'fillproof-doctor-'))
    const [first, ...others] = mockProfile.chains!
    const chains = [{ ...first, support: 'unsettled' }, ...others]
    writeFileSync(join(folder, 'profile.json'), JSON.stringify({ ...mockProfile, chains }))
    const { stderr } = await callCommand(['doctor', '--profile', join(folder, 'profile.json'), '--url', url])
    rmSync(folder, { recursive: true })
    expect(stderr).to.equal(noPrice)
  })

  it('behavior: many removed chains are one row, with all names below the table', async () => {
    const { status, stdout } = await callCommand(['doctor', '--profile', 'relay', '--url', url])
    expect(stdout).to.include(`${url}, compared with the profile relay of ${relayProfile.asOf!.date}: `)
    expect(status).to.equal(1)
    const gone = stdout.split('\n').filter((line) => line.includes('gone') && line.includes('ethereum (1)'))
    const names = relayProfile
      .chains!.filter(({ id, support }) => !support && id !== 1337)
      .map(({ id, name }) => `${name} (${id})`)
    expect(gone).to.have.length(2)
    expect(gone[0]).to.include(` chain: ${names.slice(0, 4).join(', ')} and ${names.length - 4} more │`)
    expect(gone[1]).to.equal(`gone chain: ${names.join(', ')}.`)
  })

  it('behavior: a service without a document is a row', async () => {
    for (const none of [{ status: 404 }, { body: 'text' }, { body: {} }]) {
      change = (path, answer) => {
        if (path === '/documentation/json') Object.assign(answer, none)
      }
      const { status, rows } = await examine()
      expect(status).to.equal(1)
      expect(rows).to.deep.equal([
        { status: 'gone', subject: 'GET /documentation/json', known: 'an OpenAPI document' },
      ])
    }
  })

  describe('with a receiver', () => {
    const target = () => {
      const { rpcUrl, receiver } = chainsOf(mock)[1]
      return ['--rpc-url', rpcUrl, '--receiver', receiver]
    }

    it('behavior: reports that the receiver lacks a new router and its proxy, and does not reserve another depository', async () => {
      const asItIs = await examine(...target())
      const { receiver } = asItIs.examination
      const { stdout } = await call(...target())
      expect(stdout).to.match(/The \w+Receiver 0x\w{40} was read on chain 31102, block \d+\.\n$/)
      expect(receiver).to.include({ address: chainsOf(mock)[1].receiver, chainId: 31102 })
      const ofReceiver = (found: { subject: string }[]) =>
        found.map(({ subject }) => subject).filter((subject) => subject.startsWith('receiver'))
      const before = ofReceiver(asItIs.rows)
      change = changes.router
      const { rows } = await examine(...target())
      const fresh = ofReceiver(rows).filter((subject) => !before.includes(subject))
      const lower = fresh.map((subject) => subject.toLowerCase())
      expect(lower).to.deep.equal([
        `receiver: router ${tomorrow.erc20Router}`,
        `receiver: approval proxy ${tomorrow.approvalProxy}`,
      ])
    })

    it('error: an address without a receiver, and half of the options', async () => {
      const { rpcUrl } = chainsOf(mock)[1]
      const nowhere = await call('--rpc-url', rpcUrl, '--receiver', `0x${'77'.repeat(20)}`)
      expect(nowhere).to.include({ status: 1, stdout: '' })
      expect(nowhere.stderr).to.include('there is no receiver')
      expect(await call('--rpc-url', rpcUrl)).to.include({ status: 2, stdout: '' })
      expect(await call('--receiver', mock.solver)).to.include({ status: 2, stdout: '' })
      const closed = `http://127.0.0.1:${await findFreePort()}`
      expect(await call('--rpc-url', closed, '--receiver', mock.solver)).to.include({ status: 3, stdout: '' })
    })
  })

  it('error: a service that does not answer, and one that answers late', async () => {
    const closed = `http://127.0.0.1:${await findFreePort()}`
    expect((await callCommand(['doctor', '--profile', 'mock', '--url', closed])).status).to.equal(3)
    for (const failing of ['/chains', '/documentation/json', '/price']) {
      change = (path, answer) => {
        if (path === failing) answer.status = 503
      }
      expect(await call(), failing).to.include({ status: 3, stdout: '' })
    }
  })

  describe('the nightly workflow', () => {
    const folder = mkdtempSync(join(tmpdir(), 'fillproof-doctor-'))
    after(() => rmSync(folder, { recursive: true }))

    async function runNightly(): Promise<{ status: number; summary: string }> {
      const summary = join(folder, 'summary.md')
      writeFileSync(summary, '')
      const args = [join(root, '.ci/doctor'), '--profile', 'mock', '--url', url]
      const env = { ...process.env, GITHUB_STEP_SUMMARY: summary, FORCE_COLOR: undefined }
      const status = await promisify(execFile)('bash', args, { env }).then(
        () => 0,
        ({ code }: { code: number }) => code,
      )
      return { status, summary: readFileSync(summary, 'utf8') }
    }

    it("behavior: fails with the table in its summary, which the service's text cannot break", async () => {
      const same = await runNightly()
      expect(same.status).to.equal(0)
      expect(same.summary).to.match(/^```text\n[^`]*\nsame: [^`]*\n```\n$/)
      change = (path, answer) => {
        changes.field(path, answer)
        if (path === '/documentation/json') answer.body.paths['/quote/v3`\n```'] = { post: {} }
        changes.version(path, answer)
      }
      const { status, summary } = await runNightly()
      expect(status).to.equal(1)
      expect(summary).to.match(/^```text\n[^`]*different: [^`]*\n```\n$/)
      expect(summary).to.include('answer: loyalty').and.include('POST /quote/v4')
    })

    it('behavior: runs on a schedule without write permissions', () => {
      const workflow = readFileSync(join(root, '.github/workflows/doctor.yml'), 'utf8')
      expect(workflow).to.match(/\n {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \*'\n/)
      expect(workflow).to.match(/\npermissions:\n {2}contents: read\njobs:/)
      expect(workflow).to.include('- run: bash .ci/doctor\n')
      expect(workflow).not.to.match(/write|secrets/)
    })
  })
})

// The public service publishes no attestations: the evidence is the order that the solver signed, in the quote.
import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { createServiceClient, relayProfile, type ServiceProfile } from '../../src/client/index.js'
import { parseEvidence } from '../../src/report/evidence/parseEvidence.js'
import { reportEvidence } from '../../src/report/reportEvidence.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { callCommand } from '../cli/callCommand.js'
import { chainsOf, clientOf, setUpMock } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readLines } from '../watch/support.js'
import { type Made, scenarios } from './outcomes/scenarios.js'

const { operations } = relayProfile
const profile: ServiceProfile = { ...mockProfile, operations: operations! }
const ended = 'The service publishes no attestations since 2026-09-01'
const signedOrder = 'the evidence is the order that the solver signed'

describe('a paid request of a service that publishes no attestations', () => {
  const { mock } = setUpMock({ idForm: 'public' })
  const { mock: retired } = setUpMock({ idForm: 'public', retired: ['quote/v2'] })
  const other = setUpHttpServer()
  const folder = setUpFolder()
  const make = (name: string) => scenarios.find((one) => one.name === name)!.make({ mock, form: 'public' })
  let paid: Made
  let open: Made
  before(async () => {
    paid = await make('success')
    open = await make('waiting for the deposit')
    writeFileSync(folder.path('profile.json'), JSON.stringify(profile))
    writeFileSync(folder.path('quote.json'), JSON.stringify(paid.quote))
    writeFileSync(folder.path('open.json'), JSON.stringify(open.quote))
    const { orderSignature: _, ...v2 } = paid.quote.protocol.v2
    writeFileSync(folder.path('unsigned.json'), JSON.stringify({ ...paid.quote, protocol: { v2 } }))
  })

  const service = () => ['--profile', folder.path('profile.json'), '--url', mock.url]
  const node = () => {
    const [, { rpcUrl, receiver }] = chainsOf(mock)
    return ['--rpc-url', rpcUrl, '--receiver', receiver]
  }
  const verify = (id: string, ...args: string[]) =>
    callCommand(['verify', id, ...service(), ...args], { FILLPROOF_API_KEY: '' })
  const order = (name: string) => ['--order', folder.path(name)]

  it('verify: the stored quote is the evidence, and the payment is measured', async () => {
    const { stdout, status } = await verify(paid.id, ...node(), ...order('quote.json'))
    expect(status).equal(0)
    expect(stdout).include(`note: ${ended}; ${signedOrder}.`)
    expect(stdout).include(`genuine: ${mock.solver} signed the order.`)
    expect(stdout).include('outcome: paid (measured)')
    const json = await verify(paid.id, ...node(), ...order('quote.json'), '--json')
    const report = JSON.parse(json.stdout)
    expect(report).include({ valid: true, genuine: true, attestation: null, decoded: null })
    expect(
      report.onchain.checks
        .filter(({ ok }: { ok: boolean }) => !ok)
        .map(({ name }: { name: string }) => name),
    ).deep.equal(['duplicate'])
  })

  it('verify: without a node, checks only the signed order', async () => {
    const { stdout, status } = await verify(open.id, ...order('open.json'))
    expect([status, stdout.includes('waiting for the deposit')]).deep.equal([0, true])
  })

  it('verify: without a signed order nothing is genuine, whatever the receiver and the status report', async () => {
    for (const args of [[], node(), [...node(), ...order('unsigned.json')], order('unsigned.json')]) {
      const { stdout, stderr, status } = await verify(paid.id, ...args)
      expect([status, stderr]).deep.equal([1, ''])
      expect(stdout).include(`note: ${ended}; ${signedOrder}: pass the quote you kept (--order).`)
      expect(stdout).include("can't tell who signed: nothing signed was found.")
      expect(stdout).include("next: Don't act on it: nothing signed shows its terms.")
    }
  })

  it('attack: the quote of another request, and another solver', async () => {
    const swapped = await verify(open.id, ...node(), ...order('quote.json'))
    expect([swapped.status, swapped.stdout.includes('not genuine')]).deep.equal([1, true])
    const { address } = mock.accounts[0]!
    const untrusted = await verify(paid.id, ...node(), ...order('quote.json'), '--solver', address)
    expect([untrusted.status, untrusted.stdout.includes('not genuine')]).deep.equal([1, true])
  })

  it('attack: another API at the URL has no attestations either, but is not this service', async () => {
    other.respondWith(answer(404, { message: 'Not Found' }))
    const { url } = other
    const args = ['verify', paid.id, '--profile', folder.path('profile.json'), '--url', url]
    const { status, stderr } = await callCommand([...args, ...order('quote.json')])
    expect(status).equal(3)
    expect(stderr).include('Something other than the service answered')
  })

  async function inspect(text: string) {
    const [, destination] = chainsOf(mock)
    const inspection = await reportEvidence({
      evidence: parseEvidence(text),
      profile,
      client: createServiceClient({ profile, baseUrl: mock.url }),
      layout: 'v1',
      trusted: [mock.solver],
      hasKey: false,
      isServiceNamed: true,
      given: {},
      target: { client: clientOf(destination), receiver: destination.receiver },
      now: Math.floor(Date.now() / 1000),
    })
    if (!('verification' in inspection)) throw new Error('There is no verification.')
    return inspection.verification
  }

  it("the page's data: the quote is enough, and the id alone proves nothing", async () => {
    const wanted = { valid: true, genuine: true, outcome: 'paid', requestId: paid.id, solver: mock.solver }
    expect(await inspect(JSON.stringify(paid.quote))).include(wanted)
    const alone = await inspect(paid.id)
    expect(alone).include({ valid: false, genuine: null, outcome: 'paid', requestId: paid.id, solver: null })
    expect(alone.notes.join()).include(ended)
  })

  for (const [name, key] of [
    ['with', true],
    ['without', false],
  ] as const) {
    it(`watch: an honest fill is not a contradiction, ${name} a key`, async () => {
      const { stdout } = await callCommand(
        [
          ...['watch', ...service(), ...node(), '--from-block', '1', '--until-block', 'latest'],
          ...['--grace', '0', '--confirmations', '0', '--db', folder.path(`${name}.db`), '--json'],
        ],
        { FILLPROOF_API_KEY: key ? mock.apiKey : '' },
      )
      const findings = readLines(stdout) as Record<string, unknown>[]
      const summary = findings.pop() as { unchecked: Record<string, number> }
      expect(findings).deep.equal([])
      expect(summary).include({ fills: 1, checked: 1 })
      const reasons = Object.keys(summary.unchecked)
      if (key) expect(reasons).deep.equal([])
      else expect(reasons.join()).match(/^the request of the order: GET /)
    })
  }

  it('the client reports an operation that answers 410 or is gone as retired', async () => {
    const client = createServiceClient({ profile, baseUrl: retired.url })
    const gone = await thrown(() => client.getAttestation({ requestId: paid.id }))
    expect(gone).include({ name: 'ServiceRetiredError', status: 404, ends: '2026-09-01' })
    const [user, recipient] = mock.accounts.map(({ address }) => address)
    const [origin, destination] = chainsOf(retired)
    const currency = `0x${'00'.repeat(20)}` as const
    const quoted = await thrown(() =>
      client.getQuote({
        user: user!,
        recipient: recipient!,
        originChainId: origin.id,
        destinationChainId: destination.id,
        originCurrency: currency,
        destinationCurrency: currency,
        amount: 10n ** 15n,
        tradeType: 'EXACT_INPUT',
      }),
    )
    expect(quoted).include({ name: 'ServiceRetiredError', status: 410 })
  })
})

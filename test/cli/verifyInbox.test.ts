import { expect } from 'chai'
import { relayProfile } from '../../src/client/index.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { pay, type Quote, setUpMock, waitFor } from '../mock/helpers.js'
import { deployInboxes, entryOf, type Inboxes, inboxAmount } from '../support/inboxes.js'
import { setUpFolder } from '../support/makeFolder.js'
import { callCommand } from './callCommand.js'
import { rowOf } from './verifySupport.js'

describe('fillproof verify, with a receiver of inboxes', () => {
  const { mock } = setUpMock({ idForm: 'public' })
  const folder = setUpFolder()
  let inboxes: Inboxes
  before(async () => {
    inboxes = await deployInboxes(mock)
  })

  const at = () => ['--rpc-url', inboxes.rpcUrl, '--receiver', inboxes.receiver]
  async function verify({ steps }: Quote, order: unknown, args: string[] = []) {
    const profile = await folder.write({ ...mockProfile, operations: relayProfile.operations })
    const service = ['--profile', profile, '--url', mock.url, '--solver', mock.solver]
    const path = await folder.write(order)
    return callCommand(['verify', steps[0]!.requestId, ...service, ...at(), '--order', path, ...args])
  }
  async function report(quote: Quote, order: unknown) {
    const { stdout, stderr } = await verify(quote, order, ['--json'])
    expect(stdout, stderr).not.to.equal('')
    return JSON.parse(stdout)
  }

  it('says that money waits, and not that it was paid; then that the inbox is empty', async () => {
    const terms = inboxes.termsOf()
    const quote = await inboxes.quote(terms)
    const order = { inboxTerms: entryOf(terms, quote).inboxTerms, quote }
    const open = await report(quote, order)
    expect(open.outcome).to.equal('waiting')
    expect(open.onchain).to.deep.include({ kind: 'inboxReceiver', isPaid: null })
    expect((await verify(quote, order)).stdout).to.include('next: Deposit, unless you already did')
    expect(open.valid).to.equal(true)
    expect(open.onchain.inbox).to.include({ address: inboxes.inboxOf(terms), balance: '0', claims: '0' })

    await pay(mock, quote)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
    const filled = await report(quote, order)
    expect(filled).to.include({ valid: false, genuine: true, outcome: 'settled', outcomeSource: 'said' })
    expect(filled.onchain.isPaid).to.equal(null)
    expect(filled.onchain.inbox).to.deep.include({ balance: String(inboxAmount), claims: '0', failing: [] })
    expect(filled.onchain.checks.every(({ ok }: { ok: boolean }) => ok)).to.equal(true)
    expect(filled.onchain.unknown).to.deep.equal([])
    const shown = await verify(quote, order)
    expect(rowOf(shown.stdout, 'money waits').join(' ')).to.include('Not paid')
    expect(rowOf(shown.stdout, 'duplicate').join(' ')).to.include('any number of times')
    expect(shown.stdout).to.include('next: Money waits in the inbox, and is not paid')
    expect(shown.stdout).not.to.match(/outcome: paid/i)

    const path = await folder.write(order)
    const env = { FILLPROOF_PRIVATE_KEY: inboxes.keeper.privateKey }
    expect((await callCommand(['claim', path, ...at(), '--send'], env)).status).to.equal(0)
    const claimed = await report(quote, order)
    expect(claimed.onchain.inbox).to.include({ balance: '0', claims: '1' })
    expect(claimed.outcome).to.equal('settled')
    expect((await verify(quote, order)).stdout).to.include('next: The inbox is empty')
  })

  it('says what a claim fails with', async () => {
    const terms = inboxes.termsOf({ recipient: inboxes.owner.address })
    const quote = await inboxes.quote(terms)
    await inboxes.pay(terms)
    const { onchain } = await report(quote, entryOf(terms, quote))
    expect(onchain.checks.filter(({ ok }: { ok: boolean }) => !ok)).to.have.length(1)
    expect(onchain.inbox.failing[0]).to.include(inboxes.owner.address)
  })

  it('asks for the terms if there are none, and for the order if only the terms are there', async () => {
    const terms = inboxes.termsOf()
    const quote = await inboxes.quote(terms)
    await inboxes.pay(terms)
    const bare = await report(quote, quote)
    expect(bare.onchain).not.to.have.property('inbox')
    expect(bare.onchain.isPaid).to.equal(null)
    expect(bare.onchain.unknown[0].needs).to.include('the terms of the inbox')
    const shown = await verify(quote, quote)
    expect(shown.stdout).to.include('inboxes count claims, not orders').and.include('inboxTerms')
    const lone = await report(quote, { inboxTerms: entryOf(terms, quote).inboxTerms })
    expect(lone.onchain.inbox).to.include({ balance: String(inboxAmount) })
  })

  it('names terms that the receiver can not have', async () => {
    const terms = inboxes.termsOf()
    const quote = await inboxes.quote(terms)
    const entry = entryOf(terms, quote)
    const owned = { ...entry, inboxTerms: { ...entry.inboxTerms, refundTo: inboxes.receiver } }
    const { onchain } = await report(quote, owned)
    expect(onchain).not.to.have.property('inbox')
    expect(onchain.checks.find(({ name }: { name: string }) => name === 'terms')?.ok).to.equal(false)
    const broken = await verify(quote, { ...entry, inboxTerms: { ...entry.inboxTerms, hook: 'yes' } })
    expect(broken.status).to.equal(2)
    expect(broken.stderr).to.include('terms.hook')
  })
})

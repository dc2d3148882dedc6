import { expect } from 'chai'
import { callCommand } from '../cli/callCommand.js'
import { chainsOf, clientOf, setUpMock } from '../mock/helpers.js'
import { deployInboxes, entryOf, type Inboxes } from '../support/inboxes.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readReport } from './support.js'

describe('fillproof watch: money that waits in inboxes', () => {
  const { mock, destination } = setUpMock({ idForm: 'public' })
  const folder = setUpFolder()
  let inboxes: Inboxes
  let from: bigint
  before(async () => {
    inboxes = await deployInboxes(mock)
    from = await clientOf(destination).getBlockNumber()
  })

  const run = (args: string[], receiver = inboxes.receiver) =>
    callCommand(
      [
        ...['watch', '--profile', 'mock', '--url', mock.url, '--grace', '0', '--rpc-url', inboxes.rpcUrl],
        ...['--receiver', receiver, '--from-block', String(from), '--until-block', 'latest', ...args],
      ],
      { FILLPROOF_API_KEY: mock.apiKey },
    )
  const listOf = (entries: unknown[]) =>
    folder.write(entries.map((entry) => JSON.stringify(entry)).join('\n'), 'ndjson')
  const mine = () => clientOf(destination).mine({ blocks: 1 })

  it('default: reports each inbox once, and withdraws it after the claim', async () => {
    const both = [inboxes.termsOf(), inboxes.termsOf({ token: inboxes.token })]
    const entries = []
    for (const terms of both) {
      entries.push(entryOf(terms, await inboxes.quote(terms, { amount: '2000000' })))
      await inboxes.pay(terms, 3_000_000n)
    }
    const empty = inboxes.termsOf()
    const path = await listOf([...entries, { inboxTerms: { ...empty, minimum: '0' } }])
    const options = ['--inboxes', path, '--db', folder.path('waits.sqlite'), '--claim-delay']

    const early = await run([...options, '3600', '--json'])
    expect([early.status, early.stderr]).to.deep.equal([0, ''])
    expect(readReport(early.stdout).findings).to.deep.equal([])

    await mine()
    const late = await run([...options, '0', '--json'])
    expect([late.status, late.stderr]).to.deep.equal([1, ''])
    const { findings, summary } = readReport(late.stdout)
    expect(summary).to.deep.include({ fills: 0, findings: { moneyWaits: 2 } })
    for (const [index, terms] of both.entries()) {
      const { message, actual, transactionHash } = findings.find((one) =>
        one.message.includes(inboxes.inboxOf(terms)),
      )!
      expect(transactionHash).to.equal(null)
      const unit = index === 0 ? 'the native currency' : inboxes.token
      expect(actual).to.match(new RegExp(`^3000000 of ${unit} at block \\d+, \\d+ s after block \\d+$`))
      expect(message).to.include('no claim or refund')
    }
    const shown = await run(['--inboxes', path, '--db', folder.path('shown.sqlite'), '--claim-delay', '0'])
    expect(shown.stdout)
      .to.include('moneyWaits')
      .include('block')
      .and.not.match(/null|transaction/)

    const env = { FILLPROOF_PRIVATE_KEY: inboxes.keeper.privateKey }
    const at = ['--rpc-url', inboxes.rpcUrl, '--receiver', inboxes.receiver]
    expect((await callCommand(['claim', path, ...at, '--send'], env)).status).to.equal(0)
    const after = await run([...options, '0', '--json'])
    const ended = readReport(after.stdout)
    expect(ended.findings.map(({ id, withdrawn }) => [id, withdrawn])).to.have.deep.members(
      findings.map(({ id }) => [id, true]),
    )
    expect(ended.summary).to.deep.include({ fills: 2, findings: {}, withdrawn: { moneyWaits: 2 } })
    expect(after.status).to.equal(0)
  })

  it('behavior: entries that are not readable are counted on stderr', async () => {
    const path = await listOf([{ inboxTerms: { ...inboxes.termsOf(), minimum: '0' } }, { inboxTerms: 5 }])
    const { status, stderr } = await run(['--inboxes', path, '--db', folder.path('broken.sqlite')])
    expect(status).to.equal(0)
    expect(stderr).to.include('not watched: 1.').and.not.include('Error')
  })

  it('error: a receiver without inboxes, a path that is none, and a delay without a list', async () => {
    const path = await listOf([{ inboxTerms: { ...inboxes.termsOf(), minimum: '0' } }])
    const db = ['--db', folder.path('errors.sqlite')]
    const other = await run([...db, '--inboxes', path], chainsOf(mock)[1].receiver)
    expect(other.status).to.equal(2)
    expect(other.stderr).to.include('has no inboxes')
    expect(await run([...db, '--inboxes', folder.path('none')])).to.include({ status: 2, stdout: '' })
    const delay = await run([...db, '--claim-delay', '5'])
    expect(delay.status).to.equal(2)
    expect(delay.stderr).to.include('--claim-delay goes with --inboxes')
  })
})

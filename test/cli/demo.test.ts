import { stripVTControlCharacters } from 'node:util'
import { expect } from 'chai'
import { createReport, describeParts, describeResult } from '../../src/cli/demo/report.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { callCommand } from './callCommand.js'
import { type Outcome, startCli } from './helpers.js'

const attacks: [string, string][] = [
  ['forged solver', 'UnknownSolver'],
  ['changed order', 'UnknownSolver'],
  ['stranger as recipient', 'RecipientNotAllowed'],
  ['paid twice', 'RequestAlreadyPaid'],
  ['changed argument', 'NotAuthorized'],
  ['returned to a router', 'InvalidRefundTo'],
  ['squatted authorization', 'RequestAlreadyPaid'],
  ['authorized again', 'RequestAlreadyPaid'],
  ['changed amount', 'UnknownSolver'],
  ['another order', 'OrderMismatch'],
  ['filled twice', 'RequestAlreadyPaid'],
  ['short payment', 'PaymentTooLow'],
  ['other receiver', 'WrongFillContract'],
  ['expired', 'RequestExpired'],
]

describe('fillproof demo', () => {
  let brief: Outcome
  let people: Outcome
  let machines: Outcome
  before(async function () {
    this.timeout(180_000)
    brief = await callCommand(['demo'])
    people = await callCommand(['demo', '--verbose'])
    machines = await callCommand(['demo', '--json'])
  })

  it('default: shows the result first, in at most 40 lines, and exits with 0', () => {
    const { status, stdout } = brief
    expect(status, stdout).to.equal(0)
    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).to.be.at.most(40)
    expect(lines[0]).to.match(/14 of 14 attacks refused/)
    expect(lines[1]).to.equal('Every step matched its expectation.')
    for (const [, error] of attacks) expect(stdout).to.include(error)
    expect(stdout).to.include('8 of 8 attacks refused').and.include('6 of 6 attacks refused')
    expect(stdout).not.to.include('✘')
  })

  it('behavior: --verbose shows each step, each refusal and the gas', () => {
    const { status, stdout } = people
    expect(status, stdout).to.equal(0)
    for (const [, error] of attacks) expect(stdout).to.include(`✔ ${error}: `)
    for (const text of [
      'refuses to quote it: DESTINATION_TX_FAILED',
      'payReceiver throws: CallNotPaidError',
      'PaymentReturned alone: 1 ETH',
      'left in the router: 0',
      'onchain step',
    ]) {
      expect(stdout).to.include(text)
    }
    // The way that fits the public service comes first.
    expect(stdout.indexOf('a signed order, and any solver')).to.be.within(
      0,
      stdout.indexOf('an attested order'),
    )
    expect(stdout).to.include('0xf70da97812CB96acDF810712Aa562db8dfA3dbEF')
    expect(stdout).not.to.include('✘')
    expect(stdout)
      .to.match(/14 of 14 attacks refused/)
      .and.match(/Every step matched its expectation\.\n$/)
  })

  it('default: --json prints one object', () => {
    const { status, stdout, stderr } = machines
    expect(status, stderr).to.equal(0)
    expect(stdout.trim().split('\n')).to.have.length(1)
    const result = JSON.parse(stdout)
    expect(Object.keys(result)).to.deep.equal(['ok', 'seconds', 'steps', 'attacks', 'gas', 'differences'])
    expect(result).to.deep.include({ ok: true, differences: [] })
    expect(result.seconds).to.be.within(0.1, 60)
    expect(result.steps.map(({ number }: { number: number }) => number)).to.deep.equal(
      result.steps.map((_: unknown, index: number) => index + 1),
    )
    expect(
      result.attacks.map(({ attack, error, refused }: Record<string, unknown>) => [attack, error, refused]),
    ).to.deep.equal(attacks.map(([attack, error]) => [attack, error, true]))
    const errors: string[] = attestedOrderReceiverAbi.flatMap((item) =>
      item.type === 'error' ? [item.name] : [],
    )
    for (const { expected, message } of result.attacks) {
      expect(errors).to.include(expected)
      expect(message).to.be.a('string').and.not.equal('')
    }
    expect(result.gas).to.have.length(9)
    for (const { step, chain, gasUsed } of result.gas) {
      expect(step).to.be.a('string')
      expect(chain).to.be.oneOf(['mockorigin', 'mockdestination'])
      expect(gasUsed).to.match(/^\d{5,6}$/)
    }
  })

  it('behavior: a signal ends it with 130', async () => {
    const { child, ended, told } = startCli(['demo'])
    await told('Starting')
    child.kill('SIGTERM')
    const { status, stdout } = await ended
    expect(status).to.equal(130)
    expect(stdout).to.equal('')
  })

  it('error: a difference is reported and fails the demo', () => {
    const lines: string[] = []
    const report = createReport((line) => lines.push(line))
    report.part('A part')
    report.step('A step')
    report.expect('balance', false, 5)
    report.step('Two attacks')
    report.attack({ attack: 'theft', expected: 'UnknownSolver', refused: false })
    report.attack({
      attack: 'fraud',
      expected: 'UnknownSolver',
      error: 'Other',
      message: '?',
      refused: false,
    })
    report.differ('The chain broke.')
    const result = report.finish()
    expect(result).to.deep.include({
      ok: false,
      differences: [
        'step 1: balance: 5',
        'theft: expected UnknownSolver, found nothing',
        'fraud: expected UnknownSolver, found Other',
        'The chain broke.',
      ],
    })
    expect(lines.join('\n')).to.include('✘')
    const outline = stripVTControlCharacters(describeParts(report.parts, result))
    expect(outline).to.include('✘ A step').and.include('✘ 0 of 2 attacks refused: nothing, Other')
    const text = describeResult(result)
    for (const difference of result.differences) expect(text).to.include(difference)
    expect(text).to.include('0 of 2 attacks refused').and.include('Not every step matched its expectation.')
  })
})

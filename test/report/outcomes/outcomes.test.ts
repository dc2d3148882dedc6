import { expect } from 'chai'
import type { Hex } from 'viem'
import { outcomeRows } from '../../../src/cli/verify/describeVerification.js'
import { createServiceClient } from '../../../src/client/index.js'
import type { IdForm } from '../../../src/mock/forms.js'
import type { MockService } from '../../../src/mock/index.js'
import { parseEvidence } from '../../../src/report/evidence/parseEvidence.js'
import { reportEvidence } from '../../../src/report/reportEvidence.js'
import { nextSteps } from '../../../src/report/state/nextSteps.js'
import { mockProfile } from '../../../src/service/profile/mockProfile.js'
import { relayProfile } from '../../../src/service/profile/relayProfile.js'
import type { ServiceProfile } from '../../../src/service/profile/types.js'
import { callCommand } from '../../cli/callCommand.js'
import { chainsOf, clientOf, setUpMock } from '../../mock/helpers.js'
import { type Folder, setUpFolder, stringify } from '../../support/makeFolder.js'
import { type Made, type Scenario, scenarios } from './scenarios.js'

const columns = ['id without key', 'id with key', 'with quote', 'with receiver'] as const

type Column = (typeof columns)[number]

/** The public service publishes no attestations: there the evidence is in the quote. */
const profiles: Record<IdForm, ServiceProfile> = {
  specification: mockProfile,
  public: { ...mockProfile, operations: relayProfile.operations! },
}

for (const form of ['specification', 'public'] as const) {
  describe(`outcomes: ids of the ${form} form`, () => {
    const { mock } = setUpMock({ idForm: form })
    const { mock: slow } = setUpMock({ idForm: form, statusDelayMs: 60_000 })
    const folder = setUpFolder()
    const profile = profiles[form]

    for (const scenario of scenarios) {
      describe(scenario.name, () => {
        let made: Made
        let at: MockService
        let snapshot: string | undefined
        before(async () => {
          at = scenario.isSlow ? slow : mock
          snapshot = scenario.isSlow ? undefined : await at.control.snapshot()
          made = await scenario.make({ mock: at, form })
        })
        after(async () => {
          if (snapshot) await at.control.restore(snapshot)
        })

        if (form === 'specification' && scenario.isFillEnough) {
          it("behavior: id with receiver: the service's fill decides", async () => {
            const [, { rpcUrl, receiver }] = chainsOf(at)
            const args = await argumentsOf(at, made, 'id without key', folder, profile)
            const target = ['--rpc-url', rpcUrl, '--receiver', receiver, '--json']
            const { stdout, status } = await callCommand([...args, ...target], { FILLPROOF_API_KEY: '' })
            const report = JSON.parse(stdout)
            expectReport(scenario, 'with receiver', report, status)
            expect(report.notes.join().includes('Only the service says')).to.equal(
              scenario.name === 'returned',
            )
          })
        }

        for (const column of form === 'public' ? columns.slice(2) : columns) {
          it(`behavior: ${column}: text, JSON and the page say what happened`, async () => {
            const args = await argumentsOf(at, made, column, folder, profile)
            const env = { FILLPROOF_API_KEY: column === 'id with key' ? at.apiKey : '' }
            const json = await callCommand([...args, '--json'], env)
            expect(json.stderr).to.equal('')
            const report = JSON.parse(json.stdout)
            expectReport(scenario, column, report, json.status)

            const text = await callCommand(args, env)
            expect(text.status).to.equal(json.status)
            expectText(scenario, column, text.stdout)

            const verification = await inspectAs(at, made, column, profile)
            expectReport(scenario, column, JSON.parse(stringify(verification)), json.status)
            const expected = column === 'with receiver' ? scenario.measured : scenario.said
            expect(nextSteps(verification, now())[0]?.text).to.include(expected.next)
            expect(report.outcome).to.equal(verification.outcome)
          })
        }
      })
    }
  })
}

const now = () => Math.floor(Date.now() / 1000)

async function argumentsOf(
  mock: MockService,
  { id, quote }: Made,
  column: Column,
  folder: Folder,
  profile: ServiceProfile,
): Promise<string[]> {
  const [, { rpcUrl, receiver }] = chainsOf(mock)
  const isBare = column.startsWith('id')
  return [
    ...['verify', id, '--profile', await folder.write(profile), '--url', mock.url],
    ...(isBare ? [] : ['--order', await folder.write(quote)]),
    ...(column === 'with receiver' ? ['--rpc-url', rpcUrl, '--receiver', receiver] : []),
  ]
}

/** Inspects as the page does. */
async function inspectAs(mock: MockService, { id, quote }: Made, column: Column, profile: ServiceProfile) {
  const [, destination] = chainsOf(mock)
  const isBare = column.startsWith('id')
  const hasKey = column === 'id with key'
  const inspection = await reportEvidence({
    evidence: parseEvidence(isBare ? id : `${id}\n${JSON.stringify(quote)}`),
    profile,
    client: createServiceClient({
      profile,
      baseUrl: mock.url,
      ...(hasKey && { apiKey: mock.apiKey }),
    }),
    layout: 'v1',
    trusted: [mock.solver],
    hasKey,
    isServiceNamed: true,
    given: {},
    target:
      column === 'with receiver'
        ? { client: clientOf(destination), receiver: destination.receiver }
        : undefined,
    now: now(),
  })
  if (!('verification' in inspection)) throw new Error('There is no verification.')
  return inspection.verification
}

type Report = {
  valid: boolean
  genuine: boolean | null
  outcome: string
  outcomeSource: string | null
  waitingFor?: string
  record: {
    failReason?: string
    revert?: { name?: string; data?: Hex; message: string }
    depositTransactions: Hex[]
    fillTransactions: Hex[]
    refundTransactions: { chainId: number | null; transactionHash: Hex }[]
  }
}

function expectReport(scenario: Scenario, column: Column, report: Report, status: number | null): void {
  const isMeasured = column === 'with receiver'
  const { next, ...expected } = isMeasured ? scenario.measured : scenario.said
  const { genuine, failReason, revert, refunds = 0 } = scenario
  const { outcome, outcomeSource, waitingFor } = report
  const found = { outcome, outcomeSource, ...(waitingFor && { waitingFor }) }
  const wanted = isMeasured ? scenario.measured.status : genuine ? 0 : 1
  expect({ ...found, status }).to.deep.equal({ ...expected, status: wanted })
  expect(report.valid).to.equal(status === 0)
  expect(report.genuine).to.equal(genuine)
  const { record } = report
  expect(record.failReason).to.equal(failReason)
  expect(record.revert?.name).to.equal(revert)
  expect(record.refundTransactions).to.have.length(refunds)
  for (const { chainId, transactionHash } of record.refundTransactions) {
    expect(record.fillTransactions).not.to.include(transactionHash)
    expect(chainId).to.equal(column === 'id with key' ? 31101 : null)
  }
}

function expectText(scenario: Scenario, column: Column, stdout: string): void {
  const expected = column === 'with receiver' ? scenario.measured : scenario.said
  expect(stdout).to.match(scenario.genuine ? /^genuine: 0x/m : /^not genuine: /m)
  const [, outcome] = outcomeRows({ genuine: scenario.genuine, ...expected })
  expect(stdout).to.match(new RegExp(`^outcome: ${outcome.text}.* \\(${expected.outcomeSource}\\)$`, 'm'))
  expect(stdout.match(/^next: .*$/m)?.[0]).to.include(expected.next)
  if (scenario.failReason) expect(stdout).to.include(scenario.failReason)
  if (scenario.revert) expect(stdout).to.include(scenario.revert)
}

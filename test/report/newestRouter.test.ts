// The newest router logs the hash of a call's data. Each reader of settlements must take it, and no other hash.
import { writeFileSync } from 'node:fs'
import { expect } from 'chai'
import { createPublicClient, type Hex, http, type Log } from 'viem'
import { createServiceClient } from '../../src/client/index.js'
import { parseEvidence } from '../../src/report/evidence/parseEvidence.js'
import { reportEvidence } from '../../src/report/reportEvidence.js'
import { settlementRows } from '../../src/report/rows/settlementRows.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import type { ServiceProfile } from '../../src/service/profile/types.js'
import { callCommand } from '../cli/callCommand.js'
import { rowOf } from '../cli/verifySupport.js'
import { chainsOf, setUpMock } from '../mock/helpers.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readLines } from '../watch/support.js'
import { type Made, scenarios } from './outcomes/scenarios.js'

const topic: Hex = '0x41b532d633b984408c6cb99e0de889a69f64dac4d263e6771fb826cacfa84b6d'

describe('a paid authorized call, filled through the newest router', () => {
  const { mock } = setUpMock()
  const folder = setUpFolder()
  const node = setUpHttpServer()
  let made: Made
  let hashes = 0
  before(async () => {
    made = await scenarios.find(({ name }) => name === 'success')!.make({ mock, form: 'specification' })
    writeFileSync(folder.path('quote.json'), JSON.stringify(made.quote))
    // A node that shows another hash in the router's log, and else the truth.
    node.respondWith(async (request, response) => {
      const body = await fetch(chainsOf(mock)[1].rpcUrl, { method: 'POST', body: request.text })
      const answers = (await body.json()) as Answer | Answer[]
      for (const { result } of [answers].flat()) {
        for (const log of result?.logs ?? []) if (log.topics[0] === topic) log.data = withOtherHash(log.data)
      }
      answer(200, answers)(request, response)
    })
  })

  type Answer = { result?: { logs?: Pick<Log, 'topics' | 'data'>[] } | null }

  function withOtherHash(data: Hex): Hex {
    hashes += 1
    return `0x${data.slice(2, 66)}${'77'.repeat(32)}${data.slice(130)}`
  }

  const nodes = () => ({ true: chainsOf(mock)[1].rpcUrl, lying: node.url })
  const receiver = () => chainsOf(mock)[1].receiver

  async function verify(rpcUrl: string, args: string[] = []) {
    const { stdout } = await callCommand([
      ...['verify', made.id, '--profile', 'mock', '--url', mock.url, '--solver', mock.solver],
      ...['--rpc-url', rpcUrl, '--receiver', receiver(), '--order', folder.path('quote.json'), ...args],
    ])
    return stdout
  }

  async function inspect(rpcUrl: string, profile: ServiceProfile = mockProfile) {
    const inspection = await reportEvidence({
      evidence: parseEvidence(`${made.id}\n${JSON.stringify(made.quote)}`),
      profile,
      client: createServiceClient({ profile, baseUrl: mock.url }),
      layout: 'v1',
      trusted: [mock.solver],
      hasKey: false,
      isServiceNamed: true,
      given: {},
      target: { client: createPublicClient({ transport: http(rpcUrl) }), receiver: receiver() },
      now: Math.floor(Date.now() / 1000),
    })
    if (!('verification' in inspection)) throw new Error('There is no verification.')
    return inspection.verification.onchain!.settlement!
  }

  async function watch(name: string, rpcUrl: string) {
    const { stdout } = await callCommand([
      ...['watch', '--profile', 'mock', '--url', mock.url, '--rpc-url', rpcUrl, '--receiver', receiver()],
      ...['--from-block', '1', '--until-block', 'latest', '--grace', '0', '--confirmations', '0'],
      ...['--db', folder.path(name), '--json'],
    ])
    const findings = readLines(stdout) as { kind: string; message: string; unchecked: object }[]
    return { summary: findings.pop()!, findings }
  }

  it('verify: settled, but not with another hash in the log', async () => {
    const { onchain } = JSON.parse(await verify(nodes().true, ['--json']))
    const rows = Object.fromEntries(onchain.settlement.rows.map((row: { name: string }) => [row.name, row]))
    expect(rows.calls).include({ name: 'calls', ok: true })
    expect(rows.called).include({ name: 'called', ok: true })
    expect(onchain.settlement.rows.filter(({ ok }: { ok: boolean }) => ok === false)).deep.equal([])
    const lied = JSON.parse(await verify(nodes().lying, ['--json'])).onchain.settlement
    expect(hashes).above(0)
    expect(lied.settled).equal(false)
    expect(rowOf(await verify(nodes().lying), 'calls')[2]).match(/^No SolverCallExecuted log/)
  })

  it("the page's data: settled, but not with another hash in the log", async () => {
    const resultOf = async (rpcUrl: string) =>
      settlementRows(await inspect(rpcUrl)).find(({ name }) => name === 'calls')?.result
    expect(await resultOf(nodes().true)).equal('passed')
    expect(await resultOf(nodes().lying)).equal('failed')
  })

  it('watch: no finding, but one with another hash in the log', async () => {
    const { summary, findings } = await watch('true', nodes().true)
    expect(findings).deep.equal([])
    expect(summary).deep.include({ fills: 1, checked: 1, unchecked: {} })
    const lied = await watch('lying', nodes().lying)
    expect(lied.findings.map(({ kind }) => kind)).deep.equal(['notSettled'])
    expect(lied.findings[0]!.message).include('No SolverCallExecuted log')
  })

  it("states the verdict's assumptions about a router known only from a listing", async () => {
    const assumptionsWith = async (isAssumed: boolean | undefined) => {
      const chains = mockProfile.chains!.map((chain) => ({
        ...chain,
        routers:
          isAssumed === undefined
            ? []
            : chain.routers!.map((router) => ({ ...router, ...(isAssumed && { assumed: true as const }) })),
      }))
      const rows = settlementRows(await inspect(nodes().true, { ...mockProfile, chains }))
      return rows.flatMap(({ name, text }) =>
        text.includes('Assumes') ? [`${name}: ${text.replace(/.*(?=only|the profile)/, '')}`] : [],
      )
    }
    expect(await assumptionsWith(false)).deep.equal([])
    const all = (words: string) => ['nativeTransfers', 'calls', 'called'].map((name) => `${name}: ${words}`)
    expect(await assumptionsWith(true)).deep.equal(all("only the service's listing names it."))
    expect(await assumptionsWith(undefined)).deep.equal(all('the profile does not list it.'))
  })
})

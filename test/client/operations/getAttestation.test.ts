import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { createConnection } from '../../../src/client/createConnection.js'
import { getAttestation } from '../../../src/client/operations/getAttestation.js'
import { verifyAttestation } from '../../../src/protocol/attestation/verifyAttestation.js'
import { thrown } from '../../support/errors.js'
import { answer, setUpHttpServer } from '../../support/httpServer.js'
import { attestation, requestId } from './fixtures.js'

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../vectors/attestation-${name}-live.json`, import.meta.url), 'utf8'))
const v1 = read('v1')
const v2 = read('v2')

describe('layouts of getAttestation', () => {
  const server = setUpHttpServer()
  const connect = () => createConnection({ profile: 'mock', baseUrl: server.url, retry: { limit: 0 } })

  it('default', async () => {
    const { requestId, ...record } = v1.record
    server.respondWith(answer(200, record))
    const attestation = await getAttestation(connect(), { requestId })
    const amount: bigint = attestation.originAmount
    expect(amount).equal(700000000000000000n)
    expect(attestation).include({ layout: 'v1', signature: record.signature })
    expect(attestation.originUser).equal(`0x${'00'.repeat(12)}f3d63166f0ca56c3c1a3508fce03ff0cf3fb691e`)
    const { valid, solver } = await verifyAttestation({ attestation, solver: v1.solver })
    expect({ valid, solver }).deep.equal({ valid: true, solver: v1.solver })
    expect(server.requests.map(({ path }) => path)).deep.equal([`/requests/${requestId}/signature`])
  })

  it('behavior: layout v2', async () => {
    const { requestId, ...record } = v2.record
    server.respondWith(answer(200, record))
    const attestation = await getAttestation(connect(), { requestId, layout: 'v2' })
    const destinationCurrency: string = attestation.destinationCurrency
    expect(destinationCurrency).equal(`0x${'00'.repeat(12)}3c499c542cef5e3811e1192ce70d8cc03d5c3359`)
    expect((await verifyAttestation({ attestation, solver: v2.solver })).valid).equal(true)
    expect(server.requests.map(({ path }) => path)).deep.equal([`/requests/${requestId}/signature/v2`])
  })

  it('behavior: ignores unsigned fields', async () => {
    const { requestId, ...record } = v1.record
    const requestData = { ...record.requestData, originTransferDestination: v1.solver }
    server.respondWith(answer(200, { ...record, requestData }))
    const attestation = await getAttestation(connect(), { requestId })
    expect(attestation).not.property('originTransferDestination')
    expect((await verifyAttestation({ attestation, solver: v1.solver })).valid).equal(true)
  })

  it('behavior: verifies nothing', async () => {
    const { requestId, ...record } = v1.record
    server.respondWith(answer(200, { ...record, signature: '0x12' }))
    expect((await getAttestation(connect(), { requestId })).signature).equal('0x12')
  })

  it("behavior: accepts chain ids as digits, and null for the other layout's field", async () => {
    const requestData = { ...attestation.requestData, originChainId: '1', destinationCurrency: null }
    server.respondWith(answer(200, { ...attestation, requestData }))
    const connection = createConnection({ profile: 'mock', baseUrl: server.url })
    const { originChainId, layout } = await getAttestation(connection, { requestId })
    expect([originChainId, layout]).deep.equal([1, 'v1'])
  })

  it('error: the other layout, fields of both, or of neither', async () => {
    const cases = [
      { record: v2.record, layout: 'v1', found: 'v2' },
      { record: v1.record, layout: 'v2', found: 'v1' },
      { record: v1.record, layout: 'v1', found: 'both', change: { destinationCurrency: v1.solver } },
      { record: v1.record, layout: 'v1', found: 'neither', change: { originAmount: undefined } },
    ] as const
    for (const { record, layout, found, ...rest } of cases) {
      const requestData = { ...record.requestData, ...('change' in rest ? rest.change : {}) }
      server.respondWith(answer(200, { ...record, requestData }))
      const { requestId } = record
      const error = await thrown(() => getAttestation(connect(), { requestId, layout }))
      expect(error).include({ name: 'InvalidResponseError', path: 'requestData' })
      expect(error.message).contain(`must have layout ${layout}, not ${found}`)
    }
  })
})

import { expect } from 'chai'
import type { Hex } from 'viem'
import { createServiceClient } from '../../src/client/index.js'
import { parseEvidence } from '../../src/report/evidence/parseEvidence.js'
import { reportEvidence } from '../../src/report/reportEvidence.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { attestationOf, chainsOf, clientOf, type Quote, setUpMock } from '../mock/helpers.js'
import { answer, setUpHttpServer } from '../support/httpServer.js'
import { type Made, scenarios } from './outcomes/scenarios.js'

// A genuine attestation of one request, and the payment of another.
for (const form of ['specification', 'public'] as const) {
  describe(`evidence of two requests: ids of the ${form} form`, () => {
    const { mock } = setUpMock({ idForm: form })
    const liar = setUpHttpServer()
    let paid: Made
    let unpaid: Made
    before(async () => {
      unpaid = await make('waiting for the deposit')
      paid = await make('success')
    })

    const make = (wanted: string) => scenarios.find(({ name }) => name === wanted)!.make({ mock, form })

    async function inspect(text: string, baseUrl = mock.url) {
      const [, destination] = chainsOf(mock)
      const inspection = await reportEvidence({
        evidence: parseEvidence(text),
        profile: mockProfile,
        client: createServiceClient({ profile: mockProfile, baseUrl }),
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

    /** The paid quote, which now names the other request; an unsigned one proves nothing of itself. */
    const claimed = (isSigned: boolean): string => {
      const { id, quote } = paid
      const text = JSON.stringify(quote).replaceAll(`"requestId":"${id}"`, `"requestId":"${unpaid.id}"`)
      const changed: Quote = JSON.parse(text)
      if (!isSigned) delete changed.protocol.v2.orderSignature
      const attestation = { requestId: unpaid.id, ...attestationOf(mock, unpaid.id) }
      return `${JSON.stringify(attestation)}\n${JSON.stringify(changed)}`
    }

    for (const isSigned of [true, false]) {
      it(`attack: a quote ${isSigned ? 'with' : 'without'} its signature claims another request`, async () => {
        const { outcome, genuine, checks } = await inspect(claimed(isSigned))
        if (form === 'specification') {
          expect(outcome).not.to.equal('paid')
        } else {
          // Nothing that is signed ties a signed order to a request: the report says whose word it is.
          expect({ outcome, genuine }).to.deep.equal({ outcome: 'paid', genuine: true })
          const tie = checks.find(({ name }) => name === 'orderId')
          expect(tie).to.deep.equal(isSigned ? { ...tie, ok: true, source: 'said' } : undefined)
        }
      })
    }

    it("attack: a service that names another's fill", async () => {
      const attestation = attestationOf(mock, unpaid.id)
      const status = await read(`/intents/status/v3?requestId=${paid.id}`)
      liar.respondWith((request, response) => {
        const { path } = request
        const body = path.endsWith('/signature') ? attestation : path.includes('/status') ? status : []
        answer(200, body)(request, response)
      })
      const { outcome, notes } = await inspect(unpaid.id, liar.url)
      if (form === 'specification') expect(outcome).to.equal('settled')
      else expect(notes.join()).to.include('Only the service says')
    })

    const read = async (path: string) => (await fetch(`${mock.url}${path}`)).json() as Promise<Hex>
  })
}

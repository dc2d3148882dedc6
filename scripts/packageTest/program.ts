/** A user's program: verifies an attestation of the public service, and uses each entry that needs no other package. */
export const program = `
import { hashAttestation, type VerifyAttestationReturnType, verifyAttestation } from 'fillproof'
import { type BatchResult, createBatchVerifier } from 'fillproof/batch'
import { createServiceClient, type Quote, type ServiceClient } from 'fillproof/client'
import { fillproofActions, hashPayment, prepareAuthorizedCall } from 'fillproof/contract'
import { planDeployment } from 'fillproof/deploy'
import { type MockService, startMockService } from 'fillproof/mock'
import { type QuoteRow, verifyQuote } from 'fillproof/quote'
import { createTestSolver } from 'fillproof/testing'
import { isStatusEvent, signWebhook, verifyWebhook, type UnknownWebhookEvent, type WebhookEvent } from 'fillproof/webhooks'

const user = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
const attestation = {
  requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
  originChainId: 1,
  originUser: user,
  originCurrency: '0x0000000000000000000000000000000000000000',
  originAmount: 700000000000000000n,
  destinationChainId: 7777777,
  destinationUser: user,
  signature:
    '0x4c320680bbb7f4d46892cd93eddf04884d997c8a3dbd8af20ca502e6bf5323a07bb467f97e290dfd53350683ea494e4fcb02a445ac129d1741a81c12eed066a11b',
} as const
const solver = '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'

const report: VerifyAttestationReturnType = await verifyAttestation({ attestation, solver })
if (!report.valid || report.solver !== solver) throw new Error(JSON.stringify(report))

const hash = '0x90b6e106cb46dfb411fa528da7f5177ecaf4761f6b7242f00418cc7d4285943c'
if (hashAttestation(attestation) !== hash) throw new Error('another hash')

const forged = await verifyAttestation({ attestation: { ...attestation, originAmount: 1n }, solver })
if (forged.valid) throw new Error('a forged amount passed')

const { requestId, signature, originAmount, ...words } = attestation
const fetch = async () =>
  Response.json({ requestData: { ...words, originAmount: String(originAmount) }, signature })
const client: ServiceClient = createServiceClient({ baseUrl: 'https://service.example', fetch })
const fetched = await client.getAttestation({ requestId })
if (fetched.originAmount !== originAmount) throw new Error('another amount')
const readOutput = (quote: Quote): string | null | undefined => quote.details?.currencyOut?.amount
// @ts-expect-error A misspelled field does not compile.
const misspelled = (quote: Quote) => quote.detials

const line = JSON.stringify({ requestId, signature, requestData: { ...words, originAmount: String(originAmount) } })
for (const threads of [0, 1]) {
  const verifier = createBatchVerifier({ solvers: solver, threads })
  const results: BatchResult[] = []
  for await (const result of verifier.verifyMany([line, '{}'])) results.push(result)
  await verifier.close()
  if (results.map(({ status }) => status).join() !== 'valid,malformed') throw new Error(JSON.stringify(results))
}

const native = '0x0000000000000000000000000000000000000000'
const chains = { originChainId: 8453, destinationChainId: 10, originCurrency: native, destinationCurrency: native }
const request = { ...chains, user, amount: 1n, tradeType: 'EXACT_INPUT' } as const
const judged: { valid: boolean | null; checks: QuoteRow[] } = await verifyQuote({ quote: { steps: [] }, request })
if (judged.valid !== false) throw new Error(JSON.stringify(judged.checks.map(({ name, ok }) => [name, ok])))

const apiKey = 'key'
const data = { requestId, status: 'success', updatedAt: 1 }
const { body, headers } = await signWebhook({ body: { event: 'request.status.updated', timestamp: 1, data }, apiKey })
const event: WebhookEvent | UnknownWebhookEvent = await verifyWebhook({
  body,
  apiKey,
  timestamp: headers['x-signature-timestamp'],
  signature: headers['x-signature-sha256'],
})
if (!isStatusEvent(event) || event.data.status !== 'success') throw new Error('another status')

const start: (options?: object) => Promise<MockService> = startMockService
for (const entry of [createTestSolver, fillproofActions, hashPayment, planDeployment, prepareAuthorizedCall, readOutput, misspelled, start]) {
  if (typeof entry !== 'function') throw new Error('not a function')
}
console.log('verified')
`

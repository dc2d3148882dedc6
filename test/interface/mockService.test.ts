import { expect } from 'chai'
import { createWalletClient, type Hex, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createServiceClient, type QuoteRequest, type ServiceClient } from '../../src/client/index.js'
import { verifyAttestation } from '../../src/index.js'
import { setUpMock } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'

const ether = 10n ** 18n

describe('interface: What the service does', () => {
  const { mock } = setUpMock()
  let client: ServiceClient
  before(() => {
    client = createServiceClient({
      profile: 'mock',
      baseUrl: mock.url,
      wsUrl: mock.wsUrl,
      apiKey: mock.apiKey,
    })
  })

  const account = () => privateKeyToAccount(mock.accounts[1]!.privateKey)
  const requestOf = (fields: Partial<QuoteRequest> = {}) => ({
    user: account().address,
    recipient: mock.accounts[2]!.address,
    originChainId: mock.chains[0]!.id,
    destinationChainId: mock.chains[1]!.id,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    amount: ether,
    tradeType: 'EXACT_INPUT' as const,
    ...fields,
  })
  async function run(fields: Partial<QuoteRequest> = {}) {
    const request = requestOf(fields)
    const quote = await client.getQuote(request)
    const requestId = quote.steps[0]!.requestId!
    const transport = http(mock.chains[0]!.rpcUrl)
    const { outcome } = await client.executeSteps({
      quote,
      request,
      walletClient: createWalletClient({ account: account(), transport, pollingInterval: 20 }),
      pollingIntervalMs: 20,
      maximumAmountIn: 2n * ether,
    })
    return { requestId, outcome }
  }

  it('3. a request is followed by the status endpoint and by the websocket [3]', async () => {
    const { requestId, outcome } = await run()
    expect(outcome?.status).equal('success')
    expect((await client.getStatus({ requestId })).status).equal('success')
    const watched: string[] = []
    for await (const { status } of client.watchRequest({ requestId, transport: 'websocket' }))
      watched.push(status)
    expect(watched.at(-1)).equal('success')
  })

  it('4. a fill that fails is refunded on the origin chain [4]', async () => {
    for (const tradeType of ['EXACT_INPUT', 'EXACT_OUTPUT'] as const) {
      const { outcome } = await run({ tradeType, referrer: 'debug-force-refund' })
      expect(outcome).include({ status: 'refund', originChainId: mock.chains[0]!.id })
    }
  })

  it('5. a stale quote fails [5]', async () => {
    mock.control.faults.set('staleQuote', { times: 2 })
    expect(await thrown(() => run())).include({ path: 'protocol.v2.orderData.output.deadline' })
    const quote = await client.getQuote(requestOf())
    const wallet = createWalletClient({ account: account(), transport: http(mock.chains[0]!.rpcUrl) })
    const { to, data, value } = quote.steps[0]!.items[0]!.data as { to: Hex; data: Hex; value: string }
    await wallet.sendTransaction({ to, data, value: BigInt(value), chain: null })
    const requestId = quote.steps[0]!.requestId!
    expect((await client.waitForRequest({ requestId, pollingIntervalMs: 20 })).status).equal('refund')
  })

  it('6. optional: attestations [6]', async () => {
    const { requestId } = await run()
    const attestation = await client.getAttestation({ requestId })
    expect((await verifyAttestation({ attestation, solver: mock.solver })).valid).equal(true)
  })

  it('6. optional: app fees, sponsorship and deposit addresses [6]', async () => {
    const wallet = mock.accounts[3]!.address
    const withFee = await client.getQuote(requestOf({ appFees: [{ recipient: wallet, fee: 100 }] }))
    const sponsored = await client.getQuote(requestOf({ subsidizeFees: true }))
    const plain = await client.getQuote(requestOf())
    const outOf = ({ details }: typeof plain) => BigInt(details!.currencyOut!.amount!)
    expect(outOf(withFee) < outOf(plain)).equal(true)
    expect(outOf(sponsored) > outOf(plain)).equal(true)
    const { steps } = await client.getQuote(
      requestOf({ useDepositAddress: true, refundTo: account().address }),
    )
    expect(steps[0]!.depositAddress).match(/^0x[0-9a-fA-F]{40}$/)
  })

  it('6. optional: a withdrawal from the venue in two signatures [6]', async () => {
    const withdrawal = {
      originChainId: 1337,
      originCurrency: `0x${'00'.repeat(16)}`,
      amount: 10n ** 9n,
      protocolVersion: 'v2',
    }
    const { steps } = await client.getQuote(requestOf(withdrawal))
    expect(steps.map(({ id, kind }) => [id, kind])).deep.equal([
      ['authorize', 'signature'],
      ['deposit', 'transaction'],
    ])
    expect(
      await thrown(() => client.getQuote(requestOf({ ...withdrawal, protocolVersion: undefined }))),
    ).include({
      name: 'InvalidRequestError',
      path: 'protocolVersion',
    })
  })
})

import { convertViemChainToRelayChain, createClient, type Execute } from '@relayprotocol/relay-sdk'
import { expect } from 'chai'
import { createWalletClient, defineChain, type Hex, http, publicActions, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { MockChain } from '../../src/mock/index.js'
import { balanceOf, ether, freshAddress, setUpMock, tokenOf, usdc, waitFor } from '../mock/helpers.js'
import { thrown } from '../support/errors.js'

type GetQuoteParameters = Parameters<ReturnType<typeof createClient>['actions']['getQuote']>[0]
type QuotedFields = Pick<GetQuoteParameters, 'currency' | 'toCurrency'> & Partial<GetQuoteParameters>

/** The public service's own SDK, pointed at the mock, and nothing changed in it. */
for (const idForm of ['specification', 'public'] as const)
  describe(`the public SDK against the mock, in the form ${idForm}`, () => {
    const { mock, origin, destination } = setUpMock({ idForm })
    let sdk: ReturnType<typeof createClient>
    before(() => {
      sdk = createClient({
        baseApiUrl: mock.url,
        source: 'fillproof.test',
        chains: mock.chains.map((chain) => convertViemChainToRelayChain(viemChain(chain))),
        pollingInterval: 50,
        confirmationPollingInterval: 50,
      })
    })

    const viemChain = ({ id, name, rpcUrl }: MockChain) =>
      defineChain({
        id,
        name,
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: [rpcUrl] } },
      })
    const wallet = () =>
      createWalletClient({
        account: privateKeyToAccount(mock.accounts[1]!.privateKey),
        chain: viemChain(origin),
        transport: http(origin.rpcUrl),
        pollingInterval: 20,
      }).extend(publicActions)

    const getQuote = (parameters: QuotedFields): Promise<Execute> =>
      sdk.actions.getQuote({
        chainId: origin.id,
        toChainId: destination.id,
        tradeType: 'EXACT_INPUT',
        wallet: wallet(),
        user: mock.accounts[1]!.address,
        ...parameters,
      })
    async function run(parameters: QuotedFields): Promise<Execute> {
      const { data } = await sdk.actions.execute({ quote: await getQuote(parameters), wallet: wallet() })
      return data
    }

    it('bridges native currency', async () => {
      const recipient = freshAddress()
      const data = await run({
        currency: zeroAddress,
        toCurrency: zeroAddress,
        amount: String(ether),
        recipient,
      })
      expect(data.steps.flatMap(({ items }) => items ?? []).map(({ status }) => status)).deep.equal([
        'complete',
      ])
      expect(String(await balanceOf(destination, zeroAddress, recipient))).equal(
        data.details?.currencyOut?.amount,
      )
    })

    it('bridges a token', async () => {
      const recipient = freshAddress()
      const data = await run({
        currency: tokenOf(origin),
        toCurrency: tokenOf(destination),
        amount: String(100n * usdc),
        recipient,
      })
      expect(data.steps.map(({ id }) => id)).deep.equal(['approve', 'deposit'])
      expect(String(await balanceOf(destination, tokenOf(destination), recipient))).equal(
        data.details?.currencyOut?.amount,
      )
    })

    it('calls a contract on the destination', async () => {
      const recipient = freshAddress()
      const data = await run({
        currency: zeroAddress,
        toCurrency: zeroAddress,
        tradeType: 'EXACT_OUTPUT',
        amount: String(ether),
        recipient: mock.accounts[2]!.address,
        txs: [{ to: recipient, value: String(ether), data: '0x' }],
      })
      expect(data.details?.currencyOut?.amount).equal(String(ether))
      expect(await balanceOf(destination, zeroAddress, recipient)).equal(ether)
    })

    it('swaps on one chain', async () => {
      const recipient = freshAddress()
      const data = await run({
        toChainId: origin.id,
        currency: zeroAddress,
        toCurrency: tokenOf(origin),
        amount: String(ether),
        recipient,
      })
      expect(data.steps.map(({ id }) => id)).deep.equal(['swap'])
      expect(String(await balanceOf(origin, tokenOf(origin), recipient))).equal(
        data.details?.currencyOut?.amount,
      )
    })

    it('pays by a permit', async () => {
      const recipient = freshAddress()
      const data = await run({
        currency: tokenOf(origin),
        toCurrency: tokenOf(destination),
        amount: String(100n * usdc),
        recipient,
        options: { usePermit: true },
      })
      expect(data.steps.map(({ id }) => id)).deep.equal(['authorize1'])
      expect(String(await balanceOf(destination, tokenOf(destination), recipient))).equal(
        data.details?.currencyOut?.amount,
      )
    })

    const native = { currency: zeroAddress, toCurrency: zeroAddress, amount: String(ether) }

    for (const tradeType of ['EXPECTED_OUTPUT', 'EXACT_OUTPUT'] as const) {
      it(`bridges with ${tradeType}`, async () => {
        const recipient = freshAddress()
        const data = await run({ ...native, tradeType, recipient })
        const got = await balanceOf(destination, zeroAddress, recipient)
        expect(String(got)).equal(data.details?.currencyOut?.amount)
        if (tradeType === 'EXACT_OUTPUT') expect(got).equal(ether)
      })
    }

    it('swaps a token into the other native currency', async () => {
      const recipient = freshAddress()
      const amount = String(100n * usdc)
      const data = await run({ currency: tokenOf(origin), toCurrency: zeroAddress, amount, recipient })
      expect(String(await balanceOf(destination, zeroAddress, recipient))).equal(
        data.details?.currencyOut?.amount,
      )
    })

    it('sends on one chain', async () => {
      const recipient = freshAddress()
      const data = await run({ ...native, toChainId: origin.id, recipient })
      expect(data.steps.map(({ id }) => id)).deep.equal(['send'])
      expect(await balanceOf(origin, zeroAddress, recipient)).equal(ether)
    })

    it('pays app fees', async () => {
      const recipient = freshAddress()
      const appFees = [{ recipient: freshAddress(), fee: '100' }]
      const data = await run({ ...native, recipient, options: { appFees } })
      expect(data.fees?.app?.amount).equal(String(ether / 100n))
      expect(String(await balanceOf(destination, zeroAddress, recipient))).equal(
        data.details?.currencyOut?.amount,
      )
    })

    it('swaps native currency into a token', async () => {
      const recipient = freshAddress()
      const data = await run({ ...native, toCurrency: tokenOf(destination), recipient })
      expect(String(await balanceOf(destination, tokenOf(destination), recipient))).equal(
        data.details?.currencyOut?.amount,
      )
    })

    it('reports each step of a run', async () => {
      const quote = await getQuote({ ...native, recipient: freshAddress() })
      const seen: string[] = []
      await sdk.actions.execute({
        quote,
        wallet: wallet(),
        onProgress: ({ currentStepItem }) => seen.push(String(currentStepItem?.checkStatus)),
      })
      expect(seen).include('success')
    })

    it('quotes a deposit address without a wallet', async () => {
      const options = { useDepositAddress: true, refundTo: mock.accounts[1]!.address }
      const { steps } = await getQuote({ ...native, recipient: freshAddress(), wallet: undefined, options })
      expect((steps[0] as { depositAddress?: string }).depositAddress).match(/^0x[0-9a-fA-F]{40}$/)
    })

    it('reports a refund as an error', async () => {
      const quote = await getQuote({
        currency: zeroAddress,
        toCurrency: zeroAddress,
        amount: String(ether),
        recipient: destination.depository,
      })
      const error = await thrown(() => sdk.actions.execute({ quote, wallet: wallet() }))
      // Without the second part when it asks after the failed fill and before the refund.
      expect(error.message).match(/^Transaction failed(: Refunded)?$/)
      await waitFor(mock, quote.steps[0]!.requestId as Hex, 'refund')
    })
  })

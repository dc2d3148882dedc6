import { expect } from 'chai'
import { createWalletClient, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createServiceClient } from '../../src/client/createServiceClient.js'
import { startMockService } from '../../src/mock/index.js'
import { venueAssets, venueDepository } from '../../src/mock/venue/venueCurrencies.js'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { venueExchangeBody } from '../../src/service/venue/venueExchangeBody.js'
import { verifyVenueWithdrawal } from '../../src/service/venue/verifyVenueWithdrawal.js'
import { complete } from '../support/complete.js'
import {
  accountOf,
  balanceOf,
  chainsOf,
  ether,
  freshAddress,
  setUpMock,
  tokenOf,
  waitFor,
} from './helpers.js'

type Asset = (typeof venueAssets)[number]
const [perps, spotUsdc, spotEther, onDex] = venueAssets as [Asset, Asset, Asset, Asset]
const usdc = 10n ** 8n

/** Puts another nonce wherever the one is. */
function renumber(value: object, from: number, to: number): void {
  for (const [name, content] of Object.entries(value)) {
    if (content === from) Object.assign(value, { [name]: to })
    else if (typeof content === 'object' && content !== null) renumber(content, from, to)
  }
}

describe('venue of the mock, with chains and solver', () => {
  const { mock, user } = setUpMock()

  const clientOfService = () => {
    const { url: baseUrl, wsUrl, venueInfoUrl, venueExchangeUrl, apiKey } = mock
    return createServiceClient({ profile: 'mock', baseUrl, wsUrl, venueInfoUrl, venueExchangeUrl, apiKey })
  }

  const walletClient = () => {
    const [origin] = chainsOf(mock)
    return createWalletClient({ account: accountOf(mock, user), transport: http(origin.rpcUrl) })
  }

  const withdrawal = (fields: object = {}) => ({
    user,
    recipient: freshAddress(),
    originChainId: 1337,
    destinationChainId: mock.chains[0]!.id,
    originCurrency: perps.address,
    destinationCurrency: tokenOf(mock.chains[0]!),
    amount: (10n * usdc).toString(),
    tradeType: 'EXACT_INPUT' as const,
    protocolVersion: 'v2' as const,
    ...fields,
  })

  it('default: a withdrawal arrives on the EVM chain', async () => {
    const client = clientOfService()
    const before = await client.getVenueBalance({ user })
    const held = mock.control.venue.balanceOf(venueDepository, perps.address)
    const asked = withdrawal()
    const quote = complete(await client.getQuote(asked))
    expect(quote.steps.map(({ id, kind }) => [id, kind])).deep.equal([
      ['authorize', 'signature'],
      ['deposit', 'transaction'],
    ])
    const { requestId, orderId } = await client.withdrawFromVenue({
      quote,
      request: asked,
      walletClient: walletClient(),
    })
    expect(requestId).equal(orderId)
    const final = await client.waitForRequest({ requestId, pollingIntervalMs: 20 })
    expect(final).include({ status: 'success', originChainId: 1337, destinationChainId: mock.chains[0]!.id })
    expect(final.inTxHashes).length(1)
    const arrived = await balanceOf(mock.chains[0]!, tokenOf(mock.chains[0]!), asked.recipient)
    expect(arrived.toString()).equal(quote.details.currencyOut.amount)
    expect(arrived > 0n).equal(true)
    const after = await client.getVenueBalance({ user })
    expect(before.withdrawableAmount! - after.withdrawableAmount!).equal(10n * usdc)
    expect(mock.control.venue.balanceOf(venueDepository, perps.address) - held).equal(10n * usdc)
  })

  it('behavior: a unified account withdraws either USDC from its single balance', async () => {
    const client = clientOfService()
    const owner = mock.accounts[2]!.address
    mock.control.venue.setMode(owner, 'unifiedAccount')
    const account = accountOf(mock, owner)
    const [{ rpcUrl }] = chainsOf(mock)
    for (const { address: originCurrency } of [perps, spotUsdc]) {
      const { withdrawableAmount: before } = await client.getVenueBalance({ user: owner })
      const request = withdrawal({ user: owner, originCurrency })
      const quote = await client.getQuote(request)
      const wallet = createWalletClient({ account, transport: http(rpcUrl) })
      const { outcome } = await client.executeSteps({ quote, request, walletClient: wallet })
      const { withdrawableAmount: after } = await client.getVenueBalance({ user: owner })
      expect([outcome?.status, before! - after!]).deep.equal(['success', 10n * usdc])
    }
  })

  it('behavior: a spot token, as native currency of the other chain', async () => {
    const client = clientOfService()
    const asked = withdrawal({
      originCurrency: spotEther.address,
      amount: (10n ** 9n).toString(),
      destinationChainId: mock.chains[1]!.id,
      destinationCurrency: zeroAddress,
    })
    const quote = complete(await client.getQuote(asked))
    const { requestId } = await client.withdrawFromVenue({
      quote,
      request: asked,
      walletClient: walletClient(),
    })
    expect((await waitFor(mock, requestId, 'success')).status).equal('success')
    const arrived = await balanceOf(mock.chains[1]!, zeroAddress, asked.recipient)
    expect(arrived.toString()).equal(quote.details.currencyOut.amount)
    expect(arrived < ether).equal(true)
  })

  /** Authorizes the quote's nonce, and transfers something else with it. */
  async function transferInstead(asked: ReturnType<typeof withdrawal>, change: object) {
    const client = clientOfService()
    const quote = complete(await client.getQuote(asked))
    const account = accountOf(mock, user)
    const verified = verifyVenueWithdrawal({
      quote,
      request: asked,
      profile: mockProfile,
      account: user,
      walletChainId: 1,
    })
    const { authorize, transfer, requestId } = verified
    const signature = await account.signTypedData(authorize.typedData)
    await client.authorize({ signature, body: authorize.body })
    const typedData = { ...transfer.typedData, message: { ...transfer.typedData.message, ...change } }
    const response = await fetch(mock.venueExchangeUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(venueExchangeBody(typedData, await account.signTypedData(typedData))),
    })
    expect(await response.json()).deep.equal({ status: 'ok', response: { type: 'default' } })
    return requestId
  }

  it('behavior: an insufficient transfer is returned on the venue', async () => {
    const before = mock.control.venue.balanceOf(user, perps.address)
    const requestId = await transferInstead(withdrawal(), { amount: '9.99999999' })
    const status = await waitFor(mock, requestId, 'refund')
    expect(status.failReason).equal('DEPOSITED_AMOUNT_TOO_LOW_TO_FILL')
    expect(mock.control.venue.balanceOf(user, perps.address)).equal(before)
  })

  it('behavior: an excessive transfer fills the order, and the rest is returned', async () => {
    const before = mock.control.venue.balanceOf(user, perps.address)
    const requestId = await transferInstead(withdrawal(), { amount: '10.5' })
    const status = await waitFor(mock, requestId, ({ details }) => details?.excess?.refundTxHash)
    expect(status.status).equal('success')
    expect(status.details?.excess?.amount).equal((usdc / 2n).toString())
    expect(mock.control.venue.balanceOf(user, perps.address)).equal(before - 10n * usdc)
  })

  it('behavior: the right amount of another currency is returned', async () => {
    const before = mock.control.venue.balanceOf(user, spotUsdc.address)
    const requestId = await transferInstead(withdrawal(), { sourceDex: 'spot', destinationDex: 'spot' })
    expect((await waitFor(mock, requestId, 'refund')).failReason).equal('INCORRECT_DEPOSIT_CURRENCY')
    expect(mock.control.venue.balanceOf(user, spotUsdc.address)).equal(before)
  })

  it('behavior: a second transfer for the same order is returned', async () => {
    const client = clientOfService()
    const before = mock.control.venue.balanceOf(user, perps.address)
    const asked = withdrawal()
    const quote = complete(await client.getQuote(asked))
    const { requestId, nonce } = await client.withdrawFromVenue({
      quote,
      request: asked,
      walletClient: walletClient(),
    })
    await waitFor(mock, requestId, 'success')
    for (const data of quote.steps.flatMap(({ items }) => items.map(({ data }) => data))) {
      renumber(data, nonce, nonce + 1)
    }
    await client.withdrawFromVenue({ quote, request: asked, walletClient: walletClient() })
    const { status, details } = await waitFor(
      mock,
      requestId,
      (record) => record.details?.doubleSpends?.[0]?.refundTxHash,
    )
    expect(status).equal('success')
    expect(details?.doubleSpends).length(1)
    expect(mock.control.venue.balanceOf(user, perps.address)).equal(before - 10n * usdc)
  })

  it('behavior: with another nonce the transfer is not a deposit, and the request waits', async () => {
    const before = mock.control.venue.balanceOf(user, perps.address)
    const requestId = await transferInstead(withdrawal(), { nonce: Date.now() - 1000 })
    expect(mock.control.venue.balanceOf(user, perps.address)).equal(before - 10n * usdc)
    expect((await waitFor(mock, requestId, () => true)).status).equal('waiting')
  })

  it('behavior: a deposit arrives in the account, and a new account costs 1 USD', async () => {
    const client = clientOfService()
    const [origin] = chainsOf(mock)
    const recipient = freshAddress()
    const deposit = async () => {
      const asked = {
        user,
        recipient,
        originChainId: origin.id,
        destinationChainId: 1337,
        originCurrency: tokenOf(origin),
        destinationCurrency: perps.address,
        amount: '10000000',
        tradeType: 'EXACT_INPUT' as const,
      }
      const quote = complete(await client.getQuote(asked))
      await client.executeSteps({
        quote,
        request: asked,
        walletClient: walletClient(),
        pollingIntervalMs: 20,
      })
      return BigInt(quote.details.currencyOut.amount)
    }
    const first = await deposit()
    expect((await client.getVenueBalance({ user: recipient })).withdrawableAmount).equal(first)
    const second = await deposit()
    expect(second - first).equal(usdc)
    expect((await client.getVenueBalance({ user: recipient })).withdrawableAmount).equal(first + second)
  })

  it('behavior: a deposit to a HIP-3 dex arrives only there', async () => {
    const [origin] = chainsOf(mock)
    const recipient = freshAddress()
    const request = {
      ...withdrawal({ recipient }),
      originChainId: origin.id,
      destinationChainId: 1337,
      originCurrency: tokenOf(origin),
      destinationCurrency: onDex.address,
      amount: '10000000',
    }
    const client = clientOfService()
    const quote = complete(await client.getQuote(request))
    await client.executeSteps({ quote, request, walletClient: walletClient() })
    const { venue } = mock.control
    expect(venue.balanceOf(recipient, onDex.address)).equal(BigInt(quote.details.currencyOut.amount))
    for (const { address } of [perps, spotUsdc]) expect(venue.balanceOf(recipient, address)).equal(0n)
  })
})

describe("venue of the mock, with the public service's ids", () => {
  it('behavior: signs the order id and follows the request id; close ends an open websocket', async () => {
    const mock = await startMockService({ idForm: 'public' })
    const socket = new WebSocket(mock.wsUrl)
    try {
      const { url: baseUrl, wsUrl, venueInfoUrl, venueExchangeUrl } = mock
      const client = createServiceClient({ profile: 'mock', baseUrl, wsUrl, venueInfoUrl, venueExchangeUrl })
      const { address: user, privateKey } = mock.accounts[2]!
      const asked = {
        user,
        originChainId: 1337,
        destinationChainId: mock.chains[0]!.id,
        originCurrency: perps.address,
        destinationCurrency: zeroAddress,
        amount: (100n * usdc).toString(),
        tradeType: 'EXACT_INPUT' as const,
        protocolVersion: 'v2' as const,
      }
      const quote = complete(await client.getQuote(asked))
      const walletClient = createWalletClient({
        account: privateKeyToAccount(privateKey),
        transport: http(mock.chains[0]!.rpcUrl),
      })
      const { requestId, orderId } = await client.withdrawFromVenue({ quote, request: asked, walletClient })
      expect(orderId).equal(quote.protocol!.v2!.orderId)
      expect(requestId).not.equal(orderId)
      expect((await client.waitForRequest({ requestId, pollingIntervalMs: 20 })).status).equal('success')
    } finally {
      const closed = new Promise<number>((resolve) =>
        socket.addEventListener('close', ({ code }) => resolve(code)),
      )
      await mock.close()
      expect(await closed).equal(1006)
    }
  })
})

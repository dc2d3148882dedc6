import { expect } from 'chai'
import { type Address, type Hex, zeroAddress } from 'viem'
import { createServiceClient } from '../../src/client/index.js'
import { appFeeBalancesSchema, appFeeClaimSchema } from '../../src/service/resources/appFees.js'
import {
  accountOf,
  balanceOf,
  call,
  chainsOf,
  freshAddress,
  getQuote,
  pay,
  setUpMock,
  tokenOf,
  waitFor,
} from './helpers.js'

describe('app fees of the mock', () => {
  const { mock } = setUpMock()

  /** Accrues 7.5 USD: 25 basis points of one ether. */
  async function accrue(wallet: Address): Promise<void> {
    const quote = await getQuote(mock, { appFees: [{ recipient: wallet, fee: '25' }] })
    await pay(mock, quote)
    await waitFor(mock, quote.steps[0]!.requestId, 'success')
  }

  const balanceUsd = async (wallet: Address) =>
    appFeeBalancesSchema.parse((await call(mock, `/app-fees/${wallet}/balances`)).body).totalBalanceUsd

  async function openClaim(
    wallet: Address,
    body: object,
  ): Promise<{ requestId: Hex; message: Hex; post: object }> {
    const answer = await call(mock, `/app-fees/${wallet}/claim`, { body })
    expect(answer.status, answer.text).to.equal(200)
    const { steps } = appFeeClaimSchema.parse(answer.body)
    expect(steps).to.have.length(1)
    expect(steps[0]).to.include({ id: 'authorize', kind: 'signature' })
    const { sign, post } = answer.body.steps[0].items[0].data
    expect(sign).to.have.all.keys('signatureKind', 'message')
    expect(sign.signatureKind).to.equal('eip191')
    expect(sign.message).to.match(/^0x[0-9a-f]{64}$/)
    const { requestId } = post.body
    expect(requestId).to.match(/^0x[0-9a-f]{64}$/)
    expect(post).to.deep.equal({
      endpoint: '/execute/permits',
      method: 'POST',
      body: { kind: 'claim', requestId },
    })
    return { requestId, message: sign.message, post: post.body }
  }

  it('default: accrue when a request is filled and are paid out for a signature', async () => {
    const [, destination] = chainsOf(mock)
    const wallet = mock.accounts[3]!.address
    const recipient = freshAddress()
    expect((await call(mock, `/app-fees/${wallet}/balances`)).body).to.deep.equal({
      balances: [],
      totalBalanceUsd: 0,
      outstandingFastFillBalanceUsd: 0,
      availableBalanceUsd: 0,
    })
    await getQuote(mock, { appFees: [{ recipient: wallet, fee: '25' }] })
    expect(await balanceUsd(wallet)).to.equal(0)
    await accrue(wallet)
    expect(await balanceUsd(wallet)).to.equal(7.5)

    const currency = tokenOf(destination)
    const claim = await openClaim(wallet, { chainId: destination.id, currency, recipient, amount: '5000000' })
    expect(await balanceUsd(wallet)).to.equal(7.5)
    const signature = await accountOf(mock, wallet).signMessage({ message: { raw: claim.message } })
    const settle = () => call(mock, `/execute/permits?signature=${signature}`, { body: claim.post })
    const settled = await settle()
    expect(settled.status, settled.text).to.equal(200)
    expect(await balanceOf(destination, currency, recipient)).to.equal(5_000_000n)
    expect(await balanceUsd(wallet)).to.equal(2.5)

    const { claims } = (await call(mock, `/app-fees/${wallet}/claims`)).body
    expect(claims).to.have.length(1)
    expect(claims[0]).to.deep.include({
      claimId: claim.requestId,
      wallet: wallet.toLowerCase(),
      recipient,
      status: 'success',
    })
    expect(claims[0].txHash).to.match(/^0x[0-9a-f]{64}$/)
    expect(claims[0].currency).to.include({ amount: '5000000', amountUsd: '5.000000' })

    // Once.
    expect((await settle()).status).to.equal(400)
    expect(await balanceOf(destination, currency, recipient)).to.equal(5_000_000n)
  })

  it('behavior: the client reads and claims them, in full and in another currency', async () => {
    const client = createServiceClient({ profile: 'mock', baseUrl: mock.url })
    const [origin] = chainsOf(mock)
    const wallet = mock.accounts[4]!.address
    const recipient = freshAddress()
    await accrue(wallet)
    expect((await client.getAppFeeBalances({ wallet })).availableBalanceUsd).to.equal(7.5)
    const claim = await client.claimAppFees({ wallet, chainId: origin.id, currency: zeroAddress, recipient })
    const { sign, post } = claim.steps[0]!.items[0]!.data as {
      sign: { message: Hex }
      post: { body: { kind: string; requestId: Hex } }
    }
    const signature = await accountOf(mock, wallet).signMessage({ message: { raw: sign.message } })
    await client.submitPermit({ signature, body: post.body })
    // 7.5 USD at 3000 USD.
    expect(await balanceOf(origin, zeroAddress, recipient)).to.equal(2_500_000_000_000_000n)
    expect((await client.getAppFeeBalances({ wallet })).balances).to.deep.equal([])
  })

  it('error: another signer, a balance claimed twice, and more than the balance', async () => {
    const [origin] = chainsOf(mock)
    const wallet = mock.accounts[2]!.address
    const currency = tokenOf(origin)
    const recipient = freshAddress()
    await accrue(wallet)
    const claims = [
      await openClaim(wallet, { chainId: origin.id, currency, recipient }),
      await openClaim(wallet, { chainId: origin.id, currency, recipient }),
    ]
    const settle = async (index: number, signer: Address) => {
      const { message, post } = claims[index]!
      const signature = await accountOf(mock, signer).signMessage({ message: { raw: message } })
      return call(mock, `/execute/permits?signature=${signature}`, { body: post })
    }
    expect((await settle(0, mock.accounts[1]!.address)).status).to.equal(400)
    expect(await balanceUsd(wallet)).to.equal(7.5)
    const outcomes = await Promise.all([settle(0, wallet), settle(1, wallet), settle(0, wallet)])
    expect(outcomes.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400])
    expect(await balanceOf(origin, currency, recipient)).to.equal(7_500_000n)
    expect(await balanceUsd(wallet)).to.equal(0)

    const cases: [wallet: string, body: object][] = [
      [wallet, { chainId: origin.id, currency, recipient }],
      [wallet, { chainId: origin.id, currency, recipient, amount: '0' }],
      [wallet, { chainId: origin.id, currency, recipient: '0x1' }],
      [wallet, { chainId: 5, currency, recipient }],
      [wallet, { chainId: origin.id, currency: freshAddress(), recipient }],
      ['0x12', { chainId: origin.id, currency, recipient }],
    ]
    for (const [from, body] of cases) {
      const refused = await call(mock, `/app-fees/${from}/claim`, { body })
      expect(refused.status, JSON.stringify(body)).to.equal(400)
      expect(refused.body).to.have.all.keys('message')
    }
  })

  it('behavior: claims are listed in pages, the newest first', async () => {
    const [origin] = chainsOf(mock)
    const wallet = mock.accounts[1]!.address
    const currency = tokenOf(origin)
    await accrue(wallet)
    for (const amount of ['1', '2', '3']) {
      const { message, post } = await openClaim(wallet, {
        chainId: origin.id,
        currency,
        recipient: wallet,
        amount,
      })
      const signature = await accountOf(mock, wallet).signMessage({ message: { raw: message } })
      expect((await call(mock, `/execute/permits?signature=${signature}`, { body: post })).status).to.equal(
        200,
      )
    }
    const read = async (query: string) => (await call(mock, `/app-fees/${wallet}/claims?${query}`)).body
    const amounts = (page: { claims: { currency: { amount: string } }[] }) =>
      page.claims.map(({ currency: { amount } }) => amount)
    const first = await read('limit=2')
    expect(amounts(first)).to.deep.equal(['3', '2'])
    const second = await read(`limit=2&continuation=${first.continuation}`)
    expect(amounts(second)).to.deep.equal(['1'])
    expect(second).not.to.have.property('continuation')
    expect((await call(mock, `/app-fees/${wallet}/claims?limit=51`)).status).to.equal(400)
  })
})

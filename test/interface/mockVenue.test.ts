import { expect } from 'chai'
import { type Hex, numberToHex, parseSignature } from 'viem'
import { accountOf, balanceOf, freshAddress, getQuote, setUpMock, tokenOf, waitFor } from '../mock/helpers.js'

const perps = `0x${'0'.repeat(32)}` as Hex
const zero = '0x0000000000000000000000000000000000000000'

// biome-ignore lint/suspicious/noExplicitAny: a step's data has any shape.
type Data = any

/** Everything here is done as a caller does who has the specification alone. */
describe('the venue of the mock', () => {
  const { mock } = setUpMock()

  const post = async (url: string, body: unknown) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, data: (await response.json()) as Data }
  }

  async function withdraw(fields: Record<string, unknown> = {}) {
    const recipient = freshAddress()
    const quote = await getQuote(mock, {
      recipient,
      originChainId: 1337,
      originCurrency: perps,
      destinationCurrency: tokenOf(mock.chains[1]!),
      amount: '1000000000',
      protocolVersion: 'v2',
      ...fields,
    })
    const [authorize, deposit] = quote.steps as [Data, Data]
    const { sign, post } = authorize.items[0].data
    return { recipient, quote, authorize, deposit, sign, post, transfer: deposit.items[0].data }
  }

  type Withdrawal = Awaited<ReturnType<typeof withdraw>>
  const account = () => accountOf(mock, mock.accounts[1]!.address)

  /** Rules 1 and 2, with the wallet's chain in both places. */
  async function sendMapping({ sign, post: { endpoint, body } }: Withdrawal, chainId: number) {
    const signature = await account().signTypedData({
      domain: { ...sign.domain, chainId },
      types: sign.types,
      primaryType: sign.primaryType,
      message: sign.value,
    })
    return post(`${mock.url}${endpoint}?signature=${signature}`, { ...body, signatureChainId: chainId })
  }

  /** Rules 3 and 4. */
  async function sendTransfer({ transfer }: Withdrawal, chainId: number, changes: object = {}) {
    const { action, eip712Types, eip712PrimaryType } = transfer
    const message = {
      ...action.parameters,
      ...changes,
      type: action.type,
      signatureChainId: numberToHex(chainId),
    }
    const signature = await account().signTypedData({
      domain: { name: 'VenueSignTransaction', version: '1', chainId, verifyingContract: zero },
      types: {
        ...eip712Types,
        EIP712Domain: [
          { name: 'name', type: 'string' },
          { name: 'version', type: 'string' },
          { name: 'chainId', type: 'uint256' },
          { name: 'verifyingContract', type: 'address' },
        ],
      },
      primaryType: eip712PrimaryType,
      message,
    })
    const { r, s, v } = parseSignature(signature)
    return post(mock.venueExchangeUrl, {
      signature: { r, s, v: Number(v) },
      nonce: message.nonce,
      action: message,
    })
  }

  describe('interface: Two-signature flow for withdrawing from the perps venue', () => {
    it('domain.chainId and signatureChainId default to chain 1 [146]', async () => {
      const { sign, post } = await withdraw()
      expect(sign.domain).deep.equal({
        name: 'ServiceNonceMapping',
        version: '2',
        chainId: 1,
        verifyingContract: zero,
      })
      expect(post).include({ endpoint: '/authorize', method: 'POST' })
      expect(post.body).include({ type: 'nonce-mapping', walletChainId: 1337, signatureChainId: 1 })
    })

    for (const chainId of [1, 42161]) {
      it(`authorize, then deposit, signed on chain ${chainId}: the request succeeds [146-150]`, async () => {
        const withdrawal = await withdraw()
        expect(await sendMapping(withdrawal, chainId)).deep.equal({
          status: 200,
          data: { message: 'Success' },
        })
        const { status, data } = await sendTransfer(withdrawal, chainId)
        expect(status).equal(200)
        expect(data.status).equal('ok')
        await waitFor(mock, withdrawal.authorize.requestId, 'success')
        const chain = mock.chains[1]!
        const arrived = await balanceOf(chain, tokenOf(chain), withdrawal.recipient)
        expect(arrived.toString()).equal(withdrawal.quote.details.currencyOut.amount)
      })
    }

    it('the nonces are equal; with another nonce the transfer does not belong to the request [151]', async () => {
      const withdrawal = await withdraw()
      const { nonce } = withdrawal.sign.value
      const { transfer } = withdrawal
      expect([withdrawal.post.body.nonce, transfer.nonce, transfer.action.parameters.nonce]).deep.equal([
        nonce,
        nonce,
        nonce,
      ])
      await sendMapping(withdrawal, 1)
      expect((await sendTransfer(withdrawal, 1, { nonce: nonce - 1000 })).data.status).equal('ok')
      const { status } = await waitFor(mock, withdrawal.authorize.requestId, () => true)
      expect(status).equal('waiting')
    })

    it('the action must equal the signed one [149]', async () => {
      const { transfer } = await withdraw()
      const action = {
        ...transfer.action.parameters,
        amount: '11.000000',
        type: 'sendAsset',
        signatureChainId: '0x1',
      }
      const signature = { r: numberToHex(1, { size: 32 }), s: numberToHex(1, { size: 32 }), v: 27 }
      const { status, data } = await post(mock.venueExchangeUrl, { signature, nonce: transfer.nonce, action })
      expect(status).equal(200)
      expect(data.status).equal('err')
    })

    it('a deposit has destinationChainId 1337 and the venue address as recipient [152]', async () => {
      const recipient = freshAddress()
      const quote = await getQuote(mock, {
        recipient,
        originCurrency: tokenOf(mock.chains[0]!),
        destinationChainId: 1337,
        destinationCurrency: perps,
        amount: '10000000',
      })
      expect(quote.steps.at(-1)).include({ id: 'deposit', kind: 'transaction' })
      const [payment] = quote.protocol.v2.orderData.output.payments
      expect(payment!.recipient).equal(recipient)
    })
  })

  describe('interface: Perps venue currencies (chain id 1337)', () => {
    it('perps USDC is 0x plus 32 zero digits, with 8 decimals and the symbol USDC [111]', async () => {
      const { quote } = await withdraw()
      // biome-ignore lint/suspicious/noExplicitAny: as above.
      const { currency } = (quote.details as any).currencyIn
      expect(currency).include({ chainId: 1337, address: perps, decimals: 8, symbol: 'USDC' })
    })

    it('a spot currency is a tokenId of spotMeta, 16 bytes of hex [112]', async () => {
      const { data } = await post(mock.venueInfoUrl, { type: 'spotMeta' })
      for (const { name, tokenId, weiDecimals } of data.tokens) {
        expect(tokenId).match(/^0x[0-9a-f]{32}$/)
        const { transfer } = await withdraw({
          originCurrency: tokenId,
          amount: (100n * 10n ** BigInt(weiDecimals)).toString(),
        })
        expect(transfer.action.parameters).include({
          token: `${name}:${tokenId}`,
          sourceDex: 'spot',
          destinationDex: 'spot',
          amount: '100.000000',
        })
      }
    })

    it('a currency on a HIP-3 dex is the spot currency plus the hex of the name; the chains listing has all of them [113, 114]', async () => {
      const { chains } = await (await fetch(`${mock.url}/chains`)).json()
      const { currency, erc20Currencies } = chains.find(({ id }: Data) => id === 1337)
      const addresses = [currency, ...erc20Currencies].map(({ address }) => address)
      const { data } = await post(mock.venueInfoUrl, { type: 'spotMeta' })
      const [{ name, tokenId }] = data.tokens
      const onDex = `${tokenId}${Buffer.from('xyz').toString('hex')}`
      expect(addresses).have.members([perps, ...data.tokens.map((token: Data) => token.tokenId), onDex])

      const withdrawal = await withdraw({ originCurrency: onDex })
      expect(withdrawal.transfer.action.parameters).include({
        token: `${name}:${tokenId}`,
        sourceDex: 'xyz',
        destinationDex: 'xyz',
        amount: '10.000000',
      })
      await sendMapping(withdrawal, 1)
      expect((await sendTransfer(withdrawal, 1)).data.status).equal('ok')
      await waitFor(mock, withdrawal.authorize.requestId, 'success')
    })

    it('the balance is the field withdrawable of clearinghouseState, in whole USD [115]', async () => {
      const user = freshAddress()
      const balance = () => post(mock.venueInfoUrl, { type: 'clearinghouseState', user })
      expect((await balance()).data.withdrawable).equal('0.0')
      mock.control.venue.fund(user, perps, 1_050_000_000n)
      expect((await balance()).data.withdrawable).equal('10.5')
    })
  })

  describe('interface: Step item', () => {
    it('a venue transfer step [55-59]', async () => {
      const { deposit, transfer } = await withdraw()
      expect(deposit).include({ id: 'deposit', kind: 'transaction', depositAddress: '' })
      expect(transfer.action.type).equal('sendAsset')
      expect(transfer.nonce).equal(transfer.action.parameters.nonce)
      expect(Object.keys(transfer.action.parameters)).have.members([
        'venueChain',
        'destination',
        'sourceDex',
        'destinationDex',
        'token',
        'amount',
        'fromSubAccount',
        'nonce',
      ])
      expect(transfer.eip712PrimaryType).equal('VenueTransaction:SendAsset')
      expect(transfer.eip712Types['VenueTransaction:SendAsset']).deep.equal([
        ...Object.keys(transfer.action.parameters)
          .slice(0, -1)
          .map((name) => ({ name, type: 'string' })),
        { name: 'nonce', type: 'uint64' },
      ])
    })

    it('a signature step [47-54]', async () => {
      const { authorize, sign, quote } = await withdraw()
      expect(authorize).include({ id: 'authorize', kind: 'signature' })
      expect(sign).include({ signatureKind: 'eip712', primaryType: 'NonceMapping' })
      expect(sign.types.NonceMapping).deep.equal([
        { name: 'chainId', type: 'string' },
        { name: 'wallet', type: 'address' },
        { name: 'depositor', type: 'address' },
        { name: 'id', type: 'bytes32' },
        { name: 'nonce', type: 'uint256' },
      ])
      const wallet = mock.accounts[1]!.address.toLowerCase()
      const { nonce, ...value } = sign.value
      expect(value).deep.equal({ chainId: 'venue', wallet, depositor: wallet, id: quote.protocol.v2.orderId })
      expect(Number.isSafeInteger(nonce)).equal(true)
      const { endpoint, method, body } = authorize.items[0].data.post
      expect([endpoint, method]).deep.equal(['/authorize', 'POST'])
      const own = { type: 'nonce-mapping', walletChainId: 1337, signatureChainId: 1 }
      const { chainId: _, ...mapping } = sign.value
      expect(body).deep.equal({ ...own, ...mapping })
    })
  })

  describe('interface: Limits', () => {
    it('perps venue activation fee for new deposits: 1 USD, passed through [222]', async () => {
      const known = freshAddress()
      mock.control.venue.fund(known, perps, 1n)
      const [toNew, toKnown] = await Promise.all(
        [freshAddress(), known].map(async (recipient) => {
          const quote = await getQuote(mock, {
            recipient,
            originCurrency: tokenOf(mock.chains[0]!),
            destinationChainId: 1337,
            destinationCurrency: perps,
            amount: '10000000',
          })
          return BigInt(quote.details.currencyOut.amount)
        }),
      )
      expect(toKnown! - toNew!).equal(10n ** 8n)
    })
  })
})

import { expect } from 'chai'
import { concatHex, type Hex, keccak256, numberToHex, recoverMessageAddress, zeroAddress } from 'viem'
import { items } from '../../scripts/interface/items.js'
import { hashOrder } from '../../src/protocol/order/hashOrder.js'
import { configSchema } from '../../src/service/resources/config.js'
import { type QuoteV2 as Quote, quoteSchema } from '../../src/service/resources/quote.js'
import {
  call,
  chainsOf,
  freshAddress,
  quoteBody,
  request,
  setUpMock,
  tokenOf,
  usdc,
} from '../mock/helpers.js'
import type { Complete } from '../support/complete.js'

describe('the quotes of the mock', () => {
  const { mock } = setUpMock()

  const perps = `0x${'0'.repeat(32)}`

  async function post(fields: Record<string, unknown> = {}, apiKey?: string): Promise<Complete<Quote>> {
    const { status, text, body } = await call(mock, '/quote/v2', { apiKey, body: quoteBody(mock, fields) })
    expect(status, text).to.equal(200)
    quoteSchema.parse(body)
    return body
  }

  const withdrawal = () => ({
    originChainId: 1337,
    originCurrency: perps,
    destinationCurrency: tokenOf(mock.chains[1]!),
    amount: '1000000000',
    protocolVersion: 'v2',
  })
  const coins = (output: string) => ({
    originCurrency: tokenOf(mock.chains[0]!),
    destinationCurrency:
      mock.chains[1]!.tokens.find(({ symbol }) => symbol === output)?.address ?? zeroAddress,
    amount: `${1_000n * usdc}`,
  })
  const costOf = ({ details }: Complete<Quote>, component: 'execution' | 'relay' | 'app') =>
    details.expandedPriceImpact![component]!.usd

  describe('interface: Quote response', () => {
    it('has steps, fees, details and protocol [33-36]', async () => {
      expect(Object.keys(await post())).to.have.members(['steps', 'fees', 'details', 'protocol'])
    })
  })

  describe('interface: Step', () => {
    it('has every field of the table [37-43]', async () => {
      const { steps, protocol } = await post()
      expect(Object.keys(steps[0]!)).to.have.members([
        'id',
        'action',
        'description',
        'kind',
        'requestId',
        'items',
        'depositAddress',
      ])
      expect(steps[0]).to.include({ id: 'deposit', kind: 'transaction', depositAddress: '' })
      expect(steps[0]!.requestId).to.equal(protocol!.v2!.orderId)
      expect(steps[0]!.requestId).to.match(/^0x[0-9a-f]{64}$/)
      const kinds = (await post(withdrawal())).steps.map(({ kind }) => kind)
      expect(kinds).to.deep.equal(['signature', 'transaction'])
    })
  })

  describe('interface: Step item', () => {
    it('an EVM transaction has five fields and a check for its request [44-46, 60]', async () => {
      const [item] = (await post()).steps[0]!.items
      expect(item!.status).to.equal('incomplete')
      expect(Object.keys(item!.data!)).to.have.members(['from', 'to', 'data', 'value', 'chainId'])
      expect(item!.check!.method).to.equal('GET')
      expect(item!.check!.endpoint).to.match(/^\/intents\/status\/v3\?requestId=0x[0-9a-f]{64}$/)
    })
  })

  describe('interface: details', () => {
    it('has every field of the table [61-75]', async () => {
      const { details, protocol } = await post()
      const { inputs, output } = protocol!.v2!.orderData
      expect(details.currencyIn!.amount).to.equal(inputs[0]!.payment.amount)
      expect(details.currencyOut).to.include({
        amount: output.payments[0]!.expectedAmount,
        minimumAmount: output.payments[0]!.minimumAmount,
      })
      expect(details.refundCurrency).to.deep.equal(details.currencyIn)
      expect(details).to.include.keys(items.details!)
      for (const side of [details.slippageTolerance!.origin, details.slippageTolerance!.destination]) {
        expect(Object.keys(side!)).to.have.members(['usd', 'value', 'percent'])
      }
      for (const side of [details.route!.origin, details.route!.destination]) {
        expect(Object.keys(side!)).to.have.members(['inputCurrency', 'outputCurrency', 'router'])
      }
      for (const impact of [details.totalImpact, details.swapImpact]) {
        expect(Object.keys(impact!)).to.have.members(['usd', 'percent'])
      }
    })

    it('operation distinguishes a swap from a bridge [61]', async () => {
      expect((await post()).details.operation).to.equal('bridge')
      expect((await post(coins('DAI'))).details.operation).to.equal('swap')
    })
  })

  describe('interface: protocol.v2', () => {
    it('the order id is the hash of the order and the id of the steps [76-84]', async () => {
      const { steps, protocol } = await post()
      const { orderId, orderData, paymentDetails } = protocol!.v2!
      expect(orderId).to.equal(hashOrder(orderData))
      expect(orderId).to.equal(steps[0]!.requestId)
      expect(Object.keys(orderData)).to.have.members([
        'version',
        'solverChainId',
        'solver',
        'salt',
        'inputs',
        'output',
        'fees',
      ])
      expect(Object.keys(paymentDetails!)).to.have.members(['chainId', 'depository', 'currency', 'amount'])
      expect(paymentDetails!.chainId).to.equal('mockorigin')
      expect(Object.keys(orderData.output)).to.have.members([
        ...['chainId', 'payments', 'calls', 'deadline', 'extraData'],
      ])
      const deadlines = orderData.inputs[0]!.refunds.map(({ deadline }) => deadline)
      expect(new Set(deadlines)).to.deep.equal(new Set([orderData.output.deadline]))
      expect(orderData.output.deadline).greaterThan(Date.now() / 1000)
    })
  })

  describe('interface: Deprecated fees object (quote response and the older requests listing)', () => {
    it('relayer is the sum of service and gas, app the integrator’s fee, subsidized the sponsor’s part [85-91]', async () => {
      const appFees = [{ recipient: freshAddress(), fee: '100' }]
      const { fees } = await post({ ...coins('USDC'), appFees, sponsoredFeeComponents: ['app'] }, mock.apiKey)
      expect(fees).to.nested.include({
        'relayerService.amount': '20000',
        'relayerGas.amount': '10000',
        'relayer.amount': '30000',
        'app.amount': '10000000',
        'subsidized.amount': '10000000',
        'gas.amount': '0',
      })
    })
  })

  describe('interface: POST /quote/v2', () => {
    it('amount is the input with EXACT_INPUT, otherwise the output [132, 133]', async () => {
      const amount = `${500n * usdc}`
      const amounts = async (tradeType: string) => {
        const { currencyIn, currencyOut } = (await post({ ...coins('USDC'), amount, tradeType })).details
        return [currencyIn.amount, currencyOut.amount, currencyOut.minimumAmount]
      }
      expect(await amounts('EXACT_INPUT')).to.deep.equal(['500000000', '499970000', '497470150'])
      expect(await amounts('EXPECTED_OUTPUT')).to.deep.equal(['500030000', '500000000', '497500000'])
      expect(await amounts('EXACT_OUTPUT')).to.deep.equal(['500030000', '500000000', '500000000'])
    })

    it('the recipient defaults to the user, and is the venue’s account for a venue deposit [127, 134]', async () => {
      const user = mock.accounts[1]!.address.toLowerCase()
      expect((await post()).details.recipient).to.equal(user)
      const recipient = mock.accounts[2]!.address.toLowerCase()
      const venue = { ...coins('USDC'), destinationChainId: 1337, destinationCurrency: perps, recipient }
      const { details, steps } = await post(venue)
      expect(details.recipient).to.equal(recipient)
      expect(steps.map(({ id, kind }) => [id, kind])).to.deep.equal([
        ['approve', 'transaction'],
        ['deposit', 'transaction'],
      ])
    })

    it('refunds go to refundTo [135]', async () => {
      const refundTo = freshAddress()
      const { refunds } = (await post({ refundTo })).protocol!.v2!.orderData.inputs[0]!
      expect(refunds.map(({ recipient }) => recipient)).to.deep.equal([refundTo, refundTo])
    })

    it('a withdrawal from the venue has authorize, then deposit, and needs protocolVersion v2 [138, 142]', async () => {
      const { steps } = await post(withdrawal())
      expect(steps.map(({ id, kind }) => [id, kind])).to.deep.equal([
        ['authorize', 'signature'],
        ['deposit', 'transaction'],
      ])
      expect(new Set(steps.map(({ requestId }) => requestId)).size).to.equal(1)
      const { protocolVersion: _, ...rest } = quoteBody(mock, withdrawal())
      expect((await request(mock, '/quote/v2', rest)).status).to.equal(400)
    })

    it('subsidizeFees sponsors all components, sponsoredFeeComponents some, and neither a deposit address [139, 140]', async () => {
      const all = await post({ ...coins('DAI'), subsidizeFees: true }, mock.apiKey)
      expect(all.details.currencyOut.amount).to.equal(`1${'0'.repeat(21)}`)
      const some = await post({ ...coins('DAI'), sponsoredFeeComponents: ['relay'] }, mock.apiKey)
      expect(some.details.currencyOut.amount).to.equal(`99997${'0'.repeat(16)}`)
      for (const fields of [{ subsidizeFees: true }, { sponsoredFeeComponents: ['relay'] }]) {
        const body = quoteBody(mock, { ...fields, useDepositAddress: true })
        expect((await request(mock, '/quote/v2', body)).status).to.equal(400)
      }
    })
  })

  describe('interface: Fees (what each operation charges)', () => {
    it('the execution fee is 0.02 USD and the fill’s gas, plus the origin’s gas if the solver pays it [226]', async () => {
      expect(costOf(await post(coins('USDC')), 'execution')).to.equal('-0.030000')
      expect(costOf(await post({ ...coins('USDC'), usePermit: true }), 'execution')).to.equal('-0.040000')
    })

    it('the platform’s share is 0.00 %, 0.01 % or 0.06 % of the value [228-231]', async () => {
      expect(costOf(await post(coins('USDC')), 'relay')).to.equal('0.000000')
      expect(costOf(await post(coins('DAI')), 'relay')).to.equal('-0.100000')
      const major = await post({ destinationCurrency: tokenOf(mock.chains[1]!) })
      expect(costOf(major, 'relay')).to.equal('-1.800000')
    })

    it('an app fee is in basis points [233]', async () => {
      const appFees = [{ recipient: freshAddress(), fee: '25' }]
      expect(costOf(await post({ ...coins('USDC'), appFees }), 'app')).to.equal('-2.500000')
    })

    it('a new account at the venue pays 1 USD', async () => {
      const venue = { ...coins('USDC'), destinationChainId: 1337, destinationCurrency: perps }
      const fresh = await post({ ...venue, recipient: freshAddress() })
      expect(costOf(fresh, 'execution')).to.equal('-1.030000')
      expect(costOf(await post(venue), 'execution')).to.equal('-0.030000')
    })
  })

  describe('interface: GET /requests/{requestId}/signature', () => {
    it('the solver signs the hash of seven words as a personal message [156, 157]', async () => {
      const { steps } = await post()
      const requestId = steps[0]!.requestId as Hex
      const { body } = await request(mock, `/requests/${requestId}/signature`)
      const { requestData, signature } = body
      const words = [
        requestId,
        numberToHex(requestData.originChainId, { size: 32 }),
        requestData.originUser,
        requestData.originCurrency,
        numberToHex(BigInt(requestData.originAmount), { size: 32 }),
        numberToHex(requestData.destinationChainId, { size: 32 }),
        requestData.destinationUser,
      ]
      const raw = keccak256(concatHex(words))
      expect(await recoverMessageAddress({ message: { raw }, signature })).to.equal(mock.solver)
    })
  })

  describe('interface: Signature attestation record (see Endpoints)', () => {
    it('has every field of the table, addresses of 32 bytes [104-110]', async () => {
      const [origin, destination] = chainsOf(mock)
      const { steps } = await post()
      const { body } = await request(mock, `/requests/${steps[0]!.requestId}/signature`)
      const user = `0x${'0'.repeat(24)}${mock.accounts[1]!.address.slice(2).toLowerCase()}`
      expect(body.requestData).to.deep.equal({
        originChainId: origin.id,
        originUser: user,
        originCurrency: `0x${'0'.repeat(64)}`,
        originAmount: '1000000000000000000',
        destinationChainId: destination.id,
        destinationUser: user,
      })
      expect(body.signature).to.match(/^0x[0-9a-f]{130}$/)
    })
  })

  describe('interface: Config record (response of GET /config/v2, deprecated)', () => {
    it('has every field of the table [12-21]', async () => {
      const query = `originChainId=31101&destinationChainId=31102&user=${mock.accounts[1]!.address}`
      const { status, body } = await request(mock, `/config/v2?${query}`)
      expect(status).to.equal(200)
      configSchema.parse(body)
      expect(Object.keys(body)).to.have.members([
        'enabled',
        'user',
        'fee',
        'solver',
        'supportsExternalLiquidity',
      ])
      expect(Object.keys(body.user)).to.have.members(['balance', 'maxBridgeAmount'])
      expect(Object.keys(body.solver)).to.have.members(['address', 'balance', 'capacityPerRequest'])
    })
  })

  describe('interface: GET /config/v2 (deprecated; replaced by the quote operation)', () => {
    it('both chains are required, the user and the currency are optional [159-162]', async () => {
      const get = (query: string) => request(mock, `/config/v2?${query}`)
      const { status, body } = await get('originChainId=31101&destinationChainId=31102')
      expect(status).to.equal(200)
      expect(body).not.to.have.property('user')
      const usdcConfig = await get('originChainId=31101&destinationChainId=31102&currency=usdc')
      expect(usdcConfig.body.fee).to.equal('30000')
      for (const query of ['originChainId=31101', 'destinationChainId=31102']) {
        const failed = await get(query)
        expect(failed.status).to.equal(500)
        expect(Object.keys(failed.body)).to.have.members(['message', 'code'])
      }
    })
  })
})

import { expect } from 'chai'
import {
  decodeFunctionData,
  encodeAbiParameters,
  erc20Abi,
  type Hex,
  padHex,
  recoverMessageAddress,
  zeroAddress,
} from 'viem'
import { items } from '../../scripts/interface/items.js'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import { startMockService } from '../../src/mock/index.js'
import { padAddress } from '../../src/protocol/address/padAddress.js'
import { parseAttestation } from '../../src/protocol/attestation/parseAttestation.js'
import { verifyAttestation } from '../../src/protocol/attestation/verifyAttestation.js'
import { decodeOrderCall } from '../../src/protocol/order/decodeOrderCall.js'
import { hashOrder } from '../../src/protocol/order/hashOrder.js'
import {
  balanceOf,
  chainsOf,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  quoteBody,
  request,
  setUpMock,
  tokenOf,
  usdc,
} from './helpers.js'

describe('POST /quote/v2', () => {
  const { mock } = setUpMock()

  it('default', async () => {
    const [origin, destination] = chainsOf(mock)
    const user = mock.accounts[1]!.address
    const { timestamp } = await clientOf(destination).getBlock({ blockTag: 'pending' })
    const { steps, fees, details, protocol } = await getQuote(mock)
    const { orderId, orderData, paymentDetails, orderSignature } = protocol.v2

    expect(orderSignature).to.equal(undefined)
    const { deadline } = orderData.output
    expect(orderData.salt).to.match(/^0x[0-9a-f]{64}$/)
    expect(deadline).to.be.closeTo(Number(timestamp) + 7 * 24 * 3600, 5)
    const refund = {
      recipient: user.toLowerCase(),
      currency: zeroAddress,
      minimumAmount: '0',
      deadline,
    }
    expect(orderData).to.deep.equal({
      version: 'v1',
      solverChainId: 'mockorigin',
      solver: mock.solver.toLowerCase(),
      salt: orderData.salt,
      inputs: [
        {
          payment: { chainId: 'mockorigin', currency: zeroAddress, amount: ether.toString(), weight: '1' },
          refunds: [
            { chainId: 'mockorigin', extraData: padAddress(origin.router), ...refund },
            { chainId: 'mockdestination', extraData: padAddress(destination.router), ...refund },
          ],
        },
      ],
      output: {
        chainId: 'mockdestination',
        payments: [
          {
            recipient: user.toLowerCase(),
            currency: zeroAddress,
            minimumAmount: '994990050000000000',
            expectedAmount: '999990000000000000',
          },
        ],
        calls: [],
        deadline,
        extraData: '0x',
      },
      fees: [],
    })
    expect(orderId).to.equal(hashOrder(orderData))
    expect(paymentDetails).to.deep.equal({
      chainId: 'mockorigin',
      depository: origin.depository.toLowerCase(),
      currency: zeroAddress,
      amount: ether.toString(),
    })
    expect(steps.map(({ id, kind, requestId }) => ({ id, kind, requestId }))).to.deep.equal([
      { id: 'deposit', kind: 'transaction', requestId: orderId },
    ])
    const [item] = steps[0]!.items
    expect({ ...item!.data, data: '' }).to.deep.equal({
      from: user.toLowerCase(),
      to: origin.depository.toLowerCase(),
      data: '',
      value: ether.toString(),
      chainId: origin.id,
    })
    expect(decodeFunctionData({ abi: mockDepositoryAbi, data: item!.data.data })).to.deep.equal({
      functionName: 'depositNative',
      args: [user, orderId],
    })
    expect(item!.check).to.deep.equal({ endpoint: `/intents/status/v3?requestId=${orderId}`, method: 'GET' })
    expect(Object.keys(fees)).to.have.members([
      'gas',
      'relayer',
      'relayerGas',
      'relayerService',
      'app',
      'subsidized',
    ])
    expect(details).to.include.keys(items.details!)
    expect(details).to.include({ operation: 'bridge', rate: '0.99999' })
    expect(details.currencyOut).to.deep.equal({
      currency: {
        chainId: destination.id,
        address: zeroAddress,
        symbol: 'ETH',
        name: 'Ether',
        decimals: 18,
        metadata: { logoURI: '', verified: true },
      },
      amount: '999990000000000000',
      amountFormatted: '0.99999',
      amountUsd: '2999.970000',
      minimumAmount: '994990050000000000',
    })
    expect(BigInt(details.userBalance)).to.equal(await balanceOf(origin, zeroAddress, user))
    expect((await request(mock, `/intents/status/v3?requestId=${orderId}`)).body)
      .to.include({ status: 'waiting', details: null, failReason: 'N/A', refundFailReason: 'N/A' })
      .and.to.include({ originChainId: origin.id, destinationChainId: destination.id })
      .and.to.deep.include({ inTxHashes: [], txHashes: [] })
  })

  it('behavior: a token is approved, then deposited', async () => {
    const [origin] = chainsOf(mock)
    const { steps, protocol } = await getQuote(mock, {
      originCurrency: tokenOf(origin),
      amount: `${5n * usdc}`,
    })
    expect(steps.map(({ id }) => id)).to.deep.equal(['approve', 'deposit'])
    const [approve, deposit] = steps.map(({ items }) => items[0]!)
    expect(approve!.check).to.equal(undefined)
    expect(approve!.data.to).to.equal(tokenOf(origin).toLowerCase())
    expect(decodeFunctionData({ abi: erc20Abi, data: approve!.data.data })).to.deep.equal({
      functionName: 'approve',
      args: [origin.depository, 5n * usdc],
    })
    expect(deposit!.data.value).to.equal('0')
    expect(decodeFunctionData({ abi: mockDepositoryAbi, data: deposit!.data.data })).to.deep.equal({
      functionName: 'depositErc20',
      args: [mock.accounts[1]!.address, tokenOf(origin), 5n * usdc, protocol.v2.orderId],
    })
  })

  it('behavior: the solver attests the request’s terms', async () => {
    const [origin, destination] = chainsOf(mock)
    const recipient = freshAddress()
    const user = mock.accounts[2]!.address
    const originCurrency = tokenOf(origin)
    const quote = await getQuote(mock, { user, recipient, originCurrency, amount: `${7n * usdc}` })
    const requestId = quote.protocol.v2.orderId
    const { status, body } = await request(mock, `/requests/${requestId}/signature`)
    expect(status).to.equal(200)
    expect(body.requestData).to.deep.equal({
      originChainId: origin.id,
      originUser: padHex(user.toLowerCase() as Hex, { size: 32 }),
      originCurrency: padHex(originCurrency.toLowerCase() as Hex, { size: 32 }),
      originAmount: `${7n * usdc}`,
      destinationChainId: destination.id,
      destinationUser: padHex(recipient, { size: 32 }),
    })
    const report = await verifyAttestation({
      attestation: parseAttestation({ requestId, ...body }),
      solver: mock.solver,
      expected: {
        originUser: user,
        originAmount: 7n * usdc,
        destinationUser: recipient,
        orderData: quote.protocol.v2.orderData,
        now: Math.floor(Date.now() / 1000),
      },
    })
    expect(report).to.include({ valid: true, solver: mock.solver })
  })

  it('behavior: includeProtocolData adds the solver’s signature of the order', async () => {
    const { orderId, orderSignature } = (await getQuote(mock, { includeProtocolData: true })).protocol.v2
    const signer = await recoverMessageAddress({ message: { raw: orderId }, signature: orderSignature! })
    expect(signer).to.equal(mock.solver)
  })

  it('behavior: two equal requests are two orders', async () => {
    const [first, second] = [await getQuote(mock), await getQuote(mock)]
    expect(first.protocol.v2.orderId).not.to.equal(second.protocol.v2.orderId)
  })

  it('behavior: the order names refundTo, the calls and the router', async () => {
    const [, destination] = chainsOf(mock)
    const refundTo = freshAddress()
    const call = { to: freshAddress(), value: '12', data: '0x1234' }
    const { orderData } = (await getQuote(mock, { refundTo, txs: [call, { ...call, value: '0' }] })).protocol
      .v2
    expect(orderData.inputs[0]!.refunds.map(({ recipient }) => recipient)).to.deep.equal([refundTo, refundTo])
    expect(orderData.output.calls.map((blob) => decodeOrderCall(blob as Hex).value)).to.deep.equal([12n, 0n])
    expect(orderData.output.extraData).to.equal(
      encodeAbiParameters([{ type: 'address' }], [destination.router]),
    )
  })

  it('behavior: the order names the receiver of fillContract', async () => {
    const [, destination] = chainsOf(mock)
    const { orderData } = (await getQuote(mock, { fillContract: destination.receiver })).protocol.v2
    expect(orderData.output.extraData).to.equal(
      encodeAbiParameters([{ type: 'address' }], [destination.receiver]),
    )
  })

  it('behavior: the zero address as refundTo is the default', async () => {
    const { orderData } = (await getQuote(mock, { refundTo: zeroAddress })).protocol.v2
    expect(orderData.inputs[0]!.refunds[0]!.recipient).to.equal(mock.accounts[1]!.address.toLowerCase())
  })

  it('behavior: accepts addresses in any case, applies the requested slippage, ignores unknown fields', async () => {
    const user = mock.accounts[1]!.address
    const { orderData } = (
      await getQuote(mock, {
        user: `0x${user.slice(2).toUpperCase()}`,
        recipient: user.toLowerCase(),
        slippageTolerance: '100',
        somethingElse: { a: 1 },
        topupGas: false,
        appFees: [],
      })
    ).protocol.v2
    expect(orderData.output.payments[0]).to.include({
      recipient: user.toLowerCase(),
      minimumAmount: '989990100000000000',
    })
  })

  const bad: [string, Record<string, unknown>, string, string][] = [
    ['user is missing', { user: undefined }, 'UNKNOWN_ERROR', 'user'],
    ['user is not an address', { user: '0x12' }, 'INVALID_ADDRESS', 'user'],
    ['user is zero', { user: zeroAddress }, 'INVALID_ADDRESS', 'user'],
    [
      'user has a wrong checksum',
      { user: '0xF3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e' },
      'INVALID_ADDRESS',
      'user',
    ],
    ['recipient is not an address', { recipient: 'me' }, 'INVALID_ADDRESS', 'recipient'],
    ['recipient is null', { recipient: null }, 'UNKNOWN_ERROR', 'recipient'],
    ['refundTo is not an address', { refundTo: '0x' }, 'INVALID_ADDRESS', 'refundTo'],
    ['originChainId is a string', { originChainId: '31101' }, 'UNKNOWN_ERROR', 'originChainId'],
    ['originChainId is unknown', { originChainId: 1 }, 'UNSUPPORTED_CHAIN', 'Chain 1'],
    ['destinationChainId is unknown', { destinationChainId: 8453 }, 'UNSUPPORTED_CHAIN', 'Chain 8453'],
    [
      'originCurrency is not an address',
      { originCurrency: 'eth' },
      'INVALID_INPUT_CURRENCY',
      'originCurrency',
    ],
    [
      'destinationCurrency is not an address',
      { destinationCurrency: '0x1' },
      'INVALID_OUTPUT_CURRENCY',
      'destinationCurrency',
    ],
    [
      'originCurrency is unknown',
      { originCurrency: freshAddress() },
      'UNSUPPORTED_CURRENCY',
      'originCurrency',
    ],
    [
      'destinationCurrency is unknown',
      { destinationCurrency: freshAddress() },
      'UNSUPPORTED_CURRENCY',
      'destinationCurrency',
    ],
    ['amount is a number', { amount: 1 }, 'UNKNOWN_ERROR', 'amount'],
    ['amount is negative', { amount: '-1' }, 'UNKNOWN_ERROR', 'amount'],
    ['amount has a fraction', { amount: '1.5' }, 'UNKNOWN_ERROR', 'amount'],
    ['amount is hex', { amount: '0x10' }, 'UNKNOWN_ERROR', 'amount'],
    ['amount is empty', { amount: '' }, 'UNKNOWN_ERROR', 'amount'],
    ['amount is zero', { amount: '0' }, 'AMOUNT_TOO_LOW', 'amount'],
    ['amount does not cover the fees', { amount: '10000000000000' }, 'AMOUNT_TOO_LOW', 'fees'],
    ['amount is beyond 256 bits', { amount: (2n ** 256n).toString() }, 'UNKNOWN_ERROR', 'amount'],
    ['amount is more than there is', { amount: `${10n ** 30n}` }, 'INSUFFICIENT_LIQUIDITY', 'ETH'],
    ['tradeType is unknown', { tradeType: 'EXACT' }, 'UNKNOWN_ERROR', 'tradeType'],
    ['tradeType is missing', { tradeType: undefined }, 'UNKNOWN_ERROR', 'tradeType'],
    [
      'slippageTolerance is too high',
      { slippageTolerance: '10001' },
      'INVALID_SLIPPAGE_TOLERANCE',
      'slippage',
    ],
    ['slippageTolerance is a share', { slippageTolerance: '0.5' }, 'INVALID_SLIPPAGE_TOLERANCE', 'slippage'],
    ['protocolVersion is unknown', { protocolVersion: 'v1' }, 'UNKNOWN_ERROR', 'protocolVersion'],
    ['txs is not a list', { txs: {} }, 'UNKNOWN_ERROR', 'txs'],
    ['a call has no data', { txs: [{ to: freshAddress(), value: '0' }] }, 'UNKNOWN_ERROR', 'txs[0].data'],
    [
      'a call goes nowhere',
      { txs: [{ to: '0x', value: '0', data: '0x' }] },
      'INVALID_EXTRA_TXS',
      'txs[0].to',
    ],
    [
      'a call has half a byte',
      { txs: [{ to: freshAddress(), value: '0', data: '0x123' }] },
      'INVALID_EXTRA_TXS',
      'txs[0].data',
    ],
    [
      'the calls spend more than is sure to arrive',
      { txs: [{ to: freshAddress(), value: '994990050000000001', data: '0x' }] },
      'INVALID_EXTRA_TXS',
      '994990050000000000',
    ],
    ['fillContract is not an address', { fillContract: '0x' }, 'INVALID_ADDRESS', 'fillContract'],
    ['fillContract is not a contract', { fillContract: freshAddress() }, 'INVALID_ADDRESS', 'fillContract'],
  ]
  for (const [name, fields, errorCode, part] of bad) {
    it(`error: ${name}`, async () => {
      const { status, body } = await request(mock, '/quote/v2', quoteBody(mock, fields))
      expect({ status, errorCode: body.errorCode }).to.deep.equal({ status: 400, errorCode })
      expect(body.message).to.include(part)
    })
  }

  it('error: a token contract as the recipient, and call values for a token output', async () => {
    const [, destination] = chainsOf(mock)
    const token = tokenOf(destination)
    expect((await request(mock, '/quote/v2', quoteBody(mock, { recipient: token }))).body.errorCode).to.equal(
      'INVALID_RECIPIENT',
    )
    const txs = [{ to: freshAddress(), value: '1', data: '0x' }]
    expect(
      (await request(mock, '/quote/v2', quoteBody(mock, { destinationCurrency: token, txs }))).body.errorCode,
    ).to.equal('INVALID_EXTRA_TXS')
  })

  it('behavior: the calls may spend the guaranteed minimum', async () => {
    await getQuote(mock, { txs: [{ to: freshAddress(), value: '994990050000000000', data: '0x' }] })
  })

  for (const [name, body, type] of [
    ['no JSON', '{', 'application/json'],
    ['a list', '[]', 'application/json'],
    ['a prototype', '{"__proto__": {"user": "0x"}}', 'application/json'],
    ['another type', 'user=0x', 'application/x-www-form-urlencoded'],
  ] as const) {
    it(`error: the body is ${name}`, async () => {
      const response = await fetch(`${mock.url}/quote/v2`, {
        method: 'POST',
        headers: { 'content-type': type },
        body,
      })
      expect(response.status).to.equal(400)
      expect(await response.json()).to.include({ errorCode: 'UNKNOWN_ERROR' })
    })
  }

  it('error: a body beyond 1 MiB', async () => {
    const { status, body } = await request(mock, '/quote/v2', quoteBody(mock, { pad: 'x'.repeat(2 ** 20) }))
    expect({ status, errorCode: body.errorCode }).to.deep.equal({ status: 413, errorCode: 'UNKNOWN_ERROR' })
  })

  it('error: a bug of the mock is answered without details', async () => {
    const broken = await startMockService({
      now: () => {
        throw new Error('the inside')
      },
    })
    try {
      const { status, body } = await request(broken, '/quote/v2', quoteBody(broken))
      expect({ status, body }).to.deep.equal({
        status: 500,
        body: { message: 'The mock failed.', errorCode: 'UNKNOWN_ERROR' },
      })
    } finally {
      await broken.close()
    }
  })
})

describe('the other operations', () => {
  const { mock } = setUpMock()

  it('error: an unknown or malformed request id', async () => {
    const unknown = `0x${'12'.repeat(32)}`
    expect(await request(mock, `/requests/${unknown}/signature`)).to.deep.equal({
      status: 400,
      body: { message: `No request ${unknown}.`, code: 'UNKNOWN_ERROR' },
    })
    expect(await request(mock, `/intents/status/v3?requestId=${unknown}`)).to.deep.equal({
      status: 400,
      body: { message: `No request ${unknown}.`, errorCode: 'UNKNOWN_ERROR' },
    })
    expect((await request(mock, '/requests/0x12/signature')).body.code).to.equal('UNKNOWN_ERROR')
    expect((await request(mock, '/intents/status/v3')).body.errorCode).to.equal('UNKNOWN_ERROR')
  })

  it('error: an unknown path', async () => {
    expect(await request(mock, '/nowhere')).to.deep.equal({
      status: 404,
      body: { message: 'No route GET /nowhere', errorCode: 'UNKNOWN_ERROR' },
    })
  })

  it('behavior: GET /chains', async () => {
    const { body } = await request(mock, '/chains')
    expect(
      body.chains.slice(0, 2).map(({ id, httpRpcUrl, protocol }: Record<string, unknown>) => ({
        id,
        httpRpcUrl,
        protocol,
      })),
    ).to.deep.equal(
      mock.chains.map(({ id, name, rpcUrl, depository }) => ({
        id,
        httpRpcUrl: rpcUrl,
        protocol: { v2: { chainId: name, depository: depository.toLowerCase() } },
      })),
    )
  })
})

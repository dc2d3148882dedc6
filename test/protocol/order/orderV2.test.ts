import { expect } from 'chai'
import { concatHex, type Hex, keccak256 } from 'viem'
import { hashOrder, type OrderDataV2, proveOrderV2Output } from '../../../src/index.js'
import { hashProofV2, typeHashesV2 } from '../../../src/protocol/order/orderV2.js'
import { thrown } from '../../support/errors.js'
import { orderDataV2 as orderData } from '../../support/orderDataV2.js'

describe('orders of version 2', () => {
  it('default: the published id', () => {
    const orderId = '0x891a00b48e5c73016382af5eec240cca7cf6751c2ce572c09ba9c203f52168cc'
    expect(hashOrder(orderData)).equal(orderId)
    expect(hashProofV2(proveOrderV2Output(orderData))).equal(orderId)
  })

  it('default: the published hashes of its structs', () => {
    const hashes: Hex[] = [
      '0x50a780f085ceaff8fff8f680d9980259fe991595ed33cc770bc46af00a12d45e',
      '0xe1267367a7a58b0d9a232d3b568f908843350014e25db098a4b49a5bd210b26b',
    ]
    expect(proveOrderV2Output(orderData)).include({
      inputHash: '0xa0e6b839bebd7a56707e4882019398372203565bf6f55355b85144b97986f583',
      refundsHash: keccak256(concatHex(hashes)),
      feesHash: keccak256('0x1d8dac3ce61cd2c00b946263dd40d2f5997b6ef5171fabdcfc2c9557123675ae'),
    })
  })

  it('default: the published type hashes', () => {
    expect(typeHashesV2).deep.equal({
      fee: '0x5e1420e6482d4138dbc016fa378f064eb120b8b82c866fbb1da0b68c92f8abae',
      fill: '0xeb1cb11cd1fe32d578ab2060abf86dfc33b4a67fea5aed3a214a5dd3d374f61f',
      input: '0xf60f330bccb0564147ef5e2cca0ba28e30c5d80ff9964684b915274bb6707226',
      order: '0xb7f486624026ae401825ef4a258d2cc1e12a28b9005c12d5086930b7b094b645',
      output: '0x159296a38369c83e5e9c626c5216da68f0a6176cb3334be8e15f53030e3b7b25',
      refund: '0x0e84ab180395d369bc317d503deabec70102299585b95e20fe2e1270d5516805',
      withdraw: '0xa853ec6d1e558b0731606ef40fdba4d65c3a051d33711196df33f39210c1954d',
    })
  })

  const amount = 'a decimal string or a bigint from 0 to 2^256-1'
  const text = 'a string that is not empty'
  const other = `0x${'ab'.repeat(20)}`
  const currencies = 'hex of 20 bytes, as the chain is base'
  // Another valid value of each field, and one that is malformed, with what the field must be.
  const fields: [path: string, valid: unknown, malformed: unknown, requirement: string][] = [
    ['relayerChainId', 'ethereum', '', text],
    ['relayer', other, '0x12', 'hex of 20 bytes'],
    ['salt', '0x01', '0x', 'hex of up to 32 bytes'],
    ['deadline', 1, -1, 'Unix seconds from 0 to 2^32-1'],
    ['input.chainId', 'eclipse', undefined, text],
    ['input.currency', '1'.repeat(32), other, 'base58 of 32 bytes, as the chain is solana'],
    ['input.amount', '1', 1, amount],
    ['refunds', [], {}, 'an array'],
    ['refunds[1].chainId', 'optimism', 8453, text],
    ['refunds[1].currency', other, '0x', currencies],
    ['refunds[1].minimumAmount', '1', '-1', amount],
    ['refunds[1].recipient', other, null, currencies],
    ['output.chainId', 'optimism', '', text],
    ['output.withdraw.currency', other, '0x12', currencies],
    ['output.withdraw.minimumAmount', 1n, -1n, amount],
    ['output.fill.currency', other, '0x12', currencies],
    ['output.fill.minimumAmount', '1', '', amount],
    ['output.fill.recipient', other, '0x12', currencies],
    ['output.fill.calls', [], '0x', 'an array'],
    ['output.fill.calls[0]', '0x', '0x1', 'hex of whole bytes'],
    ['fees', [], null, 'an array'],
    ['fees[0].recipientChainId', 'optimism', '', text],
    ['fees[0].recipient', other, '', currencies],
    ['fees[0].currencyChainId', 'optimism', '', text],
    ['fees[0].currency', other, '', currencies],
    ['fees[0].amount', '1', '01', amount],
  ]

  function change(path: string, value: unknown): OrderDataV2 {
    const copy = structuredClone(orderData)
    const steps = path.split(/[.[\]]+/).filter(Boolean)
    const last = steps.pop()!
    const parent = steps.reduce<object>((at, step) => Reflect.get(at, step), copy)
    Reflect.set(parent, last, value)
    return copy
  }

  it('behavior: every field changes the id', () => {
    const ids = fields.map(([path, valid]) => hashOrder(change(path, valid)))
    expect(new Set([hashOrder(orderData), ...ids]).size).equal(fields.length + 1)
  })

  it('error: every field, with its path', async () => {
    for (const [field, , value, requirement] of fields) {
      const error = await thrown(() => hashOrder(change(field, value)))
      expect(error).include({ name: 'OrderFieldError', field })
      expect(error.value).deep.equal(value)
      expect(error.shortMessage).contain(`${field} must be ${requirement}, found `)
    }
    for (const field of ['input', 'refunds[0]', 'output', 'output.withdraw', 'output.fill', 'fees[0]']) {
      const error = await thrown(() => hashOrder(change(field, null)))
      expect(error).include({ field, shortMessage: `${field} must be an object, found null.` })
    }
  })

  it('behavior: version and fields tell that an order is one', async () => {
    expect(await thrown(() => hashOrder(change('version', 'v1')))).include({ field: 'solverChainId' })
    expect(await thrown(() => hashOrder(change('relayer', undefined)))).include({ field: 'solverChainId' })
    expect(await thrown(() => proveOrderV2Output(change('version', '')))).include({ field: 'version' })
    expect(await thrown(() => proveOrderV2Output(null as never))).include({ field: 'orderData' })
  })
})

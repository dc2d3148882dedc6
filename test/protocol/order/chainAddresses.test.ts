import { base58xrp, bech32, bech32m, utils } from '@scure/base'
import { Address as TonAddress } from '@ton/core'
import { expect } from 'chai'
import { classicAddressToXAddress, decodeAccountID, encodeAccountID } from 'ripple-address-codec'
import { sha256 } from 'viem'
import { hashOrder, type OrderData, proveOrderOutput } from '../../../src/index.js'
import { otherVmOfId } from '../../../src/protocol/order/chainVm.js'
import { relayChains } from '../../../src/service/profile/relayChains.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'
import { readVector } from '../../support/vectors.js'

const order = (chainId: string, recipient: string, currency = recipient): OrderData => ({
  version: 'v1',
  solverChainId: 'base',
  solver: '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
  salt: '0x01',
  inputs: [],
  output: {
    chainId,
    payments: [{ recipient, currency, minimumAmount: '1', expectedAmount: '1' }],
    calls: [],
    deadline: 1,
    extraData: '0x',
  },
  fees: [],
})

const tonAccount = 'aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899'

/** An address with a right checksum, whatever its flags and workchain. */
function friendlyTon({ flags = 0x11, workchain = 0 }): string {
  const bytes = Buffer.from(new TonAddress(0, Buffer.from(tonAccount, 'hex')).toString(), 'base64')
  bytes[0] = flags
  bytes[1] = workchain
  let crc = 0
  for (const byte of bytes.subarray(0, 34)) {
    crc ^= byte << 8
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : crc << 1
  }
  bytes.writeUInt16BE(crc, 34)
  return bytes.toString('base64url')
}

function encodeXrp(bytes: readonly number[]): string {
  const hash = (data: Uint8Array) => sha256(sha256(data, 'bytes'), 'bytes')
  return utils.chain(utils.checksum(4, hash), base58xrp).encode(Uint8Array.from(bytes))
}

const bytesOf = (chainId: string, address: string) =>
  proveOrderOutput(order(chainId, address)).output.payments[0]?.recipient

describe('addresses by chain', () => {
  const known: [chain: string, address: string, bytes: string][] = [
    ['base', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
    ['hyperliquid', `0x${'00'.repeat(16)}`, `0x${'00'.repeat(16)}`],
    ['hyperliquid', '0x6d1e7cde53ba9467b783cb7c530ce05478797a', '0x6d1e7cde53ba9467b783cb7c530ce05478797a'],
    ['venue', `0x${'cd'.repeat(20)}`, `0x${'cd'.repeat(20)}`],
    ['venue', `0x${'cd'.repeat(16)}`, `0x${'cd'.repeat(16)}`],
    ['solana', '11111111111111111111111111111111', `0x${'00'.repeat(32)}`],
    [
      'solana',
      'So11111111111111111111111111111111111111112',
      '0x069b8857feab8184fb687f634618c035dac439dc1aeb3b5598a0f00000000001',
    ],
    ['eclipse', '11111111111111111111111111111111', `0x${'00'.repeat(32)}`],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '0xff0062e907b15cbf27d5425399ebf6f0fb50ebb88f18'],
    ['bitcoin', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', '0xff05b472a266d0bd89c13706a4132ccfb16f7c3b9fcb'],
    ['bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', '0xff05e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', '0x00751e76e8199196d454941c45d1b3a323f1433bd6'],
    ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', '0x00751e76e8199196d454941c45d1b3a323f1433bd6'],
    [
      'bitcoin',
      'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
      '0x0179be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
    ],
    ['bitcoin', 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8', `0x00${'00'.repeat(19)}`],
    ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', `0x41${'00'.repeat(20)}`],
    ['ton', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9c', `0x${'00'.repeat(32)}`],
    ['ton', `0:${tonAccount.toUpperCase()}`, `0x${tonAccount}`],
    [
      'ton',
      relayChains.find(({ name }) => name === 'ton')!.depositories![0]!,
      '0xab746b034ea036b7ac5147837a57827bd3917bc3f5506d47479e87ec87ef2554',
    ],
    ['xrp', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp', `0x${'00'.repeat(20)}`],
    ['xrp', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh', '0xb5f762798a53d543a014caf8b297cff8f2f937e8'],
    ['hedera', '0.0.0', `0x${'00'.repeat(20)}`],
    ['hedera', '0.0.456858', '0x000000000000000000000000000000000006f89a'],
    ['hedera', '0.0.9223372036854775807', '0x0000000000000000000000007fffffffffffffff'],
    ['hedera', `0x${'AB'.repeat(20)}`, `0x${'ab'.repeat(20)}`],
    ['hedera', '0x000000000000000000000000000000000006F89A', '0x000000000000000000000000000000000006f89a'],
    ['lighter', '0', `0x${'00'.repeat(16)}`],
    ['lighter', '731033', '0x000000000000000000000000000b2799'],
    ['lighter', String(2n ** 128n - 1n), `0x${'ff'.repeat(16)}`],
  ]
  for (const [chain, address, bytes] of known) {
    it(`${chain}: ${address}`, () => {
      expect(bytesOf(chain, address)).equal(bytes)
    })
  }

  const witness = (coder: typeof bech32, prefix: string, version: number, size: number) =>
    coder.encode(prefix, [version, ...coder.toWords(new Uint8Array(size))])

  it('bitcoin: programs of 2 and of 40 bytes', () => {
    for (const size of [2, 40]) {
      expect(bytesOf('bitcoin', witness(bech32m, 'bc', 16, size))).equal(`0x10${'00'.repeat(size)}`)
    }
  })

  const forms: Record<string, string> = {
    base: 'hex of 20 bytes',
    hyperliquid: 'hex of 16 bytes or more',
    solana: 'base58 of 32 bytes',
    bitcoin: 'a Bitcoin mainnet address',
    tron: 'a Tron address in base58check',
    lighter: 'a decimal index below 2^128',
    ton: 'a TON address of workchain 0',
    xrp: 'an XRP address without a tag',
    hedera: 'a Hedera id such as 0.0.1234 without a checksum, or hex of 20 bytes',
  }
  const wrong: [chain: string, address: string][] = [
    ['base', `0x${'ab'.repeat(16)}`],
    ['base', '11111111111111111111111111111111'],
    ['hyperliquid', `0x${'ab'.repeat(15)}`],
    ['hyperliquid', `0x${'ab'.repeat(16)}a`],
    ['solana', `0x${'ab'.repeat(32)}`],
    ['solana', '1111111111111111111111111111111'],
    ['solana', '0OIl1111111111111111111111111111'],
    ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb'],
    ['bitcoin', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'],
    ['bitcoin', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5'],
    ['bitcoin', 'bc1Qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
    ['bitcoin', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'],
    ['bitcoin', 'bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4'],
    ['bitcoin', 'bc1qr508d6qejxtdg4y5r3zarvaryvqyzf3du'],
    ['bitcoin', witness(bech32, 'bc', 1, 32)],
    ['bitcoin', witness(bech32m, 'bc', 0, 20)],
    ['bitcoin', witness(bech32, 'bc', 0, 18)],
    ['bitcoin', witness(bech32m, 'bc', 17, 32)],
    ['bitcoin', witness(bech32m, 'bc', 1, 1)],
    ['bitcoin', witness(bech32m, 'bc', 1, 41)],
    ['bitcoin', witness(bech32, 'bc1a', 0, 20)],
    ['bitcoin', ''],
    ['tron', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['tron', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwc'],
    ['lighter', '01'],
    ['lighter', '-1'],
    ['lighter', String(2n ** 128n)],
    ['ton', `-1:${tonAccount}`],
    ['ton', `0:${tonAccount}00`],
    ['ton', `0:${tonAccount.slice(2)}`],
    ['ton', `0x${tonAccount}`],
    ['ton', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9d'],
    ['ton', 'EQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAM9'],
    ['ton', friendlyTon({ flags: 0x12 })],
    ['ton', friendlyTon({ flags: 0x51, workchain: 0xff })],
    ['xrp', 'rrrrrrrrrrrrrrrrrrrrrhoLvTq'],
    ['xrp', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
    ['xrp', encodeXrp([1, ...new Uint8Array(20)])],
    ['xrp', encodeXrp([0, ...new Uint8Array(19)])],
    ['xrp', encodeXrp([0x05, 0x45, ...new Uint8Array(29)])],
    ['xrp', encodeXrp([0x05, 0x44, ...new Uint8Array(28)])],
    ['xrp', classicAddressToXAddress('rrrrrrrrrrrrrrrrrrrrrhoLvTp', 0, false)],
    ['xrp', classicAddressToXAddress('rrrrrrrrrrrrrrrrrrrrrhoLvTp', 42, true)],
    ['hedera', '0.0.456858-ojdqc'],
    ['hedera', '0.0.0456858'],
    ['hedera', '0.0.-1'],
    ['hedera', '1.0.5'],
    ['hedera', '0.1.5'],
    ['hedera', '456858'],
    ['hedera', '0.0.9223372036854775808'],
    ['hedera', '0x0000000000000000000000008000000000000000'],
    ['hedera', `0x${'ab'.repeat(19)}`],
  ]
  for (const [chain, address] of wrong) {
    it(`error: ${chain}: ${address || 'no address'}`, async () => {
      const error = await thrown(() => hashOrder(order(chain, address)))
      expect(error).include({
        name: 'OrderFieldError',
        field: 'output.payments[0].recipient',
        value: address,
      })
      expect(error.shortMessage).contain(`must be ${forms[chain]}, as the chain is ${chain}, found `)
    })
  }

  it('error: a value that is not text', async () => {
    for (const chain of Object.keys(forms)) {
      for (const value of [undefined, null, 5]) {
        const error = await thrown(() => hashOrder(order(chain, mistyped(value))))
        expect(error).include({ name: 'OrderFieldError', field: 'output.payments[0].recipient', value })
      }
    }
  })

  it("behavior: determines a chain's virtual machine by its id", () => {
    const ids = [1337, 3586256, 8253038, 9286185, 224235520, 728126428, 792703809]
    expect(ids.map(otherVmOfId)).deep.equal(['hypevm', 'lvm', 'bvm', 'svm', 'tonvm', 'tvm', 'svm'])
    for (const id of [1, 8453, 0]) expect(otherVmOfId(id)).equal(undefined)
  })

  it("behavior: TON addresses in every form, as encoded by TON's codec", () => {
    for (const account of [tonAccount, '00'.repeat(32), '11'.repeat(32)]) {
      const address = new TonAddress(0, Buffer.from(account, 'hex'))
      const forms = [true, false].flatMap((urlSafe) =>
        [true, false].flatMap((bounceable) =>
          [true, false].map((testOnly) => address.toString({ urlSafe, bounceable, testOnly })),
        ),
      )
      expect(new Set(forms).size).greaterThan(3)
      for (const form of [address.toRawString(), ...forms]) {
        expect(bytesOf('ton', form)).equal(`0x${TonAddress.parse(form).hash.toString('hex')}`)
      }
    }
  })

  it("behavior: classic XRP addresses without a tag, as encoded by XRP's codec", () => {
    for (const account of ['5e7b112523f68d2f5e879db4eac51c6698a69304', '00'.repeat(20), 'ff'.repeat(20)]) {
      const classic = encodeAccountID(Buffer.from(account, 'hex'))
      const wrapped = [true, false].map((isTest) => classicAddressToXAddress(classic, false, isTest))
      expect(Buffer.from(decodeAccountID(classic)).toString('hex')).equal(account)
      for (const form of [classic, ...wrapped]) expect(bytesOf('xrp', form)).equal(`0x${account}`)
    }
  })

  it('error: the currency of another machine', async () => {
    const error = await thrown(() =>
      hashOrder(order('solana', '11111111111111111111111111111111', `0x${'00'.repeat(20)}`)),
    )
    expect(error).include({ name: 'OrderFieldError', field: 'output.payments[0].currency' })
    expect(error.shortMessage).include('the chain is solana')
  })
})

describe('unknown chains', () => {
  const unknown = ['a new chain', 'constructor', 'relay', 'gateway', 'sui', 'Base', 'toString', 'mainnet']
  const address = `0x${'ab'.repeat(20)}`
  const { orderData } = readVector('order-live')

  it('error: anywhere in an order, not only next to an address', async () => {
    const places: Record<string, (order: OrderData, chainId: string) => OrderData> = {
      'inputs[0].payment.chainId': (full, chainId) => {
        const [input] = full.inputs
        return { ...full, inputs: [{ ...input!, payment: { ...input!.payment, chainId } }] }
      },
      'inputs[0].refunds[1].chainId': (full, chainId) => {
        const [input] = full.inputs
        const [first, second] = input!.refunds
        return { ...full, inputs: [{ ...input!, refunds: [first!, { ...second!, chainId }] }] }
      },
      'output.chainId': (full, chainId) => ({ ...full, output: { ...full.output, chainId, payments: [] } }),
      'fees[0].recipientChainId': (full, chainId) => ({
        ...full,
        fees: [{ ...fee, recipientChainId: chainId }],
      }),
      'fees[0].currencyChainId': (full, chainId) => ({
        ...full,
        fees: [{ ...fee, currencyChainId: chainId }],
      }),
    }
    const fee = {
      recipientChainId: 'base',
      recipient: address,
      currencyChainId: 'base',
      currency: address,
      amount: '1',
    }
    for (const [field, put] of Object.entries(places)) {
      for (const chainName of unknown) {
        const error = await thrown(() => hashOrder(put(orderData, chainName)))
        expect(error).include({ name: 'UnknownChainError', field, chainName })
        expect(error.message).match(/extendProfile.*evmChains/)
      }
    }
  })

  it('behavior: read as an EVM chain if the caller names it', async () => {
    const evmChains = ['new']
    expect(proveOrderOutput(order('new', address), { evmChains }).output).include({ chainId: 'new' })
  })

  it('attack: an order that declares its own chain an EVM chain', async () => {
    const named = { ...order('new', address), evmChains: ['new'] }
    expect(await thrown(() => hashOrder(named))).include({ name: 'UnknownChainError' })
  })

  it('behavior: a known non-EVM chain stays non-EVM, whatever the caller names', async () => {
    const evmChains = ['ton']
    expect(await thrown(() => hashOrder(order('ton', address), { evmChains }))).include({
      name: 'OrderFieldError',
    })
  })

  it('behavior: a refund leg on TON, XRP or Hedera has an id', () => {
    const [input] = orderData.inputs
    const ids = [
      ['ton', `0:${tonAccount}`],
      ['xrp', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
      ['hedera', '0.0.456858'],
    ].map(([chainId, recipient]) => {
      const leg = { ...input.refunds[1], chainId, recipient, currency: recipient, extraData: '0x' }
      return hashOrder({ ...orderData, inputs: [{ ...input, refunds: [input.refunds[0], leg] }] })
    })
    expect(new Set(ids).size).equal(3)
  })
})

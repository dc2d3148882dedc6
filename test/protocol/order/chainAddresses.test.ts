import { bech32, bech32m } from '@scure/base'
import { expect } from 'chai'
import { hashOrder, type OrderData, proveOrderOutput } from '../../../src/index.js'
import { chainVmOfId } from '../../../src/protocol/order/chainVm.js'
import { thrown } from '../../support/errors.js'

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

const bytesOf = (chainId: string, address: string) =>
  proveOrderOutput(order(chainId, address)).output.payments[0]?.recipient

describe('addresses by chain', () => {
  const known: [chain: string, address: string, bytes: string][] = [
    ['base', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
    ['a new chain', `0x${'AB'.repeat(20)}`, `0x${'ab'.repeat(20)}`],
    ['constructor', `0x${'ab'.repeat(20)}`, `0x${'ab'.repeat(20)}`],
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

  it('error: what is no text', async () => {
    for (const chain of Object.keys(forms)) {
      for (const value of [undefined, null, 5]) {
        const error = await thrown(() => hashOrder(order(chain, value as never)))
        expect(error).include({ name: 'OrderFieldError', field: 'output.payments[0].recipient', value })
      }
    }
  })

  it('behavior: the machine of a chain, by its id', () => {
    const ids = [1337, 3586256, 8253038, 9286185, 728126428, 792703809, 1, 8453]
    expect(ids.map(chainVmOfId)).deep.equal(['hypevm', 'lvm', 'bvm', 'svm', 'tvm', 'svm', 'evm', 'evm'])
  })

  it('error: the currency of another machine', async () => {
    const error = await thrown(() =>
      hashOrder(order('solana', '11111111111111111111111111111111', `0x${'00'.repeat(20)}`)),
    )
    expect(error).include({ name: 'OrderFieldError', field: 'output.payments[0].currency' })
    expect(error.shortMessage).include('the chain is solana')
  })
})

import { expect } from 'chai'
import {
  decodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  maxUint256,
  pad,
  parseAbi,
  zeroAddress,
  zeroHash,
} from 'viem'
import { fillReceiverAbi } from '../../src/abi/fillReceiver.js'
import { hashPayment, type PaymentInput, prepareAuthorizedCall } from '../../src/contract/index.js'
import { PaymentFieldError, padAddress } from '../../src/index.js'

const receiver = getAddress('0x1111111111111111111111111111111111111111')
const router = getAddress('0x2222222222222222222222222222222222222222')
const token = getAddress('0x3333333333333333333333333333333333333333')
const user = getAddress('0x4444444444444444444444444444444444444444')
const chainId = 8453
const terms: PaymentInput = {
  originChainId: 1,
  originUser: user,
  originCurrency: zeroAddress,
  token: zeroAddress,
  minimum: 1000n,
  recipient: user,
  deadline: 1_800_000_000,
  salt: pad('0x05', { size: 32 }),
}
const routerAbi = parseAbi([
  'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts)',
])

describe('prepareAuthorizedCall', () => {
  it('default: one call with the minimum as its value', () => {
    const { txs, payment, callHash } = prepareAuthorizedCall({ chainId, receiver, payment: terms })
    expect(payment).to.deep.equal({
      ...terms,
      originChainId: 1n,
      originUser: padAddress(user),
      originCurrency: padAddress(zeroAddress),
      maximum: 1000n,
      data: '0x',
    })
    expect(txs.map(({ to, value }) => ({ to, value }))).to.deep.equal([{ to: receiver, value: '1000' }])
    expect(decodeFunctionData({ abi: fillReceiverAbi, data: txs[0]!.data })).to.deep.equal({
      functionName: 'payAuthorized',
      args: [payment],
    })
    expect(callHash).to.equal(hashPayment({ chainId, receiver, payment }))
  })

  it('behavior: a token is approved up to the maximum, and nothing stays behind', () => {
    const payment = { ...terms, token, maximum: 1200n }
    const { txs, payment: full } = prepareAuthorizedCall({ chainId, receiver, router, payment })
    expect(txs.map(({ to, value }) => [to, value])).to.deep.equal(
      [token, token, receiver, token, router].map((to) => [to, '0']),
    )
    const approvals = [txs[0]!, txs[1]!, txs[3]!].map(({ data }) =>
      decodeFunctionData({ abi: erc20Abi, data }),
    )
    expect(approvals).to.deep.equal(
      [0n, 1200n, 0n].map((amount) => ({ functionName: 'approve', args: [receiver, amount] })),
    )
    expect(decodeFunctionData({ abi: fillReceiverAbi, data: txs[2]!.data }).args).to.deep.equal([full])
    expect(decodeFunctionData({ abi: routerAbi, data: txs[4]!.data }).args).to.deep.equal([
      [token],
      [user],
      [0n],
    ])
  })

  it('behavior: sweeps to whom it is told', () => {
    const payment = { ...terms, token }
    const { txs } = prepareAuthorizedCall({ chainId, receiver, router, sweepTo: router, payment })
    expect(decodeFunctionData({ abi: routerAbi, data: txs[4]!.data }).args).to.deep.equal([
      [token],
      [router],
      [0n],
    ])
  })

  it('behavior: equal terms make different calls, unless they say the salt', () => {
    const { salt: _, ...unsalted } = terms
    const hashes = [unsalted, unsalted, terms, terms].map(
      (payment) => prepareAuthorizedCall({ chainId, receiver, payment }).callHash,
    )
    expect(new Set(hashes).size).to.equal(3)
  })

  it('behavior: a signed order names no user, and with several inputs no origin', () => {
    for (const origin of [
      { originChainId: 1, originUser: zeroHash },
      { originChainId: 0, originUser: zeroHash, originCurrency: zeroHash },
    ]) {
      const { payment } = prepareAuthorizedCall({ chainId, receiver, payment: { ...terms, ...origin } })
      expect(payment).to.include({ ...origin, originChainId: BigInt(origin.originChainId) })
    }
  })

  describe('error: refuses what no receiver would take', () => {
    const cases: [string, Partial<Record<keyof PaymentInput, unknown>>][] = [
      ['originChainId', { originChainId: 0 }],
      ['originChainId', { originChainId: 0, originCurrency: user }],
      ['originChainId', { originChainId: 0, originUser: zeroHash, originCurrency: user }],
      ['originChainId', { originChainId: -1, originUser: zeroHash, originCurrency: zeroHash }],
      ['originChainId', { originChainId: 1.5 }],
      ['originUser', { originUser: '0x12' }],
      ['originCurrency', { originCurrency: 'eth' }],
      ['token', { token: '0x12' }],
      ['minimum', { minimum: 0n }],
      ['minimum', { minimum: -1n }],
      ['minimum', { minimum: 1000 }],
      ['maximum', { maximum: 999n }],
      ['maximum', { maximum: maxUint256 + 1n }],
      ['recipient', { recipient: zeroAddress }],
      ['recipient', { recipient: receiver }],
      ['recipient', { recipient: '0x' }],
      ['deadline', { deadline: 0 }],
      ['deadline', { deadline: 1.5 }],
      ['deadline', { deadline: 2 ** 48 }],
      ['salt', { salt: '0x12' }],
      ['data', { data: '0x1' }],
      ['router', { token }],
    ]
    for (const [field, change] of cases) {
      const shown = Object.values(change).map(String).join()
      it(`${field}: ${shown}`, () => {
        const payment = { ...terms, ...change } as PaymentInput
        expect(() => prepareAuthorizedCall({ chainId, receiver, payment }))
          .to.throw(PaymentFieldError)
          .with.property('field', field)
      })
    }

    it('chainId and receiver', () => {
      for (const [field, change] of [
        ['chainId', { chainId: 0 }],
        ['chainId', { chainId: 2 ** 53 }],
        ['receiver', { receiver: zeroAddress }],
        ['receiver', { receiver: '0x12' as Hex }],
      ] as const) {
        expect(() => prepareAuthorizedCall({ chainId, receiver, payment: terms, ...change }))
          .to.throw(PaymentFieldError)
          .with.property('field', field)
      }
    })
  })
})

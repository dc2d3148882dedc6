import { expect } from 'chai'
import {
  type Address,
  decodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  maxUint256,
  pad,
  parseAbi,
  slice,
  zeroAddress,
  zeroHash,
} from 'viem'
import {
  hashPayment,
  type PaymentInput,
  type PrepareAuthorizedCallParameters,
  prepareAuthorizedCall,
} from '../../src/contract/index.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { mockProfile, PaymentFieldError, padAddress, relayProfile } from '../../src/index.js'

const receiver = getAddress('0x1111111111111111111111111111111111111111')
const otherRouter = getAddress('0x2222222222222222222222222222222222222222')
const token = getAddress('0x3333333333333333333333333333333333333333')
const user = getAddress('0x4444444444444444444444444444444444444444')
const refundTo = getAddress('0x5555555555555555555555555555555555555555')
const chainId = 8453
const base = relayProfile.chains!.find(({ id }) => id === chainId)!
const [inUse, v3, older] = base.routers!.map(({ address }) => address)
const terms: PaymentInput = {
  originChainId: 1,
  originUser: user,
  originCurrency: zeroAddress,
  token: zeroAddress,
  minimum: 1000n,
  recipient: user,
  refundTo,
  deadline: 1_800_000_000,
  salt: pad('0x05', { size: 32 }),
}
const cleanups = {
  metadata: parseAbi([
    'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts, bytes metadata)',
  ]),
  plain: parseAbi(['function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts)']),
}

const prepare = (changes: Partial<PrepareAuthorizedCallParameters> = {}, payment: object = {}) =>
  prepareAuthorizedCall({ chainId, receiver, ...changes, payment: { ...terms, ...payment } })

function expectRefused(field: string, changes: Partial<PrepareAuthorizedCallParameters>, payment?: object) {
  expect(() => prepare(changes, payment))
    .to.throw(PaymentFieldError)
    .with.property('field', field)
}

/** The last entry of a token's calls: which router, and what it is told. */
function readSweep({ txs }: ReturnType<typeof prepareAuthorizedCall>, form: keyof typeof cleanups) {
  expect(txs).to.have.length(5)
  const { to, data } = txs[4]!
  return { to, args: decodeFunctionData({ abi: cleanups[form], data }).args }
}

describe('prepareAuthorizedCall', () => {
  it('default: one call with the minimum as its value', () => {
    const { txs, payment, callHash } = prepare()
    expect(payment).to.deep.equal({
      ...terms,
      originChainId: 1n,
      originUser: padAddress(user),
      originCurrency: padAddress(zeroAddress),
      maximum: 1000n,
      data: '0x',
    })
    expect(txs.map(({ to, value }) => ({ to, value }))).to.deep.equal([{ to: receiver, value: '1000' }])
    expect(decodeFunctionData({ abi: attestedOrderReceiverAbi, data: txs[0]!.data })).to.deep.equal({
      functionName: 'payAuthorized',
      args: [payment],
    })
    expect(callHash).to.equal(hashPayment({ chainId, receiver, payment }))
  })

  it('behavior: a token is approved up to the maximum, and no allowance remains', () => {
    const { txs, payment: full } = prepare({}, { token, maximum: 1200n })
    expect(txs.map(({ to, value }) => [to, value])).to.deep.equal(
      [token, token, receiver, token, inUse].map((to) => [to, '0']),
    )
    const approvals = [txs[0]!, txs[1]!, txs[3]!].map(({ data }) =>
      decodeFunctionData({ abi: erc20Abi, data }),
    )
    expect(approvals).to.deep.equal(
      [0n, 1200n, 0n].map((amount) => ({ functionName: 'approve', args: [receiver, amount] })),
    )
    expect(decodeFunctionData({ abi: attestedOrderReceiverAbi, data: txs[2]!.data }).args).to.deep.equal([
      full,
    ])
  })

  describe('the sweep', () => {
    it("default: uses the profile's first router, with its metadata, and pays refundTo", () => {
      const prepared = prepare({}, { token })
      expect(readSweep(prepared, 'metadata')).to.deep.equal({
        to: inUse,
        args: [[token], [refundTo], [0n], '0x'],
      })
      expect(slice(prepared.txs[4]!.data, 0, 4)).to.equal('0x9bb43718')
    })

    it("behavior: uses the chain's other router, without metadata", () => {
      const prepared = prepare({ router: getAddress(older!) }, { token })
      expect(readSweep(prepared, 'plain')).to.deep.equal({ to: older, args: [[token], [refundTo], [0n]] })
      expect(slice(prepared.txs[4]!.data, 0, 4)).to.equal('0x3b2253c8')
    })

    it('behavior: uses a given router with a given form, whatever the profile lists', () => {
      for (const form of ['metadata', 'plain'] as const) {
        const { to, args } = readSweep(prepare({ router: { address: otherRouter, form } }, { token }), form)
        expect([to, args[1]]).to.deep.equal([otherRouter, [refundTo]])
        const said = readSweep(prepare({ router: { address: v3!, form } }, { token }), form)
        expect(said.to).to.equal(getAddress(v3!))
      }
    })

    it("behavior: uses the chain's router in each profile", () => {
      const { chains } = relayProfile
      for (const id of [59144, 543210, 17071]) {
        const [router] = chains!.find((chain) => chain.id === id)!.routers!
        expect(readSweep(prepare({ chainId: id }, { token }), router!.form).to).to.equal(router!.address)
      }
      const [{ id, routers }] = [mockProfile.chains![1]!]
      const { address, form } = routers![0]!
      for (const profile of ['mock', mockProfile] as const) {
        expect(readSweep(prepare({ chainId: id, profile }, { token }), form).to).to.equal(address)
      }
    })

    it('behavior: pays the given account if refundTo is zero', () => {
      const prepared = prepare({ sweepTo: user }, { token, refundTo: zeroAddress })
      expect(readSweep(prepared, 'metadata').args[1]).to.deep.equal([user])
      expect(prepared.payment.refundTo).to.equal(zeroAddress)
    })

    it('error: no account to sweep to, or two', () => {
      expectRefused('sweepTo', {}, { token, refundTo: zeroAddress })
      expectRefused('sweepTo', { sweepTo: zeroAddress }, { token, refundTo: zeroAddress })
      expectRefused('sweepTo', { sweepTo: user }, { token })
      expectRefused('sweepTo', { sweepTo: refundTo }, { token })
      expectRefused('sweepTo', { sweepTo: refundTo }, {})
      expect(prepare({}, { refundTo: zeroAddress }).payment.refundTo).to.equal(zeroAddress)
    })
  })

  it('behavior: equal terms make different calls unless they include the salt', () => {
    const hashes = [undefined, undefined, terms.salt, terms.salt].map(
      (salt) => prepare({}, { salt }).callHash,
    )
    expect(new Set(hashes).size).to.equal(3)
  })

  it('behavior: refundTo is part of the call', () => {
    const hashes = [refundTo, user, zeroAddress].map((to) => prepare({}, { refundTo: to }).callHash)
    expect(new Set(hashes).size).to.equal(3)
  })

  it('behavior: a signed order names no user, and with several inputs no origin', () => {
    for (const origin of [
      { originChainId: 1, originUser: zeroHash },
      { originChainId: 0, originUser: zeroHash, originCurrency: zeroHash },
    ]) {
      expect(prepare({}, origin).payment).to.include({
        ...origin,
        originChainId: BigInt(origin.originChainId),
      })
    }
  })

  describe('attack: a recipient from which anyone or no one could take the money', () => {
    const contracts: [name: string, address: Address][] = [
      ['the receiver', receiver],
      ['the depository', base.depository!],
      ['Permit2', '0x000000000022D473030F116dDEE9F6B43aC78BA3'],
      ...base.routers!.flatMap(({ label, address, approvalProxy }): [string, Address][] => [
        [`the router of ${label}`, address],
        [`the approval proxy of ${label}`, approvalProxy!],
      ]),
    ]
    for (const [name, address] of contracts) {
      it(name, () => {
        expectRefused('refundTo', {}, { refundTo: address })
        expectRefused('refundTo', {}, { refundTo: getAddress(address), token })
        expectRefused('recipient', {}, { recipient: address })
        expectRefused('sweepTo', { sweepTo: address }, { refundTo: zeroAddress, token })
      })
    }

    it('the token', () => {
      expectRefused('refundTo', {}, { token, refundTo: token })
      expectRefused('recipient', {}, { token, recipient: token })
      expectRefused('sweepTo', { sweepTo: token }, { token, refundTo: zeroAddress })
    })

    it('a given router', () => {
      const router = { address: otherRouter, form: 'metadata' } as const
      expectRefused('refundTo', { router }, { refundTo: otherRouter })
      expectRefused('refundTo', { router }, { refundTo: otherRouter, token })
      expect(prepare({}, { refundTo: otherRouter }).payment.refundTo).to.equal(otherRouter)
    })

    it("a chain's own Permit2", () => {
      const own: Address = '0x6b4420f66de496d18a6c36367cf7f1440fd9289f'
      expectRefused('refundTo', { chainId: 543210 }, { refundTo: own })
      expect(prepare({}, { refundTo: own }).payment.refundTo).to.equal(getAddress(own))
    })

    it('contracts of another chain or another service are allowed', () => {
      const there = prepare({ chainId: 59144 }, { refundTo: v3 })
      const without = prepare({ profile: { ...relayProfile, chains: [] } }, { refundTo: base.depository })
      expect(there.payment.refundTo).to.equal(getAddress(v3!))
      expect(without.payment.refundTo).to.equal(getAddress(base.depository!))
      expectRefused(
        'refundTo',
        { chainId: 31102, profile: 'mock' },
        {
          refundTo: mockProfile.chains![1]!.depository,
        },
      )
    })
  })

  describe('error: terms that no receiver would accept', () => {
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
      ['maximum', { maximum: 1001n }],
      ['maximum', { token, maximum: 999n }],
      ['recipient', { recipient: zeroAddress }],
      ['recipient', { recipient: '0x' }],
      ['refundTo', { refundTo: undefined }],
      ['refundTo', { refundTo: '0x12' }],
      ['deadline', { deadline: 0 }],
      ['deadline', { deadline: 1.5 }],
      ['deadline', { deadline: 2 ** 48 }],
      ['salt', { salt: '0x12' }],
      ['data', { data: '0x1' }],
    ]
    for (const [field, change] of cases) {
      const shown = Object.values(change).map(String).join()
      it(`${field}: ${shown}`, () => expectRefused(field, {}, change))
    }

    const parameters: [string, object][] = [
      ['chainId', { chainId: 0 }],
      ['chainId', { chainId: 2 ** 53 }],
      ['receiver', { receiver: zeroAddress }],
      ['receiver', { receiver: '0x12' as Hex }],
      ['profile', { profile: 'other' }],
      ['profile', { profile: 'constructor' }],
      ['profile', { profile: null }],
      ['router', { chainId: 31102 }],
      ['router', { chainId: 2911 }],
      ['router', { router: otherRouter }],
      ['router', { router: zeroAddress }],
      ['router', { router: relayProfile.chains!.find(({ id }) => id === 59144)!.routers![0]!.address }],
      ['router', { router: base.routers![0]!.approvalProxy }],
      ['router.address', { router: { address: zeroAddress, form: 'metadata' } }],
      ['router.form', { router: { address: otherRouter } }],
      ['router.form', { router: { address: otherRouter, form: 'v3' } }],
      ['router.form', { router: { address: otherRouter, form: 'constructor' } }],
    ]
    for (const [field, change] of parameters) {
      it(`${field}: ${JSON.stringify(change)}`, () => expectRefused(field, change, { token }))
    }

    it('native currency needs no router', () => {
      expect(prepare({ chainId: 31102 }).txs).to.have.length(1)
      expectRefused('router', { router: otherRouter })
    })
  })
})

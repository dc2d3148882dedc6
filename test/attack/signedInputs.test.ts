// The inputs of signed orders, of any number and size (R17, R19, R20).
import { expect } from 'chai'
import { concat, type Hex, keccak256, maxUint128, pad, toHex, zeroAddress, zeroHash } from 'viem'
import { padAddress } from '../../src/index.js'
import {
  fillAmount,
  makePayment,
  originChainId,
  restoreAfterEach,
  routeMax,
  routeMin,
} from '../receivers/support/fixture.js'
import {
  asFixture,
  deploySignedFixture,
  makeSignedCall,
  otherMachineId,
  type RawInput,
  type SignedFixture,
  secondChainId,
  secondCurrency,
  secondMax,
  secondMin,
} from '../receivers/support/signedFixture.js'

/** mulberry32. */
function random(seed: number) {
  let a = seed
  return (n: number) => {
    a = (a + 0x6d2b79f5) | 0
    let t = Math.imul(a ^ (a >>> 15), 1 | a)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n)
  }
}

describe('Attack: inputs of signed orders', () => {
  let fixture: SignedFixture
  const wide = toHex(new Uint8Array(32).fill(0xd5))
  const short: Hex = '0x0102'
  before(async () => {
    fixture = await deploySignedFixture()
    // Two currencies of the other machine: 32 bytes, and 2 bytes.
    for (const currency of [wide, pad(short, { size: 32 })]) {
      await fixture.receiver.write.setRoute([
        { chainId: BigInt(otherMachineId), currency, min: 10n, max: 20n },
      ])
    }
  })
  restoreAfterEach(() => fixture)

  /** The model: DECISIONS 2, 5, 6. */
  function isAccepted({ chainId = 'origin', currency = zeroAddress, amount = fillAmount }: RawInput) {
    const length = (currency.length - 2) / 2
    if (chainId === 'origin') return currency === zeroAddress && amount >= routeMin && amount <= routeMax
    if (chainId === 'second') {
      return currency === secondCurrency && amount >= secondMin && amount <= secondMax
    }
    if (chainId !== 'other machine' || length > 32) return false
    const word = length === 0 ? zeroHash : pad(currency, { size: 32 })
    return [wide, pad(short, { size: 32 })].includes(word) && amount >= 10n && amount <= 20n
  }

  const good: RawInput[] = [
    {},
    { amount: routeMin },
    { amount: routeMax },
    { chainId: 'second', currency: secondCurrency, amount: secondMin },
    { chainId: 'second', currency: secondCurrency, amount: secondMax },
    { chainId: 'other machine', currency: wide, amount: 10n },
    { chainId: 'other machine', currency: short, amount: 20n },
    { chainId: 'other machine', currency: '0x000102', amount: 15n },
    { chainId: 'other machine', currency: pad(short, { size: 32 }), amount: 15n },
  ]
  const bad: RawInput[] = [
    { amount: routeMin - 1n },
    { amount: routeMax + 1n },
    { currency: padAddress(zeroAddress) },
    { currency: '0x' },
    { chainId: 'second', currency: secondCurrency, amount: secondMax + 1n },
    { chainId: 'second', currency: `${secondCurrency}00`, amount: secondMax },
    { chainId: 'other machine', currency: concat([wide, '0x00']), amount: 10n },
    { chainId: 'other machine', currency: concat(['0x00', wide]), amount: 10n },
    { chainId: 'other machine', currency: '0x010200', amount: 15n },
    { chainId: 'other machine', currency: '0x', amount: 15n },
    { chainId: 'other machine', currency: short, amount: 21n },
    { chainId: 'Other machine', currency: short, amount: 15n },
    { chainId: '', currency: short, amount: 15n },
    { chainId: 'other machine', currency: wide, amount: maxUint128 + 11n },
  ]

  const authorizes = async (inputs: RawInput[], origin: { originChainId: bigint; originCurrency: Hex }) => {
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const p = makePayment(asFixture(fixture), deadline, { originUser: zeroHash, ...origin })
    const { proof, signature } = await makeSignedCall(fixture, p, { inputs })
    return fixture.receiver.simulate.authorizeFill([proof, signature, []]).then(
      () => true,
      () => false,
    )
  }
  const none = { originChainId: 0n, originCurrency: zeroHash }

  it('R20: 3 to 12 inputs are accepted if and only if each is on a route and in its range', async () => {
    const next = random(20261126)
    for (let round = 0; round < 60; ++round) {
      const inputs = Array.from({ length: 3 + next(10) }, () => good[next(good.length)] as RawInput)
      if (round % 2) inputs[next(inputs.length)] = bad[next(bad.length)] as RawInput
      const expected = inputs.every(isAccepted)
      expect(expected).to.equal(round % 2 === 0)
      expect(
        await authorizes(inputs, none),
        JSON.stringify(inputs, (_, v) => (String(v) === v ? v : typeof v === 'bigint' ? String(v) : v)),
      ).to.equal(expected)
    }
  }).timeout(120_000)

  it('R20: each wrong input alone is refused, after 100 good ones', async () => {
    const many = Array.from({ length: 100 }, (_, i) => good[i % good.length] as RawInput)
    expect(await authorizes(many, none)).to.equal(true)
    for (const wrong of bad) expect(await authorizes([...many, wrong], none)).to.equal(false)
  }).timeout(120_000)

  it('several inputs have no origin, even on the same chain', async () => {
    const origin = { originChainId: BigInt(originChainId), originCurrency: padAddress(zeroAddress) }
    expect(await authorizes([{}], origin)).to.equal(true)
    expect(await authorizes([{}], none)).to.equal(false)
    for (const count of [2, 3, 7]) {
      const inputs = Array.from({ length: count }, () => ({}))
      expect(await authorizes(inputs, origin)).to.equal(false)
      expect(await authorizes(inputs, none)).to.equal(true)
    }
    const second = { originChainId: BigInt(secondChainId), originCurrency: padAddress(secondCurrency) }
    const of = { chainId: 'second', currency: secondCurrency, amount: secondMin } as const
    expect(await authorizes([of, of, of], second)).to.equal(false)
  })

  it('R17: changing, dropping, duplicating or moving any of 7 inputs changes the order id', async () => {
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const p = makePayment(asFixture(fixture), deadline, { originUser: zeroHash, ...none })
    const { proof, signature } = await makeSignedCall(fixture, p, { inputs: good.slice(0, 7) })
    const attempt = (inputs: typeof proof.inputs) =>
      fixture.receiver.simulate.authorizeFill([{ ...proof, inputs }, signature, []]).then(
        () => true,
        () => false,
      )
    expect(await attempt(proof.inputs)).to.equal(true)
    for (let i = 0; i < 7; ++i) {
      const all = [...proof.inputs]
      const at = all[i] as (typeof all)[number]
      const changed = [
        { ...at, refundsHash: keccak256('0x01') },
        { ...at, payment: { ...at.payment, amount: at.payment.amount + 1n } },
        { ...at, payment: { ...at.payment, weight: at.payment.weight + 1n } },
        { ...at, payment: { ...at.payment, chainId: `${at.payment.chainId} ` } },
      ]
      for (const one of changed) expect(await attempt(all.with(i, one))).to.equal(false)
      expect(await attempt(all.toSpliced(i, 1))).to.equal(false)
      expect(await attempt(all.toSpliced(i, 0, at))).to.equal(false)
      if (i) expect(await attempt([at, ...all.toSpliced(i, 1)])).to.equal(false)
    }
  })
})

// How contracts of this kind were broken elsewhere, tried here. docs/security.md tells which incident is which.
import { expect } from 'chai'
import { type Address, concat, encodeFunctionData, getAddress, type Hex, pad, zeroAddress } from 'viem'
import { padAddress } from '../../src/index.js'
import {
  deployFixture,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  type ReceiverConfig,
  restoreAfterEach,
} from './support/fixture.js'
import {
  authorize,
  balanceOf,
  eventsOf,
  pays,
  prepare,
  reentrantCall,
  refuses,
  ways,
} from './support/hostile.js'

const native: Hex = '0x00000000'
const adminRole = pad('0x', { size: 32 })

describe('incidents of contracts like these', () => {
  let fixture: Fixture
  let thief: Address

  before(async () => {
    fixture = await deployFixture()
    thief = getAddress(fixture.stranger.account.address)
  })
  restoreAfterEach(() => fixture)

  /** Deploys a minimal clone (ERC-1167), which runs no constructor. */
  async function deployClone() {
    const { admin, implementation, publicClient, viem } = fixture
    const data = concat([
      '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
      implementation.address,
      '0x5af43d82803e903d91602b57fd5bf3',
    ])
    const hash = await admin.sendTransaction({ data })
    const { contractAddress } = await publicClient.getTransactionReceipt({ hash })
    return viem.getContractAt('AttestedOrderReceiver', contractAddress as Address)
  }

  /** A fixture whose receiver is a clone. */
  async function withClone(config: Partial<ReceiverConfig> = {}): Promise<Fixture> {
    const receiver = await deployClone()
    await receiver.write.initialize([{ ...fixture.config, ...config }])
    await fixture.token.write.approve([receiver.address, 10n ** 30n], { account: fixture.payer.account })
    return { ...fixture, receiver }
  }

  it('a genuine attestation alone pays and credits no one', async () => {
    const { receiver, token, user, viem } = fixture
    const credits = await viem.deployContract('FillCredits', [receiver.address, token.address])
    const recipient = credits.address
    await receiver.write.setRecipient([{ recipient, hook: true }])
    const terms = { token: token.address, recipient }
    const p = makePayment(fixture, Number(await fixture.helpers.time.latest()) + 3600, terms)
    const authorized = await makeAuthorized(fixture, p)
    const hash = await authorize(fixture, authorized, thief)
    expect(await eventsOf(fixture, hash, receiver, 'FillAccepted')).to.deep.equal([])

    // A thief who has the evidence and not the money, by either way.
    const direct = await makeDirect(fixture, {
      payment: { recipient, currency: token.address },
      attestation: { destinationUser: padAddress(recipient) },
    })
    const { a, signature, proof } = direct
    const fill = (amount: bigint) =>
      receiver.write.fill([a, signature, proof, [], amount], { account: thief })
    const failure = [getAddress(token.address), thief, getAddress(receiver.address), fillAmount]
    await refuses(fixture, () => fill(fillAmount), 'TokenTransferFailed', failure)
    await refuses(fixture, () => fill(0n), 'PaymentTooLow', [0n, fillAmount])
    const pay = () => receiver.write.payAuthorized([p], { account: thief })
    await refuses(fixture, pay, 'PaymentTooLow', [0n, fillAmount])

    for (const { id } of [authorized, direct]) expect(await receiver.read.isPaid([id])).to.equal(false)
    expect(await credits.read.creditOf([user])).to.equal(0n)
    expect(await token.read.balanceOf([recipient])).to.equal(0n)
  })

  it('copying a pending payment pays it in full to the same recipient', async () => {
    for (const way of ways) {
      const prepared = await prepare(fixture, way)
      const before = await balanceOf(fixture, zeroAddress, thief)
      const hash = await pays(fixture, prepared, { received: fillAmount, account: thief })
      const { gasUsed, effectiveGasPrice } = await fixture.publicClient.getTransactionReceipt({ hash })
      const spent = before - (await balanceOf(fixture, zeroAddress, thief))
      expect(spent).to.equal(fillAmount + gasUsed * effectiveGasPrice)
      await refuses(fixture, () => prepared.pay(), 'RequestAlreadyPaid', [prepared.id])
    }
  })

  it('front-running an authorization only sends it for its author', async () => {
    const p = makePayment(fixture, Number(await fixture.helpers.time.latest()) + 3600)
    const evidence = await makeAuthorized(fixture, p)
    await authorize(fixture, evidence, thief)
    await authorize(fixture, evidence, fixture.payer.account.address)
    await fixture.receiver.write.payAuthorized([p], { account: fixture.payer.account, value: p.minimum })
    expect(await fixture.receiver.read.isCallPaid([await fixture.receiver.read.hashPayment([p])])).to.equal(
      true,
    )
  })

  it('a clone has its own storage: it refuses reentry and shares no payments with another', async () => {
    for (const way of ways) {
      const clone = await withClone()
      const other = await withClone()
      const hostile = await fixture.viem.deployContract('ScriptedRecipient')
      await clone.receiver.write.setRecipient([{ recipient: hostile.address, hook: false }])
      await fixture.helpers.setBalance(hostile.address, 10n * fillAmount)

      const inner = await prepare(clone, way)
      const outer = await prepare(clone, way, { recipient: hostile.address })
      await hostile.write.arm([native, clone.receiver.address, fillAmount, inner.data, false])
      await pays(clone, outer, { received: fillAmount, recipient: hostile.address })
      expect(await hostile.read.outcome()).to.equal(reentrantCall)
      expect(await clone.receiver.read.isPaid([inner.id])).to.equal(false)

      await pays(clone, inner, { received: fillAmount })
      expect(await other.receiver.read.isPaid([inner.id])).to.equal(false)
      expect(await fixture.receiver.read.isPaid([inner.id])).to.equal(false)
    }
  })

  it('a clone is initialized once, and its implementation never', async () => {
    const { config } = fixture
    const { receiver } = await withClone()
    const own = { ...config, admin: thief }
    for (const at of [receiver, fixture.implementation]) {
      await refuses(
        fixture,
        () => at.write.initialize([own], { account: thief }),
        'InvalidInitialization',
        [],
      )
      expect(await at.read.hasRole([adminRole, thief])).to.equal(false)
    }
  })

  it('a clone that a thief initialized first refuses its deployer, which notices it', async () => {
    const clone = await deployClone()
    await clone.write.initialize([{ ...fixture.config, admin: thief }], { account: thief })
    await refuses(fixture, () => clone.write.initialize([fixture.config]), 'InvalidInitialization', [])
  })

  it('a receiver without configuration accepts nothing: not a solver, a route, a token or a recipient', async () => {
    const cases = [
      ['solvers', 'UnknownSolver'],
      ['routes', 'OriginNotAccepted'],
      ['tokens', 'TokenNotAccepted'],
      ['recipients', 'RecipientNotAllowed'],
    ] as const
    for (const [list, error] of cases) {
      const empty = await withClone({ [list]: [] })
      const { a, signature, proof } = await makeDirect(empty)
      const pay = () =>
        empty.receiver.write.fill([a, signature, proof, [], fillAmount], { value: fillAmount })
      await fixture.assertions.revertWithCustomError(pay(), empty.receiver, error)
    }
    const untouched = await deployClone()
    const { a, signature, proof } = await makeDirect({ ...fixture, receiver: untouched })
    await fixture.assertions.revertWithCustomError(
      untouched.write.fill([a, signature, proof, [], fillAmount], { value: fillAmount }),
      untouched,
      'UnknownSolver',
    )
  })

  it("an order's call takes nothing from accounts that approved the receiver", async () => {
    const { token, payer, receiver } = fixture
    const victim = payer.account.address
    const data = encodeFunctionData({
      abi: token.abi,
      functionName: 'transferFrom',
      args: [victim, thief, 1n],
    })
    const evidence = await makeDirect(fixture, { calls: [{ to: token.address, data, value: 0n }] })
    const { a, signature, proof, id } = evidence
    const before = await token.read.balanceOf([victim])
    await fixture.assertions.revertWithCustomError(
      receiver.write.fill([a, signature, proof, [], fillAmount], { account: thief, value: fillAmount }),
      receiver,
      'CallsNotSupported',
    )
    expect(await token.read.balanceOf([victim])).to.equal(before)
    expect(await receiver.read.isPaid([id])).to.equal(false)
  })
})

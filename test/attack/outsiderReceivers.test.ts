// Limits of receivers and of the factory that are known. Each test shows what the contracts do.
import { expect } from 'chai'
import { encodeFunctionData, getAddress, maxUint128, pad, parseEventLogs, zeroAddress } from 'viem'
import { padAddress } from '../../src/index.js'
import {
  acceptToken,
  deployFixture,
  type Fixture,
  fillAmount,
  makeDirect,
  makePayment,
  restoreAfterEach,
  solver,
} from '../receivers/support/fixture.js'
import { eventsOf, honest, prepare, selectors } from '../receivers/support/hostile.js'

describe('known limits of receivers', () => {
  let fixture: Fixture
  before(async () => {
    fixture = await deployFixture()
  })
  restoreAfterEach(() => fixture)

  // ISolverPolicy: "a revoked solver has an empty window"; "Returns a solver's window; both zero when it was never set".
  it('SolverSet and solverWindow do not distinguish an unlimited solver from a revoked one', async () => {
    const { receiver, publicClient } = fixture
    const told = async (hash: `0x${string}`) => {
      const { logs } = await publicClient.getTransactionReceipt({ hash })
      return logs.map(({ topics, data }) => ({ topics, data }))
    }
    const set = await told(await receiver.write.setSolver([{ solver: solver.address, start: 0, stop: 0 }]))
    expect(await receiver.read.isSolverActive([solver.address])).to.equal(true)
    const windowSet = await receiver.read.solverWindow([solver.address])
    const revoked = await told(await receiver.write.revokeSolver([solver.address]))
    expect(await receiver.read.isSolverActive([solver.address])).to.equal(false)
    expect(revoked).to.deep.equal(set)
    expect(await receiver.read.solverWindow([solver.address])).to.deep.equal(windowSet)
  })

  // Decision 29: "p.maximum <= max, without exception"; decision 14: "the least of balance, allowance and p.maximum". What is
  // measured of an authorized payment is held to no upper bound, a direct fill's is.
  it("an authorized payment can exceed its maximum and the token list's if the token lets its sender add", async () => {
    const { receiver, viem, payer, recipient } = fixture
    const token = await viem.deployContract('ScriptedToken')
    await acceptToken(fixture, token.address, 1n, fillAmount)
    await token.write.mint([payer.account.address, 10n * fillAmount])
    await token.write.approve([receiver.address, 10n * fillAmount], { account: payer.account })
    // As the sender's hook of ERC-777 can: it sends as much again while it is pulled from.
    await token.write.script([selectors.transferFrom, { ...honest, bonus: fillAmount }])
    const direct = await prepare(fixture, 'fill', { token: token.address })
    await fixture.assertions.revertWithCustomError(direct.pay(), receiver, 'TokenAmountOutOfRange')
    const call = await prepare(fixture, 'payAuthorized', { token: token.address })
    const hash = await call.pay()
    const [accepted] = await eventsOf(fixture, hash, receiver, 'FillAccepted')
    expect(accepted?.amount).to.equal(2n * fillAmount)
    expect(await receiver.read.tokenRange([token.address])).to.deep.equal([1n, fillAmount])
    expect(await token.read.balanceOf([recipient.account.address])).to.equal(2n * fillAmount)
  })

  // Decision 16: "Never zero, the receiver, a token, router, … even when listed." Only the payment's own token is refused.
  it('a listed token that is also a listed recipient can be paid in another token', async () => {
    const { receiver, viem, payer, token } = fixture
    const other = await viem.deployContract('MockToken', ['Other', 'OTH', 6])
    await acceptToken(fixture, other.address)
    await receiver.write.setRecipient([{ recipient: other.address, hook: false }])
    expect(await receiver.read.isReserved([other.address])).to.equal(false)
    for (const way of ['fill', 'payAuthorized'] as const) {
      const payment = await prepare(fixture, way, { token: token.address, recipient: other.address })
      await payment.pay({ account: payer.account.address })
    }
    expect(await token.read.balanceOf([other.address])).to.equal(2n * fillAmount)
  })

  // The same for a return: 15b, "not the token, not forbidden by row 16".
  it('a listed token can receive another token as a return', async () => {
    const { receiver, viem, payer, token } = fixture
    const other = await viem.deployContract('MockToken', ['Other', 'OTH', 6])
    await acceptToken(fixture, other.address)
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const p = makePayment(fixture, deadline, { token: token.address, refundTo: other.address })
    await receiver.write.payAuthorized([p], { account: payer.account })
    expect(await token.read.balanceOf([other.address])).to.equal(fillAmount)
  })

  // EIP-7825: a transaction has at most 2^24 gas. The factory asks for twice as much again as the initialization took.
  it('the factory refuses a configuration of 250 routes in a whole transaction of 2^24 gas', async () => {
    const { viem, implementation, receiver, config, admin } = fixture
    const factory = await viem.deployContract('ReceiverFactory')
    const routes = Array.from({ length: 250 }, (_, i) => ({
      chainId: BigInt(i + 1),
      currency: padAddress(zeroAddress),
      min: 1n,
      max: maxUint128,
    }))
    const data = encodeFunctionData({
      abi: receiver.abi,
      functionName: 'initialize',
      args: [{ ...config, routes }],
    })
    const deploy = () =>
      factory.write.deployReceiver([implementation.address, pad('0x07', { size: 32 }), data], {
        account: admin.account,
        gas: 2n ** 24n,
      })
    await fixture.assertions.revertWithCustomError(deploy(), factory, 'GasTooLow')
    // An ordinary proxy takes the same configuration with less than half of that.
    const proxy = await viem.sendDeploymentTransaction('ERC1967Proxy', [implementation.address, data], {
      gas: 2n ** 24n,
    })
    const { gasUsed, status } = await fixture.publicClient.getTransactionReceipt({
      hash: proxy.deploymentTransaction.hash,
    })
    expect(status).to.equal('success')
    expect(Number(gasUsed)).to.be.below(2 ** 23 + 2 ** 21)
  })

  // Decision 18: "runs after every transfer … No fill pays a recipient around its hook."
  it('AttestedDeposits accepts a recipient with a hook and never calls it', async () => {
    const { viem, config, payer } = fixture
    const merchant = await viem.deployContract('ScriptedRecipient')
    const implementation = await viem.deployContract('AttestedDeposits')
    const own = { ...config, recipients: [{ recipient: merchant.address, hook: true }] }
    const data = encodeFunctionData({ abi: implementation.abi, functionName: 'initialize', args: [own] })
    const proxy = await viem.deployContract('ERC1967Proxy', [implementation.address, data])
    const deposits = await viem.getContractAt('AttestedDeposits', proxy.address)
    expect(await deposits.read.recipientStatus([merchant.address])).to.deep.equal([true, true])
    const e = await makeDirect(fixture, {
      receiver: deposits.address,
      payment: { recipient: merchant.address },
      attestation: { destinationUser: padAddress(merchant.address) },
    })
    const hash = await deposits.write.deposit([e.a, e.signature, e.proof, []], {
      value: fillAmount,
      account: payer.account,
    })
    const { logs } = await fixture.publicClient.getTransactionReceipt({ hash })
    expect(parseEventLogs({ abi: merchant.abi, eventName: 'Told', logs })).to.deep.equal([])
    expect(logs.every(({ address }) => getAddress(address) === getAddress(deposits.address))).to.equal(true)
    expect(await deposits.read.isPaid([e.id])).to.equal(true)
  })
})

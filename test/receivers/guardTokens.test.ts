import { expect } from 'chai'
import {
  type Address,
  encodeErrorResult,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  slice,
  stringToHex,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { expectRevert } from '../support/expectRevert.js'
import { restoreAfterEach } from './support/fixture.js'
import {
  deployGuard,
  deployGuardFixture,
  type GuardFixture,
  type Kind,
  kinds,
  makePaymentOrder,
  type PaymentEvidence,
  paid,
  payThrough,
  recipient,
} from './support/guardFixture.js'
import { bombGas, bombSize, honest, memoryGas, reentrantCall, selectors } from './support/hostile.js'

const nativeDonation = 7n
const tokenDonation = 11n
const maxUint = 2n ** 256n - 1n

describe('PaymentGuard: currencies and depositories', () => {
  let fixture: GuardFixture
  let scripted: Awaited<ReturnType<typeof deployScripted>>
  let payer: Address
  const deployScripted = () => fixture.viem.deployContract('ScriptedToken')

  before(async () => {
    fixture = await deployGuardFixture()
    payer = getAddress(fixture.payer.account.address)
    scripted = await deployScripted()
    for (const address of [fixture.guard.address]) {
      await fixture.helpers.setBalance(address, nativeDonation)
      await fixture.token.write.mint([address, tokenDonation])
      await scripted.write.mint([address, tokenDonation])
    }
    await scripted.write.mint([payer, 10n * paid])
    await scripted.write.approve([fixture.guard.address, maxUint], { account: payer })
  })
  restoreAfterEach(() => fixture)

  const make = (currency: Address = zeroAddress) => makePaymentOrder(fixture, { payment: { currency } })

  const isPaidCall = ({ id }: PaymentEvidence) =>
    encodeFunctionData({ abi: fixture.guard.abi, functionName: 'isPaid', args: [id] })

  const script = (
    name: 'transfer' | 'transferFrom' | 'balanceOf' | 'allowance' | 'approve',
    change: Partial<typeof honest>,
  ) => scripted.write.script([selectors[name], { ...honest, ...change }])

  type Token = { read: { balanceOf: (args: [Address]) => Promise<bigint> } }

  const tokenOf = async (address: Address) =>
    (await fixture.viem.getContractAt('MockToken', address)) as unknown as Token & {
      read: { allowance: (args: [Address, Address]) => Promise<bigint> }
    }

  /** The payment moves exactly the amount from payer to depository, and leaves nothing and no allowance behind. */
  async function movesExactly(kind: Kind, currency: Address, guard = fixture.guard) {
    const token = await tokenOf(currency)
    const depository = await guard.read.depository()
    const held = () =>
      Promise.all([payer, guard.address, depository].map((holder) => token.read.balanceOf([holder])))
    const [mine, guards, depositorys] = await held()
    const evidence = await make(currency)
    await payThrough({ guard }, kind, evidence)
    expect(await held()).to.deep.equal([mine! - paid, guards, depositorys! + paid])
    expect(await token.read.allowance([guard.address, depository])).to.equal(0n)
    expect(await guard.read.isPaid([evidence.id])).to.equal(true)
    return evidence
  }

  /** The payment fails with this error, and the order stays payable. */
  async function staysPayable(
    kind: Kind,
    evidence: PaymentEvidence,
    error: string,
    args: readonly unknown[],
    { guard = fixture.guard, gas }: { guard?: GuardFixture['guard']; gas?: bigint } = {},
  ) {
    const before = await tokenBalances(guard.address)
    const call = payThrough({ guard }, kind, evidence, gas === undefined ? {} : { gas })
    await expectRevert(fixture.assertions, call, guard, error, args)
    expect(await guard.read.isPaid([evidence.id])).to.equal(false)
    expect(await tokenBalances(guard.address)).to.deep.equal(before)
  }

  const tokenBalances = async (account: Address) => [
    await fixture.publicClient.getBalance({ address: account }),
    await fixture.token.read.balanceOf([account]),
  ]

  for (const kind of kinds) {
    describe(`by ${kind}`, () => {
      it("deposits a plain token in the payer's name", async () => {
        const evidence = await movesExactly(kind, fixture.token.address)
        const [deposit] = await fixture.depository.getEvents.RelayErc20Deposit()
        const token = getAddress(fixture.token.address)
        expect(deposit?.args).to.deep.equal({ from: payer, token, amount: paid, id: evidence.id })
      })

      it('deposits a token that returns nothing', async () => {
        const token = await fixture.viem.deployContract('NoReturnToken')
        await token.write.mint([payer, 10n * paid])
        await token.write.approve([fixture.guard.address, 10n * paid], { account: payer })
        await movesExactly(kind, token.address)
        await movesExactly(kind, token.address)
      })

      it('leaves no allowance, even if the token does not reduce it', async () => {
        // As many tokens do with one of 2^256-1.
        const token = await deployScripted()
        await token.write.mint([payer, maxUint])
        await token.write.approve([fixture.guard.address, maxUint], { account: payer })
        const payment = { currency: token.address, amount: maxUint }
        await payThrough(fixture, kind, await makePaymentOrder(fixture, { payment }))
        expect(await token.read.balanceOf([fixture.depository.address])).to.equal(maxUint)
        const allowance = () => token.read.allowance([fixture.guard.address, fixture.depository.address])
        expect(await allowance()).to.equal(0n)

        // Nor where the token does not say what is left.
        await token.write.seize([fixture.depository.address, maxUint])
        await token.write.mint([payer, maxUint])
        await token.write.script([selectors.allowance, { ...honest, reverts: true }])
        await payThrough(fixture, kind, await makePaymentOrder(fixture, { payment }))
        await token.write.script([selectors.allowance, honest])
        expect(await allowance()).to.equal(0n)
      })

      it('does not reset an allowance that was used up', async () => {
        const hash = await payThrough(fixture, kind, await make(fixture.token.address))
        const approvals = await fixture.publicClient.getContractEvents({
          abi: fixture.token.abi,
          address: fixture.token.address,
          eventName: 'Approval',
          fromBlock: (await fixture.publicClient.getTransactionReceipt({ hash })).blockNumber,
        })
        expect(approvals.map(({ args }) => args.value)).to.deep.equal([paid])
      })

      it('leaves native donations untouched', async () => {
        await payThrough(fixture, kind, await make())
        expect(await tokenBalances(fixture.guard.address)).to.deep.equal([nativeDonation, tokenDonation])
      })

      it('refuses a token that takes a fee, and one that brings more', async () => {
        for (const [change, received] of [
          [{ fee: 1n }, paid - 1n],
          [{ bonus: 1n }, paid + 1n],
          [{ credits: false }, 0n],
        ] as const) {
          await script('transferFrom', change)
          const args = [getAddress(scripted.address), received, paid]
          await staysPayable(kind, await make(scripted.address), 'ReceiptNotExact', args)
        }
      })

      it('refuses a token that takes from the guard instead of bringing', async () => {
        const seize = encodeFunctionData({
          abi: scripted.abi,
          functionName: 'seize',
          args: [fixture.guard.address, tokenDonation],
        })
        await script('transferFrom', { credits: false })
        await scripted.write.arm([selectors.transferFrom, scripted.address, 0n, seize, true])
        const args = [getAddress(scripted.address), 0n, paid]
        await staysPayable(kind, await make(scripted.address), 'ReceiptNotExact', args)
      })

      it('refuses a token that does not move, returns false or reverts', async () => {
        const args = [getAddress(scripted.address), payer, getAddress(fixture.guard.address), paid]
        for (const change of [{ answer: 0n }, { answer: 2n }, { reverts: true }]) {
          await script('transferFrom', change)
          await staysPayable(kind, await make(scripted.address), 'TokenTransferFailed', args)
        }
      })

      it('refuses a token that the payer did not approve or does not hold', async () => {
        const { token, guard } = fixture
        const args = [getAddress(token.address), payer, getAddress(guard.address), paid]
        await token.write.approve([guard.address, paid - 1n], { account: payer })
        await staysPayable(kind, await make(token.address), 'TokenTransferFailed', args)
      })

      it('refuses a token that grants no allowance', async () => {
        for (const change of [{ answer: 0n }, { answer: 2n }, { answer: maxUint }, { reverts: true }]) {
          await script('approve', change)
          const args = [getAddress(scripted.address), getAddress(fixture.depository.address), paid]
          await staysPayable(kind, await make(scripted.address), 'ApprovalFailed', args)
        }
      })

      it("marks the order before the token's transferFrom", async () => {
        const evidence = await make(scripted.address)
        const data = isPaidCall(evidence)
        await scripted.write.arm([selectors.transferFrom, fixture.guard.address, 0n, data, true])
        const before = await scripted.read.strikes()
        await payThrough(fixture, kind, evidence)
        expect(await scripted.read.strikes()).to.equal(before + 1n)
        expect(await scripted.read.outcome()).to.equal(toHex(true, { size: 32 }))
      })

      it('refuses an address that is not a token', async () => {
        const nobody = '0x00000000000000000000000000000000000000AA'
        await staysPayable(kind, await make(nobody), 'TokenUnreadable', [nobody])
      })

      it("does not copy a hostile token's return data", async () => {
        await script('transferFrom', { reverts: true, size: bombSize })
        const args = [getAddress(scripted.address), payer, getAddress(fixture.guard.address), paid]
        const gas = 1_000_000n + (13n * bombGas) / 10n
        await staysPayable(kind, await make(scripted.address), 'TokenTransferFailed', args, { gas })
      })
    })
  }

  describe('a depository that misbehaves', () => {
    let hostile: Awaited<ReturnType<typeof deployHostile>>
    let guard: GuardFixture['guard']
    const deployHostile = () => fixture.viem.deployContract('ScriptedDepository')

    before(async () => {
      hostile = await deployHostile()
      const config = { ...fixture.config, depository: hostile.address }
      guard = await deployGuard(fixture.viem, fixture.implementation.address, config)
      await fixture.token.write.approve([guard.address, maxUint], { account: payer })
      await scripted.write.approve([guard.address, maxUint], { account: payer })
    })

    it('is approved for exactly the payment, only during the payment', async () => {
      const evidence = await make(fixture.token.address)
      await payThrough({ guard }, 'payAttested', evidence)
      const [told] = await hostile.getEvents.Told()
      const token = getAddress(fixture.token.address)
      expect(told?.args).to.deep.equal({
        depositor: payer,
        token,
        amount: paid,
        id: evidence.id,
        allowance: paid,
      })
      expect(await fixture.token.read.allowance([guard.address, hostile.address])).to.equal(0n)
    })

    for (const [signature, currency] of [
      ['depositNative(address,bytes32)', () => zeroAddress],
      ['depositErc20(address,address,uint256,bytes32)', () => fixture.token.address],
    ] as const) {
      it(`finds the order marked in ${signature.split('(')[0]}`, async () => {
        for (const kind of kinds) {
          const evidence = await make(currency())
          const args = [toFunctionSelector(signature), guard.address, 0n, isPaidCall(evidence), true] as const
          await hostile.write.arm(args)
          const before = await hostile.read.strikes()
          await payThrough({ guard }, kind, evidence)
          expect(await hostile.read.strikes()).to.equal(before + 1n)
          expect(await hostile.read.outcome()).to.equal(toHex(true, { size: 32 }))
        }
      })
    }

    it('must take all of the payment', async () => {
      await hostile.write.script([1n, 0n, false, 0n])
      const evidence = await make(fixture.token.address)
      const args = [getAddress(fixture.token.address), 1n, 0n]
      await staysPayable('payAttested', evidence, 'BalanceChanged', args, { guard })
    })

    it('must keep it', async () => {
      await hostile.write.script([0n, 1n, false, 0n])
      const token = await make(fixture.token.address)
      const args = [getAddress(fixture.token.address), 1n, 0n]
      await staysPayable('paySigned', token, 'BalanceChanged', args, { guard })
      await staysPayable('paySigned', await make(), 'BalanceChanged', [zeroAddress, 1n, 0n], { guard })
    })

    it('must have received exactly the payment', async () => {
      const to = fixture.stranger.account.address
      await scripted.write.mint([hostile.address, paid])
      await fixture.helpers.setBalance(hostile.address, paid)
      const [ofNative, ofToken] = [
        'depositNative(address,bytes32)',
        'depositErc20(address,address,uint256,bytes32)',
      ].map((name) => toFunctionSelector(name)) as [Hex, Hex]
      const { abi } = scripted
      const moved = encodeFunctionData({ abi, functionName: 'transfer', args: [to, 1n] })
      const made = encodeFunctionData({ abi, functionName: 'mint', args: [hostile.address, 1n] })
      for (const [trigger, target, value, data, currency, received] of [
        [ofNative, to, 1n, '0x', zeroAddress, paid - 1n],
        [ofToken, scripted.address, 0n, moved, scripted.address, paid - 1n],
        [ofToken, scripted.address, 0n, made, scripted.address, paid + 1n],
      ] as const) {
        await hostile.write.arm([trigger, target, value, data, true])
        const args = [getAddress(currency), received, paid]
        for (const kind of kinds) {
          await staysPayable(kind, await make(currency), 'ReceiptNotExact', args, { guard })
        }
        await hostile.write.arm([trigger, to, 0n, '0x', false])
        await payThrough({ guard }, 'payAttested', await make(currency))
      }
    })

    it('can refuse, and at most 256 bytes of its reason are copied', async () => {
      for (const padding of [0n, 100_000n]) {
        await hostile.write.script([0n, 0n, true, padding])
        const full = `0x${'00'.repeat(Number(padding))}` as Hex
        const encoded = encodeErrorResult({ abi: hostile.abi, errorName: 'Refused', args: [full] })
        const reason = padding === 0n ? encoded : slice(encoded, 0, 256)
        const args = [getAddress(hostile.address), reason]
        const gas = 2_000_000n + memoryGas(4n * padding)
        await staysPayable('payAttested', await make(), 'DepositFailed', args, { guard, gas })
        await staysPayable('payAttested', await make(fixture.token.address), 'DepositFailed', args, {
          guard,
          gas,
        })
      }
    })

    /** Calls that succeed at any other moment, since the attacker has funds, evidence and role. */
    async function reentries(attacker: Address, target: GuardFixture['guard']) {
      const other = await makePaymentOrder(fixture, { payer: attacker })
      const { abi } = target
      const args = [other.a, other.signature, other.order, other.terms] as const
      const signed = [other.order, other.orderSignature, other.terms] as const
      const stray = [zeroAddress, recipient, 0n] as const
      return {
        payAttested: encodeFunctionData({ abi, functionName: 'payAttested', args }),
        paySigned: encodeFunctionData({ abi, functionName: 'paySigned', args: signed }),
        rescue: encodeFunctionData({ abi, functionName: 'rescue', args: stray }),
      }
    }

    for (const name of ['payAttested', 'paySigned', 'rescue'] as const) {
      it(`cannot reenter by ${name}, nor can a token`, async () => {
        const rescuer = keccak256(stringToHex('fillproof.RESCUE_ROLE'))
        const cases = [
          [hostile, toFunctionSelector('depositNative(address,bytes32)'), guard, zeroAddress],
          [
            hostile,
            toFunctionSelector('depositErc20(address,address,uint256,bytes32)'),
            guard,
            scripted.address,
          ],
          [scripted, selectors.transferFrom, fixture.guard, scripted.address],
        ] as const
        for (const [contract, trigger, target, currency] of cases) {
          const attacker = contract as typeof hostile
          await target.write.grantRole([rescuer, attacker.address])
          const data = (await reentries(attacker.address, target))[name]
          const value = name === 'rescue' ? 0n : paid
          await fixture.helpers.setBalance(attacker.address, 10n * paid)
          await attacker.write.arm([trigger, target.address, value, data, false])
          const before = await attacker.read.strikes()
          await payThrough({ guard: target }, 'paySigned', await make(currency))
          expect(await attacker.read.strikes()).to.equal(before + 1n)
          expect([await attacker.read.succeeded(), await attacker.read.outcome()]).to.deep.equal([
            false,
            reentrantCall,
          ])
          // Nothing but the moment was wrong with it.
          await attacker.write.strikeNow([target.address, value, data])
          expect(await attacker.read.succeeded()).to.equal(true)
        }
      })
    }
  })

  describe('stray balances', () => {
    it('cannot be sent by mistake', async () => {
      await fixture.assertions.revert(fixture.payer.sendTransaction({ to: fixture.guard.address, value: 1n }))
    })

    it('are not part of a payment', async () => {
      // The guard holds more than the payer lacks.
      const { token, guard } = fixture
      await token.write.mint([guard.address, 10n * paid])
      await token.write.approve([guard.address, 0n], { account: payer })
      const args = [getAddress(token.address), payer, getAddress(guard.address), paid]
      await staysPayable('paySigned', await make(token.address), 'TokenTransferFailed', args)
    })

    it('are moved only by the rescue role', async () => {
      const { guard, token, stranger, helpers } = fixture
      const to = '0x00000000000000000000000000000000000000bb'
      await helpers.setBalance(guard.address, nativeDonation)
      for (const currency of [zeroAddress, token.address]) {
        await fixture.assertions.revertWithCustomError(
          guard.write.rescue([currency, to, 1n], { account: stranger.account }),
          guard,
          'AccessControlUnauthorizedAccount',
        )
      }
      await fixture.assertions.emitWithArgs(
        guard.write.rescue([zeroAddress, to, nativeDonation]),
        guard,
        'Rescued',
        [zeroAddress, getAddress(to), nativeDonation],
      )
      await guard.write.rescue([token.address, to, tokenDonation])
      expect(await tokenBalances(to)).to.deep.equal([nativeDonation, tokenDonation])
    })

    it('stay if they cannot be moved', async () => {
      const { guard, token } = fixture
      const to = getAddress(token.address)
      await fixture.assertions.revertWithCustomErrorWithArgs(
        guard.write.rescue([zeroAddress, to, 1n]),
        guard,
        'NativeTransferFailed',
        [to, 1n, '0x'],
      )
      const args = [to, getAddress(guard.address), payer, tokenDonation + 1n]
      const rescue = guard.write.rescue([token.address, payer, tokenDonation + 1n])
      await expectRevert(fixture.assertions, rescue, guard, 'TokenTransferFailed', args)
    })
  })
})

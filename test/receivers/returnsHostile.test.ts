import { expect } from 'chai'
import {
  type Address,
  concat,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  keccak256,
  pad,
  parseAbi,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import {
  acceptToken,
  type Fixture,
  fillAmount,
  type PaymentTerms,
  restoreAfterEach,
} from './support/fixture.js'
import {
  balanceOf,
  bombGas,
  bombSize,
  donate,
  eventsOf,
  honest,
  keepsBalances,
  nativeDonation,
  reentrantCall,
  refuses,
  selectors,
} from './support/hostile.js'
import {
  authorize,
  callOf,
  delegationTo,
  deploySubject,
  kinds,
  pay,
  present,
  prove,
  type Subject,
  waysOf,
} from './support/receivers.js'
import { accepts, hashOf, home, isPaid, narrow, refusesCall, returns } from './support/returns.js'

/** A smart account. */
const wallet: Address = '0x00000000000000000000000000000000decaf002'
const rescueRole = keccak256(stringToHex('fillproof.RESCUE_ROLE'))

for (const kind of kinds) {
  describe(`Attacks on returned payments: ${kind}`, () => {
    let subject: Subject
    let fixture: Fixture
    let payer: Address
    let till: Awaited<ReturnType<typeof deployTill>>
    let token: Awaited<ReturnType<typeof deployToken>>

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
      payer = getAddress(fixture.payer.account.address)
      till = await deployTill()
      token = await deployToken()
      await donate(fixture)
    })
    restoreAfterEach(() => fixture)

    /** Money that calls back is returned to it: an account that delegates, since no contract gets any. */
    async function deployTill() {
      const { address } = await fixture.viem.deployContract('ScriptedRecipient')
      await fixture.helpers.setCode(wallet, delegationTo(address))
      await fixture.helpers.setBalance(wallet, fillAmount * 10n)
      return fixture.viem.getContractAt('ScriptedRecipient', wallet)
    }

    async function deployToken() {
      const contract = await fixture.viem.deployContract('ScriptedToken')
      await acceptToken(fixture, contract.address)
      await contract.write.mint([payer, fillAmount * 10n])
      await contract.write.approve([fixture.receiver.address, fillAmount * 10n], { account: payer })
      await fixture.helpers.setBalance(contract.address, fillAmount * 10n)
      return contract
    }

    const ofToken = (overrides: Partial<PaymentTerms> = {}) =>
      subject.payment({ token: token.address, refundTo: home, ...overrides })

    /** Calls into the receiver that would succeed at any other moment. `p` is the call that is being returned. */
    const entries: Record<string, (p: PaymentTerms, attacker: Address) => Promise<Entry>> = {
      ...(waysOf[kind].includes('fill') && {
        fill: async () => {
          const evidence = await subject.evidence('fill', await subject.payment())
          return { data: present(subject, 'fill', evidence), value: fillAmount, id: evidence.id }
        },
      }),
      'another call, which is authorized': async () => {
        const other = await subject.payment({ refundTo: home })
        await authorize(subject, other)
        const id = await hashOf(subject, other)
        return { data: callOf(subject, other), value: fillAmount, id }
      },
      'another call, which would be returned': async () => {
        const other = await subject.payment({ refundTo: home })
        return { data: callOf(subject, other), value: fillAmount }
      },
      'the same call': async (p) => ({
        data: callOf(subject, p),
        value: p.token === zeroAddress ? p.minimum : 0n,
      }),
      'evidence of the same call': async (p) => {
        const { data } = await prove(subject, p)
        return { data, value: 0n }
      },
      rescue: async (_, attacker) => {
        await fixture.receiver.write.grantRole([rescueRole, attacker])
        const args = [zeroAddress, home, nativeDonation] as const
        const data = encodeFunctionData({ abi: fixture.receiver.abi, functionName: 'rescue', args })
        return { data, value: 0n }
      },
    }

    for (const [name, make] of Object.entries(entries)) {
      it(`hit the reentrancy guard if refundTo calls back: ${name}`, async () => {
        const p = await subject.payment({ refundTo: till.address })
        const { data, value, id } = await make(p, till.address)
        const { address } = fixture.receiver
        await till.write.arm([selectors.native, address, value, data, true])
        await refusesCall(subject, p, 'NativeTransferFailed', [till.address, p.minimum, reentrantCall])

        await till.write.arm([selectors.native, address, value, data, false])
        await returns(subject, p)
        expect(await till.read.strikes()).to.equal(1n)
        expect(await till.read.succeeded()).to.equal(false)
        expect(await till.read.outcome()).to.equal(reentrantCall)
        if (id) expect(await fixture.receiver.read.isPaid([id])).to.equal(false)
        // Nothing was wrong with it but the moment.
        await till.write.strikeNow([address, value, data])
        if (id) expect(await fixture.receiver.read.isPaid([id])).to.equal(true)
      })

      it(`hit the reentrancy guard if the token calls back: ${name}`, async () => {
        const p = await ofToken()
        const { data, value, id } = await make(p, token.address)
        const { address } = fixture.receiver
        await token.write.arm([selectors.transferFrom, address, value, data, false])
        await returns(subject, p, { tokens: [token.address] })
        expect(await token.read.outcome()).to.equal(reentrantCall)
        if (id) expect(await fixture.receiver.read.isPaid([id])).to.equal(false)
        await token.write.mint([token.address, fillAmount])
        await token.write.strikeNow([token.address, 0n, approval(address)])
        await token.write.strikeNow([address, value, data])
      })
    }

    describe('a refundTo that', () => {
      it('refuses reverts the payment, and only a part of its reason is copied', async () => {
        const p = await subject.payment({ refundTo: till.address })
        await till.write.script([selectors.native, true, '0x', 0n])
        await refusesCall(subject, p, 'NativeTransferFailed', [till.address, p.minimum, '0x'])
        const reason = keccak256('0x01')
        await till.write.script([selectors.native, true, reason, bombSize])
        const cut = concat([reason, pad('0x', { size: 224 })])
        // A copy of all of it would cost as much as the making.
        const options = { value: p.minimum, account: payer, gas: (bombGas * 3n) / 2n + 200_000n }
        await refuses(
          fixture,
          () => fixture.receiver.write.payAuthorized([p], options),
          'NativeTransferFailed',
          [till.address, p.minimum, cut],
        )
      })

      it('returns much data is not copied', async () => {
        const p = await subject.payment({ refundTo: till.address })
        await till.write.script([selectors.native, false, '0x', bombSize])
        const hash = await returns(subject, p)
        const { gasUsed } = await fixture.publicClient.getTransactionReceipt({ hash })
        expect(gasUsed < 2n * bombGas).to.equal(true)
      })

      it('looks sees nothing paid', async () => {
        const p = await subject.payment({ refundTo: till.address })
        const args = [await hashOf(subject, p)] as const
        const data = encodeFunctionData({ abi: fixture.receiver.abi, functionName: 'isPaid', args })
        await till.write.arm([selectors.native, fixture.receiver.address, 0n, data, false])
        await returns(subject, p)
        expect(await till.read.succeeded()).to.equal(true)
        expect(await till.read.outcome()).to.equal(zeroHash)
      })

      it('changes what the receiver holds reverts the payment', async () => {
        const { receiver, viem } = fixture
        const force = await viem.deployContract('ForcedSend')
        const p = await subject.payment({ refundTo: till.address })
        const data = encodeFunctionData({ abi: force.abi, functionName: 'send', args: [receiver.address] })
        await till.write.arm([selectors.native, force.address, 1n, data, true])
        const found = nativeDonation + 1n
        await refusesCall(subject, p, 'BalanceChanged', [zeroAddress, found, nativeDonation])
      })

      it('is being made has no code that could run', async () => {
        const { receiver, viem, publicClient, admin } = fixture
        const from = admin.account.address
        const nonce = BigInt(await publicClient.getTransactionCount({ address: from })) + 1n
        const born = getContractAddress({ from, nonce })
        await receiver.write.setRecipient([{ recipient: born, hook: false }])
        const p = await subject.payment({ recipient: born, refundTo: born })
        await viem.deployContract('BornPayer', [receiver.address, callOf(subject, p)], { value: p.minimum })
        expect(await publicClient.getBalance({ address: born })).to.equal(p.minimum)
        expect(await isPaid(subject, p)).to.equal(false)
        await refusesCall(subject, p, 'InvalidRefundTo', [born])
      })
    })

    describe('a token that', () => {
      it('takes a fee must still bring the minimum, and the event has the received amount', async () => {
        const p = await ofToken({ minimum: fillAmount - 5n, maximum: fillAmount })
        await token.write.script([selectors.transferFrom, { ...honest, fee: 6n }])
        await refusesCall(subject, p, 'PaymentTooLow', [fillAmount - 6n, fillAmount - 5n])
        await token.write.script([selectors.transferFrom, { ...honest, fee: 5n }])
        await returns(subject, p, { amount: fillAmount - 5n, tokens: [token.address] })
      })

      it('gives more than it takes is measured too', async () => {
        const p = await ofToken()
        await token.write.script([selectors.transferFrom, { ...honest, bonus: 3n }])
        await returns(subject, p, { amount: fillAmount + 3n, tokens: [token.address] })
      })

      it('moves nothing and returns true is detected', async () => {
        const p = await ofToken()
        await token.write.script([selectors.transferFrom, { ...honest, takes: false, credits: false }])
        await refusesCall(subject, p, 'PaymentTooLow', [0n, fillAmount])
      })

      it('refuses or returns false reverts', async () => {
        const p = await ofToken()
        for (const script of [
          { ...honest, reverts: true },
          { ...honest, answer: 0n },
          { ...honest, answer: 2n },
        ]) {
          await token.write.script([selectors.transferFrom, script])
          await refusesCall(subject, p, 'TokenTransferFailed', [token.address, payer, home, fillAmount])
        }
      })

      it('returns nothing is accepted', async () => {
        const old = await fixture.viem.deployContract('NoReturnToken')
        await acceptToken(fixture, old.address)
        await old.write.mint([payer, fillAmount])
        await old.write.approve([fixture.receiver.address, fillAmount], { account: payer })
        const p = await subject.payment({ token: old.address, refundTo: home })
        await returns(subject, p, { tokens: [old.address] })
      })

      it('takes from refundTo what it gave before reverts', async () => {
        const p = await ofToken()
        await token.write.mint([home, fillAmount * 2n])
        const args = [home, fillAmount * 2n] as const
        const data = encodeFunctionData({ abi: token.abi, functionName: 'seize', args })
        await token.write.arm([selectors.transferFrom, token.address, 0n, data, true])
        await refusesCall(subject, p, 'PaymentTooLow', [0n, fillAmount])
      })

      it('reports no balances, or is not a contract, brings nothing', async () => {
        await token.write.script([selectors.balanceOf, { ...honest, size: 31n }])
        const { receiver, router } = fixture
        for (const none of [token.address, receiver.address, router.account.address, home, till.address]) {
          await acceptToken(fixture, none)
          const p = await subject.payment({ token: none, refundTo: payer })
          await refusesCall(subject, p, 'PaymentTooLow', [0n, fillAmount])
        }
      })
    })

    it("take no token of the caller's when refundTo is the caller", async () => {
      const p = await subject.payment({ token: fixture.token.address, refundTo: payer })
      await refusesCall(subject, p, 'PaymentTooLow', [0n, fillAmount])
      // Native currency makes the round.
      const native = await subject.payment({ refundTo: payer })
      const before = await fixture.publicClient.getBalance({ address: payer })
      const hash = await keepsBalances(fixture, [], () => pay(subject, native))
      const { gasUsed, effectiveGasPrice } = await fixture.publicClient.getTransactionReceipt({ hash })
      const after = await fixture.publicClient.getBalance({ address: payer })
      expect(after).to.equal(before - gasUsed * effectiveGasPrice)
      expect(await eventsOf(fixture, hash, fixture.receiver, 'PaymentReturned')).to.have.length(1)
    })

    it("take only the caller's allowance, and nothing that the receiver holds", async () => {
      const thief = fixture.stranger.account.address
      for (const recipient of [payer, fixture.receiver.address, thief]) {
        const p = await subject.payment({ token: fixture.token.address, refundTo: thief, recipient })
        await refusesCall(subject, p, 'PaymentTooLow', [0n, fillAmount], { account: thief })
      }
      const least = await subject.payment({ refundTo: thief, minimum: 1n, maximum: nativeDonation })
      await refusesCall(subject, least, 'PaymentTooLow', [0n, 1n], { account: thief, value: 0n })
      await refusesCall(subject, least, 'PaymentTooHigh', [nativeDonation + 1n, nativeDonation], {
        account: thief,
        value: nativeDonation + 1n,
      })
    })

    it('run no hook, even if the recipient has one', async () => {
      const { receiver, viem } = fixture
      const hooked = await viem.deployContract('ScriptedRecipient')
      await receiver.write.setRecipient([{ recipient: hooked.address, hook: true }])
      const p = await subject.payment({ recipient: hooked.address, refundTo: home })
      const returned = await returns(subject, p)
      expect(await eventsOf(fixture, returned, hooked, 'Told')).to.deep.equal([])
      await authorize(subject, p)
      const accepted = await accepts(subject, p)
      expect(await eventsOf(fixture, accepted, hooked, 'Told')).to.have.length(1)
    })

    it("report the calling account, not the transaction's sender", async () => {
      const { receiver, publicClient } = fixture
      const p = await subject.payment({ refundTo: home })
      const hash = await till.write.strikeNow([receiver.address, p.minimum, callOf(subject, p)])
      const [event] = await eventsOf(fixture, hash, receiver, 'PaymentReturned')
      expect(event?.payer).to.equal(getAddress(till.address))
      expect(await publicClient.getBalance({ address: home })).to.equal(p.minimum)
    })

    describe('calldata', () => {
      const send = (data: Hex, value: bigint) =>
        fixture.payer.sendTransaction({ to: fixture.receiver.address, data, value })

      /** Word `index` of the payment's own, as bytes of the call. */
      const withWord = (data: Hex, index: number, word: bigint): Hex => {
        const start = 2 + 8 + (1 + index) * 64
        return `${data.slice(0, start)}${toHex(word, { size: 32 }).slice(2)}${data.slice(start + 64)}` as Hex
      }

      it('with bytes after its arguments means the same call', async () => {
        const p = await subject.payment({ refundTo: home })
        const data = concat([callOf(subject, p), pad('0x1234', { size: 32 })])
        const hash = await keepsBalances(fixture, [], () => send(data, p.minimum))
        const [event] = await eventsOf(fixture, hash, fixture.receiver, 'PaymentReturned')
        expect(event?.callHash).to.equal(await hashOf(subject, p))
        await authorize(subject, p)
        await send(data, p.minimum)
        expect(await isPaid(subject, p)).to.equal(true)
      })

      it('with dirty bytes above refundTo is refused', async () => {
        const p = await subject.payment({ refundTo: home })
        const clean = callOf(subject, p)
        expect(withWord(clean, 7, BigInt(home))).to.equal(clean)
        for (const dirt of [1n << 160n, 1n << 255n]) {
          const dirty = withWord(clean, 7, BigInt(home) | dirt)
          expect(await revertOf(send(dirty, p.minimum))).to.contain('reverted')
          expect(await balanceOf(fixture, zeroAddress, home)).to.equal(0n)
        }
        await send(clean, p.minimum)
        expect(await balanceOf(fixture, zeroAddress, home)).to.equal(p.minimum)
      })
    })

    it("ignore an unpresented order: another call's evidence changes nothing", async () => {
      const p = await subject.payment({ refundTo: home })
      const q = await subject.payment({ refundTo: home })
      await authorize(subject, q)
      await returns(subject, p)
      await accepts(subject, q)
      await returns(subject, p)
      await narrow(subject)
      await returns(subject, p)
    })
  })
}

/** Returns the revert of a call that must fail. */
const revertOf = (call: Promise<unknown>) =>
  call.then(
    () => 'succeeded',
    (error: Error) => error.message,
  )

type Entry = { data: Hex; value: bigint; id?: Hex }

const approval = (spender: Address): Hex =>
  encodeFunctionData({
    abi: parseAbi(['function approve(address,uint256)']),
    args: [spender, fillAmount],
  })

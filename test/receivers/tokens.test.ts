import { expect } from 'chai'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  stringToHex,
  toHex,
  zeroAddress,
} from 'viem'
import { combine } from '../support/combine.js'
import {
  acceptToken,
  deployFixture,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makePayment,
  restoreAfterEach,
} from './support/fixture.js'
import {
  authorize,
  balanceOf,
  bombGas,
  bombSize,
  donate,
  eventsOf,
  honest,
  keepsBalances,
  nativeDonation,
  type PrepareParameters,
  pays,
  prepare,
  reentrantCall,
  reentries,
  refuses,
  selectors,
  staysPayable,
  tokenDonation,
  type Way,
  ways,
} from './support/hostile.js'

const amount = 1_000_000n
const rescueRole = keccak256(stringToHex('fillproof.RESCUE_ROLE'))

describe('AttestedOrderReceiver: tokens', () => {
  let fixture: Fixture
  let scripted: Awaited<ReturnType<typeof deployScripted>>
  let payer: Address
  let recipient: Address

  async function deployScripted() {
    const token = await fixture.viem.deployContract('ScriptedToken')
    await acceptToken(fixture, token.address)
    return token
  }

  before(async () => {
    fixture = await deployFixture()
    await donate(fixture)
    payer = getAddress(fixture.payer.account.address)
    recipient = getAddress(fixture.recipient.account.address)
    scripted = await deployScripted()
    await scripted.write.mint([payer, 10n ** 30n])
    await scripted.write.mint([fixture.receiver.address, tokenDonation])
    await scripted.write.approve([fixture.receiver.address, 10n ** 30n], { account: payer })
  })
  restoreAfterEach(() => fixture)

  const script = (
    name: 'transfer' | 'transferFrom' | 'balanceOf' | 'allowance',
    change: Partial<typeof honest>,
  ) => scripted.write.script([selectors[name], { ...honest, ...change }])

  const prepareScripted = (way: Way, parameters: PrepareParameters = {}) =>
    prepare(fixture, way, { token: scripted.address, amount, ...parameters })

  /** The receiver can't move the token, from `from` to `to`. */
  const notMoved = (from: Address, to: Address, token: Address = scripted.address, moved = amount) =>
    ['TokenTransferFailed', [token, from, to, moved]] as const

  for (const way of ways) {
    describe(`by ${way}`, () => {
      it('takes a plain token and pays all of it out', async () => {
        const { token, receiver } = fixture
        const prepared = await prepare(fixture, way, { token: token.address, amount })
        const before = await token.read.balanceOf([payer])
        const hash = await pays(fixture, prepared, { received: amount })
        expect(await token.read.balanceOf([payer])).to.equal(before - amount)
        const solver = getAddress(prepared.evidence.orderData.solver)
        expect(await eventsOf(fixture, hash, receiver, 'FillAccepted')).to.deep.equal([
          { id: prepared.id, recipient, solver, payer, token: getAddress(token.address), amount },
        ])
      })

      it('takes native currency and pays all of it out', async () => {
        await pays(fixture, await prepare(fixture, way), { received: fillAmount })
      })

      it('takes a token that returns nothing and requires allowance resets', async () => {
        const token = await fixture.viem.deployContract('NoReturnToken')
        await acceptToken(fixture, token.address)
        await token.write.mint([payer, amount])
        await token.write.mint([fixture.receiver.address, tokenDonation])
        await token.write.approve([fixture.receiver.address, amount], { account: payer })
        await pays(fixture, await prepare(fixture, way, { token: token.address, amount }), {
          received: amount,
        })
        expect(await token.read.allowance([payer, fixture.receiver.address])).to.equal(0n)
      })

      it('takes exactly the allowance', async () => {
        const { token, receiver } = fixture
        await token.write.approve([receiver.address, amount], { account: payer })
        const prepared = await prepare(fixture, way, { token: token.address, amount })
        await pays(fixture, prepared, { received: amount })
        expect(await token.read.allowance([payer, receiver.address])).to.equal(0n)
      })

      it('takes nothing from a caller without an allowance, or without enough', async () => {
        const { token, receiver } = fixture
        const prepared = await prepare(fixture, way, { token: token.address, amount })
        for (const allowance of [0n, amount - 1n]) {
          await token.write.approve([receiver.address, allowance], { account: payer })
          const [error, args] =
            way === 'fill'
              ? notMoved(payer, receiver.address, token.address)
              : (['PaymentTooLow', [allowance, amount]] as const)
          await staysPayable(fixture, prepared, error, args)
        }
        await token.write.approve([receiver.address, amount], { account: payer })
        await pays(fixture, prepared, { received: amount })
      })

      it('takes nothing from a caller who holds too little', async () => {
        const { token, receiver, stranger } = fixture
        const prepared = await prepare(fixture, way, { token: token.address, amount })
        const account = getAddress(stranger.account.address)
        await token.write.mint([account, amount - 1n])
        await token.write.approve([receiver.address, amount], { account })
        const [error, args] =
          way === 'fill'
            ? notMoved(account, receiver.address, token.address)
            : (['PaymentTooLow', [amount - 1n, amount]] as const)
        await staysPayable(fixture, prepared, error, args, { account })
        await token.write.mint([account, 1n])
        await pays(fixture, prepared, { received: amount, account })
      })

      it('refuses a token that is not a contract', async () => {
        const token: Address = '0x000000000000000000000000000000000000bEEF'
        await acceptToken(fixture, token)
        const [error, args] =
          way === 'fill'
            ? (['TokenUnreadable', [token]] as const)
            : (['PaymentTooLow', [0n, amount]] as const)
        await staysPayable(fixture, await prepare(fixture, way, { token, amount }), error, args)
      })

      for (const [what, moves] of [
        ['moves nothing', false],
        ['moves all the same', true],
      ] as const) {
        it(`refuses a token that answers false on the way in and ${what}`, async () => {
          const prepared = await prepareScripted(way)
          await script('transferFrom', { answer: 0n, takes: moves, credits: moves })
          await staysPayable(fixture, prepared, ...notMoved(payer, fixture.receiver.address))
          await script('transferFrom', {})
          await pays(fixture, prepared, { received: amount })
        })

        it(`refuses a token that answers false on the way out and ${what}`, async () => {
          const prepared = await prepareScripted(way)
          await script('transfer', { answer: 0n, takes: moves, credits: moves })
          await staysPayable(fixture, prepared, ...notMoved(fixture.receiver.address, recipient))
          await script('transfer', {})
          await pays(fixture, prepared, { received: amount })
        })
      }

      it('refuses a token that answers anything but true', async () => {
        for (const change of [{ answer: 2n }, { size: 31n }, { size: 1n }]) {
          const prepared = await prepareScripted(way)
          await script('transferFrom', change)
          await staysPayable(fixture, prepared, ...notMoved(payer, fixture.receiver.address))
        }
      })

      it('refuses a token that debits but credits nothing', async () => {
        const prepared = await prepareScripted(way)
        await script('transferFrom', { credits: false })
        await staysPayable(fixture, prepared, 'PaymentTooLow', [0n, amount])
      })

      it('refuses a token that falsely reports a transfer', async () => {
        const prepared = await prepareScripted(way)
        await script('transferFrom', { takes: false, credits: false })
        await staysPayable(fixture, prepared, 'PaymentTooLow', [0n, amount])
      })

      it('refuses a token that does not move on the way out', async () => {
        const prepared = await prepareScripted(way)
        await script('transfer', { takes: false, credits: false })
        await staysPayable(fixture, prepared, 'BalanceChanged', [
          scripted.address,
          tokenDonation + amount,
          tokenDonation,
        ])
      })

      it('refuses a token that moves more out than requested, at the expense of a donation', async () => {
        const prepared = await prepareScripted(way)
        await script('transfer', { extra: 1n })
        await staysPayable(fixture, prepared, 'BalanceChanged', [
          scripted.address,
          tokenDonation - 1n,
          tokenDonation,
        ])
      })

      it("refuses a token that lowers the receiver's balance on the way in", async () => {
        const prepared = await prepareScripted(way)
        const data = encodeFunctionData({
          abi: scripted.abi,
          functionName: 'seize',
          args: [fixture.receiver.address, amount + 1n],
        })
        await scripted.write.arm([selectors.transferFrom, scripted.address, 0n, data, true])
        await staysPayable(fixture, prepared, 'PaymentTooLow', [0n, amount])
      })

      it('refuses a token that does not report balances, before or after', async () => {
        const { receiver } = fixture
        const turn = (answer: typeof honest) =>
          encodeFunctionData({
            abi: scripted.abi,
            functionName: 'script',
            args: [selectors.balanceOf, answer],
          })
        const silent = { ...honest, reverts: true }
        // Silent until the funds are there, it would make the donation look brought.
        const prepared = await prepareScripted(way)
        await scripted.write.script([selectors.balanceOf, silent])
        await scripted.write.arm([selectors.transferFrom, scripted.address, 0n, turn(honest), true])
        const [error, args] =
          way === 'fill'
            ? (['TokenUnreadable', [scripted.address]] as const)
            : (['PaymentTooLow', [0n, amount]] as const)
        // The balance can't be watched while the token is silent.
        await refuses(fixture, () => prepared.pay(), error, args)
        await scripted.write.script([selectors.balanceOf, honest])
        expect(await scripted.read.balanceOf([receiver.address])).to.equal(tokenDonation)

        for (const answer of [silent, { ...honest, size: 31n }]) {
          for (const trigger of ['transferFrom', 'transfer'] as const) {
            await scripted.write.arm([selectors[trigger], scripted.address, 0n, turn(answer), true])
            await staysPayable(fixture, prepared, 'TokenUnreadable', [scripted.address])
            await scripted.write.arm([selectors[trigger], scripted.address, 0n, turn(honest), true])
          }
        }
        await pays(fixture, prepared, { received: amount })
      })

      it('pays out an excess that a token credits', async () => {
        const prepared = await prepareScripted(way)
        await script('transferFrom', { bonus: 3n })
        const hash = await pays(fixture, prepared, { received: amount + 3n })
        const [event] = await eventsOf(fixture, hash, fixture.receiver, 'FillAccepted')
        expect(event?.amount).to.equal(amount + 3n)
      })

      for (const trigger of ['transferFrom', 'transfer'] as const) {
        it(`marks the payment before the token's ${trigger}`, async () => {
          const prepared = await prepareScripted(way)
          const data = encodeFunctionData({
            abi: fixture.receiver.abi,
            functionName: 'isPaid',
            args: [prepared.id],
          })
          const before = await scripted.read.strikes()
          await scripted.write.arm([selectors[trigger], fixture.receiver.address, 0n, data, true])
          await pays(fixture, prepared, { received: amount })
          expect(await scripted.read.strikes()).to.equal(before + 1n)
          expect(await scripted.read.outcome()).to.equal(toHex(true, { size: 32 }))
        })
      }

      describe('a fee on transfer', () => {
        const fee = 1000n

        it('counts what arrived: above and at the minimum', async () => {
          await script('transferFrom', { fee })
          for (const minimum of [amount - fee - 1n, amount - fee]) {
            const prepared = await prepareScripted(way, { minimum })
            const hash = await pays(fixture, prepared, { received: amount - fee })
            const [event] = await eventsOf(fixture, hash, fixture.receiver, 'FillAccepted')
            expect(event?.amount).to.equal(amount - fee)
          }
        })

        it('counts what arrived: below the minimum', async () => {
          await script('transferFrom', { fee })
          const prepared = await prepareScripted(way, { minimum: amount - fee + 1n })
          await staysPayable(fixture, prepared, 'PaymentTooLow', [amount - fee, amount - fee + 1n])
        })

        it("on the way out is at the recipient's expense", async () => {
          await script('transferFrom', { fee })
          await script('transfer', { fee: 3n })
          const prepared = await prepareScripted(way, { minimum: amount - fee })
          await pays(fixture, prepared, { received: amount - fee - 3n })
        })
      })

      describe('return data of a megabyte', () => {
        /** Returns the gas of a well-behaved payment. */
        async function gasOf(run: () => Promise<Hex>) {
          const { gasUsed } = await fixture.publicClient.getTransactionReceipt({ hash: await run() })
          return gasUsed
        }

        for (const [name, times] of [
          ['transferFrom', 1n],
          ['transfer', 1n],
          ['balanceOf', 3n],
          ['allowance', 1n],
        ] as const) {
          it(`is not copied from ${name}`, async () => {
            const plain = await prepareScripted(way)
            const bombed = await prepareScripted(way)
            const usual = await gasOf(() => pays(fixture, plain, { received: amount }))
            await script(name, { size: bombSize })
            const before = await fixture.helpers.takeSnapshot()
            const gas = await gasOf(() => bombed.pay({ gas: 15_000_000n }))
            await before.restore()
            // The token pays for its own memory, and nobody for a copy of it.
            const calls = way === 'payAuthorized' && name === 'balanceOf' ? times + 1n : times
            expect(gas < usual + (calls * bombGas * 11n) / 10n, `${gas}`).to.equal(true)
          })
        }

        it('is not copied from a revert', async () => {
          const prepared = await prepareScripted(way)
          for (const [name, error] of [
            ['transferFrom', notMoved(payer, fixture.receiver.address)],
            ['transfer', notMoved(fixture.receiver.address, recipient)],
          ] as const) {
            await script(name, { size: bombSize, reverts: true })
            const gas = bombGas + bombGas / 2n
            await staysPayable(fixture, prepared, ...error, { gas })
            await script(name, {})
          }
          await pays(fixture, prepared, { received: amount })
        })
      })

      describe('a token that reenters', () => {
        beforeEach(async () => {
          // A token can't receive native currency here, so that the rescued goes nowhere else either.
          await fixture.helpers.setBalance(scripted.address, 10n * fillAmount)
          await fixture.receiver.write.grantRole([rescueRole, scripted.address])
        })

        const triggers = ['transferFrom', 'transfer'] as const
        for (const { trigger, entry } of combine({ trigger: triggers, entry: Object.keys(reentries) })) {
          it(`from ${trigger} into ${entry} fails, and the payment is made once`, async () => {
            const { receiver } = fixture
            const prepared = await prepareScripted(way)
            const { data, value, other } = await reentries[entry]!(fixture)
            await scripted.write.arm([selectors[trigger], receiver.address, value, data, false])
            const native = await balanceOf(fixture, zeroAddress, recipient)
            await pays(fixture, prepared, { received: amount })

            expect(await scripted.read.strikes()).to.equal(1n)
            expect(await scripted.read.succeeded()).to.equal(false)
            expect(await scripted.read.outcome()).to.equal(reentrantCall)
            expect(await balanceOf(fixture, zeroAddress, recipient)).to.equal(native)
            if (!other) return
            expect(await receiver.read.isPaid([other.id])).to.equal(false)
            // Nothing but the moment was wrong with it.
            await keepsBalances(fixture, [], () => scripted.write.strikeNow([receiver.address, value, data]))
            expect(await receiver.read.isPaid([other.id])).to.equal(true)
            expect(await balanceOf(fixture, zeroAddress, recipient)).to.equal(native + fillAmount)
          })

          it(`from ${trigger} into ${entry} fails the payment if the token insists`, async () => {
            const { receiver } = fixture
            const prepared = await prepareScripted(way)
            const { data, value } = await reentries[entry]!(fixture)
            await scripted.write.arm([selectors[trigger], receiver.address, value, data, true])
            const [from, to] =
              trigger === 'transfer' ? [receiver.address, recipient] : [payer, receiver.address]
            await staysPayable(fixture, prepared, ...notMoved(from, to))
          })
        }

        for (const trigger of triggers) {
          it(`from ${trigger} into the same payment pays it once`, async () => {
            const { receiver } = fixture
            const prepared = await prepareScripted(way)
            await scripted.write.mint([scripted.address, amount])
            await scripted.write.arm([selectors[trigger], receiver.address, 0n, prepared.data, false])
            await pays(fixture, prepared, { received: amount })
            expect(await scripted.read.outcome()).to.equal(reentrantCall)
            await refuses(fixture, () => prepared.pay(), 'RequestAlreadyPaid', [prepared.id])
          })
        }
      })
    })
  }

  describe('the amount that payAuthorized takes', () => {
    const [minimum, maximum] = [100n, 200n]
    const plenty = 1000n

    // The least of the balance, the allowance and the maximum; below the minimum nothing.
    for (const [balance, allowance, taken] of [
      [plenty, plenty, maximum],
      [maximum + 1n, maximum + 1n, maximum],
      [maximum, plenty, maximum],
      [plenty, maximum, maximum],
      [maximum - 1n, plenty, maximum - 1n],
      [plenty, maximum - 1n, maximum - 1n],
      [150n, 160n, 150n],
      [160n, 150n, 150n],
      [minimum + 1n, plenty, minimum + 1n],
      [minimum, plenty, minimum],
      [plenty, minimum, minimum],
      [minimum, minimum, minimum],
    ] as const) {
      it(`takes ${taken} of a balance of ${balance} and an allowance of ${allowance}`, async () => {
        const { account, prepared } = await given(balance, allowance, { minimum, amount: maximum })
        await pays(fixture, prepared, { received: taken, account })
        expect(await fixture.token.read.balanceOf([account])).to.equal(balance - taken)
        expect(await fixture.token.read.allowance([account, fixture.receiver.address])).to.equal(
          allowance - taken,
        )
      })
    }

    for (const [balance, allowance] of [
      [minimum - 1n, plenty],
      [plenty, minimum - 1n],
      [0n, plenty],
      [plenty, 0n],
      [0n, 0n],
    ] as const) {
      it(`takes nothing of a balance of ${balance} and an allowance of ${allowance}`, async () => {
        const { account, prepared } = await given(balance, allowance, { minimum, amount: maximum })
        const found = balance < allowance ? balance : allowance
        await staysPayable(fixture, prepared, 'PaymentTooLow', [found, minimum], { account })
      })
    }

    it('takes exactly a fixed amount', async () => {
      for (const [balance, allowance] of [
        [150n, 150n],
        [plenty, plenty],
      ] as const) {
        const { account, prepared } = await given(balance, allowance, { amount: 150n })
        await pays(fixture, prepared, { received: 150n, account })
      }
      for (const [balance, allowance] of [
        [149n, plenty],
        [plenty, 149n],
      ] as const) {
        const { account, prepared } = await given(balance, allowance, { amount: 150n })
        await staysPayable(fixture, prepared, 'PaymentTooLow', [149n, 150n], { account })
      }
    })

    /** An account that holds and has approved exactly this, and an authorized payment. */
    async function given(balance: bigint, allowance: bigint, parameters: PrepareParameters) {
      const { token, receiver, stranger } = fixture
      const account = stranger.account.address
      const held = await token.read.balanceOf([account])
      if (held !== 0n) await token.write.transfer([payer, held], { account })
      await token.write.mint([account, balance])
      await token.write.approve([receiver.address, allowance], { account })
      const prepared = await prepare(fixture, 'payAuthorized', { token: token.address, ...parameters })
      return { account, prepared }
    }
  })

  describe('the amount that fill takes', () => {
    it('takes the stated amount, not the minimum', async () => {
      const { token } = fixture
      const prepared = await prepare(fixture, 'fill', {
        token: token.address,
        minimum: amount,
        amount: amount + 5n,
      })
      await pays(fixture, prepared, { received: amount + 5n })
    })

    it('takes a fixed amount exactly', async () => {
      await pays(fixture, await prepare(fixture, 'fill', { token: fixture.token.address, amount: 1n }), {
        received: 1n,
      })
    })
  })

  describe('donations', () => {
    it('can be forced on the receiver, and stay', async () => {
      const { viem, receiver, token, stranger } = fixture
      const forced = await viem.deployContract('ForcedSend')
      await forced.write.send([receiver.address], { value: 5n })
      await token.write.mint([stranger.account.address, 5n])
      await token.write.transfer([receiver.address, 5n], { account: stranger.account })
      expect(await balanceOf(fixture, zeroAddress, receiver.address)).to.equal(nativeDonation + 5n)
      expect(await token.read.balanceOf([receiver.address])).to.equal(tokenDonation + 5n)

      for (const way of ways) {
        await pays(fixture, await prepare(fixture, way), { received: fillAmount })
        await pays(fixture, await prepare(fixture, way, { token: token.address, amount }), {
          received: amount,
        })
      }
    })

    it('cannot be sent plainly in native currency', async () => {
      const { receiver, stranger } = fixture
      for (const data of ['0x', '0x12345678'] as const) {
        await fixture.assertions.revert(stranger.sendTransaction({ to: receiver.address, value: 1n, data }))
      }
    })

    it('pay for no one: native', async () => {
      for (const way of ways) {
        const prepared = await prepare(fixture, way, { amount: nativeDonation })
        const error: readonly [string, bigint[]] =
          way === 'fill'
            ? ['UnexpectedValue', [nativeDonation - 1n, nativeDonation]]
            : ['PaymentTooLow', [nativeDonation - 1n, nativeDonation]]
        await staysPayable(fixture, prepared, ...error, { value: nativeDonation - 1n })
        await pays(fixture, prepared, { received: nativeDonation })
      }
    })

    it('pay for no one: tokens', async () => {
      const { token, receiver, stranger } = fixture
      const account = getAddress(stranger.account.address)
      await token.write.approve([receiver.address, tokenDonation], { account })
      const parameters = { token: token.address, amount: tokenDonation }
      await staysPayable(
        fixture,
        await prepare(fixture, 'fill', parameters),
        ...notMoved(account, receiver.address, token.address, tokenDonation),
        { account },
      )
      const authorized = await prepare(fixture, 'payAuthorized', parameters)
      await staysPayable(fixture, authorized, 'PaymentTooLow', [0n, tokenDonation], { account })
    })

    it('are moved only by the rescue role', async () => {
      const { token, receiver, admin, payer: other, stranger } = fixture
      const to = stranger.account.address
      for (const account of [other.account.address, recipient, to, fixture.router.account.address]) {
        for (const currency of [zeroAddress, token.address]) {
          await refuses(
            fixture,
            () => receiver.write.rescue([currency, to, 1n], { account }),
            'AccessControlUnauthorizedAccount',
            [account, rescueRole],
          )
        }
      }

      for (const [currency, donation] of [
        [zeroAddress, nativeDonation],
        [token.address, tokenDonation],
      ] as const) {
        const before = await balanceOf(fixture, currency, to)
        const rescued = receiver.write.rescue([currency, to, donation], { account: admin.account })
        const args = [getAddress(currency), getAddress(to), donation] as const
        await fixture.assertions.emitWithArgs(rescued, receiver, 'Rescued', [...args])
        expect(await balanceOf(fixture, currency, to)).to.equal(before + donation)
        expect(await balanceOf(fixture, currency, receiver.address)).to.equal(0n)
      }
    })

    it('are not rescued beyond the balance', async () => {
      const { token, receiver, stranger } = fixture
      const to = stranger.account.address
      await refuses(
        fixture,
        () => receiver.write.rescue([zeroAddress, to, nativeDonation + 1n]),
        'NativeTransferFailed',
        [to, nativeDonation + 1n, '0x'],
      )
      await refuses(
        fixture,
        () => receiver.write.rescue([token.address, to, tokenDonation + 1n]),
        ...notMoved(receiver.address, to, token.address, tokenDonation + 1n),
      )
    })

    it('are rescued once, even if the token reenters', async () => {
      const { receiver } = fixture
      await receiver.write.grantRole([rescueRole, scripted.address])
      const args = [scripted.address, scripted.address, 1n] as const
      const data = encodeFunctionData({ abi: receiver.abi, functionName: 'rescue', args })
      await scripted.write.arm([selectors.transfer, receiver.address, 0n, data, false])
      await receiver.write.rescue([scripted.address, recipient, 1n])
      expect(await scripted.read.outcome()).to.equal(reentrantCall)
      expect(await scripted.read.balanceOf([receiver.address])).to.equal(tokenDonation - 1n)
      expect(await scripted.read.balanceOf([recipient])).to.equal(1n)
    })

    it("are not part of an authorized call's funds", async () => {
      const { token, receiver, payer: other } = fixture
      // The receiver holds the donation and the payer's allowance names it: neither is the caller's.
      const deadline = Number(await fixture.helpers.time.latest()) + 3600
      const p = makePayment(fixture, deadline, { token: token.address, minimum: 1n, maximum: tokenDonation })
      await authorize(fixture, await makeAuthorized(fixture, p))
      await refuses(
        fixture,
        () => receiver.write.payAuthorized([p], { account: fixture.router.account }),
        'PaymentTooLow',
        [0n, 1n],
      )
      await keepsBalances(fixture, [], () => receiver.write.payAuthorized([p], { account: other.account }))
      expect(await token.read.balanceOf([recipient])).to.equal(tokenDonation)
    })
  })
})

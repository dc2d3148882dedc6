import { expect } from 'chai'
import {
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  pad,
  stringToHex,
  toHex,
  zeroAddress,
} from 'viem'
import { padAddress } from '../../src/index.js'
import { combine } from '../support/combine.js'
import {
  acceptToken,
  deployFixture,
  type Fixture,
  fillAmount,
  originChainId,
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
  type Prepared,
  type PrepareParameters,
  pays,
  prepare,
  reentrantCall,
  reentries,
  selectors,
  staysPayable,
  tokenDonation,
  type Way,
  ways,
} from './support/hostile.js'

const rescueRole = keccak256(stringToHex('fillproof.RESCUE_ROLE'))
const accepted: Hex = pad(selectors.onFill, { size: 32, dir: 'right' })

describe('IFillRecipient', () => {
  let fixture: Fixture
  let hooked: Awaited<ReturnType<typeof deployRecipient>>

  const deployRecipient = () => fixture.viem.deployContract('ScriptedRecipient')

  before(async () => {
    fixture = await deployFixture()
    await donate(fixture)
    hooked = await deployRecipient()
    await fixture.receiver.write.setRecipient([{ recipient: hooked.address, hook: true }])
  })
  restoreAfterEach(() => fixture)

  const prepareHooked = (way: Way, parameters: PrepareParameters = {}) =>
    prepare(fixture, way, { recipient: hooked.address, ...parameters })

  const paysHooked = (prepared: Prepared, received = fillAmount) =>
    pays(fixture, prepared, { received, recipient: hooked.address })

  /** Reads the arguments of the recipient's hook in a transaction. */
  const told = (hash: Hex) => eventsOf(fixture, hash, hooked, 'Told')

  /** The hook's failure fails the payment, and the same payment succeeds once the recipient behaves. */
  async function failsOnce(prepared: Prepared, reason: Hex, gas?: bigint) {
    await staysPayable(fixture, prepared, 'HookFailed', [hooked.address, reason], gas ? { gas } : {})
    await hooked.write.unscript([selectors.onFill])
    await paysHooked(prepared)
  }

  const scriptHook = (reverts: boolean, answer: Hex, size = BigInt((answer.length - 2) / 2)) =>
    hooked.write.script([selectors.onFill, reverts, answer, size])

  for (const way of ways) {
    describe(`by ${way}`, () => {
      it('gets the exact received amount after it arrived: native', async () => {
        const hookData = way === 'fill' ? '0x' : '0x123456'
        const prepared = await prepareHooked(way, { hookData })
        expect(await told(await paysHooked(prepared))).to.deep.equal([
          {
            caller: getAddress(fixture.receiver.address),
            held: fillAmount,
            received: {
              id: prepared.id,
              originChainId: BigInt(originChainId),
              originUser: padAddress(fixture.user),
              originCurrency: padAddress(zeroAddress),
              token: zeroAddress,
              amount: fillAmount,
              data: hookData,
            },
          },
        ])
      })

      it('gets the exact received amount after it arrived: a token', async () => {
        const token = getAddress(fixture.token.address)
        const prepared = await prepareHooked(way, { token, amount: 100n, minimum: 50n })
        const [event] = await told(await paysHooked(prepared, 100n))
        expect(event).to.deep.equal({
          caller: getAddress(fixture.receiver.address),
          held: 100n,
          received: {
            id: prepared.id,
            originChainId: BigInt(originChainId),
            originUser: padAddress(fixture.user),
            originCurrency: padAddress(zeroAddress),
            token,
            amount: 100n,
            data: '0x',
          },
        })
      })

      it('gets the amount that reached the receiver of a token with a fee on both ways', async () => {
        const token = await fixture.viem.deployContract('ScriptedToken')
        await acceptToken(fixture, token.address)
        const payer = fixture.payer.account.address
        await token.write.mint([payer, 1000n])
        await token.write.approve([fixture.receiver.address, 1000n], { account: payer })
        await token.write.script([selectors.transferFrom, { ...honest, fee: 10n }])
        await token.write.script([selectors.transfer, { ...honest, fee: 3n }])
        const prepared = await prepareHooked(way, { token: token.address, amount: 100n, minimum: 50n })
        const [event] = await told(await paysHooked(prepared, 87n))
        expect(event).to.deep.include({ held: 87n })
        expect(event?.received).to.include({ amount: 90n })
      })

      for (const [moment, trigger] of [
        ['the receipt of native currency', selectors.native],
        ['its hook', selectors.onFill],
      ] as const) {
        it(`sees the payment marked in ${moment}`, async () => {
          const prepared = await prepareHooked(way)
          const before = await hooked.read.strikes()
          const data = encodeFunctionData({
            abi: fixture.receiver.abi,
            functionName: 'isPaid',
            args: [prepared.id],
          })
          await hooked.write.arm([trigger, fixture.receiver.address, 0n, data, true])
          await paysHooked(prepared)
          expect(await hooked.read.strikes()).to.equal(before + 1n)
          expect(await hooked.read.outcome()).to.equal(toHex(true, { size: 32 }))
        })
      }

      it('gets the currency that was sent', async () => {
        const { receiver, config } = fixture
        const originCurrency = padAddress('0x00000000000000000000000000000000000000aa')
        await receiver.write.setRoute([{ ...config.routes[0]!, currency: originCurrency }])
        const overrides = { attestation: { originCurrency } }
        const prepared = await prepareHooked(way, { overrides, payment: { originCurrency } })
        const [event] = await told(await paysHooked(prepared))
        expect(event?.received).to.include({ originCurrency, originUser: padAddress(fixture.user) })
      })

      it('is not called without the flag', async () => {
        const quiet = await deployRecipient()
        await quiet.write.script([selectors.onFill, true, '0x', 0n])
        await fixture.receiver.write.setRecipient([{ recipient: quiet.address, hook: false }])
        const prepared = await prepare(fixture, way, { recipient: quiet.address })
        const hash = await pays(fixture, prepared, { received: fillAmount, recipient: quiet.address })
        expect(await eventsOf(fixture, hash, quiet, 'Told')).to.deep.equal([])
      })

      it('may answer more than its selector', async () => {
        await scriptHook(false, accepted, 64n)
        await paysHooked(await prepareHooked(way))
      })

      it('fails the payment with another selector', async () => {
        const prepared = await prepareHooked(way)
        for (const answer of [
          pad('0x12345678', { size: 32, dir: 'right' }),
          pad(selectors.onFill, { size: 32 }),
          pad('0x', { size: 32 }),
        ]) {
          await scriptHook(false, answer)
          await staysPayable(fixture, prepared, 'HookFailed', [hooked.address, answer])
        }
        await failsOnce(prepared, pad('0x', { size: 32 }))
      })

      it('fails the payment with a short answer', async () => {
        const prepared = await prepareHooked(way)
        for (const answer of ['0x', selectors.onFill, accepted.slice(0, -2) as Hex] as Hex[]) {
          await scriptHook(false, answer)
          await staysPayable(fixture, prepared, 'HookFailed', [hooked.address, answer])
        }
        await failsOnce(prepared, accepted.slice(0, -2) as Hex)
      })

      it('fails the payment with a revert, whatever its data', async () => {
        const prepared = await prepareHooked(way)
        for (const reason of ['0x', '0x1234', accepted] as Hex[]) {
          await scriptHook(true, reason)
          await staysPayable(fixture, prepared, 'HookFailed', [hooked.address, reason])
        }
        await failsOnce(prepared, accepted)
      })

      it('fails the payment with a megabyte of revert data, of which 256 bytes are copied', async () => {
        const prepared = await prepareHooked(way)
        await scriptHook(true, '0xabab', bombSize)
        await failsOnce(prepared, pad('0xabab', { size: 256, dir: 'right' }), bombGas + bombGas / 2n)
      })

      it('returns a megabyte after a good answer without it being copied', async () => {
        const prepared = await prepareHooked(way)
        await scriptHook(false, accepted, bombSize)
        const gas = bombGas + bombGas / 2n
        await pays(fixture, prepared, { received: fillAmount, recipient: hooked.address, gas })
      })

      it('fails the payment if the recipient is not a contract', async () => {
        const { receiver, recipient } = fixture
        await receiver.write.setRecipient([{ recipient: recipient.account.address, hook: true }])
        const prepared = await prepare(fixture, way)
        await staysPayable(fixture, prepared, 'HookFailed', [recipient.account.address, '0x'])
        // The flag belongs to the policy: without it the request is paid, and an authorization is presented again.
        await receiver.write.setRecipient([{ recipient: recipient.account.address, hook: false }])
        if (way === 'payAuthorized') {
          const epoch = await receiver.read.policyEpoch()
          await staysPayable(fixture, prepared, 'AuthorizationStale', [epoch - 1n, epoch])
          const { a, signature, proof } = prepared.evidence
          await receiver.write.authorizeFill([a, signature, proof, []])
        }
        await pays(fixture, prepared, { received: fillAmount })
      })

      it('may send money to the receiver, which stops no payment and belongs to no one', async () => {
        const { receiver, token, viem } = fixture
        const forced = await viem.deployContract('ForcedSend')
        const force = encodeFunctionData({ abi: forced.abi, functionName: 'send', args: [receiver.address] })
        const transfer = encodeFunctionData({
          abi: token.abi,
          functionName: 'transfer',
          args: [receiver.address, 1n],
        })
        for (const [of, target, value, data, held] of [
          [zeroAddress, forced.address, 1n, force, nativeDonation],
          [token.address, token.address, 0n, transfer, tokenDonation],
        ] as const) {
          const { pay, id } = await prepareHooked(way, { token: of, amount: 100n })
          await hooked.write.arm([selectors.onFill, target, value, data, true])
          const before = await balanceOf(fixture, of, hooked.address)
          await pay()
          expect(await receiver.read.isPaid([id])).to.equal(true)
          expect(await balanceOf(fixture, of, receiver.address)).to.equal(held + 1n)
          expect(await balanceOf(fixture, of, hooked.address)).to.equal(before + 99n)
          // A rescuer may take it, and no payment does.
          await paysHooked(await prepareHooked(way, { token: of, amount: 100n }), 100n)
        }
      })

      it('can take nothing that the receiver holds', async () => {
        const { receiver, viem } = fixture
        const thieving = await viem.deployContract('ScriptedToken')
        await acceptToken(fixture, thieving.address)
        const payer = fixture.payer.account.address
        await thieving.write.mint([receiver.address, 5n])
        await thieving.write.mint([payer, 100n])
        await thieving.write.approve([receiver.address, 100n], { account: payer })
        for (const name of ['transfer', 'transferFrom'] as const) {
          await thieving.write.script([selectors[name], honest])
        }
        const seize = encodeFunctionData({
          abi: thieving.abi,
          functionName: 'seize',
          args: [receiver.address, 1n],
        })
        const prepared = await prepareHooked(way, { token: thieving.address, amount: 100n })
        await hooked.write.arm([selectors.onFill, thieving.address, 0n, seize, true])
        await staysPayable(fixture, prepared, 'BalanceChanged', [thieving.address, 4n, 5n])
      })

      describe('native currency', () => {
        it('that is refused fails the payment with the reason, and the call can be paid later', async () => {
          const prepared = await prepareHooked(way)
          for (const length of [0, 2, 255, 256, 257]) {
            const reason: Hex = `0x${'ab'.repeat(length)}`
            await hooked.write.script([selectors.native, true, reason, BigInt(length)])
            const args = [hooked.address, fillAmount, `0x${'ab'.repeat(Math.min(length, 256))}`]
            await staysPayable(fixture, prepared, 'NativeTransferFailed', args)
          }
          await hooked.write.unscript([selectors.native])
          await paysHooked(prepared)
        })

        it('that is refused with a megabyte of data is not copied', async () => {
          const prepared = await prepareHooked(way)
          await hooked.write.script([selectors.native, true, '0xabab', bombSize])
          const args = [hooked.address, fillAmount, pad('0xabab', { size: 256, dir: 'right' })]
          const gas = bombGas + bombGas / 2n
          await staysPayable(fixture, prepared, 'NativeTransferFailed', args, { gas })
        })

        it('is refused by a contract that cannot receive it', async () => {
          const { receiver, viem } = fixture
          const closed = await viem.deployContract('MockDepository')
          await receiver.write.setRecipient([{ recipient: closed.address, hook: false }])
          const prepared = await prepare(fixture, way, { recipient: closed.address })
          const args = [closed.address, fillAmount, '0x']
          await staysPayable(fixture, prepared, 'NativeTransferFailed', args)
        })
      })

      describe('reentry', () => {
        beforeEach(async () => {
          await fixture.helpers.setBalance(hooked.address, 10n * fillAmount)
          await fixture.receiver.write.grantRole([rescueRole, hooked.address])
        })

        const triggers = { 'the hook': selectors.onFill, 'the transfer': selectors.native }
        const moments = ['the hook', 'the transfer'] as const
        for (const { moment, entry } of combine({ moment: moments, entry: Object.keys(reentries) })) {
          it(`from ${moment} into ${entry} fails, and the payment is made once`, async () => {
            const { receiver, recipient } = fixture
            const prepared = await prepareHooked(way)
            const { data, value, other } = await reentries[entry]!(fixture)
            await hooked.write.arm([triggers[moment], receiver.address, value, data, false])
            const before = await balanceOf(fixture, zeroAddress, recipient.account.address)
            await paysHooked(prepared)
            expect(await hooked.read.strikes()).to.equal(1n)
            expect(await hooked.read.succeeded()).to.equal(false)
            expect(await hooked.read.outcome()).to.equal(reentrantCall)
            expect(await balanceOf(fixture, zeroAddress, recipient.account.address)).to.equal(before)
            if (!other) {
              await hooked.write.strikeNow([receiver.address, value, data])
              return
            }
            expect(await receiver.read.isPaid([other.id])).to.equal(false)
            // Nothing but the moment was wrong with it.
            await keepsBalances(fixture, [], () => hooked.write.strikeNow([receiver.address, value, data]))
            expect(await receiver.read.isPaid([other.id])).to.equal(true)
          })

          it(`from ${moment} into ${entry} fails the payment if the recipient insists`, async () => {
            const prepared = await prepareHooked(way)
            const { data, value } = await reentries[entry]!(fixture)
            await hooked.write.arm([triggers[moment], fixture.receiver.address, value, data, true])
            const [error, args] =
              moment === 'the hook'
                ? ['HookFailed', [hooked.address, reentrantCall]]
                : ['NativeTransferFailed', [hooked.address, fillAmount, reentrantCall]]
            await staysPayable(fixture, prepared, error as string, args as unknown[])
            const disarmed: Address = zeroAddress
            await hooked.write.arm([triggers[moment], disarmed, 0n, '0x', false])
            await paysHooked(prepared)
          })
        }

        for (const moment of moments) {
          it(`from ${moment} into the same payment pays it once`, async () => {
            const prepared = await prepareHooked(way)
            await hooked.write.arm([
              triggers[moment],
              fixture.receiver.address,
              fillAmount,
              prepared.data,
              false,
            ])
            await paysHooked(prepared)
            expect(await hooked.read.outcome()).to.equal(reentrantCall)
          })
        }
      })
    })
  }

  it('is called for an authorized call only if it was flagged at the authorization', async () => {
    const { receiver } = fixture
    const prepared = await prepareHooked('payAuthorized')
    await receiver.write.setRecipient([{ recipient: hooked.address, hook: false }])
    const epoch = await receiver.read.policyEpoch()
    await staysPayable(fixture, prepared, 'AuthorizationStale', [epoch - 1n, epoch])
    const { a, signature, proof } = prepared.evidence
    await receiver.write.authorizeFill([a, signature, proof, []])
    expect(await told(await paysHooked(prepared))).to.deep.equal([])
  })
})

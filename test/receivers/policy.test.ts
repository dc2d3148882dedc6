import { expect } from 'chai'
import {
  type Abi,
  type Address,
  getAddress,
  type Hex,
  keccak256,
  maxUint128,
  pad,
  slice,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { padAddress } from '../../src/index.js'
import { expectRevert } from '../support/expectRevert.js'
import {
  deployFixture,
  deployReceiver,
  type Fixture,
  ownChainId,
  ownName,
  restoreAfterEach,
  secondSolver,
  solver,
} from './support/fixture.js'

describe('FillVerifier: the policy', () => {
  let fixture: Fixture
  const someone: Address = '0x0000000000000000000000000000000000001234'
  const route = { chainId: 5n, currency: padAddress(someone), min: 1n, max: 10n }

  before(async () => {
    fixture = await deployFixture()
  })
  restoreAfterEach(() => fixture)

  /** Whether a change raises the policy epoch, which makes authorizations stale. */
  async function raises(change: Promise<Hex>): Promise<boolean> {
    const before = await fixture.receiver.read.policyEpoch()
    await change
    const after = await fixture.receiver.read.policyEpoch()
    expect(after - before).to.be.oneOf([0n, 1n])
    return after !== before
  }

  describe('initialize', () => {
    const deploy = (change: Partial<Fixture['config']>) =>
      deployReceiver(fixture.viem, fixture.implementation.address, { ...fixture.config, ...change })
    const refuses = (change: Partial<Fixture['config']>, field: string) =>
      fixture.assertions.revertWithCustomErrorWithArgs(
        deploy(change) as unknown as Promise<Hex>,
        fixture.receiver,
        'InvalidConfig',
        [stringToHex(field, { size: 32 })],
      )

    it('sets up the whole policy', async () => {
      const { receiver, config, admin, recipient, router } = fixture
      const nameHash = slice(keccak256(stringToHex(ownName)), 0, 15)
      expect(await receiver.read.ownChain()).to.deep.equal([BigInt(ownChainId), nameHash])
      expect(await receiver.read.solverWindow([solver.address])).to.deep.equal([0, 0])
      expect(await receiver.read.isSolverActive([solver.address])).to.equal(true)
      const { chainId, currency, min, max } = config.routes[0]!
      expect(await receiver.read.route([chainId, currency])).to.deep.equal([min, max])
      for (const { token, min, max } of config.tokens) {
        expect(await receiver.read.tokenRange([token])).to.deep.equal([min, max])
      }
      expect(await receiver.read.recipientStatus([recipient.account.address])).to.deep.equal([true, false])
      expect(await receiver.read.isRouter([router.account.address])).to.equal(true)
      expect(await receiver.read.policyEpoch()).to.equal(1n)
      for (const role of ['DEFAULT_ADMIN_ROLE', 'POLICY_ROLE', 'GUARDIAN_ROLE', 'RESCUE_ROLE'] as const) {
        expect(
          await receiver.read.hasRole([await receiver.read[role](), admin.account.address]),
          role,
        ).to.equal(true)
      }
    })

    it('grants each role to its configured account and to no other', async () => {
      const { viem, implementation, config, user } = fixture
      const [admin, guardian, rescuer] = [user, pad('0x61', { size: 20 }), pad('0x62', { size: 20 })] as const
      const own = { ...config, admin, guardian, rescuer }
      const { read } = await deployReceiver(viem, implementation.address, own)
      for (const [role, holder] of [
        ['DEFAULT_ADMIN_ROLE', admin],
        ['POLICY_ROLE', admin],
        ['GUARDIAN_ROLE', guardian],
        ['RESCUE_ROLE', rescuer],
      ] as const) {
        const id = await read[role]()
        for (const account of [admin, guardian, rescuer, config.admin]) {
          expect(await read.hasRole([id, account]), `${role} ${account}`).to.equal(account === holder)
        }
      }
    })

    it('runs once, and never on the implementation', async () => {
      const { receiver, implementation, config, assertions } = fixture
      for (const contract of [receiver, implementation]) {
        await assertions.revertWithCustomError(
          contract.write.initialize([config]),
          contract,
          'InvalidInitialization',
        )
      }
    })

    it('refuses an invalid configuration', async () => {
      await refuses({ admin: zeroAddress }, 'admin')
      await refuses({ guardian: zeroAddress }, 'guardian')
      await refuses({ rescuer: zeroAddress }, 'rescuer')
      await refuses({ chainName: '' }, 'chainName')
      await refuses({ solvers: [{ solver: zeroAddress, start: 0, stop: 0 }] }, 'solver')
      await refuses({ routes: [{ ...route, min: 11n }] }, 'min')
      await refuses({ routes: [{ ...route, chainId: 0n }] }, 'chainId')
      await refuses({ tokens: [{ token: someone, min: 2n, max: 1n }] }, 'min')
      await refuses({ recipients: [{ recipient: zeroAddress, hook: false }] }, 'recipient')
      await refuses({ routers: [zeroAddress] }, 'router')
      await refuses({ reserved: [zeroAddress] }, 'reserved')
    })
  })

  describe('roles', () => {
    const roles = ['ADMIN', 'POLICY', 'GUARDIAN', 'RESCUE'] as const
    const hashOf = (role: (typeof roles)[number]) =>
      role === 'ADMIN' ? zeroHash : keccak256(stringToHex(`fillproof.${role}_ROLE`))
    const setters: [(typeof roles)[number], string, readonly unknown[]][] = [
      ['POLICY', 'setSolver', [{ solver: someone, start: 0, stop: 0 }]],
      ['GUARDIAN', 'revokeSolver', [solver.address]],
      ['POLICY', 'setRoute', [route]],
      ['POLICY', 'setToken', [someone, 1n, 2n]],
      ['POLICY', 'setRecipient', [{ recipient: someone, hook: false }]],
      ['POLICY', 'removeRecipient', [someone]],
      ['POLICY', 'setRecipientRoot', [keccak256('0x')]],
      ['POLICY', 'setRouter', [someone, true]],
      ['POLICY', 'setReserved', [someone, true]],
      ['GUARDIAN', 'pause', []],
      ['ADMIN', 'unpause', []],
      ['RESCUE', 'rescue', [zeroAddress, someone, 0n]],
    ]
    for (const [role, functionName, args] of setters) {
      it(`let only ${role} call ${functionName}`, async () => {
        const { receiver, stranger, assertions } = fixture
        const { abi, address } = receiver
        const { account } = stranger
        const call = () => stranger.writeContract({ abi: abi as Abi, address, functionName, args })
        if (functionName === 'unpause') await receiver.write.pause()
        for (const other of roles.filter((other) => other !== role)) {
          await receiver.write.grantRole([hashOf(other), account.address])
        }
        await assertions.revertWithCustomErrorWithArgs(call(), receiver, 'AccessControlUnauthorizedAccount', [
          getAddress(account.address),
          hashOf(role),
        ])
        for (const other of roles) {
          if (other !== role) await receiver.write.revokeRole([hashOf(other), account.address])
        }
        await receiver.write.grantRole([hashOf(role), account.address])
        await call()
      })
    }
  })

  it('can be paused and unpaused once each, with an event', async () => {
    const { receiver, admin, assertions } = fixture
    const account = admin.account.address
    await assertions.revertWithCustomError(receiver.write.unpause(), receiver, 'ExpectedPause')
    await assertions.emitWithArgs(receiver.write.pause(), receiver, 'Paused', [account])
    await assertions.revertWithCustomError(receiver.write.pause(), receiver, 'EnforcedPause')
    await assertions.emitWithArgs(receiver.write.unpause(), receiver, 'Unpaused', [account])
    expect(await receiver.read.paused()).to.equal(false)
  })

  describe('solvers', () => {
    const set = (start: number, stop: number) =>
      fixture.receiver.write.setSolver([{ solver: secondSolver.address, start, stop }])

    it('have a valid window', async () => {
      const { receiver, assertions } = fixture
      const args = [stringToHex('stop', { size: 32 })]
      await expectRevert(assertions, set(10, 10), receiver, 'InvalidConfig', args)
      await expectRevert(assertions, set(10, 9), receiver, 'InvalidConfig', args)
      await assertions.emitWithArgs(set(10, 11), receiver, 'SolverSet', [secondSolver.address, 10, 11])
      expect(await receiver.read.solverWindow([secondSolver.address])).to.deep.equal([10, 11])
    })

    it('never raise the epoch: they are checked at the use of a signature and again at payment', async () => {
      const { revokeSolver } = fixture.receiver.write
      for (const window of [
        [10, 100],
        [9, 101],
        [10, 101],
        [10, 0],
        [11, 500],
        [11, 499],
      ] as [number, number][]) {
        expect(await raises(set(...window)), window.join()).to.equal(false)
      }
      for (const account of [secondSolver.address, someone]) {
        expect(await raises(revokeSolver([account])), 'revoked').to.equal(false)
      }
      expect(await fixture.receiver.read.isSolverActive([secondSolver.address])).to.equal(false)
      expect(await raises(set(0, 0)), 'back again').to.equal(false)
      expect(await fixture.receiver.read.isSolverActive([secondSolver.address])).to.equal(true)
    })

    it('report a revocation', async () => {
      const { receiver, assertions } = fixture
      const args = [solver.address, 0, 0] as const
      await assertions.emitWithArgs(receiver.write.revokeSolver([solver.address]), receiver, 'SolverSet', [
        ...args,
      ])
    })
  })

  for (const [name, event, key] of [
    ['routes', 'RouteSet', [route.chainId, route.currency]],
    ['tokens', 'TokenSet', [someone]],
  ] as const) {
    describe(name, () => {
      const set = (min: bigint, max: bigint) =>
        name === 'routes'
          ? fixture.receiver.write.setRoute([{ ...route, min, max }])
          : fixture.receiver.write.setToken([someone, min, max])

      it('have a valid range', async () => {
        const { receiver, assertions } = fixture
        const args = [stringToHex('min', { size: 32 })]
        await expectRevert(assertions, set(11n, 10n), receiver, 'InvalidConfig', args)
        await assertions.emitWithArgs(set(10n, 10n), receiver, event, [...key, 10n, 10n])
      })

      it('raise the epoch if and only if a formerly accepted amount is now refused', async () => {
        expect(await raises(set(5n, 10n)), 'new').to.equal(false)
        expect(await raises(set(4n, maxUint128)), 'wider').to.equal(false)
        expect(await raises(set(4n, maxUint128)), 'same').to.equal(false)
        expect(await raises(set(5n, maxUint128)), 'higher minimum').to.equal(true)
        expect(await raises(set(5n, 10n)), 'lower maximum').to.equal(true)
        expect(await raises(set(0n, 0n)), 'removed').to.equal(true)
        expect(await raises(set(0n, 0n)), 'still removed').to.equal(false)
      })
    })
  }

  describe('recipients', () => {
    const set = (hook: boolean) => fixture.receiver.write.setRecipient([{ recipient: someone, hook }])
    const remove = () => fixture.receiver.write.removeRecipient([someone])

    it('raise the epoch if and only if an entry changes', async () => {
      expect(await raises(remove()), 'never there').to.equal(false)
      expect(await raises(set(true)), 'new').to.equal(false)
      expect(await fixture.receiver.read.recipientStatus([someone])).to.deep.equal([true, true])
      expect(await raises(set(true)), 'same').to.equal(false)
      expect(await raises(set(false)), 'hook gone').to.equal(true)
      expect(await raises(remove()), 'removed').to.equal(true)
      expect(await fixture.receiver.read.recipientStatus([someone])).to.deep.equal([false, false])
    })

    it('report each change', async () => {
      const { receiver, assertions } = fixture
      await assertions.emitWithArgs(set(true), receiver, 'RecipientSet', [someone, true, true])
      await assertions.emitWithArgs(remove(), receiver, 'RecipientSet', [someone, false, false])
    })
  })

  describe('recipients, while a root is set', () => {
    const root = keccak256('0x01')

    it('raise the epoch if one is listed, because the tree may have it with another hook', async () => {
      const { receiver } = fixture
      expect(await raises(receiver.write.setRecipientRoot([root]))).to.equal(false)
      for (const hook of [true, false]) {
        expect(await raises(receiver.write.setRecipient([{ recipient: someone, hook }]))).to.equal(true)
        expect(await raises(receiver.write.setRecipient([{ recipient: someone, hook }]))).to.equal(false)
        expect(await raises(receiver.write.removeRecipient([someone]))).to.equal(true)
        expect(await raises(receiver.write.removeRecipient([someone]))).to.equal(false)
      }
      expect(await raises(receiver.write.setRecipientRoot([zeroHash]))).to.equal(true)
      expect(await raises(receiver.write.setRecipient([{ recipient: someone, hook: true }]))).to.equal(false)
    })
  })

  describe('routers and reserved addresses', () => {
    it('cannot be paid, and raise the epoch if they may be recipients or were a router', async () => {
      const { setRouter, setReserved, setRecipient, removeRecipient, setRecipientRoot } =
        fixture.receiver.write
      const { read } = fixture.receiver
      const all = async () => [
        await raises(setRouter([someone, false])),
        await raises(setRouter([someone, true])),
        await raises(setRouter([someone, true])),
        await raises(setRouter([someone, false])),
        await raises(setReserved([someone, true])),
        await raises(setReserved([someone, true])),
        await raises(setReserved([someone, false])),
      ]
      expect(await all(), 'a stranger').to.deep.equal([false, false, false, true, false, false, false])
      const both = [false, true, false, true, true, false, false]
      await setRecipient([{ recipient: someone, hook: false }])
      expect(await all(), 'listed').to.deep.equal(both)
      await removeRecipient([someone])
      await setRecipientRoot([keccak256('0x01')])
      expect(await all(), 'while a root is set').to.deep.equal(both)

      expect(await read.isReserved([someone])).to.equal(false)
      await setRouter([someone, true])
      expect([await read.isReserved([someone]), await read.isRouter([someone])]).to.deep.equal([true, true])
      await setRouter([someone, false])
      await setReserved([someone, true])
      expect([await read.isReserved([someone]), await read.isRouter([someone])]).to.deep.equal([true, false])
    })

    it('are set and cleared independently of each other and of recipients', async () => {
      const { receiver } = fixture
      const { setRouter, setReserved } = receiver.write
      const setRecipient = (hook: boolean) => receiver.write.setRecipient([{ recipient: someone, hook }])
      const state = async () => ({
        router: await receiver.read.isRouter([someone]),
        reserved: await receiver.read.isReserved([someone]),
        recipient: await receiver.read.recipientStatus([someone]),
      })
      const none = { router: false, reserved: false, recipient: [false, false] }

      await setRecipient(true)
      await setRouter([someone, true])
      await setReserved([someone, true])
      const all = { router: true, reserved: true, recipient: [true, true] }
      expect(await state()).to.deep.equal(all)
      await setRouter([someone, false])
      expect(await state(), 'still reserved').to.deep.equal({ ...all, router: false })
      await setRouter([someone, true])
      await setReserved([someone, false])
      // A router is among those who must never be paid.
      expect(await state(), 'still a router').to.deep.equal(all)
      await setRouter([someone, false])
      expect(await state(), 'neither').to.deep.equal({ ...none, recipient: [true, true] })

      await setReserved([someone, true])
      await setRecipient(false)
      expect(await state(), 'another hook').to.deep.equal({
        ...none,
        reserved: true,
        recipient: [true, false],
      })
      await setRouter([someone, true])
      await receiver.write.removeRecipient([someone])
      expect(await state(), 'no recipient').to.deep.equal({ ...none, router: true, reserved: true })
      await setReserved([someone, false])
      await setRouter([someone, false])
      expect(await state(), 'nothing').to.deep.equal(none)
    })

    it('report each change', async () => {
      const { receiver, assertions } = fixture
      await assertions.emitWithArgs(receiver.write.setRouter([someone, true]), receiver, 'RouterSet', [
        someone,
        true,
      ])
      await assertions.emitWithArgs(receiver.write.setReserved([someone, true]), receiver, 'ReservedSet', [
        someone,
        true,
      ])
    })
  })

  it('reports unknown ids as unpaid', async () => {
    expect(await fixture.receiver.read.isPaid([zeroHash])).to.equal(false)
    expect(await fixture.receiver.read.authorization([zeroHash])).to.deep.equal([zeroAddress, 0n])
  })
})

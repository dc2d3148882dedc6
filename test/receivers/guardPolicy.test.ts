import { expect } from 'chai'
import {
  type Abi,
  encodeFunctionData,
  getAddress,
  type Hex,
  keccak256,
  pad,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { paymentGuardAbi } from '../../src/index.js'
import { expectRevert } from '../support/expectRevert.js'
import { restoreAfterEach, secondSolver, solver } from './support/fixture.js'
import {
  deployGuard,
  deployGuardFixture,
  far,
  type GuardFixture,
  type GuardSettings,
  here,
  recipient,
  solana,
} from './support/guardFixture.js'

const hashName = (name: string) => keccak256(stringToHex(name))
const field = (name: string) => stringToHex(name, { size: 32 })

describe('PaymentGuard: its policy', () => {
  let fixture: GuardFixture

  before(async () => {
    fixture = await deployGuardFixture()
  })
  restoreAfterEach(() => fixture)

  const refuses = (run: Promise<unknown>, error: string, args: readonly unknown[]) =>
    expectRevert(fixture.assertions, run, fixture.guard, error, args)

  describe('initialize', () => {
    it('stores the given configuration', async () => {
      const { guard, config, admin } = fixture
      expect(await guard.read.ownChain()).to.deep.equal([BigInt(here.id), hashName(here.name)])
      expect(await guard.read.depository()).to.equal(getAddress(config.depository))
      expect(await guard.read.isSolverActive([solver.address])).to.equal(true)
      expect(await guard.read.chainIdOf([here.name])).to.equal(BigInt(here.id))
      expect(await guard.read.chainIdOf([far.name])).to.equal(BigInt(far.id))
      expect(await guard.read.isEvmChain([BigInt(here.id)])).to.equal(true)
      expect(await guard.read.isEvmChain([BigInt(far.id)])).to.equal(true)
      expect(await guard.read.isEvmChain([BigInt(solana.id)])).to.equal(false)
      expect(await guard.read.isRecipientAllowed([BigInt(far.id), recipient])).to.equal(true)
      for (const role of ['POLICY_ROLE', 'GUARDIAN_ROLE', 'RESCUE_ROLE'] as const) {
        expect(await guard.read.hasRole([await guard.read[role](), admin.account.address])).to.equal(true)
      }
      expect(await guard.read.hasRole([zeroHash, admin.account.address])).to.equal(true)
    })

    it('emits an event for each value that it sets', async () => {
      const { guard, config } = fixture
      const [deployed] = await guard.getEvents.Initialized({ fromBlock: 0n })
      const { blockNumber } = deployed!
      const logs = await fixture.publicClient.getContractEvents({
        abi: guard.abi,
        address: guard.address,
        fromBlock: blockNumber,
        toBlock: blockNumber,
      })
      const told = (name: string) =>
        logs.filter(({ eventName }) => eventName === name).map(({ args }) => args as unknown)
      expect(told('DepositorySet')).to.deep.equal([{ depository: getAddress(config.depository) }])
      expect(told('ChainSet')).to.deep.equal(
        [{ name: here.name, chainId: BigInt(here.id), isEvm: true }, ...config.chains].map(
          ({ name, chainId, isEvm }) => ({ name, chainId, isEvm }),
        ),
      )
      expect(told('SolverSet')).to.deep.equal([{ solver: solver.address, start: 0, stop: 0 }])
      expect(told('PaidRecipientSet')).to.have.length(config.recipients.length)
      expect(told('RoleGranted')).to.have.length(4)
    })

    it('grants each role to its configured account and to no other', async () => {
      const { viem, implementation, config, stranger } = fixture
      const [admin, guardian, rescuer] = [
        stranger.account.address,
        pad('0x61', { size: 20 }),
        pad('0x62', { size: 20 }),
      ] as const
      const own = { ...config, admin, guardian, rescuer }
      const { read } = await deployGuard(viem, implementation.address, own)
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
      const { guard, implementation, config } = fixture
      await refuses(guard.write.initialize([config]), 'InvalidInitialization', [])
      const bare = await fixture.viem.getContractAt('PaymentGuard', implementation.address)
      await refuses(bare.write.initialize([config]), 'InvalidInitialization', [])
    })

    it('refuses an invalid configuration', async () => {
      const { config } = fixture
      const someone = '0x00000000000000000000000000000000000000aa'
      const pair = { name: far.name, chainId: BigInt(far.id), isEvm: true }
      const broken: [Partial<GuardSettings>, string, readonly unknown[]][] = [
        [{ admin: zeroAddress }, 'InvalidConfig', [field('admin')]],
        [{ guardian: zeroAddress }, 'InvalidConfig', [field('guardian')]],
        [{ rescuer: zeroAddress }, 'InvalidConfig', [field('rescuer')]],
        [{ chainName: '' }, 'InvalidConfig', [field('chainName')]],
        [{ depository: zeroAddress }, 'InvalidConfig', [field('depository')]],
        // Without code a deposit would succeed and be lost.
        [{ depository: someone }, 'InvalidConfig', [field('depository')]],
        [{ chains: [{ ...pair, name: here.name }] }, 'InvalidConfig', [field('name')]],
        [{ chains: [{ ...pair, chainId: BigInt(here.id) }] }, 'ChainNameTaken', [0n, hashName(here.name)]],
        [{ chains: [pair, { ...pair, chainId: 7n }] }, 'ChainNameTaken', [BigInt(far.id), zeroHash]],
      ]
      for (const [change, error, args] of broken) {
        const data = encodeFunctionData({
          abi: paymentGuardAbi,
          functionName: 'initialize',
          args: [{ ...config, ...change }],
        })
        await refuses(
          fixture.viem.deployContract('ERC1967Proxy', [fixture.implementation.address, data]),
          error,
          args,
        )
      }
    })

    it("works in a clone, which has the implementation's depository", async () => {
      const second = await deployGuard(fixture.viem, fixture.implementation.address, fixture.config)
      expect(await second.read.depository()).to.equal(await fixture.guard.read.depository())
    })
  })

  describe('roles', () => {
    const calls: [
      string,
      string,
      (fixture: GuardFixture) => { functionName: string; args: readonly unknown[] },
    ][] = [
      [
        'POLICY_ROLE',
        'setSolver',
        () => ({ functionName: 'setSolver', args: [{ solver: secondSolver.address, start: 0, stop: 0 }] }),
      ],
      [
        'POLICY_ROLE',
        'setChain',
        () => ({ functionName: 'setChain', args: [{ name: 'new', chainId: 5n, isEvm: true }] }),
      ],
      [
        'POLICY_ROLE',
        'setRecipient',
        () => ({ functionName: 'setRecipient', args: [BigInt(far.id), recipient, false] }),
      ],
      ['GUARDIAN_ROLE', 'revokeSolver', () => ({ functionName: 'revokeSolver', args: [solver.address] })],
      ['GUARDIAN_ROLE', 'pause', () => ({ functionName: 'pause', args: [] })],
    ]
    for (const [role, name, call] of calls) {
      it(`${name} needs ${role}`, async () => {
        const { guard, stranger } = fixture
        const roleHash = hashName(`fillproof.${role}`)
        const write = () =>
          stranger.writeContract({ abi: guard.abi as Abi, address: guard.address, ...call(fixture) })
        const args = [getAddress(stranger.account.address), roleHash]
        for (const other of [
          zeroHash,
          ...['POLICY', 'GUARDIAN', 'RESCUE'].map((name) => hashName(`fillproof.${name}_ROLE`)),
        ]) {
          if (other !== roleHash) await guard.write.grantRole([other, stranger.account.address])
        }
        await refuses(write(), 'AccessControlUnauthorizedAccount', args)
        await guard.write.grantRole([roleHash, stranger.account.address])
        await write()
      })
    }

    it('pausing and unpausing emit events and fail if repeated', async () => {
      const { guard, admin, assertions } = fixture
      const account = getAddress(admin.account.address)
      await refuses(guard.write.unpause(), 'ExpectedPause', [])
      await assertions.emitWithArgs(guard.write.pause(), guard, 'Paused', [account])
      await refuses(guard.write.pause(), 'EnforcedPause', [])
      await assertions.emitWithArgs(guard.write.unpause(), guard, 'Unpaused', [account])
    })

    it('unpausing needs the admin, not the guardian', async () => {
      const { guard, stranger } = fixture
      await guard.write.grantRole([hashName('fillproof.GUARDIAN_ROLE'), stranger.account.address])
      await guard.write.pause({ account: stranger.account })
      const args = [getAddress(stranger.account.address), zeroHash]
      await refuses(
        guard.write.unpause({ account: stranger.account }),
        'AccessControlUnauthorizedAccount',
        args,
      )
      await guard.write.unpause()
      expect(await guard.read.paused()).to.equal(false)
    })
  })

  describe('solvers', () => {
    it('are reported by events, with their windows', async () => {
      const { guard } = fixture
      await guard.write.setSolver([{ solver: secondSolver.address, start: 5, stop: 9 }])
      const [set] = await guard.getEvents.SolverSet()
      expect(set?.args).to.deep.equal({ solver: secondSolver.address, start: 5, stop: 9 })
      expect(await guard.read.solverWindow([secondSolver.address])).to.deep.equal([5, 9])
      await guard.write.revokeSolver([secondSolver.address])
      expect((await guard.getEvents.SolverSet())[0]?.args).to.deep.equal({
        solver: secondSolver.address,
        start: 0,
        stop: 0,
      })
    })

    it('cannot be the zero address or have an empty window', async () => {
      const { guard } = fixture
      const set = (address: Hex, start: number, stop: number) =>
        guard.write.setSolver([{ solver: address, start, stop }])
      await refuses(set(zeroAddress, 0, 0), 'InvalidConfig', [field('solver')])
      await refuses(set(solver.address, 5, 5), 'InvalidConfig', [field('stop')])
      await set(solver.address, 5, 6)
      await set(solver.address, 5, 0)
    })
  })

  describe('chains', () => {
    const setChain = (name: string, chainId: number | bigint, isEvm = true) =>
      fixture.guard.write.setChain([{ name, chainId: BigInt(chainId), isEvm }])

    it('map one name to one id, and back', async () => {
      const { guard } = fixture
      await refuses(setChain(far.name, 5), 'ChainNameTaken', [BigInt(far.id), zeroHash])
      await refuses(setChain('new', far.id), 'ChainNameTaken', [0n, hashName(far.name)])
      await refuses(setChain(far.name, solana.id), 'ChainNameTaken', [BigInt(far.id), hashName(solana.name)])
      await setChain('new', 5)
      const [set] = await guard.getEvents.ChainSet()
      expect(set?.args).to.deep.equal({ name: 'new', chainId: 5n, isEvm: true })
      expect(await guard.read.chainIdOf(['new'])).to.equal(5n)
    })

    it('can be removed, and added again only with the same id and kind', async () => {
      const { guard } = fixture
      await setChain(far.name, 0, false)
      expect(await guard.read.chainIdOf([far.name])).to.equal(0n)
      expect(await guard.read.isEvmChain([BigInt(far.id)])).to.equal(false)
      await refuses(setChain('renamed', far.id), 'ChainNameTaken', [0n, hashName(far.name)])
      await refuses(setChain(far.name, 5, false), 'ChainNameTaken', [BigInt(far.id), zeroHash])
      await refuses(setChain(far.name, far.id, false), 'InvalidConfig', [field('isEvm')])
      await setChain(far.name, far.id)
      expect(await guard.read.chainIdOf([far.name])).to.equal(BigInt(far.id))
      expect(await guard.read.isEvmChain([BigInt(far.id)])).to.equal(true)
    })

    it('keep their kind of addresses', async () => {
      await refuses(setChain(far.name, far.id, false), 'InvalidConfig', [field('isEvm')])
      await setChain(far.name, far.id, true)
    })

    it("have a name, and the own chain's name cannot change", async () => {
      await refuses(setChain('', 5), 'InvalidConfig', [field('name')])
      await refuses(setChain(here.name, 0, false), 'InvalidConfig', [field('name')])
      await refuses(setChain(here.name, here.id, false), 'InvalidConfig', [field('name')])
      await refuses(setChain('new', here.id), 'ChainNameTaken', [0n, hashName(here.name)])
      await refuses(setChain(far.name, 0, true), 'InvalidConfig', [field('isEvm')])
      await refuses(setChain('large', 1n << 248n), 'InvalidConfig', [field('chainId')])
    })
  })

  describe('recipients', () => {
    const set = (chainId: number, raw: Hex, allowed = true) =>
      fixture.guard.write.setRecipient([BigInt(chainId), raw, allowed])
    const isAllowed = (chainId: number, raw: Hex) =>
      fixture.guard.read.isRecipientAllowed([BigInt(chainId), raw])
    const lengths = [16, 20, 21, 32, 33]

    it("have their chain's form, with any length on other virtual machines", async () => {
      for (const size of lengths) {
        const raw = pad('0xfe', { size })
        await set(solana.id, raw)
        const [told] = await fixture.guard.getEvents.PaidRecipientSet()
        expect(told?.args).to.deep.equal({ chainId: BigInt(solana.id), recipient: raw, allowed: true })
        expect(await isAllowed(solana.id, raw)).to.equal(true)
        expect(await isAllowed(far.id, raw)).to.equal(false)
        if (size !== 20) await refuses(set(far.id, raw), 'InvalidConfig', [field('recipient')])
      }
    })

    it('are not equal to a similar address of another length', async () => {
      const word = pad('0xfe', { size: 32 })
      await set(solana.id, pad('0xfe', { size: 20 }))
      expect(await isAllowed(solana.id, word)).to.equal(false)
      await set(solana.id, pad('0xfe', { size: 21 }))
      expect(await isAllowed(solana.id, keccak256(pad('0xfe', { size: 21 })))).to.equal(false)
    })

    it('are distinguished by every byte', async () => {
      for (const size of [20, 32, 33, 36]) {
        await set(solana.id, pad('0xaa', { size }))
        expect(await isAllowed(solana.id, pad('0xab', { size })), `${size} bytes`).to.equal(false)
      }
    })

    it('are removed one by one', async () => {
      for (const size of [1, 20, 32, 36]) {
        const [one, two] = [pad('0x01', { size }), pad('0x02', { size })]
        await set(solana.id, one)
        await set(solana.id, two)
        await set(solana.id, one, false)
        expect([await isAllowed(solana.id, one), await isAllowed(solana.id, two)]).to.deep.equal([
          false,
          true,
        ])
      }
    })

    it('need a nonzero address and a known chain', async () => {
      await refuses(set(solana.id, '0x'), 'InvalidConfig', [field('recipient')])
      await refuses(set(far.id, zeroAddress), 'InvalidConfig', [field('recipient')])
      await refuses(set(5, recipient), 'InvalidConfig', [field('chainId')])
      expect(await isAllowed(solana.id, '0x')).to.equal(false)
      expect(await isAllowed(0, recipient)).to.equal(false)
      // A removal needs no chain, which may be gone.
      await set(5, recipient, false)
    })
  })
})

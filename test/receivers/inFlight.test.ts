// What a policy function or a role's act between `authorizeFill` and the fill does to the payment in flight: it is paid
// where nothing of it was narrowed, else the fill reverts, so that the service refunds. It is never returned.
import { expect } from 'chai'
import { type Address, keccak256, maxUint128, stringToHex, zeroAddress, zeroHash } from 'viem'
import { createRecipientTree, padAddress } from '../../src/index.js'
import {
  type Fixture,
  fillAmount,
  originChainId,
  ownChainId,
  type PaymentTerms,
  restoreAfterEach,
  routeMax,
  routeMin,
  secondSolver,
  solver,
  tokenMax,
} from './support/fixture.js'
import { balanceOf, donate, eventsOf, keepsBalances, refuses } from './support/hostile.js'
import {
  authorize,
  type Changes,
  deploySubject,
  type Kind,
  kinds,
  type Subject,
} from './support/receivers.js'
import { registrar } from './support/registered.js'
import { hashOf, home, narrow, refusesCall } from './support/returns.js'
import { deployRouters, paymentsThrough, type Routers } from './support/routers.js'
import { chains } from './support/signedFixture.js'

/** The end of the payment; a name alone is the error whose arguments the receiver's state gives. */
type End =
  | 'paid'
  | 'AuthorizationStale'
  | ['UnknownSolver' | 'EnforcedPause' | 'RequestExpired', readonly unknown[]]
type Row = { of?: Kind; before?: () => Promise<unknown>; act: () => Promise<unknown>; end: End }

const someone: Address = '0x0000000000000000000000000000000000001234'
const aRoot = keccak256('0xab')
const month = 30 * 86_400
const roles = ['POLICY', 'GUARDIAN', 'RESCUE', 'REGISTRAR'] as const
const roleOf = (name: (typeof roles)[number]) => keccak256(stringToHex(`fillproof.${name}_ROLE`))

for (const kind of kinds) {
  describe(`Payments in flight: ${kind}`, () => {
    let subject: Subject
    let fixture: Fixture
    let routers: Routers
    let write: Fixture['receiver']['write']
    let recipient: Address
    let changes: Changes

    before(async () => {
      subject = await deploySubject(kind)
      fixture = subject.fixture
      write = fixture.receiver.write
      recipient = fixture.recipient.account.address
      routers = await deployRouters(fixture)
      await donate(fixture)
    })
    restoreAfterEach(() => fixture)
    beforeEach(() => {
      changes = {}
    })

    const now = async () => Number(await fixture.helpers.time.latest())

    type InFlight = { name: keyof ReturnType<typeof paymentsThrough>; p: PaymentTerms }

    /** Calls that a solver makes itself and through both routers, authorized by orders that name these. */
    async function authorizeAll(more: Changes = {}): Promise<InFlight[]> {
      const all: InFlight[] = []
      for (const [name, token, router] of [
        ['solver', zeroAddress, undefined],
        ['v3', zeroAddress, routers.v3.address],
        ['v2', fixture.token.address, routers.v2.address],
      ] as const) {
        const p = await subject.payment({ token, refundTo: home })
        all.push({ name, p })
        await authorizeOne(p, router, more)
      }
      return all
    }

    function authorizeOne(p: PaymentTerms, router?: Address, more: Changes = {}) {
      const named = router &&
        kind !== 'RegisteredTermsReceiver' && { output: { extraData: padAddress(router) } }
      return authorize(subject, p, { ...changes, ...named, ...more })
    }

    /** Each payment ends so, and not a single one at `refundTo`. */
    async function endsAll(all: readonly InFlight[], end: End, epoch: bigint) {
      const { receiver } = fixture
      const found = await receiver.read.policyEpoch()
      expect(found > epoch, 'the epoch').to.equal(end === 'AuthorizationStale')
      for (const { name, p } of all) {
        const run = () => paymentsThrough(routers)[name](subject, p)
        if (end === 'paid') {
          const before = await balanceOf(fixture, p.token, p.recipient)
          const hash = await keepsBalances(fixture, [], run)
          expect(await balanceOf(fixture, p.token, p.recipient), name).to.equal(before + p.minimum)
          expect(await eventsOf(fixture, hash, receiver, 'FillAccepted')).to.have.length(1)
        } else {
          const [error, args] = end === 'AuthorizationStale' ? [end, [epoch, found]] : end
          await refuses(fixture, run, error, args)
        }
        expect(await receiver.read.isCallPaid([await hashOf(subject, p)]), name).to.equal(end === 'paid')
        expect(await balanceOf(fixture, p.token, home), name).to.equal(0n)
      }
    }

    const setSolver = (account: Address, start: number, stop: number) =>
      write.setSolver([{ solver: account, start, stop }])
    const route = { chainId: BigInt(originChainId), currency: padAddress(zeroAddress) }
    const setRoute = (min: bigint, max: bigint, change: Partial<typeof route> = {}) =>
      write.setRoute([{ ...route, ...change, min, max }])
    const setRecipient = (account: Address, hook = false) =>
      write.setRecipient([{ recipient: account, hook }])
    const setChain = async (name: string, chainId: bigint, isEvm: boolean) => {
      const own = await fixture.viem.getContractAt('SignedOrderReceiver', fixture.receiver.address)
      return own.write.setChain([{ name, chainId, isEvm }])
    }
    const listed = () => setRecipient(someone)
    const rooted = () => write.setRecipientRoot([aRoot])
    const inTree = async () => {
      await write.removeRecipient([recipient])
      const recipients = [{ address: recipient }, { address: someone }]
      const tree = createRecipientTree({
        chainId: ownChainId,
        receiver: fixture.receiver.address,
        recipients,
      })
      changes = { proof: tree.prove(recipient).recipientProof }
      await write.setRecipientRoot([tree.root])
    }
    const renounce = async () => {
      const data = { functionName: 'renounceRole', args: [roleOf('REGISTRAR'), registrar.address] } as const
      await fixture.helpers.impersonateAccount(registrar.address)
      await fixture.helpers.setBalance(registrar.address, fillAmount)
      const { receiver, viem } = fixture
      const wallet = await viem.getWalletClient(registrar.address)
      await wallet.writeContract({ abi: receiver.abi, address: receiver.address, ...data })
    }
    const revoke = (account: Address) => write.revokeRole([roleOf('REGISTRAR'), account])
    const usdc = () => fixture.token.address
    const stale = 'AuthorizationStale'

    const rows: Record<string, Row> = {
      'nothing happens': { act: async () => {}, end: 'paid' },

      'a stranger is revoked as solver': { act: () => write.revokeSolver([someone]), end: 'paid' },
      'an unrelated solver is revoked': {
        before: () => setSolver(secondSolver.address, 0, 0),
        act: () => write.revokeSolver([secondSolver.address]),
        end: 'paid',
      },
      'a solver is added': { act: () => setSolver(secondSolver.address, 0, 0), end: 'paid' },
      'the solver is set as it is': { act: () => setSolver(solver.address, 0, 0), end: 'paid' },
      'the solver is to stop in 30 days': {
        act: async () => setSolver(solver.address, 0, (await now()) + month),
        end: 'paid',
      },
      'the solver is revoked': {
        act: () => write.revokeSolver([solver.address]),
        end: ['UnknownSolver', [solver.address, 0, 0]],
      },
      'the solver is revoked and set again': {
        act: async () => {
          await write.revokeSolver([solver.address])
          await setSolver(solver.address, 0, 0)
        },
        end: 'paid',
      },
      'the solver is to start later': {
        act: () => setSolver(solver.address, 2 ** 40, 0),
        end: ['UnknownSolver', [solver.address, 2 ** 40, 0]],
      },
      'the time of the solver ends': {
        act: async () => {
          await setSolver(solver.address, 0, 2 ** 32 + 5)
          await setSolver(solver.address, 0, 1)
        },
        end: ['UnknownSolver', [solver.address, 0, 1]],
      },

      'a router is added': { act: () => write.setRouter([someone, true]), end: 'paid' },
      'the routers are set again': {
        act: async () => {
          for (const { address } of Object.values(routers)) await write.setRouter([address, true])
        },
        end: 'paid',
      },
      'a router is removed that was none': { act: () => write.setRouter([someone, false]), end: 'paid' },
      'another router is removed': {
        act: () => write.setRouter([fixture.router.account.address, false]),
        end: stale,
      },
      'a router is removed that orders name': {
        act: () => write.setRouter([routers.v3.address, false]),
        end: stale,
      },
      'a listed recipient becomes a router': {
        before: listed,
        act: () => write.setRouter([someone, true]),
        end: stale,
      },
      'anybody becomes a router, while a root is set': {
        before: rooted,
        act: () => write.setRouter([someone, true]),
        end: stale,
      },

      'a stranger is reserved': { act: () => write.setReserved([someone, true]), end: 'paid' },
      'a stranger is reserved while a root is set': {
        before: rooted,
        act: () => write.setReserved([someone, true]),
        end: stale,
      },
      'a listed recipient is reserved': {
        before: listed,
        act: () => write.setReserved([someone, true]),
        end: stale,
      },
      'the recipient is reserved': { act: () => write.setReserved([recipient, true]), end: stale },
      'who is reserved is reserved again, and released': {
        before: async () => {
          await listed()
          await write.setReserved([someone, true])
        },
        act: async () => {
          await write.setReserved([someone, true])
          await write.setReserved([someone, false])
        },
        end: 'paid',
      },

      'a chain is named as it is': {
        of: 'SignedOrderReceiver',
        act: async () => {
          for (const { name, chainId, isEvm } of chains) await setChain(name, chainId, isEvm)
        },
        end: 'paid',
      },
      'a chain is named, and one is removed that was not known': {
        of: 'SignedOrderReceiver',
        act: async () => {
          await setChain('new', 77n, true)
          await setChain('never known', 0n, false)
        },
        end: 'paid',
      },
      'the machine of a chain is changed': {
        of: 'SignedOrderReceiver',
        act: () => setChain('origin', BigInt(originChainId), false),
        end: stale,
      },
      'the name of a chain is removed': {
        of: 'SignedOrderReceiver',
        act: () => setChain('second', 0n, false),
        end: stale,
      },

      'a recipient is listed': { act: listed, end: 'paid' },
      'a recipient is listed as it is': { act: () => setRecipient(recipient), end: 'paid' },
      'a recipient is removed that was none': { act: () => write.removeRecipient([someone]), end: 'paid' },
      'another recipient is removed': {
        before: listed,
        act: () => write.removeRecipient([someone]),
        end: stale,
      },
      'the recipient is removed': { act: () => write.removeRecipient([recipient]), end: stale },
      'the recipient gets a hook': { act: () => setRecipient(recipient, true), end: stale },
      'a recipient is listed while a root is set': { before: rooted, act: listed, end: stale },
      'a recipient of the tree is listed with a hook': {
        before: inTree,
        act: () => setRecipient(recipient, true),
        end: stale,
      },
      'a recipient is listed as it is, while a root is set': {
        before: rooted,
        act: () => setRecipient(recipient),
        end: 'paid',
      },

      'a first root is set': { act: rooted, end: 'paid' },
      'the root is set again': { before: rooted, act: rooted, end: 'paid' },
      'nothing happens to a recipient of the tree': { before: inTree, act: async () => {}, end: 'paid' },
      'the root is changed': {
        before: rooted,
        act: () => write.setRecipientRoot([keccak256('0x')]),
        end: stale,
      },
      'the root is removed': { before: inTree, act: () => write.setRecipientRoot([zeroHash]), end: stale },
      'no root is set again': { act: () => write.setRecipientRoot([zeroHash]), end: 'paid' },

      'a token is listed': { act: () => write.setToken([someone, 5n, 6n]), end: 'paid' },
      'a token is removed that was none': { act: () => write.setToken([someone, 0n, 0n]), end: 'paid' },
      'a token is widened, and set as it is': {
        before: () => write.setToken([usdc(), 5n, maxUint128 - 1n]),
        act: async () => {
          await write.setToken([usdc(), 4n, maxUint128])
          await write.setToken([usdc(), 4n, maxUint128])
        },
        end: 'paid',
      },
      'the minimum of a token is raised': { act: () => write.setToken([usdc(), 2n, tokenMax]), end: stale },
      'the maximum of a token is lowered': {
        act: () => write.setToken([zeroAddress, 1n, tokenMax - 1n]),
        end: stale,
      },
      'a token is removed': { act: () => write.setToken([usdc(), 0n, 0n]), end: stale },

      'a route is added': { act: () => setRoute(1n, 2n, { chainId: 5n }), end: 'paid' },
      'a route is removed that was none': { act: () => setRoute(0n, 0n, { chainId: 5n }), end: 'paid' },
      'the route is widened, and set as it is': {
        act: async () => {
          await setRoute(routeMin - 1n, routeMax + 1n)
          await setRoute(routeMin - 1n, routeMax + 1n)
        },
        end: 'paid',
      },
      'the minimum of the route is raised': { act: () => setRoute(routeMin + 1n, routeMax), end: stale },
      'the maximum of the route is lowered': { act: () => setRoute(routeMin, routeMax - 1n), end: stale },
      'the route is removed': { act: () => setRoute(0n, 0n), end: stale },

      'the receiver is paused': { act: () => write.pause(), end: ['EnforcedPause', []] },
      'the receiver is paused and unpaused': {
        act: async () => {
          await write.pause()
          await write.unpause()
        },
        end: 'paid',
      },
      'what lies here is rescued': { act: () => write.rescue([zeroAddress, someone, 1n]), end: 'paid' },
      'roles are granted and revoked': {
        act: async () => {
          for (const role of roles.slice(0, 3).map(roleOf)) {
            await write.grantRole([role, someone])
            await write.revokeRole([role, someone])
            await write.revokeRole([role, fixture.admin.account.address])
          }
        },
        end: 'paid',
      },
      'the administrator gives up everything': {
        act: () => write.renounceRole([zeroHash, fixture.admin.account.address]),
        end: 'paid',
      },

      'a registrar is added': {
        of: 'RegisteredTermsReceiver',
        act: () => write.grantRole([roleOf('REGISTRAR'), someone]),
        end: 'paid',
      },
      'the registrar gives its role up': { of: 'RegisteredTermsReceiver', act: renounce, end: 'paid' },
      'the registrar is revoked': {
        of: 'RegisteredTermsReceiver',
        act: () => revoke(registrar.address),
        end: stale,
      },
      'the registrar is revoked after it gave its role up': {
        of: 'RegisteredTermsReceiver',
        act: async () => {
          await renounce()
          await revoke(registrar.address)
        },
        end: stale,
      },
      'an account that is not a registrar is revoked as one': {
        of: 'RegisteredTermsReceiver',
        act: () => revoke(someone),
        end: stale,
      },
    }

    for (const [what, { of, before: prepare, act, end }] of Object.entries(rows)) {
      if (of && of !== kind) continue
      it(`${end === 'paid' ? 'are paid' : 'are refused'}: ${what}`, async () => {
        await prepare?.()
        const all = await authorizeAll()
        const epoch = await fixture.receiver.read.policyEpoch()
        await act()
        await endsAll(all, end, epoch)
      })
    }

    it('has a row for each function of the policy', () => {
      const setters = subject.abi.flatMap((item) =>
        item.type === 'function' && item.stateMutability === 'nonpayable' ? [item.name] : [],
      )
      const others = ['authorizeFill', 'initialize', 'grantRole', 'revokeRole', 'renounceRole']
      const acts = [
        'setSolver',
        'revokeSolver',
        'setRouter',
        'setReserved',
        'setRecipient',
        'removeRecipient',
      ]
      const rest = ['setRecipientRoot', 'setToken', 'setRoute', 'pause', 'unpause', 'rescue']
      const ofKind = kind === 'SignedOrderReceiver' ? ['setChain'] : []
      expect(setters).to.have.members([...others, ...acts, ...rest, ...ofKind])
    })

    it('are paid after a narrowing once their evidence is presented again, even while the receiver is paused', async () => {
      const all = await authorizeAll()
      const epoch = await fixture.receiver.read.policyEpoch()
      await write.pause()
      await narrow(subject)
      for (const [index, router] of [undefined, routers.v3.address, routers.v2.address].entries()) {
        await authorizeOne(all[index]!.p, router)
      }
      await write.unpause()
      await endsAll(all, 'paid', epoch + 1n)
    })

    it("are paid with another solver that is active now, however long the stored solver's window", async () => {
      const stop = (await now()) + 3000
      for (const window of [
        [2 ** 40, 0],
        [0, 1],
      ] as [number, number][]) {
        await setSolver(secondSolver.address, 0, 0)
        await setSolver(solver.address, 0, stop)
        const p = await subject.payment({ refundTo: home })
        await authorize(subject, p, { signer: secondSolver })
        const authorization = async () =>
          (await fixture.receiver.read.authorization([await hashOf(subject, p)]))[0]
        // The one that ends last is kept ...
        await authorize(subject, p)
        expect(await authorization()).to.equal(secondSolver.address)
        // ... while it is active.
        await setSolver(secondSolver.address, ...window)
        await refusesCall(subject, p, 'UnknownSolver', [secondSolver.address, ...window])
        await authorize(subject, p)
        expect(await authorization()).to.equal(solver.address)
        await paymentsThrough(routers).v3(subject, p)
        expect(await balanceOf(fixture, zeroAddress, home)).to.equal(0n)
      }
    })
  })
}

import { SimpleMerkleTree, StandardMerkleTree } from '@openzeppelin/merkle-tree'
import { expect } from 'chai'
import {
  type Address,
  encodeAbiParameters,
  getAddress,
  type Hex,
  keccak256,
  pad,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { createRecipientTree, padAddress } from '../../src/index.js'
import { expectRevert } from '../support/expectRevert.js'
import {
  deployFixture,
  deployReceiver,
  type Evidence,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  ownChainId,
  restoreAfterEach,
} from './support/fixture.js'
import { eventsOf } from './support/hostile.js'

type Entry = { address: Address; hook?: boolean }

const chainId = ownChainId
const flag = (value: number | boolean) => toHex(Number(value), { size: 32 })

describe('AttestedOrderReceiver: the tree of recipients', () => {
  let fixture: Fixture
  let hooked: Awaited<ReturnType<typeof deployRecipient>>
  let member: Address
  let others: Entry[]

  const deployRecipient = () => fixture.viem.deployContract('ScriptedRecipient')

  before(async () => {
    fixture = await deployFixture()
    hooked = await deployRecipient()
    member = fixture.recipient.account.address
    others = [1, 2, 3].map((id) => ({ address: pad(toHex(id + 0xf000), { size: 20 }) }))
    await fixture.receiver.write.removeRecipient([member])
  })
  restoreAfterEach(() => fixture)

  /** The published library's tree, also of what ours refuses; `prove` gives what the contract takes. */
  function treeOf(entries: readonly Entry[], scope: { chainId?: number; receiver?: Address } = {}) {
    const rows = entries.map(
      ({ address, hook = false }) =>
        [
          String(scope.chainId ?? chainId),
          scope.receiver ?? fixture.receiver.address,
          address,
          hook,
        ] as const,
    )
    const tree = StandardMerkleTree.of(rows as unknown as unknown[][], [
      'uint256',
      'address',
      'address',
      'bool',
    ])
    const prove = (address: Address) => {
      const index = entries.findIndex((entry) => entry.address === address)
      return [flag(entries[index]?.hook ?? false), ...(tree.getProof(index) as Hex[])]
    }
    return { root: tree.root as Hex, prove, tree }
  }

  const setRoot = (root: Hex) => fixture.receiver.write.setRecipientRoot([root])

  /** The fixture's four recipients in a tree that the receiver knows. */
  async function plant(entries: readonly Entry[] = [{ address: member }, ...others]) {
    const tree = treeOf(entries)
    await setRoot(tree.root)
    return tree
  }

  const directFor = (recipient: Address, currency: Address = zeroAddress) =>
    makeDirect(fixture, {
      payment: { recipient, currency },
      attestation: { destinationUser: padAddress(recipient) },
    })
  const authorizedFor = async (recipient: Address) => {
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const payment = makePayment(fixture, deadline, { recipient, data: '0x1234' })
    return { ...(await makeAuthorized(fixture, payment)), payment }
  }

  const fill = ({ a, signature, proof }: Evidence, path: readonly Hex[], value = fillAmount) =>
    fixture.receiver.write.fill([a, signature, proof, path, fillAmount], {
      value,
      account: fixture.payer.account,
    })
  const authorize = ({ a, signature, proof }: Evidence, path: readonly Hex[]) =>
    fixture.receiver.write.authorizeFill([a, signature, proof, path], { account: fixture.stranger.account })
  const pay = ({ payment }: Awaited<ReturnType<typeof authorizedFor>>) =>
    fixture.receiver.write.payAuthorized([payment], { value: fillAmount, account: fixture.payer.account })
  const refuses = (call: Promise<Hex>, error: string, args: readonly unknown[]) =>
    expectRevert(fixture.assertions, call, fixture.receiver, error, args)

  async function pays(evidence: Evidence, path: readonly Hex[]) {
    const hash = await fill(evidence, path)
    expect(await fixture.receiver.read.isPaid([evidence.id])).to.equal(true)
    return hash
  }

  /** Neither way takes the recipient with this proof. */
  async function refusesRecipient(recipient: Address, path: readonly Hex[]) {
    const [direct, authorized] = [await directFor(recipient), await authorizedFor(recipient)]
    await refuses(fill(direct, path), 'RecipientNotAllowed', [getAddress(recipient)])
    await refuses(authorize(authorized, path), 'RecipientNotAllowed', [getAddress(recipient)])
  }

  const told = (hash: Hex) => eventsOf(fixture, hash, hooked, 'Told')

  it('pays its members in both ways, at any position', async () => {
    const { root, prove } = await plant()
    expect(await fixture.receiver.read.recipientRoot()).to.equal(root)
    await pays(await directFor(member), prove(member))
    const library = createRecipientTree({
      chainId,
      receiver: fixture.receiver.address,
      recipients: [{ address: member }, ...others],
    })
    expect(library.root).to.equal(root)
    await pays(await directFor(member), library.prove(member).recipientProof)
    const authorized = await authorizedFor(member)
    await authorize(authorized, prove(member))
    await pay(authorized)
    expect(
      await fixture.receiver.read.isCallPaid([await fixture.receiver.read.hashPayment([authorized.payment])]),
    ).to.equal(true)
  })

  it('is separate from the list of addresses', async () => {
    await plant()
    expect(await fixture.receiver.read.recipientStatus([member])).to.deep.equal([false, false])
  })

  describe('its root', () => {
    it('is set only by the policy role, with an event', async () => {
      const { receiver, stranger } = fixture
      const { root } = treeOf([{ address: member }])
      await fixture.assertions.revertWithCustomError(
        receiver.write.setRecipientRoot([root], { account: stranger.account }),
        receiver,
        'AccessControlUnauthorizedAccount',
      )
      await fixture.assertions.emitWithArgs(setRoot(root), receiver, 'RecipientRootSet', [root])
    })

    it('raises the epoch if and only if it replaces another', async () => {
      const { receiver } = fixture
      const [first, second] = [treeOf([{ address: member }]).root, treeOf(others).root]
      const start = await receiver.read.policyEpoch()
      for (const [root, raised] of [
        [zeroHash, 0n],
        [first, 0n],
        [first, 0n],
        [second, 1n],
        [zeroHash, 2n],
        [zeroHash, 2n],
        [second, 2n],
      ] as const) {
        await setRoot(root)
        expect((await receiver.read.policyEpoch()) - start, root).to.equal(raised)
      }
    })

    it('loses its proofs and authorizations once another is set', async () => {
      const { receiver } = fixture
      const old = await plant()
      const authorized = await authorizedFor(member)
      await authorize(authorized, old.prove(member))
      const epoch = await receiver.read.policyEpoch()
      await setRoot(old.root)

      const renewed = await plant([{ address: member }, ...others.slice(1)])
      await refuses(pay(authorized), 'AuthorizationStale', [epoch, epoch + 1n])
      await refusesRecipient(member, old.prove(member))
      await authorize(authorized, renewed.prove(member))
      await pay(authorized)
    })

    it('allows no one if it is zero', async () => {
      const { prove } = treeOf([{ address: member }, ...others])
      await refusesRecipient(member, prove(member))
      await plant()
      await setRoot(zeroHash)
      await refusesRecipient(member, prove(member))
      await refusesRecipient(member, [flag(0)])
      await refusesRecipient(member, [])
    })
  })

  describe('refuses', () => {
    it('anyone without a proof of membership', async () => {
      const { prove } = await plant()
      const path = prove(member)
      const outsider = fixture.stranger.account.address
      const elsewhere = [{ address: member }, ...others]
      const twin = await deployReceiver(fixture.viem, fixture.implementation.address, fixture.config)
      const proofs: Record<string, readonly Hex[]> = {
        none: [],
        'the proof of another': prove(others[0]!.address),
        'that of another chain': treeOf(elsewhere, { chainId: 1 }).prove(member),
        'that of another receiver': treeOf(elsewhere, { receiver: twin.address }).prove(member),
        'the flag flipped': [flag(1), ...path.slice(1)],
        'a flag that is neither': [flag(2), ...path.slice(1)],
        'a flag in the highest byte': [pad('0x01', { size: 32, dir: 'right' }), ...path.slice(1)],
        'no flag': path.slice(1),
        'the flag alone': path.slice(0, 1),
        'one hash less': path.slice(0, -1),
        'the first hash missing': [path[0] as Hex, ...path.slice(2)],
        'one hash more': [...path, zeroHash],
        'the last twice': [...path, path.at(-1) as Hex],
        'the root appended': [...path, treeOf(elsewhere).root],
        'the hashes reordered': [path[0] as Hex, ...path.slice(1).reverse()],
      }
      for (const proof of Object.values(proofs)) await refusesRecipient(member, proof)
      await refusesRecipient(outsider, path)
      await pays(await directFor(member), path)
    })

    it('members of a tree for another chain, or another receiver', async () => {
      const twin = await deployReceiver(fixture.viem, fixture.implementation.address, fixture.config)
      for (const scope of [{ chainId: 1 }, { receiver: twin.address }]) {
        const tree = treeOf([{ address: member }, ...others], scope)
        await setRoot(tree.root)
        await refusesRecipient(member, tree.prove(member))
      }
    })

    it('a tree of singly hashed leaves, whose inner nodes could pass for leaves', async () => {
      const words = (recipient: Address, hook: bigint) =>
        encodeAbiParameters(
          [{ type: 'uint256' }, { type: 'address' }, { type: 'address' }, { type: 'uint256' }],
          [BigInt(chainId), fixture.receiver.address, recipient, hook],
        )
      const others32 = [1, 2, 3].map((id) => flag(id))
      const once = SimpleMerkleTree.of([keccak256(words(member, 0n)), ...others32])
      await setRoot(once.root as Hex)
      await refusesRecipient(member, [flag(0), ...(once.getProof(0) as Hex[])])

      // A leaf with a flag that is neither, in the tree itself.
      const neither = SimpleMerkleTree.of([keccak256(keccak256(words(member, 2n))), ...others32])
      await setRoot(neither.root as Hex)
      await refusesRecipient(member, [flag(2), ...(neither.getProof(0) as Hex[])])

      const twice = SimpleMerkleTree.of([keccak256(keccak256(words(member, 0n))), ...others32])
      await setRoot(twice.root as Hex)
      await pays(await directFor(member), [flag(0), ...(twice.getProof(0) as Hex[])])
    })

    it('an inner node as a leaf, and a leaf as an inner node', async () => {
      const { prove, tree } = await plant()
      const path = prove(member)
      const dump = tree.dump()
      for (const node of dump.tree as Hex[]) {
        await refuses(fill(await directFor(member), [flag(0), node]), 'RecipientNotAllowed', [
          getAddress(member),
        ])
      }
      await pays(await directFor(member), path)
    })

    it('members that must never be paid', async () => {
      const { receiver, router, token } = fixture
      const reserved: Address = '0x000000000000000000000000000000000000dEaD'
      await receiver.write.setReserved([reserved, true])
      const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
      const system = [receiver.address, router.account.address, reserved, permit2]
      const { prove } = await plant([...system, zeroAddress, token.address].map((address) => ({ address })))
      for (const recipient of [...system, zeroAddress] as Address[]) {
        const word = padAddress(recipient)
        const direct = await directFor(recipient)
        await refuses(fill(direct, prove(recipient)), 'InvalidRecipient', [word])
        const authorized = await authorizedFor(recipient)
        await refuses(authorize(authorized, prove(recipient)), 'InvalidRecipient', [word])
      }
      const ofToken = await directFor(token.address, token.address)
      await refuses(fill(ofToken, prove(token.address), 0n), 'InvalidRecipient', [padAddress(token.address)])
      // A token is nothing special in another currency: the fixture's just takes no native payments.
      await refuses(fill(await directFor(token.address), prove(token.address)), 'NativeTransferFailed', [
        getAddress(token.address),
        fillAmount,
        '0x',
      ])
    })
  })

  it('may have one member, whose proof is only its flag', async () => {
    for (const hook of [false, true]) {
      const { prove, root } = await plant([{ address: hooked.address, hook }])
      expect(prove(hooked.address)).to.deep.equal([flag(hook)])
      expect(root).to.match(/^0x\w{64}$/)
      await pays(await directFor(hooked.address), [flag(hook)])
      await refusesRecipient(hooked.address, [flag(!hook)])
    }
  })

  describe('and the hooks of its members', () => {
    it('run in a direct fill', async () => {
      const { prove } = await plant([{ address: hooked.address, hook: true }, ...others])
      const hash = await pays(await directFor(hooked.address), prove(hooked.address))
      const [event, ...more] = await told(hash)
      expect(more).to.deep.equal([])
      expect(event).to.deep.include({ caller: getAddress(fixture.receiver.address), held: fillAmount })
    })

    it('run in an authorized fill, which brings no proof', async () => {
      const { prove } = await plant([{ address: hooked.address, hook: true }, ...others])
      const authorized = await authorizedFor(hooked.address)
      await authorize(authorized, prove(hooked.address))
      const [event, ...more] = await told(await pay(authorized))
      expect(more).to.deep.equal([])
      expect(event?.received).to.deep.include({ data: '0x1234', amount: fillAmount })
    })

    it('do not run without the flag', async () => {
      const { prove } = await plant([{ address: hooked.address }, ...others])
      expect(await told(await pays(await directFor(hooked.address), prove(hooked.address)))).to.deep.equal([])
      const authorized = await authorizedFor(hooked.address)
      await authorize(authorized, prove(hooked.address))
      expect(await told(await pay(authorized))).to.deep.equal([])
    })

    it('run as proven if a member is in the tree with and without a hook', async () => {
      const entries = [{ address: hooked.address }, { address: hooked.address, hook: true }]
      const { tree, root } = treeOf(entries)
      await setRoot(root)
      for (const [index, count] of [0, 1].entries()) {
        const path = [flag(index), ...(tree.getProof(index) as Hex[])]
        expect(await told(await pays(await directFor(hooked.address), path))).to.have.length(count)
      }
    })
  })

  describe('next to the list of addresses', () => {
    const list = (hook: boolean) => fixture.receiver.write.setRecipient([{ recipient: hooked.address, hook }])

    it('does not affect listed recipients and their hooks', async () => {
      for (const hook of [false, true]) {
        await list(hook)
        const { prove } = await plant([{ address: hooked.address, hook: !hook }, ...others])
        for (const path of [[], prove(hooked.address), [flag(2)], [zeroHash, zeroHash]]) {
          const hash = await pays(await directFor(hooked.address), path)
          expect(await told(hash)).to.have.length(Number(hook))
        }
        const authorized = await authorizedFor(hooked.address)
        await authorize(authorized, prove(hooked.address))
        expect(await told(await pay(authorized))).to.have.length(Number(hook))
      }
    })

    it('still allows a member that is removed from the list', async () => {
      await list(true)
      const { prove } = await plant([{ address: hooked.address }, ...others])
      await fixture.receiver.write.removeRecipient([hooked.address])
      await refusesRecipient(hooked.address, [])
      const hash = await pays(await directFor(hooked.address), prove(hooked.address))
      expect(await told(hash), "the list's flag went with its entry").to.deep.equal([])
    })
  })
})

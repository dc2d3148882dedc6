import { StandardMerkleTree } from '@openzeppelin/merkle-tree'
import { expect } from 'chai'
import fc from 'fast-check'
import hre from 'hardhat'
import { type Address, getAddress, type Hex, pad, zeroAddress } from 'viem'
import {
  createRecipientTree,
  DuplicateRecipientError,
  loadRecipientTree,
  RecipientFieldError,
  RecipientNotListedError,
} from '../../../src/index.js'
import type { Recipient } from '../../../src/protocol/recipients/types.js'
import { count } from '../../support/deep.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'
import { readVector } from '../../support/vectors.js'

const vector = readVector('recipient-tree')
const { chainId, receiver, recipients } = vector as {
  chainId: number
  receiver: Address
  recipients: Recipient[]
}
const stranger: Address = '0x000000000000000000000000000000000000dEaD'
const runs = count({ normal: 25, deep: 1000 })

/** The published library's tree of the same list. */
function referenceOf(list: readonly Recipient[], scope = { chainId, receiver }) {
  return StandardMerkleTree.of(
    list.map(({ address, hook = false }) => [String(scope.chainId), scope.receiver, address, hook]),
    ['uint256', 'address', 'address', 'bool'],
  )
}

const wordOf = (hook = false) => pad(hook ? '0x01' : '0x00')

const addressOf = fc
  .bigInt({ min: 1n, max: 2n ** 160n - 1n })
  .map((value): Address => getAddress(pad(`0x${value.toString(16)}`, { size: 20 })))
const listOf = fc.uniqueArray(fc.record({ address: addressOf, hook: fc.boolean() }), {
  minLength: 1,
  maxLength: 40,
  selector: ({ address }) => address,
})

describe('createRecipientTree', () => {
  it('default: the root and the proofs of the known answer', () => {
    const tree = createRecipientTree({ chainId, receiver, recipients })
    expect([tree.root, tree.count, tree.chainId, tree.receiver]).deep.equal([
      vector.root,
      recipients.length,
      chainId,
      receiver,
    ])
    for (const [index, { address, hook = false }] of recipients.entries()) {
      expect(tree.prove(address)).deep.equal({ recipientProof: [wordOf(hook), ...vector.paths[index]], hook })
    }
  })

  it('behavior: the same as the published library for any list, in any order', () => {
    fc.assert(
      fc.property(listOf, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (list, id) => {
        const reference = referenceOf(list, { chainId: id, receiver })
        const tree = createRecipientTree({ chainId: id, receiver, recipients: list.toReversed() })
        expect(tree.root).equal(reference.root)
        for (const [index, { address, hook }] of list.entries()) {
          const { recipientProof } = tree.prove(address)
          expect(recipientProof).deep.equal([wordOf(hook), ...reference.getProof(index)])
        }
      }),
      { numRuns: runs },
    )
  })

  for (const size of [1, 2, 3, 4, 5, 7, 8, 9, 63, 64, 65]) {
    it(`behavior: ${size} recipients`, () => {
      const list = Array.from({ length: size }, (_, index) => ({
        address: pad(`0x${index + 1}`, { size: 20 }),
      }))
      const tree = createRecipientTree({ chainId, receiver, recipients: list })
      const reference = referenceOf(list)
      expect([tree.root, tree.count]).deep.equal([reference.root, size])
      for (const [index, { address }] of list.entries()) {
        expect(tree.prove(address).recipientProof.slice(1)).deep.equal(reference.getProof(index))
      }
    })
  }

  it('behavior: a contract accepts exactly its proofs', async () => {
    const connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
    try {
      const harness = await connection.viem.deployContract('EvidenceHarness')
      const { root, prove } = createRecipientTree({ chainId, receiver, recipients })
      const ask = (
        recipient: Address,
        proof: readonly Hex[],
        scope: [bigint, Address] = [BigInt(chainId), receiver],
      ) => harness.read.isListed([root, ...scope, recipient, proof])
      for (const { address, hook = false } of recipients) {
        const { recipientProof } = prove(address)
        const [, ...path] = recipientProof
        expect(await ask(address, recipientProof)).deep.equal([true, hook])
        for (const [what, answer] of Object.entries({
          'another hook': await ask(address, [wordOf(!hook), ...path]),
          'a dirty hook': await ask(address, [pad('0x02'), ...path]),
          'another recipient': await ask(stranger, recipientProof),
          'another chain': await ask(address, recipientProof, [BigInt(chainId) + 1n, receiver]),
          'another receiver': await ask(address, recipientProof, [BigInt(chainId), stranger]),
          'a shorter path': await ask(address, recipientProof.slice(0, -1)),
          'a longer path': await ask(address, [...recipientProof, root]),
        })) {
          expect(answer[0], what).equal(false)
        }
      }
    } finally {
      await connection.close()
    }
  })

  it('behavior: chain, receiver and hook change the root', () => {
    const other = recipients.map((recipient, index) =>
      index === 0 ? { ...recipient, hook: true } : recipient,
    )
    const roots = [
      { chainId, receiver, recipients },
      { chainId: chainId + 1, receiver, recipients },
      { chainId, receiver: stranger, recipients },
      { chainId, receiver, recipients: other },
      { chainId, receiver, recipients: recipients.slice(1) },
    ].map((parameters) => createRecipientTree(parameters).root)
    expect(new Set(roots).size).equal(roots.length)
  })

  it('behavior: addresses and receiver in any case', () => {
    const upper = (address: Address) => `0x${address.slice(2).toUpperCase()}` as Address
    const tree = createRecipientTree({
      chainId,
      receiver: upper(receiver),
      recipients: recipients.map(({ address, ...rest }) => ({ ...rest, address: upper(address) })),
    })
    expect(tree.root).equal(vector.root)
    expect(tree.prove(recipients[0]!.address.toLowerCase() as Address).hook).equal(false)
  })

  it('behavior: a dump survives JSON, is sorted, and names its chain and receiver', () => {
    fc.assert(
      fc.property(listOf, (list) => {
        const tree = createRecipientTree({ chainId, receiver, recipients: list })
        const dump = tree.dump()
        expect(dump).include({
          format: 'fillproof-recipients',
          version: 1,
          chainId,
          receiver,
          root: tree.root,
        })
        const addresses = dump.recipients.map(({ address }) => address)
        expect(addresses).deep.equal(list.map(({ address }) => address.toLowerCase()).sort())
        const loaded = loadRecipientTree(JSON.parse(JSON.stringify(dump)))
        expect(loaded.dump()).deep.equal(dump)
        for (const { address } of list) expect(loaded.prove(address)).deep.equal(tree.prove(address))
        const reversed = createRecipientTree({ chainId, receiver, recipients: list.toReversed() })
        expect(reversed.dump()).deep.equal(dump)
      }),
      { numRuns: runs },
    )
  })

  it('error: an unlisted address', async () => {
    const tree = createRecipientTree({ chainId, receiver, recipients })
    const error = await thrown(() => tree.prove(stranger))
    expect(error).instanceOf(RecipientNotListedError).include({ recipient: stranger })
    expect(await thrown(() => tree.prove('0x12'))).include({
      name: 'RecipientFieldError',
      field: 'recipient',
      value: '0x12',
    })
  })

  it('error: a duplicate recipient, with both positions', async () => {
    const [first, second] = recipients as [Recipient, Recipient]
    for (const [list, positions] of [
      [
        [first, second, first],
        [0, 2],
      ],
      [
        [second, first, { ...first, hook: true }],
        [1, 2],
      ],
      [
        [first, { address: first.address.toLowerCase() as Address }, second],
        [0, 1],
      ],
    ] as const) {
      const error = await thrown(() => createRecipientTree({ chainId, receiver, recipients: list }))
      expect(error).instanceOf(DuplicateRecipientError)
      expect(error.recipient).equal(first.address)
      expect(error.positions).deep.equal(positions)
    }
  })

  it('error: every field', async () => {
    const address = stranger
    for (const [change, field] of [
      [{ chainId: 0 }, 'chainId'],
      [{ chainId: 2 ** 53 }, 'chainId'],
      [{ chainId: '1' }, 'chainId'],
      [{ receiver: zeroAddress }, 'receiver'],
      [{ receiver: pad(receiver) }, 'receiver'],
      [{ recipients: [] }, 'recipients'],
      [{ recipients: undefined }, 'recipients'],
      [{ recipients: { address } }, 'recipients'],
      [{ recipients: [{ address }, address] }, 'recipients[1]'],
      [{ recipients: [{}] }, 'recipients[0].address'],
      [{ recipients: [{ address: pad(address) }] }, 'recipients[0].address'],
      [{ recipients: [{ address: zeroAddress }] }, 'recipients[0].address'],
      [{ recipients: [{ address }, { address: receiver }] }, 'recipients[1].address'],
      [{ recipients: [{ address, hook: 'true' }] }, 'recipients[0].hook'],
      [{ recipients: [{ address, hook: null }] }, 'recipients[0].hook'],
    ] as const) {
      const parameters = { chainId, receiver, recipients, ...change }
      const error = await thrown(() => createRecipientTree(mistyped(parameters)))
      expect(error, field).instanceOf(RecipientFieldError)
      expect(error.field).equal(field)
    }
  })
})

describe('loadRecipientTree', () => {
  const dump = createRecipientTree({ chainId, receiver, recipients }).dump()

  it('default', () => {
    expect(loadRecipientTree(dump).root).equal(vector.root)
  })

  it('error: a changed dump no longer matches its root', async () => {
    const [first, ...others] = dump.recipients
    for (const [change, field] of [
      [{ format: 'standard-v1' }, 'format'],
      [{ version: 2 }, 'version'],
      [{ chainId: chainId + 1 }, 'root'],
      [{ receiver: stranger }, 'root'],
      [{ root: pad('0x01') }, 'root'],
      [{ root: undefined }, 'root'],
      [{ recipients: others }, 'root'],
      [{ recipients: [{ ...first, hook: true }, ...others] }, 'root'],
      [{ recipients: [...dump.recipients, { address: stranger }] }, 'root'],
      [{ recipients: [...others, { address: 'x' }] }, `recipients[${others.length}].address`],
    ] as const) {
      const error = await thrown(() => loadRecipientTree(mistyped({ ...dump, ...change })))
      expect(error, JSON.stringify(change)).instanceOf(RecipientFieldError)
      expect(error.field).equal(field)
    }
    expect(await thrown(() => loadRecipientTree(mistyped('{}')))).include({ field: 'dump' })
    const twice = mistyped<typeof dump>({ ...dump, recipients: [first, ...dump.recipients] })
    expect(await thrown(() => loadRecipientTree(twice))).instanceOf(DuplicateRecipientError)
  })
})

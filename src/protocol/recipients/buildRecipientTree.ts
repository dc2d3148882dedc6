import { type Address, bytesToHex, getAddress, type Hex, hexToBytes, pad } from 'viem'
import { toBytes, toChainId } from '../../base/values.js'
import { RecipientFieldError, RecipientNotListedError } from './errors.js'
import { buildMerkleTree, type Keccak256 } from './merkleTree.js'
import type { RecipientList } from './recipientList.js'
import type { RecipientTree, RecipientTreeDump } from './types.js'

/** The receiver that a tree is bound to, and its chain. */
export type RecipientScope = { chainId: number; receiver: Address }

/** @throws {@link RecipientFieldError} */
export function readScope({ chainId, receiver }: Record<string, unknown>): RecipientScope {
  const bytes = toBytes(receiver, [20])
  if (bytes === undefined || /^0x0+$/.test(bytes)) {
    const requirement = 'hex of 20 bytes, other than zero'
    throw new RecipientFieldError({ field: 'receiver', value: receiver, requirement })
  }
  const id = toChainId(chainId)
  if (id !== undefined) return { chainId: id, receiver: getAddress(bytes) }
  throw new RecipientFieldError({
    field: 'chainId',
    value: chainId,
    requirement: 'a number from 1 to 2^53-1',
  })
}

/** Builds the tree of a list that was already read. @throws {@link RecipientFieldError} when the list is empty. */
export function buildRecipientTree(
  { chainId, receiver }: RecipientScope,
  list: RecipientList,
  keccak256: Keccak256,
): RecipientTree {
  const { count } = list
  if (count === 0) {
    throw new RecipientFieldError({ field: 'recipients', value: [], requirement: 'a list of at least one' })
  }
  const hashLeaf = createLeafHasher({ chainId, receiver }, keccak256)
  const leaves = new Uint8Array(count * 32)
  for (let i = 0; i < count; i++) leaves.set(hashLeaf(list.address(i), list.hook(i)), i * 32)
  const tree = buildMerkleTree(leaves, keccak256)
  const root = bytesToHex(tree.root)

  return {
    chainId,
    receiver,
    root,
    count,
    prove(recipient) {
      const bytes = readRecipient(recipient)
      for (const hook of [false, true]) {
        const path = tree.prove(hashLeaf(bytes, hook))
        if (path) return { recipientProof: [toWord(hook), ...path.map((hash) => bytesToHex(hash))], hook }
      }
      throw new RecipientNotListedError({ recipient: getAddress(bytesToHex(bytes)) })
    },
    dump: () => ({
      ...dumpHead({ chainId, receiver, root }),
      recipients: Array.from({ length: count }, (_, index) => dumpRecipient(list, index)),
    }),
  }
}

export function dumpHead({ chainId, receiver, root }: RecipientScope & { root: Hex }) {
  return { format: 'fillproof-recipients', version: 1, chainId, receiver, root } as const
}

export function dumpRecipient(list: RecipientList, index: number): RecipientTreeDump['recipients'][number] {
  const address = bytesToHex(list.address(index))
  return list.hook(index) ? { address, hook: true } : { address }
}

/** Hashes a leaf twice, so that no leaf can be taken for an inner node. */
function createLeafHasher({ chainId, receiver }: RecipientScope, keccak256: Keccak256) {
  const words = new Uint8Array(4 * 32)
  new DataView(words.buffer).setBigUint64(24, BigInt(chainId))
  words.set(hexToBytes(receiver), 32 + 12)
  return (recipient: Uint8Array, hook: boolean): Uint8Array => {
    words.set(recipient, 64 + 12)
    words[127] = hook ? 1 : 0
    return keccak256(keccak256(words))
  }
}

function toWord(hook: boolean): Hex {
  return pad(hook ? '0x01' : '0x00')
}

function readRecipient(recipient: unknown): Uint8Array {
  const bytes = toBytes(recipient, [20])
  if (bytes !== undefined) return hexToBytes(bytes)
  throw new RecipientFieldError({ field: 'recipient', value: recipient, requirement: 'hex of 20 bytes' })
}

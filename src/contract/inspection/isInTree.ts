import { type Address, concat, encodeAbiParameters, type Hex, keccak256, numberToHex, zeroHash } from 'viem'

export type IsInTreeParameters = {
  chainId: number
  receiver: Address
  recipient: Address
  /** The hook's flag as a word, then the path. */
  proof: readonly Hex[]
  root: Hex
}

const leafParameters = [
  { type: 'uint256' },
  { type: 'address' },
  { type: 'address' },
  { type: 'bytes32' },
] as const

/** Whether a proof shows a recipient's place in the tree, by the rule of `FillPolicy`. */
export function isInTree({ chainId, receiver, recipient, proof, root }: IsInTreeParameters): boolean {
  const [hook, ...path] = proof
  const isFlag = hook === zeroHash || hook === numberToHex(1, { size: 32 })
  if (hook === undefined || !isFlag || root === zeroHash) return false
  const leaf = encodeAbiParameters(leafParameters, [BigInt(chainId), receiver, recipient, hook])
  const found = path.reduce(
    (node, sibling) => keccak256(concat(node < sibling ? [node, sibling] : [sibling, node])),
    keccak256(keccak256(leaf)),
  )
  return found === root
}

// EIP-712 struct hashes of an order and its parts. Twin: the contracts' `Orders` library.
import { concatHex, type Hex, keccak256, numberToHex, padHex, stringToHex } from 'viem'
import { listFields } from '../../base/listFields.js'
import type { Order } from './readOrderData.js'
import type { OrderProof, SignedOrderInput } from './types.js'

/** The fields of each struct, in the order of its type, which is not the order of the JSON. The structs are in alphabetical order. */
const structs = {
  Fee: 'string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount',
  Input: 'InputPayment payment,InputRefund[] refunds',
  InputPayment: 'string chainId,bytes currency,uint256 amount,uint256 weight',
  InputRefund:
    'string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData',
  Order:
    'string version,string solverChainId,address solver,uint256 salt,Input[] inputs,Output output,Fee[] fees',
  Output: 'string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData',
  OutputPayment: 'bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount',
}

type Struct = keyof typeof structs

type Values = {
  Fee: Order['fees'][number]
  Input: Order['inputs'][number]
  InputPayment: Order['inputs'][number]['payment']
  InputRefund: Order['inputs'][number]['refunds'][number]
  Order: Order
  Output: Order['output']
  OutputPayment: Order['output']['payments'][number]
  bytes: Hex
}

/** A type's hash covers the types that it refers to, in alphabetical order. An order refers to all. */
export const typeHashes = /* @__PURE__ */ mapStructs((name) => {
  const parts = Object.entries(structs).filter(
    ([other]) => other !== name && (name === 'Order' || other.startsWith(name)),
  )
  return hashText([[name, structs[name]], ...parts].map(([type, fields]) => `${type}(${fields})`).join(''))
})

const fieldsOf = /* @__PURE__ */ mapStructs((name) => listFields(structs[name]))

function mapStructs<value>(map: (name: Struct) => value): Readonly<Record<Struct, value>> {
  const names = Object.keys(structs) as Struct[]
  return Object.fromEntries(names.map((name) => [name, map(name)])) as Record<Struct, value>
}

/** Computes keccak-256 of bytes in hex. Each function here uses viem's by default. */
export type Keccak = (bytes: Hex) => Hex

export function hashText(text: string, keccak: Keccak = keccak256): Hex {
  return keccak(stringToHex(text))
}

export function hashOrderStruct<name extends Struct>(
  name: name,
  value: Values[name],
  keccak: Keccak = keccak256,
): Hex {
  const record = value as Readonly<Record<string, unknown>>
  const words = fieldsOf[name].map((field) => hashField(field.type, record[field.name], keccak))
  return keccak(concatHex([typeHashes[name], ...words]))
}

/**
 * Hashes an array as EIP-712 does: the hash of the items' concatenated hashes. For an empty array, that is the hash of no bytes.
 */
export function hashList<type extends keyof Values>(
  type: type,
  items: readonly Values[type][],
  keccak: Keccak = keccak256,
): Hex {
  return keccak(concatHex(items.map((item) => hashField(type, item, keccak))))
}

/** Returns the word of a field. For a string or bytes, the word is the hash. */
function hashField(type: string, value: unknown, keccak: Keccak): Hex {
  if (type === 'string') return hashText(value as string, keccak)
  if (type === 'bytes') return keccak(value as Hex)
  if (type === 'address') return padHex(value as Hex, { size: 32 })
  if (type.startsWith('uint')) return toWord(value as bigint | number)
  if (type.endsWith('[]')) return hashList(type.slice(0, -2) as Struct, value as Values[Struct][], keccak)
  return hashOrderStruct(type as Struct, value as Values[Struct], keccak)
}

export function hashInputProof({ payment, refundsHash }: SignedOrderInput): Hex {
  return keccak256(concatHex([typeHashes.Input, hashOrderStruct('InputPayment', payment), refundsHash]))
}

export function hashProof(proof: OrderProof): Hex {
  const { versionHash, solverChainIdHash, solver, salt, inputsHash, output, feesHash } = proof
  const solverWord = padHex(solver, { size: 32 })
  const words = [versionHash, solverChainIdHash, solverWord, toWord(salt), inputsHash]
  return keccak256(concatHex([typeHashes.Order, ...words, hashOrderStruct('Output', output), feesHash]))
}

function toWord(value: bigint | number): Hex {
  return numberToHex(value, { size: 32 })
}

// Orders of the service, hashed and signed from the published type strings alone: nothing here is of `src`.
import {
  type Address,
  encodeAbiParameters,
  encodePacked,
  type Hex,
  hashStruct,
  keccak256,
  pad,
  recoverMessageAddress,
} from 'viem'
import type { LocalAccount } from 'viem/accounts'

export type Call = { to: Address; value: string; data: Hex }

/** `protocol.v2.orderData`, as the service writes it. */
export type Order = {
  version: 'v1'
  solverChainId: string
  solver: Address
  salt: Hex
  inputs: {
    payment: { chainId: string; currency: Hex; amount: string; weight: string }
    refunds: {
      chainId: string
      recipient: Hex
      currency: Hex
      minimumAmount: string
      deadline: number
      extraData: Hex
    }[]
  }[]
  output: {
    chainId: string
    payments: { recipient: Hex; currency: Hex; minimumAmount: string; expectedAmount: string }[]
    calls: Hex[]
    deadline: number
    extraData: Hex
  }
  fees: never[]
}

export const fields = (text: string) =>
  text.split(',').map((field) => {
    const [type, name] = field.split(' ')
    return { type: type!, name: name! }
  })

const types = {
  Order: fields(
    'string version,string solverChainId,address solver,uint256 salt,Input[] inputs,Output output,Fee[] fees',
  ),
  Input: fields('InputPayment payment,InputRefund[] refunds'),
  InputPayment: fields('string chainId,bytes currency,uint256 amount,uint256 weight'),
  InputRefund: fields(
    'string chainId,bytes recipient,bytes currency,uint256 minimumAmount,uint32 deadline,bytes extraData',
  ),
  Output: fields('string chainId,OutputPayment[] payments,uint32 deadline,bytes[] calls,bytes extraData'),
  OutputPayment: fields('bytes recipient,bytes currency,uint256 minimumAmount,uint256 expectedAmount'),
  Fee: fields('string recipientChainId,bytes recipient,string currencyChainId,bytes currency,uint256 amount'),
}

export function orderIdOf(order: Order): Hex {
  return hashStruct({ data: { ...order, salt: BigInt(order.salt) }, primaryType: 'Order', types })
}

/** A call as an order has it: three tuples of one field. */
export const encodeCall = ({ to, value, data }: Call): Hex =>
  encodeAbiParameters(
    [
      { type: 'tuple', components: [{ type: 'address' }] },
      { type: 'tuple', components: [{ type: 'bytes' }] },
      { type: 'tuple', components: [{ type: 'uint256' }] },
    ],
    [[to], [data], [BigInt(value)]],
  )

type Words = (Hex | bigint)[]

/** The seven words of an attestation, in either layout, and the solver's personal message over their hash. */
export async function attest(solver: LocalAccount, words: Words): Promise<Hex> {
  const padded = words.map((word) =>
    typeof word === 'bigint' ? pad(`0x${word.toString(16)}` as Hex, { size: 32 }) : pad(word, { size: 32 }),
  )
  return solver.signMessage({
    message: { raw: keccak256(encodePacked(Array(7).fill('bytes32') as 'bytes32'[], padded)) },
  })
}

export const signerOf = (raw: Hex, signature: Hex) => recoverMessageAddress({ message: { raw }, signature })

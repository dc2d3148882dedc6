import {
  type Address,
  concatHex,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  toEventSelector,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  encodeOrderCall,
  hashOrder,
  type OrderData,
  type OrderInputRefund,
  type SettlementDeposit,
  type SettlementLog,
  type SettlementRow,
  type VerifyFillSettlementParameters,
} from '../../../src/index.js'

export const solver = privateKeyToAccount(`0x${'66'.repeat(32)}`)
export const native = zeroAddress
export const router: Address = '0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'
export const token: Address = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
export const user: Address = '0x03508bb71268bba25ecacc8f620e01866650532c'
export const shop: Address = '0xf0ae622e463fa757cf72243569e18be7df1996cd'
export const stranger: Address = '0x9999999999999999999999999999999999999999'
export const depository: Address = '0x4cd00e387622c35bddb9b4c962c136462338bc31'
export const deadline = 1_791_082_506

/** A refund of a token to the user on the origin chain. */
export const toUser: OrderInputRefund = {
  chainId: 'ethereum',
  recipient: user,
  currency: token,
  minimumAmount: '1000',
  deadline,
  extraData: pad(router),
}

const fillHash: Hex = `0x${'f1'.repeat(32)}`

/** Topics as published, see the routers' and the depository's sources. */
const topics = {
  SolverCallExecuted: '0x93485dcd31a905e3ffd7b012abe3438fa8fa77f98ddc9f50e879d3fa7ccdc324',
  hashedCallExecuted: '0x41b532d633b984408c6cb99e0de889a69f64dac4d263e6771fb826cacfa84b6d',
  SolverNativeTransfer: '0xd35467972d1fda5b63c735f59d3974fa51785a41a92aa3ed1b70832836f8dba6',
  Transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const

/** A log before it has its place. */
export type RawLog = Omit<SettlementLog, 'logIndex'>

const word = (value: bigint) => numberToHex(value, { size: 32 })

export function transfer(to: Address, amount: bigint, { from = stranger, of = token } = {}): RawLog {
  return { address: of, topics: [topics.Transfer, pad(from), pad(to)], data: word(amount) }
}

export function nativeTransfer(to: Address, amount: bigint, by: Address = router): RawLog {
  return { address: by, topics: [topics.SolverNativeTransfer], data: concatHex([pad(to), word(amount)]) }
}

export type Call = { to: Address; data: Hex; value: bigint }

export function executed({ to, data, value }: Call, by: Address = router): RawLog {
  const types = [{ type: 'address' }, { type: 'bytes' }, { type: 'uint256' }] as const
  return {
    address: by,
    topics: [topics.SolverCallExecuted],
    data: encodeAbiParameters(types, [to, data, value]),
  }
}

/** What a newer router logs of the same call. */
export function hashed({ to, data, value }: Call, by: Address = router): RawLog {
  return {
    address: by,
    topics: [topics.hashedCallExecuted],
    data: concatHex([pad(to), keccak256(data), word(value)]),
  }
}

export function number(logs: readonly RawLog[], first = 0): SettlementLog[] {
  return logs.map((log, index) => ({ ...log, logIndex: first + index }))
}

export type OrderOptions = {
  payments?: { recipient: Address; currency: Address; minimum: bigint }[]
  calls?: readonly Call[]
  extraData?: Hex
  inputs?: OrderData['inputs']
  outputChain?: string
}

export function makeOrder(options: OrderOptions = {}): OrderData {
  const { payments = [{ recipient: shop, currency: token, minimum: 100n }], calls = [] } = options
  const { extraData = pad(router), outputChain = 'base' } = options
  const inputPayment = { chainId: 'ethereum', currency: native, amount: '1000', weight: '1' }
  return {
    version: 'v1',
    solverChainId: 'base',
    solver: solver.address,
    salt: '0x01',
    inputs: options.inputs ?? [{ payment: inputPayment, refunds: [] }],
    output: {
      chainId: outputChain,
      payments: payments.map(({ recipient, currency, minimum }) => ({
        recipient,
        currency,
        minimumAmount: String(minimum),
        expectedAmount: String(minimum + 1n),
      })),
      calls: calls.map(encodeOrderCall),
      deadline,
      extraData,
    },
    fees: [],
  }
}

export function nativeDeposit(from: Address, amount: bigint, id: Hex, address: Address = depository): RawLog {
  const topic = toEventSelector('RelayNativeDeposit(address,uint256,bytes32)')
  return { address, topics: [topic], data: concatHex([pad(from), word(amount), id]) }
}

export function erc20Deposit(
  from: Address,
  of: Address,
  amount: bigint,
  id: Hex,
  address: Address = depository,
): RawLog {
  const topic = toEventSelector('RelayErc20Deposit(address,address,uint256,bytes32)')
  return { address, topics: [topic], data: concatHex([pad(from), pad(of), word(amount), id]) }
}

/** A final deposit of one input. */
export function makeDeposit(orderId: Hex, amount = 1000n, inputIndex = 0): SettlementDeposit {
  const hash: Hex = `0x${(0xd1 + inputIndex).toString(16).repeat(32)}`
  return {
    inputIndex,
    depository,
    transaction: { hash, to: depository, input: '0x', value: amount },
    receipt: {
      status: 'success',
      transactionHash: hash,
      blockNumber: 50n,
      logs: number([nativeDeposit(user, amount, orderId)], 5),
    },
    block: { number: 50n, timestamp: deadline - 2000 },
    head: { number: 60n, timestamp: deadline - 1940 },
    finality: { blocks: 10, seconds: 60 },
  }
}

export type Filled = Required<
  Pick<
    VerifyFillSettlementParameters,
    'orderData' | 'transaction' | 'receipt' | 'block' | 'head' | 'finality'
  >
> & { orderSignature: Hex; deposits: SettlementDeposit[] }

/** A fill that is settled by every rule. `logs` are those of its receipt. */
export async function makeFill(orderData: OrderData, logs: readonly RawLog[]): Promise<Filled> {
  const orderId = hashOrder(orderData)
  return {
    orderData,
    orderSignature: await solver.signMessage({ message: { raw: orderId } }),
    deposits: orderData.inputs.map((_, index) => makeDeposit(orderId, 1000n, index)),
    transaction: { hash: fillHash, to: router, input: concatHex(['0xcd6e13f7', orderId]), value: 0n },
    receipt: { status: 'success', transactionHash: fillHash, blockNumber: 7n, logs: number(logs) },
    block: { number: 7n, timestamp: BigInt(deadline) },
    head: { number: 17n, timestamp: BigInt(deadline + 60) },
    finality: { blocks: 10, seconds: 60 },
  }
}

/** The names of the rows with this result. */
export function namesOf(rows: readonly SettlementRow[], ok: boolean | null): string[] {
  return rows.filter((row) => row.ok === ok).map(({ name }) => name)
}

export type Rows = Record<string, Omit<SettlementRow, 'name'>>

export function byName(rows: readonly SettlementRow[]): Rows {
  return Object.fromEntries(rows.map(({ name, ...row }) => [name, row]))
}

export const nothing = (message: string) => ({ ok: true, message: `Nothing to check: ${message}.` })

export const unchecked = (message: string) => ({ ok: null, message: `Not checked: ${message}.` })

import {
  type Address,
  type Hash,
  type Hex,
  hexToBigInt,
  isAddressEqual,
  parseAbi,
  size,
  sliceHex,
  type Transaction,
  zeroAddress,
} from 'viem'
import { mockDepositoryAbi } from '../../generated/abi/mockDepository.js'
import { mockExchangeAbi } from '../../generated/abi/mockExchange.js'
import { type Chain, tokensOf } from '../chains/chain.js'
import type { Deposit, ObservedPayment, WatchedAddresses } from './observedPayments.js'

type DepositEvent = Extract<
  (typeof mockDepositoryAbi)[number],
  { type: 'event'; name: 'RelayNativeDeposit' | 'RelayErc20Deposit' }
>

const events = [
  ...mockDepositoryAbi.filter(
    (item): item is DepositEvent => item.type === 'event' && item.name.endsWith('Deposit'),
  ),
  ...mockExchangeAbi.filter((item) => item.type === 'event'),
  ...parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
] as const

const transferSelector = '0xa9059cbb'
/** `deposit()` and `withdraw(uint256)` of a wrapper. */
const [wrapSelector, unwrapSelector] = ['0xd0e30db0', '0x2e1a7d4d']
/** The size of a transfer's data: selector, recipient, amount, and the order's id. */
const taggedTransferSize = 4 + 32 + 32 + 32

/** A position in the chain. A transaction precedes its logs. */
type Position = { block: bigint; transaction: number; log: number }

type Found = { position: Position; payment: ObservedPayment }

/** Reads the payments in an inclusive range of blocks, in the chain's order. */
export async function readPayments(
  chain: Chain,
  fromBlock: bigint,
  toBlock: bigint,
  watched: WatchedAddresses,
): Promise<ObservedPayment[]> {
  const found = await Promise.all([
    readLogs(chain, fromBlock, toBlock, watched),
    readNativeTransfers(chain, fromBlock, toBlock, watched),
  ])
  return found
    .flat()
    .sort((a, b) => comparePositions(a.position, b.position))
    .map(({ payment }) => payment)
}

async function readLogs(
  chain: Chain,
  fromBlock: bigint,
  toBlock: bigint,
  watched: WatchedAddresses,
): Promise<Found[]> {
  const { contracts, client, id: chainId } = chain
  const logs = await client.getLogs({
    address: [contracts.depository, contracts.exchange, ...tokensOf(chain.currencies)],
    events,
    strict: true,
    fromBlock,
    toBlock,
  })
  const found = logs.map(async (log): Promise<Found | undefined> => {
    const { transactionHash: txHash } = log
    const position = { block: log.blockNumber, transaction: log.transactionIndex, log: log.logIndex }
    if (log.eventName === 'Swapped') {
      return { position, payment: { kind: 'swap', orderId: log.args.id, txHash } }
    }
    if (log.eventName === 'Transfer') {
      const { from, to, value } = log.args
      const transfer = { chainId, from, currency: log.address, amount: value, txHash }
      const payment = await readTokenTransfer(chain, transfer, to, watched)
      return payment && { position, payment }
    }
    const { id: orderId, from, amount } = log.args
    const currency = 'token' in log.args ? log.args.token : zeroAddress
    const deposit = { chainId, from, currency, amount, orderId, txHash }
    return { position, payment: { kind: 'deposit', deposit } }
  })
  return (await Promise.all(found)).filter((entry) => entry !== undefined)
}

/**
 * Reads a transfer to a deposit address, to the depository or to a recipient. In the last two cases it must be a call of
 * the token with an order's id at the end of its data.
 */
async function readTokenTransfer(
  { contracts, client }: Chain,
  transfer: Omit<Deposit, 'orderId'>,
  to: Address,
  { depositAddresses, recipients }: WatchedAddresses,
): Promise<ObservedPayment | undefined> {
  if (depositAddresses.has(to.toLowerCase())) {
    return { kind: 'addressDeposit', deposit: transfer, address: to }
  }
  const isDeposit = isAddressEqual(to, contracts.depository)
  if (!isDeposit && !recipients.has(to.toLowerCase())) return undefined
  const transaction = await client.getTransaction({ hash: transfer.txHash })
  const orderId = readTag(transaction, transfer.currency)
  if (!orderId) return undefined
  const deposit = { ...transfer, orderId }
  return isDeposit ? { kind: 'deposit', deposit } : { kind: 'send', deposit, to }
}

function readTag({ to, input }: Pick<Transaction, 'to' | 'input'>, token: Address): Hex | undefined {
  const isTagged = size(input) === taggedTransferSize && sliceHex(input, 0, 4) === transferSelector
  return to && isAddressEqual(to, token) && isTagged ? sliceHex(input, -32) : undefined
}

/** Reads whole blocks, but only if a native transfer or a wrap is expected: neither leaves a log of the service. */
async function readNativeTransfers(
  chain: Chain,
  fromBlock: bigint,
  toBlock: bigint,
  { depositAddresses, recipients }: WatchedAddresses,
): Promise<Found[]> {
  if (depositAddresses.size === 0 && recipients.size === 0) return []
  const found: Found[] = []
  for (let blockNumber = fromBlock; blockNumber <= toBlock; blockNumber++) {
    const { transactions } = await chain.client.getBlock({ blockNumber, includeTransactions: true })
    for (const { hash: txHash, from, to, value, input, transactionIndex } of transactions) {
      if (!to) continue
      const transfer = { chainId: chain.id, from, currency: zeroAddress, amount: value, txHash }
      const position = { block: blockNumber, transaction: transactionIndex ?? 0, log: -1 }
      const isAddressDeposit = depositAddresses.has(to) && value > 0n
      const ownFill = recipients.has(to) ? readOwnFill(to, value, input) : undefined
      if ((!isAddressDeposit && !ownFill) || !(await hasSucceeded(chain, txHash))) continue
      const payment: ObservedPayment = ownFill
        ? { kind: 'send', deposit: { ...transfer, ...ownFill }, to }
        : { kind: 'addressDeposit', deposit: transfer, address: to }
      found.push({ position, payment })
    }
  }
  return found
}

/** Reads a transfer of native currency, a wrap or an unwrap with an order's id at the end of its data. */
function readOwnFill(
  to: Address,
  value: bigint,
  input: Hex,
): Pick<Deposit, 'currency' | 'amount' | 'orderId'> | undefined {
  if (size(input) < 32) return undefined
  const call = size(input) === 32 ? '0x' : sliceHex(input, 0, -32)
  const orderId = sliceHex(input, -32)
  if (value > 0n && (call === '0x' || call === wrapSelector)) {
    return { currency: zeroAddress, amount: value, orderId }
  }
  if (size(call) !== 36 || sliceHex(call, 0, 4) !== unwrapSelector) return undefined
  return { currency: to, amount: hexToBigInt(sliceHex(call, 4)), orderId }
}

async function hasSucceeded({ client }: Chain, hash: Hash): Promise<boolean> {
  return (await client.getTransactionReceipt({ hash })).status === 'success'
}

function comparePositions(a: Position, b: Position): number {
  if (a.block !== b.block) return a.block < b.block ? -1 : 1
  return a.transaction - b.transaction || a.log - b.log
}

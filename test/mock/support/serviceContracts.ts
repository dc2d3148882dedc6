// The service's contracts alone on a chain, and the facts of the public ones that they are held to.
import hre from 'hardhat'
import {
  type Abi,
  type Address,
  BaseError,
  decodeAbiParameters,
  type Hash,
  type Hex,
  parseAbiParameters,
  size,
  slice,
  toFunctionSelector,
} from 'viem'
import { askOf } from '../../../src/contract/rpc/withRequest.js'

export const versions = ['v3.2', 'v3', 'v2.1'] as const

export type RouterVersion = (typeof versions)[number]

/** Names and arguments of events by their topic, as published. None has an indexed argument but the token's own. */
const events: Record<Hex, [name: string, parameters: string]> = {
  '0x93485dcd31a905e3ffd7b012abe3438fa8fa77f98ddc9f50e879d3fa7ccdc324': [
    'SolverCallExecuted',
    'address to, bytes data, uint256 amount',
  ],
  '0x41b532d633b984408c6cb99e0de889a69f64dac4d263e6771fb826cacfa84b6d': [
    'SolverCallExecuted',
    'address to, bytes32 dataHash, uint256 amount',
  ],
  '0xd35467972d1fda5b63c735f59d3974fa51785a41a92aa3ed1b70832836f8dba6': [
    'SolverNativeTransfer',
    'address to, uint256 amount',
  ],
  '0xafbab204e8271965231d37baed9b1abca8725b7409c70314455f68bc89142b91': [
    'FundsMovement',
    'address from, address to, address currency, uint256 amount, bytes metadata',
  ],
  '0x8032066556caf3967d8fec4ad22a2d9e1e9576556b2903a0fcd5b1fd201e3477': [
    'RelayNativeDeposit',
    'address from, uint256 amount, bytes32 id',
  ],
  '0x49fed1d0b752ce30eee63c7a81133f3363b532fec5d4d7dd1ccfd005de4555e1': [
    'RelayErc20Deposit',
    'address from, address token, uint256 amount, bytes32 id',
  ],
  '0x4be109453ef7e895dc7215c929fff9b76b51483d56a4d04548b4866e9aa7c5ea': [
    'RelayCallExecuted',
    'bytes32 id, (address to, bytes data, uint256 value, bool allowFailure) call',
  ],
  '0x7aed1d3e8155a07ccf395e44ea3109a0e2d6c9b29bbbe9f142d9790596f4dc80': [
    'RouterUpdated',
    'address newRouter',
  ],
  '0xaecfd826d6b270962e6ff81f57b75e8527073ef343cbb38af801b8a972c78461': [
    'Permit2Updated',
    'address newPermit2',
  ],
}

const transfer: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

/** Errors of the public contracts by their selector, as published. */
export const errors = {
  InvalidMsgSender: '0x802647ac',
  InvalidRecipient: '0x17858bbe',
  NoRecipientSet: '0xf36675c3',
  ArrayLengthsMismatch: '0x3b800a46',
  CallFailed: '0x3204506f',
  ETHTransferFailed: '0xb12d13eb',
  TransferFailed: '0x90b8ec18',
  TransferFromFailed: '0x7939f424',
  NativeTransferFailed: '0xf4b3b1bc',
  RefundToCannotBeZeroAddress: '0xfc62e08f',
  Unauthorized: '0x82b42900',
  InvalidTarget: '0xd08525e9',
  RecipientAlreadySet: '0x100d948e',
  InvalidMulticallSignature: '0x9f4b3e68',
  PermitsCannotBeEmpty: '0x06c5f7f0',
  RecipientCannotBeZeroAddress: '0xd8707052',
  ConstructorArgCannotBeZeroAddress: '0xc8ec40f8',
} as const

/** An event as [emitter, name, ...arguments]. */
export type Seen = [emitter: Address, name: string, ...args: unknown[]]

export type ServiceContracts = Awaited<ReturnType<typeof deployServiceContracts>>

/** Starts a chain with every router, every proxy, the depository, and a token of which `user` holds some. */
export async function deployServiceContracts() {
  const connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
  const { viem } = connection
  const client = await viem.getPublicClient({ cacheTime: 0 })
  const [owner, userWallet, strangerWallet] = await viem.getWalletClients()
  const [admin, user, stranger] = [owner!, userWallet!, strangerWallet!].map(({ account }) => account.address)
  const permit2 = await viem.deployContract('MockPermit2')
  const hash = await viem.deployContract('MockHashRouter')
  const metadata = await viem.deployContract('MockMetadataRouter')
  const plain = await viem.deployContract('MockPlainRouter')
  const proxyArguments = (router: { address: Address }) => [admin!, router.address, permit2.address] as const
  const hashProxy = await viem.deployContract('MockMsgValueApprovalProxy', proxyArguments(hash))
  const metadataProxy = await viem.deployContract('MockMetadataApprovalProxy', proxyArguments(metadata))
  const plainProxy = await viem.deployContract('MockPlainApprovalProxy', proxyArguments(plain))
  const depository = await viem.deployContract('MockDepository')
  const token = await viem.deployContract('MockToken', ['USD Coin', 'USDC', 6])
  await token.write.mint([user!, 10n ** 12n])

  async function logsOf(hash: Hash): Promise<Seen[]> {
    const { logs } = await client.getTransactionReceipt({ hash })
    return logs.map(({ address, topics, data }): Seen => {
      const [topic, ...indexed] = topics
      if (topic === transfer && indexed.length === 2) {
        const [from, to] = indexed.map((word) => slice(word, 12))
        return [address, 'Transfer', from, to, BigInt(data)]
      }
      const [name, parameters] = events[topic!] ?? ['unknown', '']
      if (parameters === '' || indexed.length > 0) return [address, topic ?? 'none', ...indexed, data]
      return [address, name, ...decodeAbiParameters(parseAbiParameters(parameters), data).map(lower)]
    })
  }

  async function send(to: Address, data: Hex, { value = 0n, from = user! } = {}): Promise<Seen[]> {
    const hash = await askOf(client)({
      method: 'eth_sendTransaction',
      params: [{ from, to, data, value: `0x${value.toString(16)}` }],
    })
    return logsOf(hash as Hash)
  }

  /** Returns a call's result. */
  async function call(to: Address, data: Hex, { value = 0n, from = user! } = {}): Promise<Hex> {
    const { data: returned = '0x' } = await client.call({ account: from, to, data, value })
    return returned
  }

  /** The bytes with which a call reverts; undefined where it doesn't. */
  async function revertOf(to: Address, data: Hex, options: { value?: bigint; from?: Address } = {}) {
    try {
      await call(to, data, options)
    } catch (error) {
      return readRevertData(error)
    }
    return undefined
  }

  return {
    connection,
    viem,
    client,
    admin: admin!,
    user: user!,
    stranger: stranger!,
    routers: { 'v3.2': hash, v3: metadata, 'v2.1': plain },
    proxies: { 'v3.2': hashProxy, v3: metadataProxy, 'v2.1': plainProxy },
    permit2,
    depository,
    token,
    send,
    call,
    revertOf,
    balanceOf: (address: Address) => client.getBalance({ address }),
  }
}

/** The selectors of a contract's functions. */
export function selectorsOf(abi: Abi): Hex[] {
  return abi.filter((item) => item.type === 'function').map((item) => toFunctionSelector(item))
}

/** The first four bytes of what a call reverted with. */
export function selectorOf(revert: Hex | undefined): Hex | undefined {
  return revert !== undefined && size(revert) >= 4 ? slice(revert, 0, 4) : revert
}

function readRevertData(error: unknown): Hex {
  const cause = error instanceof BaseError && error.walk((inner) => 'data' in (inner as object))
  const data = cause ? (cause as { data?: Hex | { data: Hex } }).data : undefined
  return (typeof data === 'object' ? data.data : data) ?? '0x'
}

/** Addresses as logs have them. */
function lower(value: unknown): unknown {
  if (typeof value === 'string') return value.toLowerCase()
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, lower(member)]))
}

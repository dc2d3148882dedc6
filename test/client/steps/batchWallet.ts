import {
  type Address,
  concat,
  createWalletClient,
  custom,
  type Hash,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  parseAbiItem,
  size,
} from 'viem'
import { askOf } from '../../../src/contract/rpc/withRequest.js'
import type { MockChain, MockService } from '../../../src/mock/index.js'
import { clientOf, ether, freshAddress, send, tokenOf, usdc } from '../../mock/helpers.js'

/** Makes each call of its data in turn, of a word for the target, one for the value, one for the length, and the data. */
const code: Hex =
  '0x5f5b80361115602d57806040013580826060015f375f5f825f856020013586355af115602f57016060016001565b005b5f5ffd'

type Call = { to: Address; data?: Hex; value?: Hex }
type Batch = { id: string; calls: Call[]; txHashes: Hash[]; status: number }
// biome-ignore lint/suspicious/noExplicitAny: parameters of any method.
type Args = { method: string; params: any[] }

/** Fails as a wallet does, by a code. */
export function refuse(code: number, message = 'The wallet says no.'): never {
  throw Object.assign(new Error(message), { code })
}

export type BatchWallet = Awaited<ReturnType<typeof openBatchWallet>>

/**
 * A wallet of EIP-5792. It keeps the batches that it is asked for until `execute`, and a single transaction is sent at once.
 *
 * @param account - A contract, whose transactions others send, as a Safe's or those of EIP-4337; or an account that delegates
 * to one, by EIP-7702.
 * @param change - Answers in its place, by returning something.
 */
export async function openBatchWallet(
  mock: MockService,
  chain: MockChain,
  {
    account = 'contract' as 'contract' | 'delegated',
    change = (() => undefined) as (args: Args, ask: () => Promise<unknown>) => unknown,
  } = {},
) {
  const node = clientOf(chain)
  const contract = freshAddress()
  await node.setCode({ address: contract, bytecode: code })
  const address = account === 'contract' ? contract : mock.accounts[3]!.address
  if (account === 'delegated') await node.setCode({ address, bytecode: concat(['0xef0100', contract]) })
  await node.setBalance({ address, value: 100n * ether })
  await mock.control.fund({ chainId: chain.id, address, currency: tokenOf(chain), amount: 1000n * usdc })
  const sender = account === 'contract' ? mock.accounts[4]!.address : address
  const makes = (calls: readonly Call[]) =>
    send(mock, chain, sender, {
      to: address,
      data: concat([
        '0x',
        ...calls.flatMap(({ to, data = '0x', value = '0x0' }) => [
          pad(to),
          pad(value),
          pad(numberToHex(size(data))),
          data,
        ]),
      ]),
    })

  const wallet = {
    batches: [] as Batch[],
    methods: [] as string[],
    /** Sends what it was asked for, in one transaction each. */
    async execute(): Promise<void> {
      for (const batch of wallet.batches.filter(({ status }) => status === 100)) {
        batch.status = 200
        batch.txHashes = [await makes(batch.calls)]
      }
    },
    makes,
  }
  const receiptOf = async (hash: Hash) => askOf(node)({ method: 'eth_getTransactionReceipt', params: [hash] })
  const answer = async ({ method, params }: Args): Promise<unknown> => {
    switch (method) {
      case 'wallet_getCapabilities':
        return { [numberToHex(chain.id)]: { atomic: { status: 'supported' } } }
      case 'wallet_sendCalls': {
        const [{ id = keccak256(numberToHex(wallet.batches.length)), calls }] = params
        if (wallet.batches.some((other) => other.id === id)) refuse(5720)
        wallet.batches.push({ id, calls, txHashes: [], status: 100 })
        return { id }
      }
      case 'wallet_getCallsStatus': {
        const batch = wallet.batches.find(({ id }) => id === params[0]) ?? refuse(5730)
        const { id, status, txHashes } = batch
        const receipts = await Promise.all(txHashes.map(receiptOf))
        return { version: '2.0.0', chainId: numberToHex(chain.id), id, status, atomic: true, receipts }
      }
      case 'eth_sendTransaction':
        return makes([params[0]])
      default:
        return askOf(node)({ method, params })
    }
  }
  const request = async (args: Args) => {
    wallet.methods.push(args.method)
    const changed = await change(args, () => answer(args))
    return changed === undefined ? answer(args) : changed
  }
  const transport = custom({ request }, { retryCount: 0 })
  return Object.assign(wallet, {
    address,
    walletClient: createWalletClient({ account: address, transport, pollingInterval: 20 }),
    /** How often it was asked for a batch, and for a transaction. */
    asked: () => ['wallet_sendCalls', 'eth_sendTransaction'].map((name) => count(wallet.methods, name)),
  })
}

const count = (list: readonly string[], name: string) => list.filter((one) => one === name).length

/** How often the depository got a token with this id. */
export async function countTokenDeposits(chain: MockChain, id: Hex): Promise<number> {
  const logs = await clientOf(chain).getLogs({
    address: chain.depository,
    event: parseAbiItem('event RelayErc20Deposit(address from, address token, uint256 amount, bytes32 id)'),
    fromBlock: 0n,
  })
  return logs.filter(({ args }) => args.id === id).length
}

import { type Address, concat, createWalletClient, custom, type Hash, type Hex, keccak256, pad } from 'viem'
import { askOf } from '../../../src/contract/rpc/withRequest.js'
import type { MockChain, MockService } from '../../../src/mock/index.js'
import { clientOf, ether, freshAddress, send } from '../../mock/helpers.js'

/** Calls the address of its first word, with the value of its second and the data after them. */
const code: Hex = '0x60403603806040600037600060008260006020356000355af160215760006000fd5b00'

type Call = { to: Address; data?: Hex; value?: Hex }

export type SmartWallet = Awaited<ReturnType<typeof openSmartWallet>>

/**
 * A contract that is an account, as a Safe is: `eth_sendTransaction` returns an id of the wallet's own, which no node
 * knows. What it is asked for is executed later, in a transaction of someone else.
 *
 * @param answer - Makes the wallet's answer of the id.
 */
export async function openSmartWallet(
  mock: MockService,
  chain: MockChain,
  answer: (id: Hash) => Promise<Hash> = async (id) => id,
) {
  const node = clientOf(chain)
  const address = freshAddress()
  await node.setCode({ address, bytecode: code })
  await node.setBalance({ address, value: 100n * ether })
  const open: Call[] = []
  const wallet = { asked: 0, requests: 0 }
  const request = async ({ method, params }: { method: string; params: [Call] }) => {
    wallet.requests++
    if (method !== 'eth_sendTransaction') return askOf(node)({ method, params })
    open.push(params[0])
    return answer(keccak256(concat([address, `0x0${wallet.asked++}`])))
  }
  const transport = custom({ request }, { retryCount: 0 })
  return Object.assign(wallet, {
    address,
    walletClient: createWalletClient({ account: address, transport, pollingInterval: 20 }),
    /** Executes what it was asked for, as its owners do, and returns the last transaction. */
    async execute(): Promise<Hash> {
      let hash: Hash = '0x'
      for (const { to, data = '0x', value = '0x0' } of open.splice(0)) {
        hash = await send(mock, chain, mock.accounts[4]!.address, {
          to: address,
          data: concat([pad(to), pad(value), data]),
        })
      }
      return hash
    },
  })
}

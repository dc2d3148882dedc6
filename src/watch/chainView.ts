import {
  type Address,
  type Hash,
  type Hex,
  type PublicClient,
  TransactionNotFoundError,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { getAuthorization } from '../contract/getAuthorization.js'
import { readFault } from '../contract/rpc/faults.js'
import { orUndefined } from '../contract/rpc/orUndefined.js'
import { registeredTermsReceiverAbi } from '../generated/abi/registeredTermsReceiver.js'
import { readCalldata } from '../rules/settled/readCalldata.js'

export type ChainTransaction = { from: Address; to: Address | null; input: Hex; value: bigint }

export type Receipt = Pick<TransactionReceipt, 'blockHash' | 'status' | 'logs'>

/** A chain as seen by the checks of one receiver. */
export type WatchChain = {
  /** Null if the chain currently has no such transaction. */
  readTransaction(hash: Hash): Promise<ChainTransaction | null>
  readReceipt(hash: Hash): Promise<Receipt | null>
  /** Reads an account at a block's end. Null if the node no longer has that state. */
  readAccount(at: {
    address: Address
    blockNumber: bigint
  }): Promise<{ balance: bigint; nonce: number; hasCode: boolean } | null>
  /** Whether the receiver remembers an authorization of a call. */
  isAuthorized(callHash: Hex): Promise<boolean>
  /** Whether an account is currently a registrar of the receiver. */
  isRegistrar(account: Address): Promise<boolean>
}

type Ask = <result>(call: (client: PublicClient) => Promise<result>) => Promise<result>

/** Returns the chain as seen by the checks of one receiver. */
export function createView(ask: Ask, receiver: Address): WatchChain {
  return {
    readTransaction: (hash) =>
      ask(async (client) => {
        const found = await client.getTransaction({ hash }).catch(orUndefined(TransactionNotFoundError))
        if (!found) return null
        const { to = null, value = 0n } = found as Partial<typeof found>
        return { from: found.from, to, value, input: readCalldata(found, 'tempo') ?? '0x' }
      }),
    readReceipt: (hash) =>
      ask(async (client) => {
        const found = await client
          .getTransactionReceipt({ hash })
          .catch(orUndefined(TransactionReceiptNotFoundError))
        return found ? { blockHash: found.blockHash, status: found.status, logs: found.logs } : null
      }),
    async readAccount(at) {
      const balance = await ask((client) => client.getBalance(at).catch(orNullWhenRefused))
      const nonce = await ask((client) => client.getTransactionCount(at).catch(orNullWhenRefused))
      const code = await ask((client) => client.getCode(at).catch(orNullWhenRefused))
      if (balance === null || nonce === null || code === null) return null
      return { balance, nonce, hasCode: code !== undefined }
    },
    isAuthorized: (callHash) =>
      ask(async (client) => {
        return (await getAuthorization(client, { receiver, callHash }).catch(orNullWhenRefused)) !== null
      }),
    async isRegistrar(account) {
      const contract = { address: receiver, abi: registeredTermsReceiverAbi } as const
      const role = await ask((client) =>
        client.readContract({ ...contract, functionName: 'REGISTRAR_ROLE' }).catch(orNullWhenRefused),
      )
      if (role === null) return false
      const has = await ask((client) =>
        client
          .readContract({ ...contract, functionName: 'hasRole', args: [role, account] })
          .catch(orNullWhenRefused),
      )
      return has === true
    },
  }
}

/** Returns null for a node that no longer has the state, or a contract without the function. */
function orNullWhenRefused(error: unknown): null {
  if (isOutage(error)) throw error
  return null
}

/** Whether the error means that a node did not answer now, but may answer later. */
export function isOutage(error: unknown): boolean {
  return ['unanswered', 'limited'].includes(readFault(error))
}

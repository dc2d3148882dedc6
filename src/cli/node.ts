import {
  BaseError,
  ContractFunctionZeroDataError,
  createPublicClient,
  type PublicClient,
  TransactionExecutionError,
  type Transport,
} from 'viem'
import type { FillproofError } from '../base/FillproofError.js'
import { describeFault, readFault, remedyOf } from '../contract/rpc/faults.js'
import { nodeHttp } from '../contract/rpc/nodeHttp.js'
import { TransactionRefusedError, UnreachableError } from './errors.js'
import { readUrlOption } from './options.js'

/** A node of a chain, as its user named it. */
export type ChainNode = {
  transport: Transport
  /** Unless the node is in this process. */
  rpcUrl?: string
  /** The subject of a message, without the path of a URL, which may hold a key. */
  subject: string
  /** The option that chose it. */
  option: string
}

/** Returns the node of an option. @throws {@link UsageError} */
export function readNode(value: string, option = '--rpc-url'): ChainNode {
  const rpcUrl = readUrlOption(option, value)
  return {
    transport: nodeHttp(rpcUrl, { retryCount: 1, timeout: 15_000 }),
    rpcUrl,
    subject: `The chain at ${new URL(rpcUrl).origin}`,
    option,
  }
}

export function createNodeClient({ transport }: ChainNode): PublicClient {
  return createPublicClient({ transport })
}

/** Whether a call was answered without data, as where there is no contract. */
export function isEmptyAnswer(error: unknown): boolean {
  return (
    error instanceof BaseError &&
    error.walk((cause) => cause instanceof ContractFunctionZeroDataError) !== null
  )
}

/** Explains a failed request to a node, or that it refused a transaction. */
export function explainNodeError(error: BaseError, { subject, option }: ChainNode): FillproofError {
  const isSending = error.walk((cause) => cause instanceof TransactionExecutionError) !== null
  if (isSending && ['refused', 'reverted'].includes(readFault(error))) {
    return new TransactionRefusedError(`${subject} refused the transaction: ${describeFault(error)}`, {
      metaMessages: ["Check the sender's funds and pending transactions, and run the command again."],
    })
  }
  return new UnreachableError(`${subject} could not be read: ${describeFault(error)}`, {
    metaMessages: [`${remedyOf(error)} The node is that of ${option}.`],
  })
}

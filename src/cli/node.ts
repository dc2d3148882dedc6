import {
  BaseError,
  createPublicClient,
  type PublicClient,
  TransactionExecutionError,
  type Transport,
} from 'viem'
import type { FillproofError } from '../base/FillproofError.js'
import { FillRevertedError } from '../contract/errors.js'
import { isEmptyAnswer } from '../contract/hasView.js'
import { describeFault, readFault, remedyOf } from '../contract/rpc/faults.js'
import { nodeHttp } from '../contract/rpc/nodeHttp.js'
import { TransactionRefusedError, UnreachableError, UsageError } from './errors.js'
import { readUrlOption } from './options.js'

/** A node of a chain, as the user named it. */
export type ChainNode = {
  transport: Transport
  /** Absent if the node is in this process. */
  rpcUrl?: string
  /** The node's name in messages. Omits the path of the URL, which may contain a key. */
  subject: string
  /** The option that named the node. */
  option: string
}

/** Reads the node of an option. @throws {@link UsageError} */
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

/** Explains an error of a call of a receiver: that none is there, or the node's error. Other errors stay as they are. */
export function explainReceiverError(
  error: unknown,
  node: ChainNode,
  [contract, chain] = ['receiver', 'the destination chain'],
): unknown {
  if (isEmptyAnswer(error) || (error instanceof FillRevertedError && error.functionName === 'paused')) {
    return new UsageError(`There is no ${contract} at that address on this chain.`, {
      metaMessages: [`Check --receiver, and that ${node.option} leads to ${chain}.`],
    })
  }
  return error instanceof BaseError ? explainNodeError(error, node) : error
}

/** Explains why a request to a node failed, or that the node refused a transaction. */
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

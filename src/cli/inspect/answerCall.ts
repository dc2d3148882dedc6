import { BaseError } from 'viem'
import { toRecord } from '../../base/values.js'
import type { ChainNode } from '../node.js'

/** Has a node of this process answer a JSON-RPC call, as a node over HTTP would. */
export async function answerCall(
  { transport }: ChainNode,
  { id = null, method, params }: Record<string, unknown>,
): Promise<object> {
  try {
    const result = await transport({}).request({ method: method as string, params })
    return { jsonrpc: '2.0', id, result }
  } catch (error) {
    return { jsonrpc: '2.0', id, error: findRefusal(error) }
  }
}

/** Finds the node's own answer. Other errors may name what the page must not know. */
function findRefusal(error: unknown): object {
  for (let at = toRecord(error); at; at = toRecord(at.cause)) {
    const { code, message, data } = at
    if (typeof code === 'number' && !(at instanceof BaseError)) {
      return { code, message, ...(data !== undefined && { data }) }
    }
  }
  return { code: -32603, message: 'The node did not answer.' }
}

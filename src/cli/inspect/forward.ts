import { BaseError } from 'viem'
import { hideKey } from '../../base/cleanText.js'
import { hideUrl } from '../../base/hideUrl.js'
import { parseJson } from '../../base/parseJson.js'
import { readResponseText } from '../../base/readResponseText.js'
import { toRecord, toText } from '../../base/values.js'
import { type OperationName, operationOf } from '../../service/profile/operations.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { ChainNode } from '../node.js'

/** An answer for the page. If there is no answer, `status` is `fault` and `text` is the reason. */
export type PageAnswer = { status: number | 'fault'; text: string }

const timeoutMs = 20_000
const mostMebibytes = 16

/** Lists the service requests that the page makes. Forwarding others would let someone else use the key. */
function listOperations(profile: Pick<ServiceProfile, 'operations'>): string[] {
  const path = (name: OperationName) => operationOf(profile, name).path
  return [
    `GET ${path('attestation')}`,
    `GET ${path('status')}`,
    `GET ${path('requests')}`,
    'GET /chains',
    `POST ${path('currencies')}`,
  ]
}

/** The node methods that the page calls. All of them only read. */
const methods = [
  'eth_blockNumber',
  'eth_call',
  'eth_chainId',
  'eth_getBalance',
  'eth_getBlockByNumber',
  'eth_getLogs',
  'eth_getTransactionByHash',
  'eth_getTransactionReceipt',
]

export type ServiceTarget = {
  url: string
  apiKey?: string | undefined
  profile: Pick<ServiceProfile, 'operations'>
}

/**
 * Forwards a request to the service, with the key. Removes the key and the URL from the answer.
 *
 * @param gone - Aborts when the page stops waiting.
 */
export async function forwardToService(
  { url, apiKey, profile }: ServiceTarget,
  method: string,
  path: string,
  body: string,
  gone?: AbortSignal,
): Promise<PageAnswer> {
  const [pathname = ''] = path.split('?')
  const named = `${method} ${pathname.replace(/\/0x[0-9a-f]{64}(?=\/|$)/i, '/{requestId}')}`
  if (!listOperations(profile).includes(named)) return refuse('operation')
  const answer = await send('The service', `${url}${path}`, gone, {
    method,
    headers: {
      accept: 'application/json',
      ...(body !== '' && { 'content-type': 'application/json' }),
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    },
    ...(body !== '' && { body }),
  })
  return { ...answer, text: hideUrl(hideKey(answer.text, apiKey), url) }
}

/** Forwards a JSON-RPC request to the node if the request only reads. Removes the node's URL from the answer. */
export async function forwardToNode(node: ChainNode, body: string, gone?: AbortSignal): Promise<PageAnswer> {
  const calls = parseJson(body)
  const asked = [calls].flat().map((call) => toText(toRecord(call)?.method))
  if (!asked.every((method) => method !== undefined && methods.includes(method))) return refuse('method')
  const { rpcUrl } = node
  if (rpcUrl === undefined) return { status: 200, text: await answerCalls(node, calls) }
  const headers = { 'content-type': 'application/json' }
  // Send the checked value, not the original text: another parser could read the text differently.
  const answer = await send('The node', rpcUrl, gone, {
    method: 'POST',
    headers,
    body: JSON.stringify(calls),
  })
  return { ...answer, text: hideUrl(answer.text, rpcUrl) }
}

async function answerCalls(node: ChainNode, calls: unknown): Promise<string> {
  const answers = await Promise.all([calls].flat().map((call) => answerCall(node, toRecord(call) ?? {})))
  return JSON.stringify(Array.isArray(calls) ? answers : answers[0])
}

async function send(
  subject: string,
  url: string,
  gone: AbortSignal | undefined,
  init: RequestInit,
): Promise<PageAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    const signal = AbortSignal.any([timeout, ...(gone ? [gone] : [])])
    const response = await fetch(url, { ...init, redirect: 'manual', signal })
    const { text, isWhole } = await readResponseText(response, { mostBytes: mostMebibytes * 2 ** 20, signal })
    if (timeout.aborted) return toFault(`${subject} did not answer within ${timeoutMs / 1000} s.`)
    if (isWhole) return { status: response.status, text }
    return toFault(`${subject} answered more than ${mostMebibytes} MiB.`)
  } catch {
    // The cause may name the URL, which may hold a key.
    const problem = timeout.aborted ? `did not answer within ${timeoutMs / 1000} s` : "can't be reached"
    return toFault(`${subject} ${problem}.`)
  }
}

function toFault(message: string): PageAnswer {
  return { status: 'fault', text: JSON.stringify({ message }) }
}

function refuse(what: string): PageAnswer {
  return {
    status: 403,
    text: JSON.stringify({ message: `fillproof inspect does not forward this ${what}.` }),
  }
}

/** Answers a JSON-RPC call by a node in this process. The answer has the same form as over HTTP. */
async function answerCall(
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

/** Finds the node's own answer in an error. Other errors may contain a URL or key that the page must not see. */
function findRefusal(error: unknown): object {
  for (let at = toRecord(error); at; at = toRecord(at.cause)) {
    const { code, message, data } = at
    if (typeof code === 'number' && !(at instanceof BaseError)) {
      return { code, message, ...(data !== undefined && { data }) }
    }
  }
  return { code: -32603, message: 'The node did not answer.' }
}

import { HttpRequestError, type HttpTransport, type HttpTransportConfig, http, UnknownRpcError } from 'viem'
import { parseJson } from '../../base/parseJson.js'
import { readResponseText } from '../../base/readResponseText.js'
import { toRecord, toText } from '../../base/values.js'
import { AnswerSizeError } from './faults.js'

type Check = (value: unknown) => boolean

/**
 * Creates viem's HTTP transport to a node, with stricter checks of answers.
 *
 * - An answer that can't be read counts as no answer. viem would throw a `TypeError` or a `SyntaxError`.
 * - A status such as 401 or 429 comes from a server before the node, so the body with it never counts as the node's answer.
 * - An answer of more than 64 MiB is an error. The timeout covers the whole answer, even if its bytes arrive slowly.
 */
export function nodeHttp(url: string, config: HttpTransportConfig): HttpTransport {
  const transport = http(url, { ...config, fetchFn: fetchWhole(config.fetchFn ?? fetch) })
  return (parameters) => {
    const made = transport(parameters)
    const request = async (...[body, options]: Parameters<typeof made.request>): Promise<unknown> => {
      const fault = () =>
        new HttpRequestError({ body, details: `the answer to ${body.method} can't be read.`, url })
      const result: unknown = await made.request(body, options).catch((error: unknown) => {
        throw error instanceof UnknownRpcError ? fault() : error
      })
      const isReadable = results[body.method] ?? isPresent
      if (!isReadable(result)) throw fault()
      return result
    }
    return { ...made, request: request as typeof made.request }
  }
}

const mebibyte = 2 ** 20
const mostBytes = 64 * mebibyte

/** Reads the whole body before it returns, since viem's timeout no longer runs after the fetch returns. */
function fetchWhole(given: NonNullable<HttpTransportConfig['fetchFn']>): typeof given {
  return async (input, init) => {
    const response = await given(input, init)
    const { text, isWhole } = await readResponseText(response, { mostBytes, signal: init?.signal })
    if (!isWhole) throw new AnswerSizeError(`the answer has more than ${mostBytes / mebibyte} MiB.`)
    const { status, statusText, headers } = response
    const body = isNodes(status) ? text : sentenceOf(text)
    return new Response(body === '' ? null : body, { status, statusText, headers })
  }
}

/** Whether a body with this status may be the node's answer. Other statuses come from a server that limits or checks access. */
function isNodes(status: number): boolean {
  return ![401, 402, 403, 407, 429].includes(status)
}

/** Reduces the body of an error to its message. viem would mistake a body with an error code for the node's answer. */
function sentenceOf(text: string): string {
  const { error, message } = toRecord(parseJson(text)) ?? {}
  const sentence = toText(error) ?? toText(toRecord(error)?.message) ?? toText(message)
  return sentence === undefined ? text : JSON.stringify({ error: sentence })
}

const isPresent: Check = (value) => value !== undefined
const isHex: Check = (value) => typeof value === 'string' && /^0x[0-9a-f]*$/i.test(value)
const isQuantity: Check = (value) => isHex(value) && value !== '0x'
const orNull =
  (isIt: Check): Check =>
  (value) =>
    value === null || isIt(value)
const isListOf =
  (isIt: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isIt)

/** The fields that viem reads as numbers. Some are absent on some chains. */
const quantities = [
  ...['baseFeePerGas', 'blobGasPrice', 'blobGasUsed', 'blockNumber', 'blockTimestamp', 'chainId'],
  ...['cumulativeGasUsed', 'difficulty', 'effectiveGasPrice', 'excessBlobGas', 'gas', 'gasLimit', 'gasPrice'],
  ...['gasUsed', 'logIndex', 'maxFeePerBlobGas', 'maxFeePerGas', 'maxPriorityFeePerGas', 'number', 'size'],
  ...['timestamp', 'totalDifficulty', 'transactionIndex', 'v', 'value'],
]

function hasFields(fields: Readonly<Record<string, Check>>): Check {
  return (value) => {
    const record = toRecord(value)
    if (!record) return false
    return (
      Object.entries(fields).every(([name, isIt]) => isIt(record[name])) &&
      quantities.every((name) => !record[name] || isNumeric(record[name]))
    )
  }
}

function isNumeric(value: unknown): boolean {
  return isQuantity(value) || Number.isSafeInteger(value)
}

const isLog = hasFields({ address: isHex, topics: isListOf(isHex), data: isHex })
const isBlock = orNull(
  hasFields({ number: isQuantity, hash: isHex, parentHash: isHex, timestamp: isQuantity }),
)

/** The checks of results, by method. A result may be null if the node lacks the object. */
const results: Readonly<Record<string, Check>> = {
  eth_blockNumber: isQuantity,
  eth_call: isHex,
  eth_chainId: isQuantity,
  eth_estimateGas: isQuantity,
  eth_gasPrice: isQuantity,
  eth_getBalance: isQuantity,
  eth_getBlockByHash: isBlock,
  eth_getBlockByNumber: isBlock,
  eth_getBlockReceipts: orNull(isListOf(hasFields({ logs: isListOf(isLog) }))),
  eth_getCode: isHex,
  eth_getLogs: isListOf(isLog),
  eth_getStorageAt: isHex,
  eth_getTransactionByHash: orNull(hasFields({ input: isHex })),
  eth_getTransactionCount: isQuantity,
  eth_getTransactionReceipt: orNull(hasFields({ blockHash: isHex, logs: isListOf(isLog) })),
  eth_maxPriorityFeePerGas: isQuantity,
  eth_sendRawTransaction: isHex,
  eth_sendTransaction: isHex,
}

import type { Address } from 'viem'
import * as z from 'zod'
import { cleanText, hideKey } from '../../base/cleanText.js'
import { hideUrl } from '../../base/hideUrl.js'
import { parseJson } from '../../base/parseJson.js'
import { readResponseText } from '../../base/readResponseText.js'
import { sleep } from '../../base/sleep.js'
import { SourceVerificationError } from '../errors.js'
import type { StandardInput } from './standardInput.js'

export type VerifySourcesParameters = {
  /** The URL of an API like Etherscan's, version 2. */
  url: string
  apiKey: string | undefined
  chainId: number
  address: Address
  input: StandardInput
  /** Milliseconds between two requests. */
  pollMs?: number
  /** Milliseconds for the whole verification. */
  timeoutMs?: number
}

const answerSchema = z.looseObject({ status: z.union([z.string(), z.number()]), result: z.string() })
const alreadyVerified = /already verified/i

/**
 * Publishes the sources of a contract at an explorer, and waits until the explorer has compiled them.
 *
 * It calls `verifysourcecode` with standard JSON input, then `checkverifystatus` until there is a result.
 *
 * - Warning: an explorer may see a contract later than the node. While it does not know the contract, the sources are submitted
 *   again.
 *
 * @throws {@link SourceVerificationError}, without the key.
 */
export async function verifySources(
  parameters: VerifySourcesParameters,
): Promise<'verified' | 'alreadyVerified'> {
  const { apiKey, chainId, address, input, url, pollMs = 3_000, timeoutMs = 180_000 } = parameters
  const end = Date.now() + timeoutMs
  const target = new URL(url)
  target.searchParams.set('chainid', String(chainId))
  const key: Record<string, string> = apiKey === undefined ? {} : { apikey: apiKey }
  const fail = (problem: string, isUnreachable = false) =>
    new SourceVerificationError({
      contract: input.contract,
      problem: cleanText(hideKey(problem, apiKey)),
      isUnreachable,
    })

  const form = {
    module: 'contract',
    action: 'verifysourcecode',
    ...key,
    chainid: String(chainId),
    contractaddress: address,
    sourceCode: JSON.stringify(input.input),
    codeformat: 'solidity-standard-json-input',
    contractname: input.contract,
    compilerversion: `v${input.compiler}`,
    // The API spells the field this way. The constructors of this package take no arguments.
    constructorArguements: '',
  }
  const post = () => ask(target, { method: 'POST', body: new URLSearchParams(form) }, fail)
  let submitted = await post()
  while (!submitted.ok && /unable to locate contractcode/i.test(submitted.result)) {
    if (Date.now() > end) throw fail('the explorer does not know the contract yet.')
    await sleep(pollMs)
    submitted = await post()
  }
  if (!submitted.ok) {
    if (alreadyVerified.test(submitted.result)) return 'alreadyVerified'
    throw fail(hideUrl(submitted.result, url))
  }

  const status = new URL(target)
  const question = { module: 'contract', action: 'checkverifystatus', guid: submitted.result, ...key }
  for (const [name, value] of Object.entries(question)) status.searchParams.set(name, value)
  for (;;) {
    const { ok, result } = await ask(status, {}, fail)
    if (alreadyVerified.test(result)) return 'alreadyVerified'
    if (ok && /^pass/i.test(result)) return 'verified'
    if (!/pending|in progress/i.test(result)) throw fail(hideUrl(result, url))
    if (Date.now() > end) throw fail('the explorer did not finish in time.')
    await sleep(pollMs)
  }
}

type Fail = (problem: string, isUnreachable?: boolean) => SourceVerificationError

async function ask(url: URL, init: RequestInit, fail: Fail): Promise<{ ok: boolean; result: string }> {
  let response: Response
  let text: string
  try {
    const signal = AbortSignal.timeout(60_000)
    response = await fetch(url, { ...init, signal })
    const read = await readResponseText(response, { mostBytes: 2 ** 20, signal })
    text = read.isWhole ? read.text : ''
  } catch {
    throw fail(`${url.origin} could not be reached.`, true)
  }
  if (response.status >= 500) throw fail(`${url.origin} answered with status ${response.status}.`, true)
  const answer = answerSchema.safeParse(parseJson(text))
  if (!answer.success)
    throw fail(`${url.origin} answered with status ${response.status} and no explorer's JSON.`, true)
  return { ok: String(answer.data.status) === '1', result: answer.data.result }
}

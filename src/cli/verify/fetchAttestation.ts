import type { Hex } from 'viem'
import { parseAttestation } from '../../attestation/parseAttestation.js'
import type { Attestation } from '../../attestation/types.js'
import { FillproofError } from '../../errors/base.js'
import { toRecord } from '../../format/values.js'
import { ServiceAnswerError, UnreachableError } from '../errors.js'
import { printable } from '../output.js'

export type FetchAttestationParameters = {
  /** The service's base URL, without a slash at its end. */
  url: string
  requestId: Hex
  timeoutMs?: number
}

/** What says "not now" and nothing about the request. */
const passing = [408, 425, 429]

/**
 * Fetches the attestation of a request.
 *
 * - Trust: the answer is the service's word, until it is verified.
 *
 * @throws {@link UnreachableError}, or {@link ServiceAnswerError} with the service's message or the malformed field.
 */
export async function fetchAttestation({
  url,
  requestId,
  timeoutMs = 15_000,
}: FetchAttestationParameters): Promise<Attestation> {
  const { status, text } = await get(`${url}/requests/${requestId}/signature`, timeoutMs)
  const record = parseJson(text)
  if (status >= 500 || passing.includes(status)) {
    throw new UnreachableError(`${originOf(url)} answered with status ${status}${messageOf(record)}.`, {
      metaMessages: ['Try again later.'],
    })
  }
  if (status >= 400) {
    throw new ServiceAnswerError(
      `${originOf(url)} refused the request, status ${status}${messageOf(record)}.`,
      {
        metaMessages: ['Check the request id, and that the URL is that of the service which quoted it.'],
      },
    )
  }
  return parse(requestId, record)
}

async function get(address: string, timeoutMs: number): Promise<{ status: number; text: string }> {
  const init = { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(timeoutMs) }
  try {
    const response = await fetch(address, init)
    return { status: response.status, text: await response.text() }
  } catch (error) {
    throw new UnreachableError(`${originOf(address)} could not be reached: ${reasonOf(error, timeoutMs)}.`, {
      metaMessages: ['Check the URL and the network.'],
    })
  }
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeoutMs / 1000} s`
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof Error) return printable('code' in cause ? String(cause.code) : cause.message)
  return error instanceof Error ? printable(error.message) : 'unknown'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function messageOf(record: unknown): string {
  const message = toRecord(record)?.message
  return typeof message === 'string' ? `: ${printable(message).replace(/\.$/, '')}` : ''
}

function parse(requestId: Hex, answer: unknown): Attestation {
  const record = toRecord(answer)
  if (!record)
    throw new ServiceAnswerError("The service's answer is malformed: the body must be a JSON object.")
  try {
    return parseAttestation({ ...record, requestId } as Parameters<typeof parseAttestation>[0])
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    const { metaMessages } = error
    throw new ServiceAnswerError(`The service's answer is malformed: ${printable(error.shortMessage)}`, {
      metaMessages,
    })
  }
}

/** No more of a URL than where it leads: the rest may hold a key. */
function originOf(url: string): string {
  return new URL(url).origin
}

import { type Address, BaseError, type Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import { createServiceClient } from '../../client/createServiceClient.js'
import { FillRevertedError } from '../../contract/errors.js'
import { getReceiverKind, type ReceiverKind } from '../../contract/getReceiverKind.js'
import { selectOrder } from '../../inspect/order/selectOrder.js'
import { describeTime } from '../../inspect/rows/describeTime.js'
import { receiverChecks } from '../../rules/accepts/checks.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { type GivenEvidence, readEvidence } from '../authorize/evidence.js'
import { type FoundCall, findCall } from '../authorize/findCall.js'
import { type Authorization, presentEvidence } from '../authorize/presentEvidence.js'
import { readCallFile } from '../authorize/readCallFile.js'
import { createRetirementLog, type RetirementLog } from '../createRetirementLog.js'
import { ServiceAnswerError, UsageError } from '../errors.js'
import { type ChainNode, createNodeClient, explainNodeError, isEmptyAnswer, readNode } from '../node.js'
import { type GlobalOptions, readAddressOption, readApiKey, readServiceUrl } from '../options.js'
import { print, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'
import { readSender } from '../readSender.js'
import { explainServiceError } from '../verify/explainServiceError.js'
import { readOrderFile } from '../verify/readOrderFile.js'
import { readRecipientProofFile } from '../verify/readRecipientProofFile.js'

export type AuthorizeOptions = GlobalOptions &
  ({ rpcUrl: string } | { node: ChainNode }) & {
    receiver: string
    recipientProof?: string
    url?: string
    order?: string
    send?: boolean
    unlocked?: string
  }

/** Presents the evidence of a call to its receiver, or only checks it; returns the exit status. */
export async function runAuthorize(target: string, options: AuthorizeOptions): Promise<number> {
  const node = 'node' in options ? options.node : readNode(options.rpcUrl)
  const receiver = readAddressOption('--receiver', options.receiver)
  const sender = readSender(options, node)
  const log = createRetirementLog()
  const given = await readGiven(target, options, log)
  const finish = (outcome: AuthorizeOutcome) => printOutcome(outcome, options, log)
  const client = createNodeClient(node)
  try {
    const chainId = await client.getChainId()
    const kind = await getReceiverKind(client, { receiver })
    const about = { chainId, receiver, kind }
    const assembled = readEvidence(kind, given)
    if ('missing' in assembled) return finish({ ...about, status: 'incomplete', ...assembled })
    const { evidence } = assembled
    const call = findCall(evidence, receiver, chainId)
    if (!call) return finish({ ...about, status: 'noCall' })
    const onSent = (hash: Hex) => warn(`Sent ${hash}, waiting for its receipt.`)
    const done = await presentEvidence({ client, receiver, evidence, call, sender, onSent })
    return finish({ ...about, ...call, ...done })
  } catch (error) {
    throw explain(error, node)
  }
}

async function readGiven(
  target: string,
  options: AuthorizeOptions,
  log: RetirementLog,
): Promise<GivenEvidence> {
  const requestId = toBytes(target, [32])
  const given = requestId ? await readRequest(requestId, options, log) : await readCallFile(target)
  if (!requestId && options.order !== undefined) {
    throw new UsageError('--order goes with a request id: a file has its own quote.')
  }
  if (options.recipientProof === undefined) return given
  return { ...given, recipientProof: await readRecipientProofFile(options.recipientProof) }
}

async function readRequest(
  requestId: Hex,
  { order, profile, url }: AuthorizeOptions,
  log: RetirementLog,
): Promise<GivenEvidence> {
  const file = order === undefined ? {} : await readOrderFile(order)
  const selected = selectOrder(requestId, file, undefined)
  return {
    ...(await fetchEvidence(requestId, await readProfile(profile), url, log)),
    ...('order' in selected && { order: selected.order }),
    terms: file.terms,
  }
}

function printOutcome(
  outcome: AuthorizeOutcome,
  { json }: AuthorizeOptions,
  { announced }: RetirementLog,
): number {
  if (json) printJson({ ...outcome, ...announced() })
  else print(describeOutcome(outcome))
  return ['paid', 'authorized', 'provable'].includes(outcome.status) ? 0 : 1
}

function explain(error: unknown, node: ChainNode): unknown {
  if (isEmptyAnswer(error) || (error instanceof FillRevertedError && error.functionName === 'paused')) {
    return new UsageError('There is no receiver at that address on this chain.', {
      metaMessages: [`Check --receiver, and that ${node.option} leads to the destination chain.`],
    })
  }
  return error instanceof BaseError ? explainNodeError(error, node) : error
}

/**
 * Fetches the attestation of a request, which is all the evidence that the service has.
 *
 * - Trust: the service's word, until the receiver has checked it.
 *
 * @throws {@link UnreachableError}
 */
async function fetchEvidence(
  requestId: Hex,
  profile: ServiceProfile,
  givenUrl: string | undefined,
  { onRetirement }: RetirementLog,
): Promise<Pick<GivenEvidence, 'attestation'>> {
  const url = readServiceUrl(givenUrl, profile)
  const apiKey = readApiKey()
  const client = createServiceClient({ profile, baseUrl: url, apiKey, timeoutMs: 15_000, onRetirement })
  try {
    return { attestation: await client.getAttestation({ requestId, layout: 'v1' }) }
  } catch (cause) {
    const error = await explainServiceError(cause, { url, apiKey, client })
    if (error instanceof ServiceAnswerError) return { attestation: undefined }
    throw error
  }
}

type About = { chainId: number; receiver: Address; kind: ReceiverKind }

/** The result of `authorize`. */
type AuthorizeOutcome = About &
  ({ status: 'incomplete'; missing: string[] } | { status: 'noCall' } | (FoundCall & Authorization))

const results = {
  incomplete: 'Not provable: the evidence is incomplete.',
  noCall: 'Not provable: the evidence must have exactly one call of payAuthorized on this receiver.',
  refused: 'Not provable: the receiver refuses the evidence.',
  paid: 'Already paid.',
  authorized: 'Authorized. fillproof verify says whether it can be paid now.',
  provable: 'Provable: --send authorizes the call.',
} satisfies Record<AuthorizeOutcome['status'], string>

/** Formats the report for people. */
function describeOutcome(outcome: AuthorizeOutcome, now = Math.floor(Date.now() / 1000)): string {
  return [
    results[outcome.status],
    `Receiver  ${outcome.receiver} on chain ${outcome.chainId}`,
    ...detail(outcome, now),
  ].join('\n')
}

function detail(outcome: AuthorizeOutcome, now: number): string[] {
  if (outcome.status === 'incomplete') return outcome.missing.map((part) => `Missing   ${part}`)
  if (outcome.status === 'noCall') return []
  const { callHash, payment, solver, transaction, failing = [], reason, remedy } = outcome
  return [
    `Call      ${callHash}`,
    `Deadline  ${describeTime(Number(payment.deadline), now)}`,
    ...(solver ? [`Solver    ${solver}`] : []),
    ...(transaction ? [`Sent in   ${transaction}`] : []),
    ...(reason ? [`Reason    ${reason}`] : []),
    ...failing.map((check) => `Fails     ${check}, which asks that ${receiverChecks[check].asks}`),
    ...(remedy ? [`To do     ${remedy}`] : []),
  ]
}

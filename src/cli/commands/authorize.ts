import type { Address, Hex } from 'viem'
import { toBytes } from '../../base/values.js'
import { createServiceClient } from '../../client/createServiceClient.js'
import { authorizeMany } from '../../contract/authorizeMany.js'
import type { CallReceiverKind } from '../../contract/evidence.js'
import { getReceiverKind, type ReceiverKind } from '../../contract/getReceiverKind.js'
import { inspectFill } from '../../contract/inspectFill.js'
import { findCall, type JudgedCall, judgeCall } from '../../contract/judgeCall.js'
import type { Payment } from '../../protocol/payment/payment.js'
import { selectOrder } from '../../report/order/selectOrder.js'
import type { EvidenceSources } from '../../report/receiver/judgeEvidence.js'
import { describeTime } from '../../report/rows/describeTime.js'
import { type FillCheck, isOfPayment, receiverChecks } from '../../rules/accepts/checks.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import type { AccountOptions } from '../account/readAccount.js'
import { readSender } from '../account/readSender.js'
import { collectEvidence, type GivenCall, readCalls } from '../authorize/readCalls.js'
import { createRetirementLog, type RetirementLog } from '../createRetirementLog.js'
import { ServiceAnswerError, UsageError } from '../errors.js'
import { type ChainNode, createNodeClient, explainReceiverError, readNode } from '../node.js'
import { type GlobalOptions, readAddressOption, readApiKey, readServiceUrl } from '../options.js'
import { print, printable, printJson, warn } from '../output.js'
import { readProfile } from '../readProfile.js'
import { explainServiceError } from '../verify/explainServiceError.js'
import { readOrderFile } from '../verify/readOrderFile.js'
import { readRecipientProofFile } from '../verify/readRecipientProofFile.js'

export type AuthorizeOptions = GlobalOptions &
  AccountOptions &
  ({ rpcUrl: string } | { node: ChainNode }) & {
    receiver: string
    recipientProof?: string
    url?: string
    order?: string
    batcher?: string
    send?: boolean
  }

/** Presents the evidence of calls to their receiver, or only checks the evidence. Returns the exit status. */
export async function runAuthorize(target: string, options: AuthorizeOptions): Promise<number> {
  const node = 'node' in options ? options.node : readNode(options.rpcUrl)
  const receiver = readAddressOption('--receiver', options.receiver)
  const batcher = options.batcher === undefined ? undefined : readAddressOption('--batcher', options.batcher)
  const sender = await readSender(options, node)
  const log = createRetirementLog()
  const { isMany, calls } = await readGiven(target, options, log)
  const client = createNodeClient(node)
  try {
    const chainId = await client.getChainId()
    const kind = await getReceiverKind(client, { receiver })
    if (kind === 'inboxReceiver') {
      throw new UsageError(`The receiver ${receiver} is paid through inboxes, not by calls.`, {
        metaMessages: ['Claim what lies in its inboxes with fillproof claim.'],
      })
    }
    const about = { chainId, receiver, kind }
    const assembled = calls.map((call) => ({ ...call, ...assemble(kind, call) }))
    const evidences = assembled.flatMap((call) => ('evidence' in call ? [call.evidence] : []))
    const onSent = (hash: Hex) => warn(`Sent ${hash}, waiting for its receipt.`)
    const sending = sender && { account: sender.account, batcher, onSent }
    const judged: JudgedCall[] = sender
      ? await authorizeMany(sender.wallet, { receiver, calls: evidences, ...sending })
      : []
    const outcomes: AuthorizeOutcome[] = []
    for (const { place, ...call } of assembled) {
      const named = isMany ? { file: place, ...about } : about
      if (!('evidence' in call)) {
        outcomes.push({
          ...named,
          ...('missing' in call ? call : { status: 'unreadable', reason: call.problem }),
        })
        continue
      }
      const { evidence } = call
      const result = judged.shift() ?? (await judgeCall(client, chainId, { receiver, ...evidence }))
      const { payment } = findCall(evidence, receiver, chainId) ?? {}
      const asked = { receiver, ...evidence, amount: payment?.minimum ?? 0n }
      const failing =
        result.status === 'refused' && payment && !result.transaction
          ? (await inspectFill(client, asked)).checks.filter((check) => !isOfPayment(check))
          : undefined
      outcomes.push({ ...named, ...(payment && { payment }), ...result, ...(failing && { failing }) })
    }
    return printOutcomes(outcomes, isMany, options, log)
  } catch (error) {
    throw explainReceiverError(error, node)
  }
}

function assemble(kind: CallReceiverKind, call: GivenCall) {
  if ('problem' in call) return call
  const read = collectEvidence(kind, call.sources)
  return 'missing' in read ? ({ status: 'incomplete', missing: read.missing } as const) : read
}

async function readGiven(
  target: string,
  options: AuthorizeOptions,
  log: RetirementLog,
): Promise<{ isMany: boolean; calls: GivenCall[] }> {
  const requestId = toBytes(target, [32])
  if (!requestId && options.order !== undefined) {
    throw new UsageError('--order goes with a request id: a file has its own quote.')
  }
  const given = requestId
    ? { isMany: false, calls: [{ place: target, sources: await readRequest(requestId, options, log) }] }
    : await readCalls(target)
  const [first] = given.calls
  if (!first) throw new UsageError(`${printable(target)} has no calls.`)
  if (!given.isMany && 'problem' in first) {
    throw new UsageError(`The file ${printable(target)} has no call that can be read: ${first.problem}`)
  }
  if (options.recipientProof === undefined) return given
  if (given.isMany) throw new UsageError('--recipient-proof goes with one call: each file has its own.')
  const recipientProof = await readRecipientProofFile(options.recipientProof)
  return {
    ...given,
    calls: [{ ...first, sources: { ...(first as { sources: object }).sources, recipientProof } }],
  }
}

async function readRequest(
  requestId: Hex,
  { order, profile, url }: AuthorizeOptions,
  log: RetirementLog,
): Promise<EvidenceSources> {
  const file = order === undefined ? {} : await readOrderFile(order)
  const selected = selectOrder(requestId, file, undefined)
  return {
    ...(await fetchEvidence(requestId, await readProfile(profile), url, log)),
    ...('order' in selected && { order: selected.order }),
    terms: file.terms,
  }
}

function printOutcomes(
  outcomes: AuthorizeOutcome[],
  isMany: boolean,
  { json }: AuthorizeOptions,
  { announced }: RetirementLog,
): number {
  if (json) printJson({ ...(isMany ? { calls: outcomes } : outcomes[0]), ...announced() })
  else for (const outcome of outcomes) print(describeOutcome(outcome))
  const open = outcomes.filter(({ status }) => !['paid', 'authorized', 'provable'].includes(status))
  if (isMany && !json)
    print(`${outcomes.length - open.length} of ${outcomes.length} calls are paid, authorized or provable.`)
  return open.length === 0 ? 0 : 1
}

/**
 * Fetches the attestation of a request. The service has no other evidence.
 *
 * - Trust: the attestation is the service's word until the receiver has checked it.
 *
 * @throws {@link UnreachableError}
 */
async function fetchEvidence(
  requestId: Hex,
  profile: ServiceProfile,
  givenUrl: string | undefined,
  { onRetirement }: RetirementLog,
): Promise<Pick<EvidenceSources, 'attestation'>> {
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

/** The result of `authorize` for one call. `file` is set if the command was given several calls. */
type AuthorizeOutcome = Omit<JudgedCall, 'status'> & {
  file?: string
  chainId: number
  receiver: Address
  kind: ReceiverKind
  status: JudgedCall['status'] | 'incomplete' | 'unreadable'
  payment?: Payment
  missing?: string[]
  /** The failing checks of a refused call. */
  failing?: FillCheck[]
}

const results = {
  incomplete: 'Not provable: the evidence is incomplete.',
  noCall: 'Not provable: the evidence must have exactly one call of payAuthorized on this receiver.',
  refused: 'Not provable: the receiver refuses the evidence.',
  unreadable: 'Not provable: the evidence can not be read.',
  paid: 'Already paid.',
  authorized: 'Authorized. fillproof verify says whether it can be paid now.',
  provable: 'Provable: --send authorizes the call.',
} satisfies Record<AuthorizeOutcome['status'], string>

/** Formats the report for people. */
function describeOutcome(outcome: AuthorizeOutcome, now = Math.floor(Date.now() / 1000)): string {
  return [
    results[outcome.status],
    ...(outcome.file === undefined ? [] : [`File      ${printable(outcome.file)}`]),
    `Receiver  ${outcome.receiver} on chain ${outcome.chainId}`,
    ...detail(outcome, now),
  ].join('\n')
}

function detail(outcome: AuthorizeOutcome, now: number): string[] {
  const { missing = [], callHash, payment, solver, transaction, failing = [], reason, remedy } = outcome
  return [
    ...missing.map((part) => `Missing   ${part}`),
    ...(callHash ? [`Call      ${callHash}`] : []),
    ...(payment ? [`Deadline  ${describeTime(Number(payment.deadline), now)}`] : []),
    ...(solver ? [`Solver    ${solver}`] : []),
    ...(transaction ? [`Sent in   ${transaction}`] : []),
    ...(reason ? [`Reason    ${reason}`] : []),
    ...failing.map((check) => `Fails     ${check}, which requires that ${receiverChecks[check].asks}`),
    ...(remedy ? [`To do     ${remedy}`] : []),
  ]
}

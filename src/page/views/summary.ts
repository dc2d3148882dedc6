import { describeTime } from '../../report/rows/describeTime.js'
import { payers } from '../../report/rows/receiverRows.js'
import type { ServiceRecord } from '../../report/service/fetchRecord.js'
import { hasDeposit, isPaidHere, type WaitingFor } from '../../report/state/findOutcome.js'
import { nextSteps } from '../../report/state/nextSteps.js'
import { deadlineOf, isExcused, type Verification } from '../../report/verification.js'
import { currentWord } from '../../service/resources/requestStatus.js'
import { element } from '../dom.js'
import { setup } from '../setup.js'
import {
  type CardLine,
  type CardMark,
  type CardParameters,
  line,
  movedLine,
  type Place,
  type Tone,
} from './card.js'
import { amount, countdown, type Explorer, ref, richText } from './values.js'

const waits: Record<WaitingFor, string> = {
  deposit: 'Waiting for the deposit',
  authorization: 'Waiting for the authorization',
  fill: 'Waiting for the fill',
}

/** The value that the service reports if it has no reason for a failure. */
const noReason = 'UNKNOWN'

/** Says where to enter a step's input: in the command's options, or in the form of static files. */
const whereToEnter = (options: string) =>
  setup ? `Start the command again with ${options}.` : 'Use Connection, below.'

/** Summarizes a verification for the first screen. */
export function summarizeVerification(
  verification: Verification,
  now: number,
  explorer: Explorer,
): CardParameters {
  const steps = nextSteps(verification, now)
  return {
    ...describeOutcome(verification),
    transfer: describeTransfer(verification, now, explorer),
    why: findReason(verification, now),
    lines: [
      signedLine(verification),
      measuredLine(verification, explorer),
      reportedLine(verification, explorer),
    ],
    // Without a record, the last of these lines already shows the first note.
    notes: verification.notes.slice(verification.record ? 0 : 1),
    steps: steps.map(({ text, options }) => (options ? `${text} ${whereToEnter(options)}` : text)),
    command: steps[0]?.command,
    about: steps[0]?.about,
    usesConnection: !setup && steps.some(({ options }) => options),
  }
}

const headlines: Record<Verification['outcome'], [Tone, string]> = {
  paid: ['good', 'Paid'],
  returned: ['back', 'Not paid, returned on the destination chain'],
  refunded: ['back', 'Refunded'],
  failed: ['bad', 'Failed'],
  settled: ['open', 'Settled, payment not measured'],
  expired: ['back', 'Expired, not paid'],
  waiting: ['open', ''],
  unknown: ['open', 'Genuine, outcome unknown'],
}

function describeOutcome(verification: Verification): Pick<CardParameters, 'tone' | 'headline' | 'says'> {
  const { genuine, outcome, outcomeSource, waitingFor, record, onchain } = verification
  if (genuine === null) {
    const says = outcomeSource === 'measured' ? 'measured on the chain' : 'not signed'
    return { tone: 'unknown', headline: `Nothing signed, outcome ${outcome}`, says }
  }
  if (!genuine) return { tone: 'bad', headline: 'Not genuine', says: 'checked against the signatures' }
  if (onchain?.contradictions && outcome === 'paid') {
    return { tone: 'bad', headline: 'Paid, and not as signed', says: 'measured on the chain' }
  }
  const [tone, word] = headlines[outcome]
  const headline =
    outcome === 'paid' && onchain?.payment?.payerIs === 'other' ? 'Paid by another account' : word
  const says = outcomeSource === 'measured' ? 'measured on the chain' : 'reported by the service'
  if (outcome === 'refunded') return { tone, headline: `${headline}${describePlace(verification)}`, says }
  if (outcome === 'failed' && record?.refundFailReason && record.refundTransactions.length === 0)
    return { tone, headline: `${headline}, not refunded`, says }
  if (waitingFor) return { tone, says, ...describeWait(waitingFor, verification) }
  if (outcome === 'settled' && onchain?.isPaid === false) {
    const both = 'the service reports settled, the receiver not paid'
    return { tone: 'bad', headline: 'Settled, and not paid here', says: both }
  }
  const isByClock = outcome === 'expired' && outcomeSource === 'said' && record?.status !== 'failure'
  if (isByClock) return { tone, headline, says: "by the service and this machine's clock" }
  if (isTieSaid(verification)) {
    const says = "measured, and reported to be this request's"
    return { tone: outcome === 'paid' ? 'open' : tone, headline, says }
  }
  return { tone, headline, says: outcomeSource ? says : 'checked against the signature' }
}

const authorizedAndDeposited = 'authorization measured, deposit reported'

function describeWait(
  waitingFor: WaitingFor,
  { onchain, record }: Verification,
): Pick<CardParameters, 'headline'> & Partial<CardParameters> {
  if (waitingFor === 'authorization') {
    const headline = record && hasDeposit(record) ? 'Deposited, not authorized' : waits.authorization
    // A missing authorization is urgent: without it, a fill reverts, or its payment is returned.
    return { tone: 'back', headline, says: authorizedAndDeposited }
  }
  if (waitingFor !== 'deposit' || onchain?.isAuthorized === undefined) return { headline: waits[waitingFor] }
  const headline = onchain.isAuthorized ? waits.deposit : 'Waiting for the authorization, then the deposit'
  return { headline, says: authorizedAndDeposited }
}

/** Returns whether only a quote or the service ties the payment or the return to this request. */
function isTieSaid({ outcome, onchain, order, record, requestId }: Verification): boolean {
  // Anyone can append an order id to a transaction. Only the order shows which calls pay it.
  if (outcome === 'returned') return order?.orderId !== requestId
  // Other receivers record the payment under the request's own id.
  if (outcome !== 'paid' || onchain?.kind !== 'signedOrderReceiver') return false
  return (order?.orderId ?? record?.orderId) !== requestId
}

/** Names the chain of a refund, if the service reports that chain. */
function describePlace({ record, attestation }: Verification): string {
  if (!attestation) return ''
  const { originChainId, destinationChainId } = attestation
  const chains = new Set(record?.refundTransactions.map(({ chainId }) => chainId))
  if (chains.size !== 1 || originChainId === destinationChainId) return ''
  if (chains.has(originChainId)) return ' on the origin chain'
  return chains.has(destinationChainId) ? ' on the destination chain' : ''
}

function describeTransfer(
  verification: Verification,
  now: number,
  explorer: Explorer,
): HTMLElement | undefined {
  const { attestation, decoded, genuine, outcome } = verification
  if (!attestation || !decoded) return undefined
  const { originChainId, destinationChainId } = attestation
  const { originChain, originUser, originCurrency, destinationChain, destinationUser } = decoded
  const deadline = deadlineOf(verification)
  const isOver = outcome !== 'waiting' && outcome !== 'unknown'
  const shape = !isOver || outcome === 'settled' ? '┄┄▷' : outcome === 'paid' ? '──▶' : '─✕─▷'
  // Show no arrow unless a trusted solver signed the terms: without that, the transfer is only a claim.
  const arrow = genuine
    ? element('span', { class: 'arrow', role: 'img', 'aria-label': 'to' }, shape)
    : element('span', { class: 'sends' }, 'to')
  const at = (chainId: number, address: string) => ref(address, { chainId, kind: 'address', explorer })
  const party = (chainId: number, name: string | null, address: string, ...before: HTMLElement[]) => {
    const title = `chain ${chainId}; the name is not signed`
    const chain = element('bdi', { title }, name ?? `chain ${chainId}`)
    return element('span', { class: 'party' }, ...before, chain, at(chainId, address))
  }
  return element(
    'p',
    { class: 'transfer' },
    attestation.layout === 'v1' && amount(attestation.originAmount, originCurrency),
    !originCurrency.isNative && at(originChainId, originCurrency.address),
    party(originChainId, originChain, originUser.address, element('span', { class: 'sends' }, 'from')),
    party(destinationChainId, destinationChain, destinationUser.address, arrow),
    genuine === true && !isOver && deadline !== undefined && deadline >= now && countdown(deadline),
    element('span', { class: `source ${genuine ? 'signed' : ''}` }, genuine ? 'signed terms' : 'claimed'),
  )
}

function findReason(verification: Verification, now: number): string | undefined {
  const { genuine, outcome, outcomeSource, record, onchain, notes } = verification
  if (!genuine) return undefined // The signature's line already explains this.
  if (record && (outcome === 'refunded' || outcome === 'failed')) return explainFailure(record)
  if (outcome === 'expired') return explainExpiry(verification, now)
  if (outcome === 'returned') return 'the call was not authorized when the payment came.'
  if (outcome === 'waiting' || outcome === 'unknown') {
    const refused = onchain?.checks.find(({ name, ok }) => !ok && !isExcused(name, onchain))
    return refused ? `the receiver would refuse it. ${refused.message}` : outcomeSource ? undefined : notes[0]
  }
  return undefined
}

function explainFailure({ revert, failReason, refundFailReason }: ServiceRecord): string {
  const stated = failReason && failReason !== noReason ? `the service's reason is ${failReason}.` : undefined
  const reverted = revert && `the fill reverted, ${revert.name ? `${revert.name}: ` : ''}${revert.message}`
  const refund = refundFailReason ? ` Its refund failed too: ${refundFailReason}.` : ''
  return `${reverted ?? stated ?? 'the service gave no reason.'}${refund}`
}

/** Explains an expiry by the clock that decided it. */
function explainExpiry(verification: Verification, now: number): string | undefined {
  const { order, termsDeadline, onchain, outcomeSource } = verification
  const deadline = deadlineOf(verification) ?? order?.deadline ?? termsDeadline
  if (deadline === undefined) return undefined
  if (onchain && outcomeSource === 'measured')
    return `the deadline was ${describeTime(deadline, onchain.timestamp)} by the chain's clock.`
  const time = describeTime(deadline, now)
  return deadline < now
    ? `the deadline was ${time}.`
    : `the service says so. By this machine's clock, the deadline is ${time}.`
}

function signedLine({ genuine, solver, checks }: Verification): CardLine {
  if (genuine && solver) return line('yes', 'Genuine', 'signed', 'signed by the trusted solver ', ref(solver))
  if (genuine === null)
    return line('unknown', 'Nothing signed', undefined, 'no order that the solver signed was given')
  const failed = checks.find(({ ok, name }) => !ok && name !== 'deadline')
  return line(
    'no',
    'Not genuine',
    'checked here',
    richText(failed?.message ?? 'a check of the signature fails'),
  )
}

function measuredLine(
  { genuine, onchain, outcome, attestation }: Verification,
  explorer: Explorer,
): CardLine {
  if (!onchain) return line('unknown', 'Not measured', undefined, 'no node and receiver were asked')
  const { chainId, receiver, kind, isPaid, payment, returned, inbox } = onchain
  const at: Place = (kind, value, after) => ref(value, { chainId, kind, explorer }, after)
  const isThere = !attestation || chainId === attestation.destinationChainId
  const place = isThere ? '' : ` on chain ${chainId}, not the destination`
  const where = ['the receiver contract ', at('address', receiver), place]
  const isOwn = isPaidHere(onchain)
  const [mark, name] = isOwn ? (['yes', 'Paid'] as const) : (['unknown', 'Its call was paid'] as const)
  if (payment) {
    const isOther = isOwn && payment.payerIs === 'other'
    const by = isOther ? [' paid by ', at('address', payment.payer), ` (${payers.other})`] : []
    return movedLine(mark, name, payment, payment.recipient, at, by)
  }
  if (isPaid) return line(mark, name, 'measured', 'as ', ...where, ' recorded')
  if (returned) return movedLine('back', 'Returned', returned, returned.refundTo, at)
  if (inbox) {
    const isFull = inbox.balance > 0n
    const words = isFull ? 'money waits in the inbox ' : 'nothing lies in the inbox '
    return line('unknown', isFull ? 'Not claimed' : 'Empty', 'measured', words, at('address', inbox.address))
  }
  if (kind === 'inboxReceiver')
    return line('unknown', "Can't tell", undefined, ...where, ' needs the terms of the inbox')
  if (isPaid === null) return line('unknown', "Can't tell", undefined, ...where, " needs the order's id")
  const isOpen = genuine && (outcome === 'waiting' || outcome === 'unknown')
  const [open, label] = isOpen ? (['wait', 'Not paid yet'] as const) : (['no', 'Not paid'] as const)
  return line(open, label, 'measured', 'no payment recorded by ', ...where)
}

function reportedLine(
  { record, notes, attestation, outcome, onchain }: Verification,
  explorer: Explorer,
): CardLine {
  const [note] = notes
  if (!record) {
    return note
      ? line('unknown', 'No answer', undefined, richText(note))
      : line('unknown', 'Not reported', undefined, 'no service was asked')
  }
  const { status, fillTransactions, refundTransactions, failReason } = record
  const report = (mark: CardMark, label: string, chainId?: number | null, hash?: string) => {
    // The service reports success also if the receiver returned the fill's money.
    const but = label === 'Settled' && outcome === 'returned' ? ', but the money was returned' : ''
    const reason = (mark === 'no' || mark === 'wait') && failReason !== noReason ? failReason : undefined
    const words = richText(
      `the service reports ${status}${but}${reason ? `, ${reason}` : ''}${hash ? ': ' : ''}`,
    )
    const shown = hash && ref(hash, { chainId, kind: 'tx', explorer })
    return line(mark, label, 'reported', words, ...(shown ? [shown] : []))
  }
  if (status === 'success') {
    const isDenied = outcome === 'returned' || onchain?.isPaid === false
    return report(
      isDenied ? 'conflict' : 'reported',
      'Settled',
      attestation?.destinationChainId,
      fillTransactions[0],
    )
  }
  const [refund] = refundTransactions
  if (currentWord(status) === 'refund')
    return report('back', 'Refund', refund?.chainId, refund?.transactionHash)
  return status === 'failure' ? report('no', 'Failure') : report('wait', 'Status')
}

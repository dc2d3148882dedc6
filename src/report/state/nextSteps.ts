import { formatUnits } from 'viem'
import { type FillCheck, receiverChecks } from '../../rules/accepts/checks.js'
import { listDeciding } from '../../rules/settled/assumptions.js'
import type { ReceiverReport } from '../receiver/receiverReport.js'
import { isExcused, type Verification } from '../verification.js'
import { hasDeposit } from './findOutcome.js'

type Returned = NonNullable<ReceiverReport['returned']>

/** The facts that decide which steps apply. */
export type Situation = Pick<
  Verification,
  | 'genuine'
  | 'outcome'
  | 'waitingFor'
  | 'requestId'
  | 'checks'
  | 'order'
  | 'termsDeadline'
  | 'record'
  | 'refundPlace'
  | 'onchain'
  | 'notes'
> & {
  /** Unix seconds. */
  now: number
}

/** A next step, and the condition under which it applies, in words and as a function. */
export type NextStep = {
  when: string
  applies(situation: Situation): unknown
  /** The text of the step. A word in braces is replaced by a value of the request. */
  step: string
  /** The options that provide the step's input. */
  options?: string
  /** The command that does the step. A word in braces is replaced as in `step`. */
  command?: string
  /** Explains the words in capitals in the command, and the effect of the command. */
  about?: string
}

/** A step for one request: its text, and the options or the command for it. */
export type Step = { text: string } & Pick<NextStep, 'options' | 'command' | 'about'>

const authorize = {
  command: 'npx fillproof authorize FILE --rpc-url URL --receiver {receiver} --send',
  about:
    'FILE is the evidence that you kept, such as the quote; URL is a node of the destination chain. --send sends a transaction from your account; without it, the command only checks.',
}

const claimCommand = 'npx fillproof claim FILE --rpc-url URL --receiver {receiver} --send'

const fails =
  (...names: string[]) =>
  ({ checks }: Situation) =>
    checks.some(({ name, ok }) => !ok && names.includes(name))

const is =
  (outcome: Situation['outcome'], isSo: (situation: Situation) => unknown = () => true) =>
  (situation: Situation) =>
    situation.outcome === outcome && Boolean(isSo(situation))

const waitsFor =
  (missing: Situation['waitingFor'], isSo: (situation: Situation) => unknown = () => true) =>
  (situation: Situation) =>
    situation.waitingFor === missing && Boolean(isSo(situation))

/** The steps in order of precedence. Only the first one that applies is shown. */
export const nextStepTable: readonly NextStep[] = [
  {
    when: 'no signer can be recovered',
    applies: fails('signature'),
    step: "Don't act on it: it has no valid signature. Get the record again from the service.",
  },
  {
    when: 'no trusted solver signed',
    applies: fails('solver'),
    step: "Don't act on it: no trusted solver signed it. Get the record again from the service.",
  },
  {
    when: "the order is not this request's, or not signed",
    applies: fails('orderId', 'orderSignature', 'orderSolver'),
    step: "Don't act on it: this order is another request's, or no trusted solver signed it. Take the quote of this request.",
  },
  {
    when: 'nothing signed was found, and the request is not over',
    applies: ({ genuine, outcome }) =>
      genuine === null && ['paid', 'settled', 'waiting', 'unknown'].includes(outcome),
    step: "Don't act on it: nothing signed shows its terms. Give the quote that you kept.",
  },
  {
    when: 'paid, but the payment differs from the evidence',
    applies: is('paid', ({ onchain }) => onchain?.contradictions),
    step: "Don't act on it: what the receiver reports contradicts the evidence. Ask whoever runs the receiver.",
  },
  {
    when: 'paid, and the service knows of no deposit',
    applies: is('paid', ({ record }) => record?.status === 'waiting' && !hasDeposit(record)),
    step: 'Do not deposit: the recipient was paid already.',
  },
  {
    when: 'paid, and a rule of the settlement fails',
    applies: is('paid', findRefusal),
    step: "Nothing: the recipient was paid. By the service's rules, the solver is not repaid for this payment. {rule}",
  },
  {
    when: 'paid, and not final',
    applies: is('paid', ({ onchain }) => onchain?.settlement?.settled === false),
    step: 'Nothing: the recipient was paid. The payment is not final yet.',
  },
  { when: 'paid', applies: is('paid'), step: 'Nothing: the recipient was paid.' },
  {
    when: 'returned',
    applies: is('returned'),
    step: 'The receiver sent {amount} to {refundTo} on {chain}. To try again, get a new quote, and deposit once its call is authorized.',
  },
  {
    when: 'refunded, and the revert is known',
    applies: is('refunded', ({ record }) => record?.revert?.remedy),
    step: 'The service reports a refund: look for the money {refundPlace}. {remedy} To try again, get a new quote.',
  },
  {
    when: 'refunded',
    applies: is('refunded'),
    step: 'The service reports a refund: look for the money {refundPlace}. To try again, get a new quote.',
  },
  {
    when: 'failed, and the refund failed too',
    applies: is('failed', ({ record }) => record?.refundFailReason),
    step: 'Ask the service for the deposit of request {requestId}. It reports that the refund failed too.',
  },
  {
    when: 'failed',
    applies: is('failed'),
    step: 'Look again in a minute: a refund may follow. To try again, get a new quote.',
  },
  {
    when: 'expired after a deposit',
    applies: is('expired', ({ record }) => record && hasDeposit(record)),
    step: 'It is too late to fill this order. Look again for the refund, and get a new quote.',
  },
  {
    when: 'expired',
    applies: is('expired'),
    step: 'Do not deposit: it is too late to fill this order. Get a new quote. If you did deposit, look again for the refund.',
  },
  {
    when: 'the call was paid, but for another order',
    applies: ({ onchain }) => onchain?.isPaid && onchain.isOwnFill === false,
    step: 'Do not deposit: the call was already paid in {paidIn}, for another order with the same call. The receiver takes each call only once.',
  },
  {
    when: 'the call was paid, but it is unknown for which order',
    applies: ({ onchain }) => onchain?.isPaid && onchain.isOwnFill === null,
    step: 'Do not deposit: the call was already paid, but it is unknown for which order. To find out, search from an earlier block, or use a node with older transactions.',
    options: '--from-block or --rpc-url',
  },
  {
    when: 'settled, and no receiver was named',
    applies: is('settled', ({ onchain }) => !onchain),
    step: 'Name a node and a receiver to see whether it was paid.',
    options: '--rpc-url and --receiver',
  },
  {
    when: 'settled, and the node is of another chain',
    applies: is('settled', ({ onchain }) =>
      onchain?.checks.some(({ name, ok }) => name === 'destination' && !ok),
    ),
    step: 'Name a node of the destination chain: this one is of chain {chainId}.',
    options: '--rpc-url',
  },
  {
    when: 'settled, and money waits in the inbox',
    applies: is('settled', ({ onchain }) => onchain?.inbox && onchain.inbox.balance > 0n),
    step: 'Money waits in the inbox, and is not paid: claim it with fillproof claim.',
    command: claimCommand,
  },
  {
    when: 'settled, and the inbox is empty',
    applies: is('settled', ({ onchain }) => onchain?.inbox),
    step: 'The inbox is empty now. Look for FillAccepted or InboxRefunded of the inbox {inbox}: without them, no money came.',
  },
  {
    when: 'settled, and the terms of the inbox are not known',
    applies: is('settled', ({ onchain }) => onchain?.kind === 'inboxReceiver'),
    step: 'Give the terms of the inbox: only they show what lies there.',
  },
  {
    when: "settled, and the order's id is not known",
    applies: is('settled', ({ onchain }) => onchain?.isPaid === null),
    step: "Give the quote: only the order's id shows whether the receiver was paid.",
  },
  {
    when: 'settled, and this receiver was not paid',
    applies: is('settled'),
    step: 'Check which account the order pays: the service reports a fill, but this receiver was not paid.',
  },
  {
    when: 'waiting, and the receiver would refuse the fill',
    applies: is('waiting', findRemedy),
    step: '{remedies}',
  },
  {
    when: 'waiting for the deposit of a call that is not authorized',
    applies: waitsFor('deposit', ({ onchain }) => onchain?.isAuthorized === false),
    step: 'Authorize the call with fillproof authorize, and deposit once that is confirmed.',
    ...authorize,
  },
  {
    when: 'waiting for the deposit of an authorized call',
    applies: waitsFor('deposit', ({ onchain }) => onchain?.isAuthorized),
    step: 'Deposit, unless you already did: the call is authorized. If you did, wait until the service reports it.',
  },
  {
    when: 'waiting for the deposit',
    applies: waitsFor('deposit'),
    step: 'Deposit, unless you already did: the service knows of none. If the order calls a receiver, authorize the call first.',
  },
  {
    when: 'waiting for the authorization',
    applies: waitsFor('authorization'),
    step: 'Authorize the call now, with fillproof authorize. If the solver fills first, the fill reverts or its payment is returned.',
    ...authorize,
  },
  {
    when: 'waiting for the fill of an authorized call',
    applies: waitsFor('fill', ({ onchain }) => onchain?.isAuthorized),
    step: 'Wait: the solver can fill it until the deadline. After that, look again for a refund.',
  },
  {
    when: 'waiting for the fill',
    applies: waitsFor('fill'),
    step: 'Wait: the solver can fill it until the deadline. After that, look again for a refund. If the order calls a receiver, make sure that the call is authorized: otherwise the payment is returned or reverts.',
  },
  {
    when: 'unknown, and the receiver would refuse the fill',
    applies: is('unknown', findRemedy),
    step: '{remedies}',
  },
  {
    when: 'unknown, and the deadline has passed',
    applies: is(
      'unknown',
      ({ order, termsDeadline, now }) => (order?.deadline ?? termsDeadline ?? now) < now,
    ),
    step: 'The deadline has passed: do not deposit. Ask the service whether it was filled or refunded.',
  },
  {
    when: 'unknown, and no service was asked',
    applies: is('unknown', ({ record, notes }) => !record && notes.length === 0),
    step: 'Ask the service what happened: name its URL.',
    options: '--url',
  },
  {
    when: 'unknown, and the service reported nothing',
    applies: is('unknown', ({ record }) => !record),
    step: 'Ask the service what happened: name its URL, or try again when it answers.',
    options: '--url',
  },
  {
    when: 'unknown',
    applies: is('unknown'),
    step: 'Ask the service what happened: it reports the status {status}.',
  },
]

/** Steps for an inbox whose request was not settled: money may lie there all the same. */
export const inboxStepTable: readonly NextStep[] = [
  {
    when: 'not settled, and money waits in the inbox',
    applies: ({ onchain, outcome }) => outcome !== 'settled' && onchain?.inbox && onchain.inbox.balance > 0n,
    step: 'Money waits in the inbox {inbox}, whoever sent it, and is not paid. Claim it with fillproof claim and an order that has not expired, such as that of a new quote for the inbox, or refund it.',
    command: claimCommand,
  },
  {
    when: 'not settled, and the terms of the inbox are not known',
    applies: ({ onchain, outcome }) =>
      outcome !== 'settled' && onchain?.kind === 'inboxReceiver' && !onchain.inbox,
    step: 'Give the terms of the inbox: money may wait there, and only they show it.',
  },
]

/** Steps that would reveal more about an open request. All that apply are shown. */
export const moreStepTable: readonly NextStep[] = [
  {
    when: 'no receiver was named',
    applies: ({ onchain, outcome }) => !onchain && ['waiting', 'unknown'].includes(outcome),
    step: 'Name a node and a receiver to see whether it was paid.',
    options: '--rpc-url and --receiver',
  },
  {
    when: 'there is no order',
    applies: ({ order, termsDeadline, ...situation }) =>
      !order && termsDeadline === undefined && isOpen(situation),
    step: 'Give the quote too, to check the order and its deadline.',
  },
  {
    when: 'the quote has no order signature',
    applies: ({ order, ...situation }) => order?.evidence === 'none' && isOpen(situation),
    step: 'Get the quote with includeProtocolData: it has the order signature.',
  },
]

/** Lists the next steps, the most urgent first. */
export function nextSteps(verification: Omit<Situation, 'now'>, now: number): Step[] {
  const situation = { ...verification, now }
  const first = nextStepTable.find(({ applies }) => applies(situation))
  const isForeign = nextStepTable.slice(0, 3).some(({ applies }) => applies(situation))
  const more = [...inboxStepTable, ...moreStepTable]
  const others = isForeign ? [] : more.filter(({ applies }) => applies(situation))
  return [...(first ? [first] : []), ...others].map(({ step, options, command, about }) => ({
    text: fillIn(step, situation),
    ...(options && { options }),
    ...(command && { command: fillIn(command, situation) }),
    ...(about && { about }),
  }))
}

function isOpen({ outcome }: Pick<Situation, 'outcome'>): boolean {
  return outcome === 'waiting' || outcome === 'unknown'
}

function findRefusal({ onchain }: Situation): string | undefined {
  return listDeciding(onchain?.settlement?.rows).find(({ ok }) => ok === false)?.message
}

function findRemedy({ onchain }: Situation): string | undefined {
  const failed = onchain?.checks.filter(({ name, ok }) => !ok && !isExcused(name, onchain)) ?? []
  return failed.map((check) => check.remedy ?? remedyOf(check.name)).join(' ') || undefined
}

/** Returns the remedy of the first error that a check can fail with. */
function remedyOf(name: FillCheck): string {
  return Object.values(receiverChecks[name].errors)[0]?.remedy ?? ''
}

function describeReturned({ amount, symbol, decimals }: Partial<Returned> = {}): string {
  const isKnown = amount !== undefined && typeof symbol === 'string' && typeof decimals === 'number'
  return isKnown ? `${formatUnits(amount, decimals)} ${symbol}` : 'the money'
}

/** A refund can be on the origin chain or on the destination chain. */
function describeRefundPlace({ refundPlace }: Situation): string {
  if (!refundPlace) return 'on both chains'
  const { chainId, chain, recipient } = refundPlace
  return `${recipient ? `at ${recipient} ` : ''}on ${chain ?? `chain ${chainId}`}`
}

function fillIn(step: string, situation: Situation): string {
  const { onchain, record, requestId } = situation
  const values: Record<string, string | undefined> = {
    requestId,
    rule: findRefusal(situation),
    receiver: onchain?.receiver,
    inbox: onchain?.inbox?.address,
    amount: describeReturned(onchain?.returned),
    refundTo: onchain?.returned?.refundTo,
    chain: onchain?.chain ?? `chain ${onchain?.chainId}`,
    refundPlace: describeRefundPlace(situation),
    remedy: record?.revert?.remedy,
    status: record?.status,
    chainId: String(onchain?.chainId),
    paidIn: onchain?.payment?.transactionHash,
    remedies: findRemedy(situation),
  }
  return step.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

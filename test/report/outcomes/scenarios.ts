// What can happen to a request, made with the mock. Each is a call of a receiver in a fresh order.
import { type Hex, zeroHash } from 'viem'
import { authorizeFill, type FillEvidence, pause } from '../../../src/contract/index.js'
import { parseAttestation } from '../../../src/index.js'
import type { IdForm } from '../../../src/mock/forms.js'
import type { MockService } from '../../../src/mock/index.js'
import type { Outcome, WaitingFor } from '../../../src/report/state/findOutcome.js'
import {
  accountOf,
  chainsOf,
  clientOf,
  ether,
  getQuote,
  pay,
  type Quote,
  request,
  waitFor,
} from '../../mock/helpers.js'
import { prepareCall } from '../../mock/support/prepareCall.js'
import { payAnyway } from '../../support/payAnyway.js'

type Place = { mock: MockService; form: IdForm }

export type Made = { id: Hex; quote: Quote; deposited?: Hex; filled?: Hex }

type Verdict = {
  outcome: Outcome
  outcomeSource: 'measured' | 'said' | null
  waitingFor?: WaitingFor
  /** A part of what to do next. */
  next: string
}

export type Scenario = {
  name: string
  /** The slow mock keeps a request in each status. */
  isSlow?: true
  make(place: Place): Promise<Made>
  genuine: boolean
  /** Without a receiver: what the service says. */
  said: Verdict
  /** With the quote and a receiver, and the exit status. */
  measured: Verdict & { status: 0 | 1 }
  /** With a receiver and without the quote, where the fill that the service names tells more than the service. */
  isFillEnough?: true
  failReason?: string
  /** The name of the error, or a part of its text; absent where no revert is shown. */
  revert?: string
  refunds?: number
}

const settled = { outcome: 'settled', outcomeSource: 'said', next: 'Name a node and a receiver' } as const
const paid = { outcome: 'paid', outcomeSource: 'measured', next: 'Nothing: the recipient was paid.' } as const
const refunded = {
  outcome: 'refunded',
  outcomeSource: 'said',
  next: 'The service reports a refund',
} as const
const waits = (waitingFor: WaitingFor, next: string) =>
  ({ outcome: 'waiting', outcomeSource: 'said', waitingFor, next }) as const
const noDeposit = waits('deposit', 'Deposit, unless you already did: the service knows of none.')
const forged = (next: string) => ({ ...waits('deposit', next) })

export const scenarios: readonly Scenario[] = [
  {
    name: 'success',
    async make(place) {
      const made = await authorized(place)
      return deposit(place, made, 'success')
    },
    genuine: true,
    said: settled,
    measured: { ...paid, status: 0 },
    isFillEnough: true,
  },
  {
    name: 'returned',
    async make(place) {
      return deposit(place, await quoted(place), 'success')
    },
    genuine: true,
    said: settled,
    measured: {
      outcome: 'returned',
      outcomeSource: 'measured',
      next: 'The receiver sent 0.5 ETH to 0x',
      status: 1,
    },
    isFillEnough: true,
  },
  {
    name: 'refunded, with a revert',
    async make(place) {
      const made = await authorized(place)
      const { mock } = place
      const [, { receiver }] = chainsOf(mock)
      const client = clientOf(chainsOf(mock)[1])
      const hash = await pause(client, { receiver, account: accountOf(mock, mock.accounts[0]!.address) })
      await client.waitForTransactionReceipt({ hash })
      return deposit(place, made, 'refund')
    },
    genuine: true,
    said: { ...refunded, next: 'To try again, get a new quote.' },
    measured: { ...refunded, next: 'To try again, get a new quote.', status: 1 },
    failReason: 'EXECUTION_REVERTED',
    revert: 'EnforcedPause',
    refunds: 1,
  },
  {
    name: 'refunded, without a revert',
    async make(place) {
      return deposit(place, await authorized(place, { referrer: 'debug-force-refund' }), 'refund')
    },
    genuine: true,
    said: { ...refunded, next: 'get a new quote.' },
    measured: { ...refunded, next: 'get a new quote.', status: 1 },
    failReason: 'UNKNOWN',
    refunds: 1,
  },
  {
    name: 'short fill refunded',
    async make(place) {
      place.mock.control.faults.set('shortFill', { times: 1 })
      return deposit(place, await authorized(place), 'refund')
    },
    genuine: true,
    said: refunded,
    measured: { ...refunded, status: 1 },
    failReason: 'EXECUTION_REVERTED',
    revert: 'PaymentTooLow',
    refunds: 1,
  },
  {
    name: 'failed',
    async make(place) {
      const made = await authorized(place, { referrer: 'debug-force-refund' })
      const { mock } = place
      await clientOf(chainsOf(mock)[0]).setBalance({ address: mock.solver, value: 0n })
      const deposited = await pay(mock, made.quote)
      await waitFor(mock, made.id, ({ refundFailReason }) => refundFailReason !== 'N/A' && refundFailReason)
      return { ...made, deposited }
    },
    genuine: true,
    said: { outcome: 'failed', outcomeSource: 'said', next: 'reports that the refund failed' },
    measured: { outcome: 'failed', outcomeSource: 'said', next: 'reports that the refund failed', status: 1 },
    failReason: 'UNKNOWN',
  },
  {
    name: 'waiting for the deposit',
    make: (place) => quoted(place),
    genuine: true,
    said: noDeposit,
    measured: { ...waits('deposit', 'Authorize the call with fillproof authorize, and deposit'), status: 0 },
  },
  {
    name: 'waiting for the deposit, authorized',
    make: (place) => authorized(place),
    genuine: true,
    said: noDeposit,
    measured: { ...waits('deposit', 'Deposit, unless you already did: the call is authorized.'), status: 0 },
  },
  {
    name: 'waiting for the authorization',
    isSlow: true,
    async make(place) {
      return deposit(place, await quoted(place), 'pending')
    },
    genuine: true,
    said: waits('fill', 'Wait: the solver can fill it'),
    measured: { ...waits('authorization', 'Authorize the call now'), status: 0 },
  },
  {
    name: 'waiting for the fill',
    isSlow: true,
    async make(place) {
      return deposit(place, await authorized(place), 'pending')
    },
    genuine: true,
    said: waits('fill', 'Wait: the solver can fill it'),
    measured: { ...waits('fill', 'Wait: the solver can fill it'), status: 0 },
  },
  {
    name: 'expired',
    async make(place) {
      const made = await quoted(place)
      const { mock } = place
      await mock.control.increaseTime(chainsOf(mock)[1].id, 8 * 24 * 3600)
      await waitFor(mock, made.id, 'failure')
      return made
    },
    genuine: true,
    said: { outcome: 'expired', outcomeSource: 'said', next: 'Do not deposit' },
    measured: { outcome: 'expired', outcomeSource: 'measured', next: 'Do not deposit', status: 1 },
    failReason: 'PROTOCOL_DEADLINE_EXPIRED',
  },
  {
    name: 'forged',
    async make(place) {
      place.mock.control.faults.set('forgedSigner')
      return quoted(place)
    },
    genuine: false,
    said: forged("Don't act on it"),
    measured: { ...forged("Don't act on it"), status: 1 },
  },
  {
    name: 'high s',
    async make(place) {
      place.mock.control.faults.set('highS')
      return quoted(place)
    },
    genuine: false,
    said: forged("Don't act on it"),
    measured: { ...forged("Don't act on it"), status: 1 },
  },
  {
    name: 'paid by a stranger',
    async make(place) {
      const { payment, ...made } = await authorized(place)
      const { mock } = place
      const client = clientOf(chainsOf(mock)[1])
      const account = accountOf(mock, mock.accounts[2]!.address)
      const { receiver } = chainsOf(mock)[1]
      const hash = await payAnyway(client, { receiver, account, payment })
      await client.waitForTransactionReceipt({ hash })
      return { ...made, filled: hash }
    },
    genuine: true,
    said: noDeposit,
    measured: { ...paid, next: 'Do not deposit: the recipient was paid already.', status: 0 },
  },
]

/** A quote whose order calls the receiver of the destination chain. */
async function quoted({ mock, form }: Place, fields: Record<string, unknown> = {}) {
  const anyUser = form === 'public' && { originUser: zeroHash }
  const { txs, payment } = await prepareCall(mock, { minimum: ether / 2n, ...anyUser })
  const quote = await getQuote(mock, {
    tradeType: 'EXACT_OUTPUT',
    amount: String(ether / 2n),
    txs,
    includeProtocolData: true,
    ...fields,
  })
  return { id: quote.steps[0]!.requestId, quote, payment }
}

async function authorized(place: Place, fields: Record<string, unknown> = {}) {
  const made = await quoted(place, fields)
  const [, destination] = chainsOf(place.mock)
  const client = clientOf(destination)
  const account = accountOf(place.mock, place.mock.accounts[1]!.address)
  const evidence = await evidenceOf(place, made)
  const hash = await authorizeFill(client, { receiver: destination.receiver, account, ...evidence })
  await client.waitForTransactionReceipt({ hash })
  return made
}

async function evidenceOf({ mock, form }: Place, { id, quote }: Made): Promise<FillEvidence> {
  const { orderData, orderSignature } = quote.protocol.v2
  if (form === 'public') return { orderData, orderSignature: orderSignature! }
  const { body } = await request(mock, `/requests/${id}/signature`)
  return { attestation: parseAttestation({ requestId: id, ...body }), orderData }
}

async function deposit({ mock }: Place, made: Made, status: string): Promise<Made> {
  const deposited = await pay(mock, made.quote)
  await waitFor(mock, made.id, status)
  return { ...made, deposited }
}

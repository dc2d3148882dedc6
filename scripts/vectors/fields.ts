// The rules for the fields of a quote. The named check must detect a change of the field, or the change is harmless.
import { deadline, type Json, minimumDeadline, now, token } from './makeQuote.js'

/** The check that fails, or the reason why the change is harmless. */
type Outcome = { fails: string } | { harmless: string }

/** A change of the fields whose path, without indexes, is in `at`. Undefined removes the field. */
export type FieldRule = {
  at: readonly string[]
  to: (value: Json) => Json
  /** Whether the rule applies to this place of the order or the quote. Defaults to every place. */
  only?: (place: { path: string; root: Json; bounds: { deadline?: number } }) => boolean
} & Outcome

const other = '0x00000000000000000000000000000000000bad00'
const otherWord = `0x${'00'.repeat(12)}${other.slice(2)}`
const solanaAccount = '7EaP2zkxDLo86x4rnNwwLhB593PsbMva41dqfrfxhsb1'

/** Returns another account of the same kind. */
const account = (value: string) => (value.startsWith('0x') ? other : solanaAccount)
const plus = (change: bigint) => (value: string) => String(BigInt(value) + change)
const always = (value: Json) => () => value
const hasCalls = ({ root }: { root: Json }) => root.output.calls.length > 0
const flip = (value: string) => value.replace(/.$/, (last) => (last === '1' ? '2' : '1'))

/** Rules for the fields below `protocol.v2.orderData`. */
export const orderFields: readonly FieldRule[] = [
  { at: ['version'], to: always('v2'), fails: 'order' },
  {
    at: ['solverChainId'],
    to: always('optimism'),
    harmless: "names the chain of the solver's account, whose signature is recovered from the order alone",
  },
  { at: ['solver'], to: account, fails: 'signature' },
  { at: ['salt'], to: always(`0x${'33'.repeat(32)}`), harmless: 'tells orders apart that are equal' },
  { at: ['inputs'], to: (inputs) => [...inputs, inputs[0]], fails: 'order' },
  { at: ['inputs[].payment.chainId'], to: always('arbitrum'), fails: 'origin' },
  { at: ['inputs[].payment.currency'], to: account, fails: 'currency' },
  { at: ['inputs[].payment.amount'], to: plus(1n), fails: 'amount' },
  { at: ['inputs[].payment.amount'], to: plus(-1n), fails: 'amount' },
  { at: ['inputs[].payment.weight'], to: always('0'), fails: 'settlement' },
  { at: ['inputs[].payment.weight'], to: always('2'), harmless: 'is the share of the only input' },
  { at: ['inputs[].refunds'], to: always([]), fails: 'refund' },
  { at: ['inputs[].refunds[].chainId'], to: always('arbitrum'), fails: 'refund' },
  { at: ['inputs[].refunds[].recipient', 'inputs[].refunds[].currency'], to: account, fails: 'refund' },
  { at: ['inputs[].refunds[].deadline'], to: always(deadline - 1), fails: 'refund' },
  { at: ['inputs[].refunds[].deadline'], to: always(deadline + 1), harmless: 'gives the refund more time' },
  { at: ['inputs[].refunds[].extraData'], to: always(otherWord), fails: 'refund' },
  {
    at: ['inputs[].refunds[].minimumAmount'],
    to: always('1000001'),
    only: ({ path }) => path.includes('refunds[0]'),
    fails: 'refund',
  },
  {
    at: ['inputs[].refunds[].minimumAmount'],
    to: always('1'),
    harmless: 'is not above what is paid, so that the refund stays possible',
  },
  { at: ['output.chainId'], to: always('arbitrum'), fails: 'destination' },
  { at: ['output.payments'], to: (payments) => [...payments, payments[0]], fails: 'order' },
  { at: ['output.payments[].recipient'], to: account, fails: 'recipient' },
  { at: ['output.payments[].currency'], to: account, fails: 'output' },
  { at: ['output.payments[].minimumAmount'], to: plus(-1n), fails: 'output' },
  { at: ['output.payments[].minimumAmount'], to: plus(1n), harmless: 'promises more' },
  {
    at: ['output.payments[].expectedAmount'],
    to: always('1'),
    harmless: 'is information: the minimum is promised',
  },
  { at: ['output.calls'], to: (calls) => [...calls, '0x1234'], fails: 'output' },
  { at: ['output.calls[]'], to: flip, fails: 'output' },
  { at: ['output.deadline'], to: always(deadline + 1), fails: 'refund' },
  { at: ['output.deadline'], to: always(1), fails: 'expiry' },
  { at: ['output.deadline'], to: always(now), fails: 'expiry' },
  {
    at: ['output.deadline'],
    to: always(minimumDeadline),
    only: ({ bounds }) => bounds.deadline !== undefined,
    fails: 'expiry',
  },
  { at: ['output.deadline'], to: always(deadline - 1), harmless: 'is still later than the caller demands' },
  { at: ['output.extraData'], to: always(otherWord), fails: 'output' },
  { at: ['output.extraData'], to: always('0x'), only: hasCalls, fails: 'settlement' },
  {
    at: ['output.extraData'],
    to: always('0x'),
    only: (place) => !hasCalls(place),
    harmless: 'leaves open how the solver pays',
  },
  {
    at: ['fees'],
    to: always([
      { recipientChainId: 'base', recipient: other, currencyChainId: 'base', currency: token, amount: '5' },
    ]),
    harmless: 'are between the service and the solver: what is sent and what arrives is bound',
  },
]

const forPeople = 'is for people: nothing that is signed follows from it'

const transaction: readonly FieldRule[] = [
  { at: ['from', 'to'], to: account, fails: 'deposit' },
  { at: ['data'], to: flip, fails: 'deposit' },
  { at: ['data'], to: (data: string) => data.slice(0, -2), fails: 'deposit' },
  { at: ['data'], to: (data: string) => `${data.slice(0, 10)}01${data.slice(12)}`, fails: 'deposit' },
  { at: ['data'], to: (data: string) => `${data}1234`, harmless: 'has bytes after the arguments' },
  { at: ['value'], to: plus(1n), fails: 'deposit' },
  { at: ['chainId'], to: always(10), fails: 'deposit' },
  {
    at: ['gas', 'maxFeePerGas', 'maxPriorityFeePerGas'],
    to: always('1000000000000'),
    harmless: 'is not used: the wallet estimates gas and its price',
  },
]

/** Rules for the fields around the order. Steps have the form of version 2; `approve` is the first step of a token. */
export const quoteFields: readonly FieldRule[] = [
  { at: ['steps'], to: (steps) => [...steps, steps.at(-1)], fails: 'steps' },
  { at: ['steps'], to: always([]), fails: 'steps' },
  { at: ['steps[].id'], to: always('bonus'), fails: 'steps' },
  { at: ['steps[].kind'], to: always('signature'), fails: 'steps' },
  { at: ['steps[].requestId', 'steps[].items[].check.endpoint'], to: flip, fails: 'steps' },
  { at: ['steps[].items'], to: (items) => [...items, items[0]], fails: 'steps' },
  { at: ['steps[].depositAddress'], to: always(other), fails: 'deposit' },
  ...transaction.map((rule) => ({ ...rule, at: rule.at.map((name) => `steps[].items[].data.${name}`) })),
  {
    at: ['steps[].action', 'steps[].description', 'steps[].items[].check.method'],
    to: always('x'),
    harmless: forPeople,
  },
  {
    at: ['steps[].items[].status'],
    to: always('complete'),
    harmless: 'is ignored where there is data to judge',
  },
  { at: ['requestId'], to: flip, harmless: 'is for steps without one of their own' },
  {
    at: [
      'fees.relayer.amount',
      'details.operation',
      'details.sender',
      'details.recipient',
      'details.currencyOut.amount',
      'details.timeEstimate',
      'protocol.v2.hubType',
    ],
    to: always('1'),
    harmless: forPeople,
  },
  { at: ['details.currencyIn.amount'], to: plus(-1n), fails: 'shown' },
  { at: ['details.currencyOut.minimumAmount'], to: always('all'), fails: 'shown' },
  { at: ['details.currencyOut.minimumAmount'], to: plus(1n), fails: 'output' },
  { at: ['details.currencyOut.minimumAmount'], to: plus(-1n), harmless: 'is less than the order promises' },
  { at: ['protocol.v2.orderId'], to: flip, fails: 'orderId' },
  { at: ['protocol.v2.orderSignature'], to: flip, fails: 'signature' },
  { at: ['protocol.v2.orderSignature'], to: (value: string) => value.slice(0, -4), fails: 'signature' },
  { at: ['protocol.v2.orderData'], to: always(undefined), fails: 'order' },
  { at: ['protocol.v2.paymentDetails.chainId'], to: always('optimism'), fails: 'shown' },
  {
    at: ['protocol.v2.paymentDetails.depository', 'protocol.v2.paymentDetails.currency'],
    to: account,
    fails: 'shown',
  },
  { at: ['protocol.v2.paymentDetails.amount'], to: plus(1n), fails: 'shown' },
]

import type { OrderData } from '../../src/index.js'
import { type FieldRule, orderFields, quoteFields } from './fields.js'
import {
  type Json,
  makeOrder,
  makeQuote,
  minimumDeadline,
  now,
  outputToken,
  profile,
  type Request,
  recipient,
  signQuote,
  thief,
  token,
  user,
} from './makeQuote.js'
import { type Change, diff, listPlaces, type Place, pathOf, patternOf, setAt, valueAt } from './places.js'

const native = '0x0000000000000000000000000000000000000000'
const base: Request = {
  user,
  recipient,
  originChainId: 8453,
  destinationChainId: 10,
  originCurrency: native,
  destinationCurrency: outputToken,
  amount: '1000000',
  tradeType: 'EXACT_INPUT',
}
const solana = {
  destinationChainId: 10,
  originChainId: 792703809,
  originCurrency: '11111111111111111111111111111111',
}

type Situation = {
  name: string
  request: Request
  isFlat?: boolean
  result?: 'unknown'
  /** The earliest valid end of an order. Without it, only `now` counts. */
  demanded?: number
}

const situations: readonly Situation[] = [
  { name: 'native currency, version 2', request: base, demanded: minimumDeadline },
  { name: 'native currency, version 3', request: base, isFlat: true },
  {
    name: 'a token and two calls, version 2',
    demanded: minimumDeadline,
    request: {
      ...base,
      originCurrency: token,
      txs: [
        { to: outputToken, data: '0x095ea7b3', value: '0' },
        { to: recipient, data: '0x1234', value: '0' },
      ],
    },
  },
  {
    name: 'a deposit on Solana, whose bytes are not read',
    demanded: minimumDeadline,
    request: { ...base, ...solana, user: 'F7p3dFrjRTbtRp8FRF6qHLomXbKRBzpvBLjtQcfcgmNe' },
    result: 'unknown',
  },
]

export type QuoteTest = {
  tcId: number
  comment: string
  /** Changes of the group's quote (RFC 6902). */
  changes: Change[]
  result: 'valid' | 'invalid' | 'unknown'
  /** The names of checks that must fail. Others may fail as well. */
  fails: string[]
  /** The changed field. */
  field?: string
  /** The reason why the change is harmless. */
  reason?: string
  flags: string[]
}

/** Creates the groups of quotes, each with its changes and their verdicts. */
export async function makeQuoteGroups() {
  let tcId = 0
  return Promise.all(
    situations.map(async ({ name, request, isFlat, demanded, result: own }) => {
      const bounds = { minimumAmountOut, ...(demanded && { deadline: demanded }) }
      const result: QuoteTest['result'] = own ?? 'valid'
      const order = makeOrder(request)
      const quote = await signQuote(makeQuote(order, request, isFlat))
      const tests: Omit<QuoteTest, 'tcId'>[] = [
        { comment: 'as it was asked for, and signed', changes: [], result, fails: [], flags: [] },
      ]
      const add = (changed: Json, test: Omit<QuoteTest, 'tcId' | 'changes'>) =>
        tests.push({ ...test, changes: diff(quote, changed) })
      for (const [place, rule] of listChanges(order, orderFields, bounds)) {
        const lie = setAt(order, place, rule.to(valueAt(order, place))) as OrderData
        const field = `protocol.v2.orderData.${pathOf(place)}`
        const outcome = outcomeOf(rule, result, field)
        const around = rewrite(lie, request, isFlat)
        // An order that can't be read has no id to compare or to sign.
        const isRead = around !== undefined && lie.version === 'v1'
        if (around) {
          const unsigned = structuredClone(around)
          add(unsigned, { ...outcome, comment: `${field}, unsigned`, flags: ['Unsigned'] })
          const signed = await signQuote(structuredClone(around), thief)
          const fails = isRead ? [...new Set(['signature', ...outcome.fails])] : outcome.fails
          const comment = `${field}, signed by the service's own key`
          add(signed, { field, result: 'invalid', fails, comment, flags: ['OwnKey'] })
        }
        const kept = setAt(quote, ['protocol', 'v2', 'orderData', ...place], valueAt(lie, place))
        const fails = isRead ? ['orderId'] : ['order']
        const comment = `${field}, under the id and the signature of the honest order`
        add(kept, { field, result: 'invalid', fails, comment, flags: ['KeptId'] })
      }
      for (const [place, rule] of listChanges(quote, quoteFields, bounds, isFlat)) {
        const changed = setAt(quote, place, rule.to(valueAt(quote, place)))
        const field = pathOf(place)
        const outcome = outcomeAround(rule, result, field, quote.steps.length > 1)
        add(changed, { ...outcome, comment: field, flags: ['Around'] })
      }
      return { type: 'quote', name, profile, request, bounds, now, quote, tests }
    }),
  ).then((groups) =>
    groups.map((group) => ({ ...group, tests: group.tests.map((test) => ({ tcId: ++tcId, ...test })) })),
  )
}

const minimumAmountOut = '900000'

/** Creates the service's text around a changed order. Returns undefined if the order has no id. */
function rewrite(order: OrderData, request: Request, isFlat: boolean | undefined): Json {
  try {
    return makeQuote(order, request, isFlat)
  } catch {
    return undefined
  }
}

function outcomeOf(rule: FieldRule, result: QuoteTest['result'], field: string) {
  if ('fails' in rule) return { field, result: 'invalid' as const, fails: [rule.fails] }
  return { field, result, fails: [], reason: rule.harmless }
}

/** Returns the outcome. The first of two steps is an approval. A part of a deposit that is not read may be wrong unnoticed. */
function outcomeAround(rule: FieldRule, result: QuoteTest['result'], field: string, hasApproval: boolean) {
  const { fails, ...outcome } = outcomeOf(rule, result, field)
  if (result === 'unknown' && fails[0] === 'deposit') return { field, result, fails: [] }
  if (!hasApproval || !field.startsWith('steps[0]')) return { ...outcome, fails }
  const reason = 'of an approval: it allows no more when it is made twice, and no fill follows it'
  if (/\.(requestId|items|depositAddress)$/.test(field)) return { field, result, fails: [], reason }
  return { ...outcome, fails: fails.map((check) => (check === 'deposit' ? 'approval' : check)) }
}

/** Pairs each place with the rules of its field. @throws if a field has no rule. */
function listChanges(
  value: Json,
  rules: readonly FieldRule[],
  bounds: { deadline?: number },
  isFlat = false,
): [Place, FieldRule][] {
  return listPlaces(value).flatMap((place) => {
    const pattern = isFlat
      ? patternOf(place).replace(/^steps\[\]\.(status|data|check)/, 'steps[].items[].$1')
      : patternOf(place)
    const here = { path: pathOf(place), root: value, bounds }
    const found = rules.filter(({ at, only }) => at.includes(pattern) && only?.(here) !== false)
    const isOrder = rules === quoteFields && pattern.startsWith('protocol.v2.orderData')
    if (found.length === 0 && !isOrder && !isPart(pattern)) throw new Error(`${pattern} has no rule.`)
    return found.map((rule): [Place, FieldRule] => [place, rule])
  })
}

/** Whether a place is part of a list whose entries have rules, or of a deposit whose bytes are not read. */
function isPart(pattern: string): boolean {
  return pattern.includes('.data.instructions')
}

import { type Hex, hashMessage } from 'viem'
import type { FillproofError } from '../base/FillproofError.js'
import { type Form, findMisfit, isString, type Misfit } from '../base/findMisfit.js'
import { toBytes, toDeadline, toRecord } from '../base/values.js'
import { OrderFieldError, UnknownChainError } from '../protocol/order/errors.js'
import { readAmount } from '../rules/differences.js'
import type { QuoteFacts } from '../rules/paysFor/quoteFacts.js'
import { orderPath, type QuoteCheck, type QuoteVerdict } from '../rules/paysFor/quoteRules.js'
import { recoverSigned } from '../rules/signer.js'
import { judge } from '../rules/verdict.js'
import type { ServiceProfile } from '../service/profile/types.js'
import { normalizeQuote } from '../service/quote/normalizeQuote.js'
import type { Quote } from '../service/resources/quoteV3.js'
import { StepMismatchError, StepOptionError, UnverifiedStepError } from '../service/steps/errors.js'
import type { Known } from '../service/steps/known.js'
import { needStepOption, readOrderTerms } from '../service/steps/readOrderTerms.js'
import { findQuoteMisfit } from '../service/steps/readQuote.js'
import { readQuoteFacts } from '../service/steps/readQuoteFacts.js'
import { withPayment } from '../service/steps/readTerms.js'
import type { StepRequest } from '../service/steps/types.js'
import { loadParts } from './loadParts.js'

/** The caller's requirements for a quote besides the request. Amounts are in the smallest unit, bigints or decimal strings. */
export type QuoteBounds = {
  /** The least that must arrive. Defaults to the request's amount if the trade type is EXACT_OUTPUT. */
  minimumAmountOut?: bigint | string | undefined
  /** The most that may be sent. Required unless the trade type is EXACT_INPUT. */
  maximumAmountIn?: bigint | string | undefined
  /** A time in Unix seconds. The order's deadline must be later. */
  deadline?: number | undefined
  /** Whether an order without the solver's signature fails the check. */
  signed?: boolean | undefined
}

export type VerifyQuoteParameters = {
  /** The service's answer, of either version, as received or as stored. */
  quote: unknown
  /** Your request to the service. */
  request: StepRequest
  /** The service's profile. Defaults to `relayProfile`. */
  profile?: ServiceProfile | undefined
  bounds?: QuoteBounds | undefined
  /** The current time, Unix seconds. Without it, the check `expiry` can't pass. */
  now?: number | undefined
}

/** The verdict of one check. */
export type QuoteRow = {
  name: QuoteCheck | 'quote'
  /** Null if a fact that decides the check is missing. */
  ok: boolean | null
  /** The place in the quote that fails. */
  path?: string
  found?: unknown
  required?: unknown
  /**
   * The missing facts, if `ok` is null. Each entry is the name of an option, a field of the profile or of the quote, or a reason
   * in words.
   */
  missing?: readonly string[]
  /** The party that states the judged facts: the solver, by a signature over the order, or the service alone. */
  source: 'solver' | 'service'
}

export type VerifyQuoteReturnType = {
  /**
   * False if a check fails, null if a check is unknown, otherwise true. A missing signature of the solver counts only with
   * `bounds.signed`: the check then fails.
   */
  valid: boolean | null
  checks: QuoteRow[]
}

export type VerifyQuoteErrorType = StepOptionError

/**
 * Judges a quote before anything is signed: does it match the request, and did the solver sign it?
 *
 * - Applies the rules of `executeSteps`, and those of `PaymentGuard` that a quote can answer. Applies every rule, even if one
 *   fails, and reports on a quote of any shape.
 * - Some parts of the library are needed only by some quotes, such as the default profile. The first call that needs such a part
 *   loads it.
 * - Trust: the caller's request and bounds, and the profile. The quote itself is not trusted.
 * - Warning: a valid quote is a promise. Only the arrival of the money shows that it was kept. An unsigned order is not even the
 *   solver's promise.
 *
 * @returns The verdicts. {@link VerifyQuoteReturnType}
 * @throws {@link StepOptionError} if the request, the profile or the bounds are malformed.
 *
 * @example
 * import { verifyQuote } from 'fillproof/quote'
 *
 * const user = '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd'
 * const native = '0x0000000000000000000000000000000000000000'
 *
 * const { valid, checks } = await verifyQuote({
 *   quote: { steps: [] }, // in place of the service's answer
 *   request: {
 *     user,
 *     originChainId: 8453,
 *     destinationChainId: 10,
 *     originCurrency: native,
 *     destinationCurrency: native,
 *     amount: 100000000000000000n,
 *     tradeType: 'EXACT_INPUT',
 *   },
 *   bounds: { minimumAmountOut: 97000000000000000n },
 *   now: 1791000000,
 * })
 *
 * [valid, checks[0].name, checks[0].required]
 * // [false, 'steps', 'a step that pays']
 */
export async function verifyQuote(parameters: VerifyQuoteParameters): Promise<VerifyQuoteReturnType> {
  const { quote: given, request, profile: ownProfile, bounds = {}, now } = parameters
  const profile = ownProfile === undefined ? await loadProfile() : ownProfile
  checkParameters(request, profile, bounds, now)
  const parts = await loadParts(given, request, profile)
  const terms = withPayment(readOrderTerms({ request, profile, ...bounds }, parts), request)
  const misfit = findQuoteMisfit(given)
  if (misfit) return { valid: false, checks: [{ name: 'quote', ok: false, ...misfit, source: 'service' }] }
  const quote = normalizeQuote(given as Quote)
  const { rules, facts, absent } = readQuoteFacts(quote, terms)
  if (terms.minimumAmountOut === undefined) {
    // Only the service vouches for the minimum that the quote shows. That minimum does not replace the caller's.
    delete facts.minimums
    absent.minimums = new StepOptionError({ option: 'minimumAmountOut', requirement: 'what must arrive' })
  }
  const { deadline: minimumDeadline, signed: isDemanded } = bounds
  if (facts.agreed && minimumDeadline !== undefined) facts.agreed = { ...facts.agreed, minimumDeadline }
  if (now !== undefined) facts.timestamp = BigInt(now)
  const { orderSignature } = toRecord(quote.protocol?.v2) ?? {}
  if (facts.orderId && (isDemanded || orderSignature != null)) {
    const digest = hashMessage({ raw: facts.orderId })
    facts.signed = orderSignature == null ? null : await recoverSigned(digest, orderSignature as Hex)
  }
  const verdicts = judge(rules, facts)
  const isSigned = verdicts.every(({ check, ok }) => check !== 'signature' || ok === true)
  const checks = [...new Set(verdicts.map(({ check }) => check))].flatMap((name) =>
    toRows(
      name,
      verdicts.filter(({ check }) => check === name),
      { facts, absent },
      isSigned && !ofService.includes(name) ? 'solver' : 'service',
    ),
  )
  const isExcused = (missing: readonly string[]) => !isDemanded && missing.every((fact) => fact === 'signed')
  const isDecided = verdicts.every((verdict) => verdict.ok !== null || isExcused(verdict.missing))
  return { valid: checks.some(({ ok }) => ok === false) ? false : isDecided || null, checks }
}

/** The checks that no solver signature covers. */
const ofService: readonly QuoteCheck[] = ['orderId', 'shown', 'steps', 'approval', 'deposit', 'effect']

function toRows(
  name: QuoteCheck,
  verdicts: readonly QuoteVerdict[],
  { absent }: Known<QuoteFacts>,
  source: QuoteRow['source'],
): QuoteRow[] {
  const unreadable = name === 'order' && absent.quotedOrder && readProblem(absent.quotedOrder)
  if (unreadable) return [{ name, ok: false, ...unreadable, source }]
  const faults = verdicts.flatMap((verdict) => (verdict.ok === false ? verdict.faults : []))
  if (faults.length > 0) return faults.map(({ place }) => ({ name, ok: false, ...place, source }))
  const missing = verdicts.flatMap((verdict) => (verdict.ok === null ? verdict.missing : []))
  if (missing.length === 0) return [{ name, ok: true, source }]
  return [{ name, ok: null, missing: [...new Set(missing.map((fact) => describe(fact, absent)))], source }]
}

/** Returns where and why an order can't be read. Undefined if there is no order and none is needed. */
function readProblem(error: FillproofError): Misfit | undefined {
  const at = (field: string) => `${orderPath}.${field}`
  if (error instanceof OrderFieldError)
    return { path: at(error.field), found: error.value, required: error.requirement }
  if (error instanceof UnknownChainError)
    return { path: at(error.field), found: error.chainName, required: 'a chain that is known' }
  if (!(error instanceof StepMismatchError)) return undefined
  return { path: error.path, found: error.found, required: String(error.required) }
}

/** Explains why a fact is not known: returns the name of the missing input, or a reason in words. */
function describe(fact: keyof QuoteFacts, absent: Known<QuoteFacts>['absent']): string {
  const error = absent[fact]
  if (error instanceof UnverifiedStepError) return error.reason
  if (error instanceof StepOptionError) {
    const { option } = error
    return option === 'minimumAmountOut' || option === 'maximumAmountIn' ? `bounds.${option}` : option
  }
  if (fact === 'timestamp') return 'now'
  return fact === 'signed' && !absent.quotedOrder ? 'protocol.v2.orderSignature' : orderPath
}

const requestForm: Form = {
  fields: {
    tradeType: {
      must: 'EXACT_INPUT, EXPECTED_OUTPUT or EXACT_OUTPUT',
      holds: (value) => /^(EXACT_INPUT|EXPECTED_OUTPUT|EXACT_OUTPUT)$/.test(String(value)),
    },
  },
}
const callForm: Form = {
  list: {
    fields: {
      to: isString,
      data: { must: 'hex of whole bytes', holds: (value) => toBytes(value) !== undefined },
      value: { must: 'wei', holds: (value) => readAmount(value) !== undefined },
    },
  },
}

async function loadProfile(): Promise<ServiceProfile> {
  const { relayProfile } = await import('../service/profile/relayProfile.js')
  return relayProfile
}

/** @throws {@link StepOptionError} */
function checkParameters(
  request: StepRequest,
  profile: ServiceProfile,
  bounds: QuoteBounds,
  now: number | undefined,
): void {
  needStepOption(toRecord(profile)?.venue !== undefined, 'profile', 'a ServiceProfile')
  const misfit =
    findMisfit(requestForm, request, 'request') ?? findMisfit(callForm, request.txs ?? [], 'request.txs')
  needStepOption(!misfit, misfit?.path ?? '', misfit?.required ?? '')
  const isTime = (time: unknown) => time === undefined || toDeadline(time) !== undefined
  needStepOption(isTime(bounds.deadline), 'bounds.deadline', 'Unix seconds')
  needStepOption(isTime(now), 'now', 'Unix seconds')
}

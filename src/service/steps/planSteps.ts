import { type Address, type Hex, zeroAddress } from 'viem'
import { toBytes, toRecord, toText } from '../../base/values.js'
import { operationOf } from '../profile/operations.js'
import { permit2Of } from '../profile/permit2.js'
import type { ServiceProfile } from '../profile/types.js'
import { type NormalizedStep, placeOf } from '../quote/normalizeQuote.js'
import type { Quote } from '../resources/quoteV3.js'
import {
  type SignatureData,
  type Step,
  signatureDataSchema,
  transactionDataSchema,
} from '../resources/step.js'
import { UnverifiedStepError } from './errors.js'
import { expect, expectEqual, expectHex, expectShape } from './expect.js'
import { readQuote } from './readQuote.js'
import type { StepTerms } from './readTerms.js'
import { depositoryOf, originSpendersOf } from './trusted.js'
import type {
  PlannedDeposit,
  PlannedItem,
  PlannedSignature,
  PlannedTransaction,
  Unverifiable,
} from './types.js'
import { type VerifiedOrder, verifyOrder } from './verifyOrder.js'
import {
  type StepTransaction,
  verifyApproval,
  verifyDeposit,
  verifyDepositAddressPayment,
  verifySend,
  verifySwap,
  verifyWrap,
} from './verifyPayment.js'
import { verifyPermit } from './verifyPermit.js'

/** How the input leaves the wallet. A quote has exactly one payment. */
type Payment = 'deposit' | 'depositAddress' | 'swap' | 'wrap' | 'send' | 'permit'

const paymentOf: Record<string, Payment> = {
  deposit: 'deposit',
  swap: 'swap',
  send: 'send',
  authorize1: 'permit',
  authorize2: 'permit',
}

const unverifiable: Partial<Record<Payment, string>> = {
  swap: "the swap's calldata does not follow from the request",
  permit: 'what the permitted amount is used for is not signed',
  depositAddress: "the deposit address is the service's word",
}

/** The payments that the oracle must attest before they are paid out or refunded. */
const entersDepository: readonly Payment[] = ['deposit', 'depositAddress', 'permit']

/**
 * Checks all of a quote's steps against the terms, then turns them into what to sign and send.
 *
 * - Rule: approvals first, then exactly one item that takes the input; nothing else. No deposit on a chain that the
 *   oracle no longer settles. All items are checked, complete ones too, before the first one runs. The service's gas
 *   prices are not used.
 *
 * @throws {@link StepMismatchError}, {@link UnverifiedStepError}
 */
export function planSteps(
  given: Quote,
  terms: StepTerms,
  allowed: readonly Unverifiable[] = [],
): PlannedItem[] {
  const quote = readQuote(given)
  const steps = quote.steps
    .map((step, index) => ({ step, path: `steps[${index}]` }))
    .filter(({ step }) => step.items.length > 0)
  for (const { step, path } of steps) {
    expect(isPayment(step) || isApproval(step), `${path}.id`, step.id, 'a step that is known')
  }
  const paying = steps.filter(({ step }) => isPayment(step))
  expect(paying.length > 0, 'steps', quote.steps, 'a step that pays')
  expect(
    paying.length === 1,
    'steps',
    paying.map(({ step }) => step.id).join(', '),
    'exactly one that pays, as a swap before or after it is not verified',
  )
  const { step, path } = paying[0]!
  expect(step.items.length === 1, `${path}.items`, step.items, 'exactly one item')
  const isFollowed = !endsWithReceipt(step)
  const hasRequest = toBytes(step.requestId, [32]) !== undefined
  expect(hasRequest || !isFollowed, `${path}.requestId`, step.requestId, 'the 32 bytes of a request id')
  const isDepositAddress = step.id === 'deposit' && toText(step.depositAddress) !== undefined
  const named = isDepositAddress ? 'depositAddress' : paymentOf[step.id]!
  const payment = named === 'swap' && isWrap(step, terms) ? 'wrap' : named
  const reason = unverifiable[payment]
  if (reason && !allowed.includes(payment as Unverifiable)) {
    throw new UnverifiedStepError({ path, needs: payment, reason })
  }
  if (entersDepository.includes(payment)) requireSettled(path, terms, allowed)
  const order = payment === 'deposit' ? verifyOrder(quote, terms) : undefined
  const verify = payment === 'permit' ? undefined : verifierOf(payment, order, step, terms)
  const spenders = spendersOf(payment, terms)
  return steps
    .flatMap((candidate, index, all): PlannedItem[] => {
      if (candidate.step === step) {
        expect(index === all.length - 1, candidate.path, step.id, 'the last step, as it pays')
        if (!verify) return [planPermit(step, path, terms)]
        return [planTransaction(step, 0, path, terms, verify)]
      }
      return planApprovals(candidate.step, candidate.path, terms, spenders)
    })
    .map((planned) => {
      if (!order || planned.kind !== 'transaction') return planned
      const isDeposit = planned.step === step
      return { ...planned, deadline: order.deadline, ...(isDeposit && { deposit: toDeposit(order, terms) }) }
    })
}

function toDeposit({ id, amountIn }: VerifiedOrder, terms: StepTerms): PlannedDeposit {
  const { origin, currency } = terms
  const depository = depositoryOf(terms)
  return { chainName: origin.name, depository, orderId: id, currency, amount: amountIn }
}

function requireSettled(path: string, { origin }: StepTerms, allowed: readonly Unverifiable[]): void {
  if (origin.support !== 'unsettled' || allowed.includes('unsettled')) return
  const reason = `the service's oracle no longer settles deposits on ${origin.name}`
  throw new UnverifiedStepError({ path, needs: 'unsettled', reason })
}

function isPayment({ id }: Step): boolean {
  return Object.hasOwn(paymentOf, id)
}

/** Whether a payment is the fill itself: a swap, also of a wrapper, and a send. Any other is filled by a solver, also on one chain. */
export function endsWithReceipt({ id }: Step): boolean {
  return id === 'swap' || id === 'send'
}

/** Whether a step lets a contract take the input. */
export function isApproval({ id }: Step): boolean {
  return id === 'approve' || id === 'approval'
}

/** Whether a step goes to the chain's own wrapper of its native currency, for the two that it turns into each other. */
function isWrap(
  step: NormalizedStep,
  { origin, destination, currency, destinationCurrency }: StepTerms,
): boolean {
  const wrapper = origin.wrappedNative?.toLowerCase()
  const currencies = [currency, destinationCurrency]
  return (
    wrapper !== undefined &&
    destination.id === origin.id &&
    currencies.includes(wrapper as Address) &&
    currencies.includes(zeroAddress) &&
    toBytes(toRecord(step.items[0]!.data)?.to) === wrapper
  )
}

function verifierOf(
  payment: Exclude<Payment, 'permit'>,
  order: VerifiedOrder | undefined,
  { depositAddress }: Step,
  terms: StepTerms,
): (path: string, transaction: StepTransaction) => void {
  if (payment === 'swap') return (path, transaction) => verifySwap(path, transaction, terms)
  if (payment === 'wrap') return (path, transaction) => verifyWrap(path, transaction, terms)
  if (payment === 'send') return (path, transaction) => verifySend(path, transaction, terms)
  if (payment === 'depositAddress') {
    return (path, transaction) =>
      verifyDepositAddressPayment(path, transaction, terms, depositAddress as string)
  }
  return (path, transaction) => verifyDeposit(path, transaction, terms, order!)
}

function spendersOf(payment: Payment, terms: StepTerms): readonly Address[] {
  if (terms.isNative) return []
  if (payment === 'swap') return originSpendersOf(terms).map(({ address }) => address)
  if (payment === 'permit') return terms.usePermit ? [permit2Of(terms.origin)] : []
  return payment === 'deposit' ? [depositoryOf(terms)] : []
}

function planApprovals(
  step: NormalizedStep,
  path: string,
  terms: StepTerms,
  spenders: readonly Address[],
): PlannedTransaction[] {
  return step.items.flatMap((item, index) => {
    // The service may leave out what it takes for approved already: nothing is sent.
    if (item.status === 'complete' && item.data == null) return []
    return planTransaction(step, index, path, terms, (at, transaction) =>
      verifyApproval(at, transaction, terms, spenders),
    )
  })
}

function planTransaction(
  step: NormalizedStep,
  index: number,
  stepPath: string,
  terms: StepTerms,
  verify: (path: string, transaction: StepTransaction) => void,
): PlannedTransaction {
  const item = step.items[index]!
  const path = placeOf(step, stepPath, index)
  expectEqual(`${stepPath}.kind`, step.kind, 'transaction')
  verifyCheck(step, index, path, terms.profile)
  const { from, to, data, value, chainId } = expectShape(transactionDataSchema, `${path}.data`, item.data)
  expectEqual(`${path}.data.chainId`, chainId, terms.origin.id)
  if (from) expectHex(`${path}.data.from`, from, terms.user)
  expect(BigInt(value) >= 0n, `${path}.data.value`, value, 'wei')
  // The service's gas prices are left out: they could spend the wallet's whole balance.
  const transaction = { to: to.toLowerCase() as Address, data, value: BigInt(value) }
  verify(`${path}.data`, transaction)
  return { kind: 'transaction', step, path, transaction }
}

function planPermit(step: NormalizedStep, stepPath: string, terms: StepTerms): PlannedSignature {
  const path = placeOf(step, stepPath)
  const data = readSignature(step, stepPath, terms.profile)
  const { path: endpoint } = operationOf(terms.profile, step.isFlat ? 'permitsV2' : 'permits')
  const typedData = verifyPermit(`${path}.data`, data, terms, endpoint)
  const body = data.post.body
  expectHex(`${path}.data.post.body.requestId`, body.requestId, step.requestId ?? '')
  return {
    kind: 'signature',
    step,
    path,
    message: { typedData },
    post: { path: endpoint, body },
  }
}

/**
 * Turns the steps of an app-fee claim into the hash to sign. The hash does not show what it claims.
 *
 * @throws {@link StepMismatchError}, {@link UnverifiedStepError}
 */
export function planClaim(
  quote: Quote,
  profile: ServiceProfile,
  allowed: readonly Unverifiable[] = [],
): PlannedItem[] {
  const { steps } = readQuote(quote)
  const [step] = steps
  expect(steps.length === 1 && step?.items.length === 1, 'steps', steps, 'exactly one with one item')
  const path = placeOf(step!, 'steps[0]')
  expectEqual('steps[0].id', step!.id, 'authorize')
  const { sign, post } = readSignature(step!, 'steps[0]', profile)
  expectEqual(`${path}.data.sign.signatureKind`, sign.signatureKind, 'eip191')
  const { message } = sign as Extract<SignatureData['sign'], { signatureKind: 'eip191' }>
  expect(/^0x[0-9a-fA-F]{64}$/.test(message), `${path}.data.sign.message`, message, 'a hash of 32 bytes')
  const { path: endpoint } = operationOf(profile, 'permits')
  expectEqual(`${path}.data.post.endpoint`, post.endpoint, endpoint)
  expectEqual(`${path}.data.post.body.kind`, post.body.kind, 'claim')
  if (!allowed.includes('claim')) {
    throw new UnverifiedStepError({ path, needs: 'claim', reason: 'only the hash of the claim is shown' })
  }
  return [
    {
      kind: 'signature',
      step: step!,
      path,
      message: { raw: message as Hex },
      post: { path: endpoint, body: post.body },
    },
  ]
}

function readSignature(step: NormalizedStep, path: string, profile: ServiceProfile): SignatureData {
  const place = placeOf(step, path)
  expectEqual(`${path}.kind`, step.kind, 'signature')
  verifyCheck(step, 0, place, profile)
  return expectShape(signatureDataSchema, `${place}.data`, step.items[0]!.data)
}

/**
 * Checks that a step's status check names the step's own request. The client follows the request itself and never sends
 * the check.
 */
function verifyCheck(step: Step, index: number, path: string, profile: ServiceProfile): void {
  const endpoint: unknown = step.items[index]!.check?.endpoint
  if (typeof endpoint !== 'string') return
  const [, address = '', query = ''] = /^([^?]*)\?(.*)$/s.exec(endpoint) ?? []
  const isStatus = (['status', 'statusV2', 'statusV1'] as const).some((name) => {
    const { path: known } = operationOf(profile, name)
    if (!address.endsWith(known)) return false
    const base = address.slice(0, -known.length)
    return base === '' || /^https?:\/\/[^#/][^#]*$/.test(base)
  })
  const [, requestId] = (isStatus && /^requestId=(0x[0-9a-fA-F]{64})(?:&|$)/.exec(query)) || []
  const isOwn = requestId !== undefined && requestId.toLowerCase() === toBytes(step.requestId)
  expect(isOwn, `${path}.check.endpoint`, endpoint, `the status of request ${step.requestId}`)
}

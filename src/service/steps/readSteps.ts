import { type Address, zeroAddress } from 'viem'
import { toBytes, toRecord, toText } from '../../base/values.js'
import { chainVm, isEvmChain } from '../../protocol/order/chainVm.js'
import type { PaymentKind, StepFacts } from '../../rules/paysFor/quoteFacts.js'
import { isApproval, paymentKind } from '../../rules/paysFor/stepRules.js'
import { permit2Of } from '../profile/permit2.js'
import { stepPathOf } from '../profile/stepPaths.js'
import type { ServiceProfile } from '../profile/types.js'
import { type NormalizedQuote, type NormalizedStep, placeOf } from '../quote/normalizeQuote.js'
import { UnverifiedStepError } from './errors.js'
import { type Known, readKnown } from './known.js'
import { amountOf } from './readOrderTerms.js'
import type { PaymentTerms } from './readTerms.js'
import { readTransaction } from './readTransaction.js'
import { depositoryOf, originRoutersOf, originSpendersOf, spendersAmong } from './trusted.js'

/** An item of a step, with the paths of the item and the step. */
export type PlacedItem = { step: NormalizedStep; path: string; stepPath: string; data?: unknown }

/** The steps of a quote that have something to run, and the known facts about them. */
export type ReadSteps = Known<StepFacts> & {
  /** Undefined if it is not known how the input leaves the wallet. */
  kind: PaymentKind | undefined
  /** The items in order, without approvals that the service marks as complete and sends without data. */
  items: readonly PlacedItem[]
}

const unverifiable: Partial<Record<PaymentKind, string>> = {
  swap: "the swap's calldata does not follow from the request",
  permit: 'what the permitted amount is used for is not signed',
  depositAddress: "the deposit address is the service's word",
}

/** Gathers the data that a quote asks the wallet to sign and send, and the limits that the caller and the profile set. */
export function readSteps({ steps: all }: NormalizedQuote, terms: PaymentTerms): ReadSteps {
  const steps = all
    .map((step, index) => ({ step, stepPath: `steps[${index}]` }))
    .filter(({ step }) => step.items.length > 0)
  const items = steps.flatMap(({ step, stepPath }) =>
    step.items
      .map((item, index) => ({ ...item, step, stepPath, path: placeOf(step, stepPath, index) }))
      .filter(({ status, data }) => !(isApproval(step) && status === 'complete' && data == null)),
  )
  const paying = items.find(({ step }) => paymentKind(step.id))
  const kind = isEvmChain(terms.origin.name) && paying ? kindOf(paying, terms) : undefined
  const payingPath = paying?.stepPath ?? 'steps'
  const known = readKnown<StepFacts>({
    steps: () => {
      // `verifyVenueWithdrawal` checks the steps of a withdrawal from the venue.
      if (chainVm(terms.origin.name) === 'hypevm') requireEffect(terms, kind, payingPath)
      return steps.map(({ step, stepPath: path }) => ({
        path,
        id: step.id,
        kind: step.kind,
        requestId: step.requestId,
        items: step.items.map((item, index) => ({
          path: placeOf(step, path, index),
          check: toRecord(item.check)?.endpoint,
        })),
      }))
    },
    statusPaths: () => statusPathsOf(terms.profile),
    effect: () => requireEffect(terms, kind, payingPath),
    settles: () => requireSettled(terms, payingPath),
    ...(kind && paying && { ...readPayment(paying, kind, terms), ...readTrusted(paying, kind, terms) }),
    approvals: () =>
      items
        .filter(({ step }) => isApproval(step))
        .map(({ path, data }) => ({
          path: `${path}.data`,
          transaction: readTransaction(`${path}.data`, data),
        })),
  })
  return { kind, items, ...known }
}

type Readers = { [fact in keyof StepFacts]?: () => StepFacts[fact] }

/** Reads the payment that the quote asks the wallet to make. */
function readPayment({ step, path: at, data }: PlacedItem, kind: PaymentKind, terms: PaymentTerms): Readers {
  const path = `${at}.data`
  const { requestId, depositAddress } = step
  const endpoint = permitEndpoint(step, terms)
  if (kind === 'permit') {
    const { readTypedData } = terms.parts.permit!
    return { permit: () => ({ path, data: readTypedData(path, data), requestId, endpoint }) }
  }
  const transaction = readTransaction(path, data)
  return { payment: () => ({ path, transaction, depositAddress: depositAddress ?? '' }) }
}

/** Reads the limits on the payment that the caller and the profile set. */
function readTrusted({ data }: PlacedItem, kind: PaymentKind, terms: PaymentTerms): Readers {
  const { origin, destination, destinationCurrency: currency } = terms
  return {
    spend: () => ({ ...terms, chainId: origin.id, amount: amountOf(terms) }),
    delivery: () => ({ ...terms, chainId: destination.id, currency }),
    depository: () => depositoryOf(terms),
    spenders: () => spendersOf(kind, terms),
    swapTargets: () => [
      ...new Set(
        originRoutersOf(terms).flatMap(({ address, approvalProxy = address }) => [address, approvalProxy]),
      ),
    ],
    permit2: () => permit2Of(origin),
    // An EIP-3009 signature names no spender.
    permitSpenders: () => (isTransfer(data) ? spendersAmong(origin.routers) : originSpendersOf(terms)),
    refundTo: () => terms.refundTo,
  }
}

/** @throws {@link UnverifiedStepError} if the signed data does not show its own effect. */
function requireEffect({ origin }: PaymentTerms, kind: PaymentKind | undefined, path: string): true {
  const reason = isEvmChain(origin.name)
    ? kind && unverifiable[kind]
    : `what a deposit on ${origin.name} does is not read from its bytes`
  if (reason) throw new UnverifiedStepError({ path, needs: kind ?? origin.name, reason })
  return true
}

/** @throws {@link UnverifiedStepError} */
export function requireSettled({ origin }: Pick<PaymentTerms, 'origin'>, path: string): true {
  if (origin.support !== 'unsettled') return true
  const reason = `the service's oracle no longer settles deposits on ${origin.name}`
  throw new UnverifiedStepError({ path, needs: 'unsettled', reason })
}

/** Returns the paths of the service's own status endpoints. */
export function statusPathsOf(profile: ServiceProfile): string[] {
  return (['status', 'statusV2', 'statusV1'] as const).map((name) => stepPathOf(profile, name))
}

export function permitEndpoint(
  { isFlat }: NormalizedStep,
  { profile }: Pick<PaymentTerms, 'profile'>,
): string {
  return stepPathOf(profile, isFlat ? 'permitsV2' : 'permits')
}

function kindOf({ step, data }: PlacedItem, terms: PaymentTerms): PaymentKind | undefined {
  const isAddress = step.id === 'deposit' && toText(step.depositAddress) !== undefined
  if (isAddress) return 'depositAddress'
  const kind = paymentKind(step.id)
  return kind === 'swap' && isWrap(data, terms) ? 'wrap' : kind
}

/** Whether a call goes to the chain's wrapper of its native currency, and converts between the two currencies of the request. */
function isWrap(data: unknown, terms: PaymentTerms): boolean {
  const { origin, destination, currency, destinationCurrency } = terms
  const wrapper = origin.wrappedNative?.toLowerCase()
  const currencies: readonly string[] = [currency, destinationCurrency]
  return (
    wrapper !== undefined &&
    destination.id === origin.id &&
    currencies.includes(wrapper) &&
    currencies.includes(zeroAddress) &&
    toBytes(toRecord(data)?.to) === wrapper
  )
}

function isTransfer(data: unknown): boolean {
  return toRecord(toRecord(data)?.sign)?.primaryType === 'TransferWithAuthorization'
}

function spendersOf(kind: PaymentKind, terms: PaymentTerms): readonly Address[] {
  if (terms.isNative) return []
  if (kind === 'swap') return originSpendersOf(terms).map(({ address }) => address)
  if (kind === 'permit') return terms.usePermit ? [permit2Of(terms.origin)] : []
  return kind === 'deposit' ? [depositoryOf(terms)] : []
}

import type { Address } from 'viem'
import { toAddressWord } from '../../base/values.js'
import { createServiceClient } from '../../client/createServiceClient.js'
import type { Attestation } from '../../protocol/attestation/types.js'
import { verifyAttestation } from '../../protocol/attestation/verifyAttestation.js'
import { finalityOf } from '../../service/profile/finalityOf.js'
import type { ServiceProfile } from '../../service/profile/types.js'
import { checkOrder } from '../../inspect/order/checkOrder.js'
import { decodeWords } from '../../inspect/words/decodeWords.js'
import { fetchAttestation } from './fetchAttestation.js'
import { type CurrencyPlace, fetchNames, type Names } from '../../inspect/fetchNames.js'
import { type FetchedRecord, fetchRecord } from '../../inspect/fetchRecord.js'
import type { ReceiverReport } from '../../inspect/receiver/readReceiver.js'
import { readVerifyOptions, type VerifyRequestOptions, type VerifyTask } from './readVerifyOptions.js'
import { isExcused, type Verification } from '../../inspect/verification.js'

/**
 * Fetches the attestation of a request, verifies it, holds the order to it where there is one, and asks the receiver if
 * one is named.
 *
 * - Rule: every option is read before anything is fetched.
 * - Trust: the solvers are the caller's or the profile's, never what the service says of itself.
 *
 * @throws {@link UsageError}, {@link ServiceAnswerError} or {@link UnreachableError}.
 */
export async function verifyRequest(
  id: string,
  options: VerifyRequestOptions,
  profile: ServiceProfile,
): Promise<Verification> {
  const task = await readVerifyOptions(id, options, profile)
  const { requestId, url, layout, apiKey, trusted, given } = task
  const now = Math.floor(Date.now() / 1000)
  const connection = { profile, baseUrl: url, apiKey }

  const attestation = await fetchAttestation({ profile, url, requestId, layout, apiKey })
  const [report, fetched] = await Promise.all([
    verifyAttestation({ attestation, solver: trusted }),
    apiKey === undefined
      ? noRecord
      : fetchRecord(createServiceClient(connection), requestId, { wantsOrder: given.order === undefined }),
  ])
  const { solver } = report
  const order = await readOrder(task, fetched, solver, now)
  const onchain = await askReceiver(task, profile, attestation, solver, fetched)
  // No check depends on names, so that they are asked for once, and last.
  const names = await fetchNames(
    createServiceClient({ ...connection, retry: { limit: 0 } }),
    profile,
    placesOf(attestation, onchain),
  )
  const checks = [...report.checks, ...(order?.checks ?? [])]
  const counted = [...checks, ...(onchain?.checks ?? [])]
  return {
    valid: counted.every(({ name, ok }) => ok || isExcused(name, onchain)) && onchain?.returned === undefined,
    requestId,
    attestation,
    decoded: decodeWords(attestation, names),
    solver,
    checks,
    ...(order && { order: order.order }),
    ...(given.terms && { termsDeadline: given.terms.terms.deadline }),
    ...(fetched.record && { record: fetched.record }),
    ...(onchain && { onchain: addNames(onchain, names) }),
    notes: fetched.notes,
  }
}

const noRecord: FetchedRecord = { notes: [] }

/** What the user gives wins over what the service says. */
function findOrder({ given }: VerifyTask, { orderData }: FetchedRecord) {
  if (given.order) return { order: given.order, source: 'file' } as const
  return orderData && ({ order: { orderData }, source: 'service' } as const)
}

async function readOrder(task: VerifyTask, fetched: FetchedRecord, signer: Address | null, now: number) {
  const found = findOrder(task, fetched)
  const { requestId, trusted } = task
  return found && checkOrder({ ...found, requestId, signer, trusted, record: fetched.record, now })
}

async function askReceiver(
  task: VerifyTask,
  profile: ServiceProfile,
  attestation: Attestation,
  signer: Address | null,
  fetched: FetchedRecord,
): Promise<ReceiverReport | undefined> {
  if (!task.target) return undefined
  const { readReceiver } = await import('../../inspect/receiver/readReceiver.js')
  return readReceiver({
    ...task.target,
    attestation,
    signer,
    order: findOrder(task, fetched)?.order,
    terms: task.given.terms,
    statedOrderId: fetched.record?.orderId,
    statedFills: fetched.record?.fillTransactions ?? [],
    finalityOf: (chainName) => finalityOf(profile, chainName),
  })
}

function placesOf(attestation: Attestation, onchain: ReceiverReport | undefined): CurrencyPlace[] {
  const { originChainId, originCurrency, destinationChainId } = attestation
  const token = toAddressWord(onchain?.payment?.token)
  return [
    { chainId: originChainId, currency: originCurrency },
    ...(attestation.layout === 'v2'
      ? [{ chainId: destinationChainId, currency: attestation.destinationCurrency }]
      : []),
    ...(token && onchain ? [{ chainId: onchain.chainId, currency: token }] : []),
  ]
}

function addNames(onchain: ReceiverReport, names: Names): ReceiverReport {
  const { chainId, payment } = onchain
  const token = toAddressWord(payment?.token)
  const { symbol = null, decimals = null } = (token && names.token({ chainId, currency: token })) ?? {}
  return {
    ...onchain,
    chain: names.chain(chainId) ?? null,
    ...(payment && { payment: { ...payment, symbol, decimals } }),
  }
}

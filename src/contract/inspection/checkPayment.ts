import {
  type Address,
  getAddress,
  type Hex,
  isAddressEqual,
  keccak256,
  pad,
  size,
  stringToHex,
  zeroHash,
} from 'viem'
import { getBlock, getChainId, readContract } from 'viem/actions'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { parseOrder } from '../../protocol/order/parseOrder.js'
import type { OrderData } from '../../protocol/order/types.js'
import type { PaymentCheck } from '../../rules/paysFor/checks.js'
import { fault } from '../../rules/verdict.js'
import { findUnsettleable } from '../../service/orders/findUnsettleable.js'
import type { ReceiverClient } from '../call.js'
import {
  type AttestedPayment,
  encodeAttestedPayment,
  encodeSignedPayment,
  type SignedPayment,
} from '../paymentEvidence.js'
import { explainFault, type PaymentFailure } from './failures.js'
import { readAvailable } from './readAvailable.js'
import { readDigest, recover } from './readClaims.js'

type Encoded = ReturnType<typeof encodeSignedPayment>
type Order = Encoded[0]
type Terms = Encoded[2]

type Inspection = Awaited<ReturnType<typeof startInspection>>

/** Makes every check of a guard; twins of the `_check…` functions of `PaymentGuard`. */
export async function checkPayment(
  client: ReceiverClient,
  guard: Address,
  payer: Address,
  payment: AttestedPayment | SignedPayment,
) {
  const inspection = await startInspection(client, guard)
  const { contract, chainId, blockNumber, failures, fail } = inspection
  const id = hashOrder(payment.orderData)
  const [attestation, signature, order, terms] =
    'attestation' in payment
      ? encodeAttestedPayment(payment)
      : [undefined, ...swap(encodeSignedPayment(payment))]
  const { input, output } = order
  const [isPaused, [configured], inputChainId, outputChainId, isPaid, { signer, digest }] = await Promise.all(
    [
      readContract(client, { ...contract, functionName: 'paused' }),
      readContract(client, { ...contract, functionName: 'ownChain' }),
      readChainId(inspection, input.payment.chainId),
      readChainId(inspection, output.chainId),
      readContract(client, { ...contract, functionName: 'isPaid', args: [id] }),
      recover('attestation' in payment ? readDigest(payment.attestation) : readDigest(id), signature),
    ],
  )
  const isOutputEvm = await isEvm(inspection, outputChainId)

  if (isPaused) fail('paused', 'EnforcedPause')
  await checkSigner(inspection, order.solver, signer, digest, signature)
  const own = BigInt(chainId)
  const origin = [configured, attestation?.originChainId ?? own, inputChainId].find((found) => found !== own)
  if (origin !== undefined) fail('origin', 'WrongOriginChain', origin, own)
  if (attestation && attestation.originUser !== pad(payer).toLowerCase()) {
    fail('payer', 'PayerMismatch', payer, attestation.originUser)
  }
  checkCurrency(inspection, order, terms, attestation?.originCurrency)
  const amount = input.payment.amount
  const required = [attestation?.originAmount ?? amount, terms.amount].find((agreed) => agreed !== amount)
  if (required !== undefined) fail('amount', 'AmountMismatch', amount, required)
  if (attestation && attestation.requestId !== id) {
    fail('requestId', 'OrderMismatch', id, attestation.requestId)
  }
  if (outputChainId === 0n) fail('destination', 'UnknownChain', output.chainId)
  else {
    const agreed = [attestation?.destinationChainId ?? outputChainId, terms.destinationChainId]
    const other = agreed.find((chain) => chain !== outputChainId)
    if (other !== undefined) fail('destination', 'DestinationMismatch', outputChainId, other)
  }
  checkOutput(inspection, output, terms, isOutputEvm)
  checkSettleable(inspection, payment.orderData, order, terms, outputChainId === inputChainId)
  if (input.refunds.length === 1 && hasCalls(terms)) fail('refund', 'CallsNotEnforced')
  for (const refund of input.refunds) {
    await checkRefund(inspection, refund, order, terms, payer, { inputChainId, outputChainId })
  }
  await checkRecipients(inspection, order, terms, attestation?.destinationUser, {
    outputChainId,
    isOutputEvm,
  })
  if (isPaid) fail('duplicate', 'RequestAlreadyPaid', id)
  const place = { client, receiver: guard, blockNumber }
  const available = await readAvailable(place, terms.currency, payer)
  if (available < terms.amount) {
    fail('payment', 'TokenTransferFailed', terms.currency, payer, guard, terms.amount)
  }
  return { failures, blockNumber }
}

async function startInspection(client: ReceiverClient, guard: Address) {
  const [{ number: blockNumber, timestamp }, chainId] = await Promise.all([
    getBlock(client),
    getChainId(client),
  ])
  const contract = { address: guard, abi: paymentGuardAbi, blockNumber } as const
  const failures: PaymentFailure[] = []
  const fail = (check: PaymentCheck, error: string, ...args: unknown[]): void => {
    failures.push({ check, ...explainFault(fault(error, ...args)) })
  }
  return { failures, fail, client, contract, chainId, timestamp, blockNumber }
}

const swap = ([order, signature, terms]: Encoded) => [signature, order, terms] as const

function readChainId({ client, contract }: Inspection, name: string): Promise<bigint> {
  return readContract(client, { ...contract, functionName: 'chainIdOf', args: [name] })
}

function isEvm({ client, contract }: Inspection, chainId: bigint): Promise<boolean> {
  return readContract(client, { ...contract, functionName: 'isEvmChain', args: [chainId] })
}

async function checkSigner(
  { client, contract, fail }: Inspection,
  named: Address,
  signer: Address | null,
  digest: Hex,
  signature: Hex,
): Promise<void> {
  if (signer === null) return fail('signature', 'InvalidSignature', digest, signature)
  const args = [signer] as const
  if (!(await readContract(client, { ...contract, functionName: 'isSolverActive', args }))) {
    const window = await readContract(client, { ...contract, functionName: 'solverWindow', args })
    fail('signature', 'UnknownSolver', signer, ...window)
  }
  if (!isAddressEqual(named, signer)) fail('signature', 'SolverMismatch', getAddress(named), signer)
}

function checkCurrency(
  { fail }: Inspection,
  { input: { payment } }: Order,
  terms: Terms,
  attested: Hex | undefined,
): void {
  if (size(payment.currency) !== 20) {
    fail('currency', 'InvalidOrderAddress', payment.currency)
    return
  }
  const found = pad(payment.currency)
  const agreed = pad(terms.currency).toLowerCase()
  const required = [attested ?? found, agreed].find((word) => word !== found)
  if (required !== undefined) fail('currency', 'CurrencyMismatch', found, required)
}

function checkOutput(
  { fail }: Inspection,
  output: Order['output'],
  terms: Terms,
  isOutputEvm: boolean,
): void {
  for (const { currency } of output.payments) {
    if (isOutputEvm && size(currency) !== 20) fail('output', 'InvalidOrderAddress', currency)
  }
  const calls = terms.callsHash === zeroHash ? keccak256('0x') : terms.callsHash
  if (output.callsHash !== calls) fail('output', 'CallsMismatch', output.callsHash, calls)
  const extraData = keccak256(terms.extraData)
  if (output.extraDataHash !== extraData) {
    fail('output', 'FillContractMismatch', output.extraDataHash, extraData)
  }
  const promised = output.payments
    .filter(({ currency }) => currency === terms.outputCurrency)
    .reduce((most, { minimumAmount }) => (minimumAmount > most ? minimumAmount : most), 0n)
  const required = terms.minimum === 0n ? 1n : terms.minimum
  if (promised < required) fail('output', 'OutputTooLow', promised, required)
}

/** What an order must have to be settled or refunded, by the list that the client has too. */
function checkSettleable(
  { fail, timestamp }: Inspection,
  orderData: OrderData,
  { versionHash, input, output }: Order,
  terms: Terms,
  isOneChain: boolean,
): void {
  const { minimumDeadline, allowNoRefund, outputCurrency } = terms
  const currencies = isOneChain ? [outputCurrency] : []
  const options = { now: timestamp, minimumDeadline, allowNoRefund, currencies }
  const { payment } = input
  const deadline = BigInt(output.deadline)
  const { version, output: shown } = parseOrder(orderData)
  for (const { rule, found } of findUnsettleable({ version, input, output: shown }, options)) {
    if (rule === 'version')
      fail('settlement', 'UnsupportedVersion', versionHash, keccak256(stringToHex('v1')))
    if (rule === 'fillContract') fail('settlement', 'FillContractMissing', output.callsHash)
    if (rule === 'weight') fail('settlement', 'InvalidInputWeight', payment.weight)
    if (rule === 'expiry') fail('expiry', 'RequestExpired', timestamp, deadline)
    if (rule === 'minimumDeadline') fail('expiry', 'DeadlineTooEarly', deadline, BigInt(minimumDeadline))
    if (rule === 'refundMissing') fail('refund', 'RefundMissing', payment.chainId, payment.currency)
    if (rule === 'refundDeadline') fail('refund', 'RefundTooShort', BigInt(found as number), deadline)
    if (rule === 'refundMinimum') fail('refund', 'RefundTooHigh', found, payment.amount)
  }
}

async function checkRefund(
  inspection: Inspection,
  refund: Order['input']['refunds'][number],
  { input }: Order,
  terms: Terms,
  payer: Address,
  { inputChainId, outputChainId }: { inputChainId: bigint; outputChainId: bigint },
): Promise<void> {
  const { fail } = inspection
  const { recipient, currency, extraData } = refund
  const chainId = await readChainId(inspection, refund.chainId)
  if (chainId === 0n) return fail('refund', 'UnknownChain', refund.chainId)
  const isOnEvm = await isEvm(inspection, chainId)
  if (isOnEvm && size(recipient) !== 20) return fail('refund', 'InvalidOrderAddress', recipient)
  const isPayer = isOnEvm && isAddressEqual(recipient, payer)
  if (!isPayer && recipient !== terms.refundTo) {
    fail('refund', 'RefundNotAllowed', recipient, payer, terms.refundTo)
  }
  const isPaid = chainId === inputChainId && currency === input.payment.currency
  const isWanted = chainId === outputChainId && currency === terms.outputCurrency
  if (!isPaid && !isWanted) fail('refund', 'RefundCurrencyNotAllowed', refund.chainId, currency)
  if (extraData !== '0x' && !terms.refundExtraData.includes(extraData)) {
    fail('refund', 'RefundDataNotAllowed', extraData)
  }
}

async function checkRecipients(
  { client, contract, fail }: Inspection,
  { output }: Order,
  terms: Terms,
  attested: Hex | undefined,
  { outputChainId, isOutputEvm }: { outputChainId: bigint; isOutputEvm: boolean },
): Promise<void> {
  const { recipient: agreed, extraData } = terms
  const word = toRecipientWord(agreed)
  if (attested !== undefined && word !== attested)
    fail('recipient', 'OutputRecipientMismatch', word, attested)
  if (isOutputEvm && size(agreed) !== 20) fail('recipient', 'InvalidOrderAddress', agreed)
  const args = [outputChainId, agreed] as const
  if (!(await readContract(client, { ...contract, functionName: 'isRecipientAllowed', args }))) {
    fail('recipient', 'OutputRecipientNotAllowed', ...args)
  }
  for (const { recipient } of output.payments) {
    if (isOutputEvm && size(recipient) !== 20) fail('recipient', 'InvalidOrderAddress', recipient)
    else if (size(recipient) === 20 && extraData === pad(recipient)) {
      if (!hasCalls(terms)) fail('recipient', 'OutputRecipientNotAllowed', outputChainId, recipient)
    } else if (recipient !== agreed) {
      fail('recipient', 'OutputRecipientMismatch', toRecipientWord(recipient), word)
    }
  }
}

const hasCalls = ({ callsHash }: Terms) => callsHash !== zeroHash

/** Converts an address to its word: 20 bytes left-padded, 32 bytes as they are, anything else hashed. */
function toRecipientWord(account: Hex): Hex {
  if (size(account) === 20) return pad(account)
  return size(account) === 32 ? account : keccak256(account)
}

import { type Address, encodeFunctionData, type Hash, zeroAddress } from 'viem'
import { encodeDirectFill } from '../../contract/evidence.js'
import { mockMetadataRouterAbi } from '../../generated/abi/mockMetadataRouter.js'
import { parseAttestation } from '../../protocol/attestation/parseAttestation.js'
import type { OrderCall } from '../../protocol/order/encodeOrderCall.js'
import { decodeAuthorizedCall } from '../../protocol/registrar/decodeAuthorizedCall.js'
import { isNative } from '../chains/chain.js'
import type { Faults } from '../faults.js'
import type { LedgerRequest, RequestTerms } from '../ledger.js'
import { SubmitError, type SubmitParameters, simulate, submit } from './submit.js'
import { createApproval, createFillWithCalls, createPayment, createTransfer, tag } from './transactions.js'
import type { Wallet } from './wallet.js'

type FillOptions = {
  wallet: Wallet
  record: LedgerRequest
  faults: Faults
  /** Throws if it is too late to fill. */
  checkTime: () => Promise<void>
  onSent: FillParameters['onSent']
}

type FillResult = {
  /** The hash of the fill, then of the top-up. */
  txHashes: Hash[]
  duplicateFillTxHash?: Hash
}

/**
 * Delivers the expected amount of a quote as the order requires: through the receiver, through the router, or as a
 * plain transfer. Then it delivers the requested top-up of native currency. The data of each fill ends with the order's
 * id.
 *
 * Fills on one chain run in the order of the calls to this function.
 *
 * @throws {@link SubmitError} if it can't be delivered. The solver then has its funds back.
 */
export function fillOrder({ wallet, record, faults, checkTime, onSent }: FillOptions): Promise<FillResult> {
  return wallet.exclusive(async (send) => {
    await checkTime()
    const { terms } = record
    const isShort = faults.take('shortFill') !== undefined
    const amount = isShort ? readMinimum(terms) - 1n : terms.expectedAmount
    const isLess = isShort && isNative(terms.destinationCurrency)
    const whole = isLess ? limitValues(terms.calls, amount) : terms.calls
    const calls = isBroken(terms, faults) ? breakCalls(wallet, terms) : whole
    const parameters: FillParameters = {
      record: { ...record, terms: { ...terms, calls } },
      amount,
      wallet,
      send,
      onSent,
    }
    const topup = terms.topupAmount && createTransfer(zeroAddress, terms.recipient, terms.topupAmount)
    if (topup) await simulate(wallet, topup, 'DESTINATION_TOKEN_TRANSFER_REJECTED')
    const txHashes = [await deliver(parameters)]
    if (topup) {
      txHashes.push(await submit({ wallet, send, transaction: topup, failReason: 'EXECUTION_REVERTED' }))
    }
    if (!faults.take('duplicateFill')) return { txHashes }
    return { txHashes, duplicateFillTxHash: await deliverAgain(parameters) }
  })
}

function deliver(parameters: FillParameters): Promise<Hash> {
  const { calls, fillContract } = parameters.record.terms
  if (fillContract) return fillThroughReceiver(parameters, fillContract)
  return calls.length > 0 ? fillWithCalls(parameters) : fillDirectly(parameters)
}

function fillDirectly({ record: { orderId, terms }, amount, ...rest }: FillParameters): Promise<Hash> {
  const { destinationCurrency: currency, recipient: to, orderData } = terms
  const { chain, address: solver } = rest.wallet
  // An order that pays native currency to a contract names the router, which then makes the payment.
  const router = orderData.output.extraData === '0x' ? undefined : chain.router
  return submit({
    ...rest,
    transaction: createPayment({ currency, to, amount, orderId, router, solver }),
    failReason: 'DESTINATION_TOKEN_TRANSFER_REJECTED',
  })
}

async function fillWithCalls({ record: { orderId, terms }, amount, ...rest }: FillParameters): Promise<Hash> {
  const { calls, user: refundTo, destinationCurrency: currency, txsGasLimit } = terms
  const { router } = rest.wallet.chain
  const order = { router, orderId, currency, amount, calls, refundTo }
  const transaction = createFillWithCalls({ ...order, txsGasLimit })
  try {
    return await submit({ ...rest, transaction, failReason: 'EXECUTION_REVERTED' })
  } catch (error) {
    if (!(error instanceof SubmitError) || txsGasLimit === undefined) throw error
    const unlimited = createFillWithCalls({ ...order, txsGasLimit: undefined })
    await simulate(rest.wallet, unlimited, error.failReason)
    throw new SubmitError('QUOTED_GAS_LIMIT_EXCEEDED', error.revert)
  }
}

/** Sends the fill again without a simulation, so that the chain shows which contract rejected it. */
async function deliverAgain(parameters: FillParameters): Promise<Hash | undefined> {
  let sent: Hash | undefined
  const onSent = (hash: Hash) => {
    sent = hash
  }
  try {
    await deliver({ ...parameters, onSent, isBlind: true })
  } catch (error) {
    if (!(error instanceof SubmitError)) throw error
  }
  return sent
}

function isBroken({ calls, fillContract }: RequestTerms, faults: Faults): boolean {
  return calls.length > 0 && !fillContract && faults.take('revertingCall') !== undefined
}

/**
 * Makes a fill's calls fail. Calls that pay a receiver are made without value, so that the receiver rejects them. If no call
 * pays a receiver, one reverting call replaces the order's calls.
 */
function breakCalls(wallet: Wallet, { calls }: RequestTerms): OrderCall[] {
  const paying = calls.filter(({ data }) => decodeAuthorizedCall(data))
  return paying.length > 0 ? paying.map((call) => ({ ...call, value: 0n })) : [revertingCall(wallet)]
}

/** Reduces the calls' values to the amount of a short fill, starting with the last call. */
function limitValues(calls: readonly OrderCall[], amount: bigint): OrderCall[] {
  let left = amount
  return calls.map((call) => {
    const value = call.value < left ? call.value : left
    left -= value
    return { ...call, value }
  })
}

/** Creates a call that reverts: all routers reject lists of different lengths. */
function revertingCall({ chain: { contracts, router } }: Wallet): OrderCall {
  const data = encodeFunctionData({
    abi: mockMetadataRouterAbi,
    functionName: 'cleanupErc20sViaCall',
    args: [[contracts.token], [], [], []],
  })
  return { to: router.address, value: 0n, data }
}

function readMinimum({ orderData }: RequestTerms): bigint {
  return BigInt(orderData.output.payments[0]!.minimumAmount)
}

const failReason = 'EXECUTION_REVERTED'

type FillParameters = Omit<SubmitParameters, 'transaction' | 'failReason'> & {
  record: LedgerRequest
  /** The delivered amount, in the output's smallest unit. */
  amount: bigint
}

/** Fills through a receiver of attested orders: presents the attestation and the order, and pays. */
async function fillThroughReceiver(
  { record: { id, orderId, terms, attestation }, amount, ...rest }: FillParameters,
  receiver: Address,
): Promise<Hash> {
  const { destinationCurrency: currency, orderData, evmChains } = terms
  const { abi, args } = encodeDirectFill({
    attestation: parseAttestation({ requestId: id, ...attestation }),
    orderData,
    evmChains,
  })
  const data = encodeFunctionData({ abi, functionName: 'fill', args: [...args, amount] })
  const transaction = tag({ to: receiver, data, value: isNative(currency) ? amount : 0n }, orderId)
  if (isNative(currency)) return submit({ ...rest, transaction, failReason })
  const approve = (allowance: bigint) =>
    submit({
      ...rest,
      onSent: undefined,
      isBlind: false,
      transaction: createApproval(currency, receiver, allowance),
      failReason,
    })
  await approve(amount)
  try {
    return await submit({ ...rest, transaction, failReason })
  } catch (error) {
    await approve(0n)
    throw error
  }
}

import type { Address, Hex } from 'viem'
import { getBlock, getChainId, readContract } from 'viem/actions'
import { paymentGuardAbi } from '../../generated/abi/paymentGuard.js'
import { encodeOrderCall } from '../../protocol/order/encodeOrderCall.js'
import { hashOrder } from '../../protocol/order/hashOrder.js'
import { parseOrder } from '../../protocol/order/parseOrder.js'
import { type GuardFacts, listChains, type OrderFacts } from '../../rules/paysFor/facts.js'
import { recoverSigned } from '../../rules/signer.js'
import type { ReceiverClient } from '../call.js'
import type {
  AttestedPayment,
  EncodedPayment,
  EncodedTerms,
  PayerTerms,
  SignedPayment,
} from '../paymentEvidence.js'
import { readAvailable } from './readAvailable.js'
import { readDigest } from './readClaims.js'
import { readSolver } from './readSolver.js'

/** The facts of a payment. They have no `requiredSolver` if no signer can be recovered. */
type Facts = GuardFacts & Omit<OrderFacts, 'requiredSolver'> & Partial<OrderFacts>

type Place = { client: ReceiverClient; receiver: Address; blockNumber: bigint }

/** Gathers what the rules of a payment need: its order, the payer's terms, and the guard's views at the newest block. */
export async function readPaymentFacts(
  client: ReceiverClient,
  guard: Address,
  payer: Address,
  payment: AttestedPayment | SignedPayment,
  encoded: EncodedPayment,
): Promise<{ facts: Facts; blockNumber: bigint }> {
  const [{ number: blockNumber, timestamp }, chainId] = await Promise.all([
    getBlock(client),
    getChainId(client),
  ])
  const place = { client, receiver: guard, blockNumber }
  const contract = contractOf(place)
  const [attestation, signature, terms] =
    encoded.length === 4 ? [encoded[0], encoded[1], encoded[3]] : [null, encoded[1], encoded[2]]
  const { inputs, ...rest } = parseOrder(payment.orderData, payment)
  const order = { ...rest, input: inputs[0]! }
  const orderId = hashOrder(payment.orderData, payment)
  const digest = readDigest('attestation' in payment ? payment.attestation : orderId)
  const [isPaused, [configured], isPaid, signed, chains, available] = await Promise.all([
    readContract(client, { ...contract, functionName: 'paused' }),
    readContract(client, { ...contract, functionName: 'ownChain' }),
    readContract(client, { ...contract, functionName: 'isPaid', args: [orderId] }),
    recoverSigned(digest, signature),
    readChains(place, listChains(order)),
    readAvailable(place, terms.currency, payer),
  ])
  const { signer } = signed
  const args = [chains[order.output.chainId]!.id, terms.recipient] as const
  const [isRecipientAllowed, solver] = await Promise.all([
    readContract(client, { ...contract, functionName: 'isRecipientAllowed', args }),
    readSolver(client, contract, signer),
  ])
  const said = {
    guard,
    payer,
    orderId,
    order,
    attestation,
    signed,
    ...(signer && { requiredSolver: signer }),
  }
  const attested = attestation ? [attestation.originChainId] : []
  const measured = {
    ...{ isPaused, isPaid, solver, chains, timestamp, isRecipientAllowed, available },
    ownChain: BigInt(chainId),
    originChains: [configured, ...attested, chains[order.input.payment.chainId]!.id],
  }
  const { amount, minimum } = terms
  const agreed = {
    inputCurrency: terms.currency.toLowerCase() as Address,
    inputAmount: { least: amount, most: amount },
    minimums: [minimum === 0n ? 1n : minimum],
    agreed: toAgreed(payer, terms, payment.terms.calls, chains),
  }
  return { facts: { ...said, ...measured, ...agreed }, blockNumber }
}

function contractOf({ receiver, blockNumber }: Place) {
  return { address: receiver, abi: paymentGuardAbi, blockNumber } as const
}

async function readChains(place: Place, names: readonly string[]): Promise<Chains> {
  const contract = contractOf(place)
  const entries = names.map(async (name) => {
    const id = await readContract(place.client, { ...contract, functionName: 'chainIdOf', args: [name] })
    const isEvm = await readContract(place.client, { ...contract, functionName: 'isEvmChain', args: [id] })
    return [name, { id, isEvm }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

type Chains = Readonly<Record<string, { id: bigint; isEvm: boolean }>>

/** Converts the payer's terms to the form that the rules of an order compare. */
function toAgreed(
  payer: Address,
  terms: EncodedTerms,
  calls: PayerTerms['calls'] = [],
  chains: Chains,
): OrderFacts['agreed'] {
  const { extraData, refundTo, refundExtraData: fillContracts } = terms
  // The payer may be a refund's recipient only on EVM chains: elsewhere, the same bytes are another account.
  const recipientsOn = (isEvm: boolean) => (isEvm ? [payer.toLowerCase() as Hex, refundTo] : [refundTo])
  const refunds = Object.entries(chains).map(
    ([name, { isEvm }]) => [name, { recipients: recipientsOn(isEvm), fillContracts }] as const,
  )
  return {
    ...terms,
    destination: terms.destinationChainId,
    calls: calls.map((call) => encodeOrderCall(call)),
    fillContracts: [extraData],
    callers: [extraData],
    refunds: Object.fromEntries(refunds),
    takesOutputBack: true,
  }
}

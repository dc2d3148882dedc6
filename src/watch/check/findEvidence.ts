import { type Address, decodeFunctionData, type Hex, toFunctionSelector } from 'viem'
import { fillReceiverAbi } from '../../generated/abi/fillReceiver.js'
import { registeredFillReceiverAbi } from '../../generated/abi/registeredFillReceiver.js'
import { signedOrderReceiverAbi } from '../../generated/abi/signedOrderReceiver.js'
import { hashSignedWords } from '../../protocol/attestation/signedWords.js'
import type { ContractAttestation } from '../../protocol/attestation/toContractAttestation.js'
import { hashOrderProof } from '../../protocol/order/hashOrderProof.js'
import { hashSignedOrderProof } from '../../protocol/order/hashSignedOrderProof.js'
import type { OrderProof, SignedOrderProof } from '../../protocol/order/types.js'
import { hashPayment } from '../../protocol/payment/hashPayment.js'
import type { Payment } from '../../protocol/payment/payment.js'
import type { ContractTerms } from '../../protocol/registrar/types.js'

/** What a call of the receiver says that is to be paid. */
export type GivenTerms = {
  token: Address
  minimum: bigint
  recipient: Address
  /** Unix seconds. */
  deadline: number
}

/** A call of the receiver, as it stands in a transaction. */
export type Evidence = {
  functionName: 'fill' | 'authorizeFill' | 'payAuthorized'
  /** The order or the request of the evidence, or the call's hash. */
  id: Hex
  /** Absent in a payment, and where orders are signed. */
  attestation?: ContractAttestation
  /** Over the attestation, or over the id where there is none. */
  signature?: Hex
  /** Absent where the order has another form than receivers take. */
  terms?: GivenTerms
  /** Of the order whose id is `id`; absent in a payment and in terms of a registrar. */
  output?: OrderProof['output']
}

export type FindEvidenceParameters = {
  chainId: number
  receiver: Address
  transaction: { to: Address | null; input: Hex }
}

/** What a transaction may hold: each looked at costs time. */
const most = 200

const abis = [fillReceiverAbi, registeredFillReceiverAbi, signedOrderReceiverAbi] as const
const names = ['fill', 'authorizeFill', 'payAuthorized'] as const
type Call = { abi: (typeof abis)[number]; functionName: (typeof names)[number] }

const calls = new Map<string, Call>(
  abis.flatMap((abi) =>
    abi
      .filter((item) => item.type === 'function')
      .filter(({ name }) => (names as readonly string[]).includes(name))
      .map((item) => [
        toFunctionSelector(item).slice(2),
        { abi, functionName: item.name as Call['functionName'] },
      ]),
  ),
)

/**
 * Finds the calls of the receiver in a transaction: its own input, or anywhere within the input of another contract, be it
 * a router, a wallet or a bundler.
 *
 * - Trust: the caller wrote it. It means something once its id is that of the event, as the id is the hash of the terms.
 */
export function findEvidence({ chainId, receiver, transaction }: FindEvidenceParameters): Evidence[] {
  const { to, input } = transaction
  const isOwn = to?.toLowerCase() === receiver.toLowerCase()
  return (isOwn ? [0] : findSelectors(input))
    .map((at) => read(`0x${input.slice(2 + at)}`, chainId, receiver))
    .filter((evidence) => evidence !== undefined)
}

/** Where a call may begin, in digits of hex. */
function findSelectors(input: Hex): number[] {
  const digits = input.slice(2)
  const found: number[] = []
  for (const selector of calls.keys()) {
    for (let at = digits.indexOf(selector); at >= 0 && found.length < most; ) {
      if (at % 2 === 0) found.push(at)
      at = digits.indexOf(selector, at + 1)
    }
  }
  return found.sort((one, other) => one - other)
}

function read(data: Hex, chainId: number, receiver: Address): Evidence | undefined {
  const call = calls.get(data.slice(2, 10))
  if (!call) return undefined
  try {
    const { args } = decodeFunctionData({ abi: call.abi as typeof fillReceiverAbi, data })
    const { functionName } = call
    if (functionName === 'payAuthorized') {
      const payment = args![0] as Payment
      const id = hashPayment({ chainId, receiver, payment })
      return { functionName, id, terms: readPayment(payment) }
    }
    if (call.abi === signedOrderReceiverAbi) return readSigned(functionName, args as never)
    return call.abi === fillReceiverAbi
      ? readAttested(functionName, args as never)
      : readRegistered(functionName, args as never)
  } catch {
    // Bytes that look like a selector.
    return undefined
  }
}

function readPayment({ token, minimum, recipient, deadline }: Payment): GivenTerms {
  return { token, minimum, recipient, deadline: Number(deadline) }
}

function readAttested(
  functionName: Evidence['functionName'],
  [attestation, signature, order]: [ContractAttestation, Hex, OrderProof],
): Evidence {
  const { output } = order
  const terms = readOutput(output)
  return { functionName, id: hashOrderProof(order), attestation, signature, output, ...(terms && { terms }) }
}

function readSigned(
  functionName: Evidence['functionName'],
  [order, signature]: [SignedOrderProof, Hex],
): Evidence {
  const { output } = order
  const terms = readOutput(output)
  return { functionName, id: hashSignedOrderProof(order), signature, output, ...(terms && { terms }) }
}

function readRegistered(
  functionName: Evidence['functionName'],
  [attestation, signature, terms]: [ContractAttestation, Hex, ContractTerms],
): Evidence {
  const { token, minimum, recipient, deadline } = terms
  return {
    functionName,
    id: attestation.requestId,
    attestation,
    signature,
    terms: { token, minimum, recipient, deadline: Number(deadline) },
  }
}

/** Undefined for another number of payments than one, and for another machine's addresses. */
function readOutput({ payments, deadline }: OrderProof['output']): GivenTerms | undefined {
  const [payment] = payments
  if (payments.length !== 1 || payment?.currency.length !== 42 || payment.recipient.length !== 42) {
    return undefined
  }
  return {
    token: payment.currency,
    minimum: payment.minimumAmount,
    recipient: payment.recipient,
    deadline,
  }
}

/** What the signature of evidence covers: the attestation's words, or the order where nothing is attested. */
export function hashSigned({ attestation, id }: Evidence): Hex {
  return attestation ? hashSignedWords({ layout: 'v1', ...attestation }) : id
}

import {
  type Abi,
  type AbiFunction,
  type Address,
  decodeFunctionData,
  type Hex,
  toFunctionSelector,
} from 'viem'
import { attestedOrderReceiverAbi } from '../generated/abi/attestedOrderReceiver.js'
import { registeredTermsReceiverAbi } from '../generated/abi/registeredTermsReceiver.js'
import { signedOrderReceiverAbi } from '../generated/abi/signedOrderReceiver.js'
import { hashSignedWords } from '../protocol/attestation/signedWords.js'
import type { ContractAttestation } from '../protocol/attestation/toContractAttestation.js'
import { hashOrderProof } from '../protocol/order/hashOrderProof.js'
import { hashSignedOrderProof } from '../protocol/order/hashSignedOrderProof.js'
import type { OrderProof, SignedOrderProof } from '../protocol/order/types.js'
import { hashPayment } from '../protocol/payment/hashPayment.js'
import type { Payment } from '../protocol/payment/payment.js'
import type { RecoverRegistrarParameters } from '../protocol/registrar/recoverRegistrar.js'
import type { ContractTerms } from '../protocol/registrar/types.js'
import type { CallReceiverKind } from './evidence.js'

/** The terms of the payment that a call makes. */
type GivenTerms = {
  token: Address
  minimum: bigint
  recipient: Address
  /** Unix seconds. */
  deadline: number
}

/** A call of the receiver, as decoded from a transaction. */
export type Evidence = {
  functionName: 'fill' | 'authorizeFill' | 'payAuthorized'
  /** The order id or the request id of the evidence, or the call hash of a payment. */
  id: Hex
  /** Absent in a call of `payAuthorized`, and if the solver signed the order itself. */
  attestation?: ContractAttestation
  /** The signature over the attestation, or over the id if nothing is attested. */
  signature?: Hex
  /** The registrar's signed terms, if the receiver takes them. */
  registered?: Pick<RecoverRegistrarParameters, 'attestation' | 'terms' | 'signature'>
  /** The terms of the payment. Absent if no receiver accepts an order of that form. */
  terms?: GivenTerms
  /** The order that hashes to `id`. Absent in a call of `payAuthorized`, and if a registrar's terms replace the order. */
  order?: { solver: Address; output: OrderProof['output'] }
}

export type FindEvidenceParameters = {
  chainId: number
  receiver: Address
  transaction: { to: Address | null; input: Hex }
}

/** The most positions to decode. A transaction may contain many more selectors, and each takes time. */
const mostCalls = 200

const functionNames: readonly string[] = ['fill', 'authorizeFill', 'payAuthorized']

const receivers: Record<CallReceiverKind, { abi: Abi; read(args: readonly unknown[]): Read }> = {
  attestedOrderReceiver: { abi: attestedOrderReceiverAbi, read: readAttested },
  registeredTermsReceiver: { abi: registeredTermsReceiverAbi, read: readRegistered },
  signedOrderReceiver: { abi: signedOrderReceiverAbi, read: readSigned },
}

const readers = new Map(
  Object.values(receivers).flatMap(({ abi, read }) =>
    abi
      .filter((item) => item.type === 'function')
      .filter(({ name }) => functionNames.includes(name))
      .map((item) =>
        readerOf<Evidence>(item, (args, parameters) => {
          const functionName = item.name as Evidence['functionName']
          if (functionName === 'payAuthorized') return readPayment(args[0] as Payment, parameters)
          return { functionName, ...read(args) }
        }),
      ),
  ),
)

/**
 * Finds the calls of the receiver in a transaction. If the transaction itself calls the receiver, that is the only call.
 * Otherwise the call of another contract, such as a router, a wallet or a bundler, may contain calls anywhere in its input.
 *
 * - Trust: the sender of the transaction wrote the calls. Trust a call only if its `id` is the expected id, such as the id in
 *   the receiver's event. For an order or a payment, `id` is the hash of the terms.
 */
export function findEvidence(parameters: FindEvidenceParameters): Evidence[] {
  return findCalls(parameters, readers)
}

type Reader<input, call> = (input: input, parameters: FindEvidenceParameters) => call

/** Returns the selector of a function, and the reader of its calls. */
export function readerOf<call>(
  item: AbiFunction,
  read: Reader<readonly unknown[], call>,
): [selector: string, Reader<Hex, call>] {
  const decode = (data: Hex) => decodeFunctionData({ abi: [item], data }).args as readonly unknown[]
  return [toFunctionSelector(item).slice(2), (data, parameters) => read(decode(data), parameters)]
}

/** Finds the calls with the selectors of `readers`, as {@link findEvidence} does. */
export function findCalls<call>(
  parameters: FindEvidenceParameters,
  readers: ReadonlyMap<string, Reader<Hex, call>>,
): call[] {
  const { receiver, transaction } = parameters
  const { to, input } = transaction
  const isOwn = to?.toLowerCase() === receiver.toLowerCase()
  return (isOwn ? [0] : findSelectors(input, [...readers.keys()])).flatMap((at) => {
    const data: Hex = `0x${input.slice(2 + at)}`
    try {
      return readers.get(data.slice(2, 10))?.(data, parameters) ?? []
    } catch {
      // These bytes look like a selector, but no call follows.
      return []
    }
  })
}

/** Finds the positions where a call may begin, in hex digits. */
function findSelectors(input: Hex, selectors: readonly string[]): number[] {
  const digits = input.slice(2)
  const found: number[] = []
  for (const selector of selectors) {
    for (let at = digits.indexOf(selector); at >= 0 && found.length < mostCalls; ) {
      if (at % 2 === 0) found.push(at)
      at = digits.indexOf(selector, at + 1)
    }
  }
  return found.sort((one, other) => one - other)
}

function readPayment(payment: Payment, { chainId, receiver }: FindEvidenceParameters): Evidence {
  const id = hashPayment({ chainId, receiver, payment })
  return { functionName: 'payAuthorized', id, terms: readTerms(payment) }
}

type Read = Omit<Evidence, 'functionName'>

function readAttested(args: readonly unknown[]): Read {
  const [attestation, signature, order] = args as [ContractAttestation, Hex, OrderProof]
  return { id: hashOrderProof(order), attestation, signature, ...readOrder(order) }
}

function readSigned(args: readonly unknown[]): Read {
  const [order, signature] = args as [SignedOrderProof, Hex]
  return { id: hashSignedOrderProof(order), signature, ...readOrder(order) }
}

function readRegistered(args: readonly unknown[]): Read {
  type Args = [ContractAttestation, Hex, ContractTerms, Hex]
  const [attestation, signature, terms, termsSignature] = args as Args
  const registered = {
    attestation: {
      ...attestation,
      destinationChainId: Number(attestation.destinationChainId),
      originChainId: Number(attestation.originChainId),
    },
    terms: { ...terms, deadline: Number(terms.deadline) },
    signature: termsSignature,
  }
  return { id: attestation.requestId, attestation, signature, registered, terms: readTerms(terms) }
}

function readTerms({ token, minimum, recipient, deadline }: Payment | ContractTerms): GivenTerms {
  return { token, minimum, recipient, deadline: Number(deadline) }
}

/** Reads an order's terms. They are absent unless the order has exactly one payment, with EVM addresses, as receivers require. */
function readOrder({ solver, output }: Pick<OrderProof, 'solver' | 'output'>): Pick<Read, 'order' | 'terms'> {
  const order = { solver, output }
  const { payments, deadline } = output
  const [payment] = payments
  if (payments.length !== 1 || payment?.currency.length !== 42 || payment.recipient.length !== 42) {
    return { order }
  }
  const { currency: token, minimumAmount: minimum, recipient } = payment
  return { order, terms: { token, minimum, recipient, deadline } }
}

/**
 * Returns the digest that the evidence's signature covers: the attestation's words, or the order id if nothing is attested.
 */
export function hashSigned({ attestation, id }: Evidence): Hex {
  return attestation ? hashSignedWords({ layout: 'v1', ...attestation }) : id
}

import { bytesToHex, getAddress, type Hex, hexToBytes } from 'viem'
import { FillproofError } from '../base/FillproofError.js'
import { parseJson } from '../base/parseJson.js'
import { toRecord } from '../base/values.js'
import { readExpectedRecord } from '../protocol/attestation/checkExpected.js'
import { parseAttestation } from '../protocol/attestation/parseAttestation.js'
import { refuseZeroRequestId } from '../protocol/attestation/readAttestation.js'
import { signedWordsSize, writeSignedWords } from '../protocol/attestation/signedWords.js'
import { hashOrderStruct, type Keccak } from '../protocol/order/hashStructs.js'
import { toOrderTerms } from '../protocol/order/orderTerms.js'
import { parseOrder } from '../protocol/order/parseOrder.js'
import type { Order } from '../protocol/order/readOrderData.js'
import { checkOrderSolver } from '../protocol/order/verifyOrderSignature.js'
import { checkSignature, checkSolver } from '../protocol/signature/checkSigner.js'
import { InvalidSignatureError } from '../protocol/signature/errors.js'
import { holdsOrder, unwrapOrder } from '../service/orders/keptOrder.js'
import { evmChainsOf } from '../service/profile/evmChainsOf.js'
import { createSignatureReader } from './createSignatureReader.js'
import { decodeUtf8 } from './decodeUtf8.js'
import type { Backend, IdentifiedResult, RecordVerifierOptions } from './types.js'

export type CreateRecordVerifierParameters = Omit<RecordVerifierOptions, 'backend'> & { backend: Backend }

/** A parsed record: the signed hash, the id, the signature, and a function that checks the caller's expectations. */
type ReadRecord = {
  hash: Uint8Array
  id: string
  signature: Hex | undefined
  /** The order. Set if the signer must be the solver that the order names. */
  order?: Order
  /** Returns the first expectation that fails. */
  findFailed(): { message?: string } | undefined
}

export type RecordVerifier = {
  /** Verifies one record. Never throws. */
  verifyRecord(record: unknown): IdentifiedResult
  /** Verifies the JSON of one record. Never throws. */
  verifyText(text: string): IdentifiedResult
  /** Verifies the JSON of one record, in UTF-8. Never throws. */
  verifyBytes(bytes: Uint8Array): IdentifiedResult
}

const personalMessage = new TextEncoder().encode('\x19Ethereum Signed Message:\n32')

/**
 * Creates a verifier with the results of `parseAttestation` and `verifyAttestation`, or of `verifyOrderSignature`, but
 * without their reports.
 *
 * The library's own functions parse, encode and compare. This file hashes and recovers, in memory that every record
 * reuses.
 */
export function createRecordVerifier(parameters: CreateRecordVerifierParameters): RecordVerifier {
  const { backend, solvers, expected, chains, hasIds } = parameters
  const check = readExpectedRecord(expected)
  const trusted = new Map(solvers.map((solver) => [solver.toLowerCase(), solver]))
  const chainIds = new Map(chains.map(({ name, id }) => [name, id]))
  const evmChains = evmChainsOf({ chains })
  const keccak = createHexKeccak(backend.keccak256)
  const recoverSigner = createRecoverSigner(backend)
  const words = new Uint8Array(signedWordsSize)

  function readAttestation(record: unknown): ReadRecord {
    const attestation = parseAttestation(record)
    refuseZeroRequestId(attestation)
    writeSignedWords(words, attestation)
    const findFailed = () => check(attestation).find(({ ok }) => !ok)
    const { requestId, signature } = attestation
    return { hash: backend.keccak256(words), id: `requestId ${requestId}`, signature, findFailed }
  }

  function readOrder(record: Record<string, unknown>): ReadRecord {
    const { orderData, orderSignature: signature } = unwrapOrder(record).order
    const order = parseOrder(orderData, { evmChains })
    const orderId = hashOrderStruct('Order', order, keccak)
    const findFailed = () => check(toOrderTerms(orderId, order, chainIds)).find(({ ok }) => !ok)
    return { hash: hexToBytes(orderId), id: `orderId ${orderId}`, signature, order, findFailed }
  }

  function verifyRecord(record: unknown): IdentifiedResult {
    let read: ReadRecord
    try {
      const fields = toRecord(record)
      read = fields && holdsOrder(fields) ? readOrder(fields) : readAttestation(record)
    } catch (error) {
      const reason = error instanceof FillproofError ? error.shortMessage : 'The record can not be read.'
      return { status: 'malformed', solver: null, reason }
    }
    return verifyRead(read)
  }

  function verifyRead({ hash, id, signature, order, findFailed }: ReadRecord): IdentifiedResult {
    const address = recoverSigner(hash, signature)
    if (address instanceof InvalidSignatureError) {
      return { status: 'invalid', solver: null, reason: checkSignature(address).message }
    }
    const solver = trusted.get(address)
    if (solver === undefined) {
      const signer = getAddress(address)
      return { status: 'invalid', solver: signer, reason: checkSolver(signer, solvers).message }
    }
    const own = order && checkOrderSolver(solver, order.solver)
    const failed = own?.ok === false ? own : findFailed()
    if (failed) return { status: 'invalid', solver, reason: failed.message }
    return { status: 'valid', solver, ...(hasIds && { id }) }
  }

  function verifyText(text: string): IdentifiedResult {
    const record = parseJson(text)
    if (record === undefined) return { status: 'malformed', solver: null, reason: 'The line is not JSON.' }
    return verifyRecord(record)
  }

  function verifyBytes(bytes: Uint8Array): IdentifiedResult {
    const text = decodeUtf8(bytes)
    if (text === undefined) return { status: 'malformed', solver: null, reason: 'The line is not UTF-8.' }
    return verifyText(text)
  }

  return { verifyRecord, verifyText, verifyBytes }
}

/** Creates a function that recovers the signer of 32 bytes. The address is in lower case, without checksum. */
function createRecoverSigner({ keccak256, recover }: Backend) {
  const message = Uint8Array.of(...personalMessage, ...new Uint8Array(32))
  const readSignature = createSignatureReader()

  return (hash: Uint8Array, signature: Hex | undefined): string | InvalidSignatureError => {
    if (signature === undefined) return new InvalidSignatureError({ reason: 'missing' })
    const parts = readSignature(signature)
    if (parts instanceof InvalidSignatureError) return parts
    message.set(hash, personalMessage.length)
    const key = recover(keccak256(message), parts.compact, parts.yParity)
    if (key === undefined) return new InvalidSignatureError({ reason: 'unrecoverable', signature })
    return bytesToHex(keccak256(key.subarray(1)).subarray(12))
  }
}

/** The longest hex text to cache: 32 bytes. */
const mostCharacters = 66
const mostKept = 4096

/** Decodes hex. Uses Node's decoder if there is one: viem's takes a tenth of the time of verifying an order. */
const toBytes = (hex: Hex) =>
  typeof Buffer === 'undefined' ? hexToBytes(hex) : Buffer.from(hex.slice(2), 'hex')

/** Creates the keccak-256 for orders. Caches the hashes that many orders share: of chain names, addresses, empty lists. */
function createHexKeccak(keccak256: Backend['keccak256']): Keccak {
  const kept = new Map<Hex, Hex>()
  const hash = (bytes: Hex) => bytesToHex(keccak256(toBytes(bytes)))

  return (bytes) => {
    if (bytes.length > mostCharacters) return hash(bytes)
    const known = kept.get(bytes)
    if (known !== undefined) return known
    if (kept.size === mostKept) kept.clear()
    const made = hash(bytes)
    kept.set(bytes, made)
    return made
  }
}

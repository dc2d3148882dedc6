import { type Address, bytesToHex, getAddress } from 'viem'
import { FillproofError } from '../base/FillproofError.js'
import { parseJson } from '../base/parseJson.js'
import { type ExpectedAttestation, readExpected } from '../protocol/attestation/checkExpected.js'
import { parseAttestation } from '../protocol/attestation/parseAttestation.js'
import { refuseZeroRequestId } from '../protocol/attestation/readAttestation.js'
import { signedWordsSize, writeSignedWords } from '../protocol/attestation/signedWords.js'
import type { Attestation } from '../protocol/attestation/types.js'
import { checkSignature, checkSolver } from '../protocol/signature/checkSigner.js'
import { InvalidSignatureError } from '../protocol/signature/errors.js'
import { createSignatureReader } from './createSignatureReader.js'
import { decodeUtf8 } from './decodeUtf8.js'
import type { Backend, RecordResult } from './types.js'

export type CreateRecordVerifierParameters = {
  backend: Backend
  solvers: readonly Address[]
  expected: ExpectedAttestation
}

export type RecordVerifier = {
  /** Verifies one record. Never throws. */
  verifyRecord(record: unknown): RecordResult
  /** Verifies one record given as JSON. Never throws. */
  verifyText(text: string): RecordResult
  /** Verifies one record given as JSON in UTF-8. Never throws. */
  verifyBytes(bytes: Uint8Array): RecordResult
}

const personalMessage = new TextEncoder().encode('\x19Ethereum Signed Message:\n32')

/**
 * Creates a verifier with the results of `parseAttestation` and `verifyAttestation`, without their reports.
 *
 * - Rule: the library's own functions parse, encode and compare. Hashing and recovery are done here, in memory that is
 *   reused for each record.
 */
export function createRecordVerifier({
  backend,
  solvers,
  expected,
}: CreateRecordVerifierParameters): RecordVerifier {
  const check = readExpected(expected)
  const trusted = new Map(solvers.map((solver) => [solver.toLowerCase(), solver]))
  const recoverSolver = createRecoverSolver(backend)

  function verifyRecord(record: unknown): RecordResult {
    let attestation: Attestation
    try {
      attestation = parseAttestation(record)
      refuseZeroRequestId(attestation)
    } catch (error) {
      const reason = error instanceof FillproofError ? error.shortMessage : 'The record can not be read.'
      return { status: 'malformed', solver: null, reason }
    }
    return verifyParsed(attestation)
  }

  function verifyParsed(attestation: Attestation): RecordResult {
    const address = recoverSolver(attestation)
    if (address instanceof InvalidSignatureError) {
      return { status: 'invalid', solver: null, reason: checkSignature(address).message }
    }
    const solver = trusted.get(address)
    if (solver === undefined) {
      const signer = getAddress(address)
      return { status: 'invalid', solver: signer, reason: checkSolver(signer, solvers).message }
    }
    const failed = check(attestation).find(({ ok }) => !ok)
    if (failed) return { status: 'invalid', solver, reason: failed.message }
    return { status: 'valid', solver }
  }

  function verifyText(text: string): RecordResult {
    const record = parseJson(text)
    if (record === undefined) return { status: 'malformed', solver: null, reason: 'The line is not JSON.' }
    return verifyRecord(record)
  }

  function verifyBytes(bytes: Uint8Array): RecordResult {
    const text = decodeUtf8(bytes)
    if (text === undefined) return { status: 'malformed', solver: null, reason: 'The line is not UTF-8.' }
    return verifyText(text)
  }

  return { verifyRecord, verifyText, verifyBytes }
}

/** Creates a function that recovers the signer, in lower case without checksum. */
function createRecoverSolver({
  keccak256,
  recover,
}: Backend): (attestation: Attestation) => string | InvalidSignatureError {
  const words = new Uint8Array(signedWordsSize)
  const message = Uint8Array.of(...personalMessage, ...new Uint8Array(32))
  const readSignature = createSignatureReader()

  return (attestation) => {
    const { signature } = attestation
    if (signature === undefined) return new InvalidSignatureError({ reason: 'missing' })
    const parts = readSignature(signature)
    if (parts instanceof InvalidSignatureError) return parts
    writeSignedWords(words, attestation)
    message.set(keccak256(words), personalMessage.length)
    const key = recover(keccak256(message), parts.compact, parts.yParity)
    if (key === undefined) return new InvalidSignatureError({ reason: 'unrecoverable', signature })
    return bytesToHex(keccak256(key.subarray(1)).subarray(12))
  }
}

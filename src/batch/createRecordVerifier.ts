import { isUtf8 } from 'node:buffer'
import { getAddress } from 'viem'
import { FillproofError } from '../base/FillproofError.js'
import { parseJson } from '../base/parseJson.js'
import { readExpected } from '../protocol/attestation/checkExpected.js'
import { parseAttestation } from '../protocol/attestation/parseAttestation.js'
import { refuseZeroRequestId } from '../protocol/attestation/readAttestation.js'
import { signedWordsSize, writeSignedWords } from '../protocol/attestation/signedWords.js'
import type { Attestation } from '../protocol/attestation/types.js'
import { checkSignature, checkSolver } from '../protocol/signature/checkSigner.js'
import { InvalidSignatureError } from '../protocol/signature/errors.js'
import type { Backend } from './backends/backend.js'
import { createNativeBackend } from './backends/createNativeBackend.js'
import { createPureBackend } from './backends/createPureBackend.js'
import { createSignatureReader } from './createSignatureReader.js'
import type { RecordResult, RecordVerifierOptions } from './types.js'

export type RecordVerifier = {
  /** Of one record. Never throws. */
  verifyRecord(record: unknown): RecordResult
  /** Of one record's JSON. Never throws. */
  verifyText(text: string): RecordResult
  /** Of one record's JSON in UTF-8. Never throws. */
  verifyBytes(bytes: Uint8Array): RecordResult
}

const personalMessage = new TextEncoder().encode('\x19Ethereum Signed Message:\n32')

/**
 * Creates a verifier with the results of `parseAttestation` and `verifyAttestation`, without their reports.
 *
 * - Rule: the library's own functions parse, encode and compare. Hashing and recovery are done here, in memory that is
 *   reused for each record.
 */
export async function createRecordVerifier({
  backend,
  solvers,
  expected,
}: RecordVerifierOptions): Promise<RecordVerifier> {
  const { keccak256, recover } = backend === 'native' ? await createNativeBackend() : createPureBackend()
  const check = readExpected(expected)
  const trusted = new Map(solvers.map((solver) => [solver.toLowerCase(), solver]))
  const recoverSolver = createRecoverSolver({ keccak256, recover })

  function verifyRecord(record: unknown): RecordResult {
    let attestation: Attestation
    try {
      attestation = parseAttestation(record as Parameters<typeof parseAttestation>[0])
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
    if (!isUtf8(bytes)) return { status: 'malformed', solver: null, reason: 'The line is not UTF-8.' }
    return verifyText(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
  }

  return { verifyRecord, verifyText, verifyBytes }
}

/** The signer in lower case, without checksum. */
function createRecoverSolver({
  keccak256,
  recover,
}: Backend): (attestation: Attestation) => string | InvalidSignatureError {
  const words = new Uint8Array(signedWordsSize)
  const message = Buffer.from([...personalMessage, ...new Uint8Array(32)])
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
    const hash = keccak256(key.subarray(1))
    return `0x${Buffer.from(hash.buffer, hash.byteOffset + 12, 20).toString('hex')}`
  }
}

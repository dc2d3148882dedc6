import { isUtf8 } from 'node:buffer'
import { concat, type Hex, keccak256, numberToHex, pad, recoverMessageAddress } from 'viem'
import { FillproofError } from '../../src/base/FillproofError.js'
import type { RecordResult } from '../../src/batch/types.js'
import type { ExpectedAttestation } from '../../src/protocol/attestation/checkExpected.js'
import { parseAttestation } from '../../src/protocol/attestation/parseAttestation.js'
import { verifyAttestation } from '../../src/protocol/attestation/verifyAttestation.js'

type Parameters = { solver: readonly Hex[]; expected?: ExpectedAttestation | undefined }

/** Verifies one record with the library and viem alone. */
export async function verifyAsLibrary(record: unknown, parameters: Parameters): Promise<RecordResult> {
  try {
    const attestation = parseAttestation(record)
    const { valid, solver, checks } = await verifyAttestation({ attestation, ...parameters })
    const message = checks.find(({ ok }) => !ok)?.message
    return {
      status: valid ? 'valid' : 'invalid',
      solver,
      ...(message === undefined ? {} : { reason: message }),
    }
  } catch (error) {
    if (!(error instanceof FillproofError)) throw error
    return { status: 'malformed', solver: null, reason: error.shortMessage }
  }
}

/** Verifies one line like `verifyAsLibrary`. */
export async function verifyLineAsLibrary(line: Uint8Array, parameters: Parameters): Promise<RecordResult> {
  if (!isUtf8(line)) return { status: 'malformed', solver: null, reason: 'The line is not UTF-8.' }
  let record: unknown
  try {
    record = JSON.parse(Buffer.from(line).toString())
  } catch {
    return { status: 'malformed', solver: null, reason: 'The line is not JSON.' }
  }
  return verifyAsLibrary(record, parameters)
}

/** Who signed the record of a line, by viem's own functions, from the fields as they stand. */
export async function recoverByViem(line: Uint8Array): Promise<Hex> {
  const { requestId, requestData: data, signature } = JSON.parse(Buffer.from(line).toString())
  const word = (value: Hex | number | string) =>
    typeof value === 'string' && value.startsWith('0x')
      ? pad(value as Hex, { size: 32 })
      : numberToHex(BigInt(value), { size: 32 })
  const isV1 = data.originAmount !== undefined
  const words = [
    requestId,
    data.originChainId,
    data.originUser,
    data.originCurrency,
    ...(isV1 ? [data.originAmount] : []),
    data.destinationChainId,
    data.destinationUser,
    ...(isV1 ? [] : [data.destinationCurrency]),
  ]
  const raw = keccak256(concat(words.map(word)))
  if (signature.length === 132) return recoverMessageAddress({ message: { raw }, signature })
  const [r, s]: Hex[] = [`0x${signature.slice(2, 66)}`, `0x${signature.slice(66)}`]
  const yParity = BigInt(s!) >> 255n ? 1 : 0
  const lowS = numberToHex(BigInt(s!) & (2n ** 255n - 1n), { size: 32 })
  return recoverMessageAddress({ message: { raw }, signature: { r: r!, s: lowS, yParity } })
}

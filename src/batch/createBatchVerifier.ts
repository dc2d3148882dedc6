import { availableParallelism } from 'node:os'
import type { Address } from 'viem'
import { type ExpectedRecord, readExpectedRecord } from '../protocol/attestation/checkExpected.js'
import type { AttestationFieldError } from '../protocol/attestation/errors.js'
import { readSolvers } from '../protocol/attestation/readSolvers.js'
import type { OrderFieldError } from '../protocol/order/errors.js'
import { findProfile, type ProfileName } from '../service/profile/namedProfiles.js'
import type { ServiceProfile } from '../service/profile/types.js'
import { chooseBackend, loadBackend } from './backends/loadBackend.js'
import type { VerifiedChunk } from './chunk.js'
import { type ChunkerOptions, createChunker } from './createChunker.js'
import { createLocalRunner } from './createLocalRunner.js'
import { createPool, type Runner } from './createPool.js'
import { createRecordVerifier, type RecordVerifier } from './createRecordVerifier.js'
import { createStartThread } from './createStartThread.js'
import {
  type BackendUnavailableError,
  BatchClosedError,
  BatchOptionError,
  type BatchWorkerError,
} from './errors.js'
import { unpackResults } from './packResults.js'
import type { BatchBackend, BatchRecord, BatchResult, BatchSource, NamedChain } from './types.js'
import { verifyChunks } from './verifyChunks.js'

export type CreateBatchVerifierParameters = {
  /** The trusted solvers. An empty list trusts no solver. */
  solvers: Address | readonly Address[]
  /** The expected values, see `verifyAttestation`. A record without an expected field fails. */
  expected?: ExpectedRecord | undefined
  /** The profile, which maps the chain names in orders to chain ids. Defaults to `relay`. */
  profile?: ProfileName | ServiceProfile | undefined
  /** Worker threads of `verifyMany`. 0 verifies in this thread. Defaults to one for each core. */
  threads?: number | undefined
  /** The backend. Defaults to `auto`: native libsecp256k1, else WebAssembly, else JavaScript, whichever loads. */
  backend?: BatchBackend | 'auto' | undefined
}

export type BatchVerifier = {
  readonly backend: BatchBackend
  readonly threads: number
  /** Verifies one record, or its JSON, in this thread. The index is 0. */
  verify(record: BatchRecord | string | Uint8Array): Promise<BatchResult>
  /** Verifies many records. The results are in the same order. */
  verifyMany(source: BatchSource): AsyncGenerator<BatchResult, void, void>
  /** Ends the threads. Pending calls throw `BatchClosedError`. */
  close(): Promise<void>
}

export type CreateBatchVerifierErrorType =
  | AttestationFieldError
  | OrderFieldError
  | BatchOptionError
  | BackendUnavailableError
  | BatchClosedError
  | BatchWorkerError

const maxThreads = 256

/**
 * Creates a verifier for many attestations and signed orders. Each result is the same as from `parseAttestation` and
 * `verifyAttestation`, or from `verifyOrderSignature`. Each core verifies about thirty times faster than with those functions.
 *
 * - A record with `requestData` is an attestation. A record with `orderData`, `protocol` or `quote` is a signed order:
 *   `orderData` with `orderSignature`, a quote of either version, or a call that `payReceiver` kept.
 * - For an order, `expected` is compared with the order's first input and first payment. Addresses are compared as
 *   32-byte words.
 * - Results are in the order of the records. A record that can't be read is `malformed`, and so is a line over 1 MiB.
 * - The source is read only as fast as you take the results. About 64 kB for each thread are read ahead.
 * - Units: amounts in the smallest unit.
 * - Trust: `solvers` and `expected` come from the caller. The records are untrusted until they are valid.
 * - A string must hold whole lines. Bytes may be cut anywhere.
 * - Orders that are passed as objects are verified in this thread, not in a worker thread.
 * - Warning: without `expected` any genuine record is valid, for any user and amount, even if it occurs twice.
 *
 * @returns {@link BatchVerifier}. Close it after use.
 * @throws {@link BackendUnavailableError} if `native` or `wasm` does not load; {@link BatchOptionError},
 * {@link AttestationFieldError} or {@link OrderFieldError} on a malformed parameter.
 *
 * @example
 * import { createBatchVerifier } from 'fillproof/batch'
 *
 * const record = {
 *   requestId: '0x910113af21b5771f35712ab2680b578e5551a2e358916d9c540aa4f613418e2a',
 *   requestData: {
 *     originChainId: 1,
 *     originUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *     originCurrency: '0x0000000000000000000000000000000000000000',
 *     originAmount: '700000000000000000',
 *     destinationChainId: 7777777,
 *     destinationUser: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
 *   },
 *   signature:
 *     '0x4c320680bbb7f4d46892cd93eddf04884d997c8a3dbd8af20ca502e6bf5323a0' +
 *     '7bb467f97e290dfd53350683ea494e4fcb02a445ac129d1741a81c12eed066a11b',
 * }
 * const verifier = createBatchVerifier({ solvers: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF', threads: 0 })
 * const statuses = []
 * for await (const { index, status, reason } of verifier.verifyMany([record, { ...record, requestId: '0x12' }])) {
 *   statuses.push([index, status, reason])
 * }
 * await verifier.close()
 *
 * statuses
 * // [
 * //   [0, 'valid', undefined],
 * //   [1, 'malformed', 'requestId must be hex of 32 bytes, found "0x12".'],
 * // ]
 */
export function createBatchVerifier(parameters: CreateBatchVerifierParameters): BatchVerifier {
  const { verifyChunks: _, chains: __, ...verifier } = createChunkVerifier(parameters)
  return verifier
}

type ChunkOptions = Pick<ChunkerOptions, 'isAtBeginning'> & { signal?: AbortSignal | undefined }

export type ChunkVerifier = BatchVerifier & {
  readonly chains: readonly NamedChain[]
  /** Verifies like `verifyMany`, and keeps the bytes of each chunk. */
  verifyChunks(source: BatchSource, options?: ChunkOptions): AsyncGenerator<VerifiedChunk, void, void>
}

/** Creates a verifier for a program that reports lines. */
export function createChunkVerifier({
  hasIds,
  ...parameters
}: CreateBatchVerifierParameters & { hasIds?: boolean | undefined }): ChunkVerifier {
  const solvers = [readSolvers(parameters.solvers, 'solvers')].flat()
  const expected = structuredClone(parameters.expected ?? {})
  readExpectedRecord(expected)
  const threads = readThreads(parameters.threads)
  const backend = chooseBackend(parameters.backend ?? 'auto')
  const chains = readChains(parameters.profile ?? 'relay')
  const options = { backend, solvers, expected, chains, hasIds }

  let recordVerifier: Promise<RecordVerifier> | undefined
  const getVerifier = () => {
    recordVerifier ??= loadBackend(backend).then((loaded) =>
      createRecordVerifier({ ...options, backend: loaded }),
    )
    return recordVerifier
  }
  const local = createLocalRunner(getVerifier)
  const pool = threads === 0 ? local : createPool(threads, createStartThread(options))
  const run: Runner['run'] = (chunk) => (chunk.records ? local : pool).run(chunk)
  let isClosed = false

  async function* verifyAll(
    source: BatchSource,
    { isAtBeginning, signal }: ChunkOptions = {},
  ): AsyncGenerator<VerifiedChunk, void, void> {
    if (isClosed) throw new BatchClosedError()
    const items = readSource(source)
    const isDecoded = 'readableEncoding' in items && items.readableEncoding !== null
    const { verifyRecord } = await getVerifier()
    const chunker = createChunker({ verifyRecord, isHere: threads === 0, isDecoded, isAtBeginning })
    yield* verifyChunks({ source: items, chunker, run, limit: 2 * threads + 2, signal })
  }

  return {
    backend,
    threads,
    chains,
    async verify(record) {
      if (isClosed) throw new BatchClosedError()
      const { verifyRecord, verifyBytes, verifyText } = await getVerifier()
      if (record instanceof Uint8Array) return { index: 0, ...verifyBytes(record) }
      return { index: 0, ...(typeof record === 'string' ? verifyText(record) : verifyRecord(record)) }
    },
    async *verifyMany(source) {
      for await (const { index, results } of verifyAll(source)) {
        let place = index
        for (const result of unpackResults(results)) {
          if (isClosed) throw new BatchClosedError()
          yield { index: place++, ...result }
        }
      }
    },
    verifyChunks: verifyAll,
    async close() {
      isClosed = true
      await Promise.all([local.close(), pool.close()])
    },
  }
}

function readChains(profile: unknown): NamedChain[] {
  const found = findProfile(profile as ProfileName)
  if (found) return (found.chains ?? []).map(({ name, id }) => ({ name, id }))
  const requirement = 'the name of a profile, or a profile'
  throw new BatchOptionError({ option: 'profile', value: profile, requirement })
}

function readThreads(value: unknown): number {
  if (value === undefined) return availableParallelism() > 1 ? availableParallelism() : 0
  if (Number.isInteger(value) && (value as number) >= 0 && (value as number) <= maxThreads) {
    return value as number
  }
  throw new BatchOptionError({
    option: 'threads',
    value,
    requirement: `a whole number from 0 to ${maxThreads}`,
  })
}

function readSource(source: unknown): Iterable<unknown> | AsyncIterable<unknown> {
  if (typeof source === 'string' || source instanceof Uint8Array) return [source]
  const isObject = typeof source === 'object' && source !== null
  if (isObject && (Symbol.asyncIterator in source || Symbol.iterator in source)) {
    return source as Iterable<unknown>
  }
  throw new BatchOptionError({ option: 'source', value: source, requirement: 'an iterable or a stream' })
}

import { execFileSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import fc from 'fast-check'
import { keccak256 } from 'viem'
import { loadBackend } from '../../src/batch/backends/loadBackend.js'
import { type BatchVerifier, createBatchVerifier } from '../../src/batch/createBatchVerifier.js'
import { createPool } from '../../src/batch/createPool.js'
import { createStartThread } from '../../src/batch/createStartThread.js'
import {
  type BatchBackend,
  type BatchRecord,
  type BatchResult,
  type BatchSource,
  batchBackends,
} from '../../src/batch/types.js'
import { collectGarbage } from '../support/collectGarbage.js'
import { thrown } from '../support/errors.js'
import { mistyped } from '../support/mistyped.js'
import { readVector } from '../support/vectors.js'
import { generatedSolver, generateLines, joinLines } from './generateLines.js'
import { verifyAsLibrary } from './reference.js'

const { record, solver } = readVector('attestation-v1-live')
const line = JSON.stringify(record)
const trusted = [solver, generatedSolver]
const valid = { status: 'valid', solver }
const forged = { ...record, requestData: { ...record.requestData, originAmount: '1' } }
const notJson = { status: 'malformed', solver: null, reason: 'The line is not JSON.' }

const verifiers: BatchVerifier[] = []

function create(parameters: Partial<Parameters<typeof createBatchVerifier>[0]> = {}): BatchVerifier {
  const verifier = createBatchVerifier({ solvers: solver, threads: 0, ...parameters })
  verifiers.push(verifier)
  return verifier
}

let shared: BatchVerifier | undefined

/** One for all tests that need no options of their own: a thread takes longer to start than most of them. */
function onThreads(): BatchVerifier {
  shared ??= createBatchVerifier({ solvers: trusted, threads: 2 })
  return shared
}

async function collect(verifier: BatchVerifier, source: BatchSource): Promise<BatchResult[]> {
  const results: BatchResult[] = []
  for await (const result of verifier.verifyMany(source)) results.push(result)
  return results
}

const statuses = (results: BatchResult[]) => results.map(({ status }) => status)

describe('createBatchVerifier', () => {
  afterEach(async () => {
    await Promise.all(verifiers.splice(0).map((verifier) => verifier.close()))
  })
  after(() => shared?.close())

  it('default: one record, as an object, as text and as bytes', async () => {
    for (const backend of batchBackends) {
      const verifier = create({ backend })
      expect(verifier).to.include({ backend, threads: 0 })
      for (const form of [record, line, Buffer.from(line)]) {
        expect(await verifier.verify(form)).to.deep.equal({ index: 0, ...valid })
      }
      const refused = await verifier.verify(forged)
      expect(refused).to.include({ status: 'invalid' })
      expect(refused.solver).to.match(/^0x[0-9a-fA-F]{40}$/)
      expect(refused.reason).to.equal(
        `Not signed by a trusted solver: a field was changed, or another key signed. Recovered: ${refused.solver}.`,
      )
      expect(await verifier.verify('{')).to.deep.equal({ index: 0, ...notJson })
    }
  })

  it('default: many, in order, on threads', async () => {
    const verifier = onThreads()
    const records = Array.from({ length: 1000 }, (_, index) => (index % 7 === 3 ? forged : record))
    const results = await collect(verifier, records)
    expect(results.map(({ index }) => index)).to.deep.equal(records.map((_, index) => index))
    expect(statuses(results)).to.deep.equal(records.map((each) => (each === forged ? 'invalid' : 'valid')))
    expect(results[0]).to.deep.equal({ index: 0, ...valid })
  })

  it('behavior: defaults to the native backend and one thread per core', () => {
    expect(create({ threads: undefined }).threads).to.be.at.least(0)
    expect(create({ backend: 'auto' }).backend).to.equal('native')
    expect(create().backend).to.equal('native')
  })

  it('behavior: NDJSON reads the same however its bytes are split into chunks', async () => {
    const lines = ['\ufeff', line, '\n\n', '{"requestId"\n', line, '\r\n', '日本\n', '\xff\n', line].join('')
    const bytes = Buffer.from(lines)
    bytes[bytes.indexOf(Buffer.from('ÿ'))] = 0xff
    const verifier = create()
    const whole = await collect(verifier, bytes)
    expect(statuses(whole)).to.deep.equal([
      'valid',
      'malformed',
      'malformed',
      'valid',
      'malformed',
      'malformed',
      'valid',
    ])
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (places) => {
        const cuts = [0, ...places.sort((a, b) => a - b), bytes.length]
        const parts = cuts.slice(1).map((cut, index) => bytes.subarray(cuts[index], cut))
        expect(await collect(verifier, parts)).to.deep.equal(whole)
      }),
      { numRuns: 40, seed: 1 },
    )
  })

  it('behavior: strings are whole lines, except that a decoding stream yields parts of lines', async () => {
    const verifier = create()
    const three = ['valid', 'malformed', 'valid']
    expect(statuses(await collect(verifier, [line, '', line]))).to.deep.equal(three)
    expect(statuses(await collect(verifier, [`${line}\n\n${line}\n`]))).to.deep.equal(three)
    expect(statuses(await collect(verifier, `${line}\n\n${line}`))).to.deep.equal(three)
    const parts = [line.slice(0, 100), `${line.slice(100)}\n\n${line.slice(0, 5)}`, line.slice(5)]
    const stream = () => Readable.from(parts.map((part) => Buffer.from(part)))
    const decoding = new Readable({ read() {} }).setEncoding('utf8')
    for (const part of [...parts.map((part) => Buffer.from(part)), null]) decoding.push(part)
    expect(statuses(await collect(verifier, decoding))).to.deep.equal(three)
    expect(statuses(await collect(verifier, stream()))).to.deep.equal(three)
    const web = Readable.toWeb(stream()) as unknown as AsyncIterable<Uint8Array>
    expect(statuses(await collect(verifier, web))).to.deep.equal(three)
    expect(statuses(await collect(verifier, []))).to.deep.equal([])
    expect(statuses(await collect(verifier, ''))).to.deep.equal(['malformed'])
    const mixed = [Buffer.from(line.slice(0, 9)), Buffer.from(line.slice(9)), record, line, Buffer.from(line)]
    expect(statuses(await collect(verifier, mixed))).to.deep.equal(['valid', 'valid', 'valid', 'valid'])
  })

  it('behavior: lines near the size of a chunk read the same however they are split', async () => {
    const pad = (size: number) => `${line.slice(0, -1)},"note":"${'x'.repeat(size - line.length - 10)}"}`
    const sizes = [2 ** 16 - 2, 2 ** 16 - 1, 2 ** 16, 2 ** 16 + 1, 2 ** 17 - 1, 2 ** 17, 2 ** 17 + 1, 2 ** 18]
    const lines = sizes.flatMap((size, index) => [pad(size), ...Array(index * 10).fill(`${line},`), ''])
    const bytes = Buffer.from(`${lines.join('\n')}\n`)
    const expected = lines.map((text) => (text.endsWith('"}') ? 'valid' : 'malformed'))
    for (const verifier of [create(), onThreads()]) {
      for (const size of [5000, 2 ** 16, 2 ** 16 + 1, 2 ** 20]) {
        // A reader of pipes writes every block to the same memory.
        function* blocks() {
          const block = Buffer.alloc(size)
          for (let from = 0; from < bytes.length; from += size) {
            yield block.subarray(0, bytes.copy(block, 0, from, from + size))
          }
        }
        const results = await collect(verifier, blocks())
        expect(statuses(results), String(size)).to.deep.equal(expected)
        expect(results.map(({ index }) => index)).to.deep.equal(lines.map((_, index) => index))
      }
    }
  })

  it('behavior: a line of up to 1 MiB is read; a longer one is malformed and not kept in memory', async () => {
    const fit = `${line.slice(0, -1)},"note":"${'x'.repeat(2 ** 20 - line.length - 10)}"}`
    expect(Buffer.byteLength(fit)).to.equal(2 ** 20)
    const long = `${fit} `
    const tooLong = { status: 'malformed', solver: null, reason: 'The line is longer than 1 MiB.' }
    for (const verifier of [create(), onThreads()]) {
      const results = await collect(verifier, Buffer.from([line, fit, long, line, long].join('\n')))
      expect(results).to.deep.equal(
        [valid, valid, tooLong, valid, tooLong].map((result, index) => ({ index, ...result })),
      )
    }
    async function* endless() {
      const block = Buffer.alloc(2 ** 20, 'x')
      for (let count = 0; count < 300; count++) yield block
      yield Buffer.from(`\n${line}`)
    }
    collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    const results = await collect(create(), endless())
    expect(statuses(results)).to.deep.equal(['malformed', 'valid'])
    collectGarbage()
    expect(process.memoryUsage().arrayBuffers - before).to.be.below(100 * 2 ** 20)
  })

  it('behavior: values that JSON cannot represent are verified unchanged, on threads too', async () => {
    class Row {
      requestId = record.requestId
      signature = record.signature
      get requestData() {
        return record.requestData
      }
    }
    const withData = (data: object) => ({ ...record, requestData: { ...record.requestData, ...data } })
    const strange: unknown[] = [
      withData({ originAmount: BigInt(record.requestData.originAmount) }),
      withData({ originAmount: -1n }),
      withData({ originAmount: new String(record.requestData.originAmount) }),
      withData({ originChainId: new Number(1) }),
      withData({ originChainId: Number.NaN }),
      withData({ originChainId: { toJSON: () => 1 } }),
      withData({ destinationCurrency: undefined }),
      withData({ destinationCurrency: null }),
      { ...record, requestData: { ...record.requestData, toJSON: () => ({}) } },
      { ...record, signature: Symbol('signature') },
      { ...record, signature: undefined },
      Object.create(record),
      { ...record, requestData: Object.create(record.requestData) },
      new Row(),
      Object.assign([], record),
      null,
      5,
      true,
      undefined,
      () => record,
    ]
    const library = await Promise.all(strange.map((each) => verifyAsLibrary(each, { solver: [solver] })))
    expect(library.filter(({ status }) => status === 'valid')).to.have.length(5)
    const broken = {
      requestData: record.requestData,
      get requestId() {
        throw new Error('not now')
      },
    }
    const unreadable = { status: 'malformed', solver: null, reason: 'The record can not be read.' }
    const all = [...library, unreadable]
    for (const verifier of [create(), onThreads()]) {
      const results = await collect(verifier, [...strange, broken] as BatchRecord[])
      expect(results).to.deep.equal(all.map((result, index) => ({ index, ...result })))
    }
  })

  it('behavior: expectations work as in verifyAttestation; the first failure is the reason', async () => {
    const other = '0x1234567890123456789012345678901234567890'
    const user = record.requestData.destinationUser
    const amount = BigInt(record.requestData.originAmount)
    const cases = [
      { originChainId: 1 },
      { originChainId: 2, destinationChainId: 3 },
      { originUser: user.toLowerCase() },
      { originUser: other },
      { originCurrency: `0x${'00'.repeat(32)}` },
      { originAmount: amount },
      { originAmount: { min: amount } },
      { originAmount: { min: amount + 1n } },
      { originAmount: { max: amount } },
      { originAmount: { max: amount - 1n } },
      { destinationUser: [other, user] },
      { destinationUser: [] },
      { destinationCurrency: other },
      { now: 1 },
      { orderData: readVector('order-live').orderData, now: 2 ** 31 },
    ] as const
    for (const expected of cases) {
      const library = await verifyAsLibrary(record, { solver: [solver], expected })
      expect(await create({ expected }).verify(record)).to.deep.equal({ index: 0, ...library })
    }
    const expected = { originAmount: { min: amount + 1n }, destinationUser: [user] }
    const library = await verifyAsLibrary(record, { solver: [solver], expected })
    expect(await collect(create({ expected, threads: 1 }), [record])).to.deep.equal([
      { index: 0, ...library },
    ])
  })

  it('behavior: solvers are one, several or none', async () => {
    const other = '0x1234567890123456789012345678901234567890'
    const padded = `0x${'00'.repeat(12)}${solver.slice(2)}` as const
    for (const [solvers, status] of [
      [[other, solver.toLowerCase()], 'valid'],
      [padded, 'valid'],
      [[other], 'invalid'],
      [[], 'invalid'],
    ] as const) {
      expect(await create({ solvers }).verify(record)).to.include({ status, solver })
    }
  })

  it('behavior: a slow reader pauses the source', async () => {
    for (const verifier of [create(), onThreads()]) {
      let given = 0
      let isClosed = false
      function* endless() {
        try {
          for (;;) {
            given += 1
            yield record
          }
        } finally {
          isClosed = true
        }
      }
      const results = verifier.verifyMany(endless())
      for (let index = 0; index < 10; index++) expect((await results.next()).value).to.include({ index })
      await new Promise((resolve) => setTimeout(resolve, 150))
      const before = given
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(given).to.equal(before)
      // A chunk has 64 kB, and two for each thread, two more and the reader's own are held.
      expect(given).to.be.below((2 * verifier.threads + 4) * 150)
      await results.return()
      expect(isClosed).to.equal(true)
    }
  })

  it('behavior: a source that waits for a result receives it', async () => {
    for (const verifier of [create(), onThreads()]) {
      let seen = 0
      async function* asking() {
        for (let asked = 0; asked < 3; asked++) {
          yield record
          while (seen <= asked) await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
      for await (const { status } of verifier.verifyMany(asking())) {
        expect(status).to.equal('valid')
        seen += 1
      }
      expect(seen).to.equal(3)
    }
  })

  it('behavior: a reader that stops early closes the waiting stream', async () => {
    const stream = new Readable({ read() {} })
    stream.push(`${line}\n`)
    for await (const { status } of create().verifyMany(stream)) {
      expect(status).to.equal('valid')
      break
    }
    expect(stream.destroyed).to.equal(true)
  })

  it('behavior: several sources at once share the threads', async () => {
    const verifier = onThreads()
    const all = await Promise.all([50, 400, 1].map((count) => collect(verifier, Array(count).fill(record))))
    expect(all.map((results) => results.length)).to.deep.equal([50, 400, 1])
    for (const results of all) expect(results.every(({ status }) => status === 'valid')).to.equal(true)
  })

  it('behavior: all backends return the same hashes and signers, for every length', async () => {
    const backends = await Promise.all(batchBackends.map(loadBackend))
    for (let length = 0; length <= 300; length++) {
      const bytes = Buffer.alloc(length, length)
      for (const { keccak256: hash } of backends) {
        expect(`0x${Buffer.from(hash(bytes)).toString('hex')}`).to.equal(keccak256(bytes))
      }
    }
    const hash = Buffer.alloc(32, 1)
    const noPoint = Buffer.concat([Buffer.alloc(31), Buffer.of(5), Buffer.alloc(31), Buffer.of(1)])
    for (const { recover } of backends) expect(recover(hash, noPoint, 0)).to.equal(undefined)
  })

  it('behavior: the same records give the same results on threads and without', async () => {
    const lines = generateLines(200, 9)
    const [here, there] = await Promise.all(
      [create({ solvers: trusted }), onThreads()].map((verifier) => collect(verifier, joinLines(lines))),
    )
    expect(here).to.have.length(200)
    expect(there).to.deep.equal(here)
  })

  it('error: an error of the source follows the results of its records', async () => {
    for (const verifier of [create(), onThreads()]) {
      const fault = new Error('The source is gone.')
      async function* failing() {
        yield Buffer.from(`${line}\n${line}\n{"requestId":`)
        throw fault
      }
      const seen: string[] = []
      const error = await thrown(async () => {
        for await (const { status } of verifier.verifyMany(failing())) seen.push(status)
      })
      expect(error).to.equal(fault)
      expect(seen).to.deep.equal(['valid', 'valid'])
    }
  })

  it('error: a verifier closed before or during a run', async () => {
    for (const verifier of [create(), onThreads()]) {
      const running = verifier.verifyMany(Array(5000).fill(record))
      await running.next()
      await verifier.close()
      await verifier.close()
      expect((await thrown(() => running.next())).name).to.equal('BatchClosedError')
      expect((await thrown(() => verifier.verify(record))).name).to.equal('BatchClosedError')
      expect((await thrown(() => verifier.verifyMany([record]).next())).name).to.equal('BatchClosedError')
    }
    shared = undefined
  })

  it('error: a thread that ends', async () => {
    const expected = { unknown: 1 } as object
    const pool = createPool(1, createStartThread({ backend: 'pure', solvers: [], expected, chains: [] }))
    const chunk = () => ({ bytes: new TextEncoder().encode(`${line}\n`), end: 0 })
    for (let times = 0; times < 2; times++) {
      const error = await thrown(() => pool.run(chunk()))
      expect(error).to.include({ name: 'BatchWorkerError' })
      expect((error.cause as Error).name).to.equal('AttestationFieldError')
    }
    await pool.close()
  })

  it('error: parameters', async () => {
    for (const [parameters, name, field] of [
      [{ threads: -1 }, 'BatchOptionError', { option: 'threads', value: -1 }],
      [{ threads: 1.5 }, 'BatchOptionError', { option: 'threads', value: 1.5 }],
      [{ threads: 257 }, 'BatchOptionError', { option: 'threads', value: 257 }],
      [{ backend: 'fast' as BatchBackend }, 'BatchOptionError', { option: 'backend', value: 'fast' }],
      [{ solvers: '0x12' }, 'AttestationFieldError', { field: 'solvers', value: '0x12' }],
      [{ solvers: ['0x'] }, 'AttestationFieldError', { field: 'solvers[0]', value: '0x' }],
      [
        { expected: { amount: 1 } as object },
        'AttestationFieldError',
        { field: 'expected.amount', value: 1 },
      ],
    ] as const) {
      expect(await thrown(() => create(parameters as object))).to.include({ name, ...field })
    }
    const error = await thrown(() => create().verifyMany(mistyped(5)).next())
    expect(error).to.include({ name: 'BatchOptionError', option: 'source', value: 5 })
  })

  it('error: the native backend is never replaced silently', () => {
    const program = `
      import { createBatchVerifier } from './src/batch/index.ts'
      const solvers = []
      const results = ['auto', 'pure', 'wasm', 'native'].map((backend) => {
        try {
          return createBatchVerifier({ solvers, backend }).backend
        } catch (error) {
          return [error.name, error.backend]
        }
      })
      console.log(JSON.stringify(results))`
    const noWebAssembly = 'delete globalThis.WebAssembly'
    const noBinding = `
      import Module from 'node:module'
      const load = Module._load
      Module._load = (name, ...rest) => {
        if (name.startsWith('secp256k1')) throw new Error('no binding')
        return load(name, ...rest)
      }`
    const toUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`
    const choose = (...preludes: string[]) => {
      const imports = [...preludes.map(toUrl), 'tsx'].flatMap((url) => ['--import', url])
      const args = [...imports, '--input-type=module', '-e', program]
      return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }))
    }
    const refused = (backend: string) => ['BackendUnavailableError', backend]
    expect(choose(noBinding)).to.deep.equal(['wasm', 'pure', 'wasm', refused('native')])
    expect(choose(noWebAssembly)).to.deep.equal(['pure', 'pure', refused('wasm'), refused('native')])
  })
})

/**
 * Measures how many attestations and signed orders each way verifies per second, and where the time goes.
 *
 * Run: `npm run bench:throughput`, with `-- --json` for programs. The ways take short turns for several rounds, and
 * ratios compare their best rounds. On a busy machine the ratios mean little, least of all that of two threads.
 */
import { availableParallelism } from 'node:os'
import Table from 'cli-table3'
import {
  encodePacked,
  type Hex,
  hashMessage,
  hashStruct,
  keccak256,
  numberToHex,
  recoverMessageAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createNativeBackend } from '../src/batch/backends/createNativeBackend.js'
import { createPureBackend } from '../src/batch/backends/createPureBackend.js'
import { createBatchVerifier } from '../src/batch/createBatchVerifier.js'
import { createRecordVerifier } from '../src/batch/createRecordVerifier.js'
import { createSignatureReader } from '../src/batch/createSignatureReader.js'
import type { BatchBackend } from '../src/batch/types.js'
import { parseAttestation } from '../src/protocol/attestation/parseAttestation.js'
import { signOrder } from '../src/protocol/order/signOrder.js'
import type { OrderData } from '../src/protocol/order/types.js'
import { splitSignature } from '../src/protocol/signature/splitSignature.js'
import { orderTypes as types } from '../test/support/orderTypes.js'
import { readVector } from '../test/support/vectors.js'

type Row = { requestId: Hex; requestData: Record<string, string>; signature: Hex }

const isJson = process.argv.includes('--json')
const rounds = 20
const distinct = 200
const account = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const user = '0xf3d63166f0ca56c3c1a3508fce03ff0cf3fb691e'
const words = {
  originChainId: 1,
  originUser: user,
  originCurrency: '0x0000000000000000000000000000000000000000',
  destinationChainId: 7777777,
  destinationUser: user,
} as const

const rows = await Promise.all(Array.from({ length: distinct }, (_, index) => createRow(index)))
const lines = rows.map((row) => JSON.stringify(row))
const hashes = rows.map(({ requestId, requestData }) =>
  hashWords(requestId, BigInt(requestData.originAmount ?? 0)),
)
const prepared = rows.map(({ signature }, index) => {
  const { r, s, yParity } = splitSignature(signature)
  const compact = Buffer.from(r.slice(2) + s.slice(2), 'hex')
  return { digest: Buffer.from(hashMessage({ raw: hashes[index] as Hex }).slice(2), 'hex'), compact, yParity }
})
const orders = await Promise.all(Array.from({ length: distinct }, (_, index) => createOrder(index)))
const orderLines = orders.map((order) => JSON.stringify(order))
const native = await createNativeBackend()
const pure = createPureBackend()

const ways = {
  viem: { count: 60, run: loopOverViem },
  viemOrders: { count: 40, run: loopOverOrders },
  pure: { count: 80, run: verifyMany('pure', 0) },
  bareNative: { count: 2_000, run: recoverPrepared },
  wasm: { count: 1_000, run: verifyMany('wasm', 0) },
  oneCore: { count: 2_000, run: verifyMany('native', 0) },
  orders: { count: 2_000, run: verifyMany('native', 0, orderLines) },
  oneThread: { count: 6_000, run: verifyMany('native', 1) },
  twoThreads: { count: 12_000, run: verifyMany('native', 2) },
}

const best: Record<string, number> = {}
for (let round = 0; round < rounds; round++) {
  for (const [name, { count, run }] of Object.entries(ways)) {
    const seconds = await run(count)
    best[name] = Math.max(best[name] ?? 0, count / seconds)
  }
}
const rate = (name: keyof typeof ways) => best[name] as number
const result = {
  perSecond: Object.fromEntries(Object.entries(best).map(([name, value]) => [name, Math.round(value)])),
  ratios: {
    ordersToOneCore: round(rate('orders') / rate('oneCore')),
    ordersToViem: round(rate('orders') / rate('viemOrders')),
    oneCoreToViem: round(rate('oneCore') / rate('viem')),
    wasmToOneCore: round(rate('wasm') / rate('oneCore')),
    oneCoreToBareNative: round(rate('oneCore') / rate('bareNative')),
    twoThreadsToOne: round(rate('twoThreads') / rate('oneThread')),
    pureToViem: round(rate('pure') / rate('viem')),
  },
  microseconds: await measureParts(),
  cores: availableParallelism(),
  node: process.versions.node,
}

if (isJson) console.log(JSON.stringify(result))
else {
  const names = {
    viem: 'a loop over viem: encodePacked, keccak256, recoverMessageAddress',
    pure: 'JavaScript alone, in this thread',
    bareNative: 'libsecp256k1 recovers from prepared bytes, and no more',
    wasm: 'libsecp256k1 in WebAssembly, NDJSON to results, in this thread',
    viemOrders: 'the same over signed orders: hashStruct, recoverMessageAddress',
    orders: 'native, NDJSON of signed orders to results, in this thread',
    oneCore: 'native, NDJSON to results, in this thread',
    oneThread: 'native, one worker thread',
    twoThreads: 'native, two worker threads',
  }
  const rates = new Table({ head: ['way', 'per second', 'to viem'], style: { head: [], border: [] } })
  for (const [name, value] of Object.entries(best)) {
    rates.push([names[name as keyof typeof names], Math.round(value), round(value / rate('viem'))])
  }
  const parts = new Table({ head: ['part of one record, native', 'µs'], style: { head: [], border: [] } })
  parts.push(...Object.entries(result.microseconds))
  const {
    ordersToOneCore,
    ordersToViem,
    oneCoreToViem,
    wasmToOneCore,
    oneCoreToBareNative,
    twoThreadsToOne,
  } = result.ratios
  console.log(`${rates}\n${parts}`)
  console.log(`one core to viem: ${oneCoreToViem} (20 or more)`)
  console.log(`orders to attestations: ${ordersToOneCore} (0.6 or more), to viem's orders: ${ordersToViem}`)
  console.log(`WebAssembly to native: ${wasmToOneCore} (0.3 or more)`)
  console.log(`one core to bare native: ${oneCoreToBareNative} (0.8 or more)`)
  console.log(`two threads to one: ${twoThreadsToOne} (1.7 or more, where two cores are free)`)
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}

function hashWords(requestId: Hex, amount: bigint): Hex {
  const pad = (address: string): Hex => `0x${address.slice(2).padStart(64, '0')}`
  return keccak256(
    encodePacked(
      ['bytes32', 'uint256', 'bytes32', 'bytes32', 'uint256', 'uint256', 'bytes32'],
      [
        requestId,
        BigInt(words.originChainId),
        pad(words.originUser),
        pad(words.originCurrency),
        amount,
        BigInt(words.destinationChainId),
        pad(words.destinationUser),
      ],
    ),
  )
}

async function createRow(index: number): Promise<Row> {
  const requestId = keccak256(`0x${index.toString(16).padStart(8, '0')}`)
  const amount = 700_000_000_000_000_000n + BigInt(index)
  const signature = await account.signMessage({ message: { raw: hashWords(requestId, amount) } })
  const requestData = { ...words, originAmount: String(amount) } as unknown as Record<string, string>
  return { requestId, requestData, signature }
}

/** A published order, with a salt and users of its own. */
async function createOrder(index: number) {
  const text = JSON.stringify(readVector('order-live').orderData)
  const own = text.replaceAll(
    '0xF0AE622e463fa757Cf72243569E18Be7Df1996cd',
    numberToHex(index + 1, { size: 20 }),
  )
  const orderData: OrderData = { ...JSON.parse(own), solver: account.address, salt: numberToHex(index) }
  return { orderData, orderSignature: await signOrder({ orderData, account }) }
}

async function loopOverViem(count: number): Promise<number> {
  const started = performance.now()
  for (let index = 0; index < count; index++) {
    const { requestId, requestData, signature } = JSON.parse(lines[index % distinct] as string) as Row
    const raw = hashWords(requestId, BigInt(requestData.originAmount ?? 0))
    const signer = await recoverMessageAddress({ message: { raw }, signature })
    if (signer !== account.address) throw new Error('viem recovers another signer')
  }
  return (performance.now() - started) / 1000
}

async function recoverPrepared(count: number): Promise<number> {
  const started = performance.now()
  for (let index = 0; index < count; index++) {
    const { digest, compact, yParity } = prepared[index % distinct] as (typeof prepared)[0]
    native.recover(digest, compact, yParity)
  }
  return (performance.now() - started) / 1000
}

async function loopOverOrders(count: number): Promise<number> {
  const started = performance.now()
  for (let index = 0; index < count; index++) {
    const { orderData, orderSignature } = JSON.parse(orderLines[index % distinct] as string)
    const raw = hashStruct({ types, primaryType: 'Order', data: orderData })
    const signer = await recoverMessageAddress({ message: { raw }, signature: orderSignature })
    if (signer !== account.address) throw new Error('viem recovers another signer')
  }
  return (performance.now() - started) / 1000
}

function verifyMany(
  backend: BatchBackend,
  threads: number,
  records = lines,
): (count: number) => Promise<number> {
  const verifier = createBatchVerifier({ solvers: account.address, backend, threads })
  return async (count) => {
    const text = Array.from({ length: count }, (_, index) => records[index % distinct]).join('\n')
    const bytes = Buffer.from(text)
    // Starting the threads is not measured.
    const warmUp = bytes.subarray(0, bytes.lastIndexOf('\n', 2 ** 18))
    for await (const _ of verifier.verifyMany(warmUp)) void _
    const started = performance.now()
    let valid = 0
    for await (const { status } of verifier.verifyMany(bytes)) if (status === 'valid') valid += 1
    if (valid !== count) throw new Error(`${count - valid} genuine records are not valid`)
    return (performance.now() - started) / 1000
  }
}

/** The time that each part of a record takes by itself. */
async function measureParts(): Promise<Record<string, number>> {
  const { verifyText } = createRecordVerifier({
    backend: native,
    solvers: [account.address],
    expected: {},
    chains: [],
  })
  const readSignature = createSignatureReader()
  const encoded = Buffer.alloc(224, 7)
  const message = Buffer.alloc(60, 7)
  const key = Buffer.alloc(64, 7)
  const time = (part: (index: number) => unknown) => {
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < rounds; round++) {
      const started = performance.now()
      for (let index = 0; index < 4000; index++) part(index % distinct)
      best = Math.min(best, ((performance.now() - started) / 4000) * 1000)
    }
    return round(best)
  }
  const parts = {
    'JSON.parse': time((index) => JSON.parse(lines[index] as string)),
    parseAttestation: time((index) => parseAttestation(rows[index] as never)),
    'form of the signature': time((index) => readSignature((rows[index] as Row).signature)),
    'keccak of the words': time(() => native.keccak256(encoded)),
    'keccak of the message': time(() => native.keccak256(message)),
    'keccak of the key': time(() => native.keccak256(key)),
    recovery: time((index) => {
      const { digest, compact, yParity } = prepared[index] as (typeof prepared)[0]
      return native.recover(digest, compact, yParity)
    }),
  }
  const whole = time((index) => verifyText(lines[index] as string))
  const rest = round(whole - Object.values(parts).reduce((sum, part) => sum + part, 0))
  const inJavaScript = { 'keccak of the words, in JavaScript': time(() => pure.keccak256(encoded)) }
  return { ...parts, 'the rest, and error of measurement': rest, whole, ...inJavaScript }
}

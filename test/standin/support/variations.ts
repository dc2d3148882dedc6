// What the published types, the specification and the network allow an answer to look like.
import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { getAddress, type Hex, pad } from 'viem'
import type { Variation } from './service.js'

type Change = (object: Record<string, unknown>, path: string) => void

/** Changes a copy of every object in a body; the path of `a.b[3].c` is `a.b.*.c`. */
function changeObjects(body: unknown, change: Change, path = ''): unknown {
  if (Array.isArray(body)) return body.map((part) => changeObjects(part, change, `${path}.*`))
  if (typeof body !== 'object' || body === null) return body
  const entries = Object.entries(body).map(([key, value]) => [
    key,
    changeObjects(value, change, path === '' ? key : `${path}.${key}`),
  ])
  const copy = Object.fromEntries(entries)
  change(copy, path)
  return copy
}

export const changing = (change: Change) => (): Variation => ({ body: (body) => changeObjects(body, change) })

/** These are hashed, or passed on as they are. */
const isSigned = (path: string) => /\.(sign|post|action|eip712Types)\b/.test(path)

const optional = new RegExp(
  `^(${[
    'fees',
    'details\\.(?!currencyOut)\\w+',
    'details\\.currencyOut\\.(currency|amountFormatted|amountUsd)',
    'steps\\.\\*\\.(action|description)',
    'steps\\.\\*\\.items\\.\\*\\.check',
    'steps\\.\\*\\.items\\.\\*\\.data\\.(gas|maxFeePerGas|maxPriorityFeePerGas)',
    'protocol\\.v2\\.(hubType|paymentDetails)',
    '(details|failReason|refundFailReason|quoteCreatedAt|inTxHashes|txHashes|updatedAt)',
    '(originChainId|destinationChainId)',
    'requests\\.\\*\\.(?!id$|status$)\\w+',
    'chains\\.\\*\\.(?!id$|vmType$|contracts$|protocol$|solverAddresses$)\\w+',
    'chains\\.\\*\\.contracts\\.(?!v3)\\w+',
    'chains\\.\\*\\.protocol\\.v2\\.depositoryVault',
    'balances\\.\\*\\.(currency|amountUsd|amountFormatted|minimumAmount)',
    'message',
  ].join('|')})$`,
)

const withoutOptional = (leave: (object: Record<string, unknown>, key: string) => void) =>
  changing((object, path) => {
    for (const key of Object.keys(object)) {
      if (optional.test(path === '' ? key : `${path}.${key}`)) leave(object, key)
    }
  })

const number = /^(.*\.)?(amountUsd|usd|percent|rate|userBalance|totalBalanceUsd)$/

function inEveryText(change: (text: string) => string): () => Variation {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, walk(part)]))
  }
  return () => ({ body: walk })
}

/** The forms of the specification where those of the live service differ. */
function specified(): Variation {
  return {
    body(body, path) {
      if (path === '/intents/status/v3') {
        const empty = { inTxHashes: [], txHashes: [], failReason: 'N/A', refundFailReason: 'N/A' }
        return { ...empty, details: null, ...(body as object) }
      }
      return changeObjects(body, (object, place) => {
        if (place.endsWith('.check')) object.endpoint = (object.endpoint as string).replace('/v3', '')
        if (place !== 'requestData') return
        for (const [key, value] of Object.entries(object)) {
          if (/User|Currency/.test(key)) object[key] = pad(value as Hex, { size: 32 })
        }
      })
    },
  }
}

const encoded = (encoding: string, encode: (text: string) => Buffer) => (): Variation => ({
  send(response, { status, text }) {
    response.writeHead(status, { 'content-type': 'application/json', 'content-encoding': encoding })
    response.end(encode(text))
  },
})

const json = { 'content-type': 'application/json' }

const inPieces = (): Variation => ({
  async send(response, { status, text }) {
    response.writeHead(status, json)
    const size = Math.ceil(text.length / 3)
    for (let start = 0; start < text.length; start += size) {
      response.write(text.slice(start, start + size))
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
    response.end()
  },
})

/** The first answer to each question that may be asked again. */
const atFirst = (send: (response: ServerResponse, text: string) => unknown) => (): Variation => ({
  send(response, { text }, { count, isRepeatable }) {
    if (!isRepeatable || count > 0) return false
    send(response, text)
  },
})

const cut = atFirst((response, text) => {
  response.writeHead(200, { ...json, 'content-length': text.length })
  response.write(text.slice(0, text.length / 2), () => response.socket?.destroy())
})

const dropped = atFirst((response) => response.socket?.destroy())

/** The server ends connections without a word in the answer, as it does when they are idle for too long. */
const idle = (): Variation => ({
  send(response) {
    const { socket } = response
    response.once('finish', () => socket?.end())
    return false
  },
})

/** 429 for everything at first, and then what a gateway says. */
const busy = (): Variation => {
  let turn = 0
  return {
    refuse(response, { count, isRepeatable }) {
      const statuses = isRepeatable ? [429, [500, 502, 503, 504][turn++ % 4]!] : [429]
      const status = statuses[count]
      if (status === undefined) return false
      response.writeHead(status, { 'content-type': 'text/html', 'retry-after': '0' })
      response.end('<html>Busy</html>')
    },
  }
}

const plain = (prefix: string, headers: Record<string, string>) => (): Variation => ({
  send: (response, { status, text }) => response.writeHead(status, headers).end(prefix + text),
})

const isStatus = (path: string) => path === '/intents/status/v3'

/** Every status is told three times, long after it came. */
const lagging = (): Variation => {
  const asked = new Map<string, number>()
  return {
    body(body, path, request) {
      if (!isStatus(path) || !request) return body
      const count = asked.get(request.id) ?? 0
      asked.set(request.id, count + 1)
      return request.history[Math.floor(count / 3)] ?? body
    },
  }
}

/** Every other answer is an older one, and every so often the first. */
const backAndForth = (): Variation => {
  let count = 0
  return {
    body(body, path, request) {
      if (!isStatus(path) || !request) return body
      count++
      if (count % 5 === 0) return request.history[0]
      return count % 2 ? (request.history.at(-2) ?? body) : body
    },
  }
}

type Message = { event?: string; data?: unknown }
const isEvent = (text: string) => (JSON.parse(text) as Message).event !== undefined

/** Each event twice, and the one before it once more. */
const repeatedEvents = (): Variation => {
  const before = new Map<unknown, string>()
  return {
    message(text, socket) {
      if (!isEvent(text)) return text
      socket.send(text)
      const last = before.get(socket)
      before.set(socket, text)
      if (last) socket.send(last)
      return text
    },
  }
}

const wrappedEvents = (): Variation => ({
  message(text) {
    const { event, data } = JSON.parse(text) as Message
    return event === undefined ? text : JSON.stringify({ data: { event, data } })
  },
})

const foreignFrames = (): Variation => ({
  message(text, socket) {
    for (const frame of ['hello', '{}', '[]', 'null', '{"event":1,"data":null}', '<html>']) socket.send(frame)
    socket.send(Buffer.from([0xff, 0]))
    socket.ping()
    return text
  },
})

/** The connection ends after each event. */
const endedStreams = (): Variation => ({
  message(text, socket) {
    if (isEvent(text)) setTimeout(() => socket.terminate(), 1)
    return text
  },
})

type Step = { id: string; items: { data: { data: string } }[] }

const changingSteps = (change: (step: Step, index: number, steps: Step[]) => unknown[]) =>
  changing((object, path) => {
    if (path === '' && Array.isArray(object.steps)) object.steps = (object.steps as Step[]).flatMap(change)
  })

/** Some tokens take no other approval while there is one. */
const approvalsOfZero = changingSteps((step) => {
  const reset = structuredClone(step)
  if (step.id !== 'approve') return [step]
  for (const { data } of reset.items) data.data = data.data.slice(0, 74) + '0'.repeat(64)
  return [reset, step]
})

/** Adds a step without items, except to the venue's and claims' steps, whose number is specified. */
const emptySteps = changingSteps((step, _, steps) =>
  steps.some(({ id }) => id === 'authorize')
    ? [step]
    : [{ ...step, id: 'approve', kind: 'transaction', items: [] }, step],
)

/** Words of older paths, and one that nobody knows. */
const otherWords = (): Variation => {
  const words: Record<string, string> = { waiting: 'unknown', pending: 'delayed', submitted: 'on-the-way' }
  return {
    body: (body, path) => {
      const { status } = body as { status: string }
      return isStatus(path) ? { ...(body as object), status: words[status] ?? status } : body
    },
  }
}

type NamedVariation = { name: string; make: () => Variation; isOfStream?: boolean; hasOneId?: boolean }

export const variations: NamedVariation[] = [
  { name: 'the forms of the specification', make: specified, hasOneId: true },
  { name: 'keys in another order', make: changing(reverseKeys) },
  {
    name: 'extra fields',
    make: changing((object, path) => {
      if (!isSigned(`.${path}`))
        Object.assign(object, { later: { a: [1, null] }, extra: 'of a newer version' })
    }),
  },
  {
    name: 'null for what is optional',
    make: withoutOptional((object, key) => {
      object[key] = null
    }),
  },
  { name: 'nothing that is optional', make: withoutOptional((object, key) => delete object[key]) },
  {
    name: 'numbers for what is shown',
    make: changing((object) => {
      for (const [key, value] of Object.entries(object)) if (number.test(key)) object[key] = Number(value)
    }),
  },
  {
    name: 'addresses with a checksum',
    make: inEveryText((text) => (/^0x[0-9a-f]{40}$/.test(text) ? getAddress(text) : text)),
  },
  { name: 'gzip', make: encoded('gzip', (text) => gzipSync(text)) },
  { name: 'deflate', make: encoded('deflate', (text) => deflateSync(text)) },
  { name: 'brotli', make: encoded('br', (text) => brotliCompressSync(text)) },
  { name: 'bodies in pieces', make: inPieces },
  { name: 'bodies that are cut', make: cut },
  { name: 'connections that drop', make: dropped },
  { name: 'connections that are not kept', make: idle },
  { name: 'a service that is busy', make: busy },
  { name: 'no type of the content', make: plain('', {}) },
  { name: 'a byte order mark, as text', make: plain('\ufeff', { 'content-type': 'text/plain' }) },
  { name: 'space around the body', make: plain('\r\n \t', json) },
  { name: 'statuses that lag and repeat', make: lagging },
  { name: 'statuses that jump back', make: backAndForth },
  { name: 'other words for statuses', make: otherWords },
  { name: 'steps without items', make: emptySteps },
  { name: 'approvals of zero first', make: approvalsOfZero },
  { name: 'events that repeat and come late', make: repeatedEvents, isOfStream: true },
  { name: 'events in an envelope', make: wrappedEvents, isOfStream: true },
  { name: 'frames that mean nothing', make: foreignFrames, isOfStream: true },
  { name: 'streams that end', make: endedStreams, isOfStream: true },
  { name: 'a stream that says nothing', make: () => ({ message: () => null }), isOfStream: true },
]

function reverseKeys(object: Record<string, unknown>) {
  for (const [key, value] of Object.entries(object).reverse()) {
    delete object[key]
    object[key] = value
  }
}

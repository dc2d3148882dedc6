import { expect } from 'chai'
import fc from 'fast-check'
import { createServiceClient } from '../../src/client/createServiceClient.js'
import { count } from '../support/deep.js'
import { thrown } from '../support/errors.js'
import { arbitraryAnswer } from './arbitrary.js'
import { type Path, pathsOf, put, write } from './parts.js'
import { runs, signature, user } from './runs.js'
import { published } from './schemas.js'

const word = `0x${'00'.repeat(12)}${user.slice(2)}`
/** The fields of an answer that the client reads: any other may be missing, null or of another form. */
type Row = {
  operation: string
  /** The values that replace a generated part, by its path; `[]` is every entry of a list. */
  used?: Record<string, { valid?: unknown; wrong: readonly unknown[] }>
  /** Whether the answer comes out in another form. */
  isParsed?: boolean
}

const text = { valid: 'text', wrong: [undefined, null, 5, {}] }
const list = { wrong: [undefined, null, {}, 'text'] }
const entry = { wrong: [null, 5, 'text'] }
const mayLack = (...wrong: unknown[]) => ({ wrong })
const chain = (valid: unknown) => ({ valid, wrong: [undefined, null, 0, -1, 1.5, 'base', '0x1', 2 ** 53] })
const address = { valid: word, wrong: [undefined, null, 5, '0x', '0x12', `${word}00`, ''] }
const steps = {
  steps: list,
  'steps[]': entry,
  'steps[].id': text,
  'steps[].kind': text,
  'steps[].items': list,
  'steps[].items[]': entry,
}
const statusParts = {
  status: text,
  inTxHashes: mayLack('text', {}, [5]),
  'inTxHashes[]': mayLack(5, null),
  txHashes: mayLack('text', {}, [null]),
  'txHashes[]': mayLack(5, null),
  originChainId: mayLack(0, 'base', {}),
  destinationChainId: mayLack(-1, '0x1'),
}
const signed = {
  requestData: { wrong: [undefined, null, 'text'] },
  'requestData.originChainId': chain(1),
  'requestData.destinationChainId': chain('8453'),
  'requestData.originUser': address,
  'requestData.originCurrency': address,
  'requestData.destinationUser': address,
  signature: { valid: signature, wrong: [undefined, null, 5, '0x1', 'text'] },
}

const rows: readonly Row[] = [
  { operation: 'POST /quote/v2', used: steps },
  { operation: 'POST /price' },
  {
    operation: 'GET /intents/status/v3',
    // Any other form of it is left out.
    used: { ...statusParts, updatedAt: { valid: 1763732000123, wrong: [] } },
  },
  {
    operation: 'GET /intents/status',
    used: statusParts,
  },
  {
    operation: 'GET /requests/{requestId}/signature',
    used: {
      ...signed,
      'requestData.originAmount': { valid: '5', wrong: ['1.5', '-1', 5, {}] },
    },
    isParsed: true,
  },
  {
    operation: 'GET /requests/{requestId}/signature/v2',
    used: { ...signed, 'requestData.destinationCurrency': { valid: user, wrong: ['0x12', 5, {}] } },
    isParsed: true,
  },
  {
    operation: 'GET /requests/v3',
    used: { requests: list, 'requests[]': entry },
  },
  {
    operation: 'GET /requests/v2',
    used: { requests: list, 'requests[]': entry },
  },
  {
    operation: 'GET /config/v2',
  },
  {
    operation: 'GET /chains',
    used: { chains: list, 'chains[]': entry },
  },
  { operation: 'GET /chains/liquidity' },
  { operation: 'GET /chains/health' },
  {
    operation: 'POST /currencies/v2',
    used: { '[]': { wrong: [null, 5] } },
  },
  {
    operation: 'GET /currencies/token/price',
  },
  { operation: 'GET /prices/rates' },
  { operation: 'GET /swap-sources' },
  {
    operation: 'POST /execute',
    used: { requestId: text },
  },
  {
    operation: 'POST /execute/permits',
  },
  {
    operation: 'POST /transactions/index',
  },
  {
    operation: 'POST /transactions/single',
  },
  {
    operation: 'POST /transactions/deposit-address/reindex',
  },
  {
    operation: 'GET /deposit-addresses/v1',
  },
  { operation: 'POST /fast-fill' },
  {
    operation: 'GET /app-fees/{wallet}/balances',
  },
  {
    operation: 'POST /app-fees/{wallet}/claim',
    used: steps,
  },
  {
    operation: 'GET /app-fees/{wallet}/claims',
  },
  { operation: 'GET /metrics/usage' },
]

/** Published, and no operation of the client: docs/client.md says why. */
const leftOut = ['GET /currencies/token/price/v2', 'GET /currencies/trending']

const others = [undefined, null, 5, -0.5, 'a newer form', true, [], {}, [{ newer: 1 }], { newer: ['form'] }]

function withValid(answer: unknown, used: Row['used'] = {}): unknown {
  const copy = structuredClone(answer)
  for (const path of pathsOf(copy)) {
    const { valid } = used[write(path, false)] ?? {}
    if (valid !== undefined) put(copy, path, valid)
  }
  return copy
}

describe('published answers', () => {
  it('default: every published operation is an operation of the client or a listed exception', () => {
    const known = [...rows.map(({ operation }) => operation), ...leftOut]
    expect(known.sort()).deep.equal(Object.keys(published.answers).sort())
  })

  for (const { operation, used = {}, isParsed } of rows) {
    describe(operation, () => {
      let body = ''
      const client = createServiceClient({
        profile: 'mock',
        baseUrl: 'https://service.example',
        retry: { limit: 0 },
        fetch: async () => new Response(body),
      })
      // The client keeps no own `__proto__` of an answer.
      const toJson = (answer: unknown) =>
        JSON.parse(JSON.stringify(answer), (key, value) => (key === '__proto__' ? undefined : value))
      const answers = arbitraryAnswer(operation).map((answer) => withValid(toJson(answer), used))
      /** Returns the client's result: the same, with chain ids as numbers. */
      const read = async (answer: unknown) => {
        body = JSON.stringify(answer)
        return runs[operation]!(client)
      }
      const isUsed = (path: Path) => {
        const pattern = write(path, false)
        return Object.keys(used).some((name) => name === pattern)
      }

      it('behavior: parts that the client does not use may be missing, null or of another form', async () => {
        const changes = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...others)), { maxLength: 20 })
        await fc.assert(
          fc.asyncProperty(answers, changes, async (answer, list) => {
            const changed = structuredClone(answer)
            const free = pathsOf(answer).filter((path) => !isUsed(path))
            for (const [index, value] of list) {
              if (free.length > 0) put(changed, free[index % free.length]!, value)
            }
            const result = await read(changed)
            if (!isParsed) expect(result).deep.equal(JSON.parse(body))
          }),
          // To shrink an answer of this size takes longer than the tests.
          { numRuns: count({ normal: 25, deep: 2000 }), endOnFailure: true },
        )
      })

      for (const [pattern, { wrong }] of Object.entries(used)) {
        if (wrong.length === 0) continue
        it(`error: ${pattern} does not fit the client`, async () => {
          const [answer] = fc.sample(answers, { numRuns: 1, seed: 7 })
          const path = pathsOf(answer).find((each) => write(each, false) === pattern)!
          for (const value of wrong) {
            const changed = structuredClone(answer)
            put(changed, path, value)
            const error = await thrown(() => read(changed))
            expect(error, JSON.stringify(value)).include({ name: 'InvalidResponseError' })
            const at = write(path)
            // A list names its entry.
            expect(String(error.path).startsWith(at), `${error.path} begins with ${at}`).equal(true)
            expect(error.message).contain(`${error.path} of the answer must `)
          }
        })
      }

      it('error: an answer that is not an object', async () => {
        for (const value of [null, 5, 'text']) {
          expect(await thrown(() => read(value))).include({ name: 'InvalidResponseError', path: '' })
        }
      })
    })
  }
})

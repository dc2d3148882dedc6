// Every method of the service client, with each option of a wrong type or unit, before any request.
import { expect } from 'chai'
import { createServiceClient } from '../../src/client/index.js'
import { neutralProfile } from '../service/venue/support.js'
import { type ListedFunction, listFunctions, type Option } from './listFunctions.js'
import { makeMethodArguments } from './methodArguments.js'
import { listMistakes, tell } from './wrongValues.js'

type Method = (...given: unknown[]) => unknown

/** Values that are taken, each with the reason. */
const exceptions: Record<string, string> = {
  'getQuote routeRacingMinUsdSize':
    'the service names it and its form was not seen, so that any value is sent',
  'getQuote referencePrice': 'as before',
}

const found = listFunctions({ client: 'src/client/index.ts' }, ['ServiceClient']).filter(({ name }) =>
  name.startsWith('ServiceClient.'),
)

/** An open list's values are any text. The types that `listFunctions` reads do not show that. */
const anyIsText = ({ index, options }: ListedFunction['parameters'][number]) => ({
  index,
  options: options.map(
    (option): Option => ({ ...option, kinds: option.kinds.map((kind) => (kind === 'any' ? 'text' : kind)) }),
  ),
})

describe("options of a wrong type in a client's methods", () => {
  let requests = 0
  const urls = { venueInfoUrl: 'http://127.0.0.1:1', venueExchangeUrl: 'http://127.0.0.1:1' }
  const client = createServiceClient({
    profile: neutralProfile,
    baseUrl: 'http://127.0.0.1:1',
    ...urls,
    retry: { limit: 0 },
    fetch: async () => {
      requests++
      return Response.json({}, { status: 410 })
    },
  })
  const methods = client as unknown as Record<string, Method>
  const given = makeMethodArguments()

  beforeEach(() => {
    requests = 0
  })

  it('default: finds every method', () => {
    const names = Object.keys(client).filter((name) => typeof methods[name] === 'function')
    expect(found.map(({ name }) => name.split('.')[1])).have.members(names)
  })

  for (const { name, parameters } of found) {
    const method = name.split('.')[1]!
    it(`error: ${method}`, async () => {
      const right = given[method]
      expect(right, `arguments of ${method}`).not.equal(undefined)
      const call = async (values: unknown[]) => {
        const answer = methods[method]!(...values)
        return isIterator(answer) ? answer.next() : answer
      }
      await call(right!).catch(() => {})
      expect(requests, 'requests with right options').greaterThan(0)

      requests = 0
      const wrong: string[] = []
      for (const { index, option, what, value } of listMistakes(parameters.map(anyIsText))) {
        const place = `${option.name}, ${what}`
        if (exceptions[`${method} ${option.name}`] || exceptions[`${method} ${place}`]) continue
        const values = [...right!]
        values[index] = { ...(right![index] as object), [option.name]: value }
        const told = await tell(() => call(values), what === 'an object' ? '' : option.name)
        if (told) wrong.push(`${place}: ${told}`)
        if (requests > 0) wrong.push(`${place}: a request was made`)
        requests = 0
      }
      expect(wrong).deep.equal([])
    })
  }
})

function isIterator(value: unknown): value is AsyncIterator<unknown> {
  return typeof (value as AsyncIterator<unknown> | undefined)?.next === 'function'
}

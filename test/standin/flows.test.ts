import { connect, type Environment } from './support/environment.js'
import { flows } from './support/flows.js'
import { type Standin, startStandin } from './support/service.js'
import { variations } from './support/variations.js'
import { sameGuesses } from './support/variationsV3.js'

const plain = { name: 'as it is', make: () => ({}), isOfStream: undefined, hasOneId: false }
const transports = ['polling', 'websocket'] as const

const cases = [
  ...[plain, ...variations].flatMap((variation) =>
    transports
      .filter((transport) => transport === 'websocket' || !variation.isOfStream)
      .map((transport) => ({ ...variation, transport, quoteVersion: 'v2' as const })),
  ),
  ...[plain, ...sameGuesses].map((guess) => ({
    ...guess,
    name: `version 3, ${guess.name}`,
    hasOneId: false,
    transport: 'polling' as const,
    quoteVersion: 'v3' as const,
  })),
]

describe('the client against a stand-in of the service', () => {
  let standin: Standin

  before(async () => {
    standin = await startStandin()
  })

  after(() => standin.close())

  for (const { name, make, hasOneId = false, transport, quoteVersion } of cases) {
    describe(`${name}, ${transport}`, () => {
      let env: Environment

      before(async () => {
        standin.vary(make())
        standin.world.hasOneId = hasOneId
        env = await connect(standin, transport, { apiKey: 'stand-in', quoteVersion })
      })

      beforeEach(() => standin.vary(make()))

      for (const { name, run } of flows) it(name, () => run(env))
    })
  }
})

import { connect, type Environment } from './support/environment.js'
import { flows } from './support/flows.js'
import { type Standin, startStandin } from './support/service.js'
import { variations } from './support/variations.js'

describe('the client against a stand-in of the service', () => {
  let standin: Standin

  before(async () => {
    standin = await startStandin()
  })

  after(() => standin.close())

  const plain = { name: 'as it is', make: () => ({}), isOfStream: undefined, hasOneId: false }
  for (const { name, make, isOfStream, hasOneId = false } of [plain, ...variations]) {
    for (const transport of ['polling', 'websocket'] as const) {
      if (transport === 'polling' && isOfStream) continue
      describe(`${name}, ${transport}`, () => {
        let env: Environment

        before(async () => {
          standin.vary(make())
          standin.world.hasOneId = hasOneId
          env = await connect(standin, transport)
        })

        beforeEach(() => standin.vary(make()))

        for (const { name, run } of flows) it(name, () => run(env))
      })
    }
  }
})

// A stranger presents the same call in an order of another solver, which then is no longer active: own evidence takes its place.
import { expect } from 'chai'
import { type Hex, keccak256, stringToHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { payReceiver, readCallEvidence } from '../../src/client/index.js'
import { authorizeFill, getAuthorization } from '../../src/contract/index.js'
import { judgeCall } from '../../src/contract/judgeCall.js'
import { signOrder } from '../../src/index.js'
import { keeper, open, type World } from '../client/receiver/world.js'
import { clientOf } from '../mock/helpers.js'
import { complete } from '../support/complete.js'
import { thrown } from '../support/errors.js'

const other = privateKeyToAccount(keccak256(stringToHex('another solver of the list')))

describe('Attack: a stored solver that does not last', () => {
  let world: World
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())

  const setOther = (stop: number) => world.admin('setSolver', [{ solver: other.address, start: 0, stop }])

  /** Another solver's order with the same call, presented by a stranger. */
  async function squat(call: ReturnType<typeof keeper>['kept'][number]) {
    const { orderData } = complete(call.quote).protocol.v2
    const theirs = { ...orderData, solver: other.address, salt: '0xabc' }
    const hash = await authorizeFill(world.clients().authorizer, {
      receiver: call.receiver,
      orderData: theirs,
      orderSignature: await signOrder({ orderData: theirs, account: other }),
    })
    await clientOf(world.destination).waitForTransactionReceipt({ hash })
  }

  const storedSolver = async (callHash: Hex) =>
    (await getAuthorization(clientOf(world.destination), { receiver: world.destination.receiver, callHash }))
      ?.solver

  for (const [name, end] of Object.entries({
    'was revoked': () => world.admin('revokeSolver', [other.address]),
    "ends before the call's deadline": async () => {
      const { timestamp } = await clientOf(world.destination).getBlock()
      await setOther(Number(timestamp) + 600)
    },
  })) {
    it(`before the deposit: it ${name}`, async () => {
      await setOther(0)
      const { kept, keep } = keeper()
      await thrown(() =>
        payReceiver(world.client, {
          ...world.clients(),
          ...world.native(),
          keep: (call) => {
            keep(call)
            throw new Error('killed')
          },
        }),
      )
      const call = kept[0]!
      await squat(call)
      await end()
      expect(await storedSolver(call.callHash)).to.equal(other.address)
      const { receiver, callHash } = call
      const destination = clientOf(world.destination)
      const dryRun = await judgeCall(destination, world.destination.id, {
        receiver,
        ...readCallEvidence(call),
      })
      expect(dryRun).to.deep.equal({ status: 'provable', callHash })
      const { outcome } = await payReceiver(world.client, { ...world.clients(), call, keep })
      expect(outcome.status).to.equal('success')
      expect(await storedSolver(callHash)).to.equal(world.mock.solver)
    })
  }

  it('after the deposit: a new process presents evidence that gets the call paid', async () => {
    await setOther(0)
    const { kept, keep } = keeper()
    await world.mock.control.pauseSolver()
    try {
      await thrown(() =>
        payReceiver(world.client, { ...world.clients(), ...world.native(), keep, timeoutMs: 600 }),
      )
      const call = kept.at(-1)!
      expect(call.deposit).to.not.equal(undefined)
      // Nothing is replaced while the first is active and lasts as long, so its window is made longer than the own one.
      const { timestamp } = await clientOf(world.destination).getBlock()
      const own = { solver: world.mock.solver, start: 0, stop: Number(timestamp) + 7200 }
      await world.admin('setSolver', [own])
      await squat(call)
      expect(await storedSolver(call.callHash)).to.equal(other.address)
      await world.admin('revokeSolver', [other.address])
      const { outcome } = await payReceiver(world.client, {
        ...world.clients(),
        call,
        keep,
        onProgress: ({ type }) => type === 'authorized' && world.mock.control.resumeSolver(),
      })
      expect(outcome.status).to.equal('success')
      expect(await storedSolver(call.callHash)).to.equal(world.mock.solver)
    } finally {
      world.mock.control.resumeSolver()
      await world.admin('setSolver', [{ solver: world.mock.solver, start: 0, stop: 0 }])
    }
  })
})

// What comes first: of two failing checks the one that is listed first, and of each change its event.
import { expect } from 'chai'
import {
  type Address,
  type Hex,
  keccak256,
  parseAbi,
  parseEventLogs,
  slice,
  stringToHex,
  toHex,
  zeroHash,
} from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { padAddress } from '../../src/index.js'
import {
  attestProof,
  deployFixture,
  deployReceiver,
  type Evidence,
  type EvidenceOverrides,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  originChainId,
  secondSolver,
  solver,
} from './support/fixture.js'

const abi = [
  ...attestedOrderReceiverAbi,
  ...parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
]

describe('AttestedOrderReceiver: the order of checks and events', () => {
  let fixture: Fixture
  let snapshot: Awaited<ReturnType<Fixture['helpers']['takeSnapshot']>>

  before(async () => {
    fixture = await deployFixture()
  })
  beforeEach(async () => {
    snapshot = await fixture.helpers.takeSnapshot()
  })
  afterEach(() => snapshot.restore())
  after(() => fixture.connection.close())

  /** The names of the events in the latest block. */
  async function latestEvents(): Promise<string[]> {
    const blockNumber = await fixture.publicClient.getBlockNumber()
    const logs = await fixture.publicClient.getLogs({ fromBlock: blockNumber, toBlock: blockNumber })
    return parseEventLogs({ abi, logs }).map(({ eventName }) => eventName)
  }

  async function eventsOf(change: Promise<Hex>): Promise<string[]> {
    await change
    return latestEvents()
  }

  describe('checks', () => {
    const fill = async (overrides: EvidenceOverrides, value = fillAmount) => {
      const { a, signature, proof } = await makeDirect(fixture, overrides)
      const account = fixture.payer.account
      return fixture.receiver.write.fill([a, signature, proof, [], fillAmount], { value, account })
    }
    const refuses = (call: Promise<Hex>, error: string) =>
      fixture.assertions.revertWithCustomError(call, fixture.receiver, error as never)

    it('report the first of all that fail', async () => {
      const { receiver, stranger } = fixture
      // Each fault is mended in turn, and the next is what the fill fails with.
      const faults: [error: string, wrong: EvidenceOverrides][] = [
        ['WrongDestinationChain', { attestation: { destinationChainId: 10 } }],
        ['OriginNotAccepted', { attestation: { originChainId: 1 } }],
        ['AmountOutOfRange', { attestation: { originAmount: 1n } }],
        ['InvalidRequestId', { requestId: zeroHash }],
        ['WrongFillContract', { output: { extraData: '0x' } }],
        ['RequestExpired', { output: { deadline: 1 } }],
        ['RecipientMismatch', { attestation: { destinationUser: padAddress(stranger.account.address) } }],
        ['UnexpectedValue', {}],
      ]
      const allFrom = (index: number): EvidenceOverrides => {
        const rest = faults.slice(index).map(([, wrong]) => wrong)
        return {
          ...Object.assign({}, ...rest),
          signer: secondSolver,
          attestation: Object.assign({}, ...rest.map(({ attestation }) => attestation)),
          output: Object.assign({}, ...rest.map(({ output }) => output)),
        }
      }

      await receiver.write.pause()
      await refuses(fill(allFrom(0), 0n), 'EnforcedPause')
      await receiver.write.unpause()
      await refuses(fill(allFrom(0), 0n), 'UnknownSolver')
      await receiver.write.setSolver([{ solver: secondSolver.address, start: 0, stop: 0 }])
      for (const [index, [error]] of faults.entries()) await refuses(fill(allFrom(index), 0n), error)
      await fill(allFrom(faults.length))
    })

    it('report a recipient before a repeated payment, and that before a wrong value', async () => {
      const { receiver, recipient, payer } = fixture
      const { a, signature, proof } = await makeDirect(fixture)
      const again = (value: bigint) =>
        receiver.write.fill([a, signature, proof, [], fillAmount], { value, account: payer.account })
      await again(fillAmount)
      await refuses(again(0n), 'RequestAlreadyPaid')
      await receiver.write.removeRecipient([recipient.account.address])
      await refuses(again(0n), 'RecipientNotAllowed')
    })
  })

  describe('terms', () => {
    const other = padAddress('0x00000000000000000000000000000000000000aa')
    const refuses = (call: Promise<Hex>, error: string, args: readonly unknown[]) =>
      fixture.assertions.revertWithCustomErrorWithArgs(call, fixture.receiver, error as never, args as never)
    const mismatch = (field: string, found: Hex, required: Hex) =>
      ['TermsMismatch', [stringToHex(field, { size: 32 }), found, required]] as const
    const word = (value: number) => toHex(value, { size: 32 })

    it('report the first that differs from the evidence', async () => {
      const { receiver, user, recipient } = fixture
      const deadline = Number(await fixture.helpers.time.latest()) + 3600
      const paid = padAddress(recipient.account.address)
      // Each is mended in turn, and the next is what the authorization fails with.
      const faults = [
        [{ originChainId: 1n }, mismatch('originChainId', word(1), word(originChainId))],
        [{ originUser: other }, mismatch('originUser', other, padAddress(user))],
        [{ originCurrency: other }, mismatch('originCurrency', other, zeroHash)],
        [{ deadline: deadline + 1 }, mismatch('deadline', word(deadline + 1), word(deadline))],
        [{ recipient: slice(other, 12) }, mismatch('recipient', other, paid)],
      ] as const
      for (const [index, [, [error, args]]] of faults.entries()) {
        const wrong = Object.assign({}, ...faults.slice(index).map(([fault]) => fault))
        const { a, signature, proof } = await makeAuthorized(fixture, makePayment(fixture, deadline, wrong), {
          payment: { recipient: recipient.account.address },
          output: { deadline },
        })
        await refuses(receiver.write.authorizeFill([a, signature, proof, []]), error, args)
      }
    })

    it("report another solver before the order's output, and there the currency before the recipient", async () => {
      const { receiver, payer } = fixture
      const fill = ({ a, signature, proof }: Pick<Evidence, 'a' | 'signature' | 'proof'>) =>
        receiver.write.fill([a, signature, proof, [], fillAmount], {
          value: fillAmount,
          account: payer.account,
        })
      const [named, signed] = [secondSolver.address, solver.address].map(padAddress)
      await refuses(
        fill(
          await makeDirect(fixture, { order: { solver: secondSolver.address }, output: { extraData: '0x' } }),
        ),
        ...mismatch('solver', named!, signed!),
      )

      const direct = await makeDirect(fixture)
      const payments = [{ ...direct.proof.output.payments[0]!, recipient: '0x01', currency: '0x02' } as const]
      const output = { ...direct.proof.output, payments }
      await refuses(fill(await attestProof(direct, { ...direct.proof, output })), 'InvalidOrderAddress', [
        '0x02',
      ])
    })
  })

  describe('events', () => {
    const someone: Address = '0x0000000000000000000000000000000000001234'
    const set = { solver: secondSolver.address, start: 1, stop: 0 }

    it('tell of all that a receiver is set up with', async () => {
      const { viem, implementation, config, admin } = fixture
      const receiver = await deployReceiver(viem, implementation.address, { ...config, reserved: [someone] })
      const blockNumber = await fixture.publicClient.getBlockNumber()
      const logs = await fixture.publicClient.getLogs({ address: receiver.address, fromBlock: blockNumber })
      const role = (name: string) => ({
        role: name ? keccak256(stringToHex(`fillproof.${name}_ROLE`)) : zeroHash,
        account: admin.account.address,
        sender: admin.account.address,
      })
      const events = parseEventLogs({ abi: attestedOrderReceiverAbi, logs }).map(({ eventName, args }) => [
        eventName,
        JSON.stringify(args, (_, value) => (typeof value === 'bigint' ? `${value}` : value)).toLowerCase(),
      ])
      const { chainId, currency, min, max } = config.routes[0]!
      const expected: [string, object][] = [
        ['RoleGranted', role('')],
        ['RoleGranted', role('POLICY')],
        ['RoleGranted', role('GUARDIAN')],
        ['SolverSet', { solver: solver.address, start: 0, stop: 0 }],
        ['RouteSet', { chainId: `${chainId}`, currency, min: `${min}`, max: `${max}` }],
        ['RecipientSet', { recipient: config.recipients[0]!.recipient, allowed: true, hook: false }],
        ['RouterSet', { router: config.routers[0], allowed: true }],
        ['ReservedSet', { account: someone, reserved: true }],
        ['RoleGranted', role('RESCUE')],
        ['Initialized', { version: '1' }],
      ]
      expect(events).to.deep.equal(expected.map(([name, args]) => [name, JSON.stringify(args).toLowerCase()]))
    })

    it('tell of a change of the policy before the epoch that it raises', async () => {
      const { receiver, config, recipient } = fixture
      const raised = 'PolicyEpochRaised'
      await receiver.write.setSolver([{ ...set, start: 0 }])
      const { recipient: listed } = config.recipients[0]!
      const changes: [string, () => Promise<Hex>][] = [
        ['SolverSet', () => receiver.write.setSolver([set])],
        ['SolverSet', () => receiver.write.revokeSolver([solver.address])],
        ['RouteSet', () => receiver.write.setRoute([{ ...config.routes[0]!, min: 500n }])],
        ['RecipientSet', () => receiver.write.setRecipient([{ recipient: listed, hook: true }])],
        ['RecipientSet', () => receiver.write.removeRecipient([recipient.account.address])],
        ['RouterSet', () => receiver.write.setRouter([someone, true])],
        ['ReservedSet', () => receiver.write.setReserved([someone, true])],
      ]
      for (const [event, change] of changes) {
        expect(await eventsOf(change()), event).to.deep.equal([event, raised])
      }
    })

    it('tell that a fill was accepted after it came in and before it goes out', async () => {
      const { receiver, token, payer } = fixture
      const account = payer.account
      const payment = { currency: token.address }
      const { a, signature, proof } = await makeDirect(fixture, { payment })
      expect(
        await eventsOf(receiver.write.fill([a, signature, proof, [], fillAmount], { account })),
      ).to.deep.equal(['Transfer', 'FillAccepted', 'Transfer'])
    })

    it('tell of a rescue before it goes out', async () => {
      const { receiver, token } = fixture
      await token.write.mint([receiver.address, 5n])
      expect(await eventsOf(receiver.write.rescue([token.address, someone, 5n]))).to.deep.equal([
        'Rescued',
        'Transfer',
      ])
    })
  })
})

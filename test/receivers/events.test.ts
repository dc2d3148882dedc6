// Of each change its event, before what it leads to.
import { expect } from 'chai'
import { type Address, type Hex, keccak256, parseAbi, parseEventLogs, stringToHex, zeroHash } from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import {
  deployFixture,
  deployReceiver,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  restoreAfterEach,
  solver,
} from './support/fixture.js'

const abi = [
  ...attestedOrderReceiverAbi,
  ...parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)']),
]

describe('AttestedOrderReceiver: events', () => {
  let fixture: Fixture

  before(async () => {
    fixture = await deployFixture()
  })
  restoreAfterEach(() => fixture)

  /** The names of the events in the latest block, without those of native transfers (EIP-7708). */
  async function latestEvents(): Promise<string[]> {
    const blockNumber = await fixture.publicClient.getBlockNumber()
    const logs = await fixture.publicClient.getLogs({ fromBlock: blockNumber, toBlock: blockNumber })
    return parseEventLogs({ abi, logs })
      .filter(({ address }) => address !== '0xfffffffffffffffffffffffffffffffffffffffe')
      .map(({ eventName }) => eventName)
  }

  async function eventsOf(change: Promise<Hex>): Promise<string[]> {
    await change
    return latestEvents()
  }

  const someone: Address = '0x0000000000000000000000000000000000001234'

  it('report the whole initial configuration', async () => {
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
      ...config.tokens.map(({ token, min, max }): [string, object] => [
        'TokenSet',
        { token, min: `${min}`, max: `${max}` },
      ]),
      ['RecipientSet', { recipient: config.recipients[0]!.recipient, allowed: true, hook: false }],
      ['RouterSet', { router: config.routers[0], allowed: true }],
      ['ReservedSet', { account: someone, reserved: true }],
      ['RoleGranted', role('RESCUE')],
      ['Initialized', { version: '1' }],
    ]
    expect(events).to.deep.equal(expected.map(([name, args]) => [name, JSON.stringify(args).toLowerCase()]))
  })

  it('report a policy change before the epoch that it raises', async () => {
    const { receiver, config, recipient, router, token } = fixture
    const raised = 'PolicyEpochRaised'
    const { recipient: listed } = config.recipients[0]!
    await receiver.write.setRecipient([{ recipient: someone, hook: false }])
    const changes: [string, () => Promise<Hex>][] = [
      ['RouteSet', () => receiver.write.setRoute([{ ...config.routes[0]!, min: 500n }])],
      ['TokenSet', () => receiver.write.setToken([token.address, 0n, 0n])],
      ['RecipientSet', () => receiver.write.setRecipient([{ recipient: listed, hook: true }])],
      ['RecipientSet', () => receiver.write.removeRecipient([recipient.account.address])],
      ['RouterSet', () => receiver.write.setRouter([router.account.address, false])],
      ['ReservedSet', () => receiver.write.setReserved([someone, true])],
    ]
    for (const [event, change] of changes) {
      expect(await eventsOf(change()), event).to.deep.equal([event, raised])
    }
  })

  it('report solvers and widening changes without raising the epoch', async () => {
    const { receiver, config } = fixture
    const changes: [string, () => Promise<Hex>][] = [
      ['SolverSet', () => receiver.write.setSolver([{ solver: solver.address, start: 1, stop: 5 }])],
      ['SolverSet', () => receiver.write.revokeSolver([solver.address])],
      ['RouteSet', () => receiver.write.setRoute([config.routes[0]!])],
      ['TokenSet', () => receiver.write.setToken([someone, 1n, 2n])],
      ['RecipientSet', () => receiver.write.setRecipient([{ recipient: someone, hook: true }])],
      ['RouterSet', () => receiver.write.setRouter([`0x${'12'.repeat(20)}`, true])],
      ['ReservedSet', () => receiver.write.setReserved([`0x${'12'.repeat(20)}`, true])],
    ]
    for (const [event, change] of changes) expect(await eventsOf(change()), event).to.deep.equal([event])
  })

  it('name the native transfer of a direct fill, which the service counts, and no other transfer', async () => {
    const { receiver, payer } = fixture
    const options = { account: payer.account, value: fillAmount }
    const { a, signature, proof } = await makeDirect(fixture)
    const filling = receiver.write.fill([a, signature, proof, [], fillAmount], options)
    expect(await eventsOf(filling)).to.deep.equal(['SolverNativeTransfer', 'FillAccepted'])
    const p = makePayment(fixture, Number(await fixture.helpers.time.latest()) + 3600)
    const made = await makeAuthorized(fixture, p)
    const authorizing = receiver.write.authorizeFill([made.a, made.signature, made.proof, []])
    expect(await eventsOf(authorizing)).to.deep.equal(['FillAuthorized'])
    expect(await eventsOf(receiver.write.payAuthorized([p], options))).to.deep.equal(['FillAccepted'])
  })

  it('report an accepted fill after the money came in and before it goes out', async () => {
    const { receiver, token, payer } = fixture
    const account = payer.account
    const payment = { currency: token.address }
    const { a, signature, proof } = await makeDirect(fixture, { payment })
    expect(
      await eventsOf(receiver.write.fill([a, signature, proof, [], fillAmount], { account })),
    ).to.deep.equal(['Transfer', 'FillAccepted', 'Transfer'])
  })

  it('report a rescue before the money goes out', async () => {
    const { receiver, token } = fixture
    await token.write.mint([receiver.address, 5n])
    expect(await eventsOf(receiver.write.rescue([token.address, someone, 5n]))).to.deep.equal([
      'Rescued',
      'Transfer',
    ])
  })
})

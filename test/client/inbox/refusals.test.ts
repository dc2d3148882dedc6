import { expect } from 'chai'
import {
  type AbiFunction,
  getAddress,
  type Hex,
  maxUint128,
  pad,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { type InboxCall, type PayInboxParameters, payReceiver } from '../../../src/client/index.js'
import type { ServiceClient } from '../../../src/client/serviceClient.js'
import { encodeOrderCall, inboxReceiverAbi } from '../../../src/index.js'
import { ether, tokenOf } from '../../mock/helpers.js'
import { thrown } from '../../support/errors.js'
import { coherent, toNodes } from '../receiver/nodes.js'
import { lying, type QuotedOrder, signedBy } from './lies.js'
import { keeper, open, type World } from './world.js'

const selectorOf = (name: 'inboxOf' | 'claims') =>
  toFunctionSelector(
    inboxReceiverAbi.find((item) => item.type === 'function' && item.name === name) as AbiFunction,
  )
const [inboxOf, claimsOf] = [selectorOf('inboxOf'), selectorOf('claims')]
const stranger = `0x${'c0'.repeat(20)}` as const

describe('payReceiver, for a receiver of inboxes: what it refuses before the deposit', () => {
  let world: World
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())

  /** Expects that nothing was deposited and that only the terms were kept. */
  async function refused(
    expected: object,
    {
      service,
      parameters = {},
      states = ['opened'],
    }: { service?: ServiceClient; parameters?: object; states?: string[] } = {},
  ) {
    const { client, clients, native, nonceOf } = world
    const nonce = await nonceOf()
    const { kept, keep } = keeper()
    const shown: string[] = []
    const given = {
      ...{ ...clients(), ...native(), keep },
      onProgress: ({ type }: { type: string }) => void shown.push(type),
      ...parameters,
    } as PayInboxParameters
    const error = await thrown(() => payReceiver(service ?? client, given))
    expect(error, error.message).to.include(expected)
    expect(await nonceOf()).to.equal(nonce)
    expect(shown).not.to.include.members(['depositAddress'])
    if (!('keep' in parameters)) expect(kept.map(({ state }) => state)).to.deep.equal(states)
    return error
  }

  const orderPath = 'protocol.v2.orderData'
  const paymentPath = `${orderPath}.output.payments[0]`

  describe('attack: a service that quotes another order, with its signature', () => {
    const cases: [name: string, change: (order: QuotedOrder) => void, expected: object][] = [
      [
        'to another recipient',
        ({ output }) => {
          output.payments[0]!.recipient = stranger
        },
        { path: `${paymentPath}.recipient` },
      ],
      [
        'to another currency',
        ({ output }) => {
          output.payments[0]!.currency = stranger
        },
        { path: `${paymentPath}.currency` },
      ],
      [
        'with two payments',
        ({ output }) => void output.payments.push({ ...output.payments[0]!, minimumAmount: '1' }),
        { path: `${orderPath}.output.payments` },
      ],
      [
        'with calls',
        ({ output }) => {
          output.calls.push(encodeOrderCall({ to: stranger, data: '0x', value: 0n }))
          output.extraData = pad(world.destination.router)
        },
        { path: `${orderPath}.output.calls` },
      ],
      [
        'with a lower minimum',
        ({ output }) => {
          output.payments[0]!.minimumAmount = '1'
        },
        { path: `${paymentPath}.minimumAmount` },
      ],
      [
        'with a foreign fill contract',
        ({ output }) => {
          output.extraData = pad(stranger)
        },
        { name: 'UnknownRouterError', router: stranger },
      ],
      [
        'on another chain',
        ({ output }) => {
          output.chainId = 'mockorigin'
        },
        { path: `${orderPath}.output.chainId` },
      ],
    ]
    for (const [name, change, expected] of cases) {
      it(name, async () => {
        await refused({ name: 'StepMismatchError', ...expected }, { service: lying(world.client, change) })
      })
    }

    for (const [name, change, expected] of cases) {
      it(`as the key of a deposit address: ${name}`, async () => {
        const { client, clients, native, payer, recipient } = world
        const { walletClient, originClient, ...rest } = clients()
        const service = lying(client, (order, { useDepositAddress }) => {
          if (!useDepositAddress) change(order)
        })
        const getQuote: ServiceClient['getQuote'] = async (...parameters) => {
          const quote = await service.getQuote(...parameters)
          if (parameters[0].useDepositAddress) delete quote.protocol!.v2!.orderSignature
          return quote
        }
        const { kept, keep } = keeper()
        const shown: string[] = []
        const call = {
          ...native({ useDepositAddress: true, refundTo: payer }),
          payment: { recipient, refundTo: payer },
        }
        const error = await thrown(() =>
          payReceiver(
            { ...service, getQuote },
            {
              ...{ ...rest, ...call, keep },
              onProgress: ({ type }) => void shown.push(type),
            },
          ),
        )
        expect(error, error.message).to.include({ name: 'StepMismatchError', ...expected })
        expect(shown).to.deep.equal(['opened'])
        expect(kept.map(({ state }) => state)).to.deep.equal(['opened'])
      })
    }

    it('without a signature', async () => {
      await refused(
        { name: 'StepMismatchError', path: 'protocol.v2.orderSignature' },
        {
          service: lying(
            world.client,
            () => {},
            async () => undefined,
          ),
        },
      )
    })

    it('with the signature of somebody else', async () => {
      const { privateKey } = world.mock.accounts[4]!
      const error = await refused(
        { name: 'InboxNotPayableError' },
        { service: lying(world.client, () => {}, signedBy(privateKey)) },
      )
      expect((error.failures as { name: string }[])[0]).to.include({
        check: 'signature',
        name: 'UnknownSolver',
      })
    })

    it('whose key needs more than the deposit address brings', async () => {
      const { client, clients, token, payer, recipient } = world
      const { walletClient, originClient, ...rest } = clients()
      const service = lying(client, (order, { useDepositAddress }) => {
        const [payment] = order.output.payments
        if (!useDepositAddress) payment!.minimumAmount = String(BigInt(payment!.minimumAmount) + 1n)
      })
      const getQuote: ServiceClient['getQuote'] = async (...parameters) => {
        const quote = await service.getQuote(...parameters)
        if (parameters[0].useDepositAddress) delete quote.protocol!.v2!.orderSignature
        return quote
      }
      const call = {
        ...token({ useDepositAddress: true, refundTo: payer }),
        payment: { recipient, refundTo: payer },
      }
      const error = await thrown(() => payReceiver({ ...service, getQuote }, { ...rest, ...call }))
      expect(error).to.include({ name: 'StepMismatchError', path: `${paymentPath}.minimumAmount` })
      expect(error.message).to.include('as of the address')
    })
  })

  it('error: an order that ends after the terms', async () => {
    const { recipient } = world
    const deadline = Math.floor(Date.now() / 1000) + 3600
    await refused(
      { name: 'StepMismatchError', path: `${orderPath}.output.deadline` },
      { parameters: { payment: { recipient, deadline } } },
    )
  })

  it("error: less than the terms' minimum", async () => {
    const { recipient } = world
    await refused(
      { name: 'StepMismatchError', path: `${paymentPath}.minimumAmount`, required: `at least ${2n * ether}` },
      { parameters: { payment: { recipient, minimum: 2n * ether } } },
    )
  })

  it("error: less or more than the receiver's list accepts", async () => {
    const { admin } = world
    for (const [min, max] of [
      [2n * ether, 3n * ether],
      [1n, ether / 2n],
    ]) {
      await admin('setToken', [zeroAddress, min, max])
      await refused({ name: 'StepMismatchError', path: `${paymentPath}.minimumAmount` }).finally(() =>
        admin('setToken', [zeroAddress, 1n, maxUint128]),
      )
    }
  })

  it("error: the list's least amount rises after the terms were kept", async () => {
    const { admin } = world
    const { kept, keep } = keeper()
    const parameters = {
      keep: async (call: InboxCall) => {
        keep(call)
        if (call.state === 'opened') await admin('setToken', [zeroAddress, 2n * ether, maxUint128])
      },
    }
    await refused(
      { name: 'StepMismatchError', path: `${paymentPath}.minimumAmount` },
      { parameters, states: [] },
    ).finally(() => admin('setToken', [zeroAddress, 1n, maxUint128]))
    expect(kept).to.have.length(1)
  })

  it('error: what the receiver would refuse', async () => {
    const { admin, mock, origin } = world
    const route = (max: bigint) => ({ chainId: origin.id, currency: pad(zeroAddress), min: max && 1n, max })
    const recipient = { recipient: world.recipient, hook: false }
    for (const [check, undo, ...change] of [
      ['paused', ['unpause'], 'pause'],
      ['recipient', ['setRecipient', recipient], 'removeRecipient', world.recipient],
      ['origin', ['setRoute', route(maxUint128)], 'setRoute', route(0n)],
      ['signature', ['setSolver', { solver: mock.solver, start: 0, stop: 0 }], 'revokeSolver', mock.solver],
    ] as const) {
      const [name, ...args] = change as [string, ...unknown[]]
      const [undoName, ...undoArgs] = undo as readonly [string, ...unknown[]]
      for (const at of ['opened', 'quoted']) {
        const { kept, keep } = keeper()
        const parameters = {
          keep: async (call: InboxCall) => {
            keep(call)
            if (call.state === at && kept.length === (at === 'opened' ? 1 : 2)) await admin(name, args)
          },
        }
        const error = await refused({ name: 'InboxNotPayableError' }, { parameters, states: [] }).finally(
          () => admin(undoName, undoArgs),
        )
        expect((error.failures as { check: string }[]).map((one) => one.check)).to.include(check)
        expect(kept.at(-1)!.state).to.equal(at)
      }
    }
  })

  it('error: the flag of the hook changes after the terms were kept', async () => {
    const { admin, recipient } = world
    const { kept, keep } = keeper()
    const parameters = {
      keep: async (call: InboxCall) => {
        keep(call)
        if (kept.length === 2) await admin('setRecipient', [{ recipient, hook: true }])
      },
    }
    const error = await refused({ name: 'InboxNotPayableError' }, { parameters, states: [] }).finally(() =>
      admin('setRecipient', [{ recipient, hook: false }]),
    )
    expect((error.failures as object[])[0]).to.include({ name: 'TermsMismatch' })
  })

  it('error: a flag of the hook that a claim would refuse: nothing is kept or quoted', async () => {
    const { admin, recipient, client } = world
    const getQuote: ServiceClient['getQuote'] = () => Promise.reject(new Error('asked'))
    for (const hook of [true, false]) {
      await admin('setRecipient', [{ recipient, hook: !hook }])
      const error = await refused(
        { name: 'StepOptionError', option: 'payment.hook' },
        {
          service: { ...client, getQuote },
          parameters: { payment: { recipient, hook, claimer: zeroAddress } },
          states: [],
        },
      ).finally(() => admin('setRecipient', [{ recipient, hook: false }]))
      expect(error.message).to.include(`${!hook}, the recipient's flag on the receiver's list`)
    }
  })

  describe('error: a refund to an address that can not use it', () => {
    const asked: string[] = []
    /** A service that answers nothing, and a wallet that signs nothing. */
    const silent = () =>
      new Proxy(world.client, {
        get: (target, name) => {
          if (name === 'profile') return target.profile
          return () => {
            asked.push(String(name))
            throw new Error('asked')
          }
        },
      })

    const refusedEarly = async (option: string, refundTo: string, parameters: object) => {
      const { walletOver } = world
      const walletClient = walletOver(async ({ method }) => {
        if (method !== 'eth_chainId') asked.push(method)
        throw new Error('asked')
      })
      const error = await refused(
        { name: 'StepOptionError', option },
        { service: silent(), parameters: { walletClient, ...parameters }, states: [] },
      )
      expect(error.message.toLowerCase()).to.include(refundTo.toLowerCase())
      expect(asked).to.deep.equal([])
    }

    it('the owner of the inbox', async () => {
      const { client, destination, receiver, recipient, token } = world
      const chain = client.profile.chains!.find(({ id }) => id === destination.id)!
      const { address: router, approvalProxy } = chain.routers![0]!
      const permit2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
      for (const refundTo of [receiver, router, approvalProxy!, getAddress(chain.depository!), permit2])
        await refusedEarly('payment.refundTo', refundTo, { payment: { recipient, refundTo } })
      const refundTo = tokenOf(destination)
      await refusedEarly('payment.refundTo', refundTo, { ...token(), payment: { recipient, refundTo } })
    })

    it('the owner of the inbox: what only the receiver reserves', async () => {
      const { admin, recipient } = world
      await admin('setReserved', [stranger, true])
      const payment = { recipient, refundTo: stranger }
      await refusedEarly('payment.refundTo', stranger, { payment }).finally(() =>
        admin('setReserved', [stranger, false]),
      )
    })

    it('the refund on the origin chain', async () => {
      const { client, origin, receiver, native, clients } = world
      const chain = client.profile.chains!.find(({ id }) => id === origin.id)!
      const { kept, keep } = keeper()
      const stop = (call: InboxCall) => {
        keep(call)
        throw new Error('stopped')
      }
      await thrown(() => payReceiver(client, { ...clients(), ...native(), keep: stop }))
      const { inbox } = kept[0]!
      const { address: router } = chain.routers![0]!
      for (const refundTo of [receiver, inbox, inbox.toLowerCase(), router, chain.depository!])
        await refusedEarly('request.refundTo', refundTo, native({ refundTo }))
    })
  })

  it('error: a token that the receiver does not accept', async () => {
    const { admin, destination, clients, token, client, nonceOf } = world
    const nonce = await nonceOf()
    await admin('setToken', [tokenOf(destination), 0n, 0n])
    try {
      const error = await thrown(() => payReceiver(client, { ...clients(), ...token() }))
      expect(error).to.include({ name: 'StepOptionError', option: 'request.destinationCurrency' })
      expect(await nonceOf()).to.equal(nonce)
    } finally {
      await admin('setToken', [tokenOf(destination), 1n, maxUint128])
    }
  })

  describe('attack: a node that lies', () => {
    /** A node of the destination chain, which names another address to the calls of `inboxOf` from the `after`th on. */
    function lyingNode(after: number) {
      const { request } = coherent(world.destination.rpcUrl)
      let count = 0
      return toNodes(async (args) => {
        const [call] = (args.params ?? []) as [{ data?: Hex }?]
        const isView = args.method === 'eth_call' && call?.data?.startsWith(inboxOf)
        return isView && count++ >= after ? pad(stranger) : request(args)
      }).client
    }

    it('names another address', async () => {
      const parameters = { destinationClient: lyingNode(0) }
      await refused({ name: 'InboxMismatchError', found: getAddress(stranger) }, { parameters, states: [] })
    })

    it('names another address after the quote', async () => {
      for (const [after, states] of [
        [1, ['opened']],
        [2, ['opened', 'quoted']],
      ] as const) {
        const parameters = { destinationClient: lyingNode(after) }
        await refused({ name: 'InboxMismatchError' }, { parameters, states: [...states] })
      }
    })

    it('names another kind', async () => {
      const { request } = coherent(world.destination.rpcUrl)
      const node = toNodes(async (args) => {
        const [call] = (args.params ?? []) as [{ data?: Hex }?]
        if (args.method === 'eth_call' && call?.data?.startsWith(claimsOf))
          throw Object.assign(new Error('execution reverted'), { code: 3, data: '0x' })
        return request(args)
      })
      const parameters = { destinationClient: node.client }
      await refused({ name: 'StepOptionError', option: 'authorizer' }, { parameters, states: [] })
    })

    it('is of another chain', async () => {
      const parameters = { destinationClient: coherent(world.origin.rpcUrl).client }
      await refused({}, { parameters, states: [] })
    })
  })
})

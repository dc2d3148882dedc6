import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'chai'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  maxUint128,
  pad,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import {
  type InboxCall,
  type PayInboxParameters,
  payReceiver,
  type Quote,
} from '../../../src/client/index.js'
import type { ServiceClient } from '../../../src/client/serviceClient.js'
import { hashOrder, type OrderData, signOrder } from '../../../src/index.js'
import { solverKey } from '../../../src/mock/accounts.js'
import { encodeChainAddress } from '../../../src/protocol/order/encodeChainAddress.js'
import type { ServiceProfile } from '../../../src/service/profile/types.js'
import { balanceOf, clientOf, ether, tokenOf, usdc } from '../../mock/helpers.js'
import { thrown } from '../../support/errors.js'
import { keeper, open, type World } from './world.js'

type Machine = {
  chainId: number
  vm: 'svm' | 'bvm'
  native: string
  /** Absent if the chain has no tokens. */
  token?: string
  depository: string
  account: string
  address: string
}

// Chain ids and depositories: the `relay` profile. The native currencies stand for themselves in the service's listing.
const machines: Record<'solana' | 'bitcoin', Machine> = {
  solana: {
    chainId: 792703809,
    vm: 'svm',
    native: '11111111111111111111111111111111',
    token: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
    depository: '99vQwtBwYtrqqD9YSXbdum3KBdxPAVxYTaQ3cfnJSrN2',
    account: 'F5PHsuwjY6oTjKzpXRhNgNgUXqQr7gFCSJxVExKTCgJM',
    address: '7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5',
  },
  bitcoin: {
    chainId: 8253038,
    vm: 'bvm',
    native: 'bc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqmql8k8',
    depository: 'bc1qzmtn0q92ayejt2hpffvlktcpmyy7vvsd06sefu',
    account: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
  },
}

describe('payReceiver, for a receiver of inboxes: an origin of another virtual machine', () => {
  let world: World
  before(async () => {
    world = await open()
    const { admin } = world
    for (const [name, { chainId, vm, native, token }] of Object.entries(machines)) {
      await admin('setChain', [{ name, chainId, isEvm: false }])
      for (const currency of [native, ...(token ? [token] : [])]) {
        const word = pad(encodeChainAddress(vm, currency)! as Hex, { size: 32 })
        await admin('setRoute', [{ chainId, currency: word, min: 1n, max: maxUint128 }])
      }
    }
  })
  after(() => world?.mock.close())

  /**
   * The mock, whose chains are EVM chains, as a service whose origin is `name`. It quotes with the mock's prices, signs with the
   * mock's solver, and fills from the mock's solver once the address was paid.
   */
  function front(name: keyof typeof machines) {
    const { client, mock, origin, destination, payer } = world
    const machine = machines[name]
    const chain = { id: machine.chainId, name, depositories: [machine.depository] }
    const profile: ServiceProfile = { ...client.profile, chains: [...client.profile.chains!, chain] }
    const paid = new Map<string, Hex[]>()
    const orders = new Map<string, OrderData>()
    let last = ''
    const statusOf = (id: string) =>
      paid.has(id) ? { status: 'success', txHashes: paid.get(id)! } : { status: 'waiting' }
    const service = {
      ...client,
      profile,
      getQuote: async (asked: Parameters<ServiceClient['getQuote']>[0]) => {
        const isToken = asked.originCurrency === machine.token
        const quote = structuredClone(
          await client.getQuote({
            ...asked,
            ...{ user: payer, refundTo: payer, originChainId: origin.id },
            originCurrency: isToken ? tokenOf(origin) : zeroAddress,
          }),
        ) as Quote
        const v2 = quote.protocol!.v2!
        const orderData = v2.orderData as OrderData
        const [from] = [hashOrder(orderData)]
        const input = orderData.inputs[0]!
        const foreign = { chainId: name, currency: asked.originCurrency }
        Object.assign(input.payment, foreign)
        for (const refund of input.refunds)
          Object.assign(refund, foreign, { recipient: asked.refundTo, extraData: '0x' })
        Object.assign(v2.paymentDetails!, foreign, { depository: machine.depository })
        const to = hashOrder(orderData)
        const changed = JSON.parse(JSON.stringify(quote).replaceAll(from.slice(2), to.slice(2))) as Quote
        const orderSignature = await signOrder({ orderData, account: privateKeyToAccount(solverKey) })
        Object.assign(changed.protocol!.v2!, { orderData, orderSignature })
        const step = changed.steps[0] as { depositAddress?: string; requestId?: string; items?: object[] }
        if (asked.useDepositAddress) {
          Object.assign(step, {
            depositAddress: machine.address,
            items: [{ status: 'incomplete', data: {} }],
          })
          last = step.requestId!
        }
        orders.set(step.requestId!, orderData)
        return changed
      },
      getStatus: async ({ requestId }: { requestId: string }) => statusOf(requestId),
      waitForRequest: async ({ requestId, signal }: { requestId: string; signal?: AbortSignal }) => {
        for (;;) {
          const record = statusOf(requestId)
          if (record.status === 'success') return record
          await sleep(10, undefined, { signal })
        }
      },
    } as unknown as ServiceClient
    /** The address was paid: the solver fills. Another `amount` is a request of its own. */
    const fill = async (amount?: bigint) => {
      const { output } = orders.get(last)!
      const { recipient, currency, expectedAmount } = output.payments[0]!
      const value = amount ?? BigInt(expectedAmount)
      const id = amount === undefined ? hashOrder(orders.get(last)!) : pad('0x07')
      const isNative = BigInt(currency) === 0n
      const call = isNative
        ? { to: recipient as Address, value, data: id }
        : {
            to: currency as Address,
            data: `${encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [recipient as Address, value] })}${id.slice(2)}` as const,
          }
      const solver = createWalletClient({
        account: privateKeyToAccount(solverKey),
        transport: http(destination.rpcUrl),
        pollingInterval: 20,
      })
      const hash = await solver.sendTransaction({ ...call, chain: null })
      await clientOf(destination).waitForTransactionReceipt({ hash })
      if (amount === undefined) paid.set(last, [hash])
    }
    return { service, fill, machine, mock }
  }

  let salt = 0
  function start(
    name: keyof typeof machines,
    {
      isToken = false,
      tradeType = 'EXACT_OUTPUT',
      changes = {},
    }: { isToken?: boolean; tradeType?: string; changes?: object } = {},
  ) {
    const { clients, recipient, receiver, payer, destination } = world
    const { service, fill, machine } = front(name)
    const { walletClient, originClient, ...rest } = clients()
    const isExact = tradeType === 'EXACT_OUTPUT'
    const unit = isToken ? 100n * usdc : ether
    const parameters = {
      ...rest,
      receiver,
      request: {
        ...{ originChainId: machine.chainId, destinationChainId: destination.id, tradeType, amount: unit },
        originCurrency: isToken ? machine.token! : machine.native,
        destinationCurrency: isToken ? tokenOf(destination) : zeroAddress,
        ...{ useDepositAddress: true, refundTo: machine.account },
      },
      payment: { recipient, refundTo: payer, salt: `0x${(++salt).toString(16).padStart(64, '0')}` },
      ...(isExact && { maximumAmountIn: 2n * unit }),
      timeoutMs: 5000,
      ...changes,
    } as unknown as PayInboxParameters
    return { service, fill, machine, parameters, rest }
  }

  for (const [name, isToken] of [
    ['solana', false],
    ['solana', true],
    ['bitcoin', false],
  ] as const) {
    const what = `${name}, ${isToken ? 'a token' : 'native'}`
    it(`default: a deposit address: ${what}`, async () => {
      const token = isToken ? tokenOf(world.destination) : zeroAddress
      for (const tradeType of ['EXACT_OUTPUT', 'EXACT_INPUT']) {
        const before = await balanceOf(world.destination, token, world.recipient)
        const { service, fill, machine, parameters } = start(name, { isToken, tradeType })
        const shown: object[] = []
        const { claims, outcome } = await payReceiver(service, {
          ...parameters,
          keep: () => {},
          onProgress: async (progress) => {
            if (progress.type !== 'depositAddress') return
            shown.push(progress)
            await fill()
          },
        } as PayInboxParameters)
        expect(shown).to.have.length(1)
        expect(shown[0]).to.include({ depositAddress: machine.address, chainId: machine.chainId })
        expect(outcome?.status).to.equal('success')
        const arrived = (await balanceOf(world.destination, token, world.recipient)) - before
        expect(claims.map(({ credited }) => credited)).to.deep.equal([arrived])
        expect(arrived > 0n).to.equal(true)
      }
    })

    it(`behavior: killed after each keep, resumes: ${what}`, async () => {
      const token = isToken ? tokenOf(world.destination) : zeroAddress
      let kills = 0
      for (let isOver = false, at = 1; !isOver; at++) {
        const { service, fill, parameters, rest } = start(name, { isToken })
        const store = keeper()
        let isFilled = false
        const pay = async ({ type }: { type: string }) => {
          if (type !== 'depositAddress' || isFilled) return
          isFilled = true
          await fill()
        }
        const keep = (call: InboxCall) => {
          store.keep(call)
          if (store.kept.length === at) throw new Error('killed')
        }
        const before = await balanceOf(world.destination, token, world.recipient)
        const first = await payReceiver(service, {
          ...parameters,
          keep,
          onProgress: pay,
        } as PayInboxParameters).catch((error: Error) => error)
        if (first instanceof Error) {
          kills++
          expect(first.message).to.equal('killed')
          const call = store.kept.at(-1)!
          // Killed before the address was shown: it is in the stored quote.
          if (call.state === 'depositing') await pay({ type: 'depositAddress' })
          const again = keeper()
          const { claims } = await payReceiver(service, {
            ...rest,
            call,
            keep: again.keep,
            onProgress: pay,
            timeoutMs: 5000,
          })
          expect([claims.length, again.kept.at(-1)!.state]).to.deep.equal([1, 'claimed'])
        } else isOver = true
        const arrived = (await balanceOf(world.destination, token, world.recipient)) - before
        expect(arrived >= (isToken ? 100n * usdc : ether)).to.equal(true)
        expect(arrived < 2n * (isToken ? 100n * usdc : ether)).to.equal(true)
      }
      expect(kills).to.equal(5)
    })
  }

  it('behavior: another amount', async () => {
    const { service, fill, parameters } = start('solana', { tradeType: 'EXACT_INPUT' })
    const { claims, outcome } = await payReceiver(service, {
      ...parameters,
      keep: () => {},
      onProgress: ({ type }) => type === 'depositAddress' && fill(ether / 3n),
    } as PayInboxParameters)
    expect([claims.map(({ credited }) => credited), outcome]).to.deep.equal([[ether / 3n], undefined])
  })

  it('attack: an order that differs from the request, or refunds somebody else', async () => {
    for (const [change, path] of [
      [
        (order: OrderData) => Object.assign(order.output.payments[0]!, { recipient: world.payer }),
        'recipient',
      ],
      [(order: OrderData) => Object.assign(order.inputs[0]!.payment, { amount: '9'.repeat(30) }), 'amount'],
      [
        (order: OrderData) =>
          Object.assign(order.inputs[0]!.refunds[0]!, { recipient: machines.solana.address }),
        'refunds',
      ],
      [
        (order: OrderData) => Object.assign(order.inputs[0]!.payment, { currency: machines.solana.token }),
        'currency',
      ],
    ] as const) {
      const { service, parameters } = start('solana')
      const shown: string[] = []
      const getQuote: ServiceClient['getQuote'] = async (...asked) => {
        const quote = structuredClone(await service.getQuote(...asked))
        const orderData = quote.protocol!.v2!.orderData as OrderData
        const from = hashOrder(orderData)
        change(orderData)
        return JSON.parse(JSON.stringify(quote).replaceAll(from.slice(2), hashOrder(orderData).slice(2)))
      }
      const error = await thrown(() =>
        payReceiver({ ...service, getQuote }, {
          ...parameters,
          keep: () => {},
          onProgress: ({ type }) => void shown.push(type),
        } as PayInboxParameters),
      )
      expect(error, error.message).to.include({ name: 'StepMismatchError' })
      expect(error.path).to.include(path)
      expect(shown).to.deep.equal(['opened'])
    }
  })

  it('attack: a quote without a deposit address', async () => {
    const { service, parameters } = start('solana')
    const getQuote: ServiceClient['getQuote'] = async (...asked) => {
      const quote = await service.getQuote(...asked)
      delete (quote.steps[0] as { depositAddress?: unknown }).depositAddress
      return quote
    }
    const { kept, keep } = keeper()
    const run = () => payReceiver({ ...service, getQuote }, { ...parameters, keep } as PayInboxParameters)
    expect(await thrown(run)).to.include({ name: 'StepMismatchError', path: 'steps' })
    expect(kept.map(({ state }) => state)).to.deep.equal(['opened'])
  })

  it('error: a chain that the oracle no longer settles', async () => {
    const { service, parameters } = start('solana')
    const chains = service.profile.chains!.map((chain) =>
      chain.name === 'solana' ? { ...chain, support: 'unsettled' as const } : chain,
    )
    const unsettled = { ...service, profile: { ...service.profile, chains } }
    const error = await thrown(() =>
      payReceiver(unsettled, { ...parameters, keep: () => {} } as PayInboxParameters),
    )
    expect(error, error.message).to.include({ name: 'UnverifiedStepError', needs: 'unsettled' })
  })
})

import { expect } from 'chai'
import { type Address, zeroAddress, zeroHash } from 'viem'
import { type InboxCall, type PayInboxParameters, payReceiver } from '../../../src/client/index.js'
import type { ServiceClient } from '../../../src/client/serviceClient.js'
import { getInbox } from '../../../src/contract/index.js'
import { askOf } from '../../../src/contract/rpc/withRequest.js'
import { hashOrder, type OrderData } from '../../../src/index.js'
import { balanceOf, clientOf, ether, send, tokenOf, usdc } from '../../mock/helpers.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'
import { keeper, open, type World } from './world.js'

describe('payReceiver, for a receiver of inboxes', () => {
  let world: World
  before(async () => {
    world = await open()
  })
  after(() => world?.mock.close())

  it('default: pays native currency, and claims it', async () => {
    const { client, native, clients, destination, recipient, receiver, nonceOf } = world
    const before = await balanceOf(destination, zeroAddress, recipient)
    const nonce = await nonceOf()
    const { kept, keep } = keeper()
    const types: string[] = []
    const { inbox, inboxHash, txHashes, claims, outcome } = await payReceiver(client, {
      ...clients(),
      ...native(),
      keep,
      onProgress: ({ type }) => void types.push(type),
    })
    expect(outcome?.status).to.equal('success')
    expect(await balanceOf(destination, zeroAddress, recipient)).to.equal(before + ether)
    expect([await nonceOf(), txHashes.length, claims.length]).to.deep.equal([nonce + 1, 1, 1])
    expect(claims[0]!.credited).to.equal(ether)
    expect(types.filter((type) => type !== 'status')).to.deep.equal([
      ...['opened', 'quoted', 'transactionRequested', 'transactionSent', 'transactionConfirmed'],
      ...['filled', 'claimSent'],
    ])
    const states = kept.map(({ state }) => state)
    expect(states.filter((state, index) => state !== states[index - 1])).to.deep.equal([
      ...['opened', 'quoted', 'depositing', 'filled', 'claimed'],
    ])
    expect(kept[0]).not.to.have.property('quote')
    const { terms } = kept[0]!
    const found = await getInbox(clientOf(destination), {
      receiver,
      terms: { ...terms, minimum: BigInt(terms.minimum) },
    })
    expect(found).to.include({ inbox, inboxHash, balance: 0n, claims: 1n })
  })
  it('behavior: a token, an exact output and an exact input', async () => {
    const { client, token, clients, destination, recipient } = world
    for (const changes of [{}, { tradeType: 'EXACT_OUTPUT', amount: 50n * usdc }] as const) {
      const before = await balanceOf(destination, tokenOf(destination), recipient)
      const { claims } = await payReceiver(client, { ...clients(), ...token(changes) })
      const arrived = (await balanceOf(destination, tokenOf(destination), recipient)) - before
      expect(claims.map(({ credited }) => credited)).to.deep.equal([arrived])
      expect(arrived >= 50n * usdc).to.equal(true)
    }
  })

  it('behavior: native currency, an exact input', async () => {
    const { client, native, clients } = world
    const call = native({ tradeType: 'EXACT_INPUT' })
    const { claims } = await payReceiver(client, { ...clients(), ...call, minimumAmountOut: ether / 2n })
    expect(claims[0]!.credited > ether / 2n).to.equal(true)
  })

  it('default: the terms depend on nothing but the parameters and the lists', async () => {
    const { client, native, clients, payer, recipient } = world
    const terms = []
    for (const amount of [ether, 2n * ether]) {
      const { kept, keep } = keeper()
      const stop = (call: InboxCall) => {
        keep(call)
        throw new Error('stopped')
      }
      await thrown(() => payReceiver(client, { ...clients(), ...native({ amount }), keep: stop }))
      terms.push(kept[0]!.terms)
    }
    expect(terms[0]).to.deep.equal({
      ...{ token: zeroAddress, recipient, hook: false, refundTo: payer, claimer: zeroAddress },
      ...{ deadline: 2 ** 48 - 1, minimum: '1', salt: zeroHash, data: '0x' },
    })
    expect(terms[1]).to.deep.equal(terms[0])
  })

  it('behavior: the caller chooses the terms', async () => {
    const { client, native, clients, recipient, keeper: claimer, mock } = world
    const refundTo = mock.accounts[4]!.address
    const payment = {
      ...{ recipient, refundTo, claimer, salt: `0x${'07'.repeat(32)}` as const, data: '0x1234' as const },
      ...{ deadline: 4_000_000_000, minimum: ether },
    } as const
    const { kept, keep } = keeper()
    await payReceiver(client, { ...clients(), ...native(), payment, keep })
    const { hook, token, ...chosen } = kept.at(-1)!.terms
    expect(chosen).to.deep.equal({ ...payment, minimum: String(ether) })
    expect(kept.at(-1)!.state).to.equal('claimed')
  })

  for (const [name, changes] of [
    ['strict', { tradeType: 'EXACT_OUTPUT' }],
    ['open', { tradeType: 'EXACT_INPUT' }],
  ] as const) {
    it(`behavior: a deposit address, ${name}, that someone else pays`, async () => {
      const { client, native, clients, mock, origin, payer, recipient, destination } = world
      const { originClient, walletClient, ...rest } = clients()
      const before = await balanceOf(destination, zeroAddress, recipient)
      const { kept, keep } = keeper()
      const { request, ...call } = native({ ...changes, useDepositAddress: true, refundTo: payer })
      const shown: unknown[] = []
      const { claims, txHashes } = await payReceiver(client, {
        ...rest,
        ...call,
        request,
        payment: { recipient, refundTo: payer },
        keep,
        onProgress: async (progress) => {
          if (progress.type !== 'depositAddress') return
          shown.push(progress.amount)
          expect(kept.at(-1)!.state).to.equal('depositing')
          const to = progress.depositAddress as Address
          await send(mock, origin, mock.accounts[4]!.address, { to, value: progress.amount })
        },
      })
      expect([shown.length, txHashes.length, claims.length]).to.deep.equal([1, 0, 1])
      const arrived = (await balanceOf(destination, zeroAddress, recipient)) - before
      expect(arrived).to.equal(claims[0]!.credited)
    })
  }

  it('behavior: a deposit address whose quote has no signature takes another order as the key', async () => {
    const { client, native, clients, mock, origin, payer, recipient } = world
    const { originClient, walletClient, ...rest } = clients()
    const service: ServiceClient = {
      ...client,
      getQuote: async (...parameters) => {
        const quote = await client.getQuote(...parameters)
        if (parameters[0].useDepositAddress) delete quote.protocol!.v2!.orderSignature
        return quote
      },
    }
    const { kept, keep } = keeper()
    const { claims, orderId } = await payReceiver(service, {
      ...rest,
      ...native({ useDepositAddress: true, refundTo: payer }),
      payment: { recipient, refundTo: payer },
      keep,
      onProgress: (progress) =>
        progress.type === 'depositAddress' &&
        send(mock, origin, payer, { to: progress.depositAddress as Address, value: progress.amount }),
    })
    expect(claims).to.have.length(1)
    const { evidence, quote } = kept.at(-1)!
    expect(hashOrder(evidence!.orderData)).not.to.equal(orderId)
    expect(hashOrder(quote!.protocol!.v2!.orderData as OrderData)).to.equal(orderId)
  })

  it('error: the wallet does not answer, and the deposit is unknown', async () => {
    const { client, clients, native, nonceOf, origin, walletOn, walletOver } = world
    const nonce = await nonceOf()
    const { kept, keep } = keeper()
    const request = askOf(walletOn(origin))
    const walletClient = walletOver(async (args) => {
      if (args.method === 'eth_sendRawTransaction') throw new Error('The line broke.')
      return request(args)
    })
    const error = await thrown(() => payReceiver(client, { ...clients(), ...native(), walletClient, keep }))
    const { inboxHash, inbox } = kept.at(-1)!
    expect(error).to.include({ name: 'DepositUnknownError', callHash: inboxHash })
    const start = `It is unknown whether the wallet sent the deposit for the payment ${inboxHash}. `
    expect(error.shortMessage).to.satisfy((message: string) => message.startsWith(start))
    const resumed = await payReceiver(client, { ...clients(), call: kept.at(-1)!, keep })
    expect([resumed.inbox, await nonceOf()]).to.deep.equal([inbox, nonce + 1])
  })

  it('default: for a recipient with a hook, only the claimer may claim', async () => {
    const { client, native, clients, recipient, keeper: claimer, admin } = world
    const setHook = (hook: boolean) => admin('setRecipient', [{ recipient, hook }])
    try {
      for (const [hook, payment, expected] of [
        [true, { recipient }, claimer],
        [true, { recipient, hook: true }, claimer],
        [true, { recipient, claimer: zeroAddress }, zeroAddress],
        [false, { recipient }, zeroAddress],
      ] as const) {
        await setHook(hook)
        const { kept, keep } = keeper()
        const stop = (call: InboxCall) => {
          keep(call)
          throw new Error('stopped')
        }
        await thrown(() => payReceiver(client, { ...clients(), ...native(), payment, keep: stop }))
        expect(kept[0]!.terms).to.include({ hook, claimer: expected })
      }
      await setHook(true)
      const { claimer: _, ...rest } = clients()
      const error = await thrown(() => payReceiver(client, { ...rest, ...native(), payment: { recipient } }))
      expect(error, error.message).to.include({ name: 'StepOptionError', option: 'payment.claimer' })
    } finally {
      await setHook(false)
    }
  })

  it('error: what must be said', async () => {
    const { client, native, clients, payer, recipient, origin } = world
    const address = native({ useDepositAddress: true })
    const { walletClient, originClient, ...rest } = clients()
    for (const [option, parameters] of [
      ['keep', { ...clients(), ...native(), keep: undefined }],
      ['walletClient', { ...rest, ...native() }],
      ['originClient', { ...rest, walletClient, ...native() }],
      ['request.destinationChainId', { ...clients(), ...native({ destinationChainId: origin.id }) }],
      ['request.explicitDeposit', { ...clients(), ...native({ explicitDeposit: false }) }],
      ['request.usePermit', { ...clients(), ...native({ usePermit: true }) }],
      ['request.txs', { ...clients(), ...native({ txs: [] } as object) }],
      ['request.destinationCurrency', { ...clients(), ...native({ destinationCurrency: payer }) }],
      ['walletClient', { ...clients(), ...address }],
      ['request.refundTo', { ...rest, ...address }],
      ['payment.refundTo', { ...rest, ...native({ useDepositAddress: true, refundTo: payer }) }],
      ['payment.hook', { ...clients(), ...native(), payment: { recipient, hook: true } }],
      ['claimer', { ...clients(), ...native(), payment: { recipient, claimer: payer } }],
      ['authorizer', { ...clients(), ...native(), receiver: world.destination.receiver }],
      ['authorizer', { ...clients(), ...native(), authorizer: walletClient }],
    ] as const) {
      const error = await thrown(() => payReceiver(client, mistyped<PayInboxParameters>(parameters)))
      expect(error, error.message).to.include({ name: 'StepOptionError', option })
    }
  })
})

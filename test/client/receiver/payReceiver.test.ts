import { expect } from 'chai'
import {
  type Address,
  createWalletClient,
  custom,
  type Hex,
  numberToHex,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { payReceiver, type Quote, type ReceiverCall } from '../../../src/client/index.js'
import type { ServiceClient } from '../../../src/client/serviceClient.js'
import { getAuthorization, parsePaymentReturned } from '../../../src/contract/index.js'
import { askOf } from '../../../src/contract/rpc/withRequest.js'
import { mockDepositoryBytecode } from '../../../src/generated/bytecode/mockDepository.js'
import { attestedOrderReceiverAbi, hashOrder, signOrder } from '../../../src/index.js'
import {
  accountOf,
  balanceOf,
  clientOf,
  depositNative,
  ether,
  send,
  tokenOf,
  usdc,
} from '../../mock/helpers.js'
import { type Complete, complete } from '../../support/complete.js'
import { thrown } from '../../support/errors.js'
import { resetMachineClock, setMachineClock } from '../../support/machineClock.js'
import { keeper, open, type World } from './world.js'

describe('payReceiver', () => {
  let world: World
  let client: ServiceClient
  before(async () => {
    world = await open()
    client = world.client
  })
  after(() => world?.mock.close())

  /** A call whose process was killed after it kept that it would deposit. */
  const killWhileDepositing = async () => {
    const { kept, keep } = keeper()
    await thrown(() =>
      payReceiver(client, {
        ...world.clients(),
        ...world.native(),
        keep: (call) => {
          keep(call)
          if (call.state === 'depositing') throw new Error('killed')
        },
      }),
    )
    return { call: kept.at(-1)!, kept, keep }
  }

  const accepted = async (txHash: Hex) => {
    const { logs } = await clientOf(world.destination).getTransactionReceipt({ hash: txHash })
    return parseEventLogs({ abi: attestedOrderReceiverAbi, logs, eventName: 'FillAccepted' }).map(
      ({ args }) => args,
    )
  }

  it('default: pays native currency for a signed order', async () => {
    const { native, clients, destination, recipient, paid, nonceOf } = world
    const before = await balanceOf(destination, zeroAddress, recipient)
    const nonce = await nonceOf()
    const { kept, keep } = keeper()
    const types: string[] = []
    const { callHash, orderId, outcome, txHashes } = await payReceiver(client, {
      ...clients(),
      ...native(),
      keep,
      onProgress: ({ type }) => void types.push(type),
    })
    expect(outcome.status).equal('success')
    expect([await paid(callHash), await paid(orderId)]).deep.equal([true, false])
    expect(await balanceOf(destination, zeroAddress, recipient)).equal(before + ether)
    expect([await nonceOf(), txHashes.length]).deep.equal([nonce + 1, 1])
    expect(types.filter((type) => type !== 'status')).deep.equal([
      'quoted',
      'authorizationSent',
      'authorized',
      'transactionRequested',
      'transactionSent',
      'transactionConfirmed',
    ])
    const states = kept.map(({ state }) => state)
    expect(states).deep.equal(['quoted', 'authorized', 'depositing', 'depositing', 'depositing', 'paid'])
    const [event] = await accepted(outcome.txHashes![0] as Hex)
    expect(event).include({ id: callHash, recipient, amount: ether, payer: destination.router })
  })

  it("behavior: the default deadline counts from the later of the two clocks, because an idle chain's head is old", async () => {
    const { native, clients } = world
    const now = Math.floor(Date.now() / 1000) + 7200
    setMachineClock(now)
    let kept: ReceiverCall | undefined
    const keep = (call: ReceiverCall) => {
      kept = call
      throw new Error('Enough.')
    }
    const run = payReceiver(client, { ...clients(), ...native(), keep })
    const error = await thrown(() => run).finally(resetMachineClock)
    expect(error.message).equal('Enough.')
    expect(Number(kept!.payment.deadline)).within(now + 3600, now + 3660)
  })

  it('behavior: a token whose amount varies', async () => {
    const { token, clients, destination, recipient, payer } = world
    const before = await balanceOf(destination, tokenOf(destination), recipient)
    const spare = await balanceOf(destination, tokenOf(destination), payer)
    const priced: bigint[] = []
    const { kept, keep } = keeper()
    const { callHash, outcome } = await payReceiver(client, {
      ...clients(),
      ...token(),
      keep,
      onProgress: (progress) => progress.type === 'priced' && priced.push(progress.minimum),
    })
    expect(priced).length(1)
    const { payment, quote } = kept.at(-1)!
    const promised = quote.protocol!.v2!.orderData!.output.payments[0]!.minimumAmount
    expect(payment.minimum).equal(promised)
    const [event] = await accepted(outcome.txHashes![0] as Hex)
    expect(event!.id).equal(callHash)
    expect(event!.amount >= BigInt(payment.minimum)).equal(true)
    const arrived = (await balanceOf(destination, tokenOf(destination), recipient)) - before
    expect(arrived).equal(event!.amount)
    expect(await balanceOf(destination, tokenOf(destination), payer)).equal(spare)
    expect(await balanceOf(destination, tokenOf(destination), destination.router)).equal(0n)
  })

  it('behavior: a token, an exact output', async () => {
    const { token, clients, destination, recipient } = world
    const before = await balanceOf(destination, tokenOf(destination), recipient)
    await payReceiver(client, {
      ...clients(),
      ...token({ tradeType: 'EXACT_OUTPUT', amount: 77_000_001n }),
      onProgress: ({ type }) => expect(type).not.equal('priced'),
    })
    expect(await balanceOf(destination, tokenOf(destination), recipient)).equal(before + 77_000_001n)
  })

  it('behavior: the excess over the maximum goes to refundTo', async () => {
    const { token, clients, destination, recipient, mock, payer } = world
    const refundTo = mock.accounts[4]!.address
    const held = (holder: Address) => balanceOf(destination, tokenOf(destination), holder)
    const before = [await held(recipient), await held(refundTo)] as const
    const call = token()
    const price = await client.getPrice({ ...call.request, user: payer, recipient })
    const { currencyOut } = complete(price).details
    const maximum = BigInt(currencyOut.minimumAmount)
    const payment = { ...call.payment, refundTo, maximum }
    const { outcome } = await payReceiver(client, { ...clients(), ...call, payment })
    const [event] = await accepted(outcome.txHashes![0] as Hex)
    expect([event!.amount, (await held(recipient)) - before[0]]).deep.equal([maximum, maximum])
    const left = BigInt(currencyOut.amount) - maximum
    expect(left > 0n).equal(true)
    expect((await held(refundTo)) - before[1]).equal(left)
  })

  describe('a price that moves before the quote', () => {
    /** The service, whose price is lower by `less` than its quotes; `asked` counts those. */
    function moving(less: bigint) {
      const asked: string[] = []
      const service: ServiceClient = {
        ...client,
        getPrice: async (...parameters) => {
          const price = await client.getPrice(...parameters)
          const { currencyOut } = complete(price).details
          currencyOut.minimumAmount = String(BigInt(currencyOut.minimumAmount) - less)
          return price
        },
        getQuote: async (...parameters) => {
          const quote = await client.getQuote(...parameters)
          asked.push(String(quote.protocol!.v2!.orderData!.output.payments[0]!.minimumAmount))
          return quote
        },
      }
      return { service, asked }
    }

    it('default: requests another quote with the new minimum', async () => {
      const { token, clients, paid } = world
      for (const less of [5n, -5n]) {
        const { kept, keep } = keeper()
        const { service, asked } = moving(less)
        const { callHash } = await payReceiver(service, { ...clients(), ...token(), keep })
        expect([await paid(callHash), asked.length]).deep.equal([true, 2])
        expect(kept[0]!.payment.minimum).equal(asked[1])
      }
    })

    it('behavior: requests no other quote within the difference that the caller allows', async () => {
      const { token, clients } = world
      const { kept, keep } = keeper()
      const { service, asked } = moving(5n)
      await payReceiver(service, { ...clients(), ...token(), keep, maximumDifference: 5n })
      expect(asked).length(1)
      expect(BigInt(kept[0]!.payment.minimum)).equal(BigInt(asked[0]!) - 5n)
    })

    it('attack: the solver would keep the difference', async () => {
      const { token, clients, nonceOf } = world
      const nonce = await nonceOf()
      const { service } = moving(5n)
      const error = await thrown(() =>
        payReceiver(service, { ...clients(), ...token(), maximumDifference: 4n, maximumQuotes: 1 }),
      )
      expect(error).include({
        name: 'StepMismatchError',
        path: 'protocol.v2.orderData.output.payments[0].minimumAmount',
      })
      expect(await nonceOf()).equal(nonce)
    })

    it("attack: the quote promises less than the caller's minimum", async () => {
      const { token, clients, nonceOf } = world
      const nonce = await nonceOf()
      const error = await thrown(() =>
        payReceiver(client, { ...clients(), ...token(), minimumAmountOut: 200n * usdc }),
      )
      expect(error).include({ name: 'StepMismatchError', path: 'details.currencyOut.minimumAmount' })
      expect(await nonceOf()).equal(nonce)
    })
  })

  it('error: a variable amount of native currency', async () => {
    const { native, clients, nonceOf } = world
    const nonce = await nonceOf()
    const call = native({ tradeType: 'EXACT_INPUT' })
    expect(await thrown(() => payReceiver(client, { ...clients(), ...call }))).include({
      name: 'PaymentFieldError',
      field: 'request.tradeType',
    })
    expect(await nonceOf()).equal(nonce)
  })

  it('error: terms that a resumed run could not find again', async () => {
    const { native, clients, origin } = world
    for (const [option, changes] of [
      ['request.destinationChainId', { destinationChainId: origin.id }],
      ['request.explicitDeposit', { explicitDeposit: false }],
      ['request.useDepositAddress', { useDepositAddress: true }],
      ['request.refundTo', { refundTo: world.destination.receiver.toUpperCase().replace('X', 'x') }],
      ['request.refundTo', { refundTo: origin.router }],
    ] as const) {
      expect(await thrown(() => payReceiver(client, { ...clients(), ...native(changes) }))).include({
        name: 'StepOptionError',
        option,
      })
    }
  })

  describe('attack: a service that quotes another order', () => {
    /** The service, but for the order that it answers to a quote. */
    const lying = (change: (v2: Complete<Quote>['protocol']['v2']) => void) => ({
      ...client,
      getQuote: async (...parameters: Parameters<ServiceClient['getQuote']>) => {
        const quote = structuredClone(await client.getQuote(...parameters))
        change(complete(quote).protocol.v2)
        return quote
      },
    })

    it('authorizes nothing and sends nothing', async () => {
      const { native, clients, nonceOf } = world
      const nonce = await nonceOf()
      const { kept, keep } = keeper()
      const service = lying(({ orderData: { output } }) => {
        output.payments[0]!.minimumAmount = '1'
      })
      const error = await thrown(() => payReceiver(service, { ...clients(), ...native(), keep }))
      expect(error.name).equal('StepMismatchError')
      expect([kept.length, await nonceOf()]).deep.equal([0, nonce])
    })

    it('refuses a missing or malformed signature', async () => {
      const { native, clients } = world
      for (const orderSignature of [undefined, null, 5, {}, 'text']) {
        const service = lying((v2) => Object.assign(v2, { orderSignature }))
        const error = await thrown(() => payReceiver(service, { ...clients(), ...native() }))
        expect(error).include({ name: 'StepMismatchError', path: 'protocol.v2.orderSignature' })
      }
    })

    it('refuses a missing or malformed order', async () => {
      const { token, clients, nonceOf } = world
      const nonce = await nonceOf()
      for (const orderData of [undefined, null, 5, {}, { output: null }, { output: { payments: [null] } }]) {
        const service = lying((v2) => Object.assign(v2, { orderData }))
        const error = await thrown(() => payReceiver(service, { ...clients(), ...token() }))
        expect(error.name).equal('StepMismatchError')
      }
      expect(await nonceOf()).equal(nonce)
    })
  })

  describe('resumption', () => {
    it('behavior: a process killed at any moment pays once', async () => {
      const { native, clients, nonceOf, paid } = world
      for (let survived = 0; survived < 6; survived++) {
        const nonce = await nonceOf()
        const { kept, keep } = keeper()
        const killed = new Error('killed')
        const error = await thrown(() =>
          payReceiver(client, {
            ...clients(),
            ...native(),
            keep: (call) => {
              keep(call)
              if (kept.length > survived) throw killed
            },
          }),
        )
        expect(error).equal(killed)
        const { callHash } = await payReceiver(client, { ...clients(), call: kept.at(-1)! })
        expect(callHash).equal(kept[0]!.callHash)
        expect([await paid(callHash), await nonceOf()], `killed at ${survived}`).deep.equal([true, nonce + 1])
      }
    })

    it('behavior: killed after the wallet sent and before it returned the hash', async () => {
      const { native, clients, nonceOf, paid, origin, walletOn, walletOver } = world
      const nonce = await nonceOf()
      const { kept, keep } = keeper()
      const request = askOf(walletOn(origin))
      const walletClient = walletOver(async (args) => {
        const answer = await request(args)
        if (args.method === 'eth_sendRawTransaction') throw new Error('The line broke.')
        return answer
      })
      const broken = await thrown(() =>
        payReceiver(client, { ...clients(), walletClient, ...native(), keep }),
      )
      expect([broken.name, (broken.cause as Error).message].join()).match(
        /^DepositUnknownError.*The line broke/s,
      )
      const call = kept.at(-1)!
      expect(broken.message).include(`the wallet sent the deposit for the payment ${call.callHash}.`)
      expect(call.state).equal('depositing')
      expect(JSON.stringify(call.quote.steps)).not.include('txHash')
      const { callHash, txHashes } = await payReceiver(client, { ...clients(), call })
      expect([await paid(callHash), await nonceOf(), txHashes.length]).deep.equal([true, nonce + 1, 1])
    })

    it("attack: a stranger deposits one wei with the order's id before the run resumes", async () => {
      const { clients, nonceOf, origin, mock } = world
      const nonce = await nonceOf()
      const { call, keep } = await killWhileDepositing()
      const orderId = hashOrder(call.quote.protocol!.v2!.orderData!)
      await depositNative(mock, origin, mock.accounts[4]!.address, orderId, 1n)
      await payReceiver(client, { ...clients(), call, keep, timeoutMs: 5000 }).catch(() => {})
      expect(await nonceOf(), 'a deposit of its own').equal(nonce + 1)
    })

    it("attack: a stranger's contract logs the deposit", async () => {
      const { clients, nonceOf, origin, mock, paid } = world
      const nonce = await nonceOf()
      const { call, kept, keep } = await killWhileDepositing()
      const { orderData } = complete(call.quote).protocol.v2
      const stranger = mock.accounts[4]!.address
      const hash = await clientOf(origin).deployContract({
        account: accountOf(mock, stranger),
        abi: [],
        bytecode: mockDepositoryBytecode,
      })
      const { contractAddress } = await clientOf(origin).waitForTransactionReceipt({ hash })
      const amount = BigInt(orderData.inputs[0]!.payment.amount)
      const depository = contractAddress!
      await depositNative(mock, { ...origin, depository }, stranger, hashOrder(orderData), amount)
      const first = structuredClone(call.deposit)
      const { callHash } = await payReceiver(client, { ...clients(), call, keep })
      expect([await paid(callHash), await nonceOf()], 'a deposit of its own').deep.equal([true, nonce + 1])
      // The first deposit may still arrive.
      expect(kept.at(-1)!.deposit).deep.equal(first)
    })

    it('behavior: killed before the wallet sent', async () => {
      const { native, clients, nonceOf, paid, origin, walletOn, walletOver } = world
      const nonce = await nonceOf()
      const { kept, keep } = keeper()
      const request = askOf(walletOn(origin))
      const walletClient = walletOver(async (args) => {
        if (args.method === 'eth_sendRawTransaction') throw new Error('The line broke.')
        return request(args)
      })
      await thrown(() => payReceiver(client, { ...clients(), walletClient, ...native(), keep }))
      expect(await nonceOf()).equal(nonce)
      const { callHash } = await payReceiver(client, { ...clients(), call: kept.at(-1)! })
      expect([await paid(callHash), await nonceOf()]).deep.equal([true, nonce + 1])
    })

    it('error: the wallet has pending transactions, one of which may be the deposit', async () => {
      const { clients, nonceOf, origin } = world
      const { call } = await killWhileDepositing()
      const nonce = await nonceOf()
      const real = clientOf(origin)
      const originClient = createWalletClient({
        transport: custom({
          request: async (args) => {
            const answer = await real.request(args)
            if (args.method !== 'eth_getTransactionCount' || args.params[1] !== 'pending') return answer
            return numberToHex(Number(answer) + 1)
          },
        }),
      })
      const error = await thrown(() =>
        payReceiver(client, { ...clients(), originClient, call, timeoutMs: 60 }),
      )
      expect(error).include({ name: 'DepositPendingError', callHash: call.callHash, nonce })
      expect(await nonceOf()).equal(nonce)
    })

    it('behavior: a paid call is reported as paid again', async () => {
      const { native, clients, nonceOf } = world
      const { kept, keep } = keeper()
      const { callHash } = await payReceiver(client, { ...clients(), ...native(), keep })
      const nonce = await nonceOf()
      const again = await payReceiver(client, { ...clients(), call: kept.at(-1)! })
      expect([again.callHash, await nonceOf()]).deep.equal([callHash, nonce])
    })

    it('error: a call that was changed', async () => {
      const { native, clients, payer } = world
      const { kept, keep } = keeper()
      await thrown(() =>
        payReceiver(client, {
          ...clients(),
          ...native(),
          keep: (call) => {
            keep(call)
            throw new Error('killed')
          },
        }),
      )
      const call = kept[0]!
      const changes: [string, unknown][] = [
        ['format', { ...call, format: 'fillproof-call-2' }],
        ['format', undefined],
        ['callHash', { ...call, payment: { ...call.payment, minimum: '1' } }],
        ['callHash', { ...call, payment: { ...call.payment, refundTo: zeroAddress } }],
        ['callHash', { ...call, chainId: 1 }],
        ['callHash', { ...call, receiver: payer }],
        ['payment', { ...call, payment: undefined }],
        ['quote', { ...call, quote: null }],
        ['request.txs', { ...call, request: { ...call.request, txs: [] } }],
        ['request.destinationChainId', { ...call, request: { ...call.request, destinationChainId: 1 } }],
      ]
      for (const [field, changed] of changes) {
        const error = await thrown(() => payReceiver(client, { ...clients(), call: changed as ReceiverCall }))
        expect(error, field).include({ name: 'ReceiverCallError', field })
      }
    })
  })

  describe('between the quote and the payment', () => {
    it('attack: the policy is narrowed between deposit and fill: the fill reverts, and the deposit is refunded', async () => {
      const { native, clients, mock, origin, destination, admin, paid, payer } = world
      const { kept, keep } = keeper()
      await mock.control.pauseSolver()
      const before = await balanceOf(destination, zeroAddress, payer)
      const stranger = mock.accounts[4]!.address
      let deposited = 0n
      const error = await thrown(() =>
        payReceiver(client, {
          ...clients(),
          ...native(),
          keep,
          onProgress: async (progress) => {
            if (progress.type !== 'transactionConfirmed') return
            deposited = await balanceOf(origin, zeroAddress, payer)
            await admin('removeRecipient', [stranger])
            mock.control.resumeSolver()
          },
        }),
      ).finally(() => admin('setRecipient', [{ recipient: stranger, hook: false }]))
      const { callHash } = kept[0]!
      expect(error, error.message).include({ name: 'CallNotPaidError', callHash, status: 'refund' })
      expect(error.message).match(/reports a refund: look for it on both chains/)
      expect([await paid(callHash), kept.at(-1)!.state]).deep.equal([false, 'notPaid'])
      expect(await balanceOf(destination, zeroAddress, payer)).equal(before)
      expect((await balanceOf(origin, zeroAddress, payer)) > deposited).equal(true)
      const told = await thrown(() => payReceiver(client, { ...clients(), call: kept.at(-1)! }))
      expect(told.name).equal('CallNotPaidError')
    })

    it('attack: a reorganization takes the authorization away: the money is at refundTo, and nothing is paid', async () => {
      const { native, clients, mock, destination, paid, payer } = world
      const { kept, keep } = keeper()
      await mock.control.pauseSolver()
      const before = await balanceOf(destination, zeroAddress, payer)
      const chain = clientOf(destination)
      let restore = async () => {}
      const error = await thrown(() =>
        payReceiver(client, {
          ...clients(),
          ...native(),
          keep,
          onProgress: async ({ type }) => {
            if (type === 'quoted') {
              const id = await chain.snapshot()
              restore = () => chain.revert({ id })
            }
            if (type !== 'transactionConfirmed') return
            await restore()
            mock.control.resumeSolver()
          },
        }),
      )
      const { callHash } = kept[0]!
      expect(error, error.message).include({
        name: 'PaymentReturnedError',
        callHash,
        refundTo: payer,
        token: zeroAddress,
        amount: ether,
      })
      const receipt = await chain.getTransactionReceipt({ hash: error.transaction as Hex })
      expect(parsePaymentReturned({ receiver: destination.receiver, receipt })).length(1)
      expect([await paid(callHash), kept.at(-1)!.state]).deep.equal([false, 'returned'])
      expect(await balanceOf(destination, zeroAddress, payer)).equal(before + ether)
    })

    it('behavior: the policy is narrowed after the deposit, and a new process authorizes the call again', async () => {
      const { native, clients, mock, destination, admin, paid } = world
      const { kept, keep } = keeper()
      await mock.control.pauseSolver()
      const stranger = mock.accounts[4]!.address
      try {
        await thrown(() => payReceiver(client, { ...clients(), ...native(), keep, timeoutMs: 60 }))
        await admin('removeRecipient', [stranger])
        const { callHash } = kept[0]!
        const at = { receiver: destination.receiver, callHash }
        expect((await getAuthorization(clientOf(destination), at))?.isStale).equal(true)
        const going = payReceiver(client, {
          ...clients(),
          call: kept.at(-1)!,
          onProgress: ({ type }) => type === 'authorized' && mock.control.resumeSolver(),
        })
        expect((await going).outcome.status).equal('success')
        expect(await paid(callHash)).equal(true)
      } finally {
        mock.control.resumeSolver()
        await admin('setRecipient', [{ recipient: stranger, hook: false }])
      }
    })

    it('attack: nothing is deposited if the receiver is paused, or a stranger paid the call, before the deposit', async () => {
      const { native, clients, admin, nonceOf, mock, destination } = world
      const nonce = await nonceOf()
      const paused = await thrown(() =>
        payReceiver(client, {
          ...clients(),
          ...native(),
          keep: async ({ state }) => {
            if (state === 'authorized') await admin('pause')
          },
        }),
      ).finally(() => admin('unpause'))
      expect(paused).include({ name: 'CallNotPayableError', state: 'paused' })

      const paid = await thrown(() =>
        payReceiver(client, {
          ...clients(),
          ...native(),
          keep: async ({ state, request }) => {
            if (state !== 'authorized') return
            const [call] = request.txs
            await send(mock, destination, mock.accounts[4]!.address, {
              to: call!.to as Address,
              data: call!.data as Hex,
              value: BigInt(call!.value),
            })
          },
        }),
      )
      expect(paid).include({ name: 'CallNotPayableError', state: 'paid' })
      expect(await nonceOf()).equal(nonce)
    })

    it('error: a refund is not a payment', async () => {
      const { native, clients, admin, mock } = world
      const { kept, keep } = keeper()
      await mock.control.pauseSolver()
      const error = await thrown(() =>
        payReceiver(client, {
          ...clients(),
          ...native(),
          keep,
          onProgress: async ({ type }) => {
            if (type !== 'transactionConfirmed') return
            await admin('pause')
            mock.control.resumeSolver()
          },
        }),
      ).finally(() => admin('unpause'))
      expect(error).include({ name: 'CallNotPaidError', callHash: kept[0]!.callHash, status: 'refund' })
      expect(kept.at(-1)!.state).equal('notPaid')
    })

    it('error: a call that others authorized, while the receiver would refuse the own evidence', async () => {
      const { native, clients, nonceOf, mock } = world
      const nonce = await nonceOf()
      const { kept, keep } = keeper()
      await thrown(() =>
        payReceiver(client, {
          ...clients(),
          ...native(),
          keep: (call) => {
            keep(call)
            if (call.state === 'authorized') throw new Error('killed')
          },
        }),
      )
      const call = kept[0]!
      expect(call.state).equal('quoted')
      const { v2 } = complete(call.quote).protocol
      const stranger = privateKeyToAccount(mock.accounts[4]!.privateKey)
      Object.assign(call.quote.protocol!.v2!, {
        orderSignature: await signOrder({ orderData: v2.orderData, account: stranger }),
      })
      const error = await thrown(() => payReceiver(client, { ...clients(), call }))
      expect(error).include({ name: 'CallNotPayableError', state: 'refused', callHash: call.callHash })
      expect((error.failures as object[])[0]).include({ check: 'signature', name: 'UnknownSolver' })
      expect(await nonceOf()).equal(nonce)
    })

    it('error: the receiver refuses the evidence', async () => {
      const { native, clients, mock, nonceOf } = world
      const nonce = await nonceOf()
      const stranger = '0x00000000000000000000000000000000000cafe1'
      const error = await thrown(() =>
        payReceiver(client, { ...clients(), ...native(), payment: { recipient: stranger } }),
      )
      expect(error).include({ name: 'FillRevertedError', errorName: 'RecipientNotAllowed' })
      expect(await nonceOf()).equal(nonce)
      expect(mock.solver).not.equal(stranger)
    })
  })

  describe('other evidence, other routers', () => {
    it('behavior: an attested order', async () => {
      const other = await open({})
      try {
        const { kept, keep } = keeper()
        const { native, clients, paid } = other
        const { callHash } = await payReceiver(other.client, {
          ...clients(),
          ...native(),
          keep: (call) => {
            keep(call)
            if (kept.length === 1) throw new Error('killed')
          },
        }).catch(() => payReceiver(other.client, { ...clients(), call: kept[0]! }))
        expect(await paid(callHash)).equal(true)
        expect(kept[0]!.attestation?.requestId).equal(kept[0]!.quote.protocol!.v2!.orderId)
      } finally {
        await other.mock.close()
      }
    })

    it('behavior: through the router of v2.1', async () => {
      const other = await open({ idForm: 'public', router: 'v2.1' })
      try {
        const { native, token, clients, paid, destination } = other
        for (const call of [native(), token()]) {
          const { callHash } = await payReceiver(other.client, {
            ...clients(),
            ...call,
            router: destination.router,
          })
          expect(await paid(callHash)).equal(true)
        }
      } finally {
        await other.mock.close()
      }
    })
  })
})

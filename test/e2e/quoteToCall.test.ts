import { expect } from 'chai'
import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hash,
  type Hex,
  http,
  isAddressEqual,
  maxUint128,
  parseEventLogs,
  zeroAddress,
} from 'viem'
import * as contract from '../../src/contract/index.js'
import * as deploy from '../../src/deploy/index.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import {
  type AttestationV1,
  explainRevert,
  parseAttestation,
  proveOrderOutput,
  toContractAttestation,
  verifyAttestation,
} from '../../src/index.js'
import { type MockChain, type MockService, startMockService } from '../../src/mock/index.js'
import { readRevert } from '../../src/mock/solver/readRevert.js'
import {
  accountOf,
  attestationOf,
  balanceOf,
  chainsOf,
  clientOf,
  ether,
  freshAddress,
  getQuote,
  pay,
  type Quote,
  request,
  type Status,
  send,
  setUpMock,
  tokenOf,
  usdc,
  waitFor,
} from '../mock/helpers.js'
import { prepareCall } from '../mock/support/prepareCall.js'
import { thrown } from '../support/errors.js'

describe('from the quote to the call', () => {
  const { mock, origin, destination, user, recipient } = setUpMock()

  /** The call of an authorized payment to the recipient; native to native where nothing else is said. */
  const prepare = (terms: Partial<contract.PaymentInput>) => prepareCall(mock, { recipient, ...terms })

  async function readAttested(quote: Quote) {
    const { orderId, orderData } = quote.protocol.v2
    const { body } = await request(mock, `/requests/${orderId}/signature`)
    const attestation = parseAttestation({ requestId: orderId, ...body }) as AttestationV1
    const { valid } = await verifyAttestation({
      attestation,
      solver: mock.solver,
      expected: {
        originChainId: origin.id,
        originUser: user,
        originAmount: BigInt(quote.details.currencyIn.amount),
        destinationChainId: destination.id,
        destinationUser: recipient,
        orderData,
      },
    })
    expect(valid).to.equal(true)
    return { attestation, signature: body.signature as Hex, orderData }
  }

  async function readEvidence(quote: Quote) {
    const { attestation, signature, orderData } = await readAttested(quote)
    return [toContractAttestation(attestation), signature, proveOrderOutput(orderData), []] as const
  }

  async function authorize(quote: Quote): Promise<Hash> {
    const args = await readEvidence(quote)
    const data = encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName: 'authorizeFill', args })
    return send(mock, destination, user, { to: destination.receiver, data })
  }

  const isPaid = (id: Hex) =>
    clientOf(destination).readContract({
      abi: attestedOrderReceiverAbi,
      address: destination.receiver,
      functionName: 'isPaid',
      args: [id],
    })

  type Books = Record<'user' | 'recipient' | 'solver' | 'depository' | 'receiver' | 'router', bigint>

  async function readBooks(chain: MockChain, currency: Address): Promise<Books> {
    const { depository, receiver, router } = chain
    const holders = { user, recipient, solver: mock.solver, depository, receiver, router }
    const entries = Object.entries(holders).map(
      async ([name, holder]) => [name, await balanceOf(chain, currency, holder)] as const,
    )
    return Object.fromEntries(await Promise.all(entries)) as Books
  }

  const unchanged: Books = { user: 0n, recipient: 0n, solver: 0n, depository: 0n, receiver: 0n, router: 0n }

  /** Every holder's gain on both chains while `work` runs. What was spent on gas counts as kept. */
  async function recordGains(currencies: [Address, Address], work: () => Promise<void>) {
    const chains = chainsOf(mock)
    const read = () => Promise.all(chains.map((chain, index) => readBooks(chain, currencies[index]!)))
    const from = await Promise.all(chains.map((chain) => clientOf(chain).getBlockNumber()))
    const before = await read()
    await work()
    const after = await read()
    const gas = await Promise.all(chains.map((chain, index) => readGas(chain, from[index]!)))
    return chains.map((_, index) => {
      const spent = currencies[index] === zeroAddress ? gas[index]! : { user: 0n, solver: 0n }
      const gains = Object.entries(after[index]!).map(([name, balance]) => {
        const kept = spent[name as 'user' | 'solver'] ?? 0n
        return [name, balance - before[index]![name as keyof Books] + kept]
      })
      return Object.fromEntries(gains) as Books
    })
  }

  async function readGas(chain: MockChain, after: bigint): Promise<{ user: bigint; solver: bigint }> {
    const client = clientOf(chain)
    const spent = { user: 0n, solver: 0n }
    const head = await client.getBlockNumber()
    for (let blockNumber = after + 1n; blockNumber <= head; blockNumber++) {
      const { transactions } = await client.getBlock({ blockNumber })
      for (const hash of transactions) {
        const { from, gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash })
        if (from === user.toLowerCase()) spent.user += gasUsed * effectiveGasPrice
        if (from === mock.solver.toLowerCase()) spent.solver += gasUsed * effectiveGasPrice
      }
    }
    return spent
  }

  /** Authorizes, pays and waits for the fill; returns the amount that the receiver accepted. */
  async function complete(quote: Quote, callHash: Hex): Promise<bigint> {
    await authorize(quote)
    await pay(mock, quote)
    const { txHashes } = await waitFor(mock, quote.protocol.v2.orderId, 'success')
    const { logs } = await clientOf(destination).getTransactionReceipt({ hash: txHashes[0]! })
    const events = parseEventLogs({ abi: attestedOrderReceiverAbi, logs, eventName: 'FillAccepted' })
    expect(events).to.have.length(1)
    const { amount, ...args } = events[0]!.args
    expect(args).to.deep.include({ id: callHash, recipient, solver: mock.solver, payer: destination.router })
    expect(await isPaid(callHash)).to.equal(true)
    return amount
  }

  async function expectNothingApproved(): Promise<void> {
    const token = tokenOf(destination)
    for (const owner of [destination.router, mock.solver]) {
      const args = [owner, destination.receiver] as const
      expect(
        await clientOf(destination).readContract({
          abi: erc20Abi,
          address: token,
          functionName: 'allowance',
          args,
        }),
      ).to.equal(0n)
    }
  }

  describe('an authorized fill', () => {
    it('default: native currency, an exact output', async () => {
      const amount = 1234567890123456789n
      const { txs, callHash } = await prepare({ minimum: amount })
      const quote = await getQuote(mock, {
        user,
        recipient,
        tradeType: 'EXACT_OUTPUT',
        amount: `${amount}`,
        txs,
      })
      const paid = BigInt(quote.details.currencyIn.amount)
      const [here, there] = await recordGains([zeroAddress, zeroAddress], async () => {
        expect(await complete(quote, callHash)).to.equal(amount)
      })
      expect(here).to.deep.equal({ ...unchanged, user: -paid, depository: paid })
      expect(there).to.deep.equal({ ...unchanged, solver: -amount, recipient: amount })
    })

    it('behavior: native currency, an exact input: the excess over the minimum goes to the user', async () => {
      const { details } = await getQuote(mock, { user, recipient })
      const minimum = BigInt(details.currencyOut.minimumAmount)
      const { txs, callHash } = await prepare({ minimum })
      const quote = await getQuote(mock, { user, recipient, txs })
      const delivered = BigInt(quote.details.currencyOut.amount)
      expect(delivered > minimum).to.equal(true)
      const [here, there] = await recordGains([zeroAddress, zeroAddress], async () => {
        expect(await complete(quote, callHash)).to.equal(minimum)
      })
      expect(here).to.deep.equal({ ...unchanged, user: -ether, depository: ether })
      expect(there).to.deep.equal({
        ...unchanged,
        solver: -delivered,
        recipient: minimum,
        user: delivered - minimum,
      })
    })

    it('behavior: a token, an exact output', async () => {
      const amount = 77_000_001n
      const [originCurrency, token] = [tokenOf(origin), tokenOf(destination)]
      const { txs, callHash } = await prepare({ originCurrency, token, minimum: amount })
      const quote = await getQuote(mock, {
        user,
        recipient,
        originCurrency,
        destinationCurrency: token,
        tradeType: 'EXACT_OUTPUT',
        amount: `${amount}`,
        txs,
      })
      const paid = BigInt(quote.details.currencyIn.amount)
      const [here, there] = await recordGains([originCurrency, token], async () => {
        expect(await complete(quote, callHash)).to.equal(amount)
      })
      expect(here).to.deep.equal({ ...unchanged, user: -paid, depository: paid })
      expect(there).to.deep.equal({ ...unchanged, solver: -amount, recipient: amount })
      await expectNothingApproved()
    })

    it('behavior: a token, an exact input: pays up to the maximum and sweeps the rest', async () => {
      const token = tokenOf(destination)
      const fields = { user, recipient, destinationCurrency: token }
      const { currencyOut } = (await getQuote(mock, fields)).details
      const [minimum, expected] = [BigInt(currencyOut.minimumAmount), BigInt(currencyOut.amount)]
      expect(minimum < expected).to.equal(true)
      for (const maximum of [2n * expected, expected, expected - 1n, minimum]) {
        const refundTo = freshAddress()
        const { txs, callHash } = await prepare({ token, minimum, maximum, refundTo })
        const quote = await getQuote(mock, { ...fields, txs })
        expect(quote.details.currencyOut).to.include({ amount: `${expected}`, minimumAmount: `${minimum}` })
        const taken = maximum < expected ? maximum : expected
        const [here, there] = await recordGains([zeroAddress, token], async () => {
          expect(await complete(quote, callHash)).to.equal(taken)
        })
        expect(here).to.deep.equal({ ...unchanged, user: -ether, depository: ether })
        expect(there).to.deep.equal({ ...unchanged, solver: -expected, recipient: taken })
        expect(await balanceOf(destination, token, refundTo)).to.equal(expected - taken)
        await expectNothingApproved()
      }
    })

    const currencies = [
      ['native currency', () => zeroAddress, ether],
      ['a token', () => tokenOf(destination), 5n * usdc],
    ] as const
    for (const [name, currencyOf, amount] of currencies) {
      it(`error: ${name} without an authorization is returned: the service reports success, the receiver does not`, async () => {
        const token = currencyOf()
        const refundTo = freshAddress()
        const { txs, callHash } = await prepare({ token, minimum: amount, refundTo })
        const quote = await getQuote(mock, {
          user,
          recipient,
          destinationCurrency: token,
          tradeType: 'EXACT_OUTPUT',
          amount: `${amount}`,
          txs,
        })
        const { orderId } = quote.protocol.v2
        const paid = BigInt(quote.details.currencyIn.amount)
        let status: Status | undefined
        const [here, there] = await recordGains([zeroAddress, token], async () => {
          await pay(mock, quote)
          status = await waitFor(mock, orderId, 'success')
        })
        expect(here).to.deep.equal({ ...unchanged, user: -paid, depository: paid })
        expect(there).to.deep.equal({ ...unchanged, solver: -amount })
        expect(await balanceOf(destination, token, refundTo)).to.equal(amount)
        const { logs } = await clientOf(destination).getTransactionReceipt({ hash: status!.txHashes[0]! })
        const events = parseEventLogs({ abi: attestedOrderReceiverAbi, logs })
          .filter(({ address }) => isAddressEqual(address, destination.receiver))
          .map(({ eventName, args }) => ({ eventName, args }))
        const payer = destination.router
        expect(events).to.deep.equal([
          {
            eventName: 'PaymentReturned',
            args: { callHash, refundTo: getAddress(refundTo), payer, token, amount },
          },
        ])
        for (const id of [orderId, callHash]) expect(await isPaid(id)).to.equal(false)
        await expectNothingApproved()
      })
    }
  })

  it('default: a direct fill in a token', async () => {
    const [originCurrency, token] = [tokenOf(origin), tokenOf(destination)]
    const quote = await getQuote(mock, {
      user,
      recipient,
      originCurrency,
      destinationCurrency: token,
      amount: `${250n * usdc}`,
      fillContract: destination.receiver,
    })
    const delivered = BigInt(quote.details.currencyOut.amount)
    const { orderId } = quote.protocol.v2
    const [here, there] = await recordGains([originCurrency, token], async () => {
      await pay(mock, quote)
      await waitFor(mock, orderId, 'success')
    })
    expect(here).to.deep.equal({ ...unchanged, user: -250n * usdc, depository: 250n * usdc })
    expect(there).to.deep.equal({ ...unchanged, solver: -delivered, recipient: delivered })
    expect(await isPaid(orderId)).to.equal(true)
    await expectNothingApproved()
  })

  describe('a payment through the guard', () => {
    const walletOf = (service: MockService, at: MockChain, account: Address) =>
      createWalletClient({
        chain: clientOf(at).chain,
        transport: http(at.rpcUrl),
        account: accountOf(service, account),
      })

    const isPaymentMadeOf = (quote: Quote) =>
      contract.isPaymentMade(clientOf(origin), { guard: origin.guard, id: quote.protocol.v2.orderId })

    /** Makes the terms of the user's request, never the quote's. */
    const termsOf = (currency: Address, amount: bigint, outputCurrency: Address, minimum: bigint) => ({
      currency,
      amount,
      destinationChainId: destination.id,
      recipient,
      outputCurrency,
      minimum,
      refundContracts: [origin.router, destination.router],
    })

    it('default: an attested order in a token: approve the guard, pay, and the receiver is filled', async () => {
      const [currency, outputCurrency] = [tokenOf(origin), tokenOf(destination)]
      const amount = 250n * usdc
      const fields = { user, recipient, originCurrency: currency, destinationCurrency: outputCurrency }
      const quote = await getQuote(mock, {
        ...fields,
        amount: `${amount}`,
        fillContract: destination.receiver,
      })
      const { orderId, orderData } = quote.protocol.v2
      const { body } = await request(mock, `/requests/${orderId}/signature`)
      const payment = {
        guard: origin.guard,
        attestation: parseAttestation({ requestId: orderId, ...body }),
        orderData,
        terms: {
          ...termsOf(currency, amount, outputCurrency, 240n * usdc),
          fillContract: destination.receiver,
        },
      }
      const delivered = BigInt(quote.details.currencyOut.amount)
      expect(await contract.inspectPayment(clientOf(origin), { ...payment, payer: user })).to.deep.include({
        checks: ['payment'],
      })
      const [here, there] = await recordGains([currency, outputCurrency], async () => {
        const data = encodeFunctionData({
          abi: erc20Abi,
          functionName: 'approve',
          args: [origin.guard, amount],
        })
        await send(mock, origin, user, { to: currency, data })
        expect(await contract.inspectPayment(clientOf(origin), { ...payment, payer: user })).to.deep.include({
          ok: true,
        })
        await contract.payAttested(walletOf(mock, origin, user), payment)
        await waitFor(mock, orderId, 'success')
      })
      expect(here).to.deep.equal({ ...unchanged, user: -amount, depository: amount })
      expect(there).to.deep.equal({ ...unchanged, solver: -delivered, recipient: delivered })
      expect(await balanceOf(origin, currency, origin.guard)).to.equal(0n)
      expect([await isPaymentMadeOf(quote), await isPaid(orderId)]).to.deep.equal([true, true])
    })

    it('default: a signed order of a service whose request ids are not order ids', async () => {
      const service = await startMockService({ idForm: 'public' })
      try {
        const [from, to] = chainsOf(service)
        const quote = await getQuote(service, { user, recipient, includeProtocolData: true })
        const { orderId, orderData, orderSignature } = quote.protocol.v2
        const { requestId } = quote.steps[0]!
        expect(requestId).not.to.equal(orderId)
        const payment = {
          guard: from.guard,
          orderData,
          orderSignature: orderSignature!,
          terms: {
            ...termsOf(zeroAddress, ether, zeroAddress, (ether * 9n) / 10n),
            refundContracts: [from.router, to.router],
          },
        }
        const before = await balanceOf(to, zeroAddress, recipient)
        await contract.paySigned(walletOf(service, from, user), payment)
        await waitFor(service, requestId, 'success')
        const delivered = BigInt(quote.details.currencyOut.amount)
        expect(await balanceOf(to, zeroAddress, recipient)).to.equal(before + delivered)
        expect(await balanceOf(from, zeroAddress, from.depository)).to.equal(ether)
        expect(await contract.isPaymentMade(clientOf(from), { guard: from.guard, id: orderId })).to.equal(
          true,
        )
        const again = await thrown(() => contract.paySigned(walletOf(service, from, user), payment))
        expect(again).to.include({ name: 'FillRevertedError', errorName: 'RequestAlreadyPaid' })

        const attestation = parseAttestation({ requestId, ...attestationOf(service, requestId) })
        const mixed = await thrown(() =>
          contract.payAttested(walletOf(service, from, user), { ...payment, attestation }),
        )
        expect(mixed).to.include({ name: 'FillRevertedError', errorName: 'OrderMismatch' })
      } finally {
        await service.close()
      }
    })

    it('error: a service that quotes another recipient or a lower amount gets nothing', async () => {
      const amount = ether
      for (const [fields, minimum, errorName] of [
        [{ recipient: mock.accounts[3]!.address }, 1n, 'OutputRecipientMismatch'],
        [{ recipient }, amount, 'OutputTooLow'],
        [{ recipient, refundTo: mock.accounts[3]!.address }, 1n, 'RefundNotAllowed'],
        [{ recipient, user: mock.accounts[3]!.address, refundTo: user }, 1n, 'PayerMismatch'],
      ] as const) {
        const quote = await getQuote(mock, { user, ...fields })
        const { orderId, orderData } = quote.protocol.v2
        const { body } = await request(mock, `/requests/${orderId}/signature`)
        const attestation = parseAttestation({ requestId: orderId, ...body })
        const terms = termsOf(zeroAddress, amount, zeroAddress, minimum)
        const error = await thrown(() =>
          contract.payAttested(walletOf(mock, origin, user), {
            guard: origin.guard,
            attestation,
            orderData,
            terms,
          }),
        )
        expect(error).to.include({ name: 'FillRevertedError', errorName })
        expect(await isPaymentMadeOf(quote)).to.equal(false)
      }
    })
  })

  describe('error: a quote that names another receiver', () => {
    /** The failures that are found, and the error with which a transaction is refused. */
    async function inspect(quote: Quote, functionName: 'fill' | 'authorizeFill', amount: bigint) {
      const evidence = await readEvidence(quote)
      const client = clientOf(destination)
      const { failures } = await contract.inspectFill(client, {
        receiver: destination.receiver,
        ...(await readAttested(quote)),
        payer: user,
        amount,
      })
      const data =
        functionName === 'fill'
          ? encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName, args: [...evidence, amount] })
          : encodeFunctionData({ abi: attestedOrderReceiverAbi, functionName, args: evidence })
      const value = functionName === 'fill' ? amount : 0n
      const refusal = await client
        .call({ to: destination.receiver, data, value, account: user })
        .then(() => undefined, readRevert)
      return {
        failed: failures.map(({ check, name }) => [check, name]),
        error: refusal && explainRevert(refusal.data)?.name,
      }
    }

    async function deployOther(): Promise<Address> {
      const { id: chainId, rpcUrl, name, router, depository } = destination
      const admin = mock.accounts[0]!.address
      const file = {
        kind: 'attestedOrderReceiver',
        admin,
        chainName: name,
        solvers: [mock.solver],
        routes: [{ chainId: origin.id, currency: zeroAddress, min: '1', max: `${maxUint128}` }],
        tokens: [{ token: zeroAddress, min: '1', max: `${maxUint128}` }],
        recipients: [recipient],
        routers: [router],
        reserved: [depository],
      }
      const chain = await deploy.createChain({ rpcUrl, account: accountOf(mock, admin), pollMs: 25 })
      const plan = deploy.planDeployment(deploy.readDeployConfig({ file, chainId }), admin)
      await deploy.runDeployment({ chain, plan })
      return plan.receiver.address
    }

    it('this receiver refuses a direct fill, and the named one accepts it once', async () => {
      const other = await deployOther()
      const quote = await getQuote(mock, { user, recipient, fillContract: other })
      const { failed, error } = await inspect(quote, 'fill', ether)
      expect(failed[0]).to.deep.equal(['terms', error])
      expect(error).to.equal('WrongFillContract')
      const { orderId } = quote.protocol.v2
      await pay(mock, quote)
      await waitFor(mock, orderId, 'success')
      expect(await isPaid(orderId)).to.equal(false)
    })

    it('this receiver ignores an authorized call to the other', async () => {
      const { payment } = await prepare({ minimum: ether })
      const { txs } = contract.prepareAuthorizedCall({
        chainId: destination.id,
        receiver: await deployOther(),
        payment,
      })
      const quote = await getQuote(mock, {
        user,
        recipient,
        tradeType: 'EXACT_OUTPUT',
        amount: `${ether}`,
        txs,
      })
      const { failed, error } = await inspect(quote, 'authorizeFill', ether)
      expect(failed[0]).to.deep.equal(['terms', error])
      expect(error).to.equal('WrongFillContract')
    })
  })
})

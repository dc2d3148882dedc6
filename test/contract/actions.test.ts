import { inspect } from 'node:util'
import { expect } from 'chai'
import {
  type Address,
  createPublicClient,
  createWalletClient,
  custom,
  getAddress,
  type Hex,
  http,
  pad,
  toFunctionSelector,
  zeroAddress,
  zeroHash,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import * as contract from '../../src/contract/index.js'
import {
  AttestationFieldError,
  AttestationLayoutError,
  explainRevert,
  FillproofError,
  InvalidSignatureError,
  OrderFieldError,
  PaymentFieldError,
  padAddress,
} from '../../src/index.js'
import {
  clientOf,
  deployFixture,
  type Evidence,
  type EvidenceOverrides,
  type Fixture,
  fillAmount,
  makeAuthorized,
  makeDirect,
  makePayment,
  originChainId,
  type PaymentTerms,
  restoreAfterEach,
  routeMax,
  routeMin,
  secondSolver,
  solver,
  tokenMax,
} from '../receivers/support/fixture.js'
import { thrown } from '../support/errors.js'
import { answer, drop, setUpHttpServer } from '../support/httpServer.js'

describe('actions of fillproof/contract', () => {
  let fixture: Fixture
  let receiver: Address
  let payer: ReturnType<typeof clientOf>
  let stranger: ReturnType<typeof clientOf>

  before(async () => {
    fixture = await deployFixture()
    receiver = fixture.receiver.address
    payer = clientOf(fixture, fixture.payer.account.address)
    stranger = clientOf(fixture, fixture.stranger.account.address)
  })
  restoreAfterEach(() => fixture)

  const evidenceOf = ({ attestation, signature, orderData }: Evidence) => ({
    receiver,
    attestation,
    signature,
    orderData,
  })
  const direct = async (overrides?: EvidenceOverrides) => evidenceOf(await makeDirect(fixture, overrides))

  async function authorized(terms: Partial<PaymentTerms> = {}, overrides?: EvidenceOverrides) {
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    const payment = makePayment(fixture, deadline, terms)
    const made = await makeAuthorized(fixture, payment, overrides)
    const chainId = await fixture.publicClient.getChainId()
    return {
      payment,
      id: made.id,
      evidence: evidenceOf(made),
      callHash: contract.hashPayment({ chainId, receiver, payment }),
    }
  }

  const receiptOf = (hash: Hex) => fixture.publicClient.getTransactionReceipt({ hash })
  const balanceOf = (address: Address) => fixture.publicClient.getBalance({ address })
  const recipient = () => getAddress(fixture.recipient.account.address)

  describe('fill', () => {
    it('default: pays the native amount, and the request is then paid', async () => {
      const made = await makeDirect(fixture)
      expect(await contract.isPaid(payer, { receiver, id: made.id })).to.equal(false)
      const before = await balanceOf(recipient())
      const hash = await contract.fill(payer, { ...evidenceOf(made), amount: fillAmount })
      expect((await receiptOf(hash)).status).to.equal('success')
      expect(await contract.isPaid(payer, { receiver, id: made.id })).to.equal(true)
      expect(await balanceOf(recipient())).to.equal(before + fillAmount)
    })

    it('behavior: a token payment sends no value', async () => {
      const { token } = fixture
      const evidence = await direct({
        payment: { currency: token.address, minimumAmount: 5n, expectedAmount: 5n },
      })
      const hash = await contract.fill(payer, { ...evidence, amount: 7n })
      expect((await fixture.publicClient.getTransaction({ hash })).value).to.equal(0n)
      expect(await token.read.balanceOf([recipient()])).to.equal(7n)
    })

    it("behavior: the signature is the attestation's own by default", async () => {
      const { signature, attestation, ...evidence } = await direct()
      await contract.fill(payer, {
        ...evidence,
        attestation: { ...attestation, signature },
        amount: fillAmount,
      })
      expect(await contract.isPaid(payer, { receiver, id: attestation.requestId })).to.equal(true)
    })

    it('behavior: a local account', async () => {
      const account = privateKeyToAccount(pad('0x07', { size: 32 }))
      await fixture.helpers.setBalance(account.address, 2n * fillAmount)
      const { chain } = fixture.publicClient
      const client = createWalletClient({ account, chain, transport: custom(fixture.connection.provider) })
      const receipt = await receiptOf(
        await contract.fill(client, { ...(await direct()), amount: fillAmount }),
      )
      expect(contract.parseFillAccepted({ receiver, receipt })[0]?.args.payer).to.equal(account.address)
    })

    it("behavior: passes on the caller's transaction fields", async () => {
      const options = { gas: 1_000_000n, maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 3n }
      const hash = await contract.fill(payer, { ...(await direct()), amount: fillAmount, ...options })
      const { gas, maxFeePerGas, maxPriorityFeePerGas } = await fixture.publicClient.getTransaction({ hash })
      expect({ gas, maxFeePerGas, maxPriorityFeePerGas }).to.deep.equal(options)
    })

    it('error: names the check, its values and the remedy', async () => {
      const evidence = await direct()
      const error = await thrown(() => contract.fill(payer, { ...evidence, amount: fillAmount - 1n }))
      expect(error).instanceOf(contract.FillRevertedError)
      expect(error).instanceOf(FillproofError)
      expect(error).to.include({
        name: 'FillRevertedError',
        functionName: 'fill',
        errorName: 'PaymentTooLow',
        shortMessage: `fill reverted: ${fillAmount - 1n} is less than the minimum, ${fillAmount}.`,
        remedy:
          'Pay at least the minimum. For a token, hold and approve that much; a fee on transfer does not count as paid.',
      })
      expect(error.args).to.deep.equal([fillAmount - 1n, fillAmount])
      expect(error.message).to.include(error.remedy as string)
      expect(explainRevert(error.data as Hex)?.name).to.equal('PaymentTooLow')
      expect(error.cause).to.equal(undefined)
    })

    for (const [what, overrides, errorName] of [
      ['a stranger as signer', { signer: secondSolver }, 'UnknownSolver'],
      ['another chain', { attestation: { destinationChainId: 1 } }, 'WrongDestinationChain'],
      ['another origin', { attestation: { originChainId: 1 } }, 'OriginNotAccepted'],
      ['an amount below the route', { attestation: { originAmount: routeMin - 1n } }, 'AmountOutOfRange'],
      ['another order', { requestId: pad('0x05', { size: 32 }) }, 'OrderMismatch'],
      ['another receiver', { receiver: solver.address }, 'WrongFillContract'],
      ['another recipient', { payment: { recipient: secondSolver.address } }, 'RecipientMismatch'],
      ['a deadline that has passed', { output: { deadline: 1 } }, 'RequestExpired'],
    ] as const) {
      it(`error: ${what}`, async () => {
        const error = await thrown(async () =>
          contract.fill(payer, { ...(await direct(overrides)), amount: fillAmount }),
        )
        expect([error.name, error.errorName]).to.deep.equal(['FillRevertedError', errorName])
      })
    }

    it('error: a tampered attestation recovers another signer', async () => {
      const evidence = await direct()
      const attestation = { ...evidence.attestation, originAmount: fillAmount + 1n }
      const error = await thrown(() => contract.fill(payer, { ...evidence, attestation, amount: fillAmount }))
      expect(error.errorName).to.equal('UnknownSolver')
    })

    it('error: a second fill is refused', async () => {
      const evidence = await direct()
      await contract.fill(payer, { ...evidence, amount: fillAmount })
      const error = await thrown(() => contract.fill(stranger, { ...evidence, amount: fillAmount }))
      expect(error.errorName).to.equal('RequestAlreadyPaid')
      expect(error.args).to.deep.equal([evidence.attestation.requestId])
    })

    it('error: nothing is sent if no receiver answers', async () => {
      const nobody = getAddress(pad('0x99', { size: 20 }))
      const before = await fixture.publicClient.getBlockNumber()
      const error = await thrown(async () =>
        contract.fill(payer, { ...(await direct()), receiver: nobody, amount: fillAmount }),
      )
      expect(error.name).to.equal('ContractFunctionExecutionError')
      expect(error.shortMessage).to.include('returned no data')
      expect(await fixture.publicClient.getBlockNumber()).to.equal(before)
      expect(await balanceOf(nobody)).to.equal(0n)
    })

    it('error: evidence that no receiver takes never reaches the chain', async () => {
      const evidence = await direct()
      const { attestation, signature, orderData } = evidence
      const { originAmount: _, layout: __, ...words } = attestation
      const v2 = { ...words, destinationCurrency: padAddress(zeroAddress) }
      const offline = createWalletClient({
        account: fixture.payer.account.address,
        transport: custom({ request: async () => expect.fail('nothing is to be asked') }),
      })
      for (const [change, type] of [
        [{ attestation: v2 }, AttestationLayoutError],
        [{ signature: undefined }, InvalidSignatureError],
        [{ signature: '0x1' as Hex }, AttestationFieldError],
        [{ attestation: { ...attestation, originUser: '0x12' as Hex } }, AttestationFieldError],
        [{ attestation: { ...attestation, requestId: zeroHash } }, AttestationFieldError],
        [{ orderData: { ...orderData, salt: 'x' } }, OrderFieldError],
      ] as const) {
        const parameters = { receiver, attestation, signature, orderData, ...change }
        for (const run of [
          () => contract.fill(offline, { ...parameters, amount: 1n }),
          () => contract.authorizeFill(offline, parameters),
        ]) {
          expect(await thrown(run)).instanceOf(type)
        }
        const { ok, failures } = await contract.inspectFill(offline, {
          ...parameters,
          payer: receiver,
          amount: 1n,
        })
        expect({ ok, names: failures.map(({ name }) => name) }).to.deep.equal({
          ok: false,
          names: [type.name],
        })
      }
    })
  })

  describe('authorizeFill and payAuthorized', () => {
    it('default: presents the evidence, and anyone pays once', async () => {
      const { payment, id, evidence, callHash } = await authorized()
      expect(await contract.getAuthorization(payer, { receiver, callHash })).to.equal(null)

      const authorizing = await receiptOf(await contract.authorizeFill(stranger, evidence))
      expect(
        contract.parseFillAuthorized({ receiver, receipt: authorizing }).map(({ args }) => args),
      ).to.deep.equal([{ id, callHash, deadline: payment.deadline }])
      expect(await contract.getAuthorization(payer, { receiver, callHash })).to.deep.equal({
        solver: solver.address,
        epoch: 1n,
        isStale: false,
        isUsable: true,
      })

      const before = await balanceOf(recipient())
      const paying = await receiptOf(await contract.payAuthorized(payer, { receiver, payment }))
      expect(contract.parseFillAccepted({ receiver, receipt: paying }).map(({ args }) => args)).to.deep.equal(
        [
          {
            id: callHash,
            recipient: recipient(),
            solver: solver.address,
            payer: getAddress(payer.account.address),
            token: zeroAddress,
            amount: fillAmount,
          },
        ],
      )
      expect(await balanceOf(recipient())).to.equal(before + fillAmount)
      expect(await contract.isPaid(payer, { receiver, id: callHash })).to.equal(true)
      expect(await contract.isCallPaid(payer, { receiver, callHash })).to.equal(true)
      expect(await contract.isPaid(payer, { receiver, id })).to.equal(false)

      const again = await thrown(() => contract.payAuthorized(payer, { receiver, payment }))
      expect([again.functionName, again.errorName]).to.deep.equal(['payAuthorized', 'RequestAlreadyPaid'])
    })

    it('behavior: pays the minimum, or the given value up to the maximum', async () => {
      const { payment, evidence } = await authorized({ maximum: fillAmount + 5n })
      await contract.authorizeFill(stranger, evidence)
      expect((await contract.simulatePayAuthorized(payer, { receiver, payment })).result).to.equal(fillAmount)
      const before = await balanceOf(recipient())
      await contract.payAuthorized(payer, { receiver, payment, value: fillAmount + 5n })
      expect(await balanceOf(recipient())).to.equal(before + fillAmount + 5n)
    })

    it('behavior: a token payment sends no value', async () => {
      const { token } = fixture
      const terms = { token: token.address, minimum: 5n, maximum: 9n }
      const { payment, evidence } = await authorized(terms, { payment: { currency: token.address } })
      await contract.authorizeFill(stranger, evidence)
      await contract.payAuthorized(payer, { receiver, payment })
      expect(await token.read.balanceOf([recipient()])).to.equal(9n)
    })

    it('behavior: a narrower policy makes an authorization stale', async () => {
      const { payment, evidence, callHash } = await authorized()
      await contract.authorizeFill(stranger, evidence)
      await fixture.receiver.write.setToken([fixture.token.address, 2n, tokenMax])
      expect((await contract.getAuthorization(payer, { receiver, callHash }))?.isStale).to.equal(true)
      const error = await thrown(() => contract.payAuthorized(payer, { receiver, payment }))
      expect(error.errorName).to.equal('AuthorizationStale')
      expect(error.args).to.deep.equal([1n, 2n])
    })

    it('error: an unauthorized call', async () => {
      const { payment, callHash } = await authorized()
      const error = await thrown(() => contract.payAuthorized(payer, { receiver, payment }))
      expect(error.errorName).to.equal('NotAuthorized')
      expect(error.args).to.deep.equal([callHash])
      expect(error.remedy).to.include('authorizeFill')
    })

    it('error: an order without a call of this receiver', async () => {
      const evidence = await direct()
      const error = await thrown(() => contract.authorizeFill(stranger, evidence))
      expect([error.functionName, error.errorName]).to.deep.equal(['authorizeFill', 'WrongFillContract'])
    })

    it('error: nothing is authorized if no receiver answers', async () => {
      const { evidence } = await authorized()
      const nobody = getAddress(pad('0x99', { size: 20 }))
      const error = await thrown(() => contract.authorizeFill(stranger, { ...evidence, receiver: nobody }))
      expect(error.shortMessage).to.include('returned no data')
    })

    it('error: terms that are malformed, or lack their salt', async () => {
      const { payment } = await authorized()
      for (const [field, value] of [
        ['salt', undefined],
        ['minimum', 0n],
        ['recipient', zeroAddress],
        ['deadline', 2 ** 48],
      ] as const) {
        const changed = { ...payment, [field]: value } as PaymentTerms
        const error = await thrown(() => contract.payAuthorized(payer, { receiver, payment: changed }))
        expect(error).instanceOf(PaymentFieldError)
        expect([error.field, error.value]).to.deep.equal([field, value])
      }
    })
  })

  describe('simulateFill, simulateAuthorizeFill and simulatePayAuthorized', () => {
    it('default: report what would happen and change nothing', async () => {
      const evidence = await direct()
      const { result, request } = await contract.simulateFill(payer, { ...evidence, amount: fillAmount })
      expect([result, request.functionName]).to.deep.equal([fillAmount, 'fill'])
      expect(await contract.isPaid(payer, { receiver, id: evidence.attestation.requestId })).to.equal(false)

      const call = await authorized()
      expect((await contract.simulateAuthorizeFill(payer, call.evidence)).request.functionName).to.equal(
        'authorizeFill',
      )
      expect(await contract.getAuthorization(payer, { receiver, callHash: call.callHash })).to.equal(null)
      await contract.authorizeFill(payer, call.evidence)
      expect(
        (await contract.simulatePayAuthorized(payer, { receiver, payment: call.payment })).result,
      ).to.equal(fillAmount)
      expect(await contract.isPaid(payer, { receiver, id: call.id })).to.equal(false)
    })

    it("behavior: another account than the client's", async () => {
      const evidence = await direct({ payment: { currency: fixture.token.address, minimumAmount: 5n } })
      const amount = 5n
      const error = await thrown(() => contract.simulateFill(stranger, { ...evidence, amount }))
      expect(error.errorName).to.equal('TokenTransferFailed')
      const account = payer.account.address
      expect((await contract.simulateFill(stranger, { ...evidence, amount, account })).result).to.equal(5n)
    })

    it('error: each names the revert', async () => {
      const { evidence, payment } = await authorized()
      const unpaid = await thrown(() => contract.simulatePayAuthorized(payer, { receiver, payment }))
      expect(unpaid.errorName).to.equal('NotAuthorized')
      await fixture.receiver.write.removeRecipient([recipient()])
      const unlisted = await thrown(() => contract.simulateAuthorizeFill(payer, evidence))
      expect(unlisted.errorName).to.equal('RecipientNotAllowed')
      await fixture.receiver.write.pause()
      await fixture.receiver.write.setRecipient([{ recipient: recipient(), hook: false }])
      const fillable = await direct()
      const paused = await thrown(() => contract.simulateFill(payer, { ...fillable, amount: fillAmount }))
      expect([paused.errorName, paused.args]).to.deep.equal(['EnforcedPause', []])
    })
  })

  describe('inspectFill', () => {
    const inspectNative = (evidence: Awaited<ReturnType<typeof direct>>, amount = fillAmount) =>
      contract.inspectFill(payer, { ...evidence, payer: payer.account.address, amount })

    it('default: nothing is wrong', async () => {
      expect(await inspectNative(await direct())).to.deep.equal({ ok: true, checks: [], failures: [] })
      expect((await inspectNative((await authorized()).evidence)).ok).to.equal(true)
    })

    it('behavior: names every failing check, in the order of the checks', async () => {
      await fixture.receiver.write.pause()
      const evidence = await direct({
        attestation: { originAmount: routeMin - 1n, destinationChainId: 1 },
        output: { deadline: 1 },
      })
      const { ok, checks, failures } = await inspectNative(evidence, fillAmount - 1n)
      expect({ ok, checks, names: failures.map(({ name }) => name) }).to.deep.equal({
        ok: false,
        checks: ['paused', 'destination', 'amountSent', 'expiry', 'payment'],
        names: [
          'EnforcedPause',
          'WrongDestinationChain',
          'AmountOutOfRange',
          'RequestExpired',
          'PaymentTooLow',
        ],
      })
    })

    it("behavior: the receiver's error names a malformed signature", async () => {
      const { checks } = await inspectNative({ ...(await direct()), signature: '0x12' })
      expect(checks).to.include('signature')
    })

    it('behavior: a tampered order', async () => {
      const evidence = await direct()
      const orderData = { ...evidence.orderData, salt: pad('0xff', { size: 32 }) }
      expect((await inspectNative({ ...evidence, orderData })).checks).to.deep.equal(['requestId'])
    })

    it('behavior: a duplicate', async () => {
      const evidence = await direct()
      await contract.fill(payer, { ...evidence, amount: fillAmount })
      expect((await inspectNative(evidence)).checks).to.deep.equal(['duplicate'])
    })
  })

  describe('reads of the policy', () => {
    it('isPaused', async () => {
      expect(await contract.isPaused(payer, { receiver })).to.equal(false)
      await fixture.receiver.write.pause()
      expect(await contract.isPaused(payer, { receiver })).to.equal(true)
    })

    it('getSolverWindow: without an end, with one, and never set', async () => {
      const window = (address: Address) => contract.getSolverWindow(payer, { receiver, solver: address })
      expect(await window(solver.address)).to.deep.equal({ start: 0, stop: 0, isActive: true })
      expect(await window(secondSolver.address)).to.deep.equal({ start: 0, stop: 0, isActive: false })
      await fixture.receiver.write.setSolver([{ solver: secondSolver.address, start: 7, stop: 8 }])
      expect(await window(secondSolver.address)).to.deep.equal({ start: 7, stop: 8, isActive: false })
    })

    it('getRoute: the range, or null; the currency with 20 or 32 bytes', async () => {
      const route = (id: number, originCurrency: Hex) =>
        contract.getRoute(payer, { receiver, originChainId: id, originCurrency })
      const range = { min: routeMin, max: routeMax }
      expect(await route(originChainId, zeroAddress)).to.deep.equal(range)
      expect(await route(originChainId, zeroHash)).to.deep.equal(range)
      expect(await route(originChainId + 1, zeroAddress)).to.equal(null)
      expect((await thrown(() => route(originChainId, '0x12'))).name).to.equal('ContractOptionError')
    })

    it('getRecipientStatus', async () => {
      const status = (address: Address) =>
        contract.getRecipientStatus(payer, { receiver, recipient: address })
      expect(await status(recipient())).to.deep.equal({ allowed: true, hook: false })
      expect(await status(solver.address)).to.deep.equal({ allowed: false, hook: false })
      await fixture.receiver.write.setRecipient([{ recipient: recipient(), hook: true }])
      expect(await status(recipient())).to.deep.equal({ allowed: true, hook: true })
    })

    it('error: a contract that is not a receiver', async () => {
      const other = { receiver: fixture.token.address }
      const id = zeroHash
      for (const [name, run] of [
        ['isPaid', () => contract.isPaid(payer, { ...other, id })],
        ['paused', () => contract.isPaused(payer, other)],
        ['authorization', () => contract.getAuthorization(payer, { ...other, callHash: id })],
        ['solverWindow', () => contract.getSolverWindow(payer, { ...other, solver: solver.address })],
        ['route', () => contract.getRoute(payer, { ...other, originChainId: 1, originCurrency: id })],
        [
          'recipientStatus',
          () => contract.getRecipientStatus(payer, { ...other, recipient: solver.address }),
        ],
      ] as const) {
        const error = await thrown(run)
        expect(error).to.include({
          name: 'FillRevertedError',
          functionName: name,
          errorName: null,
          data: '0x',
        })
        expect(error.shortMessage).to.equal(`${name} reverted without a reason.`)
      }
    })
  })

  describe('events', () => {
    it('getFillAcceptedEvents: by id, recipient, solver and block', async () => {
      const fromBlock = (await fixture.publicClient.getBlockNumber()) + 1n
      const [first, second] = [await direct(), await direct()]
      const hash = await contract.fill(payer, { ...first, amount: fillAmount })
      await contract.fill(payer, { ...second, amount: fillAmount })
      const ids = async (filter: Partial<Parameters<typeof contract.getFillAcceptedEvents>[1]>) =>
        (await contract.getFillAcceptedEvents(payer, { receiver, fromBlock, ...filter })).map(
          ({ args }) => args.id,
        )
      const all = [first, second].map(({ attestation }) => attestation.requestId)

      expect(await ids({})).to.deep.equal(all)
      expect(await ids({ id: all[1] })).to.deep.equal([all[1]])
      expect(await ids({ recipient: recipient(), solver: solver.address })).to.deep.equal(all)
      expect(await ids({ recipient: secondSolver.address })).to.deep.equal([])
      expect(await ids({ solver: secondSolver.address })).to.deep.equal([])
      expect(await ids({ fromBlock: fromBlock + 1n })).to.deep.equal([all[1]])
      expect(await ids({ toBlock: fromBlock })).to.deep.equal([all[0]])
      expect(await ids({ receiver: fixture.token.address })).to.deep.equal([])

      const [event] = await contract.getFillAcceptedEvents(payer, { receiver, fromBlock, toBlock: fromBlock })
      expect(event).to.include({ eventName: 'FillAccepted', transactionHash: hash, blockNumber: fromBlock })
      expect(event?.args.amount).to.equal(fillAmount)
    })

    it('getFillAuthorizedEvents: by id, call and block', async () => {
      const fromBlock = (await fixture.publicClient.getBlockNumber()) + 1n
      const [first, second] = [await authorized(), await authorized()]
      await contract.authorizeFill(stranger, first.evidence)
      await contract.authorizeFill(stranger, second.evidence)
      const ids = async (filter: Partial<Parameters<typeof contract.getFillAuthorizedEvents>[1]>) =>
        (await contract.getFillAuthorizedEvents(payer, { receiver, fromBlock, ...filter })).map(
          ({ args }) => args.id,
        )
      expect(await ids({})).to.deep.equal([first.id, second.id])
      expect(await ids({ id: second.id })).to.deep.equal([second.id])
      expect(await ids({ callHash: first.callHash })).to.deep.equal([first.id])
      expect(await ids({ callHash: zeroHash })).to.deep.equal([])
      expect(await ids({ fromBlock: fromBlock + 1n })).to.deep.equal([second.id])
    })

    it("parseFillAccepted: only this receiver's events", async () => {
      const hash = await contract.fill(payer, { ...(await direct()), amount: fillAmount })
      const receipt = await receiptOf(hash)
      expect(contract.parseFillAccepted({ receiver, receipt })).to.have.length(1)
      expect(
        contract.parseFillAccepted({ receiver: receiver.toLowerCase() as Address, receipt }),
      ).to.have.length(1)
      expect(contract.parseFillAccepted({ receiver: fixture.token.address, receipt })).to.deep.equal([])
      expect(contract.parseFillAuthorized({ receiver, receipt })).to.deep.equal([])
    })

    it('watchFillAccepted and watchFillAuthorized: report new events until they are stopped', async () => {
      const asked: string[] = []
      const request = async (call: { method: string; params?: unknown[] }) => {
        const answer = await fixture.connection.provider.request(call)
        asked.push(call.method)
        return answer
      }
      const watcher = createWalletClient({
        transport: custom({ request }, { retryCount: 0 }),
        pollingInterval: 20,
      })
      const accepted: Hex[] = []
      const authorizations: Hex[] = []
      const failures: Error[] = []
      const onError = (error: Error) => failures.push(error)
      const [made, other, call] = [await direct(), await direct(), await authorized()]
      const { requestId } = made.attestation
      const stops = [
        contract.watchFillAccepted(watcher, {
          receiver,
          id: requestId,
          onError,
          onEvents: (events) => accepted.push(...events.map(({ args }) => args.id)),
        }),
        contract.watchFillAuthorized(watcher, {
          receiver,
          onError,
          pollingInterval: 10,
          onEvents: (events) => authorizations.push(...events.map(({ args }) => args.callHash)),
        }),
      ]
      const until = async (isDone: () => boolean) => {
        for (let turn = 0; turn < 500 && !isDone(); turn++) await pause()
      }
      await until(() => asked.filter((method) => method === 'eth_blockNumber').length >= 2)
      await contract.fill(payer, { ...other, amount: fillAmount })
      await contract.fill(payer, { ...made, amount: fillAmount })
      await contract.authorizeFill(stranger, call.evidence)
      await until(() => accepted.length > 0 && authorizations.length > 0)
      for (const stop of stops) stop()
      expect(accepted).to.deep.equal([requestId])
      expect(authorizations).to.deep.equal([call.callHash])
      expect(failures).to.deep.equal([])

      await pause()
      const { length } = asked
      await pause()
      expect(asked).to.have.length(length)
    })
  })

  describe('fillproofActions', () => {
    it('default: binds the client and the receiver', async () => {
      const client = payer.extend(contract.fillproofActions({ receiver }))
      const { receiver: _, ...evidence } = await direct()
      const { payment, evidence: call, callHash } = await authorized()
      const { receiver: __, ...unbound } = call
      const fromBlock = await fixture.publicClient.getBlockNumber()

      expect(await client.isPaused({})).to.equal(false)
      expect(
        (await client.inspectFill({ ...evidence, payer: payer.account.address, amount: fillAmount })).ok,
      ).to.equal(true)
      expect((await client.simulateFill({ ...evidence, amount: fillAmount })).result).to.equal(fillAmount)
      await client.fill({ ...evidence, amount: fillAmount })
      expect(await client.isPaid({ id: evidence.attestation.requestId })).to.equal(true)

      await client.simulateAuthorizeFill(unbound)
      await client.authorizeFill(unbound)
      expect((await client.getAuthorization({ callHash }))?.solver).to.equal(solver.address)
      expect((await client.simulatePayAuthorized({ payment })).result).to.equal(fillAmount)
      await client.payAuthorized({ payment })
      expect(await client.getFillAcceptedEvents({ fromBlock })).to.have.length(2)
      expect(await client.getFillAuthorizedEvents({ fromBlock })).to.have.length(1)

      expect((await client.getSolverWindow({ solver: solver.address })).isActive).to.equal(true)
      expect(await client.getRoute({ originChainId, originCurrency: zeroAddress })).not.to.equal(null)
      expect((await client.getRecipientStatus({ recipient: recipient() })).allowed).to.equal(true)
      client.watchFillAccepted({ onEvents: () => {} })()
      client.watchFillAuthorized({ onEvents: () => {} })()
    })

    it('behavior: an action may name another receiver', async () => {
      const client = payer.extend(contract.fillproofActions({ receiver: fixture.token.address }))
      expect(await client.isPaused({ receiver })).to.equal(false)
      expect((await thrown(() => client.isPaused({ receiver: undefined }))).name).to.equal(
        'FillRevertedError',
      )
    })

    it('behavior: without a bound receiver, each call names one', async () => {
      const client = payer.extend(contract.fillproofActions())
      expect(await client.isPaused({ receiver })).to.equal(false)
      // @ts-expect-error the receiver is missing
      expect(await thrown(() => client.isPaused({}))).to.include({
        name: 'PaymentFieldError',
        field: 'receiver',
      })
    })
  })

  describe('FillRevertedError', () => {
    const revert = `0x6bdd2436${pad('0x65').slice(2)}${pad('0x64').slice(2)}`

    /** Returns what `isPaused` throws when the node answers with this error. */
    const rejected = (error: unknown) =>
      thrown(() =>
        contract.isPaused(
          createWalletClient({
            account: fixture.payer.account.address,
            transport: custom({ request: async () => Promise.reject(error) }, { retryCount: 0 }),
          }),
          { receiver },
        ),
      )
    const failure = (message: string, fields: object) => Object.assign(new Error(message), fields)

    for (const [shape, error] of [
      ['code 3 with data (geth, anvil)', failure('execution reverted', { code: 3, data: revert })],
      ['code -32000 with data', failure('execution reverted', { code: -32000, data: revert })],
      [
        'code -32603 with nested data (hardhat)',
        failure('reverted', { code: -32603, data: { data: revert } }),
      ],
      [
        'code -32603 with a wrapped error (wallets)',
        failure('Internal error', {
          code: -32603,
          data: { code: 3, originalError: { code: 3, data: revert } },
        }),
      ],
      [
        'code -32015 with a word before the data',
        failure('VM error', { code: -32015, data: `Reverted ${revert}` }),
      ],
      ['a plain object', { code: 3, message: 'execution reverted', data: revert }],
    ] as const) {
      it(`behavior: reads ${shape}`, async () => {
        const found = await rejected(error)
        expect(found.name).to.equal('FillRevertedError')
        expect([found.errorName, found.args, found.data]).to.deep.equal([
          'RequestExpired',
          [101n, 100n],
          revert,
        ])
      })
    }

    it('behavior: an unknown error keeps its data', async () => {
      const selector = toFunctionSelector('NobodyKnows(uint256)')
      const data = `${selector}${pad('0x07').slice(2)}`
      const found = await rejected(failure('execution reverted', { code: 3, data }))
      expect(found).to.include({ name: 'FillRevertedError', errorName: null, remedy: null, data })
      expect(found.args).to.deep.equal([])
      expect(found.shortMessage).to.equal(`paused reverted with "${data.slice(0, 10)}…" (74 characters).`)
    })

    it('behavior: a revert without data', async () => {
      for (const error of [
        failure('execution reverted', { code: 3 }),
        failure('execution reverted', { code: -32000 }),
        failure('execution reverted', { code: 3, data: '0x' }),
        failure('execution reverted', { code: 3, cause: new Error('a stack of the node') }),
      ]) {
        expect(await rejected(error)).to.include({ name: 'FillRevertedError', errorName: null, data: '0x' })
      }
    })

    it('behavior: other failures pass through', async () => {
      for (const error of [
        failure('Internal error', { code: -32603 }),
        failure('header not found', { code: -32000 }),
        failure('header not found', { code: -32000, data: '0x' }),
        failure('insufficient funds for gas * price + value', { code: -32000 }),
        failure('User rejected the request.', { code: 4001, data: { cause: 'user' } }),
        failure('connection refused', {}),
        failure('limit exceeded', { code: -32005, data: { see: 'https://example.org' } }),
      ]) {
        const found = await rejected(error)
        expect(found.name).to.equal('ContractFunctionExecutionError')
        expect(found).not.instanceOf(FillproofError)
      }
    })

    it('behavior: a revert that occurs only when sending', async () => {
      const error = failure('execution reverted', { code: 3, data: revert })
      const client = createWalletClient({
        account: fixture.payer.account.address,
        transport: custom(
          {
            request: async ({ method }: { method: string }) => {
              if (method === 'eth_call') return pad('0x01')
              if (method === 'eth_sendTransaction') throw error
              return expect.fail(`${method} is not to be asked`)
            },
          },
          { retryCount: 0 },
        ),
      })
      const { payment, evidence } = await authorized()
      for (const [name, run] of [
        ['fill', () => contract.fill(client, { ...evidence, amount: 1n })],
        ['authorizeFill', () => contract.authorizeFill(client, evidence)],
        ['payAuthorized', () => contract.payAuthorized(client, { receiver, payment })],
      ] as const) {
        const found = await thrown(run)
        expect([found.name, found.functionName]).to.deep.equal(['FillRevertedError', name])
        expect(found.errorName).to.equal('RequestExpired')
      }
    })

    describe('over HTTP', () => {
      const server = setUpHttpServer()
      const ask = () => {
        const transport = http(`${server.url}/v3/secret`, { retryCount: 0 })
        return thrown(() => contract.isPaused(createPublicClient({ transport }), { receiver }))
      }

      it('behavior: names the revert and contains no URL of the node', async () => {
        const error = { code: 3, message: 'execution reverted', data: revert }
        server.respondWith(answer(200, { jsonrpc: '2.0', id: 1, error }))
        const found = await ask()
        expect([found.name, found.errorName]).to.deep.equal(['FillRevertedError', 'RequestExpired'])
        expect(inspect(found, { depth: 9 })).not.to.include('secret')
      })

      it('behavior: errors of a failing server or of a server that is not a node pass through', async () => {
        for (const respond of [answer(503, 'busy'), answer(200, 'no JSON'), drop()]) {
          server.respondWith(respond)
          expect((await ask()).name).to.equal('ContractFunctionExecutionError')
        }
      })
    })
  })
})

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

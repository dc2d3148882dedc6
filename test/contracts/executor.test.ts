import { expect } from 'chai'
import {
  type Abi,
  type Address,
  encodeFunctionData,
  getAddress,
  type Hex,
  pad,
  parseAbi,
  stringToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { fillExecutorAbi } from '../../src/abi/fillExecutor.js'
import { type OrderCall, padAddress } from '../../src/index.js'
import { deployFixture, type Fixture, fillAmount } from './support/fixture.js'
import {
  balanceOf,
  bombGas,
  bombSize,
  donate,
  encodedError,
  eventsOf,
  honest,
  keepsBalances,
  memoryGas,
  type PrepareParameters,
  pays,
  prepare,
  reentrantCall,
  refuses,
  selectors,
  staysPayable,
  tokenDonation,
} from './support/hostile.js'

const permit2: Address = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
const someone: Address = '0x000000000000000000000000000000000000aaaa'
const tokenErrors = parseAbi([
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
])

describe('FillExecutor', () => {
  let fixture: Fixture
  let spy: Awaited<ReturnType<typeof deploySpy>>
  let other: Awaited<ReturnType<typeof deploySpy>>
  let recipient: Address
  let snapshot: Awaited<ReturnType<Fixture['helpers']['takeSnapshot']>>

  const deploySpy = () => fixture.viem.deployContract('SpyTarget')

  before(async () => {
    fixture = await deployFixture()
    await donate(fixture)
    recipient = getAddress(fixture.recipient.account.address)
    spy = await deploySpy()
    other = await deploySpy()
  })
  beforeEach(async () => {
    snapshot = await fixture.helpers.takeSnapshot()
  })
  afterEach(() => snapshot.restore())
  after(() => fixture.connection.close())

  /** A direct fill with calls, and where they will run. */
  async function prepareCalls(calls: OrderCall[], parameters: PrepareParameters = {}) {
    const prepared = await prepare(fixture, 'fill', { ...parameters, overrides: { calls } })
    const to = parameters.recipient ?? recipient
    const address = await fixture.receiver.read.executorOf([prepared.id, to])
    const executor = await fixture.viem.getContractAt('FillExecutor', address)
    return { ...prepared, executor }
  }

  /** A call of `take` on a spy: it looks, and pulls `amount` of `token`. */
  const take = (
    { address }: { address: Address } = spy,
    {
      token = zeroAddress,
      amount = 0n,
      value = 0n,
    }: { token?: Address; amount?: bigint; value?: bigint } = {},
  ): OrderCall => ({
    to: address,
    data: encodeFunctionData({ abi: spy.abi, functionName: 'take', args: [token, amount] }),
    value,
  })

  const fail = (reason: Hex, size: bigint): OrderCall => ({
    to: spy.address,
    data: encodeFunctionData({ abi: spy.abi, functionName: 'fail', args: [reason, size] }),
    value: 0n,
  })

  const seen = (hash: Hex, by = spy) => eventsOf(fixture, hash, by, 'Seen')

  /** `ExecutionFailed` with an error of the executor inside. */
  const executionFailed = (
    executor: { address: Address },
    name: 'CallFailed' | 'NoCode' | 'LeftoverFailed' | 'ApprovalFailed' | 'TokenUnreadable',
    args: readonly unknown[],
  ) => ['ExecutionFailed', [executor.address, encodedError(fillExecutorAbi as Abi, name, args)]] as const

  describe('calls', () => {
    it('run in order, each with its own value, and the rest goes to the recipient', async () => {
      const calls = [
        take(spy, { value: 3n }),
        take(other, { value: 4n }),
        { to: someone, data: '0x', value: 1n } as const,
        take(spy),
      ]
      const prepared = await prepareCalls(calls, { amount: 10n })
      const executor = getAddress(prepared.executor.address)
      const hash = await pays(fixture, prepared, { received: 2n })

      const nothing = { held: 0n, allowance: 0n }
      expect(await seen(hash)).to.deep.equal([
        { caller: executor, value: 3n, native: 7n, ...nothing },
        { caller: executor, value: 0n, native: 2n, ...nothing },
      ])
      expect(await seen(hash, other)).to.deep.equal([{ caller: executor, value: 4n, native: 3n, ...nothing }])
      expect(await balanceOf(fixture, zeroAddress, spy.address)).to.equal(3n)
      expect(await balanceOf(fixture, zeroAddress, other.address)).to.equal(4n)
      expect(await balanceOf(fixture, zeroAddress, someone)).to.equal(1n)
      expect(await balanceOf(fixture, zeroAddress, executor)).to.equal(0n)
      const { logs } = await fixture.publicClient.getTransactionReceipt({ hash })
      expect(logs.map(({ address }) => getAddress(address))).to.deep.equal([
        getAddress(fixture.receiver.address),
        getAddress(spy.address),
        getAddress(other.address),
        getAddress(spy.address),
      ])
    })

    it('may use up everything', async () => {
      const prepared = await prepareCalls([take(spy, { value: fillAmount })])
      await pays(fixture, prepared, { received: 0n })
      expect(await balanceOf(fixture, zeroAddress, spy.address)).to.equal(fillAmount)
    })

    it('run all or not at all', async () => {
      const prepared = await prepareCalls([take(spy, { value: 3n }), fail('0x1234', 2n), take(other)])
      await staysPayable(
        fixture,
        prepared,
        ...executionFailed(prepared.executor, 'CallFailed', [1n, spy.address, '0x1234']),
      )
      expect(await balanceOf(fixture, zeroAddress, spy.address)).to.equal(0n)
      const code = await fixture.publicClient.getCode({ address: prepared.executor.address })
      expect(code).to.equal(undefined)
    })

    it('fail when their values exceed what was brought', async () => {
      const prepared = await prepareCalls([take(spy, { value: fillAmount }), take(other, { value: 1n })])
      await staysPayable(
        fixture,
        prepared,
        ...executionFailed(prepared.executor, 'CallFailed', [1n, other.address, '0x']),
      )
    })

    it('get no data to an account without code, and may pay it', async () => {
      const prepared = await prepareCalls([{ to: someone, data: '0x12', value: 0n }])
      await staysPayable(fixture, prepared, ...executionFailed(prepared.executor, 'NoCode', [someone]))

      const plain = await prepareCalls([{ to: someone, data: '0x', value: 5n }])
      await pays(fixture, plain, { received: fillAmount - 5n })
      expect(await balanceOf(fixture, zeroAddress, someone)).to.equal(5n)
    })

    it('bring leftovers of either currency to the recipient', async () => {
      const { token, helpers } = fixture
      await helpers.setBalance(spy.address, 9n)
      const giveBack: OrderCall = {
        to: spy.address,
        data: encodeFunctionData({ abi: spy.abi, functionName: 'giveBack', args: [9n] }),
        value: 0n,
      }
      const before = await balanceOf(fixture, zeroAddress, recipient)
      const calls = [take(spy, { token: token.address, amount: 60n }), giveBack]
      await pays(fixture, await prepareCalls(calls, { token: token.address, amount: 100n }), {
        received: 40n,
      })
      expect(await balanceOf(fixture, zeroAddress, recipient)).to.equal(before + 9n)
      expect(await token.read.balanceOf([spy.address])).to.equal(60n)
    })

    it('bring what waited at the executor to the recipient', async () => {
      const { token, helpers } = fixture
      const prepared = await prepareCalls([take(spy, { token: token.address })], {
        token: token.address,
        amount: 100n,
      })
      await helpers.setBalance(prepared.executor.address, 2n)
      await token.write.mint([prepared.executor.address, 3n])
      const before = await balanceOf(fixture, zeroAddress, recipient)
      await pays(fixture, prepared, { received: 103n })
      expect(await balanceOf(fixture, zeroAddress, recipient)).to.equal(before + 2n)
    })

    it('run only once for an order', async () => {
      const prepared = await prepareCalls([take()])
      await pays(fixture, prepared, { received: fillAmount })
      await refuses(fixture, () => prepared.pay(), 'RequestAlreadyPaid', [prepared.id])
    })

    it('leave the recipient without a hook', async () => {
      const told = await fixture.viem.deployContract('ScriptedRecipient')
      await fixture.receiver.write.setRecipient([{ recipient: told.address, hook: true }])
      const prepared = await prepareCalls([take()], { recipient: told.address })
      const hash = await pays(fixture, prepared, { received: fillAmount, recipient: told.address })
      expect(await eventsOf(fixture, hash, told, 'Told')).to.deep.equal([])
    })

    it('bound what they answer: a reason is cut at 256 bytes', async () => {
      const reason: Hex = `0x${'ab'.repeat(300)}`
      const cut: Hex = `0x${'ab'.repeat(256)}`
      const prepared = await prepareCalls([fail(reason, 300n)])
      await staysPayable(
        fixture,
        prepared,
        ...executionFailed(prepared.executor, 'CallFailed', [0n, spy.address, cut]),
      )
    })

    it('bound what they answer: a megabyte is not copied', async () => {
      const prepared = await prepareCalls([fail('0xabab', bombSize)])
      const cut = pad('0xabab', { size: 256, dir: 'right' })
      await staysPayable(
        fixture,
        prepared,
        ...executionFailed(prepared.executor, 'CallFailed', [0n, spy.address, cut]),
        { gas: bombGas + bombGas / 2n },
      )
    })
  })

  describe('tokens', () => {
    const amount = 100n
    const prepareToken = (calls: OrderCall[], parameters: PrepareParameters = {}) =>
      prepareCalls(calls, { token: fixture.token.address, amount, ...parameters })
    const takeToken = (by: typeof spy, taken = 0n, token: Address = fixture.token.address) =>
      take(by, { token, amount: taken })

    it('are approved exactly, for the call alone', async () => {
      const { token } = fixture
      // During the second call the first target looks again.
      const look = encodeFunctionData({
        abi: spy.abi,
        functionName: 'look',
        args: [token.address, zeroAddress],
      })
      const prepared = await prepareToken([takeToken(spy, 30n), takeToken(other, 20n)])
      const executor = getAddress(prepared.executor.address)
      const lookAtExecutor = look.replace(
        padAddress(zeroAddress).slice(2),
        padAddress(executor).slice(2),
      ) as Hex
      const selector = encodeFunctionData({
        abi: spy.abi,
        functionName: 'take',
        args: [zeroAddress, 0n],
      }).slice(0, 10) as Hex
      await other.write.arm([selector, spy.address, 0n, lookAtExecutor, true])

      const hash = await pays(fixture, prepared, { received: 50n })
      const none = { value: 0n, native: 0n }
      expect(await seen(hash)).to.deep.equal([
        { caller: executor, held: 100n, allowance: 100n, ...none },
        { caller: executor, held: 50n, allowance: 0n, ...none },
      ])
      expect(await seen(hash, other)).to.deep.equal([
        { caller: executor, held: 70n, allowance: 70n, ...none },
      ])
      for (const target of [spy, other]) {
        expect(await token.read.allowance([executor, target.address])).to.equal(0n)
      }
      const approvals = (await eventsOf(fixture, hash, token, 'Approval')).filter(
        ({ owner }) => owner === executor,
      )
      expect(approvals.map(({ spender, value }) => [spender, value])).to.deep.equal([
        [getAddress(spy.address), 100n],
        [getAddress(spy.address), 0n],
        [getAddress(other.address), 70n],
        [getAddress(other.address), 0n],
      ])
    })

    it('are not approved for an account without code', async () => {
      const { token } = fixture
      const prepared = await prepareToken([{ to: someone, data: '0x', value: 0n }])
      const hash = await pays(fixture, prepared, { received: amount })
      const owners = (await eventsOf(fixture, hash, token, 'Approval')).map(({ owner }) => owner)
      expect(owners).to.not.include(getAddress(prepared.executor.address))
    })

    it('are approved once for a call that takes all of it', async () => {
      const { token } = fixture
      const prepared = await prepareToken([takeToken(spy, amount)])
      const hash = await pays(fixture, prepared, { received: 0n })
      const executor = getAddress(prepared.executor.address)
      const approvals = (await eventsOf(fixture, hash, token, 'Approval')).filter(
        ({ owner }) => owner === executor,
      )
      expect(approvals.map(({ spender, value }) => [spender, value])).to.deep.equal([
        [getAddress(spy.address), amount],
      ])
    })

    it('may be of the kind that returns nothing and wants allowances reset', async () => {
      const token = await fixture.viem.deployContract('NoReturnToken')
      await token.write.mint([fixture.payer.account.address, amount])
      await token.write.approve([fixture.receiver.address, amount], { account: fixture.payer.account })
      const calls = [takeToken(spy, 10n, token.address), takeToken(spy, 20n, token.address)]
      const prepared = await prepareToken(calls, { token: token.address })
      await pays(fixture, prepared, { received: 70n })
      expect(await token.read.allowance([prepared.executor.address, spy.address])).to.equal(0n)
    })

    it('cannot be pulled beyond what the fill brought', async () => {
      const prepared = await prepareToken([takeToken(spy, amount + 1n)])
      const reason = encodedError(tokenErrors, 'ERC20InsufficientAllowance', [
        spy.address,
        amount,
        amount + 1n,
      ])
      await staysPayable(
        fixture,
        prepared,
        ...executionFailed(prepared.executor, 'CallFailed', [0n, spy.address, reason]),
      )
    })

    it("cannot be pulled from the receiver's donations, nor from the payer", async () => {
      const { token, receiver, payer } = fixture
      for (const from of [receiver.address, payer.account.address]) {
        const args = [token.address, from, tokenDonation] as const
        const data = encodeFunctionData({ abi: spy.abi, functionName: 'takeFrom', args })
        const prepared = await prepareToken([{ to: spy.address, data, value: 0n }])
        const reason = encodedError(tokenErrors, 'ERC20InsufficientAllowance', [
          spy.address,
          0n,
          tokenDonation,
        ])
        await staysPayable(
          fixture,
          prepared,
          ...executionFailed(prepared.executor, 'CallFailed', [0n, spy.address, reason]),
        )
      }
    })

    it('cannot be pulled later', async () => {
      const { token } = fixture
      const prepared = await prepareToken([takeToken(spy, 1n)])
      await pays(fixture, prepared, { received: amount - 1n })
      const executor = prepared.executor.address
      await token.write.mint([executor, 5n])
      await refuses(
        fixture,
        () => spy.write.takeFrom([token.address, executor, 5n]),
        'ERC20InsufficientAllowance',
        [spy.address, 0n, 5n],
        { abi: tokenErrors },
      )
    })

    it('are counted as they arrive at the executor', async () => {
      const scripted = await deployScripted()
      for (const name of ['transferFrom', 'transfer'] as const) {
        await scripted.write.script([selectors[name], { ...honest, fee: 5n }])
      }
      const calls = [takeToken(spy, 0n, scripted.address)]
      const prepared = await prepareToken(calls, { token: scripted.address, minimum: 95n })
      // To the executor, and on to the recipient: two transfers of a fee of 5.
      const hash = await pays(fixture, prepared, { received: 90n })
      const [event] = await seen(hash)
      expect(event).to.include({ held: 95n, allowance: 95n })
    })

    it('fail the fill when they refuse to be moved, approved or left over', async () => {
      const scripted = await deployScripted()
      const calls = [takeToken(spy, 0n, scripted.address)]
      const prepared = await prepareToken(calls, { token: scripted.address })
      const executor = prepared.executor.address

      await scripted.write.script([selectors.transferFrom, { ...honest, answer: 0n }])
      const moved = [scripted.address, fixture.payer.account.address, executor, amount]
      await staysPayable(fixture, prepared, 'TokenTransferFailed', moved)
      await scripted.write.script([selectors.transferFrom, honest])

      await scripted.write.script([selectors.approve, { ...honest, answer: 0n }])
      const refused = executionFailed(prepared.executor, 'ApprovalFailed', [
        scripted.address,
        spy.address,
        amount,
      ])
      await staysPayable(fixture, prepared, ...refused)
      await scripted.write.script([selectors.approve, honest])

      // The target turns the token against the recipient while it runs.
      const turn = encodeFunctionData({
        abi: scripted.abi,
        functionName: 'script',
        args: [selectors.transfer, { ...honest, answer: 0n }],
      })
      await spy.write.arm([calls[0]!.data.slice(0, 10) as Hex, scripted.address, 0n, turn, true])
      await staysPayable(
        fixture,
        prepared,
        ...executionFailed({ address: executor }, 'LeftoverFailed', [scripted.address, recipient, amount]),
      )
      await spy.write.arm([calls[0]!.data.slice(0, 10) as Hex, someone, 0n, '0x', false])
      await pays(fixture, prepared, { received: amount })
    })

    it('do not make anybody copy what they answer beyond a word', async () => {
      const scripted = await deployScripted()
      const calls = [takeToken(spy, 0n, scripted.address)]
      const gasOfFill = async () => {
        const prepared = await prepareToken(calls, { token: scripted.address })
        const hash = await prepared.pay({ gas: 16_000_000n })
        return (await fixture.publicClient.getTransactionReceipt({ hash })).gasUsed
      }
      await gasOfFill()
      const usual = await gasOfFill()
      const size = 300_000n
      for (const [name, times] of [
        // Receiver: of itself before and in the end, of the executor before and after the pull. Executor: before the
        // call and for the leftovers; the target. The target lets the compiler read the answer, which reserves memory
        // for all of it.
        ['balanceOf', 8n],
        ['allowance', 3n],
        ['approve', 2n],
        ['transferFrom', 1n],
        ['transfer', 2n],
      ] as const) {
        await scripted.write.script([selectors[name], { ...honest, size }])
        const gas = await gasOfFill()
        await scripted.write.script([selectors[name], honest])
        const bound = usual + times * memoryGas(size) + memoryGas(size) / 2n
        expect(gas < bound, `${name}: ${gas}, ${bound}`).to.equal(true)
      }
    })

    it('lose what they were approved for, where they do not say whether any of it is left', async () => {
      const scripted = await deployScripted()
      const calls: OrderCall[] = [{ to: spy.address, data: '0x', value: 0n }]
      const prepared = await prepareToken(calls, { token: scripted.address })
      await scripted.write.script([selectors.allowance, { ...honest, reverts: true }])
      await pays(fixture, prepared, { received: amount })
      await scripted.write.script([selectors.allowance, honest])
      expect(await scripted.read.allowance([prepared.executor.address, spy.address])).to.equal(0n)
    })

    it('do not make anybody copy a megabyte when they refuse an approval', async () => {
      const scripted = await deployScripted()
      const prepared = await prepareToken([takeToken(spy, 0n, scripted.address)], { token: scripted.address })
      await scripted.write.script([selectors.approve, { ...honest, size: bombSize, reverts: true }])
      const refused = [scripted.address, spy.address, amount]
      await staysPayable(
        fixture,
        prepared,
        ...executionFailed(prepared.executor, 'ApprovalFailed', refused),
        {
          gas: bombGas + bombGas / 2n,
        },
      )
    })

    it('fail the fill when they do not tell what the executor holds', async () => {
      const scripted = await deployScripted()
      const calls = [takeToken(spy, 0n, scripted.address)]
      const prepared = await prepareToken(calls, { token: scripted.address })
      // Silent from the moment at which the executor is paid, then from the call on.
      const turn = (reverts: boolean) =>
        encodeFunctionData({
          abi: scripted.abi,
          functionName: 'script',
          args: [selectors.balanceOf, { ...honest, reverts, size: reverts ? bombSize : 32n }],
        })
      const error = executionFailed(prepared.executor, 'TokenUnreadable', [scripted.address])
      const gas = bombGas + bombGas / 2n
      await scripted.write.arm([selectors.transferFrom, scripted.address, 0n, turn(true), true])
      await staysPayable(fixture, prepared, 'TokenUnreadable', [scripted.address], { gas })
      await scripted.write.arm([selectors.transferFrom, scripted.address, 0n, turn(false), true])
      await spy.write.arm([calls[0]!.data.slice(0, 10) as Hex, scripted.address, 0n, turn(true), true])
      await staysPayable(fixture, prepared, ...error, { gas })
    })

    async function deployScripted() {
      const { viem, payer, receiver } = fixture
      const scripted = await viem.deployContract('ScriptedToken')
      await scripted.write.mint([payer.account.address, 10n * amount])
      await scripted.write.approve([receiver.address, 10n * amount], { account: payer.account })
      await scripted.write.mint([receiver.address, tokenDonation])
      return scripted
    }
  })

  describe('targets', () => {
    const call = (to: Address): OrderCall => ({ to, data: '0x12345678', value: 0n })

    it('may not be the receiver', async () => {
      const { receiver } = fixture
      for (const data of ['0x', '0x12345678'] as const) {
        const prepared = await prepareCalls([take(), { to: receiver.address, data, value: 0n }])
        const extraData = pad(receiver.address, { size: 32 })
        await staysPayable(fixture, prepared, 'WrongFillContract', [extraData, 1n, receiver.address])
      }
    })

    it("may not be the fill's token, and may be another one", async () => {
      const { token, viem } = fixture
      const approve = encodeFunctionData({
        abi: token.abi,
        functionName: 'approve',
        args: [spy.address, 10n ** 30n],
      })
      const calls = [{ to: token.address, data: approve, value: 0n }]
      const prepared = await prepareCalls(calls, { token: token.address })
      await staysPayable(fixture, prepared, 'ForbiddenCallTarget', [token.address])

      const another = await viem.deployContract('ScriptedToken')
      const allowed = await prepareCalls([{ to: another.address, data: approve, value: 0n }])
      await pays(fixture, allowed, { received: fillAmount })
    })

    it('may not be the zero address when the fill is native', async () => {
      const prepared = await prepareCalls([{ to: zeroAddress, data: '0x', value: 1n }])
      await staysPayable(fixture, prepared, 'ForbiddenCallTarget', [zeroAddress])
    })

    it('may not be routers, reserved addresses, Permit2 or the executor implementation', async () => {
      const { receiver, router, viem } = fixture
      const depository = await viem.deployContract('MockDepository')
      await receiver.write.setReserved([depository.address, true])
      const implementation = await receiver.read.executorImplementation()
      for (const target of [router.account.address, depository.address, permit2, implementation]) {
        // Whatever else the order calls.
        for (const calls of [[call(target)], [take(), call(target), take(other)]]) {
          await staysPayable(fixture, await prepareCalls(calls), 'ForbiddenCallTarget', [target])
        }
        const plain = await prepareCalls([{ to: target, data: '0x', value: 1n }])
        await staysPayable(fixture, plain, 'ForbiddenCallTarget', [target])
      }
    })

    it('may be what is reserved no more', async () => {
      const { receiver } = fixture
      await receiver.write.setReserved([spy.address, true])
      const prepared = await prepareCalls([take()])
      await staysPayable(fixture, prepared, 'ForbiddenCallTarget', [spy.address])
      await receiver.write.setReserved([spy.address, false])
      await pays(fixture, prepared, { received: fillAmount })
    })

    it('may not be the executor itself', async () => {
      const harness = await fixture.viem.deployContract('CallCheckHarness')
      const id = padAddress(someone)
      const own = await harness.read.executorOf([id, recipient])
      const check = (to: Address, of = id, paid: Address = recipient) =>
        harness.read.checkCalls([of, paid, zeroAddress, [call(to)]])
      await fixture.assertions.revertWithCustomErrorWithArgs(check(own), harness, 'ForbiddenCallTarget', [
        own,
      ])
      await check(spy.address)
      // Another id or recipient has another one.
      await check(own, zeroHash)
      await check(own, id, someone)
    })

    it('may not be the executor of another fill, which may not be paid either', async () => {
      const { receiver } = fixture
      const first = await prepareCalls([take()])
      await pays(fixture, first, { received: fillAmount })
      const executor = first.executor.address
      expect(await receiver.read.isReserved([executor])).to.equal(true)
      await staysPayable(fixture, await prepareCalls([call(executor)]), 'ForbiddenCallTarget', [executor])

      await receiver.write.setRecipient([{ recipient: executor, hook: false }])
      const paid = await prepare(fixture, 'fill', { recipient: executor })
      await staysPayable(fixture, paid, 'InvalidRecipient', [padAddress(executor)])
    })

    it('may be an executor of nobody yet, which gets no data and no allowance', async () => {
      const { token } = fixture
      const future = await prepareCalls([take()])
      const to = future.executor.address
      const prepared = await prepareCalls([call(to)])
      await staysPayable(fixture, prepared, ...executionFailed(prepared.executor, 'NoCode', [to]))
      const parameters = { token: token.address, amount: 100n }
      await pays(fixture, await prepareCalls([{ to, data: '0x', value: 0n }], parameters), { received: 100n })
      expect(await token.read.balanceOf([to])).to.equal(0n)
    })
  })

  describe('the sandbox', () => {
    it('is where the receiver says, a plain clone', async () => {
      const { receiver, publicClient } = fixture
      const prepared = await prepareCalls([take()])
      const { address } = prepared.executor
      expect(await publicClient.getCode({ address })).to.equal(undefined)
      await pays(fixture, prepared, { received: fillAmount })
      const implementation = await receiver.read.executorImplementation()
      const code = ['0x363d3d373d3d3d363d73', implementation.slice(2), '5af43d82803e903d91602b57fd5bf3']
      expect(await publicClient.getCode({ address })).to.equal(code.join('').toLowerCase())
    })

    it('serves once, whoever asks', async () => {
      const { receiver, stranger, helpers } = fixture
      const prepared = await prepareCalls([take()])
      await pays(fixture, prepared, { received: fillAmount })
      const { executor } = prepared
      const args = [zeroAddress, stranger.account.address, [take()]] as const
      for (const { account } of [stranger, fixture.admin, fixture.recipient, fixture.router]) {
        const run = () => executor.write.execute(args, { account })
        await refuses(fixture, run, 'ExecutorUsed', [], { abi: executor.abi })
      }

      await helpers.impersonateAccount(receiver.address)
      await fixture.assertions.revertWithCustomErrorWithArgs(
        executor.simulate.execute(args, { account: receiver.address }) as never,
        executor,
        'ExecutorUsed',
        [],
      )
    })

    it('is used up as an implementation, and gives nothing away', async () => {
      const { receiver, viem, stranger, token } = fixture
      const implementation = await viem.getContractAt(
        'FillExecutor',
        await receiver.read.executorImplementation(),
      )
      const thief = stranger.account.address
      for (const run of [
        () => implementation.write.execute([zeroAddress, thief, []], { account: stranger.account }),
        () => implementation.write.execute([zeroAddress, thief, [take()]], { value: 1n }),
      ]) {
        await refuses(fixture, run, 'ExecutorUsed', [], { abi: implementation.abi })
      }
      await token.write.mint([implementation.address, 5n])
      await implementation.write.sweep([token.address], { account: stranger.account })
      expect(await token.read.balanceOf([implementation.address])).to.equal(5n)
    })

    it('is swept by anybody, only to its recipient', async () => {
      const { token, stranger, helpers } = fixture
      const prepared = await prepareCalls([take()])
      await pays(fixture, prepared, { received: fillAmount })
      const { executor } = prepared
      await stranger.sendTransaction({ to: executor.address, value: 5n })
      await token.write.mint([executor.address, 6n])
      const account = stranger.account
      const before = {
        native: await balanceOf(fixture, zeroAddress, recipient),
        token: await token.read.balanceOf([recipient]),
      }
      await keepsBalances(fixture, [], () => executor.write.sweep([zeroAddress], { account }))
      expect(await balanceOf(fixture, zeroAddress, recipient)).to.equal(before.native + 5n)
      await keepsBalances(fixture, [], () => executor.write.sweep([token.address], { account }))
      expect(await token.read.balanceOf([recipient])).to.equal(before.token + 6n)
      expect(await balanceOf(fixture, zeroAddress, executor.address)).to.equal(0n)
      expect(await token.read.balanceOf([executor.address])).to.equal(0n)
      // An empty sweep is no error.
      await executor.write.sweep([zeroAddress], { account })
      await executor.write.sweep([token.address], { account })
      await helpers.mine()
    })

    it('tells why a sweep fails', async () => {
      const refusing = await deployRefusing()
      await refusing.write.unscript([selectors.native])
      const prepared = await prepareCalls([take()], { recipient: refusing.address })
      await pays(fixture, prepared, { received: fillAmount, recipient: refusing.address })
      const { executor } = prepared
      await fixture.stranger.sendTransaction({ to: executor.address, value: 5n })
      await refusing.write.script([selectors.native, true, '0x', 0n])
      await refuses(
        fixture,
        () => executor.write.sweep([zeroAddress]),
        'LeftoverFailed',
        [zeroAddress, refusing.address, 5n],
        { abi: executor.abi },
      )
    })

    it('reverts the fill when the recipient refuses leftovers, and the request stays payable', async () => {
      const refusing = await deployRefusing()
      const calls = [take(spy, { value: 1n })]
      const prepared = await prepareCalls(calls, { recipient: refusing.address })
      const leftover = fillAmount - 1n
      await staysPayable(
        fixture,
        prepared,
        ...executionFailed(prepared.executor, 'LeftoverFailed', [zeroAddress, refusing.address, leftover]),
      )
      await refusing.write.unscript([selectors.native])
      await pays(fixture, prepared, { received: leftover, recipient: refusing.address })
    })

    it('bothers a refusing recipient only with leftovers', async () => {
      const refusing = await deployRefusing()
      const calls = [take(spy, { value: fillAmount })]
      const prepared = await prepareCalls(calls, { recipient: refusing.address })
      await pays(fixture, prepared, { received: 0n, recipient: refusing.address })
    })

    async function deployRefusing() {
      const refusing = await fixture.viem.deployContract('ScriptedRecipient')
      await refusing.write.script([selectors.native, true, '0x', 0n])
      await fixture.receiver.write.setRecipient([{ recipient: refusing.address, hook: false }])
      return refusing
    }
  })

  describe('hostile targets', () => {
    const trigger = () => take().data.slice(0, 10) as Hex

    it('reenter the receiver and get nowhere', async () => {
      const { receiver, helpers } = fixture
      await helpers.setBalance(spy.address, 10n * fillAmount)
      for (const way of ['fill', 'payAuthorized'] as const) {
        const another = await prepare(fixture, way)
        await spy.write.arm([trigger(), receiver.address, fillAmount, another.data, false])
        await pays(fixture, await prepareCalls([take()]), { received: fillAmount })
        expect(await spy.read.outcome()).to.equal(reentrantCall)
        expect(await receiver.read.isPaid([another.orderId])).to.equal(false)
        await spy.write.strikeNow([receiver.address, fillAmount, another.data])
        expect(await receiver.read.isPaid([another.orderId])).to.equal(true)
      }
    })

    it('cannot run the executor that calls them', async () => {
      const prepared = await prepareCalls([take()])
      const { executor } = prepared
      const args = [zeroAddress, spy.address, [{ to: spy.address, data: '0x', value: fillAmount }]] as const
      const data = encodeFunctionData({ abi: executor.abi, functionName: 'execute', args })
      await spy.write.arm([trigger(), executor.address, 0n, data, false])
      await pays(fixture, prepared, { received: fillAmount })
      expect(await spy.read.outcome()).to.equal(encodedError(executor.abi, 'ExecutorUsed', []))
    })

    it('can sweep the executor that calls them, only to the recipient', async () => {
      const sweep = encodeFunctionData({
        abi: fillExecutorAbi,
        functionName: 'sweep',
        args: [zeroAddress],
      })
      const last = await prepareCalls([take()])
      await spy.write.arm([trigger(), last.executor.address, 0n, sweep, true])
      await pays(fixture, last, { received: fillAmount })

      // A call that comes after then lacks its value, and nothing happens at all.
      const first = await prepareCalls([take(), take(other, { value: 1n })])
      await spy.write.arm([trigger(), first.executor.address, 0n, sweep, true])
      await staysPayable(
        fixture,
        first,
        ...executionFailed(first.executor, 'CallFailed', [1n, other.address, '0x']),
      )
    })

    it('cannot touch a later fill with an approval that an earlier one left', async () => {
      const { token, payer } = fixture
      const max = 10n ** 30n
      const approve = encodeFunctionData({
        abi: token.abi,
        functionName: 'approve',
        args: [spy.address, max],
      })
      // A native fill may call the token: its own executor then approves the spy for good.
      const first = await prepareCalls([{ to: token.address, data: approve, value: 0n }])
      await pays(fixture, first, { received: fillAmount })
      expect(await token.read.allowance([first.executor.address, spy.address])).to.equal(max)

      // In the second, the spy helps itself while another target runs.
      const second = await prepareCalls([take(other, { token: token.address })], {
        token: token.address,
        amount: 100n,
      })
      expect(getAddress(second.executor.address)).to.not.equal(getAddress(first.executor.address))
      const takeFrom = (from: Address) =>
        encodeFunctionData({ abi: spy.abi, functionName: 'takeFrom', args: [token.address, from, 100n] })
      await other.write.arm([trigger(), spy.address, 0n, takeFrom(second.executor.address), false])
      await pays(fixture, second, { received: 100n })
      expect(await other.read.outcome()).to.equal(
        encodedError(tokenErrors, 'ERC20InsufficientAllowance', [spy.address, 0n, 100n]),
      )
      expect(await token.read.balanceOf([spy.address])).to.equal(0n)

      // It gets what is sent to the first executor afterwards, which was always that order's affair.
      await token.write.transfer([first.executor.address, 100n], { account: payer.account })
      await spy.write.takeFrom([token.address, first.executor.address, 100n])
      expect(await token.read.balanceOf([spy.address])).to.equal(100n)
    })

    it('cannot force the receiver to keep anything', async () => {
      const forced = await fixture.viem.deployContract('ForcedSend')
      const data = encodeFunctionData({
        abi: forced.abi,
        functionName: 'send',
        args: [fixture.receiver.address],
      })
      const prepared = await prepareCalls([{ to: forced.address, data, value: 1n }])
      await staysPayable(fixture, prepared, 'BalanceChanged', [zeroAddress, 8n, 7n])
    })

    it('cannot forge a reason of the receiver', async () => {
      const forged = stringToHex('anything')
      const prepared = await prepareCalls([fail(forged, 8n)])
      await staysPayable(
        fixture,
        prepared,
        ...executionFailed(prepared.executor, 'CallFailed', [0n, spy.address, forged]),
      )
    })
  })
})

import { expect } from 'chai'
import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  padHex,
  parseAbi,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mockDepositoryAbi } from '../../src/generated/abi/mockDepository.js'
import { freshAddress } from './helpers.js'
import {
  deployServiceContracts,
  errors,
  type Seen,
  type ServiceContracts,
  selectorOf,
  selectorsOf,
} from './support/serviceContracts.js'

type Call = { to: Address; data: Hex; value: bigint; allowFailure: boolean }

const calls = '(address to,bytes data,uint256 value,bool allowFailure)[] calls'
const abi = parseAbi([
  'function depositNative(address depositor, bytes32 id) payable',
  'function depositErc20(address depositor, address token, uint256 amount, bytes32 id)',
  `function execute((${calls}, uint256 nonce, uint256 expiration) request, bytes signature) returns ((bool success, bytes returnData)[])`,
] as const)
const allowanceForm = parseAbi(['function depositErc20(address depositor, address token, bytes32 id)'])
const id: Hex = padHex('0x77', { size: 32 })
const executionErrors = {
  AddressCannotBeZero: '0xe622e040',
  InvalidSignature: '0x8baa579f',
  CallRequestExpired: '0x68b8a4da',
  CallRequestAlreadyUsed: '0x49482b28',
  CallFailed: '0xa5fa8d2b',
} as const

describe('the mock’s depository', () => {
  let world: ServiceContracts
  let depository: Address
  let token: Address
  let user: Address
  const allocator = privateKeyToAccount(padHex('0x0a', { size: 32 }))
  before(async () => {
    world = await deployServiceContracts()
    depository = world.depository.address
    token = world.token.address
    user = world.user
    await world.depository.write.setAllocator([allocator.address])
    await approve(9n)
  })
  after(() => world?.connection.close())

  const approve = (amount: bigint) =>
    world.send(
      token,
      encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [depository, amount] }),
    )
  function expectLogs(found: Seen[], expected: Seen[]) {
    const lower = (seen: Seen) =>
      seen.map((value) => (typeof value === 'string' && value.startsWith('0x') ? value.toLowerCase() : value))
    expect(found).to.deep.equal(expected.map(lower))
  }

  it('default: has exactly the public functions', () => {
    const ownable = ['8da5cb5b', 'f2fde38b', '715018a6', '25692962', '54d1f13d', 'f04e283e', 'fee81cf4']
    expect(selectorsOf(mockDepositoryAbi)).to.have.members([
      '0x49290c1c',
      '0xe8017952',
      '0x5a1ee3ac',
      '0x2d9fb478',
      '0xbf83f2a2',
      '0xaa5dcecc',
      '0xd52bfcc8',
      '0x84b0196e',
      '0xcf5905d7',
      '0xeae335b3',
      ...ownable.map((selector) => `0x${selector}`),
    ])
    expect(selectorsOf([...abi, ...allowanceForm])).to.have.members([
      '0x49290c1c',
      '0xe8017952',
      '0x2d9fb478',
      '0x5a1ee3ac',
    ])
  })

  describe('deposits', () => {
    it('default: native currency: only logs an event; zero means the caller, and nothing is rejected', async () => {
      const other = freshAddress()
      const native = (depositor: Address, orderId: Hex) =>
        encodeFunctionData({ abi, functionName: 'depositNative', args: [depositor, orderId] })
      expectLogs(await world.send(depository, native(zeroAddress, id), { value: 5n }), [
        [depository, 'RelayNativeDeposit', user, 5n, id],
      ])
      for (const orderId of [id, padHex('0x', { size: 32 })]) {
        expectLogs(await world.send(depository, native(other, orderId)), [
          [depository, 'RelayNativeDeposit', other, 0n, orderId],
        ])
      }
    })

    it('default: tokens: makes the transfer, then logs the event', async () => {
      const other = freshAddress()
      const deposit = encodeFunctionData({ abi, functionName: 'depositErc20', args: [other, token, 4n, id] })
      expectLogs((await world.send(depository, deposit)).filter(isNoApproval), [
        [token, 'Transfer', user, depository, 4n],
        [depository, 'RelayErc20Deposit', other, token, 4n, id],
      ])
      // The form without an amount takes all that is approved, also nothing.
      const rest = encodeFunctionData({ abi: allowanceForm, args: [zeroAddress, token, id] })
      for (const amount of [5n, 0n]) {
        expectLogs((await world.send(depository, rest)).filter(isNoApproval), [
          [token, 'Transfer', user, depository, amount],
          [depository, 'RelayErc20Deposit', user, token, amount, id],
        ])
      }
      expect(selectorOf(await world.revertOf(depository, deposit))).to.equal(errors.TransferFromFailed)
    })

    it('behavior: logs the requested amount, not the received one', async () => {
      const scripted = await world.viem.deployContract('ScriptedToken')
      await scripted.write.mint([user, 10n])
      await scripted.write.approve([depository, 10n], { account: user })
      const script = {
        takes: true,
        credits: true,
        extra: 0n,
        fee: 3n,
        bonus: 0n,
        answer: 1n,
        size: 32n,
        reverts: false,
      }
      await scripted.write.script(['0x23b872dd', script])
      const args = [user, scripted.address, 10n, id] as const
      const found = await world.send(
        depository,
        encodeFunctionData({ abi, functionName: 'depositErc20', args }),
      )
      expectLogs(found.slice(-1), [[depository, 'RelayErc20Deposit', user, scripted.address, 10n, id]])
      expect(await scripted.read.balanceOf([depository])).to.equal(7n)
    })

    it('error: native currency without a call', async () => {
      expect(await world.revertOf(depository, '0x', { value: 1n })).to.equal('0x')
      expect(await world.revertOf(depository, id, { value: 1n })).to.equal('0x')
    })

    const isNoApproval = ([, name]: Seen) => !String(name).startsWith('0x8c5be1e5')
  })

  describe('execute', () => {
    const types = {
      CallRequest: [
        { name: 'calls', type: 'Call[]' },
        { name: 'nonce', type: 'uint256' },
        { name: 'expiration', type: 'uint256' },
      ],
      Call: [
        { name: 'to', type: 'address' },
        { name: 'data', type: 'bytes' },
        { name: 'value', type: 'uint256' },
        { name: 'allowFailure', type: 'bool' },
      ],
    }
    type Request = { calls: Call[]; nonce: bigint; expiration: bigint }

    async function sign(request: Request, account = allocator, domain = {}) {
      const signature = await account.signTypedData({
        domain: {
          name: 'RelayDepository',
          version: '1',
          chainId: 8453,
          verifyingContract: depository,
          ...domain,
        },
        types,
        primaryType: 'CallRequest',
        message: request,
      })
      return encodeFunctionData({ abi, functionName: 'execute', args: [request, signature] })
    }
    const far = 2n ** 40n
    const pay = (to: Address, value: bigint, allowFailure = false): Call => ({
      to,
      data: '0x',
      value,
      allowFailure,
    })

    before(() =>
      world.send(depository, encodeFunctionData({ abi, functionName: 'depositNative', args: [user, id] }), {
        value: 100n,
      }),
    )

    it('default: makes the calls and logs the struct hash of the published vectors', async () => {
      // Vectors of the public SDK. Their expiration has passed, so that the chain's own time goes back.
      const native = pay('0x9876543210987654321098765432109876543210', 10n ** 18n)
      const erc20: Call = {
        to: '0x1234567890123456789012345678901234567890',
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: ['0x9876543210987654321098765432109876543210', 5000000n],
        }),
        value: 0n,
        allowFailure: false,
      }
      const vectors = [
        [native, 1n, '0xd7005099805c5e730f534f546e309475b5611975fadfc9451a96a421b58409f3'],
        [erc20, 2n, '0xacc729e7b128bb96d590c3ea8d3ad77de4595d20177ebef2451770a049b2f04d'],
      ] as const
      const connection = await (await import('hardhat')).default.network.create({
        network: 'destination',
        chainType: 'l1',
        override: { initialDate: new Date(1735670000_000) },
      })
      try {
        const client = await connection.viem.getPublicClient()
        const old = await connection.viem.deployContract('MockDepository')
        await old.write.setAllocator([allocator.address])
        await old.write.depositNative([zeroAddress, id], { value: 10n ** 18n })
        for (const [call, nonce, hash] of vectors) {
          const data = await sign({ calls: [call], nonce, expiration: 1735680000n }, allocator, {
            verifyingContract: old.address,
          })
          const [wallet] = await connection.viem.getWalletClients()
          const sent = await wallet!.sendTransaction({ to: old.address, data })
          const { logs } = await client.getTransactionReceipt({ hash: sent })
          expect(logs).to.have.length(1)
          expect(logs[0]!.topics).to.deep.equal([
            '0x4be109453ef7e895dc7215c929fff9b76b51483d56a4d04548b4866e9aa7c5ea',
          ])
          expect(logs[0]!.data.slice(0, 66)).to.equal(hash)
          expect(await old.read.callRequests([hash])).to.equal(true)
        }
      } finally {
        await connection.close()
      }
    })

    it('behavior: anyone may submit; calls run in order and are logged one by one with their results', async () => {
      const [first, second] = [freshAddress(), freshAddress()]
      const bad: Call = { to: token, data: '0xdeadbeef', value: 0n, allowFailure: true }
      const request = { calls: [pay(first, 1n), bad, pay(second, 2n)], nonce: 3n, expiration: far }
      const data = await sign(request)
      expect(await world.call(depository, data)).to.equal(
        encodeFunctionResult({
          abi,
          functionName: 'execute',
          result: [
            { success: true, returnData: '0x' },
            { success: false, returnData: '0x' },
            { success: true, returnData: '0x' },
          ],
        }),
      )
      const found = await world.send(depository, data, { from: world.stranger })
      expect(found.map(([, name, , call]) => [name, call])).to.deep.equal([
        ['RelayCallExecuted', request.calls[0]],
        ['RelayCallExecuted', request.calls[2]],
      ])
      expect(await world.balanceOf(second)).to.equal(2n)
      expect(await world.revertOf(depository, data)).to.equal(executionErrors.CallRequestAlreadyUsed)
    })

    it("error: a failing call reverts everything, with the call's revert data", async () => {
      const data = await sign({
        calls: [pay(freshAddress(), 1n), pay(depository, 1n)],
        nonce: 4n,
        expiration: far,
      })
      expect(await world.revertOf(depository, data)).to.equal(
        concatHex([executionErrors.CallFailed, encodeAbiParameters([{ type: 'bytes' }], ['0x'])]),
      )
    })

    it('error: too late, another signer, another chain, checked in that order', async () => {
      const { timestamp } = await world.client.getBlock({ blockTag: 'pending' })
      const request = { calls: [], nonce: 5n, expiration: timestamp }
      const stranger = privateKeyToAccount(padHex('0x0b', { size: 32 }))
      const late = await sign({ ...request, expiration: timestamp - 1000n }, stranger)
      expect(await world.revertOf(depository, late)).to.equal(executionErrors.CallRequestExpired)
      expect(
        await world.revertOf(depository, await sign({ ...request, expiration: far }, stranger)),
      ).to.equal(executionErrors.InvalidSignature)
      expect(
        await world.revertOf(
          depository,
          await sign({ ...request, expiration: far }, allocator, { chainId: 1 }),
        ),
      ).to.equal(executionErrors.InvalidSignature)
      // Its last second is in time.
      const { networkHelpers } = world.connection
      await networkHelpers.time.setNextBlockTimestamp(timestamp + 10n)
      await world.send(depository, await sign({ ...request, expiration: timestamp + 10n }))
      // A used request that nobody signed is unsigned first.
      const used = await sign({ ...request, expiration: far })
      await world.send(depository, used)
      expect(
        await world.revertOf(depository, await sign({ ...request, expiration: far }, stranger)),
      ).to.equal(executionErrors.InvalidSignature)
    })

    it('behavior: only the owner sets the allocator, never to zero', async () => {
      const set = (next: Address) =>
        `0xbf83f2a2${encodeAbiParameters([{ type: 'address' }], [next]).slice(2)}` as Hex
      expect(await world.revertOf(depository, set(user))).to.equal(errors.Unauthorized)
      expect(await world.revertOf(depository, set(zeroAddress), { from: world.admin })).to.equal(
        executionErrors.AddressCannotBeZero,
      )
      expectLogs(await world.send(depository, set(user), { from: world.admin }), [])
      expect((await world.depository.read.allocator()).toLowerCase()).to.equal(user.toLowerCase())
    })
  })
})

import { expect } from 'chai'
import {
  type Abi,
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeErrorResult,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  keccak256,
  padHex,
  parseAbi,
  size,
  toHex,
  zeroAddress,
} from 'viem'
import { mockHashRouterAbi } from '../../src/generated/abi/mockHashRouter.js'
import { mockMetadataRouterAbi } from '../../src/generated/abi/mockMetadataRouter.js'
import { mockPlainRouterAbi } from '../../src/generated/abi/mockPlainRouter.js'
import { freshAddress } from './helpers.js'
import {
  deployServiceContracts,
  errors,
  type RouterVersion,
  type Seen,
  type ServiceContracts,
  selectorOf,
  selectorsOf,
  versions,
} from './support/serviceContracts.js'

const call3 = '(address target,bool allowFailure,uint256 value,bytes callData)[] calls'
const result = '(bool success,bytes returnData)[]'
const shared = [
  'function cleanupErc20sViaCall(address[] tokens, address[] tos, bytes[] datas, uint256[] amounts)',
  'function cleanupNativeViaCall(uint256 amount, address to, bytes data)',
]
/** The published functions, independent of the contracts' own ABI. */
const withMetadataAbi = parseAbi([
  `function multicall(${call3}, address refundTo, address nftRecipient, bytes metadata) payable returns (${result})`,
  'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts, bytes metadata)',
  'function cleanupNative(uint256 amount, address recipient, bytes metadata)',
  ...shared,
] as string[]) as Abi
const published: Record<RouterVersion, Abi> = {
  'v3.2': withMetadataAbi,
  v3: withMetadataAbi,
  'v2.1': parseAbi([
    `function multicall(${call3}, address refundTo, address nftRecipient) payable returns (${result})`,
    'function cleanupErc20s(address[] tokens, address[] recipients, uint256[] amounts)',
    'function cleanupNative(uint256 amount, address recipient)',
    ...shared,
  ] as string[]) as Abi,
}

const hooks: Hex[] = ['0x150b7a02', '0xf23a6e61', '0xbc197c81']
const ofMetadata: Hex[] = ['0xcd6e13f7', '0x9bb43718', '0x73b7bb2f', '0xa6bd8c96', '0x5d1fe6a2', ...hooks]
const selectors: Record<RouterVersion, Hex[]> = {
  'v3.2': [...ofMetadata, '0xffa1ad74'],
  v3: ofMetadata,
  'v2.1': ['0x30be5567', '0x3b2253c8', '0x73b7bb2f', '0x5de81e3f', '0x5d1fe6a2', ...hooks],
}

const approvalTopic = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
const metadata = '0x6d657461'
const withMetadata = ['multicall', 'cleanupErc20s', 'cleanupNative']

const ownAbi: Record<RouterVersion, Abi> = {
  'v3.2': mockHashRouterAbi,
  v3: mockMetadataRouterAbi,
  'v2.1': mockPlainRouterAbi,
}

for (const version of versions) {
  describe(`the mock's router ${version}`, () => {
    let world: ServiceContracts
    let router: Address
    let user: Address
    let token: Address
    const hasMetadata = version !== 'v2.1'
    const isHash = version === 'v3.2'
    before(async () => {
      world = await deployServiceContracts()
      router = world.routers[version].address
      user = world.user
      token = world.token.address
    })
    after(() => world?.connection.close())

    const encode = (functionName: string, ...args: unknown[]) =>
      encodeFunctionData({
        abi: published[version],
        functionName,
        args: hasMetadata && withMetadata.includes(functionName) ? [...args, metadata] : args,
      })
    const one = (target: Address, value = 0n, callData: Hex = '0x', allowFailure = false) => ({
      target,
      allowFailure,
      value,
      callData,
    })
    const multicall = (
      calls: object[],
      refundTo: Address = zeroAddress,
      nftRecipient: Address = zeroAddress,
    ) => encode('multicall', calls, refundTo, nftRecipient)
    const transferOf = (to: Address, amount: bigint) =>
      encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })

    /** The events that v2.1 has not. */
    const moved = (from: Address, to: Address, currency: Address, amount: bigint): Seen[] =>
      hasMetadata ? [[router, 'FundsMovement', from, to, currency, amount, metadata]] : []
    const executed = (to: Address, data: Hex, value: bigint): Seen => [
      router,
      'SolverCallExecuted',
      to,
      isHash ? keccak256(data) : data,
      value,
    ]
    const paid = (to: Address, amount: bigint): Seen => [router, 'SolverNativeTransfer', to, amount]
    const cleaned = (to: Address, amount: bigint): Seen[] => [
      paid(to, amount),
      ...moved(router, to, zeroAddress, amount),
    ]

    function expectLogs(found: Seen[], expected: Seen[]) {
      const lower = (seen: Seen) =>
        seen.map((value) =>
          typeof value === 'string' && value.startsWith('0x') ? value.toLowerCase() : value,
        )
      expect(found).to.deep.equal(expected.map(lower))
    }

    /** What a cleanup via call took, which only the newest router says. */
    const spent = (to: Address, currency: Address, amount: bigint): Seen[] =>
      isHash ? [[router, 'FundsMovement', router, to, currency, amount, '0x']] : []

    /** A second router, through which a stranger or a sender acts. */
    const deployOther = async () => (await world.viem.deployContract('MockPlainRouter')).address
    const through = (other: Address, calls: object[], value = 0n) =>
      one(
        other,
        value,
        encodeFunctionData({
          abi: published['v2.1'],
          functionName: 'multicall',
          args: [calls, world.stranger, zeroAddress],
        }),
      )

    it('default: has exactly the public functions', () => {
      expect(selectorsOf(ownAbi[version])).to.have.members(selectors[version])
      expect(selectorsOf(published[version])).to.have.members(selectors[version].slice(0, 5))
    })

    it('behavior: logs the incoming funds, each call after it returned, then the whole rest to refundTo', async () => {
      const [first, refundTo] = [freshAddress(), freshAddress()]
      const nested = encode('cleanupNative', 2n, first)
      const found = await world.send(
        router,
        multicall([one(first, 3n, '0x1234'), one(router, 0n, nested)], refundTo),
        { value: 10n },
      )
      expectLogs(found, [
        ...moved(user, router, zeroAddress, 10n),
        executed(first, '0x1234', 3n),
        ...cleaned(first, 2n),
        executed(router, nested, 0n),
        ...cleaned(refundTo, 5n),
      ])
      expect(await world.balanceOf(refundTo)).to.equal(5n)
    })

    it('behavior: logs nothing without value and balance; pays out an older balance too', async () => {
      expectLogs(await world.send(router, multicall([])), [])
      const refundTo = freshAddress()
      expectLogs(await world.send(router, '0x', { value: 4n }), [paid(router, 4n)])
      const spent = one(freshAddress(), 1n)
      expectLogs(await world.send(router, multicall([spent], refundTo)), [
        executed(spent.target, '0x', 1n),
        ...cleaned(refundTo, 3n),
      ])
    })

    it('behavior: an allowed failure logs no event and is in the results', async () => {
      const failing = transferOf(user, 1n)
      const refundTo = freshAddress()
      const data = multicall([one(token, 0n, failing, true), one(refundTo, 1n)], refundTo)
      const results = encodeAbiParameters(
        [
          {
            type: 'tuple[]',
            components: [
              { type: 'bool', name: 'success' },
              { type: 'bytes', name: 'returnData' },
            ],
          },
        ],
        [
          [
            { success: false, returnData: (await world.revertOf(token, failing, { from: router }))! },
            { success: true, returnData: '0x' },
          ],
        ],
      )
      expect(await world.call(router, data, { value: 1n })).to.equal(results)
      expectLogs(await world.send(router, data, { value: 1n }), [
        ...moved(user, router, zeroAddress, 1n),
        executed(refundTo, '0x', 1n),
      ])
    })

    it('error: a failing call reverts everything with its exact revert data, even if empty', async () => {
      const spy = await world.viem.deployContract('SpyTarget')
      for (const reason of [
        '0x',
        '0x01',
        '0xdeadbeef',
        concatHex([errors.CallFailed, padHex('0x07')]),
      ] as Hex[]) {
        const fail = encodeFunctionData({
          abi: spy.abi,
          functionName: 'fail',
          args: [reason, BigInt(size(reason))],
        })
        expect(await world.revertOf(router, multicall([one(spy.address, 0n, fail)]))).to.equal(reason)
      }
      // More value than there is fails without a reason.
      expect(await world.revertOf(router, multicall([one(user, 5n)]), { value: 4n })).to.equal('0x')
    })

    it('behavior: a zero refundTo means the sender, and the router in its own multicall', async () => {
      expectLogs(await world.send(router, multicall([]), { value: 2n }), [
        ...moved(user, router, zeroAddress, 2n),
        ...cleaned(user, 2n),
      ])
      const refundTo = freshAddress()
      const own = multicall([])
      expectLogs(await world.send(router, multicall([one(router, 0n, own)], refundTo), { value: 2n }), [
        ...moved(user, router, zeroAddress, 2n),
        // It pays itself: once as the receiver, once as the payer.
        paid(router, 2n),
        ...cleaned(router, 2n),
        executed(router, own, 0n),
        ...cleaned(refundTo, 2n),
      ])
    })

    it("behavior: value that the router sends to itself passes through receive, a multicall's value does not", async () => {
      const refundTo = freshAddress()
      expectLogs(await world.send(router, multicall([one(router, 7n)], refundTo), { value: 7n }), [
        ...moved(user, router, zeroAddress, 7n),
        paid(router, 7n),
        executed(router, '0x', 7n),
        ...cleaned(refundTo, 7n),
      ])
    })

    it('behavior: cleanupNative pays an amount, all, or nothing; zero is the sender', async () => {
      const recipient = freshAddress()
      await world.send(router, '0x', { value: 10n })
      expectLogs(await world.send(router, encode('cleanupNative', 4n, recipient), { from: world.stranger }), [
        ...cleaned(recipient, 4n),
      ])
      expectLogs(await world.send(router, encode('cleanupNative', 1n, zeroAddress)), cleaned(user, 1n))
      expect(selectorOf(await world.revertOf(router, encode('cleanupNative', 6n, recipient)))).to.equal(
        errors.ETHTransferFailed,
      )
      expectLogs(await world.send(router, encode('cleanupNative', 0n, recipient)), cleaned(recipient, 5n))
      expectLogs(await world.send(router, encode('cleanupNative', 0n, recipient)), [])
    })

    it('error: only the newest version refuses a call to the zero address, even one that may fail', async () => {
      for (const allowFailure of [false, true]) {
        const data = multicall([one(user), one(zeroAddress, 1n, '0x', allowFailure)])
        expect(await world.revertOf(router, data, { value: 1n })).to.equal(
          isHash ? concatHex([errors.InvalidTarget, padHex(zeroAddress)]) : undefined,
        )
      }
    })

    it('error: a recipient that rejects', async () => {
      const data = encode('cleanupNative', 1n, world.depository.address)
      expect(await world.revertOf(router, multicall([one(router, 0n, data)]), { value: 1n })).to.equal(
        errors.ETHTransferFailed,
      )
      expect(await world.revertOf(router, multicall([], world.depository.address), { value: 1n })).to.equal(
        errors.ETHTransferFailed,
      )
    })

    it('behavior: cleanupErc20s pays amounts or all, and skips empty balances', async () => {
      const [first, second] = [freshAddress(), freshAddress()]
      await world.send(token, transferOf(router, 10n))
      const sent = (to: Address, amount: bigint): Seen[] => [
        [token, 'Transfer', router, to, amount],
        ...moved(router, to, token, amount),
      ]
      expectLogs(
        await world.send(
          router,
          encode('cleanupErc20s', [token, token, token], [first, second, first], [4n, 0n, 0n]),
        ),
        [...sent(first, 4n), ...sent(second, 6n)],
      )
      expect(
        selectorOf(await world.revertOf(router, encode('cleanupErc20s', [token], [first], [1n]))),
      ).to.equal(errors.TransferFailed)
    })

    it('error: arrays of different lengths', async () => {
      const to = freshAddress()
      for (const data of [
        encode('cleanupErc20s', [token], [to], []),
        encode('cleanupErc20s', [token], [], [1n]),
        encode('cleanupErc20s', [], [to], [1n]),
        encode('cleanupErc20sViaCall', [token], [to], ['0x'], []),
        encode('cleanupErc20sViaCall', [token], [to], [], [1n]),
        encode('cleanupErc20sViaCall', [token], [], ['0x'], [1n]),
        encode('cleanupErc20sViaCall', [], [to], ['0x'], [1n]),
      ]) {
        expect(await world.revertOf(router, data)).to.equal(errors.ArrayLengthsMismatch)
      }
    })

    it('behavior: cleanups via call approve and call; the allowance stays, and the newest version logs the taken amount', async () => {
      const { depository } = world
      const id = padHex('0x77', { size: 32 })
      await world.send(token, transferOf(router, 10n))
      const deposit = (amount: bigint) =>
        encodeFunctionData({
          abi: parseAbi(['function depositErc20(address, address, uint256, bytes32)']),
          args: [user, token, amount, id],
        })
      expectLogs(
        await world.send(
          router,
          encode('cleanupErc20sViaCall', [token], [depository.address], [deposit(4n)], [6n]),
        ),
        [
          [token, approvalTopic, padHex(router), padHex(depository.address), padHex(toHex(6n), { size: 32 })],
          [token, 'Transfer', router, depository.address, 4n],
          [depository.address, 'RelayErc20Deposit', user, token, 4n, id],
          ...spent(depository.address, token, 4n),
        ],
      )
      expect(await world.token.read.allowance([router, depository.address])).to.equal(2n)
      const takesNothing = encodeFunctionData({
        abi: parseAbi(['function balanceOf(address)']),
        args: [user],
      })
      expectLogs(
        await world.send(router, encode('cleanupErc20sViaCall', [token], [token], [takesNothing], [6n])),
        [[token, approvalTopic, padHex(router), padHex(token), padHex(toHex(6n), { size: 32 })]],
      )
      await world.send(router, '0x', { value: 3n })
      const native = encodeFunctionData({
        abi: parseAbi(['function depositNative(address, bytes32)']),
        args: [user, id],
      })
      expectLogs(await world.send(router, encode('cleanupNativeViaCall', 1n, depository.address, native)), [
        [depository.address, 'RelayNativeDeposit', user, 1n, id],
        ...spent(depository.address, zeroAddress, 1n),
      ])
      expectLogs(await world.send(router, encode('cleanupNativeViaCall', 0n, depository.address, native)), [
        [depository.address, 'RelayNativeDeposit', user, 2n, id],
        ...spent(depository.address, zeroAddress, 2n),
      ])
      // With nothing there, nothing is called.
      expectLogs(await world.send(router, encode('cleanupNativeViaCall', 0n, depository.address, native)), [])
    })

    it('error: a cleanup via call drops the reason, and only the newest version accepts an approve without a result', async () => {
      await world.send(router, '0x', { value: 1n })
      await world.send(token, transferOf(router, 1n))
      const bad = transferOf(user, 10n ** 30n)
      expect(await world.revertOf(router, encode('cleanupNativeViaCall', 0n, token, bad))).to.equal(
        errors.CallFailed,
      )
      expect(
        await world.revertOf(router, encode('cleanupErc20sViaCall', [token], [token], [bad], [1n])),
      ).to.equal(errors.CallFailed)
      const silent = await world.viem.deployContract('NoReturnToken')
      const approveSilent = encode('cleanupErc20sViaCall', [silent.address], [user], ['0x'], [1n])
      expect(await world.revertOf(router, approveSilent)).to.equal(isHash ? undefined : '0x')
    })

    it('behavior: forwards NFTs only to the set recipient', async () => {
      const recipient = freshAddress()
      const single = await world.viem.deployContract('MockCollectible')
      const many = await world.viem.deployContract('MockCollectibles')
      const mints = [
        one(
          single.address,
          0n,
          encodeFunctionData({ abi: single.abi, functionName: 'mint', args: [router, 1n] }),
        ),
        one(
          many.address,
          0n,
          encodeFunctionData({ abi: many.abi, functionName: 'mint', args: [router, 1n, 5n] }),
        ),
        one(
          many.address,
          0n,
          encodeFunctionData({
            abi: many.abi,
            functionName: 'mintBatch',
            args: [router, [2n, 3n], [6n, 7n]],
          }),
        ),
      ]
      for (const mint of mints) {
        expect(selectorOf(await world.revertOf(router, multicall([mint])))).to.equal(errors.NoRecipientSet)
      }
      await world.send(router, multicall(mints, zeroAddress, recipient))
      expect(await single.read.ownerOf([1n])).to.equal(getAddress(recipient))
      expect(await many.read.balanceOf([recipient, 1n])).to.equal(5n)
      expect(await many.read.balanceOf([recipient, 3n])).to.equal(7n)
      const remint = encodeFunctionData({ abi: single.abi, functionName: 'mint', args: [router, 2n] })
      // The slot is empty again afterwards, and in older routers a nested multicall empties the outer one's.
      expect(selectorOf(await world.revertOf(router, multicall([one(single.address, 0n, remint)])))).to.equal(
        errors.NoRecipientSet,
      )
      for (const inner of [zeroAddress, recipient]) {
        const nested = [one(router, 0n, multicall([], zeroAddress, inner)), one(single.address, 0n, remint)]
        expect(selectorOf(await world.revertOf(router, multicall(nested, zeroAddress, recipient)))).to.equal(
          isHash ? undefined : errors.NoRecipientSet,
        )
      }
      const another = one(router, 0n, multicall([], zeroAddress, user))
      expect(selectorOf(await world.revertOf(router, multicall([another], zeroAddress, recipient)))).to.equal(
        isHash ? errors.RecipientAlreadySet : undefined,
      )
      expect(await world.revertOf(router, multicall([], zeroAddress, router))).to.equal(
        concatHex([errors.InvalidRecipient, padHex(router)]),
      )
    })

    it("behavior: stores the recipient in the public router's slot", async () => {
      const slot: Hex = '0x72dc4effd7d159affb1f4d451190a65a842cb9499f45eb1ae60b404ca68ad9d8'
      const stored = await world.client.getStorageAt({ address: router, slot: '0x0' })
      expect(stored).to.equal(hasMetadata ? padHex('0x', { size: 32 }) : slot)
    })

    describe('the reentrancy guard', () => {
      const invalidSender = (stored: Address, actual: Address) =>
        encodeErrorResult({
          abi: parseAbi(['error InvalidMsgSender(address storedSender, address actualSender)']),
          args: [stored, actual],
        })
      const sweep = () => encode('cleanupNative', 0n, world.stranger)

      it('behavior: during a multicall a stranger can’t enter guarded functions', async () => {
        const other = await deployOther()
        await world.send(token, transferOf(router, 3n))
        const guarded: Hex[] = [
          multicall([]),
          ...(hasMetadata
            ? [
                sweep(),
                encode('cleanupErc20s', [token], [world.stranger], [0n]),
                encode('cleanupErc20sViaCall', [], [], [], []),
                encode('cleanupNativeViaCall', 0n, world.stranger, '0x'),
              ]
            : []),
        ]
        for (const data of guarded) {
          const theft = multicall([through(other, [one(router, 0n, data)])])
          const revert = await world.revertOf(router, theft, { value: 5n })
          expect(revert).to.equal(invalidSender(user, other))
          expect(selectorOf(revert)).to.equal(errors.InvalidMsgSender)
        }
        // Version 2.1 leaves its cleanups open.
        if (hasMetadata) return
        const before = await world.balanceOf(world.stranger)
        await world.send(router, multicall([through(other, [one(router, 0n, sweep())])]), { value: 5n })
        expect((await world.balanceOf(world.stranger)) - before).to.equal(5n)
        await world.send(router, encode('cleanupErc20s', [token], [freshAddress()], [0n]))
      })

      it('behavior: the sender may enter again, even from inside a call, and sweep everything', async () => {
        const sender = await deployOther()
        const [inner, outer] = [freshAddress(), freshAddress()]
        // The sender keeps one wei, with which it enters again when it is called back.
        const again = encodeFunctionData({
          abi: published['v2.1'],
          functionName: 'cleanupNativeViaCall',
          args: [1n, router, multicall([], inner)],
        })
        await world.send(
          sender,
          through(sender, [one(router, 5n, multicall([one(sender, 0n, again)], outer))]).callData,
          {
            value: 6n,
          },
        )
        expect(await world.balanceOf(inner)).to.equal(6n)
        expect(await world.balanceOf(outer)).to.equal(0n)
      })

      it('behavior: after calling itself, only the newest version stays locked for the rest of the multicall', async () => {
        const other = await deployOther()
        const own = one(router, 0n, encode(...selfCall()))
        const theft = through(other, [one(router, 0n, multicall([], world.stranger))])
        const before = await world.balanceOf(world.stranger)
        if (isHash) {
          expect(await world.revertOf(router, multicall([own, theft], user), { value: 5n })).to.equal(
            invalidSender(user, other),
          )
        } else await world.send(router, multicall([own, theft], user), { value: 5n })
        if (!isHash) expect((await world.balanceOf(world.stranger)) - before).to.equal(hasMetadata ? 4n : 5n)
        // Before it, it is closed; and what receive takes is no such call.
        for (const calls of [
          [theft, own],
          [one(router, 1n), theft],
        ]) {
          expect(await world.revertOf(router, multicall(calls, user), { value: 5n })).to.equal(
            invalidSender(user, other),
          )
        }
      })

      /** Guarded in this version. */
      function selfCall(): [string, ...unknown[]] {
        return hasMetadata ? ['cleanupNative', 1n, freshAddress()] : ['multicall', [], router, zeroAddress]
      }

      it('behavior: while the router calls itself, only the newest version lets the sender enter', async () => {
        const sender = await deployOther()
        const again = encodeFunctionData({
          abi: published['v2.1'],
          functionName: 'cleanupNativeViaCall',
          args: [1n, router, multicall([])],
        })
        const own = one(router, 0n, multicall([one(sender, 0n, again)], router))
        // The cleanup of the sender tells no reason: that it fails is all.
        const outer = (calls: object[]) => through(sender, [one(router, 5n, multicall(calls, user))]).callData
        expect(await world.revertOf(sender, outer([own]), { value: 6n })).to.equal(
          isHash ? undefined : errors.CallFailed,
        )
        expect(await world.revertOf(sender, outer([one(sender, 0n, again)]), { value: 6n })).to.equal(
          undefined,
        )
      })

      it('behavior: during the payout after calling itself, only version 2.1 lets strangers enter', async () => {
        const recipient = await world.viem.deployContract('ScriptedRecipient')
        await recipient.write.arm(['0x00000000', router, 0n, multicall([], world.stranger), false])
        const own = one(router, 0n, encode(...selfCall()))
        await world.send(router, multicall([own], recipient.address), { value: 5n })
        expect(await recipient.read.strikes()).to.equal(1n)
        expect(await recipient.read.succeeded()).to.equal(!hasMetadata)
        if (hasMetadata)
          expect(await recipient.read.outcome()).to.equal(invalidSender(user, recipient.address))
      })
    })
  })
}

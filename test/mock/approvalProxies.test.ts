import { expect } from 'chai'
import {
  type Abi,
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  getAddress,
  type Hex,
  hashStruct,
  hashTypedData,
  keccak256,
  maxUint256,
  parseAbi,
  parseEventLogs,
  parseSignature,
  stringToHex,
  type TypedData,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mockMetadataApprovalProxyAbi } from '../../src/generated/abi/mockMetadataApprovalProxy.js'
import { mockMsgValueApprovalProxyAbi } from '../../src/generated/abi/mockMsgValueApprovalProxy.js'
import { mockPlainApprovalProxyAbi } from '../../src/generated/abi/mockPlainApprovalProxy.js'
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

const calls = '(address target,bool allowFailure,uint256 value,bytes callData)[] calls'
const results = 'returns ((bool success,bytes returnData)[])'
const p2612 =
  '(address token,address owner,uint256 value,uint256 nonce,uint256 deadline,uint8 v,bytes32 r,bytes32 s)[]'
const p3009 =
  '(address from,uint256 value,uint256 validAfter,uint256 validBefore,uint8 v,bytes32 r,bytes32 s)[]'
const batch = '((address token,uint256 amount)[] permitted,uint256 nonce,uint256 deadline)'
const signed2612 = p2612.replace('uint256 nonce,', '')
const publish = (extra: string, { permit = p2612, signatures = '' } = {}) =>
  parseAbi([
    `function transferAndMulticall(address[], uint256[], ${calls}, address, address${extra}) payable ${results}`,
    `function permitTransferAndMulticall(${permit}, ${calls}, address, address${extra}) payable ${results}`,
    `function permit2TransferAndMulticall(address, ${batch}, ${calls}, address, address${extra}, bytes) payable ${results}`,
    `function permit3009TransferAndMulticall(${p3009}, address[], ${calls}, address, address${extra}${signatures}) payable ${results}`,
  ] as string[]) as Abi
const published: Record<RouterVersion, Abi> = {
  'v3.2': publish(', bytes', { permit: signed2612, signatures: ', bytes[]' }),
  v3: publish(', bytes'),
  'v2.1': publish(''),
}
const ownAbi: Record<RouterVersion, Abi> = {
  'v3.2': mockMsgValueApprovalProxyAbi,
  v3: mockMetadataApprovalProxyAbi,
  'v2.1': mockPlainApprovalProxyAbi,
}
/** The version, the EIP-712 domain and the type hashes of the newest. */
const newest: Hex[] = [
  '0xffa1ad74',
  '0x84b0196e',
  toFunctionSelector('_MULTICALL_AUTHORIZATION_TYPEHASH()'),
  toFunctionSelector('_FUNDING_AUTHORIZATION_TYPEHASH()'),
]

const own: Hex[] = ['0xcf641c61', '0x3806a3cf', '0x8bd9105d']
const ownable: Hex[] = [
  '0x8da5cb5b',
  '0xf2fde38b',
  '0x715018a6',
  '0x25692962',
  '0x54d1f13d',
  '0xf04e283e',
  '0xfee81cf4',
]
const main: Record<RouterVersion, Hex[]> = {
  'v3.2': ['0xf9e4bab4', '0xbd4967a9', '0x0a2b8f36', '0x745599f3'],
  v3: ['0xf9e4bab4', '0xfb68c293', '0x0a2b8f36', '0xf80f00fb'],
  'v2.1': ['0x30875056', '0xa0a6ce7f', '0x33739082', '0x3db628f3'],
}
const administration: Record<RouterVersion, Hex[]> = {
  'v3.2': ['0xf940e385'],
  v3: ['0x51cff8d9'],
  'v2.1': ['0x3ccfd60b', '0xf887ea40', '0xc0d78655', '0x101ec30a'],
}
const witnessTypeHash: Record<RouterVersion, Hex> = {
  'v3.2': '0xd76374691ddc05e36dab8a7c32edf97cf0c848dfabcd1ce363972ae476b3181e',
  v3: '0x4b21a98ca11613e848d71d25db5eb5a6ee6e910560d8f8eebeff8ea5168af917',
  'v2.1': '0xe23dc67d94bc5ccc95cdaa7f8c7e41f4c3b78d9d1e7baad8604a2773456e2b3c',
}
const permit2TypeHash: Record<RouterVersion, Hex> = {
  'v3.2': '0x2458af80b2c08811a1eab5b9c486a914d66e2a2d990775ac81a1707c2ecea8bb',
  v3: '0x55a7903ce656c814415d37787d050d57d2e27cc7046fae7c76d69f5e02c78d34',
  'v2.1': '0x40e0d3a13fbe610aeeda14289ef37f87166466959d04c3a4474eafefed4c5efc',
}
const permit2Stub =
  'PermitBatchWitnessTransferFrom(TokenPermissions[] permitted,address spender,uint256 nonce,uint256 deadline,'

const field = (name: string, type: string) => ({ name, type })
const multicallTypes = {
  MulticallAuthorization: [
    ...[field('from', 'address'), field('relayer', 'address'), field('msgValue', 'uint256')],
    ...[field('refundTo', 'address'), field('nftRecipient', 'address'), field('metadata', 'bytes')],
    ...[field('fundingIndex', 'uint256'), field('calls', 'Call3Value[]')],
    field('funding', 'FundingAuthorization[]'),
  ],
  Call3Value: [
    ...[field('target', 'address'), field('allowFailure', 'bool'), field('value', 'uint256')],
    field('callData', 'bytes'),
  ],
  FundingAuthorization: [
    ...[field('token', 'address'), field('from', 'address'), field('value', 'uint256')],
    ...[field('validAfter', 'uint256'), field('validBefore', 'uint256')],
  ],
}

const metadata = '0x6d657461'
const forever = maxUint256

for (const version of versions) {
  describe(`the mock's approval proxy ${version}`, () => {
    let world: ServiceContracts
    let proxy: Address
    let router: Address
    let token: Address
    let user: Address
    const hasMetadata = version !== 'v2.1'
    const isNewest = version === 'v3.2'
    const signer = privateKeyToAccount(keccak256(stringToHex('signs permits')))
    before(async () => {
      world = await deployServiceContracts()
      proxy = world.proxies[version].address
      router = world.routers[version].address
      token = world.token.address
      user = world.user
      await world.send(
        token,
        encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [proxy, 1000n] }),
      )
      await world.send(
        token,
        encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [signer.address, 1000n] }),
      )
    })
    after(() => world?.connection.close())

    const encode = (functionName: string, ...args: unknown[]) => {
      // The metadata comes before a Permit2 signature, and last elsewhere.
      const at = functionName.startsWith('permit2') ? args.length - 1 : args.length
      return encodeFunctionData({
        abi: published[version],
        functionName,
        args: hasMetadata ? args.toSpliced(at, 0, metadata) : args,
      })
    }
    const one = (target: Address, value = 0n, callData: Hex = '0x') => ({
      target,
      allowFailure: false,
      value,
      callData,
    })
    const moved = (from: Address, to: Address, currency: Address, amount: bigint): Seen[] => [
      [proxy, 'FundsMovement', from, to, currency, amount, metadata],
    ]
    const brought = (from: Address, amount: bigint): Seen[] => [
      [token, 'Transfer', from, router, amount],
      ...(hasMetadata ? moved(from, router, token, amount) : []),
    ]
    function expectLogs(found: Seen[], expected: Seen[]) {
      const lower = (seen: Seen) =>
        seen.map((value) =>
          typeof value === 'string' && value.startsWith('0x') ? value.toLowerCase() : value,
        )
      expect(found).to.deep.equal(expected.map(lower))
    }
    /** Lists the router's events for one call with all the value. */
    const ran = (to: Address, value: bigint): Seen[] => [
      ...(hasMetadata && value > 0n
        ? ([[router, 'FundsMovement', proxy, router, zeroAddress, value, metadata]] as Seen[])
        : []),
      [router, 'SolverCallExecuted', to, isNewest ? keccak256('0x') : '0x', value],
    ]
    /** Lists the events of the newest after a multicall with permits, when the router has held `amount` of the token. */
    const swept = (to: Address, amount: bigint): Seen[] =>
      isNewest
        ? [
            [token, 'Transfer', router, to, amount],
            [router, 'FundsMovement', router, to, token, amount, metadata],
          ]
        : []
    const heldByRouter = () => world.token.read.balanceOf([router])
    const approvalTopic: Hex = '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925'
    const isApproval = ([, name]: Seen) => name === approvalTopic

    /** The hash of a witness, by viem's own EIP-712. */
    const hashWitness = (
      relayer: Address,
      refundTo: Address,
      call3Values: ReturnType<typeof one>[],
      msgValue = 0n,
    ) =>
      hashStruct<TypedData, string>({
        primaryType: 'RelayerWitness',
        types: {
          RelayerWitness: [
            { name: 'relayer', type: 'address' },
            ...(isNewest ? [{ name: 'msgValue', type: 'uint256' }] : []),
            { name: 'refundTo', type: 'address' },
            { name: 'nftRecipient', type: 'address' },
            ...(hasMetadata ? [{ name: 'metadata', type: 'bytes' }] : []),
            { name: 'call3Values', type: 'Call3Value[]' },
          ],
          Call3Value: [
            { name: 'target', type: 'address' },
            { name: 'allowFailure', type: 'bool' },
            { name: 'value', type: 'uint256' },
            { name: 'callData', type: 'bytes' },
          ],
        },
        data: { relayer, msgValue, refundTo, nftRecipient: zeroAddress, metadata, call3Values },
      })

    async function permit(fields: { value?: bigint; owner?: Address } = {}) {
      const { value = 10n, owner = signer.address } = fields
      const nonce = await world.token.read.nonces([signer.address])
      const signature = await signer.signTypedData({
        domain: { name: 'USD Coin', version: '1', chainId: 8453, verifyingContract: token },
        types: {
          Permit: [
            { name: 'owner', type: 'address' },
            { name: 'spender', type: 'address' },
            { name: 'value', type: 'uint256' },
            { name: 'nonce', type: 'uint256' },
            { name: 'deadline', type: 'uint256' },
          ],
        },
        primaryType: 'Permit',
        message: { owner, spender: proxy, value, nonce, deadline: forever },
      })
      const { r, s, v } = parseSignature(signature)
      return { token, owner, value, nonce, deadline: forever, v: Number(v), r, s }
    }

    /** Makes an account whose key the test has send transactions. */
    async function actAs(account: Address) {
      const helpers = world.connection.networkHelpers
      await helpers.impersonateAccount(account)
      await helpers.setBalance(account, 10n ** 18n)
    }

    it('default: has exactly the public functions and constants', async () => {
      expect(selectorsOf(ownAbi[version])).to.have.members([
        ...main[version],
        ...administration[version],
        ...own,
        ...ownable,
        ...(isNewest ? newest : []),
      ])
      expect(selectorsOf(published[version])).to.have.members(main[version])
      const contract = world.proxies[version]
      expect(await contract.read._CALL3VALUE_TYPEHASH()).to.equal(
        '0xfd3926a097b5d365885a8c0afe16fa80ed4d377e8627017476dfe9729e8a6cde',
      )
      expect(await contract.read._RELAYER_WITNESS_TYPEHASH()).to.equal(witnessTypeHash[version])
      const type = (await contract.read._RELAYER_WITNESS_TYPE_STRING()) as string
      expect(keccak256(stringToHex(`${permit2Stub}${type}`))).to.equal(permit2TypeHash[version])
    })

    describe('transferAndMulticall', () => {
      it('default: transfers the tokens, then runs the multicall with the whole value and returns its results', async () => {
        const [to, refundTo] = [freshAddress(), freshAddress()]
        const data = encode(
          'transferAndMulticall',
          [token, token],
          [3n, 4n],
          [one(to, 5n)],
          refundTo,
          zeroAddress,
        )
        expect(await world.call(proxy, data, { value: 6n })).to.equal(
          encodeFunctionResult({
            abi: published[version],
            functionName: 'transferAndMulticall',
            result: [{ success: true, returnData: '0x' }],
          }),
        )
        const before = await world.token.read.balanceOf([router])
        const found = await world.send(proxy, data, { value: 6n })
        const paid = ran(to, 5n).map((seen) =>
          seen[1] === 'FundsMovement' ? seen.with(5, 6n) : seen,
        ) as Seen[]
        expectLogs(found, [
          ...brought(user, 3n),
          ...brought(user, 4n),
          ...paid,
          [router, 'SolverNativeTransfer', refundTo, 1n],
          ...(hasMetadata
            ? ([[router, 'FundsMovement', router, refundTo, zeroAddress, 1n, metadata]] as Seen[])
            : []),
        ])
        expect((await world.token.read.balanceOf([router])) - before).to.equal(7n)
      })

      it('error: a zero refundTo, unequal lengths, or no allowance', async () => {
        const to = freshAddress()
        const revert = (...args: unknown[]) => world.revertOf(proxy, encode('transferAndMulticall', ...args))
        expect(await revert([], [], [], zeroAddress, zeroAddress)).to.equal(
          errors.RefundToCannotBeZeroAddress,
        )
        expect(await revert([token], [], [], to, zeroAddress)).to.equal(errors.ArrayLengthsMismatch)
        expect(await revert([], [1n], [], to, zeroAddress)).to.equal(errors.ArrayLengthsMismatch)
        expect(await revert([token], [], [], zeroAddress, zeroAddress)).to.equal(errors.ArrayLengthsMismatch)
        expect(selectorOf(await revert([token], [5000n], [], to, zeroAddress))).to.equal('0xfb8f41b2')
      })

      it('behavior: the reentrancy guard stores the proxy, so that a callee can enter again through it', async () => {
        const refundTo = freshAddress()
        const theft = encode('transferAndMulticall', [], [], [], refundTo, zeroAddress)
        const data = encode('transferAndMulticall', [], [], [one(proxy, 0n, theft)], user, zeroAddress)
        await world.send(proxy, data, { value: 5n })
        expect(await world.balanceOf(refundTo)).to.equal(5n)
      })
    })

    describe('permitTransferAndMulticall', () => {
      const encodePermits = (permits: object[], to: Address) =>
        encode('permitTransferAndMulticall', permits, [one(to)], to, zeroAddress)

      it('default: uses the permit, then continues as above', async () => {
        await actAs(signer.address)
        const to = freshAddress()
        const held = await heldByRouter()
        const found = await world.send(proxy, encodePermits([await permit()], to), { from: signer.address })
        expectLogs(
          found.filter((seen) => !isApproval(seen)),
          [...brought(signer.address, 10n), ...ran(to, 0n), ...swept(to, held + 10n)],
        )
      })

      it('behavior: a permit that was already used does not fail', async () => {
        const to = freshAddress()
        const used = await permit()
        const { owner, value, deadline, v, r, s } = used
        await world.token.write.permit([owner, proxy, value, deadline, v, r, s])
        await world.send(proxy, encodePermits([used], to), { from: signer.address })
        // Its allowance is gone now.
        expect(await world.revertOf(proxy, encodePermits([used], to), { from: signer.address })).to.equal(
          concatHex(['0x08c379a0', encodeAbiParameters([{ type: 'string' }], ['Permit failure'])]),
        )
      })

      it('error: an owner that is not the caller, or a zero refundTo', async () => {
        expect(await world.revertOf(proxy, encodePermits([await permit()], freshAddress()))).to.equal(
          errors.Unauthorized,
        )
        expect(await world.revertOf(proxy, encodePermits([await permit()], zeroAddress))).to.equal(
          errors.RefundToCannotBeZeroAddress,
        )
      })
    })

    describe('permit2TransferAndMulticall', () => {
      const encodePermit = (to: Address, signature: Hex, refundTo = to) => {
        const permitted = [
          { token, amount: 3n },
          { token, amount: 4n },
        ]
        return encode(
          'permit2TransferAndMulticall',
          signer.address,
          { permitted, nonce: 1n, deadline: 2n },
          [one(to)],
          refundTo,
          zeroAddress,
          signature,
        )
      }

      it('default: calls Permit2 with the caller in the witness; with metadata, logs before the transfers', async () => {
        const to = freshAddress()
        await actAs(signer.address)
        await world.token.write.approve([world.permit2.address, 100n], { account: signer.address })
        const held = await heldByRouter()
        const found = await world.send(proxy, encodePermit(to, '0x1234'))
        const asked = found.filter(([emitter]) => emitter === world.permit2.address)
        expect(asked).to.have.length(1)
        const topic = asked[0]![1]
        expectLogs(
          found.map((seen) => (seen === asked[0] ? [world.permit2.address, 'asked'] : seen)),
          [
            ...(hasMetadata
              ? [...moved(signer.address, router, token, 3n), ...moved(signer.address, router, token, 4n)]
              : []),
            [world.permit2.address, 'asked'],
            [token, 'Transfer', signer.address, router, 3n],
            [token, 'Transfer', signer.address, router, 4n],
            ...ran(to, 0n),
            ...swept(to, held + 7n),
          ],
        )
        expect(topic).to.be.a('string')
        const [event] = parseEventLogs({
          abi: world.permit2.abi,
          logs: await world.client.getLogs({ address: world.permit2.address, fromBlock: 0n }),
        }).slice(-1)
        expect(event!.args).to.deep.equal({
          spender: getAddress(proxy),
          owner: signer.address,
          witness: hashWitness(user, to, [one(to)]),
          witnessTypeString: await world.proxies[version].read._RELAYER_WITNESS_TYPE_STRING(),
          signature: '0x1234',
        })
      })

      it("behavior: only the newest version has the caller's value in the witness", async () => {
        const to = freshAddress()
        await world.send(proxy, encodePermit(to, '0x1234'), { value: 5n })
        const [event] = parseEventLogs({
          abi: world.permit2.abi,
          logs: await world.client.getLogs({ address: world.permit2.address, fromBlock: 0n }),
        }).slice(-1)
        expect((event!.args as { witness: Hex }).witness).to.equal(hashWitness(user, to, [one(to)], 5n))
        expect(hashWitness(user, to, [one(to)], 5n) === hashWitness(user, to, [one(to)])).to.equal(!isNewest)
      })

      it('behavior: without a signature, only makes the calls', async () => {
        const to = freshAddress()
        expectLogs(await world.send(proxy, encodePermit(to, '0x')), ran(to, 0n))
        expect(await world.revertOf(proxy, encodePermit(to, '0x', zeroAddress))).to.equal(
          errors.RefundToCannotBeZeroAddress,
        )
      })
    })

    describe('permit3009TransferAndMulticall', () => {
      async function authorize(nonce: Hex) {
        const message = {
          from: signer.address,
          to: proxy,
          value: 9n,
          validAfter: 0n,
          validBefore: forever,
          nonce,
        }
        const signature = await signer.signTypedData({
          domain: { name: 'USD Coin', version: '1', chainId: 8453, verifyingContract: token },
          types: {
            ReceiveWithAuthorization: [
              { name: 'from', type: 'address' },
              { name: 'to', type: 'address' },
              { name: 'value', type: 'uint256' },
              { name: 'validAfter', type: 'uint256' },
              { name: 'validBefore', type: 'uint256' },
              { name: 'nonce', type: 'bytes32' },
            ],
          },
          primaryType: 'ReceiveWithAuthorization',
          message,
        })
        const { r, s, v } = parseSignature(signature)
        return { from: message.from, value: 9n, validAfter: 0n, validBefore: forever, v: Number(v), r, s }
      }
      const encodePermits = (
        permits: object[],
        tokens: Address[],
        to: Address,
        refundTo = to,
        signatures: Hex[] = permits.map(() => '0x'),
      ) =>
        encodeFunctionData({
          abi: published[version],
          functionName: 'permit3009TransferAndMulticall',
          args: [
            ...[permits, tokens, [one(to)], refundTo, zeroAddress],
            ...(hasMetadata ? [metadata] : []),
            ...(isNewest ? [signatures] : []),
          ],
        })
      /** What a user of the newest signs for one authorization of 9, and its hash, which is the nonce. */
      const describeMulticall = (relayer: Address, to: Address, msgValue = 0n) => {
        const funding = { token, from: signer.address, value: 9n, validAfter: 0n, validBefore: forever }
        return {
          domain: { name: 'RelayApprovalProxy', version: '3.2', chainId: 8453, verifyingContract: proxy },
          types: multicallTypes,
          primaryType: 'MulticallAuthorization',
          message: {
            from: signer.address,
            ...{ relayer, msgValue, refundTo: to, nftRecipient: zeroAddress, metadata },
            ...{ fundingIndex: 0n, calls: [one(to)], funding: [funding] },
          },
        } as const
      }

      it('default: the newest version needs a second signature, whose digest is the nonce', async () => {
        if (!isNewest) return
        const to = freshAddress()
        const typed = describeMulticall(user, to, 2n)
        const permits = [await authorize(hashTypedData(typed))]
        const signature = await signer.signTypedData(typed)
        const data = encodePermits(permits, [token], to, to, [signature])
        const revertOf = (changed: Hex, options: { value?: bigint; from?: Address } = { value: 2n }) =>
          world.revertOf(proxy, changed, options)
        // Bound to its caller, its value and its calls; the authorization alone is not enough.
        expect(await revertOf(data, { value: 2n, from: world.stranger })).to.equal(
          errors.InvalidMulticallSignature,
        )
        expect(await revertOf(data, { value: 1n })).to.equal(errors.InvalidMulticallSignature)
        expect(await revertOf(encodePermits(permits, [token], user, to, [signature]))).to.equal(
          errors.InvalidMulticallSignature,
        )
        expect(await revertOf(encodePermits(permits, [token], to, to, ['0x']))).to.equal(
          errors.InvalidMulticallSignature,
        )
        expect(await revertOf(encodePermits(permits, [token], to, to, []))).to.equal(
          errors.ArrayLengthsMismatch,
        )
        expect(await revertOf(encodePermits([], [], to))).to.equal(errors.PermitsCannotBeEmpty)
        const held = await heldByRouter()
        const found = await world.send(proxy, data, { value: 2n })
        expectLogs(found.slice(1), [
          [token, 'Transfer', signer.address, proxy, 9n],
          [token, 'Transfer', proxy, router, 9n],
          ...moved(signer.address, router, token, 9n),
          [router, 'FundsMovement', proxy, router, zeroAddress, 2n, metadata],
          [router, 'SolverCallExecuted', to, keccak256('0x'), 0n],
          [router, 'SolverNativeTransfer', to, 2n],
          [router, 'FundsMovement', router, to, zeroAddress, 2n, metadata],
          ...swept(to, held + 9n),
        ])
      })

      it('default: the nonce is the witness, whose relayer is the caller', async () => {
        if (isNewest) return
        const to = freshAddress()
        const data = encodePermits([await authorize(hashWitness(user, to, [one(to)]))], [token], to)
        // The same authorization is no use to anybody else, nor with other calls.
        expect(await world.revertOf(proxy, data, { from: world.stranger })).not.to.equal(undefined)
        const other = encodePermits([await authorize(hashWitness(user, to, []))], [token], to)
        expect(await world.revertOf(proxy, other)).not.to.equal(undefined)
        const found = await world.send(proxy, data)
        expectLogs(found.slice(1), [
          [token, 'Transfer', signer.address, proxy, 9n],
          [token, 'Transfer', proxy, router, 9n],
          ...(hasMetadata ? moved(signer.address, router, token, 9n) : []),
          ...ran(to, 0n),
        ])
      })

      it('error: checks lengths and refundTo, in the version’s own order', async () => {
        const to = freshAddress()
        expect(await world.revertOf(proxy, encodePermits([], [token], to))).to.equal(
          errors.ArrayLengthsMismatch,
        )
        expect(await world.revertOf(proxy, encodePermits([], [], to, zeroAddress))).to.equal(
          isNewest ? errors.PermitsCannotBeEmpty : errors.RefundToCannotBeZeroAddress,
        )
        expect(await world.revertOf(proxy, encodePermits([], [token], to, zeroAddress))).to.equal(
          hasMetadata ? errors.ArrayLengthsMismatch : errors.RefundToCannotBeZeroAddress,
        )
      })
    })

    describe('the owner', () => {
      it('behavior: only the owner withdraws its balance', async () => {
        await world.send(proxy, '0x', { value: 5n })
        const word = (account: Address) => encodeAbiParameters([{ type: 'address' }], [account]).slice(2)
        if (isNewest) return withdrawNewest(word)
        const data: Hex = hasMetadata ? `0x51cff8d9${word(zeroAddress)}` : '0x3ccfd60b'
        expect(await world.revertOf(proxy, data)).to.equal(errors.Unauthorized)
        await world.send(proxy, data, { from: world.admin })
        expect(await world.balanceOf(proxy)).to.equal(0n)
        if (hasMetadata) {
          await world.send(
            token,
            encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [proxy, 5n] }),
          )
          await world.send(proxy, `0x51cff8d9${word(token)}`, { from: world.admin })
          expect(await world.token.read.balanceOf([world.admin])).to.equal(5n)
          return
        }
        const next = freshAddress()
        for (const [selector, name] of [
          ['0xc0d78655', 'RouterUpdated'],
          ['0x101ec30a', 'Permit2Updated'],
        ] as const) {
          expect(await world.revertOf(proxy, `${selector}${word(next)}`)).to.equal(errors.Unauthorized)
          expectLogs(await world.send(proxy, `${selector}${word(next)}`, { from: world.admin }), [
            [proxy, name, next],
          ])
        }
        expect(await world.call(proxy, '0xf887ea40')).to.equal(`0x${word(next)}`)
      })

      /** The newest names who gets it, and says so. */
      async function withdrawNewest(word: (account: Address) => string) {
        const to = freshAddress()
        const withdraw = (of: Address, recipient: Address): Hex => `0xf940e385${word(of)}${word(recipient)}`
        expect(await world.revertOf(proxy, withdraw(zeroAddress, to))).to.equal(errors.Unauthorized)
        expect(
          await world.revertOf(proxy, withdraw(zeroAddress, zeroAddress), { from: world.admin }),
        ).to.equal(errors.RecipientCannotBeZeroAddress)
        expectLogs(await world.send(proxy, withdraw(zeroAddress, to), { from: world.admin }), [
          [proxy, 'FundsMovement', proxy, to, zeroAddress, 5n, '0x'],
        ])
        expect(await world.balanceOf(to)).to.equal(5n)
        await world.send(
          token,
          encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [proxy, 5n] }),
        )
        expectLogs(await world.send(proxy, withdraw(token, to), { from: world.admin }), [
          [token, 'Transfer', proxy, to, 5n],
          [proxy, 'FundsMovement', proxy, to, token, 5n, '0x'],
        ])
      }
    })
  })
}

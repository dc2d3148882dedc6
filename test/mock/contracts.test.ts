import { expect } from 'chai'
import {
  type Abi,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  domainSeparator,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseEther,
  parseEventLogs,
  parseSignature,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { mockDepositoryAbi } from '../../src/abi/mockDepository.js'
import { mockExchangeAbi } from '../../src/abi/mockExchange.js'
import { mockRouterAbi } from '../../src/abi/mockRouter.js'
import { mockTokenAbi } from '../../src/abi/mockToken.js'
import { mockRouterBytecode } from '../../src/bytecode/mockRouter.js'
import { type MockChain, type MockService, startMockService } from '../../src/mock/index.js'
import { accountOf, balanceOf, chainsOf, clientOf, freshAddress, send, tokenOf, usdc } from './helpers.js'

const id: Hex = `0x${'77'.repeat(32)}`

describe('the service’s contracts', () => {
  let mock: MockService
  let chain: MockChain
  let user: Address
  before(async () => {
    mock = await startMockService()
    chain = chainsOf(mock)[0]
    user = mock.accounts[1]!.address
  })
  after(() => mock?.close())

  function write(to: Address, abi: Abi, functionName: string, args: unknown[], value = 0n) {
    return send(mock, chain, user, { to, value, data: encodeFunctionData({ abi, functionName, args }) })
  }

  async function findRevert(to: Address, abi: Abi, functionName: string, args: unknown[], value = 0n) {
    try {
      await clientOf(chain).simulateContract({ abi, address: to, functionName, args, value, account: user })
    } catch (error) {
      const revert =
        error instanceof BaseError && error.walk((cause) => cause instanceof ContractFunctionRevertedError)
      if (revert instanceof ContractFunctionRevertedError) return revert.data?.errorName ?? revert.signature
    }
    return undefined
  }

  describe('MockDepository', () => {
    it('default: the public depository’s selectors and topics', () => {
      const of = (type: string) => mockDepositoryAbi.filter((item) => item.type === type)
      expect(of('function').map((item) => toFunctionSelector(item as never))).to.have.members([
        '0x49290c1c',
        '0xe8017952',
        '0x5a1ee3ac',
      ])
      expect(of('event').map((item) => toEventSelector(item as never))).to.have.members([
        '0x8032066556caf3967d8fec4ad22a2d9e1e9576556b2903a0fcd5b1fd201e3477',
        '0x49fed1d0b752ce30eee63c7a81133f3363b532fec5d4d7dd1ccfd005de4555e1',
      ])
    })

    async function depositEvent(hash: Hex) {
      const { logs } = await clientOf(chain).getTransactionReceipt({ hash })
      const [event] = parseEventLogs({ abi: mockDepositoryAbi, logs })
      expect(logs.find(({ address }) => address === chain.depository.toLowerCase())!.topics).to.have.length(1)
      return event!.args
    }

    it('behavior: a deposit credits whom it names, and the caller where it names nobody', async () => {
      const other = freshAddress()
      const native = await write(chain.depository, mockDepositoryAbi, 'depositNative', [zeroAddress, id], 5n)
      expect(await depositEvent(native)).to.deep.equal({ from: user, amount: 5n, id })
      await write(tokenOf(chain), mockTokenAbi, 'approve', [chain.depository, 9n])
      const args = [other, tokenOf(chain), 4n, id]
      const token = await write(chain.depository, mockDepositoryAbi, 'depositErc20', args)
      expect(await depositEvent(token)).to.deep.include({ token: tokenOf(chain), amount: 4n, id })
      const rest = await write(chain.depository, mockDepositoryAbi, 'depositErc20', [
        zeroAddress,
        tokenOf(chain),
        id,
      ])
      expect(await depositEvent(rest)).to.deep.equal({ from: user, token: tokenOf(chain), amount: 5n, id })
      expect(await balanceOf(chain, tokenOf(chain), chain.depository)).to.equal(9n)
      expect(await balanceOf(chain, zeroAddress, chain.depository)).to.equal(5n)
    })

    it('error: more than was approved, or native currency without a call', async () => {
      expect(
        await findRevert(chain.depository, [...mockDepositoryAbi, ...mockTokenAbi], 'depositErc20', [
          user,
          tokenOf(chain),
          1n,
          id,
        ]),
      ).to.equal('ERC20InsufficientAllowance')
      const sent = clientOf(chain).call({ account: user, to: chain.depository, value: 1n })
      expect(await sent.catch(() => 'refused')).to.equal('refused')
    })
  })

  describe('MockRouter', () => {
    const abi = mockRouterAbi
    const call = (target: Address, value: bigint, callData: Hex = '0x', allowFailure = false) => ({
      target,
      allowFailure,
      value,
      callData,
    })
    const encode = (functionName: string, args: unknown[]) =>
      encodeFunctionData({ abi: abi as Abi, functionName, args })

    it('default: runs the calls and sends the rest to refundTo', async () => {
      const [first, second, refundTo] = [freshAddress(), freshAddress(), freshAddress()]
      const calls = [call(first, 3n), call(second, 4n)]
      await write(chain.router, abi, 'multicall', [calls, refundTo, zeroAddress], 10n)
      expect(await balanceOf(chain, zeroAddress, first)).to.equal(3n)
      expect(await balanceOf(chain, zeroAddress, second)).to.equal(4n)
      expect(await balanceOf(chain, zeroAddress, refundTo)).to.equal(3n)
    })

    it('behavior: nobody as refundTo is the caller', async () => {
      const client = clientOf(chain)
      const before = await balanceOf(chain, zeroAddress, user)
      const hash = await write(
        chain.router,
        abi,
        'multicall',
        [[], zeroAddress, zeroAddress],
        parseEther('1'),
      )
      const { gasUsed, effectiveGasPrice } = await client.getTransactionReceipt({ hash })
      expect(before - (await balanceOf(chain, zeroAddress, user))).to.equal(gasUsed * effectiveGasPrice)
    })

    it('behavior: a failure stops everything unless it is allowed, and keeps its reason', async () => {
      const failing = encodeFunctionData({ abi: mockTokenAbi, functionName: 'transfer', args: [user, usdc] })
      const first = freshAddress()
      const calls = (allowed: boolean) => [call(first, 1n), call(tokenOf(chain), 0n, failing, allowed)]
      const both = [...abi, ...mockTokenAbi]
      expect(
        await findRevert(chain.router, both, 'multicall', [calls(false), user, zeroAddress], 1n),
      ).to.equal('ERC20InsufficientBalance')
      const { result } = await clientOf(chain).simulateContract({
        abi,
        address: chain.router,
        functionName: 'multicall',
        args: [calls(true), user, zeroAddress],
        value: 1n,
        account: user,
      })
      expect(result.map(({ success }) => success)).to.deep.equal([true, false])
      // The depository takes no native currency, and says nothing.
      const silent = [call(first, 1n), call(chain.depository, 1n)]
      expect(await findRevert(chain.router, abi, 'multicall', [silent, user, zeroAddress], 2n)).to.equal(
        'CallFailed',
      )
    })

    it('behavior: cleanups send the whole balance or an amount, to the caller where they name nobody', async () => {
      const recipient = freshAddress()
      const token = tokenOf(chain)
      await write(token, mockTokenAbi, 'transfer', [chain.router, 10n])
      await send(mock, chain, user, { to: chain.router, value: 10n })
      const before = await balanceOf(chain, token, user)
      const tokens = [token, token]
      await write(chain.router, abi, 'cleanupErc20s', [tokens, [zeroAddress, recipient], [4n, 0n]])
      expect((await balanceOf(chain, token, user)) - before).to.equal(4n)
      expect(await balanceOf(chain, token, recipient)).to.equal(6n)
      await write(chain.router, abi, 'cleanupNative', [4n, recipient])
      expect(await balanceOf(chain, zeroAddress, recipient)).to.equal(4n)
      await write(chain.router, abi, 'cleanupNative', [0n, recipient])
      expect(await balanceOf(chain, zeroAddress, recipient)).to.equal(10n)
      // Nothing is left, which is no error.
      await write(chain.router, abi, 'cleanupNative', [0n, recipient])
      await write(chain.router, abi, 'cleanupErc20s', [[token], [recipient], [0n]])
      expect(await findRevert(chain.router, abi, 'cleanupErc20s', [[token], [], [0n]])).to.equal(
        'ArrayLengthsMismatch',
      )
    })

    it('behavior: a call’s target gets nothing that the next calls need', async () => {
      const client = clientOf(chain)
      const hash = await client.sendTransaction({
        account: accountOf(mock, user),
        data: encodeDeployData({ abi, bytecode: mockRouterBytecode }),
      })
      const other = (await client.waitForTransactionReceipt({ hash })).contractAddress!
      const through = (inner: Hex) =>
        call(other, 0n, encode('multicall', [[call(chain.router, 0n, inner)], user, zeroAddress]))
      for (const theft of [
        encode('cleanupNative', [0n, user]),
        encode('cleanupErc20s', [[tokenOf(chain)], [user], [0n]]),
        encode('multicall', [[], user, zeroAddress]),
      ]) {
        const args = [[through(theft)], user, zeroAddress]
        expect(await findRevert(chain.router, abi, 'multicall', args, 5n)).to.equal(
          'ReentrancyGuardReentrantCall',
        )
      }
      // Its own cleanups are calls like others.
      const recipient = freshAddress()
      const own = call(chain.router, 0n, encode('cleanupNative', [2n, recipient]))
      await write(chain.router, abi, 'multicall', [[own], user, zeroAddress], 5n)
      expect(await balanceOf(chain, zeroAddress, recipient)).to.equal(2n)
    })

    it('error: NFTs', async () => {
      expect(await findRevert(chain.router, abi, 'multicall', [[], user, user])).to.equal(
        'NftRecipientNotSupported',
      )
    })
  })

  it('MockToken: only the owner mints', async () => {
    expect(await findRevert(tokenOf(chain), mockTokenAbi, 'mint', [user, 1n])).to.equal(
      'OwnableUnauthorizedAccount',
    )
  })

  describe('MockToken: signed transfers', () => {
    const types = {
      TransferWithAuthorization: [
        { name: 'from', type: 'address' },
        { name: 'to', type: 'address' },
        { name: 'value', type: 'uint256' },
        { name: 'validAfter', type: 'uint256' },
        { name: 'validBefore', type: 'uint256' },
        { name: 'nonce', type: 'bytes32' },
      ],
    }
    const forever = 2n ** 255n

    async function authorize(fields: Record<string, unknown> = {}) {
      const message = {
        from: user,
        to: freshAddress(),
        value: 5n,
        validAfter: 0n,
        validBefore: forever,
        nonce: numberToHex(crypto.getRandomValues(new Uint32Array(1))[0]!, { size: 32 }),
        ...fields,
      }
      const signature = await accountOf(mock, user).signTypedData({
        domain: { name: 'USD Coin', version: '1', chainId: chain.id, verifyingContract: tokenOf(chain) },
        types,
        primaryType: 'TransferWithAuthorization',
        message,
      })
      const { from, to, value, validAfter, validBefore, nonce } = message
      return { message, signature, args: [from, to, value, validAfter, validBefore, nonce] as unknown[] }
    }

    const submit = (args: unknown[]) => write(tokenOf(chain), mockTokenAbi, 'transferWithAuthorization', args)
    const revertOf = (args: unknown[]) =>
      findRevert(tokenOf(chain), mockTokenAbi, 'transferWithAuthorization', args)

    it('default: as one signature and as its parts, with the public type hash and domain', async () => {
      for (const isSplit of [false, true]) {
        const { message, signature, args } = await authorize()
        const { r, s, v } = parseSignature(signature)
        await submit(isSplit ? [...args, Number(v), r, s] : [...args, signature])
        expect(await balanceOf(chain, tokenOf(chain), message.to)).to.equal(5n)
        const read = (functionName: 'authorizationState', at: [Address, Hex]) =>
          clientOf(chain).readContract({ abi: mockTokenAbi, address: tokenOf(chain), functionName, args: at })
        expect(await read('authorizationState', [user, message.nonce])).to.equal(true)
        expect(await read('authorizationState', [message.to, message.nonce])).to.equal(false)
        expect(await revertOf([...args, signature])).to.equal('AuthorizationAlreadyUsed')
      }
      const token = { abi: mockTokenAbi, address: tokenOf(chain) } as const
      expect(
        await clientOf(chain).readContract({
          ...token,
          functionName: 'TRANSFER_WITH_AUTHORIZATION_TYPEHASH',
        }),
      ).to.equal('0x7c7c6cdb67a18743f49ec6fa9b35f50d52ed05cbed4cc592e13b44501c1a2267')
      expect(await clientOf(chain).readContract({ ...token, functionName: 'DOMAIN_SEPARATOR' })).to.equal(
        domainSeparator({
          domain: { name: 'USD Coin', version: '1', chainId: chain.id, verifyingContract: tokenOf(chain) },
        }),
      )
    })

    it('error: another signer, another amount, too early, too late', async () => {
      const { signature, args } = await authorize()
      expect(await revertOf([mock.accounts[2]!.address, ...args.slice(1), signature])).to.equal(
        'InvalidAuthorization',
      )
      expect(await revertOf([args[0], args[1], 6n, ...args.slice(3), signature])).to.equal(
        'InvalidAuthorization',
      )
      const early = await authorize({ validAfter: forever })
      expect(await revertOf([...early.args, early.signature])).to.equal('AuthorizationNotYetValid')
      const late = await authorize({ validBefore: 1n })
      expect(await revertOf([...late.args, late.signature])).to.equal('AuthorizationExpired')
    })
  })

  describe('MockExchange', () => {
    async function createSwap(fields: Record<string, unknown> = {}) {
      const order = {
        tokenIn: zeroAddress as Address,
        amountIn: 7n,
        tokenOut: tokenOf(chain),
        amountOut: 9n,
        recipient: freshAddress(),
        deadline: 2n ** 40n,
        id: numberToHex(crypto.getRandomValues(new Uint32Array(1))[0]!, { size: 32 }),
        ...fields,
      }
      const hash = await clientOf(chain).readContract({
        abi: mockExchangeAbi,
        address: chain.exchange,
        functionName: 'hashSwap',
        args: [order],
      })
      return { order, signature: await mock.control.solverAccount.signMessage({ message: { raw: hash } }) }
    }

    const swap = (args: unknown[], value = 0n) => write(chain.exchange, mockExchangeAbi, 'swap', args, value)
    const revertOf = (args: unknown[], value = 0n) =>
      findRevert(chain.exchange, mockExchangeAbi, 'swap', args, value)

    it('default: takes and gives exactly, once', async () => {
      const { order, signature } = await createSwap()
      await swap([order, signature], 7n)
      expect(await balanceOf(chain, order.tokenOut, order.recipient)).to.equal(9n)
      expect(await revertOf([order, signature], 7n)).to.equal('AlreadySwapped')
      const back = await createSwap({ tokenIn: tokenOf(chain), tokenOut: zeroAddress })
      await write(tokenOf(chain), mockTokenAbi, 'approve', [chain.exchange, 7n])
      const before = await balanceOf(chain, tokenOf(chain), user)
      await swap([back.order, back.signature])
      expect(await balanceOf(chain, tokenOf(chain), user)).to.equal(before - 7n)
      expect(await balanceOf(chain, zeroAddress, back.order.recipient)).to.equal(9n)
    })

    it('error: another value, other terms, too late', async () => {
      const { order, signature } = await createSwap()
      expect(await revertOf([order, signature], 6n)).to.equal('WrongValue')
      expect(await revertOf([order, signature], 8n)).to.equal('WrongValue')
      expect(await revertOf([{ ...order, amountOut: 10n }, signature], 7n)).to.equal('InvalidSwapSignature')
      const late = await createSwap({ deadline: 1n })
      expect(await revertOf([late.order, late.signature], 7n)).to.equal('SwapExpired')
      const token = await createSwap({ tokenIn: tokenOf(chain) })
      expect(await revertOf([token.order, token.signature], 1n)).to.equal('WrongValue')
    })
  })
})

import { expect } from 'chai'
import {
  type Abi,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  parseEther,
  parseEventLogs,
  toEventSelector,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { mockDepositoryAbi } from '../../src/abi/mockDepository.js'
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
})

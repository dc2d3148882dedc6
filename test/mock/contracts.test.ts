import { expect } from 'chai'
import {
  type Abi,
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  domainSeparator,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseSignature,
  zeroAddress,
} from 'viem'
import { mockExchangeAbi } from '../../src/generated/abi/mockExchange.js'
import { mockTokenAbi } from '../../src/generated/abi/mockToken.js'
import { accountOf, balanceOf, clientOf, freshAddress, send, setUpMock, tokenOf } from './helpers.js'

describe('the service’s contracts', () => {
  const { mock, origin: chain, user } = setUpMock()

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

  it('behavior: only the owner of a MockToken mints', async () => {
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

    it('default: accepts the signature whole and as its parts, with the public type hash and domain', async () => {
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

    it('default: takes and pays the exact amounts, once', async () => {
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

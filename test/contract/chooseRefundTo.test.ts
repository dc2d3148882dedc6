import { expect } from 'chai'
import {
  type Address,
  type Client,
  concat,
  createPublicClient,
  custom,
  type Hex,
  pad,
  toFunctionSelector,
  zeroAddress,
  zeroHash,
} from 'viem'
import { chooseRefundTo } from '../../src/contract/index.js'
import { PaymentFieldError } from '../../src/index.js'
import { thrown } from '../support/errors.js'

const user = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
const receiver = '0x1234567890123456789012345678901234567890'
const terms = { receiver, token: zeroAddress } as const
const delegation = `0xef0100${'12'.repeat(20)}`

/** The answers of the receiver's views, by their selectors. */
const unlisted: Record<string, Hex> = {
  [toFunctionSelector('isReserved(address)')]: zeroHash,
  [toFunctionSelector('recipientRoot()')]: zeroHash,
  [toFunctionSelector('recipientStatus(address)')]: concat([zeroHash, zeroHash]),
}

/** A chain on which one account has code. A view without an answer reverts. */
function chainWith(chainId: number, code: string, holder: string = user, lists = unlisted): Client {
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_call') {
      const answer = lists[(params as [{ data: Hex }])[0].data.slice(0, 10)]
      if (answer === undefined) throw Object.assign(new Error('execution reverted'), { code: 3, data: '0x' })
      return answer
    }
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    expect(method).equal('eth_getCode')
    const [address] = params as [string]
    return address.toLowerCase() === holder.toLowerCase() ? code : '0x'
  }
  return createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
}

const choose = (origin: string, destination: string) =>
  chooseRefundTo({
    user,
    receiver,
    token: zeroAddress,
    originClient: chainWith(1, origin),
    destinationClient: chainWith(8453, destination),
  })

describe('chooseRefundTo', () => {
  it('default: chooses the user', async () => {
    expect(await choose('0x', '0x')).equal(user)
    const lower = user.toLowerCase() as typeof user
    const client = chainWith(1, '0x6000', zeroAddress)
    expect(
      await chooseRefundTo({ ...terms, user: lower, originClient: client, destinationClient: client }),
    ).equal(user)
  })

  it('behavior: a delegation does not count as code', async () => {
    for (const [origin, destination] of [
      [delegation, '0x'],
      ['0x', delegation],
      [delegation, delegation.toUpperCase().replace('0X', '0x')],
    ] as const) {
      expect(await choose(origin, destination)).equal(user)
    }
  })

  it('attack: the user has code on one of the two chains', async () => {
    for (const code of [
      '0x6000',
      '0xef0100',
      `${delegation}00`,
      delegation.slice(0, -2),
      delegation.replace('ef0100', 'ef0101'),
      delegation.replace('0xef0100', '0x00ef01'),
    ]) {
      expect(await thrown(() => choose(code, '0x')), code).include({
        name: 'RefundToNeededError',
        user,
        chainId: 1,
      })
      expect(await thrown(() => choose('0x', code)), code).include({
        name: 'RefundToNeededError',
        chainId: 8453,
      })
      expect(await thrown(() => choose(delegation, code)), code).include({ name: 'RefundToNeededError' })
    }
  })

  it('attack: an account to which the receiver returns nothing', async () => {
    const one = pad('0x01')
    const [reserved, root, status] = Object.keys(unlisted) as [Hex, Hex, Hex]
    const listed = { ...unlisted, [status]: concat([one, zeroHash]) }
    for (const [lists, code, token, isChosen] of [
      [{ ...unlisted, [reserved]: one }, '0x', zeroAddress, false],
      [{ ...unlisted, [status]: concat([one, one]) }, '0x', zeroAddress, false],
      [unlisted, '0x', user, false],
      [listed, '0x', zeroAddress, true],
      [listed, delegation, zeroAddress, false],
      [{ ...unlisted, [root]: one }, '0x', zeroAddress, true],
      [{ ...unlisted, [root]: one }, delegation, receiver, false],
      [unlisted, delegation, receiver, true],
    ] as [typeof unlisted, string, Address, boolean][]) {
      const client = chainWith(8453, code, user, lists)
      const choice = chooseRefundTo({
        ...terms,
        token,
        user,
        originClient: client,
        destinationClient: client,
      })
      if (isChosen) expect(await choice).equal(user)
      else expect(await thrown(() => choice)).include({ name: 'RefundToNeededError', user, receiver })
    }
  })

  it('error: names the view of the receiver that reverted', async () => {
    for (const view of ['isReserved(address)', 'recipientRoot()', 'recipientStatus(address)']) {
      const { [toFunctionSelector(view)]: _, ...lists } = unlisted
      const functionName = view.slice(0, view.indexOf('('))
      const client = chainWith(8453, '0x', user, lists)
      const clients = { originClient: client, destinationClient: client }
      expect(await thrown(() => chooseRefundTo({ ...terms, user, ...clients }))).include({
        name: 'FillRevertedError',
        functionName,
      })
    }
  })

  it('error: a user that is not an account', async () => {
    const client = chainWith(1, '0x')
    for (const wrong of [zeroAddress, '0x12' as const]) {
      const error = await thrown(() =>
        chooseRefundTo({ ...terms, user: wrong, originClient: client, destinationClient: client }),
      )
      expect(error).instanceOf(PaymentFieldError).include({ field: 'user' })
    }
  })
})

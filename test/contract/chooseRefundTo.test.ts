import { expect } from 'chai'
import { type Client, createPublicClient, custom, zeroAddress } from 'viem'
import { chooseRefundTo } from '../../src/contract/index.js'
import { PaymentFieldError } from '../../src/index.js'
import { thrown } from '../support/errors.js'

const user = '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e'
const delegation = `0xef0100${'12'.repeat(20)}`

/** A chain on which one account has code. */
function chainWith(chainId: number, code: string, holder: string = user): Client {
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    if (method === 'eth_chainId') return `0x${chainId.toString(16)}`
    expect(method).equal('eth_getCode')
    const [address] = params as [string]
    return address.toLowerCase() === holder.toLowerCase() ? code : '0x'
  }
  return createPublicClient({ transport: custom({ request }) })
}

const choose = (origin: string, destination: string) =>
  chooseRefundTo({
    user,
    originClient: chainWith(1, origin),
    destinationClient: chainWith(8453, destination),
  })

describe('chooseRefundTo', () => {
  it('default: the user', async () => {
    expect(await choose('0x', '0x')).equal(user)
    const lower = user.toLowerCase() as typeof user
    const client = chainWith(1, '0x6000', zeroAddress)
    expect(await chooseRefundTo({ user: lower, originClient: client, destinationClient: client })).equal(user)
  })

  it('behavior: a delegation is no code', async () => {
    for (const [origin, destination] of [
      [delegation, '0x'],
      ['0x', delegation],
      [delegation, delegation.toUpperCase().replace('0X', '0x')],
    ] as const) {
      expect(await choose(origin, destination)).equal(user)
    }
  })

  it('attack: code on one of the two chains', async () => {
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

  it('error: a user that is no account', async () => {
    const client = chainWith(1, '0x')
    for (const wrong of [zeroAddress, '0x12' as const]) {
      const error = await thrown(() =>
        chooseRefundTo({ user: wrong, originClient: client, destinationClient: client }),
      )
      expect(error).instanceOf(PaymentFieldError).include({ field: 'user' })
    }
  })
})

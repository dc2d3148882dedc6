import { expect } from 'chai'
import { recoverMessageAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { hashOrder, signOrder } from '../../../src/index.js'
import { thrown } from '../../support/errors.js'
import { mistyped } from '../../support/mistyped.js'
import { readVector } from '../../support/vectors.js'

const { orderData } = readVector('order-live')
const account = privateKeyToAccount(`0x${'66'.repeat(32)}`)

describe('signOrder', () => {
  it('default', async () => {
    const signature = await signOrder({ orderData, account })
    expect(signature).match(/^0x[0-9a-f]{128}(1b|1c)$/)
    expect(await recoverMessageAddress({ message: { raw: hashOrder(orderData) }, signature })).equal(
      account.address,
    )
  })

  it('error: no account', async () => {
    expect(await thrown(() => signOrder({ orderData, account: mistyped(undefined) }))).include({
      name: 'InvalidAccountError',
    })
  })
})

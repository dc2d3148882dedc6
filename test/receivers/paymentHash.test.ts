// The hash of a call is made from calldata as it stands: of which of its bytes, and which of them are refused.
import { expect } from 'chai'
import { concat, encodeFunctionData, type Hex, keccak256, size, slice, toHex, zeroAddress } from 'viem'
import { hashPayment } from '../../src/contract/index.js'
import { deployFixture, type Fixture, makePayment, type PaymentTerms } from './support/fixture.js'

/** Where each field stands in the calldata, in words behind the selector; the first is the argument's offset. */
const places = { token: 4, recipient: 7, refundTo: 8, deadline: 9, data: 11 }

describe('AttestedOrderReceiver: the hash of a call', () => {
  let fixture: Fixture
  let chainId: number
  let p: PaymentTerms

  before(async () => {
    fixture = await deployFixture()
    chainId = await fixture.publicClient.getChainId()
    const deadline = Number(await fixture.helpers.time.latest()) + 3600
    p = makePayment(fixture, deadline, { refundTo: fixture.user, token: zeroAddress })
  })
  after(() => fixture.connection.close())

  const encode = (functionName: 'hashPayment' | 'payAuthorized', payment = p) =>
    encodeFunctionData({ abi: fixture.receiver.abi, functionName, args: [payment] })

  const call = (data: Hex, value = 0n) =>
    fixture.publicClient.call({
      account: fixture.payer.account,
      to: fixture.receiver.address,
      data,
      value,
    })

  const replaceWord = (data: Hex, place: number, word: Hex) => {
    const start = 4 + 32 * place
    const rest = size(data) > start + 32 ? slice(data, start + 32) : '0x'
    return concat([slice(data, 0, start), word, rest])
  }

  for (const length of [0, 1, 31, 32, 33, 100]) {
    it(`equals the hash of abi.encode with ${length} bytes of data`, async () => {
      const { receiver } = fixture
      const word = (seed: string) => keccak256(toHex(`${seed} ${length}`))
      const address = (seed: string) => slice(word(seed), 0, 20)
      const payment = {
        originChainId: BigInt(word('chain')),
        originUser: word('user'),
        originCurrency: word('currency'),
        token: address('token'),
        minimum: BigInt(word('minimum')),
        maximum: BigInt(word('maximum')),
        recipient: address('recipient'),
        refundTo: address('refundTo'),
        deadline: 2 ** 48 - 1 - length,
        salt: word('salt'),
        data: `0x${'c5'.repeat(length)}` as Hex,
      }
      const expected = hashPayment({ chainId, receiver: receiver.address, payment })
      expect(await receiver.read.hashPayment([payment])).to.equal(expected)
    })
  }

  it('does not depend on the position of the data or on appended bytes', async () => {
    const data = encode('hashPayment', { ...p, data: '0x1234' })
    const { data: expected } = await call(data)
    const split = 4 + 32 * (places.data + 1)
    const moved = concat([slice(data, 0, split), toHex(1n, { size: 32 }), slice(data, split)])
    const { data: found } = await call(replaceWord(moved, places.data, toHex(0x180n, { size: 32 })))
    expect(found).to.equal(expected)
    expect((await call(concat([data, toHex(7n, { size: 32 })]))).data).to.equal(expected)
  })

  for (const name of ['token', 'recipient', 'refundTo', 'deadline'] as const) {
    it(`refuses dirty upper bytes of ${name}, in the hash and when the call is made`, async () => {
      const pay = encode('payAuthorized')
      expect((await call(pay, p.minimum)).data).to.equal(toHex(0n, { size: 32 }))
      for (const [data, value] of [
        [encode('hashPayment'), 0n],
        [pay, p.minimum],
      ] as const) {
        const start = 4 + 32 * places[name]
        const word = BigInt(slice(data, start, start + 32))
        const bits = name === 'deadline' ? 48n : 160n
        for (const bit of [bits, 255n]) {
          const dirty = replaceWord(data, places[name], toHex(word | (1n << bit), { size: 32 }))
          const refused = await call(dirty, value).then(
            () => false,
            () => true,
          )
          expect(refused, `bit ${bit}`).to.equal(true)
        }
      }
    })
  }
})

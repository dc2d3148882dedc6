// Calldata that no library writes: words and lengths that a decoder of arguments refuses, and so do the readers here.
import { type Address, encodeFunctionData, type Hex, toHex } from 'viem'
import { padAddress } from '../../src/index.js'
import { expectBitsRefused, findWord, flipBits, impossibleLengths } from '../support/calldata.js'
import {
  attestProof,
  deployFixture,
  type Fixture,
  fillAmount,
  makeDirect,
  solver,
} from './support/fixture.js'
import { refuses } from './support/hostile.js'
import { deployRegisteredFixture, register } from './support/registered.js'
import { field } from './support/signedFixture.js'

describe('calldata of a direct fill', () => {
  let fixture: Fixture
  before(async () => {
    fixture = await deployFixture()
  })
  after(() => fixture.connection.close())

  const callOf = (account: Address, to: Address) => (data: Hex) =>
    fixture.publicClient.call({ account, to, data, value: fillAmount })

  async function makeCalldata() {
    const { receiver, payer } = fixture
    const { a, signature, proof } = await makeDirect(fixture)
    const args = [a, signature, proof, [], fillAmount] as const
    const data = encodeFunctionData({ abi: receiver.abi, functionName: 'fill', args })
    return { data, call: callOf(payer.account.address, receiver.address) }
  }

  const [order, output] = [8, 5]

  it('is refused if the deadline exceeds four bytes', async () => {
    const { data, call } = await makeCalldata()
    const place = findWord(data, [order, output]) + 32 * 2
    const reason = /without a reason|infer the reason/
    await expectBitsRefused({ call, data, place, bits: [32n, 255n], reason })
  })

  it('is refused if a list is longer than the calldata', async () => {
    const { data, call } = await makeCalldata()
    const [payments, calls] = [1, 3]
    for (const list of [payments, calls]) {
      const place = findWord(data, [order, output, list])
      await expectBitsRefused({ call, data, place, bits: impossibleLengths, reason: /reverted|out of gas/ })
    }
  })

  it("is refused if the order's solver has upper bytes", async () => {
    const { receiver, payer } = fixture
    for (const dirt of [1n << 160n, 1n << 255n]) {
      const direct = await makeDirect(fixture)
      const dirty = toHex(BigInt(solver.address) | dirt, { size: 32 })
      // The order id covers the whole word.
      const { a, signature } = await attestProof(direct, { ...direct.proof, solver: dirty })
      const args = [a, signature, direct.proof, [], fillAmount] as const
      const clean = encodeFunctionData({ abi: receiver.abi, functionName: 'fill', args })
      const data = flipBits(clean, findWord(clean, [order]) + 2 * 32, dirt)
      const mismatch = [field('solver'), dirty, padAddress(solver.address)]
      const send = () => payer.sendTransaction({ to: receiver.address, data, value: fillAmount })
      await refuses(fixture, send, 'TermsMismatch', mismatch)
    }
  })

  it("is refused if a registrar's terms have upper bytes", async () => {
    const own = await deployRegisteredFixture()
    const { receiver, payer, publicClient, connection } = own
    const { a, signature, terms, termsSignature } = await register(own)
    const args = [a, signature, terms, termsSignature, [], fillAmount] as const
    const data = encodeFunctionData({ abi: receiver.abi, functionName: 'fill', args })
    const call = (changed: Hex) =>
      publicClient.call({ account: payer.account, to: receiver.address, data: changed, value: fillAmount })
    const at = findWord(data, [8])
    const [token, recipient, deadline] = [0, 3, 4]
    for (const [index, bit] of [
      [token, 160n],
      [recipient, 160n],
      [deadline, 48n],
    ] as const) {
      const place = at + 32 * index
      await expectBitsRefused({ call, data, place, bits: [bit, 255n], reason: /without a reason|infer/ })
    }
    await connection.close()
  })
})

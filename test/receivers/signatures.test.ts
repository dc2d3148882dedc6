import { expect } from 'chai'
import { concat, type Hex, pad, size, slice, toHex, zeroAddress } from 'viem'
import { recoverSolver } from '../../src/index.js'
import {
  deployFixture,
  type Evidence,
  type Fixture,
  fillAmount,
  makeDirect,
  solver,
  toStruct,
} from './support/fixture.js'

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

describe('signatures, in Solidity and in TypeScript', () => {
  let fixture: Fixture
  let harness: Awaited<ReturnType<typeof deployHarness>>
  let evidence: Evidence
  const deployHarness = () => fixture.viem.deployContract('LibraryHarness')

  before(async () => {
    fixture = await deployFixture()
    harness = await deployHarness()
    evidence = await makeDirect(fixture)
  })
  after(() => fixture.connection.close())

  /** Who signed, by the library and by the contract; null when both refuse. Fails when they disagree. */
  async function signerOf(signature: Hex): Promise<string | null> {
    const { attestation } = evidence
    const offchain = await recoverSolver({ attestation, signature }).catch((error: Error) => {
      expect(error.name).to.equal('InvalidSignatureError')
      return null
    })
    const a = toStruct(attestation)
    const onchain = await harness.read.tryRecover([await harness.read.digest([a]), signature])
    expect(onchain === zeroAddress ? null : onchain).to.equal(offchain)

    const fill = fixture.receiver.simulate.fill([a, signature, evidence.proof, [], fillAmount], {
      value: fillAmount,
      account: fixture.payer.account.address,
    })
    if (offchain === solver.address) await fill
    else await refused(fill)
    return offchain
  }

  async function refused(call: Promise<unknown>) {
    const error = await call.then(
      () => null,
      (thrown: Error) => thrown,
    )
    expect(error?.message).to.match(/InvalidSignature|UnknownSolver/)
  }

  const parts = () => {
    const { signature } = evidence
    return { r: slice(signature, 0, 32), s: slice(signature, 32, 64), v: Number(slice(signature, 64)) }
  }
  const join = (r: Hex, s: Hex, v: number) => concat([r, s, toHex(v, { size: 1 })])
  const compact = () => {
    const { r, s, v } = parts()
    return concat([r, toHex(BigInt(s) | (BigInt(v - 27) << 255n), { size: 32 })])
  }

  it('accepts 65 bytes, and the same signature in 64 (ERC-2098)', async () => {
    expect(await signerOf(evidence.signature)).to.equal(solver.address)
    expect(size(compact())).to.equal(64)
    expect(await signerOf(compact())).to.equal(solver.address)
  })

  it('refuses high s', async () => {
    const { r, s, v } = parts()
    const high = toHex(curveOrder - BigInt(s), { size: 32 })
    expect(await signerOf(join(r, high, v === 27 ? 28 : 27))).to.equal(null)
  })

  it('accepts s up to half the curve order', async () => {
    const { r, v } = parts()
    const half = curveOrder / 2n
    for (const s of [1n, half - 1n, half]) {
      expect(await signerOf(join(r, toHex(s, { size: 32 }), v)), `s ${s}`).not.to.equal(null)
    }
    expect(await signerOf(join(r, toHex(half + 1n, { size: 32 }), v))).to.equal(null)
  })

  it('accepts only 27 and 28 as v', async () => {
    const { r, s, v } = parts()
    for (const other of [0, 1, 2, 26, 29, 35, 36, 255])
      expect(await signerOf(join(r, s, other)), `v ${other}`).to.equal(null)
    expect(await signerOf(join(r, s, v === 27 ? 28 : 27))).not.to.equal(solver.address)
  })

  it('accepts only 64 and 65 bytes', async () => {
    const { signature } = evidence
    expect(await signerOf('0x'), 'length 0').to.equal(null)
    expect(await signerOf(slice(signature, 0, 63)), 'length 63').to.equal(null)
    expect(await signerOf(concat([signature, '0x00'])), 'length 66').to.equal(null)
    expect(await signerOf(concat([compact(), '0x'])), 'length 64').to.equal(solver.address)
  })

  it('refuses zero r, zero s, and values outside the curve', async () => {
    const { r, s, v } = parts()
    const zero = pad('0x', { size: 32 })
    const beyond = toHex(curveOrder, { size: 32 })
    for (const bad of [
      join(zero, s, v),
      join(r, zero, v),
      join(zero, zero, v),
      join(beyond, s, v),
      join(r, beyond, v),
    ]) {
      expect(await signerOf(bad)).to.equal(null)
    }
  })

  it('refuses a signature that recovers the zero address', async () => {
    // No point of the curve has this x, so that nobody can have signed.
    const { s, v } = parts()
    expect(await signerOf(join(toHex(5n, { size: 32 }), s, v))).to.equal(null)
  })

  it("reverts in the library's reverting form", async () => {
    const a = toStruct(evidence.attestation)
    const digest = await harness.read.digest([a])
    expect(await harness.read.recover([a, evidence.signature])).to.equal(solver.address)
    const recovers = harness.read.recover([a, '0x1234']) as unknown as Promise<Hex>
    await fixture.assertions.revertWithCustomErrorWithArgs(recovers, fixture.receiver, 'InvalidSignature', [
      digest,
      '0x1234',
    ])
  })

  it('pays once for both forms of one signature', async () => {
    const { receiver, payer, assertions } = fixture
    const { a, id, proof, signature } = await makeDirect(fixture)
    const vs = BigInt(slice(signature, 32, 64)) | (BigInt(Number(slice(signature, 64)) - 27) << 255n)
    const short = concat([slice(signature, 0, 32), toHex(vs, { size: 32 })])
    const options = { value: fillAmount, account: payer.account }
    await receiver.write.fill([a, signature, proof, [], fillAmount], options)
    await assertions.revertWithCustomErrorWithArgs(
      receiver.write.fill([a, short, proof, [], fillAmount], options),
      receiver,
      'RequestAlreadyPaid',
      [id],
    )
  })
})

import { expect } from 'chai'
import hre from 'hardhat'
import {
  concat,
  encodeFunctionData,
  type Hex,
  keccak256,
  pad,
  size,
  slice,
  stringToHex,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import {
  encodeOrderCall,
  hashAttestation,
  hashOrder,
  parseAttestation,
  proveOrderOutput,
  proveSignedOrder,
  toContractAttestation,
} from '../../src/index.js'
import { encodeAttestation } from '../../src/protocol/attestation/encodeAttestation.js'
import { hashOrderStruct, typeHashes } from '../../src/protocol/order/hashStructs.js'
import { parseOrder } from '../../src/protocol/order/parseOrder.js'
import { findWord, flipBits } from '../support/calldata.js'
import { generateAttestations, generateOrders } from '../support/generate.js'
import { readVector } from '../support/vectors.js'

describe('the Solidity libraries and their TypeScript twins', () => {
  let connection: Awaited<ReturnType<typeof hre.network.create<'l1'>>>
  let harness: Awaited<ReturnType<typeof deploy>>
  const deploy = async () => connection.viem.deployContract('LibraryHarness')

  before(async () => {
    connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
    harness = await deploy()
  })
  after(() => connection.close())

  it("reproduce the public service's attestation", async () => {
    const vector = readVector('attestation-v1-live')
    const attestation = parseAttestation(vector.record)
    const a = toContractAttestation(attestation)
    expect(await harness.read.hashAttestation([a])).to.equal(vector.hash)
    expect(await harness.read.digest([a])).to.equal(vector.digest)
    expect(await harness.read.recover([a, vector.record.signature])).to.equal(vector.solver)
  })

  it('encode the seven words alike, padded and packed', async () => {
    for (const attestation of generateAttestations(50, 1)) {
      const [padded, packed] = await harness.read.encodings([toContractAttestation(attestation)])
      expect(padded).to.equal(packed)
      expect(padded).to.equal(encodeAttestation(attestation))
      expect(size(padded)).to.equal(224)
    }
  })

  it('hash 1,000 generated attestations alike', async () => {
    const attestations = generateAttestations(1_000, 2)
    const hashes: Hex[] = []
    for (let at = 0; at < attestations.length; at += 100) {
      const list = attestations.slice(at, at + 100).map(toContractAttestation)
      hashes.push(...(await harness.read.hashAttestations([list])))
    }
    expect(hashes).to.deep.equal(attestations.map((attestation) => hashAttestation(attestation)))
  })

  it("reproduce the public service's order id", async () => {
    const { orderData, orderId } = readVector('order-live')
    expect(await harness.read.hashOrders([[parseOrder(orderData)]])).to.deep.equal([orderId])
    expect(await harness.read.hashProofs([[proveOrderOutput(orderData)]])).to.deep.equal([orderId])
    expect(await harness.read.hashSignedProofs([[proveSignedOrder(orderData)]])).to.deep.equal([orderId])
    expect(hashOrder(orderData)).to.equal(orderId)
    expect(await harness.read.orderTypeHash()).to.equal(typeHashes.Order)
  })

  it('hash 200 generated orders alike, whole and from both kinds of proof', async () => {
    const orders = generateOrders(200, 3).map(({ orderData }) => orderData)
    const ids = orders.map((order) => hashOrder(order))
    const whole: Hex[] = []
    const proved: Hex[] = []
    const signed: Hex[] = []
    for (let at = 0; at < orders.length; at += 10) {
      const part = orders.slice(at, at + 10)
      whole.push(...(await harness.read.hashOrders([part.map((order) => parseOrder(order))])))
      proved.push(...(await harness.read.hashProofs([part.map((order) => proveOrderOutput(order))])))
      signed.push(...(await harness.read.hashSignedProofs([part.map((order) => proveSignedOrder(order))])))
    }
    expect(whole).to.deep.equal(ids)
    expect(proved).to.deep.equal(ids)
    expect(signed).to.deep.equal(ids)
  })

  it('hash long lists alike', async () => {
    const orders = generateOrders(8, 4, 16).map(({ orderData }) => orderData)
    expect(Math.max(...orders.map(({ output }) => output.calls.length))).to.be.greaterThan(8)
    expect(Math.max(...orders.map(({ output }) => output.payments.length))).to.be.greaterThan(8)
    const ids = orders.map((order) => hashOrder(order))
    expect(await harness.read.hashOrders([orders.map((order) => parseOrder(order))])).to.deep.equal(ids)
    expect(await harness.read.hashProofs([orders.map((order) => proveOrderOutput(order))])).to.deep.equal(ids)
    expect(
      await harness.read.hashSignedProofs([orders.map((order) => proveSignedOrder(order))]),
    ).to.deep.equal(ids)
  })

  it('read 32 bytes as the fill contract, whatever follows fewer bytes', async () => {
    const { orderData } = readVector('order-live')
    const name = pad(harness.address.toLowerCase() as Hex, { size: 32 })
    const behind = slice(name, 31)
    // What lies behind 31 bytes in memory is the last byte of the payment's hash: here that of the name.
    const [payment] = parseOrder(orderData).output.payments
    let expectedAmount = 0n
    while (slice(hashOrderStruct('OutputPayment', { ...payment!, expectedAmount }), 31) !== behind)
      expectedAmount++
    const payments = [{ ...orderData.output.payments[0]!, expectedAmount: String(expectedAmount) }]
    for (const [extraData, isDirect] of [
      [name, true],
      [slice(name, 0, 31), false],
      [concat([name, '0x00']), false],
    ] as const) {
      const output = { ...orderData.output, payments, calls: [], extraData }
      const terms = await harness.read.readProof([proveOrderOutput({ ...orderData, output })])
      expect(terms.isDirect, extraData).to.equal(isDirect)
    }
  })

  describe('payments in calls', () => {
    const payment = {
      originChainId: 1n,
      originUser: zeroHash,
      originCurrency: zeroHash,
      token: zeroAddress,
      minimum: 1n,
      maximum: 2n,
      recipient: zeroAddress,
      refundTo: zeroAddress,
      deadline: 2 ** 48 - 1,
      salt: zeroHash,
      data: '0x1234',
    } as const
    const data = encodeFunctionData({
      abi: attestedOrderReceiverAbi,
      functionName: 'payAuthorized',
      args: [payment],
    })

    it('have deadlines of 48 bits', async () => {
      expect(await harness.read.tryDecodePayment([data])).to.deep.equal([true, payment])
      const deadline = findWord(data, [0]) + 32 * 8
      const dirty = flipBits(data, deadline, 1n << 48n)
      expect((await harness.read.tryDecodePayment([dirty]))[0]).to.equal(false)
    })
  })

  describe('calls of orders', () => {
    const call = { to: '0x1234567890123456789012345678901234567890', data: '0x', value: 0n } as const

    it('are encoded alike and decode back', async () => {
      for (const length of [0, 1, 4, 31, 32, 33, 100]) {
        const sample = { ...call, data: toHex(new Uint8Array(length).fill(7)), value: BigInt(length) }
        const blob = await harness.read.encodeCall([sample])
        expect(blob).to.equal(encodeOrderCall(sample))
        expect(await harness.read.tryDecodeCall([blob])).to.deep.equal([true, sample])
      }
    })

    it('are refused in every other encoding', async () => {
      const blob = encodeOrderCall({ ...call, data: '0x11223344' })
      const word = (index: number, value: Hex): Hex => {
        const bytes = Buffer.from(blob.slice(2), 'hex')
        bytes.set(Buffer.from(value.slice(2).padStart(64, '0'), 'hex'), index * 32)
        return `0x${bytes.toString('hex')}`
      }
      const broken: Record<string, Hex> = {
        empty: '0x',
        short: blob.slice(0, 2 + 159 * 2) as Hex,
        'trailing byte': concat([blob, '0x00']),
        'trailing word': concat([blob, toHex(0n, { size: 32 })]),
        'dirty address': word(0, `0x01${call.to.slice(2)}`),
        'other offset': word(1, '0x80'),
        'other inner offset': word(3, '0x40'),
        'shorter data': word(4, '0x03'),
        'data past the end': word(4, '0x21'),
        'huge data': word(4, `0x${'f'.repeat(64)}`),
        'dirty padding': word(5, `0x11223344${'0'.repeat(54)}01`),
      }
      for (const [name, bad] of Object.entries(broken)) {
        expect((await harness.read.tryDecodeCall([bad]))[0], name).to.equal(false)
      }
    })

    it('are refused with any bit set after the data', async () => {
      for (const length of [1, 4, 16, 30, 31]) {
        const blob = BigInt(encodeOrderCall({ ...call, data: toHex(new Uint8Array(length).fill(7)) }))
        const size = 6 * 32
        for (const bit of [0, (32 - length) * 8 - 1]) {
          const dirty = toHex(blob | (1n << BigInt(bit)), { size })
          expect((await harness.read.tryDecodeCall([dirty]))[0], `${length} bytes, bit ${bit}`).to.equal(
            false,
          )
        }
        expect((await harness.read.tryDecodeCall([toHex(blob, { size })]))[0]).to.equal(true)
      }
    })
  })

  it('keep contract storage at its ERC-7201 slots', async () => {
    const slotOf = (namespace: string) => {
      const inner = BigInt(keccak256(stringToHex(namespace))) - 1n
      return toHex(BigInt(keccak256(toHex(inner, { size: 32 }))) & ~0xffn, { size: 32 })
    }
    for (const [contract, namespace] of [
      ['AttestedOrderReceiver', 'fillproof.storage.FillVerifier'],
      ['SignedOrderReceiver', 'fillproof.storage.SignedOrders'],
    ] as const) {
      const { deployedBytecode } = await hre.artifacts.readArtifact(contract)
      expect(deployedBytecode, contract).to.include(slotOf(namespace).slice(2))
    }
  })
})

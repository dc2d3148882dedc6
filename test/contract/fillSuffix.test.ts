import { expect } from 'chai'
import { createWalletClient, custom, type Hex, numberToHex, sliceHex, zeroHash } from 'viem'
import { fill } from '../../src/contract/index.js'
import { hashOrder, parseAttestation } from '../../src/index.js'
import { readVector } from '../support/vectors.js'

describe('fill: the order’s id', () => {
  it('default: ends the calldata of the simulated and the sent fill', async () => {
    const { orderData } = readVector('order-live')
    const seen: [string, Hex][] = []
    const client = createWalletClient({
      account: '0xf3d63166F0Ca56C3c1A3508FcE03Ff0Cf3Fb691e',
      transport: custom({
        async request({ method, params }) {
          if (method === 'eth_call' || method === 'eth_sendTransaction') seen.push([method, params[0].data])
          return method === 'eth_call' ? numberToHex(1n, { size: 32 }) : zeroHash
        },
      }),
    })
    await fill(client, {
      receiver: '0x1234567890123456789012345678901234567890',
      attestation: parseAttestation(readVector('attestation-v1-live').record),
      orderData,
      amount: 1n,
    })
    expect(seen.map(([method]) => method)).to.deep.equal(['eth_call', 'eth_sendTransaction'])
    for (const [, data] of seen) expect(sliceHex(data, -32)).to.equal(hashOrder(orderData))
    expect(hashOrder(orderData)).to.equal(readVector('order-live').orderId)
  })
})

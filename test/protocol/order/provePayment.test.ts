import { expect } from 'chai'
import { type Hex, keccak256, stringToHex } from 'viem'
import { type OrderData, proveOrderOutput, provePayment, proveSignedOrder } from '../../../src/index.js'
import { hashList } from '../../../src/protocol/order/hashStructs.js'
import { thrown } from '../../support/errors.js'
import { readVector } from '../../support/vectors.js'

const { orderData } = readVector('order-live') as { orderData: OrderData }
const calls: Hex[] = ['0x12', '0x34']

describe('provePayment', () => {
  it('default: the input and the payments in full, calls, extraData and fees as hashes', () => {
    const order = { ...orderData, output: { ...orderData.output, calls } }
    const { inputsHash: _, output, ...hashes } = proveOrderOutput(order)
    const { payment } = proveSignedOrder(order).inputs[0]!
    const refunds = orderData.inputs[0]!.refunds
    const { input, ...proof } = provePayment(order)
    expect(input.payment).deep.equal(payment)
    expect(input.refunds.map(({ chainId }) => chainId)).deep.equal(refunds.map(({ chainId }) => chainId))
    expect(proof).deep.equal({
      ...hashes,
      output: {
        chainId: output.chainId,
        payments: output.payments,
        deadline: output.deadline,
        callsHash: hashList('bytes', calls),
        extraDataHash: keccak256(output.extraData),
      },
    })
    expect(proof.versionHash).equal(keccak256(stringToHex('v1')))
  })

  it('error: no input, or more than one', async () => {
    const [input] = orderData.inputs
    for (const inputs of [[], [input!, input!]]) {
      expect(await thrown(() => provePayment({ ...orderData, inputs }))).include({
        name: 'OrderFieldError',
        field: 'inputs',
        value: inputs.length,
        shortMessage: `inputs must be one input, found ${inputs.length}.`,
      })
    }
  })
})

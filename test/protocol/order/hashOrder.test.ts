import { expect } from 'chai'
import {
  encodeAbiParameters,
  type Hex,
  hashStruct,
  hashTypedData,
  keccak256,
  stringToHex,
  zeroAddress,
} from 'viem'
import { hashOrder, hashOrderProof, type OrderData, proveOrderOutput } from '../../../src/index.js'
import { hashOrderStruct, typeHashes } from '../../../src/protocol/order/hashStructs.js'
import { parseOrder } from '../../../src/protocol/order/parseOrder.js'
import { thrown } from '../../support/errors.js'
import { generateOrders } from '../../support/generate.js'
import { mistyped } from '../../support/mistyped.js'
import { orderTypes as types } from '../../support/orderTypes.js'
import { readVector } from '../../support/vectors.js'

const vector = readVector('order-live')
const { orderData } = vector

const rebuild = (message: object) =>
  hashStruct({ types, primaryType: 'Order', data: message as Record<string, unknown> })

describe('order vector', () => {
  it('type hash', () => {
    expect(typeHashes.Order).equal(vector.orderTypeHash)
  })

  it('input and output struct hashes', () => {
    const order = parseOrder(orderData)
    expect(order.inputs.map((input) => hashOrderStruct('Input', input))).deep.equal([vector.inputHash])
    expect(hashOrderStruct('Output', order.output)).equal(vector.outputHash)
  })

  it('order id', () => {
    expect(hashOrder(orderData)).equal(vector.orderId)
  })

  it('order id with a refund and a payment on Solana', () => {
    const solana = readVector('order-solana')
    expect(hashOrder(solana.orderData)).equal(solana.orderId)
  })
})

describe('hashOrder', () => {
  it('default', () => {
    expect(hashOrder(orderData)).equal(rebuild(orderData))
  })

  it('behavior: the same as viem over generated orders', () => {
    for (const { orderData, message } of generateOrders(200, 1)) {
      expect(hashOrder(orderData)).equal(rebuild(message))
      expect(hashOrderProof(proveOrderOutput(orderData))).equal(rebuild(message))
    }
  })

  it('behavior: the hash contains no domain', () => {
    expect(hashOrder(orderData)).not.equal(
      hashTypedData({ domain: {}, types, primaryType: 'Order', message: orderData }),
    )
  })

  it('behavior: the type hashes match the types', () => {
    for (const [name, typeHash] of Object.entries(typeHashes)) {
      expect(typeHash).equal(keccak256(stringToHex(encodeType(name as keyof typeof types))))
    }
  })

  it('behavior: accepts bigint amounts and any hex case, ignores unknown fields', () => {
    const bigints = structuredClone(orderData)
    bigints.inputs[0].payment.amount = 100000000000000000n
    bigints.inputs[0].payment.later = 'unknown'
    bigints.output.payments[0].recipient = bigints.output.payments[0].recipient.toLowerCase()
    bigints.salt = `0x${bigints.salt.slice(2).toUpperCase()}`
    bigints.hubType = 'onchain'
    expect(hashOrder(bigints)).equal(vector.orderId)
  })

  it('behavior: changing any one field changes the id', () => {
    const full = withEveryField()
    const ids = new Set([hashOrder(full)])
    const paths = leaves(full)
    for (const path of paths) ids.add(hashOrder(change(full, path)))
    expect(paths.length).equal(27)
    expect(ids.size).equal(paths.length + 1)
  })

  it('behavior: the order and number of items change the id', () => {
    const full = withEveryField()
    const ids = new Set([hashOrder(full)])
    const [first] = full.inputs
    ids.add(hashOrder({ ...full, inputs: [...full.inputs, ...full.inputs] }))
    ids.add(hashOrder({ ...full, inputs: [] }))
    ids.add(hashOrder({ ...full, fees: [] }))
    ids.add(hashOrder({ ...full, output: { ...full.output, calls: ['0x', ...full.output.calls] } }))
    ids.add(hashOrder({ ...full, output: { ...full.output, payments: [] } }))
    ids.add(hashOrder({ ...full, inputs: [{ ...first!, refunds: [] }] }))
    expect(ids.size).equal(7)
  })

  it('error: every field', async () => {
    const wrong: Record<string, unknown[]> = {
      version: [undefined, null, '', 1],
      solverChainId: [undefined, '', 8453],
      solver: [undefined, '0x', `0x${'11'.repeat(19)}`, `0x${'11'.repeat(32)}`],
      salt: [undefined, '0x', '12', 1, `0x${'11'.repeat(33)}`, ['0x12'], 'a0x12', '0x12g'],
      inputs: [undefined, null, {}, 'text'],
      'inputs[0]': [null, 'text', []],
      'inputs[0].payment': [undefined, []],
      'inputs[0].payment.chainId': [undefined, '', 1],
      'inputs[0].payment.currency': [undefined, '0x', `0x${'00'.repeat(32)}`],
      'inputs[0].payment.amount': [undefined, 1, '-1', '01', String(2n ** 256n), -1n],
      'inputs[0].payment.weight': [undefined, 1],
      'inputs[0].refunds': [undefined, {}],
      'inputs[0].refunds[0]': [null],
      'inputs[0].refunds[0].chainId': [undefined],
      'inputs[0].refunds[0].recipient': [undefined, '0x11'],
      'inputs[0].refunds[0].currency': [undefined, '0x11'],
      'inputs[0].refunds[0].minimumAmount': [undefined, ''],
      'inputs[0].refunds[0].deadline': [undefined, -1, 1.5, 2 ** 32, 2 ** 40, '1', 1n],
      'inputs[0].refunds[0].extraData': [undefined, '', '0x1', 'text'],
      output: [undefined, null, []],
      'output.chainId': [undefined, ''],
      'output.payments': [undefined],
      'output.payments[0]': [undefined],
      'output.payments[0].recipient': [undefined, `0x${'11'.repeat(32)}`],
      'output.payments[0].currency': [undefined],
      'output.payments[0].minimumAmount': [undefined, 0],
      'output.payments[0].expectedAmount': [undefined, null],
      'output.deadline': [undefined, 2 ** 32],
      'output.calls': [undefined, '0x'],
      'output.calls[0]': [undefined, '0x1', {}],
      'output.extraData': [undefined, '0x1'],
      fees: [undefined],
      'fees[0]': [null],
      'fees[0].recipientChainId': [undefined],
      'fees[0].recipient': [undefined],
      'fees[0].currencyChainId': [undefined],
      'fees[0].currency': [undefined],
      'fees[0].amount': [undefined, '1.5'],
    }
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const error = await thrown(() => hashOrder(change(withEveryField(), steps(field), () => value)))
        expect(error).include({ name: 'OrderFieldError', field })
        expect(error.value).deep.equal(value)
        expect(error.shortMessage).contain(`${field} must be ${requirementOf(field)}`)
        expect(error.shortMessage).match(/, found .+\.$/)
      }
    }
    expect(await thrown(() => hashOrder(mistyped(null)))).include({
      name: 'OrderFieldError',
      field: 'orderData',
      shortMessage: 'orderData must be an object, found null.',
    })
  })

  it('behavior: deadlines at their bound', () => {
    expect(
      proveOrderOutput(change(withEveryField(), ['output', 'deadline'], () => 2 ** 32 - 1)).output.deadline,
    ).equal(2 ** 32 - 1)
  })
})

function encodeType(primaryType: keyof typeof types): string {
  const referred = (name: keyof typeof types): (keyof typeof types)[] => [
    name,
    ...types[name].flatMap(({ type }) => {
      const plain = type.replace('[]', '') as keyof typeof types
      return plain in types ? referred(plain) : []
    }),
  ]
  const [, ...others] = referred(primaryType)
  return [primaryType, ...[...new Set(others)].sort()]
    .map((name) => `${name}(${types[name].map((field) => `${field.type} ${field.name}`).join(',')})`)
    .join('')
}

const requirements: [names: RegExp, requirement: string][] = [
  [/^(inputs|refunds|payments|calls|fees)$/, 'an array'],
  [/^calls\[|^extraData$/, 'hex of whole bytes'],
  [/\]$|^(orderData|payment|output)$/, 'an object'],
  [/^version$|chainId$/i, 'a string that is not empty'],
  [/amount$|^weight$/i, 'a decimal string or a bigint from 0 to 2^256-1'],
  [/^deadline$/, 'Unix seconds from 0 to 2^32-1'],
  [/^salt$/, 'hex of up to 32 bytes'],
  [/^solver$/, 'hex of 20 bytes'],
  [/^(recipient|currency)$/, 'hex of 20 bytes, as the chain is '],
]

function requirementOf(field: string): string | undefined {
  const name = field.split('.').at(-1)!
  return requirements.find(([names]) => names.test(name))?.[1]
}

function withEveryField(): OrderData {
  return {
    ...structuredClone(orderData),
    inputs: [{ ...orderData.inputs[0], refunds: [structuredClone(orderData.inputs[0].refunds[0])] }],
    output: { ...structuredClone(orderData.output), calls: ['0x1234'] },
    fees: [
      {
        recipientChainId: 'base',
        recipient: zeroAddress,
        currencyChainId: 'zora',
        currency: zeroAddress,
        amount: '5',
      },
    ],
  }
}

function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, item]) => leaves(item, [...path, key]))
}

function steps(field: string): string[] {
  return field.split(/[.[\]]+/).filter(Boolean)
}

function change<order extends object>(
  order: order,
  path: string[],
  to: (value: unknown) => unknown = other,
): order {
  const copy = structuredClone(order)
  const last = path.at(-1)!
  const parent = path
    .slice(0, -1)
    .reduce((at, key) => at[key] as Record<string, unknown>, copy as Record<string, unknown>)
  parent[last] = to(parent[last])
  return copy
}

const others: Readonly<Record<string, string>> = { base: 'ink', optimism: 'lisk', zora: 'mode' }

/** Another valid value of the same form. */
function other(value: unknown): unknown {
  if (typeof value === 'number') return value + 1
  const text = String(value)
  if (text in others) return others[text]
  if (/^0x/.test(text)) return `${text.slice(0, -1)}${text.endsWith('1') ? '2' : '1'}`
  return /^\d+$/.test(text) ? String(BigInt(text) + 1n) : `${text}2`
}

describe('proveOrderOutput', () => {
  it('default', () => {
    const listHash = (items: Hex[]) => keccak256(`0x${items.map((item) => item.slice(2)).join('')}`)
    const fillContract = encodeAbiParameters(
      [{ type: 'address' }],
      ['0xb92fe925dc43a0ecde6c8b1a2709c170ec4fff4f'],
    )
    expect(proveOrderOutput(orderData)).deep.equal({
      versionHash: keccak256(stringToHex('v1')),
      solverChainIdHash: keccak256(stringToHex('base')),
      solver: '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF',
      salt: 0x184ed77f343bff09b7255a75f0be900ac82c00c276c0a97eed2948ab3a1e8503n,
      inputsHash: listHash([vector.inputHash]),
      output: {
        chainId: 'optimism',
        payments: [
          {
            recipient: '0xf0ae622e463fa757cf72243569e18be7df1996cd',
            currency: zeroAddress,
            minimumAmount: 97980620418202610n,
            expectedAmount: 99980224916533275n,
          },
        ],
        deadline: 1791082506,
        calls: [],
        extraData: fillContract,
      },
      feesHash: keccak256('0x'),
    })
  })
})

describe('hashOrderProof', () => {
  const proof = proveOrderOutput(withEveryField())

  it('behavior: changing any one field changes the id', () => {
    const paths = leaves(proof)
    const ids = paths.map((path) => hashOrderProof(change(proof, path, otherBytes)))
    expect(new Set([...ids, hashOrderProof(proof)]).size).equal(paths.length + 1)
  })

  it('error: every field', async () => {
    for (const path of leaves(proof)) {
      const field = path.join('.').replace(/\.(\d+)/g, '[$1]')
      const broken = change(proof, path, () => null)
      const error = await thrown(() => hashOrderProof(broken))
      expect(error).include({ name: 'OrderFieldError', field, value: null })
      expect(error.shortMessage).match(/ must be .+, found null\.$/)
    }
    const parts = [['output'], ['output', 'payments'], ['output', 'payments', '0'], ['output', 'calls']]
    for (const path of parts) {
      const field = path.join('.').replace(/\.(\d+)/g, '[$1]')
      const broken = change(proof, path, () => 'text')
      expect(await thrown(() => hashOrderProof(broken))).include({ field, value: 'text' })
    }
    for (const field of ['versionHash', 'solverChainIdHash', 'inputsHash', 'feesHash']) {
      for (const value of ['0x', '0x12', `0x${'11'.repeat(33)}`]) {
        const error = await thrown(() => hashOrderProof({ ...proof, [field]: value }))
        expect(error.shortMessage).contain(`${field} must be hex of 32 bytes, found `)
      }
    }
    expect(await thrown(() => hashOrderProof(mistyped(null)))).include({ field: 'proof' })
  })

  function otherBytes(value: unknown): unknown {
    return typeof value === 'bigint' ? value + 1n : other(value)
  }
})

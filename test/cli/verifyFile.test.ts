import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { mockProfile } from '../../src/service/profile/mockProfile.js'
import { manyOrders, type SignedOrder } from '../batch/manyOrders.js'
import { setUpMock } from '../mock/helpers.js'
import { account } from '../service/steps/quotes.js'
import { setUpHttpServer } from '../support/httpServer.js'
import { setUpFolder } from '../support/makeFolder.js'
import { readVector } from '../support/vectors.js'
import { callCommand } from './callCommand.js'
import { keepReceiverCall } from './keepReceiverCall.js'

const trusted = ['--solver', account.address]

describe('fillproof verify, of a file', () => {
  const folder = setUpFolder()
  let order: SignedOrder
  before(async () => {
    ;[order] = (await manyOrders(1)) as [SignedOrder]
  })

  const offline = async (content: unknown, ...args: string[]) =>
    callCommand(['verify', await folder.write(content as object), '--offline', ...trusted, ...args])

  it('default: shows the signer and the terms of a saved quote', async () => {
    // The mock's profile names no URL.
    for (const [content, ...args] of [[order], [{ protocol: { v2: order } }, '--profile', 'mock']] as const) {
      const { status, stdout, stderr } = await offline(content, ...args)
      expect({ status, stderr }).to.deep.equal({ status: 0, stderr: '' })
      expect(stdout)
        .to.include(`genuine: ${account.address} signed this order.`)
        .and.match(/│ order id +│ 0x[0-9a-f]{64} +│/)
        .and.match(/│ payment +│ at least \d+, expected \d+ of 0x\w{40} to 0x\w{40} on base +│/)
        .and.match(/│ deadline +│ .*2030/)
      expect(stdout.match(/✔/g)).to.have.length(3)
    }
  })

  it('attack: changed terms, another signer, and an order that nobody signed', async () => {
    const { orderData, orderSignature } = order
    const [payment] = orderData.output.payments
    const output = { ...orderData.output, payments: [{ ...payment!, minimumAmount: '1' }] }
    const changed = await offline({ orderData: { ...orderData, output }, orderSignature })
    expect(changed.status).to.equal(1)
    expect(changed.stdout).to.include('not genuine: see the checks that failed.').and.include('✘')
    const others = await callCommand(['verify', await folder.write(order), '--offline'])
    expect(others.status).to.equal(1)
    const unsigned = await offline({ orderData })
    expect(unsigned.status).to.equal(1)
    expect(unsigned.stdout).to.include("can't tell who signed: the quote has no orderSignature")
    const text = await offline({ orderData: { ...orderData, solverChainId: 'x\u001b[2J' }, orderSignature })
    expect(text.stdout).to.not.include('\u001b[2J')
  })

  it('behavior: --json, and an expired order is still genuine', async () => {
    const json = JSON.parse((await offline(order, '--json')).stdout)
    expect(json).to.include({ valid: true, genuine: true, outcome: 'unknown' })
    expect(json.order).to.include({ evidence: 'signed', deadline: order.orderData.output.deadline })
    expect(json).to.deep.include(order)
    expect(JSON.parse((await offline(json, '--json')).stdout)).to.deep.equal(json)
  })

  it('behavior: the record of an attestation', async () => {
    const { record, solver } = readVector('attestation-v1-live')
    const path = await folder.write(record)
    const { status, stdout } = await callCommand(['verify', path, '--offline', '--solver', solver])
    expect(status).to.equal(0)
    expect(stdout).to.include(`genuine: ${solver} attested these words.`)
  })

  it('error: wrong usage', async () => {
    const id = `0x${'12'.repeat(32)}`
    const path = await folder.write(order)
    const many = await folder.write([order, order].map((one) => JSON.stringify(one)).join('\n'))
    for (const [args, message] of [
      [[id, '--offline'], '--offline needs a file'],
      [[path, '--offline', '--url', 'http://127.0.0.1:9'], '--offline makes no requests'],
      [
        [path, '--offline', '--rpc-url', 'http://127.0.0.1:9', '--receiver', account.address],
        'makes no requests',
      ],
      [['missing.json', '--offline'], 'The request id must be 32 bytes of hex other than zero, or a file'],
      [[many, '--offline'], 'To check a file of many records: fillproof check.'],
      [[await folder.write({ orderData: {} }), '--offline'], 'has no evidence that can be read'],
    ] as const) {
      const { status, stderr } = await callCommand(['verify', ...args])
      expect(status, message).to.equal(2)
      expect(stderr).to.include(message)
    }
  })

  describe('with the service', () => {
    const { mock } = setUpMock({ idForm: 'public' })
    const server = setUpHttpServer()

    it('behavior: a stored call is looked up; --offline makes no request', async () => {
      const path = await keepReceiverCall(mock, folder.write)
      const args = ['--profile', 'mock', '--solver', mock.solver, '--json']
      const asked = JSON.parse((await callCommand(['verify', path, '--url', mock.url, ...args])).stdout)
      expect(asked).to.include({ genuine: true, problem: 'The service has no attestation for this.' })
      const profile = await folder.write({ ...mockProfile, baseUrl: server.url })
      const { status, stdout } = await callCommand([
        ...['verify', path, '--offline', '--profile', profile, '--solver', mock.solver, '--json'],
      ])
      expect(status).to.equal(0)
      const { quote } = JSON.parse(await readFile(path, 'utf8'))
      expect(JSON.parse(stdout).orderData).to.deep.equal(quote.protocol.v2.orderData)
      expect(server.requests).to.deep.equal([])
    })
  })
})

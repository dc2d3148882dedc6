import { readdir, readFile, writeFile } from 'node:fs/promises'
import { Ajv } from 'ajv'
import { expect } from 'chai'
import { createSchemas } from '../scripts/writeSchemas.js'
import { callCommand } from './cli/callCommand.js'
import { keepReceiverCall } from './cli/keepReceiverCall.js'
import { deployerKey, file, startServers } from './deploy/support.js'
import { chainsOf, setUpMock } from './mock/helpers.js'
import { setUpFolder } from './support/makeFolder.js'

// The answers of the mock are judged in test/mock/openApi.test.ts.
describe('JSON schemas of stored files', function () {
  this.timeout(120_000)
  const schemas = createSchemas()
  const problemsOf = (name: keyof typeof schemas, value: unknown) => {
    const ajv = new Ajv({ strict: true, allErrors: true, allowUnionTypes: true })
    ajv.validate(schemas[name], value)
    return ajv.errors?.map(({ instancePath, message }) => `${instancePath} ${message}`) ?? []
  }

  const { mock } = setUpMock()
  const folder = setUpFolder()

  it('accept a stored call, its order, and the output of verify', async () => {
    const path = folder.path('call.json')
    await keepReceiverCall(mock, async (call) => {
      await writeFile(path, JSON.stringify(call))
      return path
    })
    const call = JSON.parse(await readFile(path, 'utf8'))
    expect(problemsOf('call', call)).deep.equal([])
    expect(problemsOf('call', { ...call, payment: { ...call.payment, minimum: 1 } })[0]).match(/payment/)
    expect(problemsOf('call', { ...call, callHash: '0xno' })[0]).match(/callHash must match/)

    const order = call.quote.protocol.v2.orderData
    expect(problemsOf('order', order)).deep.equal([])
    expect(problemsOf('order', { ...order, output: undefined })[0]).match(/output/)

    await writeFile(folder.path('quote.json'), JSON.stringify(call.quote))
    const [, { rpcUrl, receiver }] = chainsOf(mock)
    const { stdout, stderr } = await callCommand([
      ...['verify', call.quote.steps[0].requestId, '--url', mock.url, '--profile', 'mock', '--json'],
      ...['--order', folder.path('quote.json'), '--receiver', receiver, '--rpc-url', rpcUrl],
    ])
    expect(stdout, stderr).match(/^\{/)
    const verification = JSON.parse(stdout)
    expect(problemsOf('verification', verification)).deep.equal([])
    expect(problemsOf('verification', { ...verification, outcome: 'fine' })[0]).match(/outcome/)
  })

  it('accept the record of a deployment', async () => {
    const [server] = await startServers()
    await writeFile(folder.path('receiver.json'), JSON.stringify(file))
    const { status, stderr } = await callCommand(
      [
        ...['deploy', '--rpc-url', server!.rpcUrl, '--config', folder.path('receiver.json')],
        ...['--record', folder.path('records')],
      ],
      { FILLPROOF_PRIVATE_KEY: deployerKey },
    )
    expect(status, stderr).equal(0)
    const [name] = await readdir(folder.path('records'))
    const record = JSON.parse(await readFile(folder.path('records', name!), 'utf8'))
    await server!.close()
    expect(problemsOf('deployment', record)).deep.equal([])
    expect(problemsOf('deployment', { ...record, chainId: '1' })[0]).match(/chainId/)
  })
})

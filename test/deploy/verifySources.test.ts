import { expect } from 'chai'
import type { Address, Hex } from 'viem'
import { SourceVerificationError } from '../../src/deploy/errors.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import { readStandardInput, type StandardInput } from '../../src/deploy/verify/standardInput.js'
import { type VerifySourcesParameters, verifySources } from '../../src/deploy/verify/verifySources.js'
import { fillReceiverBytecode } from '../../src/generated/bytecode/fillReceiver.js'
import { fillReceiverFactoryBytecode } from '../../src/generated/bytecode/fillReceiverFactory.js'
import { paymentGuardBytecode } from '../../src/generated/bytecode/paymentGuard.js'
import { registeredFillReceiverBytecode } from '../../src/generated/bytecode/registeredFillReceiver.js'
import { signedOrderReceiverBytecode } from '../../src/generated/bytecode/signedOrderReceiver.js'
import { fillReceiverInput } from '../../src/generated/standardInput/fillReceiver.js'
import { fillReceiverFactoryInput } from '../../src/generated/standardInput/fillReceiverFactory.js'
import { paymentGuardInput } from '../../src/generated/standardInput/paymentGuard.js'
import { registeredFillReceiverInput } from '../../src/generated/standardInput/registeredFillReceiver.js'
import { signedOrderReceiverInput } from '../../src/generated/standardInput/signedOrderReceiver.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import { count } from '../support/deep.js'
import { thrown } from '../support/errors.js'
import { compileInput, type Explorer, startExplorer } from './explorer.js'
import { configOf, connect, deployer, run, startServers } from './support.js'

// The receiver takes the compiler some seconds.
const compiledContracts = count({ normal: 1, deep: 2 })
const apiKey = 'explorer-key-of-the-test'

describe('verifySources', () => {
  let server: ChainServer
  let explorer: Explorer
  const { implementation, factory } = planDeployment(configOf(31101), deployer.address)
  before(async () => {
    ;[server] = (await startServers()) as [ChainServer]
    explorer = await startExplorer(server.rpcUrl, apiKey)
    await run(await connect(server.rpcUrl))
  })
  after(async () => {
    await explorer.close()
    await server.close()
  })

  const verify = (options: Partial<VerifySourcesParameters>) =>
    verifySources({
      url: explorer.url,
      apiKey,
      chainId: 31101,
      address: factory.address,
      input: fillReceiverFactoryInput,
      pollMs: 5,
      ...options,
    })

  it('default: what the package ships compiles to the code of every contract on the chain', async function () {
    this.timeout(120_000)
    const contracts = [
      { address: factory.address, input: fillReceiverFactoryInput },
      { address: implementation.address, input: fillReceiverInput },
    ].slice(0, compiledContracts)
    for (const { address, input } of contracts) {
      expect(await verify({ address, input }), input.contract).to.equal('verified')
    }
    expect(await verify({})).to.equal('alreadyVerified')
    const { sourceCode: _, ...form } = explorer.submissions[0]!
    expect(form).to.deep.equal({
      module: 'contract',
      action: 'verifysourcecode',
      apikey: apiKey,
      chainid: '31101',
      contractaddress: factory.address,
      codeformat: 'solidity-standard-json-input',
      contractname: 'project/contracts/FillReceiverFactory.sol:FillReceiverFactory',
      compilerversion: 'v0.8.35+commit.47b9dedd',
      constructorArguements: '',
    })
  })

  it('behavior: the creation code is the shipped one too, byte by byte, metadata included', async function () {
    this.timeout(120_000)
    for (const [input, bytecode] of [
      [fillReceiverFactoryInput, fillReceiverFactoryBytecode],
      [fillReceiverInput, fillReceiverBytecode],
      [signedOrderReceiverInput, signedOrderReceiverBytecode],
      [registeredFillReceiverInput, registeredFillReceiverBytecode],
      [paymentGuardInput, paymentGuardBytecode],
    ].slice(0, count({ normal: 1, deep: 5 })) as [StandardInput, Hex][]) {
      const text = await readStandardInput(input)
      expect(await readStandardInput(input)).to.equal(text)
      const [file, name] = input.contract.split(':') as [string, string]
      expect(`0x${compileInput(text).contracts[file]![name]!.evm.bytecode.object}`).to.equal(bytecode)
    }
  })

  it('error: other sources than were compiled', async () => {
    const name = 'project/contracts/FillReceiverFactory.sol'
    const sources = { ...fillReceiverFactoryInput.sources, [name]: `0x${'12'.repeat(32)}` as const }
    const changed = await thrown(() => readStandardInput({ ...fillReceiverFactoryInput, sources }))
    expect(changed).instanceOf(SourceVerificationError)
    expect(changed.message).to.include(`${name} is not the one that was compiled`)
    const missing = { 'npm/@openzeppelin/contracts@5.7.0/Nothing.sol': `0x${'12'.repeat(32)}` } as const
    const error = await thrown(() => readStandardInput({ ...fillReceiverFactoryInput, sources: missing }))
    expect(error.message).to.include('Nothing.sol is missing')
  })

  it('error: sources of another contract are not those of the code', async () => {
    const proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
    const wrong = await thrown(() => verify({ address: proxy }))
    expect(wrong).instanceOf(SourceVerificationError)
    expect(wrong.message).to.include('Fail - Unable to verify')
  })

  it('behavior: a contract that the explorer does not know yet is asked for again', async () => {
    explorer.script.push({
      status: 200,
      body: { status: '0', result: 'Unable to locate ContractCode at 0x' },
    })
    expect(await verify({})).to.equal('alreadyVerified')
    const error = await thrown(() => verify({ address: `0x${'77'.repeat(20)}`, timeoutMs: 30 }))
    expect(error.message).to.include('does not know the contract yet')
  })

  it('error: what an explorer says is told, without the key', async () => {
    const wrong = await thrown(() => verify({ apiKey: 'another-key-than-that' }))
    expect(wrong).instanceOf(SourceVerificationError).and.include({ exitStatus: 1 })
    expect(wrong.message).to.include('Invalid API Key [key]').and.not.include('another-key-than-that')
    explorer.script.push({ status: 200, body: 'nonsense' })
    expect((await thrown(() => verify({}))).message).to.include("what can't be read")
  })

  it('error: an explorer that is down is unreachable', async () => {
    explorer.script.push({ status: 503, body: {} })
    expect(await thrown(() => verify({}))).to.include({ exitStatus: 3 })
    const gone = await thrown(() => verify({ url: 'http://127.0.0.1:1/api?secret=1' }))
    expect(gone).to.include({ exitStatus: 3 })
    expect(gone.message).not.to.include('secret')
  })
})

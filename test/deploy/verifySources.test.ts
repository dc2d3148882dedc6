import { expect } from 'chai'
import type { Address, Hex } from 'viem'
import { writeStandardInputs } from '../../scripts/writeStandardInputs.js'
import { SourceVerificationError } from '../../src/deploy/errors.js'
import { planDeployment } from '../../src/deploy/planDeployment.js'
import {
  type PublishedName,
  readStandardInput,
  type StandardInput,
} from '../../src/deploy/verify/standardInput.js'
import { type VerifySourcesParameters, verifySources } from '../../src/deploy/verify/verifySources.js'
import { attestedOrderReceiverBytecode } from '../../src/generated/bytecode/attestedOrderReceiver.js'
import { inboxReceiverBytecode } from '../../src/generated/bytecode/inboxReceiver.js'
import { paymentGuardBytecode } from '../../src/generated/bytecode/paymentGuard.js'
import { receiverFactoryBytecode } from '../../src/generated/bytecode/receiverFactory.js'
import { registeredTermsReceiverBytecode } from '../../src/generated/bytecode/registeredTermsReceiver.js'
import { signedOrderReceiverBytecode } from '../../src/generated/bytecode/signedOrderReceiver.js'
import type { ChainServer } from '../../src/mock/chains/startChainServers.js'
import { inboxCreationCode } from '../../src/protocol/inbox/inboxCreationCode.js'
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
  let factoryInput: StandardInput
  before(async () => {
    await writeStandardInputs()
    factoryInput = await readStandardInput('receiverFactory')
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
      input: factoryInput,
      pollMs: 5,
      ...options,
    })

  it('default: the shipped sources compile to the code of every contract on the chain', async function () {
    this.timeout(120_000)
    const contracts = [
      { address: factory.address, input: factoryInput },
      { address: implementation.address, input: await readStandardInput('attestedOrderReceiver') },
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
      contractname: 'project/contracts/ReceiverFactory.sol:ReceiverFactory',
      compilerversion: 'v0.8.35+commit.47b9dedd',
      constructorArguements: '',
    })
  })

  it('behavior: the creation code is the shipped one too, byte by byte, metadata included', async function () {
    this.timeout(120_000)
    const bytecodes: [PublishedName, Hex][] = [
      ['receiverFactory', receiverFactoryBytecode],
      ['attestedOrderReceiver', attestedOrderReceiverBytecode],
      ['signedOrderReceiver', signedOrderReceiverBytecode],
      ['inboxReceiver', inboxReceiverBytecode],
      ['inbox', inboxCreationCode],
      ['registeredTermsReceiver', registeredTermsReceiverBytecode],
      ['paymentGuard', paymentGuardBytecode],
    ]
    for (const [published, bytecode] of bytecodes.slice(0, count({ normal: 1, deep: 5 }))) {
      const { contract, input } = await readStandardInput(published)
      const [file, name] = contract.split(':') as [string, string]
      expect(`0x${compileInput(JSON.stringify(input)).contracts[file]![name]!.evm.bytecode.object}`).to.equal(
        bytecode,
      )
    }
  })

  it('error: a package that was not built', async () => {
    const error = await thrown(() => readStandardInput('nothing' as PublishedName))
    expect(error)
      .instanceOf(SourceVerificationError)
      .and.include({ isUnreachable: false, contract: 'nothing' })
    expect(error.message).to.include('npm run build')
  })

  it("error: another contract's sources do not match the code", async () => {
    const proxy: Address = '0x4e59b44847b379578588920cA78FbF26c0B4956C'
    const wrong = await thrown(() => verify({ address: proxy }))
    expect(wrong).instanceOf(SourceVerificationError)
    expect(wrong.message).to.include('Fail - Unable to verify')
  })

  it('behavior: retries a contract that the explorer does not know yet', async () => {
    explorer.script.push({
      status: 200,
      body: { status: '0', result: 'Unable to locate ContractCode at 0x' },
    })
    expect(await verify({})).to.equal('alreadyVerified')
    const error = await thrown(() => verify({ address: `0x${'77'.repeat(20)}`, timeoutMs: 30 }))
    expect(error.message).to.include('does not know the contract yet')
  })

  it("error: reports the explorer's message without the key", async () => {
    const wrong = await thrown(() => verify({ apiKey: 'another-key-than-that' }))
    expect(wrong).instanceOf(SourceVerificationError).and.include({ isUnreachable: false })
    expect(wrong.message).to.include('Invalid API Key [key]').and.not.include('another-key-than-that')
    explorer.script.push({ status: 200, body: 'nonsense' })
    expect((await thrown(() => verify({}))).message).to.include("no explorer's JSON")
  })

  it('error: reports an explorer that is down as unreachable', async () => {
    explorer.script.push({ status: 503, body: {} })
    expect(await thrown(() => verify({}))).to.include({ isUnreachable: true })
    const gone = await thrown(() => verify({ url: 'http://127.0.0.1:1/api?secret=1' }))
    expect(gone).to.include({ isUnreachable: true })
    expect(gone.message).not.to.include('secret')
  })
})

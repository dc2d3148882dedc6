import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { type Address, createWalletClient, type Hex, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { signedOrderReceiverAbi } from '../../src/generated/abi/signedOrderReceiver.js'
import { chainsOf, clientOf, setUpMock } from '../mock/helpers.js'
import { makeFolder, setUpFolder } from '../support/makeFolder.js'
import { writeKeystore } from '../support/makeKeystore.js'
import { readMulticall3 } from '../support/multicall3.js'
import { callCommand } from './callCommand.js'
import type { Outcome } from './helpers.js'
import { keepReceiverCall } from './keepReceiverCall.js'

const unreachable = 'http://127.0.0.1:9'

describe('fillproof authorize', () => {
  const { mock } = setUpMock({ idForm: 'public' })
  const folder = setUpFolder()
  let receiver: Address
  let rpcUrl: string
  let key: Hex
  before(async () => {
    const [, destination] = chainsOf(mock)
    ;({ receiver, rpcUrl } = destination)
    key = mock.accounts[3]!.privateKey
  })

  const keepCall = () => keepReceiverCall(mock, folder.write)

  const run = (target: string, args: string[] = [], env: Record<string, string> = {}) =>
    callCommand(['authorize', target, '--rpc-url', rpcUrl, '--receiver', receiver, '--json', ...args], env)

  it('sends nothing without --send, then authorizes once', async () => {
    const path = await keepCall()
    const dry = await run(path)
    expect(dry.stderr).to.equal('')
    expect(dry.status).to.equal(0)
    const { callHash } = JSON.parse(await readFile(path, 'utf8'))
    expect(JSON.parse(dry.stdout)).to.include({ status: 'provable', callHash, kind: 'signedOrderReceiver' })
    expect(JSON.parse((await run(path)).stdout).status).to.equal('provable')

    const sent = await run(path, ['--send'], { FILLPROOF_PRIVATE_KEY: key })
    expect(sent.status).to.equal(0)
    expect(JSON.parse(sent.stdout)).to.include({ status: 'authorized', solver: mock.solver })
    expect(JSON.parse(sent.stdout).transaction).to.match(/^0x[0-9a-f]{64}$/)

    const again = await run(path, ['--send'], { FILLPROOF_PRIVATE_KEY: key })
    expect(again.status).to.equal(0)
    expect(JSON.parse(again.stdout)).to.include({ status: 'authorized' }).and.not.have.property('transaction')
  })

  it('behavior: --keystore sends', async () => {
    const { status, stdout, stderr } = await run(await keepCall(), [
      '--send',
      ...(await writeKeystore(folder, key)),
    ])
    expect(status, stderr).to.equal(0)
    expect(JSON.parse(stdout)).to.include({ status: 'authorized' })
    expect(stderr).to.include(`The address of the keystore is ${privateKeyToAccount(key).address}.`)
  })

  it('takes a quote as the service returned it', async () => {
    const { quote } = JSON.parse(await readFile(await keepCall(), 'utf8'))
    for (const content of [quote, { quote }]) {
      const { stdout } = await run(await folder.write(content))
      expect(JSON.parse(stdout).status).to.equal('provable')
    }
  })

  it('reports missing options', async () => {
    const { quote } = JSON.parse(await readFile(await keepCall(), 'utf8'))
    delete quote.protocol.v2.orderSignature
    const { status, stdout } = await run(await folder.write(quote))
    expect(status).to.equal(1)
    expect(JSON.parse(stdout).status).to.equal('incomplete')
    expect(JSON.parse(stdout).missing[0]).to.match(/^the solver's signature over the order/)
    const byId = await run(quote.steps[0].requestId, ['--url', mock.url, '--profile', 'mock'])
    expect(byId.status).to.equal(1)
    expect(JSON.parse(byId.stdout).missing).to.have.length(2)
    expect(JSON.parse(byId.stdout).missing[0]).to.match(
      /^the order: .*; pass the quote as the file, or with a request id as --order$/,
    )
  })

  it('takes the order of a request id from --order', async () => {
    const { quote } = JSON.parse(await readFile(await keepCall(), 'utf8'))
    const other = JSON.parse(await readFile(await keepCall(), 'utf8')).quote
    const file = await folder.write([other, quote].map((one) => JSON.stringify(one)).join('\n'))
    const id = quote.steps[0].requestId
    const { status, stdout } = await run(id, ['--url', mock.url, '--profile', 'mock', '--order', file])
    expect({ status, found: JSON.parse(stdout).status }).to.deep.equal({ status: 0, found: 'provable' })
    const wrong = await run(file, ['--order', file])
    expect(wrong.status).to.equal(2)
  })

  it('names the failing checks and the remedy', async () => {
    const path = await keepCall()
    const [, destination] = chainsOf(mock)
    const revoke = { abi: signedOrderReceiverAbi, address: receiver, functionName: 'revokeSolver' } as const
    const admin = mock.accounts[0]!.address
    const snapshot = await clientOf(destination).snapshot()
    await clientOf(destination).writeContract({ ...revoke, args: [mock.solver as Address], account: admin })
    const { status, stdout } = await run(path)
    await clientOf(destination).revert({ id: snapshot })
    expect(status).to.equal(1)
    const outcome = JSON.parse(stdout)
    expect(outcome).to.include({ status: 'refused' })
    expect(outcome.failing).to.deep.equal(['signature'])
    expect(outcome.remedy).to.be.a('string')
  })

  it("recognizes another receiver's call", async () => {
    const { quote } = JSON.parse(await readFile(await keepCall(), 'utf8'))
    quote.protocol.v2.orderData.output.calls = []
    const { status, stdout } = await run(await folder.write(quote))
    expect(status).to.equal(1)
    expect(JSON.parse(stdout).status).to.equal('noCall')
  })

  it('takes a folder of calls and authorizes the open ones in one transaction', async () => {
    const [, destination] = chainsOf(mock)
    const wallet = createWalletClient({
      account: privateKeyToAccount(key),
      transport: http(destination.rpcUrl),
    })
    const hash = await wallet.deployContract({ chain: null, ...(await readMulticall3()) })
    const { contractAddress } = await clientOf(destination).waitForTransactionReceipt({ hash })
    const calls = []
    for (let count = 0; count < 3; count++) calls.push(JSON.parse(await readFile(await keepCall(), 'utf8')))
    const { quote } = structuredClone(calls[0])
    quote.protocol.v2.orderData.output.calls = []
    const lines = [calls[1], calls[2], { ...calls[1], quote: 7 }, quote].map((call) => JSON.stringify(call))
    const inner = await makeFolder()
    const path = inner.path()
    const first = await inner.write(calls[0])
    const listed = await inner.write(`${lines.join('\n')}\n`, 'ndjson')
    await inner.write('{')
    const dry = await run(path)
    const statusesOf = ({ stdout }: Outcome) =>
      JSON.parse(stdout).calls.map(({ status }: { status: string }) => status)
    const rest = ['unreadable', 'noCall', 'unreadable']
    expect(statusesOf(dry)).to.deep.equal(['provable', 'provable', 'provable', ...rest])
    expect(dry.status).to.equal(1)
    const env = { FILLPROOF_PRIVATE_KEY: key }
    const sent = await run(path, ['--send', '--batcher', contractAddress!], env)
    expect(statusesOf(sent)).to.deep.equal(['authorized', 'authorized', 'authorized', ...rest])
    expect(sent.stderr.match(/^Sent 0x/gm)).to.have.length(1)
    const found = JSON.parse(sent.stdout).calls
    expect(found[0]).to.include({ callHash: calls[0].callHash, file: first })
    expect(found[1]).to.include({ callHash: calls[1].callHash, file: `${listed}:1` })
    expect((await run(path, ['--send'], env)).stderr).to.equal('')
    const shown = await callCommand(['authorize', path, '--rpc-url', rpcUrl, '--receiver', receiver])
    expect(shown.stdout).to.include('3 of 6 calls are paid, authorized or provable.')
    expect((await run(path, ['--recipient-proof', path])).status).to.equal(2)
    await inner.remove()
  })

  it('exits with 2 on wrong usage and with 3 if nothing answers', async () => {
    const path = await keepCall()
    expect((await run('nothing.json')).status).to.equal(2)
    expect((await run(path, ['--unlocked', receiver])).status).to.equal(2)
    expect((await run(path, ['--send'], { FILLPROOF_PRIVATE_KEY: '' })).status).to.equal(2)
    const args = ['authorize', path, '--rpc-url', rpcUrl, '--receiver', mock.accounts[1]!.address]
    expect((await callCommand(args)).status).to.equal(2)
    const away = ['authorize', path, '--rpc-url', unreachable, '--receiver', receiver]
    expect((await callCommand(away)).status).to.equal(3)
  })

  it('does not repeat a key that was given in the wrong place', async () => {
    const path = await keepCall()
    for (const args of [
      ['--send', '--unlocked', key],
      ['--send', '--unlocked', key.slice(2)],
      [`--rpcurl=https://node.example/v3/${key}?a='b'`],
    ]) {
      const { status, stderr } = await run(path, args)
      expect(status).to.equal(2)
      expect(stderr)
        .to.match(/must be an address|unknown option '--rpcurl'\n/)
        .and.not.include(key.slice(2))
    }
  })
})

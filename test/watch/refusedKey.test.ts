import { expect } from 'chai'
import { zeroHash } from 'viem'
import { callCommand } from '../cli/callCommand.js'
import { startCli } from '../cli/helpers.js'
import { chainsOf } from '../mock/helpers.js'
import { answer } from '../support/httpServer.js'
import { fillByHand, quoteFill, setUpLiar } from './support.js'

describe('fillproof watch: a key that the service refuses', () => {
  const { mock, liar, front, folder } = setUpLiar()
  let options: string[]
  before(async () => {
    const quote = await quoteFill(mock, liar.address)
    const { amount } = await liar.script(quote)
    await liar.script(quote, { paid: amount - 1n })
    await fillByHand(mock, liar.address, quote)
    options = [
      ...['watch', '--profile', 'mock', '--url', front.url, '--rpc-url', chainsOf(mock)[1].rpcUrl],
      ...['--receiver', liar.address, '--from-block', '1', '--grace', '0'],
    ]
  })
  afterEach(() => front.restore())

  const watch = (name: string, key: string) =>
    callCommand(
      [...options, '--until-block', 'latest', '--patience', '3', '--db', folder.path(name)],
      key === '' ? {} : { FILLPROOF_API_KEY: key },
    )

  /** Refuses every key, but at the start. */
  const refuseLater = () =>
    front.respondWith((request, response) =>
      request.path.includes(zeroHash)
        ? answer(404, { message: 'No such request.' })(request, response)
        : request.path === '/chains'
          ? answer(200, { chains: [] })(request, response)
          : answer(401, { message: 'The key has expired.' })(request, response),
    )

  it('at the start ends with 2, and the right key finds the contradictions', async () => {
    const { status, stdout, stderr } = await watch('start', 'expired')
    expect(stderr.split('\n')[0]).to.equal(`error: ${front.url} does not know the key in FILLPROOF_API_KEY.`)
    expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
    expect(await watch('start', mock.apiKey)).to.include({ status: 1 })
  })

  it('a missing key at the start ends with 2 if the service requires one', async () => {
    front.respondWith(answer(401, { message: 'A key is needed.' }))
    const { status, stderr } = await watch('none', '')
    expect(stderr.split('\n')[0]).to.equal(`error: ${front.url} requires a key.`)
    expect(status).to.equal(2)
  })

  it('refused later: nothing counts as checked, and a run up to a block ends with 3', async () => {
    refuseLater()
    const { status, stdout, stderr } = await watch('later', mock.apiKey)
    expect(stderr).to.match(/answered 401: The key has expired\. Trying again\./)
    expect(stderr).to.match(/with 1 fill left to check/)
    expect({ status, stdout }).to.deep.equal({ status: 3, stdout: '' })
    front.restore()
    expect(await watch('later', mock.apiKey)).to.include({ status: 1 })
  })

  it('refused later, without a last block: the run continues until the key is accepted again', async () => {
    refuseLater()
    const args = [...options, '--confirmations', '0', '--db', folder.path('endless')]
    const run = startCli(args, { FILLPROOF_API_KEY: mock.apiKey })
    await run.told('Trying again.')
    front.restore()
    expect(await run.firstLine).to.include('amountShort')
    run.child.kill('SIGINT')
    expect(await run.ended).to.include({ status: 1 })
  })
})

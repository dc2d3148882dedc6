import { expect } from 'chai'
import { createWalletClient, type Hash, type Hex, http, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { refund } from '../../src/contract/index.js'
import type { InboxTerms } from '../../src/index.js'
import { clientOf, freshAddress, setUpMock } from '../mock/helpers.js'
import { deployInboxes, type Inboxes } from '../support/inboxes.js'
import { setUpFolder } from '../support/makeFolder.js'
import { startRpcProxy } from '../support/rpcProxy.js'
import { callWatch } from './callWatch.js'

describe('fillproof watch: refunds that a reorganization removes', () => {
  const { mock, destination } = setUpMock({ idForm: 'public' })
  const folder = setUpFolder()
  const stranger = freshAddress()
  let inboxes: Inboxes
  let from: bigint
  before(async () => {
    inboxes = await deployInboxes(mock)
    from = (await clientOf(destination).getBlockNumber()) + 1n
  })

  /** Refunds from the owner, always by the same transaction. */
  async function refundTo(terms: InboxTerms, nonce: number): Promise<Hash> {
    const account = privateKeyToAccount(inboxes.owner.privateKey)
    const wallet = createWalletClient({ account, transport: http(inboxes.rpcUrl) }).extend(publicActions)
    const fees = { nonce, gas: 500_000n, maxFeePerGas: 10n ** 12n, maxPriorityFeePerGas: 1n }
    const hash = await refund(wallet, { receiver: inboxes.receiver, terms, to: stranger, ...fees })
    await wallet.waitForTransactionReceipt({ hash })
    return hash
  }

  /** A node that says that the stranger sent the refund, which only the owner may send anywhere else than to himself. */
  const lie = () =>
    startRpcProxy(inboxes.rpcUrl, async ({ method, forward }) => {
      const answer = (await forward()) as { result: { from: Hex } | null }
      if (method !== 'eth_getTransactionByHash' || !answer.result) return answer
      return { ...answer, result: { ...answer.result, from: stranger } }
    })

  async function watch(rpcUrl: string, name: string) {
    const { findings, summary, stderr } = await callWatch({
      ...{ url: mock.url, rpcUrl, receiver: inboxes.receiver, from, db: folder.path(name) },
      env: { FILLPROOF_API_KEY: mock.apiKey },
    })
    const { returned, waiting, findings: standing, withdrawn = {} } = summary
    const said = findings.map((one) => [one.kind, one.transactionHash, one.withdrawn ?? false])
    return { said, returned, waiting, standing, withdrawn, stderr }
  }

  for (const depth of [1, 3, 20]) {
    for (const isLying of [false, true]) {
      it(`behavior: ${depth} blocks, ${isLying ? 'with a finding' : 'without a finding'}`, async () => {
        const client = clientOf(destination)
        const terms = inboxes.termsOf()
        await inboxes.pay(terms)
        const nonce = await client.getTransactionCount({ address: inboxes.owner.address })
        const start = await client.snapshot()
        const proxy = await lie()
        const rpcUrl = isLying ? proxy.url : inboxes.rpcUrl
        const name = `${depth}${isLying}.sqlite`
        const seen = isLying ? { returned: 1 } : {}
        const look = () => watch(rpcUrl, name)

        const hash = await refundTo(terms, nonce)
        if (depth > 1) await client.mine({ blocks: depth - 1 })
        const first = await look()
        const told = isLying ? [['returned', hash, false]] : []
        expect(first).to.deep.include({ said: told, returned: 1, waiting: 0, standing: seen, withdrawn: {} })
        expect((await look()).said).to.deep.equal([])

        // It is gone.
        await client.revert({ id: start })
        const again = await client.snapshot()
        await client.mine({ blocks: depth + 1 })
        const gone = await look()
        expect(gone.stderr).to.match(/^The chain was reorganized/)
        const untold = isLying ? [['returned', hash, true]] : []
        const none = { returned: 0, waiting: 0, standing: {}, withdrawn: seen }
        expect(gone).to.deep.include({ said: untold, ...none })
        expect((await look()).said).to.deep.equal([])

        // It is back, in a later block, and then in an earlier one: that is told once.
        await client.revert({ id: again })
        const last = await client.snapshot()
        await client.mine({ blocks: depth + 3 })
        expect(await refundTo(terms, nonce)).to.equal(hash)
        const back = await look()
        const some = { returned: 1, waiting: 0, standing: seen, withdrawn: {} }
        expect(back).to.deep.include({ said: told, ...some })
        await client.revert({ id: last })
        await client.mine({ blocks: 1 })
        await refundTo(terms, nonce)
        await client.mine({ blocks: depth + 5 })
        const moved = await look()
        await proxy.close()
        expect(moved.stderr).to.match(/^The chain was reorganized/)
        expect(moved).to.deep.include({ said: [], ...some })
        from = (await client.getBlockNumber()) + 1n
      }).timeout(60_000)
    }
  }
})

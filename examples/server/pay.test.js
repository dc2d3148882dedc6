import { equal } from 'node:assert'
import { after, before, test } from 'node:test'
import { createServiceClient } from 'fillproof/client'
import { startMockService } from 'fillproof/mock'
import { createPublicClient, erc20Abi, http, parseEther, parseUnits, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { pay } from './pay.js'

let mock
before(async () => {
  mock = await startMockService({ idForm: 'public' })
})
after(() => mock.close())

const payWith = async (currencyOf, amount) => {
  const [origin, destination] = mock.chains.map((chain) => ({ ...chain, currency: currencyOf(chain) }))
  const [, payer, { address: recipient }] = mock.accounts
  const kept = []
  const { outcome } = await pay({
    client: createServiceClient({ profile: 'mock', baseUrl: mock.url }),
    account: privateKeyToAccount(payer.privateKey),
    origin,
    destination,
    receiver: destination.receiver,
    recipient,
    amount,
    maximumAmountIn: 2n * amount,
    keep: (call) => void kept.push(call.state),
  })
  equal(outcome.status, 'success')
  equal(kept.at(-1), 'paid')
}

test('the receiver gets paid in native currency', async () => {
  await payWith(() => zeroAddress, parseEther('1'))
})

test('the recipient gets exactly what was asked for in a token', async () => {
  const amount = parseUnits('100', 6)
  const [, { rpcUrl, tokens }] = mock.chains
  const balance = () =>
    createPublicClient({ transport: http(rpcUrl) }).readContract({
      address: tokens[0].address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [mock.accounts[2].address],
    })
  const earlier = await balance()
  await payWith(({ tokens }) => tokens[0].address, amount)
  equal((await balance()) - earlier, amount)
})

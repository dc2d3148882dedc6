import {
  type Address,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  http,
  zeroAddress,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { createChain, planDeployment, readDeployConfig, runDeployment } from '../../src/deploy/index.js'
import { computeInboxAddress, type InboxTerms } from '../../src/index.js'
import type { MockService } from '../../src/mock/index.js'
import { chainsOf, clientOf, getQuote, type Quote, send, tokenOf } from '../mock/helpers.js'
import { readMulticall3 } from './multicall3.js'

/** A tenth of one unit: what inboxes get here where nothing else is said. */
export const inboxAmount = 10n ** 17n

export type Inboxes = Awaited<ReturnType<typeof deployInboxes>>

/** Deploys a receiver of inboxes on the mock's destination chain. Its recipient is the mock's fourth account. */
export async function deployInboxes(mock: MockService) {
  const [origin, destination] = chainsOf(mock)
  const [admin, payer, keeper, recipient, owner] = mock.accounts as [
    (typeof mock.accounts)[number],
    ...typeof mock.accounts,
  ]
  const token = tokenOf(destination)
  const { id: chainId, name: chainName, rpcUrl } = destination
  const max = '10000000000000000000'
  const file = {
    kind: 'inboxReceiver',
    admin: admin.address,
    chainName,
    chainNames: [{ name: origin.name, chainId: origin.id, isEvm: true }],
    solvers: [mock.solver],
    routes: [zeroAddress, tokenOf(origin)].map((currency) => ({
      chainId: origin.id,
      currency,
      min: '1',
      max,
    })),
    tokens: [zeroAddress, token].map((token) => ({ token, min: '1000', max })),
    recipients: [recipient!.address],
  }
  const plan = planDeployment(readDeployConfig({ file, chainId }), admin.address)
  await runDeployment({
    chain: await createChain({ rpcUrl, account: privateKeyToAccount(admin.privateKey) }),
    plan,
  })
  const receiver = plan.receiver.address
  let salt = 0

  const termsOf = (changes: Partial<InboxTerms> = {}): InboxTerms => ({
    token: zeroAddress,
    recipient: recipient!.address,
    hook: false,
    refundTo: owner!.address,
    claimer: zeroAddress,
    deadline: 2 ** 48 - 1,
    minimum: 0n,
    salt: `0x${(++salt).toString(16).padStart(64, '0')}`,
    data: '0x',
    ...changes,
  })

  return {
    receiver,
    rpcUrl,
    token,
    keeper: keeper!,
    owner: owner!,
    recipient: recipient!.address,
    termsOf,
    inboxOf: (terms: InboxTerms) => computeInboxAddress({ receiver, terms }),
    /** A quote of the service for a plain transfer to the inbox. */
    quote: (terms: InboxTerms, fields: Record<string, unknown> = {}): Promise<Quote> =>
      getQuote(mock, {
        recipient: computeInboxAddress({ receiver, terms }),
        destinationCurrency: terms.token,
        originCurrency: terms.token === zeroAddress ? zeroAddress : tokenOf(origin),
        amount: inboxAmount.toString(),
        tradeType: 'EXACT_OUTPUT',
        includeProtocolData: true,
        ...fields,
      }),
    /** Pays an inbox without the service. */
    async pay(terms: InboxTerms, value = inboxAmount): Promise<Hex> {
      const inbox = computeInboxAddress({ receiver, terms })
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [inbox, value] })
      const { token } = terms
      return token === zeroAddress
        ? send(mock, destination, payer!.address, { to: inbox, value })
        : send(mock, destination, payer!.address, { to: token, data })
    },
    async deployBatcher(): Promise<Address> {
      const account = privateKeyToAccount(keeper!.privateKey)
      const wallet = createWalletClient({ account, transport: http(rpcUrl) })
      const hash = await wallet.deployContract({ chain: null, ...(await readMulticall3()) })
      return (await clientOf(destination).waitForTransactionReceipt({ hash })).contractAddress!
    },
  }
}

/** An entry of the list of `fillproof claim`, as JSON. */
export function entryOf(terms: InboxTerms, { protocol: { v2 } }: Quote) {
  const { orderData, orderSignature } = v2
  return { inboxTerms: { ...terms, minimum: String(terms.minimum) }, orderData, orderSignature }
}

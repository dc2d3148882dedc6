import {
  type Address,
  type Chain,
  createWalletClient,
  defineChain,
  erc20Abi,
  type Hash,
  type Hex,
  http,
  type PublicActions,
  publicActions,
  type TransactionReceipt,
  type Transport,
  type WalletClient,
  zeroAddress,
} from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import {
  createServiceClient,
  type GetQuoteParameters,
  type PayReceiverParameters,
  payReceiver,
  type Quote,
  type ReceiverCall,
  type ServiceClient,
} from '../../client/index.js'
import { FillRevertedError, isPaid } from '../../contract/index.js'
import type { MockChain, MockService } from '../../mock/index.js'
import type { Report } from './report.js'

export type DemoWallet = WalletClient<Transport, Chain, PrivateKeyAccount> & PublicActions<Transport, Chain>

/** The mock service, its two chains, and the accounts of the demo. */
export type Demo = {
  report: Report
  mock: MockService
  service: ServiceClient
  origin: MockChain
  destination: MockChain
  /** Pays on the origin chain, and authorizes on the destination chain. */
  user: Record<'origin' | 'destination', DemoWallet>
  admin: DemoWallet
  attacker: DemoWallet
  /** Receives the payments on the destination chain. The receiver allows this recipient. */
  recipient: Address
}

/** Wei. */
export const ether = 10n ** 18n

export function openDemo(mock: MockService, report: Report): Demo {
  const [origin, destination] = mock.chains
  const [admin, user, recipient, attacker] = mock.accounts
  if (!origin || !destination || !admin || !user || !recipient || !attacker) {
    throw new Error('The demo needs two chains and four accounts.')
  }
  return {
    report,
    mock,
    service: createServiceClient({ profile: 'mock', baseUrl: mock.url, rateLimit: false }),
    origin,
    destination,
    user: { origin: connect(origin, user), destination: connect(destination, user) },
    admin: connect(destination, admin),
    attacker: connect(destination, attacker),
    recipient: recipient.address,
  }
}

function connect({ id, name, rpcUrl }: MockChain, { privateKey }: { privateKey: Hex }): DemoWallet {
  const chain = defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const account = privateKeyToAccount(privateKey)
  const options = { account, chain, transport: http(rpcUrl), cacheTime: 0, pollingInterval: 25 }
  return createWalletClient(options).extend(publicActions)
}

/** Makes a request for native currency from the user to the recipient. `fields` replace the default fields. */
export function requestOf(
  { user, recipient, origin, destination }: Demo,
  // `fillContract` is an extension of the mock: the receiver that the order then names as its fill contract.
  fields: Partial<GetQuoteParameters> & { fillContract?: Address },
) {
  return {
    user: user.origin.account.address,
    recipient,
    originChainId: origin.id,
    destinationChainId: destination.id,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    tradeType: 'EXACT_OUTPUT' as const,
    amount: ether,
    includeProtocolData: true,
    ...fields,
  }
}

/** Reads the order of a quote, which the mock always gives. */
export function readQuotedOrder({ protocol }: Quote) {
  const { orderId, orderData, orderSignature } = protocol?.v2 ?? {}
  if (!orderId || !orderData) throw new Error('The mock gives the order with each quote.')
  return { orderId, orderData, orderSignature: orderSignature ?? '0x' }
}

/** Simulates an attack, and expects an error of the receiver. */
export async function tryAttack(
  { report }: Demo,
  [title, attack, expected]: readonly [string, string, string],
  simulate: () => Promise<unknown>,
): Promise<void> {
  report.step(title)
  const found = await simulate().then(
    () => undefined,
    (error: unknown) => error,
  )
  if (found !== undefined && !(found instanceof FillRevertedError)) throw found
  report.attack({
    ...{ attack, expected, refused: found?.errorName === expected },
    ...(found?.errorName && { error: found.errorName, message: found.shortMessage }),
  })
}

/** Reads a balance on a wallet's chain, in the smallest unit. */
export function readDemoBalance(wallet: DemoWallet, token: Address, holder: Address): Promise<bigint> {
  if (token === zeroAddress) return wallet.getBalance({ address: holder })
  return wallet.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [holder] })
}

/** Returns whether the receiver has measured a delivery for an id. */
export function isPaidHere({ admin, destination }: Demo, id: Hash): Promise<boolean> {
  return isPaid(admin, { receiver: destination.receiver, id })
}

/** Waits for a transaction. Throws if it reverts. */
export async function mined(wallet: DemoWallet, hash: Hash): Promise<TransactionReceipt> {
  const receipt = await wallet.waitForTransactionReceipt({ hash })
  if (receipt.status !== 'success') throw new Error(`The transaction ${hash} reverted.`)
  return receipt
}

export type Paying = Pick<PayReceiverParameters, 'keep' | 'onProgress'> & {
  tradeType: 'EXACT_INPUT' | 'EXACT_OUTPUT'
  /** In the smallest unit. */
  amount: bigint
  /** The tokens on origin and destination. Defaults to native currency. */
  tokens?: readonly [Address, Address]
}

/** Pays the receiver with `payReceiver`, which quotes, authorizes, deposits, and reads the payment from the receiver. */
export async function pay(demo: Demo, { tradeType, amount, tokens, keep, onProgress }: Paying) {
  const { service, origin, destination, user, recipient } = demo
  const [originCurrency, destinationCurrency] = tokens ?? [zeroAddress, zeroAddress]
  let kept: ReceiverCall | undefined
  const { txHashes, outcome } = await payReceiver(service, {
    receiver: destination.receiver,
    request: {
      ...{ originChainId: origin.id, destinationChainId: destination.id },
      ...{ originCurrency, destinationCurrency, tradeType, amount },
    },
    payment: { recipient },
    maximumAmountIn: amount * 2n,
    walletClient: user.origin,
    authorizer: user.destination,
    originClient: user.origin,
    destinationClient: user.destination,
    ...{ pollingIntervalMs: 5, timeoutMs: 10_000, onProgress },
    keep: async (call) => {
      kept = call
      await keep?.(call)
    },
  })
  return { call: kept as ReceiverCall, txHashes, outcome }
}

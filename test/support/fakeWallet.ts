import { createWalletClient, custom, type EIP1193RequestFn, type Hex, numberToHex } from 'viem'

export const fakeTxHash: Hex = `0x${'33'.repeat(32)}`

/** A wallet whose node accepts every transaction and keeps it in `sent`. */
export function createFakeWallet({ account, chainId }: { account: Hex; chainId: number }) {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads what it expects.
  const sent: any[] = []
  const answers: Record<string, (params: never) => unknown> = {
    eth_chainId: () => numberToHex(chainId),
    eth_blockNumber: () => '0x10',
    eth_sendTransaction: ([transaction]: [unknown]) => {
      sent.push(transaction)
      return fakeTxHash
    },
    eth_getTransactionReceipt: () => ({
      transactionHash: fakeTxHash,
      from: account,
      status: '0x1',
      blockNumber: '0x10',
      logs: [],
    }),
  }
  const request = (async ({ method, params }: { method: string; params: never }) => {
    const respond = answers[method]
    if (!respond) throw Object.assign(new Error(`No ${method}.`), { code: -32601 })
    return respond(params)
  }) as EIP1193RequestFn
  const walletClient = createWalletClient({
    account,
    transport: custom({ request }, { retryCount: 0 }),
    pollingInterval: 5,
  })
  return { walletClient, sent }
}

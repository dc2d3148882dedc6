// A receiver of inboxes, the claims that it takes, and refunds.
import {
  encodeFunctionData,
  erc20Abi,
  type Hex,
  keccak256,
  multicall3Abi,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { deterministicProxy } from '../../src/base/deterministicProxy.js'
import { computeInboxAddress, type InboxTerms, proveSignedOrder, signOrder } from '../../src/index.js'
import { inboxCreationCode } from '../../src/protocol/inbox/inboxCreationCode.js'
import { makeConfig } from './deployReceiver.js'
import { type Asset, assets, type Flow, tokenOf } from './flows.js'
import { amount, deadline, makeEvidence, originChainId, originChainName, solver } from './makeEvidence.js'
import { deployMulticall3 } from './signedFlows.js'
import { startChain } from './startChain.js'
import { unlock } from './unlock.js'

type InboxReceiver = Awaited<ReturnType<typeof deployInboxReceiver>>

/** Starts a chain with the code of inboxes and a receiver of them. */
export async function deployInboxReceiver() {
  const chain = await startChain()
  await chain.connection.networkHelpers.setCode(deterministicProxy.address, deterministicProxy.runtimeCode)
  await chain.send(deterministicProxy.address, `${zeroHash}${inboxCreationCode.slice(2)}`)
  const { address, abi, write } = await chain.viem.deployContract('InboxReceiver')
  await unlock(chain, address)
  const origin = { name: originChainName, chainId: BigInt(originChainId), isEvm: true }
  await write.initialize([makeConfig(chain), [origin]])
  const batcher = await deployMulticall3(chain)
  const receiver = { ...chain, receiver: address, batcher }
  return {
    ...receiver,
    /** Pays an inbox as a solver does: a plain transfer. */
    async pay({ token, ...terms }: InboxTerms): Promise<void> {
      const inbox = computeInboxAddress({ receiver: address, terms: { token, ...terms } })
      const args = [inbox, amount] as const
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args })
      await (token === zeroAddress ? chain.send(inbox, '0x', amount) : chain.send(token, data))
    },
    async encodeClaim(salt: number, terms: InboxTerms): Promise<Hex> {
      const recipient = computeInboxAddress({ receiver: address, terms })
      const payment = { recipient, currency: terms.token }
      const { orderData } = await makeEvidence(receiver, salt, { payment, output: { extraData: '0x' } })
      const signature = await signOrder({ orderData, account: solver })
      const args = [terms, proveSignedOrder(orderData), signature, []] as const
      return encodeFunctionData({ abi, functionName: 'claim', args })
    },
    encodeRefund: (terms: InboxTerms) =>
      encodeFunctionData({ abi, functionName: 'refund', args: [terms, terms.token, terms.refundTo] }),
  }
}

function makeTerms(contract: InboxReceiver, salt: number, asset: Asset): InboxTerms {
  return {
    token: tokenOf(contract, asset),
    recipient: contract.recipient,
    hook: false,
    refundTo: contract.payer,
    claimer: zeroAddress,
    deadline,
    minimum: amount,
    salt: keccak256(toHex(salt)),
    data: '0x',
  }
}

/** An inbox with money in it, and the call that claims it. */
async function prepareClaim(
  contract: InboxReceiver,
  salt: number,
  asset: Asset,
  isLater: boolean,
): Promise<Hex> {
  const terms = makeTerms(contract, salt, asset)
  const data = await contract.encodeClaim(salt, terms)
  if (isLater) {
    await contract.pay(terms)
    await contract.send(contract.receiver, data)
  }
  await contract.pay(terms)
  return data
}

const toRecipient = { paid: 'recipient', marked: true } as const

const claims = assets.flatMap((asset) =>
  [false, true].map(
    (isLater): Flow<InboxReceiver> => ({
      name: 'claim',
      detail: isLater ? 'later claim of an inbox' : 'first claim of an inbox',
      asset,
      baseline: toRecipient,
      prepare: async (contract, salt) => ({
        to: contract.receiver,
        data: await prepareClaim(contract, salt, asset, isLater),
        value: 0n,
      }),
    }),
  ),
)

const batches = [false, true].map(
  (isLater): Flow<InboxReceiver> => ({
    name: 'claim',
    detail: isLater ? 'later claims' : 'first claims',
    count: 10,
    asset: 'native',
    baseline: null,
    async prepare(contract, salt) {
      const calls = []
      for (let index = 1; index <= 10; index++) {
        const callData = await prepareClaim(contract, 1000 * salt + index, 'native', isLater)
        calls.push({ target: contract.receiver, allowFailure: true, callData })
      }
      const data = encodeFunctionData({ abi: multicall3Abi, functionName: 'aggregate3', args: [calls] })
      return { to: contract.batcher, data, value: 0n }
    },
  }),
)

const refunds = assets.map(
  (asset): Flow<InboxReceiver> => ({
    name: 'refund',
    detail: 'of an inbox that was never claimed',
    asset,
    baseline: null,
    async prepare(contract, salt) {
      const terms = makeTerms(contract, salt, asset)
      await contract.pay(terms)
      return { to: contract.receiver, data: contract.encodeRefund(terms), value: 0n }
    },
  }),
)

export const inboxFlows: Flow<InboxReceiver>[] = [...claims, ...batches, ...refunds]

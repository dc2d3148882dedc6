import {
  type Abi,
  type Address,
  concatHex,
  encodeFunctionData,
  numberToHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { deterministicProxy } from '../../../src/base/deterministicProxy.js'
import type { InboxEvidence } from '../../../src/contract/index.js'
import { computeInboxAddress, type InboxTerms, signOrder } from '../../../src/index.js'
import { inboxCreationCode } from '../../../src/protocol/inbox/inboxCreationCode.js'
import { readMulticall3 } from '../../support/multicall3.js'
import {
  type EvidenceOverrides,
  evmChains,
  type Fixture,
  fillAmount,
  makeDirect,
  originChainId,
  solver,
} from './fixture.js'

export type InboxFixture = Awaited<ReturnType<typeof deployInboxFixture>>

// No other word has these bytes.
let salt = 10n ** 60n

/** Deploys the code of inboxes, a receiver of inboxes and a batcher on a fixture's chain. */
export async function deployInboxFixture(fixture: Fixture) {
  const { viem, helpers, config, payer, publicClient, token } = fixture
  await helpers.setCode(deterministicProxy.address, deterministicProxy.runtimeCode)
  await payer.sendTransaction({
    to: deterministicProxy.address,
    data: concatHex([zeroHash, inboxCreationCode]),
  })
  const implementation = await viem.deployContract('InboxReceiver')
  const chains = [{ name: 'origin', chainId: BigInt(originChainId), isEvm: true }]
  const args = [config, chains]
  const data = encodeFunctionData({ abi: implementation.abi as Abi, functionName: 'initialize', args })
  const proxy = await viem.deployContract('ERC1967Proxy', [implementation.address, data])
  const contract = await viem.getContractAt('InboxReceiver', proxy.address)
  const receiver: Address = contract.address
  const hash = await payer.deployContract(await readMulticall3())
  const batcher = (await publicClient.waitForTransactionReceipt({ hash })).contractAddress!

  /** Terms that the receiver accepts, for an inbox of their own. The stranger owns it. */
  const termsOf = (changes: Partial<InboxTerms> = {}): InboxTerms => ({
    token: zeroAddress,
    recipient: fixture.recipient.account.address,
    hook: false,
    refundTo: fixture.stranger.account.address,
    claimer: zeroAddress,
    deadline: 2 ** 48 - 1,
    minimum: 0n,
    salt: numberToHex(++salt, { size: 32 }),
    data: '0x',
    ...changes,
  })

  const inboxOf = (terms: InboxTerms) => computeInboxAddress({ receiver, terms })

  /** An order that pays the inbox of the terms, as a service quotes it for a plain transfer. */
  async function evidenceOf(inboxTerms: InboxTerms, changes: EvidenceOverrides = {}): Promise<InboxEvidence> {
    const { signer: account = solver, payment, output, ...others } = changes
    const { orderData } = await makeDirect(fixture, {
      signer: account,
      payment: { recipient: inboxOf(inboxTerms), currency: inboxTerms.token, ...payment },
      output: { extraData: '0x', ...output },
      ...others,
    })
    return {
      inboxTerms,
      orderData,
      evmChains,
      orderSignature: await signOrder({ orderData, evmChains, account }),
    }
  }

  /** Pays as a solver does: by a plain transfer. */
  async function pay(terms: InboxTerms, value = fillAmount) {
    const to = inboxOf(terms)
    const hash =
      terms.token === zeroAddress
        ? await payer.sendTransaction({ to, value })
        : await token.write.transfer([to, value], { account: payer.account })
    return publicClient.waitForTransactionReceipt({ hash })
  }

  return { contract, receiver, batcher, termsOf, inboxOf, evidenceOf, pay }
}

import {
  type Abi,
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  maxUint128,
  pad,
  zeroAddress,
  zeroHash,
} from 'viem'
import { deterministicProxy } from '../../../src/base/deterministicProxy.js'
import type { InboxCall, NewInboxCall, PayInboxClients } from '../../../src/client/index.js'
import { erc1967ProxyAbi } from '../../../src/generated/abi/erc1967Proxy.js'
import { erc1967ProxyBytecode } from '../../../src/generated/bytecode/erc1967Proxy.js'
import { inboxReceiverBytecode } from '../../../src/generated/bytecode/inboxReceiver.js'
import { inboxReceiverAbi } from '../../../src/index.js'
import type { MockChain, MockService } from '../../../src/mock/index.js'
import { inboxCreationCode } from '../../../src/protocol/inbox/inboxCreationCode.js'
import { accountOf, clientOf, send, tokenOf } from '../../mock/helpers.js'
import { open as openMock } from '../receiver/world.js'

/** A mock with a receiver of inboxes on its destination chain, and what every payment has in common. */
export async function open(options: Parameters<typeof openMock>[0] = { idForm: 'public' }) {
  const world = await openMock(options)
  const { mock, origin, destination, recipient } = world
  const receiver = await deployReceiver(mock, [origin, destination], recipient)
  const { authorizer: claimer, keep: _, onProgress: __, ...nodes } = world.clients()
  const clients = (): PayInboxClients => ({
    ...nodes,
    authorizer: undefined,
    claimer,
    keep: () => {},
  })
  const ofInbox = ({
    request,
    maximumAmountIn,
  }: Pick<NewInboxCall, 'request' | 'maximumAmountIn'>): NewInboxCall => ({
    ...{ receiver, request, payment: { recipient } },
    ...(maximumAmountIn !== undefined && { maximumAmountIn }),
  })
  const admin = (functionName: string, args: readonly unknown[] = []) =>
    send(mock, destination, mock.accounts[0]!.address, {
      to: receiver,
      data: encodeFunctionData({ abi: inboxReceiverAbi as Abi, functionName, args }),
    })
  return {
    ...world,
    receiver,
    keeper: claimer.account!.address,
    clients,
    native: (...changes: Parameters<typeof world.native>) => ofInbox(world.native(...changes)),
    token: (...changes: Parameters<typeof world.token>) => ofInbox(world.token(...changes)),
    admin,
  }
}

export type World = Awaited<ReturnType<typeof open>>

/** Keeps a call's objects, each as a copy, as another process would read it. */
export function keeper() {
  const kept: InboxCall[] = []
  return { kept, keep: (call: InboxCall) => void kept.push(JSON.parse(JSON.stringify(call))) }
}

/** The frozen code of inboxes at its address, and a receiver of inboxes behind a proxy. */
async function deployReceiver(
  mock: MockService,
  [origin, destination]: readonly [MockChain, MockChain],
  recipient: Address,
): Promise<Address> {
  const chain = clientOf(destination)
  const admin = mock.accounts[0]!.address
  await chain.setCode({ address: deterministicProxy.address, bytecode: deterministicProxy.runtimeCode })
  await send(mock, destination, admin, {
    to: deterministicProxy.address,
    data: `${zeroHash}${inboxCreationCode.slice(2)}`,
  })
  const deploy = async (data: Hex) => {
    const hash = await chain.sendTransaction({ data, account: accountOf(mock, admin) })
    return (await chain.waitForTransactionReceipt({ hash })).contractAddress!
  }
  const implementation = await deploy(inboxReceiverBytecode)
  const any = { min: 1n, max: maxUint128 }
  const currencies = [zeroAddress, tokenOf(origin)]
  const config = {
    ...{ admin, guardian: admin, rescuer: admin, chainName: destination.name },
    solvers: [{ solver: mock.solver, start: 0, stop: 0 }],
    tokens: [zeroAddress, tokenOf(destination)].map((token) => ({ token, ...any })),
    routes: currencies.map((currency) => ({
      chainId: BigInt(origin.id),
      currency: pad(currency, { size: 32 }),
      ...any,
    })),
    recipients: [{ recipient, hook: false }],
    routers: [],
    reserved: [],
  }
  const chains = [{ name: origin.name, chainId: BigInt(origin.id), isEvm: true }]
  const data = encodeFunctionData({
    abi: inboxReceiverAbi,
    functionName: 'initialize',
    args: [config, chains],
  })
  return deploy(
    encodeDeployData({ abi: erc1967ProxyAbi, bytecode: erc1967ProxyBytecode, args: [implementation, data] }),
  )
}

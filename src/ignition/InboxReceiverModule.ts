import { buildModule } from '@nomicfoundation/ignition-core'
import { concatHex, type Hex, numberToHex, size, zeroHash } from 'viem'
import { deterministicProxy } from '../base/deterministicProxy.js'
import { inboxReceiverAbi as abi } from '../generated/abi/inboxReceiver.js'
import { inboxReceiverBytecode as bytecode } from '../generated/bytecode/inboxReceiver.js'
import { inboxCreationCode } from '../protocol/inbox/inboxCreationCode.js'
import { proxiedContract, toArtifact } from './proxiedContract.js'

/**
 * A Hardhat Ignition module that deploys an `InboxReceiver`, like {@link AttestedOrderReceiverModule}.
 *
 * - First it deploys the code of inboxes through the deterministic deployment proxy, unless the chain has this code. On a chain
 *   without that proxy, the implementation's deployment reverts with `InboxMissing`. `fillproof deploy` installs the proxy, also
 *   on a local chain.
 * - The parameters are the arguments of `initialize`: `config`, and `chains` with the names of the origin chains.
 * - Warning: the address depends on the deployer's nonce. For the same address on every chain, use `fillproof deploy`.
 */
export const InboxReceiverModule = buildModule('InboxReceiver', (builder) => {
  const inbox = toArtifact({
    contractName: 'Inbox',
    sourceName: 'fillproof/contracts/Inbox.sol',
    abi: [],
    bytecode: callOnCreation(deterministicProxy.address, concatHex([zeroHash, inboxCreationCode])),
  })
  const { implementation, proxy, contract } = proxiedContract(builder, {
    name: 'InboxReceiver',
    abi,
    bytecode,
    parameters: ['config', 'chains'],
    after: [builder.contract('Inbox', inbox, [], { id: 'Inbox' })],
  })
  return { implementation, proxy, receiver: contract }
})

/**
 * Makes creation code that calls `target`, ignores whether the call succeeds, and creates a contract without code. The proxy
 * refuses to deploy the same code twice, and a module has no conditions that could prevent the second call.
 */
function callOnCreation(target: Hex, data: Hex): Hex {
  const length = numberToHex(size(data), { size: 2 })
  const start = numberToHex(38, { size: 1 })
  return concatHex([
    // CODECOPY(0, start, length)
    ...(['0x61', length, '0x60', start, '0x5f', '0x39'] as const),
    // CALL(gas, target, 0, 0, length, 0, 0)
    ...(['0x5f', '0x5f', '0x61', length, '0x5f', '0x5f', '0x73', target, '0x5a', '0xf1'] as const),
    // STOP
    '0x00',
    data,
  ])
}

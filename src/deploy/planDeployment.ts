import {
  type Address,
  concatHex,
  encodeAbiParameters,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  keccak256,
  zeroHash,
} from 'viem'
import { deterministicProxy } from '../base/deterministicProxy.js'
import { receiverFactoryAbi } from '../generated/abi/receiverFactory.js'
import { receiverFactoryBytecode } from '../generated/bytecode/receiverFactory.js'
import { inboxCreationCode } from '../protocol/inbox/inboxCreationCode.js'
import type { DeployConfig } from './config/readDeployConfig.js'
import { bytecodes, encodeInitialize } from './kinds.js'

/** A contract that the deterministic proxy creates. */
export type PlannedContract = { address: Address; salt: Hex; initCode: Hex; initCodeHash: Hex }

export type DeploymentPlan = {
  deployer: Address
  /** The frozen code of inboxes, which the implementation of an `InboxReceiver` requires. Absent for other kinds. */
  inbox?: PlannedContract
  implementation: PlannedContract
  factory: PlannedContract
  receiver: {
    address: Address
    /** The configured salt. */
    salt: Hex
    /** The salt for CREATE2: the configured salt, hashed with the deployer. */
    cloneSalt: Hex
    initCodeHash: Hex
    /** The initializing call. The address does not depend on it. */
    initialization: Hex
    /** The deployer's call to the factory. */
    data: Hex
  }
}

/**
 * Computes all addresses before anything is sent.
 *
 * The addresses of implementation and factory depend only on this package's code. The receiver's address depends on its
 * implementation, the deployer and the salt. Init code contains nothing about the chain, so each address is the same on every
 * chain. `ReceiverFactory.predictReceiver` computes the receiver's address onchain.
 *
 * @param wanted - {@link DeployConfig}
 * @param deployer - The account that sends the transactions.
 *
 * @example
 * import { planDeployment, readDeployConfig } from 'fillproof/deploy'
 *
 * const admin = '0x1111111111111111111111111111111111111111'
 * const tokens = [{ token: '0x0000000000000000000000000000000000000000', min: '1', max: '100' }]
 * const [here, there] = [8453, 10].map((chainId) => {
 *   const file = { kind: 'signedOrderReceiver', admin, chainName: `chain ${chainId}`, tokens }
 *   return planDeployment(readDeployConfig({ file, chainId }), admin)
 * })
 *
 * here.receiver.address === there.receiver.address
 * // true
 */
export function planDeployment(wanted: DeployConfig, deployer: Address): DeploymentPlan {
  const { kind, salt } = wanted
  const implementation = planContract(bytecodes[kind])
  const factory = planContract(receiverFactoryBytecode)
  const cloneSalt = keccak256(
    encodeAbiParameters([{ type: 'address' }, { type: 'bytes32' }], [deployer, salt]),
  )
  const initCodeHash = keccak256(
    concatHex([
      '0x3d602d80600a3d3981f3363d3d373d3d3d363d73',
      implementation.address,
      '0x5af43d82803e903d91602b57fd5bf3',
    ]),
  )
  const initialization = encodeInitialize(wanted)
  return {
    deployer,
    ...(kind === 'inboxReceiver' && { inbox: planContract(inboxCreationCode) }),
    implementation,
    factory,
    receiver: {
      address: getCreate2Address({ from: factory.address, salt: cloneSalt, bytecodeHash: initCodeHash }),
      salt,
      cloneSalt,
      initCodeHash,
      initialization,
      data: encodeFunctionData({
        abi: receiverFactoryAbi,
        functionName: 'deployReceiver',
        args: [implementation.address, salt, initialization],
      }),
    },
  }
}

function planContract(initCode: Hex): PlannedContract {
  const initCodeHash = keccak256(initCode)
  const address = getCreate2Address({
    from: deterministicProxy.address,
    salt: zeroHash,
    bytecodeHash: initCodeHash,
  })
  return { address, salt: zeroHash, initCode, initCodeHash }
}

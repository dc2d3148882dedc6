import { buildModule } from '@nomicfoundation/ignition-core'
import { erc1967ProxyAbi } from '../abi/erc1967Proxy.js'
import { fillReceiverAbi } from '../abi/fillReceiver.js'
import { erc1967ProxyBytecode } from '../bytecode/erc1967Proxy.js'
import { fillReceiverBytecode } from '../bytecode/fillReceiver.js'

const fillReceiver = toArtifact({
  contractName: 'FillReceiver',
  sourceName: 'fillproof/contracts/FillReceiver.sol',
  abi: fillReceiverAbi,
  bytecode: fillReceiverBytecode,
})
const erc1967Proxy = toArtifact({
  contractName: 'ERC1967Proxy',
  sourceName: '@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol',
  abi: erc1967ProxyAbi,
  bytecode: erc1967ProxyBytecode,
})

/**
 * A Hardhat Ignition module that deploys a `FillReceiver` behind an ERC-1967 proxy, which initialises it in its
 * constructor.
 *
 * - Rule: the code is what the package ships, so the project need not compile it. The parameter `config` is what
 *   `initialize` takes, with amounts as `bigint`, or as `"100n"` in a file of parameters. It gives back `implementation`,
 *   `proxy`, and `receiver`, the proxy with the receiver's functions.
 * - Warning: an ordinary deployment, at an address that follows from the deployer and its nonce. For the same address on
 *   every chain, use the command `fillproof deploy`.
 */
export const FillReceiverModule = buildModule('FillReceiver', (builder) => {
  const config = builder.getParameter('config')
  const implementation = builder.contract('FillReceiver', fillReceiver, [], { id: 'Implementation' })
  const initialization = builder.encodeFunctionCall(implementation, 'initialize', [config])
  const proxy = builder.contract('ERC1967Proxy', erc1967Proxy, [implementation, initialization], {
    id: 'Proxy',
  })
  const receiver = builder.contractAt('FillReceiver', fillReceiver, proxy, { id: 'Receiver' })
  return { implementation, proxy, receiver }
})

/** Modules deploy by creation code alone, so the artifact has no other. */
function toArtifact<abi extends readonly unknown[]>(contract: {
  contractName: string
  sourceName: string
  abi: abi
  bytecode: string
}) {
  return {
    _format: 'hh3-artifact-1',
    ...contract,
    linkReferences: {},
    deployedBytecode: '0x',
    deployedLinkReferences: {},
  } as const
}

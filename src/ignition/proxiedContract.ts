import type { IgnitionModuleBuilder } from '@nomicfoundation/ignition-core'
import { erc1967ProxyAbi } from '../generated/abi/erc1967Proxy.js'
import { erc1967ProxyBytecode } from '../generated/bytecode/erc1967Proxy.js'

const erc1967Proxy = toArtifact({
  contractName: 'ERC1967Proxy',
  sourceName: '@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol',
  abi: erc1967ProxyAbi,
  bytecode: erc1967ProxyBytecode,
})

/** Deploys a contract and its proxy, which calls `initialize` with the module's parameters in order. */
export function proxiedContract<name extends string, abi extends readonly unknown[]>(
  builder: IgnitionModuleBuilder,
  { name, abi, bytecode, parameters }: { name: name; abi: abi; bytecode: string; parameters: string[] },
) {
  const artifact = toArtifact({
    contractName: name,
    sourceName: `fillproof/contracts/${name}.sol`,
    abi,
    bytecode,
  })
  const implementation = builder.contract(name, artifact, [], { id: 'Implementation' })
  const values = parameters.map((parameter) => builder.getParameter(parameter))
  const initialization = builder.encodeFunctionCall(implementation, 'initialize', values)
  const proxy = builder.contract('ERC1967Proxy', erc1967Proxy, [implementation, initialization], {
    id: 'Proxy',
  })
  return { implementation, proxy, contract: builder.contractAt(name, artifact, proxy, { id: 'Receiver' }) }
}

/** Modules need only the creation code. */
function toArtifact<name extends string, abi extends readonly unknown[]>(contract: {
  contractName: name
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

import type { Future, IgnitionModuleBuilder } from '@nomicfoundation/ignition-core'
import type { Abi } from 'viem'
import { erc1967ProxyAbi } from '../generated/abi/erc1967Proxy.js'
import { erc1967ProxyBytecode } from '../generated/bytecode/erc1967Proxy.js'

/** Deploys a contract and its proxy, which calls `initialize` with the module's parameters in order. */
export function proxiedContract<name extends string, abi extends Abi>(
  builder: IgnitionModuleBuilder,
  {
    name,
    abi,
    bytecode,
    parameters,
    after = [],
  }: { name: name; abi: abi; bytecode: string; parameters: string[]; after?: Future[] },
) {
  const artifact = toArtifact({
    contractName: name,
    sourceName: `fillproof/contracts/${name}.sol`,
    abi,
    bytecode,
  })
  const erc1967Proxy = toArtifact({
    contractName: 'ERC1967Proxy',
    sourceName: '@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol',
    // The proxy's constructor initializes the contract, so it reverts with the contract's errors.
    abi: [...erc1967ProxyAbi, ...errorsOf(abi)],
    bytecode: erc1967ProxyBytecode,
  })
  const implementation = builder.contract(name, artifact, [], { id: 'Implementation', after })
  const values = parameters.map((parameter) => builder.getParameter(parameter))
  const initialization = builder.encodeFunctionCall(implementation, 'initialize', values)
  const proxy = builder.contract('ERC1967Proxy', erc1967Proxy, [implementation, initialization], {
    id: 'Proxy',
  })
  return { implementation, proxy, contract: builder.contractAt(name, artifact, proxy, { id: 'Receiver' }) }
}

/** Returns the contract's errors, except the proxy's own. */
function errorsOf(abi: Abi): Abi {
  const known = new Set<string>(erc1967ProxyAbi.flatMap((item) => (item.type === 'error' ? [item.name] : [])))
  return abi.filter((item) => item.type === 'error' && !known.has(item.name))
}

/** Creates the artifact of a contract with its creation code only, since a module needs no other code. */
export function toArtifact<name extends string, abi extends readonly unknown[]>(contract: {
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

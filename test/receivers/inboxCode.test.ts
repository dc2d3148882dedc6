import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'chai'
import { artifacts, network } from 'hardhat'
import {
  concatHex,
  encodeFunctionData,
  getAddress,
  getContractAddress,
  type Hex,
  hexToBytes,
  keccak256,
  zeroHash,
} from 'viem'
import { deterministicProxy } from '../../src/base/deterministicProxy.js'
import { inboxReceiverAbi } from '../../src/generated/abi/inboxReceiver.js'
import { inboxReceiverBytecode } from '../../src/generated/bytecode/inboxReceiver.js'
import { inboxCreationCode } from '../../src/protocol/inbox/inboxCreationCode.js'
import { inboxImplementation } from '../../src/protocol/inbox/inboxImplementation.js'

const contracts = join(import.meta.dirname, '../../contracts')

/** Reads a constant of a Solidity file. */
function readConstant(file: string, name: string): string {
  const pattern = new RegExp(`constant ${name} =\\s+(?:hex")?(?:0x)?([0-9a-fA-F]+)`)
  return `0x${pattern.exec(readFileSync(join(contracts, file), 'utf8'))?.[1]?.toLowerCase()}`
}

describe('the frozen code of inboxes', () => {
  it('is what Inbox.sol compiles to', async () => {
    const { bytecode } = await artifacts.readArtifact('Inbox')
    expect(bytecode).to.equal(inboxCreationCode)
  })

  it('stays as it was: another byte would move every inbox', () => {
    expect(keccak256(inboxCreationCode)).to.equal(
      '0x8deb9c5a75dee980f20980804e253c52ccd28d61abc2376e0b106a9aeb4b7fd2',
    )
    expect(inboxImplementation.address).to.equal('0xB83cFE9C92F6f3Dca9f1524Fbe49e268DCE96Bb1')
    expect(inboxImplementation.codeHash).to.equal(
      '0xd09f33f313bc73d4ed9cca3bf29be79e1e3ae51fc65c15a2f2cc47ef7266a464',
    )
  })

  it('is at the address that the deterministic proxy gives it', () => {
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: deterministicProxy.address,
      salt: zeroHash,
      bytecode: inboxCreationCode,
    })
    expect(address).to.equal(inboxImplementation.address)
  })

  it('is the same in Solidity', () => {
    const { address, codeHash } = inboxImplementation
    expect(getAddress(readConstant('libraries/Inboxes.sol', 'IMPLEMENTATION'))).to.equal(address)
    expect(readConstant('libraries/Inboxes.sol', 'CODE_HASH')).to.equal(codeHash)
    expect(readConstant('testing/InboxCode.sol', 'CREATION_CODE')).to.equal(inboxCreationCode)
    expect(getAddress(readConstant('testing/InboxCode.sol', 'PROXY'))).to.equal(deterministicProxy.address)
    expect(readConstant('testing/InboxCode.sol', 'PROXY_CODE')).to.equal(deterministicProxy.runtimeCode)
  })

  it('can never destroy itself, and keeps no state', () => {
    const used = readOpcodes(inboxCreationCode)
    // SLOAD, SSTORE, TLOAD, TSTORE, CREATE, CALLCODE, DELEGATECALL, CREATE2, SELFDESTRUCT.
    for (const opcode of [0x54, 0x55, 0x5c, 0x5d, 0xf0, 0xf2, 0xf4, 0xf5, 0xff]) {
      expect(used.has(opcode), opcode.toString(16)).to.equal(false)
    }
    expect(used.has(0xf1)).to.equal(true)
  })

  it('is needed by each implementation of a receiver', async () => {
    const { viem, networkHelpers } = await network.create()
    const [wallet] = await viem.getWalletClients()
    const client = await viem.getPublicClient()
    await networkHelpers.setCode(deterministicProxy.address, deterministicProxy.runtimeCode)
    const deploy = () => wallet!.deployContract({ abi: inboxReceiverAbi, bytecode: inboxReceiverBytecode })
    const refused = await deploy().then(
      () => '',
      (error: Error) => error.message,
    )
    expect(refused).to.include(`InboxMissing("${inboxImplementation.address}")`)

    // An account with other code is none either.
    await networkHelpers.setCode(inboxImplementation.address, '0x00')
    expect(await deploy().catch(({ message }) => message)).to.include('InboxMissing')
    await networkHelpers.setCode(inboxImplementation.address, '0x')

    await wallet!.sendTransaction({
      to: deterministicProxy.address,
      data: concatHex([zeroHash, inboxCreationCode]),
    })
    const code = await client.getCode({ address: inboxImplementation.address })
    expect(keccak256(code as Hex)).to.equal(inboxImplementation.codeHash)
    const { contractAddress, status } = await client.waitForTransactionReceipt({ hash: await deploy() })
    expect(status).to.equal('success')
    // The implementation itself can't be initialized.
    const role = { admin: wallet!.account.address, guardian: wallet!.account.address }
    const config = { ...role, rescuer: role.admin, chainName: 'base', solvers: [], routes: [], tokens: [] }
    const data = encodeFunctionData({
      abi: inboxReceiverAbi,
      functionName: 'initialize',
      args: [{ ...config, recipients: [], routers: [], reserved: [] }, []],
    })
    const answer = await client.call({ to: contractAddress!, data }).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(answer).to.include('InvalidInitialization')
  })
})

/** Reads the opcodes of code, up to its metadata. */
function readOpcodes(code: Hex): Set<number> {
  const bytes = hexToBytes(code)
  const end = bytes.length - 2 - (bytes.at(-2)! * 256 + bytes.at(-1)!)
  const used = new Set<number>()
  for (let at = 0; at < end; at++) {
    const opcode = bytes[at]!
    used.add(opcode)
    // PUSH1 to PUSH32 have 1 to 32 bytes of data.
    if (opcode >= 0x60 && opcode <= 0x7f) at += opcode - 0x5f
  }
  return used
}

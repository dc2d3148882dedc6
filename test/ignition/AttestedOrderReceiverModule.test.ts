import { expect } from 'chai'
import hre from 'hardhat'
import { type Address, keccak256, maxUint128, stringToHex, zeroAddress, zeroHash } from 'viem'
import { deterministicProxy } from '../../src/base/deterministicProxy.js'
import { attestedOrderReceiverAbi } from '../../src/generated/abi/attestedOrderReceiver.js'
import { mockDepositoryBytecode } from '../../src/generated/bytecode/mockDepository.js'
import {
  AttestedOrderReceiverModule,
  checkParameters,
  InboxReceiverModule,
  ModuleParameterError,
  PaymentGuardModule,
  RegisteredTermsReceiverModule,
  SignedOrderReceiverModule,
} from '../../src/ignition/index.js'
import { inboxImplementation } from '../../src/protocol/inbox/inboxImplementation.js'
import { thrown } from '../support/errors.js'

const someone: Address = '0x2222222222222222222222222222222222222222'

function configOf(admin: Address) {
  const solver: Address = '0xf70da97812CB96acDF810712Aa562db8dfA3dbEF'
  return {
    admin,
    guardian: admin,
    rescuer: someone,
    chainName: 'base',
    solvers: [{ solver, start: 0, stop: 0 }],
    routes: [{ chainId: 1n, currency: zeroHash, min: 1n, max: maxUint128 }],
    tokens: [{ token: zeroAddress, min: 1n, max: maxUint128 }],
    recipients: [{ recipient: someone, hook: true }],
    routers: [],
    reserved: [someone],
  }
}

describe('AttestedOrderReceiverModule', () => {
  it('default: deploys an initialized proxy that cannot be initialized again', async () => {
    const connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
    const [admin, stranger] = await connection.viem.getWalletClients()
    const config = configOf(admin!.account.address)
    const deployed = await connection.ignition.deploy(AttestedOrderReceiverModule, {
      parameters: { AttestedOrderReceiver: { config } },
    })
    expect(deployed.receiver.address).to.equal(deployed.proxy.address)
    const client = await connection.viem.getPublicClient()
    const receiver = { abi: attestedOrderReceiverAbi, address: deployed.receiver.address } as const
    const read = client.readContract
    expect(await read({ ...receiver, functionName: 'recipientStatus', args: [someone] })).to.deep.equal([
      true,
      true,
    ])
    expect(await read({ ...receiver, functionName: 'route', args: [1n, zeroHash] })).to.deep.equal([
      1n,
      maxUint128,
    ])
    expect(await read({ ...receiver, functionName: 'isReserved', args: [someone] })).to.equal(true)
    expect(await read({ ...receiver, functionName: 'hasRole', args: [zeroHash, config.admin] })).to.equal(
      true,
    )
    for (const address of [deployed.proxy.address, deployed.implementation.address]) {
      const again = client.simulateContract({
        ...receiver,
        address,
        functionName: 'initialize',
        args: [configOf(stranger!.account.address)],
        account: stranger!.account,
      })
      expect((await thrown(() => again)).message).to.include('InvalidInitialization')
    }
    await connection.close()
  })

  it('error: a configuration that the contract refuses', async () => {
    const connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
    const config = configOf(`0x${'00'.repeat(20)}`)
    const error = await thrown(() =>
      connection.ignition.deploy(AttestedOrderReceiverModule, {
        parameters: { AttestedOrderReceiver: { config } },
      }),
    )
    expect(error.message).to.include(`InvalidConfig("${stringToHex('admin', { size: 32 })}")`)
    await connection.close()
  })
})

describe('the modules of the other kinds', () => {
  const chains = [{ name: 'ethereum', chainId: 1n, isEvm: true }]

  it('default: initialize the contracts with the parameters', async () => {
    const connection = await hre.network.create({ network: 'destination', chainType: 'l1' })
    const { ignition, viem } = connection
    const [wallet] = await viem.getWalletClients()
    const client = await viem.getPublicClient()
    const admin = wallet!.account.address
    const config = configOf(admin)
    const signed = await ignition.deploy(SignedOrderReceiverModule, {
      parameters: { SignedOrderReceiver: { config, chains } },
    })
    expect(await signed.receiver.read.chainOf(['ethereum'])).to.deep.equal([1n, true])
    const ofInboxes = { parameters: { InboxReceiver: { config, chains } } }
    const missing = await thrown(() => ignition.deploy(InboxReceiverModule, ofInboxes))
    expect(missing.message).to.include('InboxMissing')
    await connection.networkHelpers.setCode(deterministicProxy.address, deterministicProxy.runtimeCode)
    // Twice, with another deployment's state: the code of inboxes is then there.
    for (const deploymentId of ['first', 'second']) {
      const inboxes = await ignition.deploy(InboxReceiverModule, { ...ofInboxes, deploymentId })
      expect(await inboxes.receiver.read.chainOf(['ethereum'])).to.deep.equal([1n, true])
      const code = await client.getCode({ address: inboxImplementation.address })
      expect(keccak256(code!)).to.equal(inboxImplementation.codeHash)
    }
    const registered = await ignition.deploy(RegisteredTermsReceiverModule, {
      parameters: { RegisteredTermsReceiver: { config, registrars: [someone] } },
    })
    const role = await registered.receiver.read.REGISTRAR_ROLE()
    expect(await registered.receiver.read.hasRole([role, someone])).to.equal(true)
    const hash = await wallet!.deployContract({ abi: [], bytecode: mockDepositoryBytecode })
    const depository = (await client.waitForTransactionReceipt({ hash })).contractAddress!
    const { guardian, rescuer, chainName, solvers } = config
    const recipients = [{ chainId: 1n, recipient: someone }]
    const { guard } = await ignition.deploy(PaymentGuardModule, {
      parameters: {
        PaymentGuard: {
          config: { admin, guardian, rescuer, depository, chainName, solvers, chains, recipients },
        },
      },
    })
    expect(await guard.read.isRecipientAllowed([1n, someone])).to.equal(true)
    expect((await guard.read.depository()).toLowerCase()).to.equal(depository)
    await connection.close()
  })
})

describe('checkParameters', () => {
  const config = configOf(someone)
  const chains = [{ name: 'ethereum', chainId: 1n, isEvm: true }]
  const [route] = config.routes

  it('default: returns the parameters of each module', () => {
    const { admin, guardian, rescuer, solvers, chainName } = config
    const recipients = [{ chainId: 1n, recipient: someone }]
    const parameters = {
      AttestedOrderReceiver: { config: { ...config, routes: [{ ...route, chainId: 1, max: '5' }] } },
      SignedOrderReceiver: { config, chains },
      RegisteredTermsReceiver: { config, registrars: [someone] },
      PaymentGuard: {
        config: { admin, guardian, rescuer, depository: someone, chainName, solvers, chains, recipients },
      },
      OfTheProject: { anything: 1 },
    }
    expect(checkParameters(parameters)).to.equal(parameters)
  })

  const wrong: [Record<string, object>, string, string][] = [
    [{ AttestedOrderReceiver: {} }, 'AttestedOrderReceiver.config', 'an object, found nothing'],
    [
      { AttestedOrderReceiver: { confg: config } },
      'AttestedOrderReceiver.confg',
      'left out: the fields are config',
    ],
    [
      { AttestedOrderReceiver: { config: { ...config, solvrs: [] } } },
      'AttestedOrderReceiver.config.solvrs',
      'left out',
    ],
    [
      { AttestedOrderReceiver: { config: { ...config, solvers: undefined } } },
      'AttestedOrderReceiver.config.solvers',
      'a list',
    ],
    [
      { AttestedOrderReceiver: { config: { ...config, routes: [{ ...route, max: undefined }] } } },
      'AttestedOrderReceiver.config.routes.0.max',
      'a whole number of 128 bits, found nothing',
    ],
    [
      { AttestedOrderReceiver: { config: { ...config, routes: [{ ...route, max: 2n ** 128n }] } } },
      'AttestedOrderReceiver.config.routes.0.max',
      'a whole number of 128 bits, found 3402823669',
    ],
    [
      { AttestedOrderReceiver: { config: { ...config, admin: '0x12' } } },
      'AttestedOrderReceiver.config.admin',
      'an address',
    ],
    [
      { AttestedOrderReceiver: { config: { ...config, recipients: [{ recipient: someone, hook: 'yes' }] } } },
      'AttestedOrderReceiver.config.recipients.0.hook',
      'true or false',
    ],
    [
      { AttestedOrderReceiver: { config: { ...config, routes: [{ ...route, currency: someone }] } } },
      'AttestedOrderReceiver.config.routes.0.currency',
      '32 bytes of hex',
    ],
    [{ SignedOrderReceiver: { config } }, 'SignedOrderReceiver.chains', 'a list, found nothing'],
    [
      { SignedOrderReceiver: { config, chains: [{ ...chains[0], name: 1 }] } },
      'SignedOrderReceiver.chains.0.name',
      'a text',
    ],
    [
      { RegisteredTermsReceiver: { config, registrars: someone } },
      'RegisteredTermsReceiver.registrars',
      'a list',
    ],
    [{ PaymentGuard: { config } }, 'PaymentGuard.config.routes', 'left out'],
  ]
  for (const [parameters, field, requirement] of wrong) {
    it(`error: ${field} must be ${requirement}`, async () => {
      const error = await thrown(() => checkParameters(parameters))
      expect(error).instanceOf(ModuleParameterError).and.include({ field })
      expect(error.shortMessage).to.include(`${field} must be ${requirement}`)
    })
  }
})

import { join } from 'node:path'
import { readGuide, writeFiles } from './checkGuides.js'
import { install } from './install.js'
import { prepareCompilers } from './prepareCompilers.js'
import { run } from './run.js'

/** Both ends of the peers' ranges. */
const ends = {
  lowest: ['hardhat@2.22.0', '@nomicfoundation/ignition-core@0.15.5'],
  newest: ['hardhat@2', '@nomicfoundation/ignition-core@0.15'],
}

const test = `
const { equal, rejects } = require('node:assert')
const { deploy } = require('@nomicfoundation/ignition-core')
const { attestedOrderReceiverAbi: abi } = require('fillproof')
const { checkParameters, AttestedOrderReceiverModule } = require('fillproof/ignition')
const { startMockService } = require('fillproof/mock')
const { makeFillRequest, makeReceiverConfig } = require('fillproof/testing')
const { network: { provider } } = require('hardhat')
const { createPublicClient, custom, zeroAddress } = require('viem')

it('deploys with Ignition', async () => {
  const accounts = await provider.request({ method: 'eth_accounts' })
  const [admin, recipient] = accounts
  const config = makeReceiverConfig(makeFillRequest({ receiver: zeroAddress, recipient }), admin)
  const { contracts } = await deploy({
    ignitionModule: AttestedOrderReceiverModule,
    deploymentParameters: checkParameters({ AttestedOrderReceiver: { config } }),
    provider,
    accounts,
    artifactResolver: {},
    config: { requiredConfirmations: 1 },
  })
  const { address } = contracts['AttestedOrderReceiver#Receiver']
  const client = createPublicClient({ transport: custom(provider) })
  const status = await client.readContract({ abi, address, functionName: 'recipientStatus', args: [recipient] })
  equal(status[0], true)
})

it('names Hardhat 2 where the mock needs Hardhat 3', () =>
  rejects(startMockService(), /needs Hardhat 3, and this project has Hardhat 2\\.\\d+/))
`

/** Tests the guide's receiver and an Ignition module, with the lowest and the newest Hardhat 2. */
export async function checkHardhat2(temporary: string, tarball: string): Promise<void> {
  const guide = readGuide('docs/guides/hardhat-2.md')
  const environment = prepareCompilers(join(temporary, 'compilers-hardhat-2'))
  for (const [end, packages] of Object.entries(ends)) {
    const folder = join(temporary, `hardhat-2-${end}`)
    const files = [
      ...guide.files,
      { path: 'package.json', text: '{ "private": true }' },
      { path: 'test/ignition.js', text: test },
    ]
    writeFiles({ ...guide, files }, folder)
    const contracts = ['@openzeppelin/contracts', '@openzeppelin/contracts-upgradeable']
    await install(folder, tarball, [...packages, 'viem', ...contracts])
    const output = await run(folder, 'npx', ['--no-install', 'hardhat', 'test'], environment)
    if (!output.includes('8 passing')) throw new Error(`expected 8 passing tests in\n${output}`)
  }
}

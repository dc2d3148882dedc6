import type { NetworkConnection } from 'hardhat/types/network'
import type { NewTaskActionFunction } from 'hardhat/types/tasks'
import { choices } from '../../../cli/choices.js'
import { type MockCommandOptions, mock } from '../../../cli/commands/mock.js'
import { readGlobals, readOptionalChoice, runCommand, withNetwork } from './runTask.js'

type Arguments = {
  port?: string
  host?: string
  idForm?: string
  router?: string
  seed?: string
  json: boolean
}

const action: NewTaskActionFunction<Arguments> = ({ idForm, router, json, ...options }, hre) => {
  const serve = (connection?: NetworkConnection) =>
    runCommand(async () => {
      await mock({
        ...readGlobals({ json }),
        ...options,
        idForm: readOptionalChoice('--id-form', idForm, choices.idForm),
        router: readOptionalChoice('--router', router, choices.router),
        chains: connection && (await chainsWith(connection)),
      })
      return 0
    })
  return hre.globalOptions.network === undefined ? serve() : withNetwork(hre, serve)
}

/** Returns the chains of the mock. The network is the destination. */
async function chainsWith({ provider }: NetworkConnection): Promise<MockCommandOptions['chains']> {
  const id = Number(await provider.request({ method: 'eth_chainId' }))
  return [
    { id: 31101, name: 'mockorigin' },
    { id, name: 'mockdestination', provider },
  ]
}

export default action

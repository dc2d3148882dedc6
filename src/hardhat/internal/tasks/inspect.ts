import type { NewTaskActionFunction } from 'hardhat/types/tasks'
import { inspect } from '../../../cli/commands/inspect.js'
import { askAboutRequest, type RequestArguments } from './requestOptions.js'

type Arguments = RequestArguments & { target: string; port?: string }

const action: NewTaskActionFunction<Arguments> = ({ target, port, ...options }, hre) =>
  askAboutRequest(hre, options, async (read) => {
    await inspect(target === '' ? undefined : target, { ...read, port })
    return 0
  })

export default action

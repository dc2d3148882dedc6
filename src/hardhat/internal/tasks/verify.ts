import type { NewTaskActionFunction } from 'hardhat/types/tasks'
import { verify } from '../../../cli/commands/verify.js'
import { askAboutRequest, type RequestArguments } from './requestOptions.js'

type Arguments = RequestArguments & { requestId: string }

const action: NewTaskActionFunction<Arguments> = ({ requestId, ...options }, hre) =>
  askAboutRequest(hre, options, (read) => verify(requestId, read))

export default action

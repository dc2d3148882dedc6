import { expect } from 'chai'
import { deployer, file } from '../deploy/support.js'
import { chainsOf, setUpMock, tokenOf, usdc } from '../mock/helpers.js'
import { setUpFolder } from '../support/makeFolder.js'
import { callCommand } from './callCommand.js'

describe('the review of a deployment', () => {
  const { mock } = setUpMock()
  const folder = setUpFolder()

  it("default: token amounts have the unit that the token's contract reports, if it answers", async () => {
    const [chain] = chainsOf(mock)
    const token = tokenOf(chain)
    const [min, max] = [`${usdc}`, `${2_500n * usdc}`]
    const silent = `0x${'ab'.repeat(20)}`
    const tokens = [
      { token, min, max },
      { token: silent, min, max },
    ]
    const config = await folder.write({ ...file, tokens })
    const args = [
      'deploy',
      '--rpc-url',
      chain.rpcUrl,
      '--config',
      config,
      '--unlocked',
      deployer.address,
      '--dry-run',
    ]
    const sheet = await callCommand(args, {}, 200)
    const text = sheet.stdout.replace(/[\s│]+/g, ' ')
    expect(text, sheet.stderr).include(
      `${token}, 1,000,000 to 2,500,000,000 of its smallest unit, 1 to 2500 USDC`,
    )
    expect(text).match(/abab, 1,000,000 to 2,500,000,000 of its smallest unit recipient/i)
    const { stdout } = await callCommand([...args, '--json'])
    const [{ review }] = JSON.parse(stdout).dryRuns
    expect(review.tokens[0]).include({ symbol: 'USDC', decimals: 6 })
    expect(review.tokens[1]).not.property('symbol')
  })
})

import { expect } from 'chai'
import { colors, fitColors } from '../../src/cli/colors.js'
import { formatTable } from '../../src/cli/formatTable.js'
import { formatJson, formatOk } from '../../src/cli/output.js'
import { report } from '../../src/cli/report.js'
import { captureOutput } from './callCommand.js'

const nasty = '\u001b[2J\u001b[32mvalid\u001b[8m\u009b31m\u009d0;X\u0007\rY'
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there.
const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/
const inColors = { NO_COLOR: '', FORCE_COLOR: '1' }

describe('terminal output', () => {
  it('attack: a table cell holds only text, and marks keep their color', () => {
    const table = formatTable([`head ${nasty}`, ''], [[nasty, formatOk(true)]])
    expect(table).to.include('valid').and.include(formatOk(true))
    for (const code of ['[2J', '[32mvalid', '[8m']) expect(table).not.to.include(`\u001b${code}`)
    expect(table.replaceAll('\u001b', '')).not.to.match(controls)
  })

  it('attack: outside tables, only our own colors remain', () => {
    const line = fitColors(`${colors.green('valid')}: \t${nasty}\u001b\u001b[2J\n`, { isTTY: true }, {})
    expect(line).to.equal(`${colors.green('valid')}: \t[2J\u001b[32mvalid[8m31m0;XY[2J\n`)
  })

  it('attack: an error, whatever it quotes', async () => {
    for (const env of [inColors, { ...inColors, FILLPROOF_DEBUG: '1' }]) {
      const { stderr } = await captureOutput(
        async () => report(new Error(`Cannot convert ${nasty}`)),
        env,
        80,
      )
      expect(stderr).to.include('Cannot convert').and.not.to.match(controls)
    }
  })

  it('attack: JSON keeps the value', () => {
    const line = formatJson({ nasty, amount: 1n })
    expect(line).not.to.match(controls)
    expect(line).to.include('\\u009b')
    expect(JSON.parse(line)).to.deep.equal({ nasty, amount: '1' })
  })
})

import { expect } from 'chai'
import { suggest } from '../../src/base/suggest.js'
import { createProgram } from '../../src/cli/program.js'
import { kindConfigs } from '../../src/deploy/config/kindConfigs.js'
import { callCommand } from './callCommand.js'

describe('suggest', () => {
  it('default: the nearest word, or all that are equally near', () => {
    expect(suggest('rleay', ['relay', 'mock'])).to.deep.equal(['(Did you mean relay?)'])
    expect(suggest('v3', ['v1', 'v2'])).to.deep.equal(['(Did you mean one of v1, v2?)'])
    expect(suggest('bat', ['bath', 'cat', 'batches'])).to.deep.equal(['(Did you mean one of bath, cat?)'])
  })

  it('behavior: swapping neighbors is one edit, and changing case is none', () => {
    expect(suggest('chekc', ['chekin', 'check'])).to.deep.equal(['(Did you mean check?)'])
    expect(suggest('PAYMENTGUARD', ['paymentGuard'])).to.deep.equal(['(Did you mean paymentGuard?)'])
  })

  it('behavior: three edits are a typo; four, or half of a short word, are another word', () => {
    expect(suggest('attestedOrderReceiverXYZ', ['attestedOrderReceiver'])).to.have.length(1)
    expect(suggest('attestedOrderReceiverWXYZ', ['attestedOrderReceiver'])).to.deep.equal([])
    expect(suggest('attestedOrderReceWXYZ', ['attestedOrderReceiver'])).to.deep.equal([])
    expect(suggest('abcde', ['abxyz'])).to.deep.equal([])
    expect(suggest('abcdef', ['abcxyz'])).to.have.length(1)
    expect(suggest('', ['a'])).to.deep.equal([])
    expect(suggest('word', [])).to.deep.equal([])
  })
})

describe('typos', () => {
  const cases = [
    [['recipients', 'biuld', 'file'], 'build'],
    [['recipients', 'porve', 'file'], 'prove'],
    [['recipients', 'build', 'file', '--chian-id', '1'], '--chain-id'],
    [['help', 'verfy'], 'verify'],
    [['help', 'recipients', 'biuld'], 'build'],
    [['deploy', '--kind', 'attestedOrderReciever'], 'attestedOrderReceiver'],
    [['mock', '--id-form', 'pubic'], 'public'],
    [['check', 'file', '--profile', 'rleay'], 'relay'],
    [['check', 'file', '--expect', 'orginAmount=1'], 'originAmount'],
    [['check', 'file', '--expect', 'destinationUsr'], 'destinationUser'],
  ] as const

  for (const [args, suggestion] of cases) {
    it(`error: fillproof ${args.join(' ')}`, async () => {
      const { status, stdout, stderr } = await callCommand(args)
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr)
        .to.match(/^error: /)
        .and.include(`(Did you mean ${suggestion}?)`)
    })
  }

  it('error: a word that resembles no other gets no suggestion', async () => {
    for (const args of [
      ['quux'],
      ['help', 'quux'],
      ['help', 'demo', 'verify'],
      ['recipients', 'quux'],
      ['deploy', '--kind', 'quux'],
      ['mock', '--id-form', 'quux'],
      ['check', 'file', '--profile', 'no/such/file.json'],
      ['check', 'file', '--expect', 'quux=1'],
      ['check', 'file', '--expect', 'originAmount='],
    ]) {
      const { status, stderr } = await callCommand(args)
      expect(status, args.join(' ')).to.equal(2)
      expect(stderr, args.join(' '))
        .to.match(/^error: /)
        .and.not.include('Did you mean')
    }
  })

  it('behavior: every command and every option is suggested when two of its letters are swapped', async () => {
    const program = createProgram(() => {})
    const swap = (text: string) => text.replace(/(..)(.)(.)/, '$1$3$2')
    for (const command of program.commands) {
      const typo = swap(`  ${command.name()}`).trim()
      const { status, stderr } = await callCommand([typo])
      expect({ typo, status }).to.deep.equal({ typo, status: 2 })
      expect(stderr).to.include(command.name())
      for (const option of command.options) {
        const long = option.long!
        const misspelled = await callCommand([command.name(), swap(long)])
        expect(misspelled.status, long).to.equal(2)
        expect(misspelled.stderr, long).to.match(new RegExp(`Did you mean .*${long}\\b`))
      }
    }
  })

  it('behavior: --kind lists the deployable kinds', () => {
    const deploy = createProgram(() => {}).commands.find((command) => command.name() === 'deploy')
    const kind = deploy?.options.find(({ long }) => long === '--kind')
    expect(kind?.argChoices).to.deep.equal(Object.keys(kindConfigs))
  })
})

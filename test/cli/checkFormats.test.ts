import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { setUpFolder } from '../support/makeFolder.js'
import { readVector } from '../support/vectors.js'
import { callCommand } from './callCommand.js'
import { type Outcome, root } from './helpers.js'

const { record } = readVector('attestation-v1-live')
const line = JSON.stringify(record)
const lines = `${line}\n${line}\n`
const { requestId, requestData, signature } = record
const row = [requestId, ...Object.values(requestData), signature]
const names = ['requestId', ...Object.keys(requestData), 'signature']
const prefixed = ['requestId', ...Object.keys(requestData).map((name) => `requestData.${name}`), 'signature']
const quoted = (values: unknown[]) => values.map((value) => `"${value}"`).join(';')
const wide = (text: string) => Buffer.from(text, 'utf16le')
const pretty = `${JSON.stringify(record, null, 2)}\n`

/** What a file is, its content, and the tool that cures it. */
const formats: [name: string, told: string, content: string | Uint8Array, tool: string][] = [
  ['gzip without its name', 'compressed by gzip', gzipSync(lines), 'gunzip'],
  ['UTF-16 with its mark', 'text in UTF-16LE, not UTF-8', wide(`\ufeff${lines}`), 'iconv'],
  ['UTF-16 without a mark', 'text in UTF-16LE, not UTF-8', wide(lines), 'iconv'],
  ['UTF-16, big end first', 'text in UTF-16BE, not UTF-8', wide(`\ufeff${lines}`).swap16(), 'iconv'],
  [
    'UTF-32',
    'text in UTF-32LE, not UTF-8',
    Buffer.from(`\ufeff${lines}`.split('').flatMap((c) => [...wide(c), 0, 0])),
    'iconv',
  ],
  ['lines that end with CR', 'lines that end with CR alone', lines.replaceAll('\n', '\r'), 'tr'],
  ['an array', 'one JSON array, not one record per line', JSON.stringify([record, record]), 'jq'],
  [
    'a pretty array',
    'one JSON array, not one record per line',
    JSON.stringify([record, record], null, 2),
    'jq',
  ],
  ['pretty records', 'JSON over several lines, not one record per line', pretty + pretty, 'jq'],
  ['CSV', `a table (CSV) with the columns ${names.join(', ')}`, `${names}\n${row}\n${row}\n`, 'jq'],
  [
    'CSV with prefixes, quotes, semicolons and CRLF',
    `a table (CSV) with the columns ${names.join(', ')}`,
    [prefixed, row, row].map((values) => `${quoted(values)}\r\n`).join(''),
    'jq',
  ],
]

describe('fillproof check: a file that is not JSON lines', function () {
  this.timeout(30_000)
  const folder = setUpFolder({ isForEach: true })

  const shell = (command: string) =>
    new Promise<Outcome>((resolve) =>
      execFile('bash', ['-c', command], { cwd: root }, (error, stdout, stderr) =>
        resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
      ),
    )
  const tell = async (content: string | Uint8Array) => {
    const file = folder.path("a 'file'.ndjson")
    await writeFile(file, content)
    return callCommand(['check', file, '--threads', '0', '--invalid', folder.path('invalid')])
  }

  for (const [name, told, content, tool] of formats) {
    it(`behavior: ${name} is reported once, and the suggested command fixes it`, async function () {
      const { status, stdout, stderr } = await tell(content)
      expect({ status, stdout }).to.deep.equal({ status: 2, stdout: '' })
      expect(stderr).to.include(` is ${told}. Nothing was checked.`)
      expect(stderr.split('\n')).to.have.length(3)
      expect(existsSync(folder.path('invalid'))).to.equal(false)
      const [, cure = ''] = /\nConvert it: (.*) \| fillproof check -\n$/.exec(stderr) ?? []
      expect(cure.startsWith(tool)).to.equal(true)
      try {
        execFileSync('which', [tool])
      } catch {
        return this.skip()
      }
      const cured = await shell(`${cure} | node --import tsx src/cli/index.ts check - --threads 0 --json`)
      expect(JSON.parse(cured.stdout), cured.stderr).to.include({ total: 2, valid: 2 })
    })
  }

  it('behavior: standard input, and formats that no pipe can convert', async () => {
    const file = folder.path('records')
    await writeFile(file, gzipSync(lines))
    const piped = await shell(`node --import tsx src/cli/index.ts check - < ${file}`)
    expect(piped).to.include({ status: 2, stdout: '' })
    expect(piped.stderr)
      .to.include('Standard input is compressed by gzip.')
      .and.include('Convert it: … | gunzip | fillproof check -')
    for (const content of [Buffer.from('PK\u0003\u0004archive'), 'signature,amount\n0x12,5\n']) {
      expect((await tell(content)).stderr).to.include('Write each record as JSON on one line.')
    }
  })

  it('behavior: one record anywhere makes the file JSON lines', async () => {
    for (const before of ['{"requestId":"0x12"},', names.join(','), '[', '{', 'text', '', '[{}]', 'a;b']) {
      const { status, stdout } = await tell(`${before}\n${lines}`)
      expect(status, before).to.equal(1)
      expect(stdout).to.include('malformed')
      expect((await readFile(folder.path('invalid'), 'utf8')).trim().split('\n')).to.have.length(1)
    }
    expect((await tell(lines)).status).to.equal(0)
    expect((await tell(line)).status).to.equal(0)
    expect((await tell(`\ufeff${lines}`)).status).to.equal(0)
    expect((await tell('')).status).to.equal(0)
  })

  it('behavior: a file of unknown form is reported by line', async () => {
    for (const content of ['text\n', 'a,b\n1,2\n', '"text"\n', '5\n', '{"a":1}\n', '{"requestId":\n']) {
      expect((await tell(content)).status, content).to.equal(1)
    }
  })
})

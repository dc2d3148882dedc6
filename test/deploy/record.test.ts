import {
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { type DeployRecord, writeRecord } from '../../src/deploy/record.js'

describe('writeRecord', () => {
  it('behavior: writes the target of a link and keeps the link', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fillproof-record-'))
    try {
      const [file, link] = [join(folder, 'file.json'), join(folder, 'link.json')]
      writeFileSync(file, 'before')
      symlinkSync(file, link)
      const record = { chainId: 1 } as DeployRecord
      await writeRecord(link, record)
      expect(lstatSync(link).isSymbolicLink()).equal(true)
      expect(JSON.parse(readFileSync(file, 'utf8'))).deep.equal(record)
      expect(readdirSync(folder).sort()).deep.equal(['file.json', 'link.json'])
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

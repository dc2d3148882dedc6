import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { openFile } from '../../src/page/records/checkFile.js'
import { thrown } from '../support/errors.js'

describe('openFile', () => {
  const readAll = async (name: string, bytes: Buffer) => {
    const { source } = openFile(new File([new Uint8Array(bytes)], name))
    const blocks: Uint8Array[] = []
    for await (const block of source) blocks.push(block)
    return Buffer.concat(blocks).toString()
  }

  it('default: opens a plain and a compressed file', async () => {
    expect(await readAll('a.ndjson', Buffer.from('one\n'))).to.equal('one\n')
    expect(await readAll('a.ndjson.gz', gzipSync('one\n'))).to.equal('one\n')
  })

  it('error: gzip that the browser cannot read: the message has the remedy', async () => {
    const members = [gzipSync('one\n'), Buffer.from('junk')]
    for (const bytes of [Buffer.concat(members), Buffer.from('no gzip')]) {
      const { name, metaMessages } = await thrown(() => readAll('a.gz', bytes))
      expect(name).to.equal('EvidenceTextError')
      expect(metaMessages).to.deep.equal(['Unpack it and open what comes out, or run fillproof check.'])
    }
  })
})
